/* Internal to chain: from what was found at each moment to the steps of the
 * chain. What is told, what is left out and why is decided here, once; those
 * who write reports only write. */
#ifndef HC_STEPS_H
#define HC_STEPS_H

#include "look.h"

/* Fills in how the result is told (brief, full, several). Its events are, or
 * will be, those of the looks (struct hc_look *), which are in the order of the
 * run and stay the caller's. */
void hc_steps_find(const GPtrArray *looks, struct hc_result *result);

/* Which of them are steps; `all`: nothing with a cause of its own is left out.
 */
void hc_steps_tell(
	const GPtrArray *looks, gboolean all, struct hc_telling *telling);

/* unify.c: what has been called by a name is called so again, as long as this
 * still leads there. */
void hc_steps_unify(const GPtrArray *looks, const struct hc_telling *telling);
/* Whether the causes of steps are called otherwise where they last hold. */
void hc_steps_find_renamed(const GPtrArray *looks, struct hc_telling *telling);

/* qualify.c: where the steps speak of variables of one name in several
 * functions, or of one variable by two names, all are shown as "f::x". */
void hc_steps_qualify(const GPtrArray *looks, const struct hc_telling *telling);

#endif
