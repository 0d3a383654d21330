/* Internal to command: words that are no program's name in a shell,
 * unless quoted, where a command begins. */
#ifndef HC_ARGS_KEYWORDS_H
#define HC_ARGS_KEYWORDS_H

#include <glib.h>

gboolean hc_args_is_keyword(const char *word);

#endif
