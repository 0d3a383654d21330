/* Internal to memgraph's names: the way from a value to one inside it. */
#ifndef MG_NAME_STEPS_H
#define MG_NAME_STEPS_H

#include "type.h"

/* Whether a cast can name the type. */
gboolean mg_type_is_nameable(const struct mg_type *type);
/* The same for GDB: one that is the only one of its name. */
gboolean mg_type_is_castable(const struct mg_type *type);

/* What to look for inside a value: a type at an offset, or a bit field. */
struct mg_goal {
	const struct mg_type *type; /* NULL: any pointer that leads to … */
	const struct mg_type *target; /* … this */
	const struct mg_member *member;
	gboolean a_union; /* any union, instead */
	const struct mg_member *part; /* it is one of these; NULL: any */
};

/* A member, or an index where that is NULL. */
struct mg_step {
	const struct mg_member *member;
	guint64 index;
};

/* The steps from a value of the type to the goal at the offset inside, as struct
 * mg_step; FALSE if there is no such way. `open`: an array at its end extends to
 * the end of the object, whatever its type says. */
gboolean mg_find_steps(const struct mg_goal *goal, const struct mg_type *type,
	guint64 offset, GArray *steps, gboolean open);
/* Whether the steps, written as names, could mean something else, or nothing. */
gboolean mg_steps_are_ambiguous(
	const struct mg_type *type, const GArray *steps);

#endif
