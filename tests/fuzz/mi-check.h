/* What must hold for any bytes that the MI parser is given. Used by the fuzzer
 * and by the bounded run of mutations among the unit tests. */
#ifndef TESTS_MI_CHECK_H
#define TESTS_MI_CHECK_H

#include <glib.h>

/* Parses the bytes in pieces that they choose themselves, looks at everything
 * that comes out, and sees that the parser goes on afterwards. Returns how
 * many records there were; aborts if something does not hold. */
guint mi_check(const guint8 *bytes, gsize n);

#endif
