/* Internal to report: two values side by side. */
#ifndef HC_CAUSE_VALUES_H
#define HC_CAUSE_VALUES_H

#include <glib.h>

/* A value as one printable line. */
struct hc_report_value {
	char *text; /* the caller frees it */
	guint length; /* of all of it, in characters, if it was cut; or 0 */
};

/* Both. Where one is too long, the part where they differ is kept, and what is
 * left out becomes "…", unless they are wanted in full. */
void hc_report_pair(const char *before, const char *after, gboolean full,
	struct hc_report_value *pass, struct hc_report_value *fail);

/* A command, as one printable line. Of a long one its beginning is kept, and
 * where it differs from the other, unless it is wanted in full. The caller frees
 * it. */
char *hc_report_command(const char *command, const char *other, gboolean full);

/* A variable's name. Of a long one the ways along lists are told in numbers,
 * and if that is not enough its middle is left out. The caller frees it. */
char *hc_report_name(const char *name, gboolean full);

#endif
