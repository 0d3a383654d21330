/* Internal to chain: the places that the user named, in the order of the run.
 *
 *	g_autoptr(GArray) named = hc_named_parse(at, &error);
 *	if (!named || !hc_named_check(named, target, &error) ||
 *		!hc_named_sort(named, pass, fail, &error))
 *		return FALSE;
 */
#ifndef HC_NAMED_H
#define HC_NAMED_H

#include "alignment.h"
#include "target.h"

struct hc_named {
	struct hc_place place[HC_SIDES];
	char *text; /* as the user wrote it */
	int line; /* of a file: where GDB stops */
};

/* struct hc_named, as they were given; freed with g_array_unref. NULL if one of
 * them is no place. */
GArray *hc_named_parse(char **at, GError **error);
/* Whether the program has all of them. */
gboolean hc_named_check(
	GArray *named, struct hc_target *target, GError **error);
/* By the time at which the runs come to them. One of which that is not known
 * stays behind the one that it was given after. It is an error if the runs do
 * not come to them in the same order. */
gboolean hc_named_sort(GArray *named, const struct hc_trace *pass,
	const struct hc_trace *fail, GError **error);

#endif
