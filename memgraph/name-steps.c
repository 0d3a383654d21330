#include "name-steps.h"

gboolean mg_type_is_nameable(const struct mg_type *type)
{
	while (type && !type->name &&
		(type->kind == MG_ARRAY || type->kind == MG_POINTER))
		type = type->target;
	return type && type->name;
}

gboolean mg_type_is_castable(const struct mg_type *type)
{
	if (!mg_type_is_nameable(type))
		return FALSE;
	while (!type->name)
		type = type->target;
	return !type->namesakes;
}

static gboolean is_goal(const struct mg_goal *goal, const struct mg_type *type,
	guint64 offset, const GArray *steps)
{
	if (offset != 0 || goal->member)
		return FALSE;
	if (goal->part &&
		(!steps->len ||
			g_array_index(steps, struct mg_step, steps->len - 1)
					.member != goal->part))
		return FALSE;
	if (goal->a_union)
		return type->kind == MG_UNION;
	if (goal->type)
		return goal->type == type;
	return (type->kind == MG_POINTER || type->kind == MG_REFERENCE) &&
	       type->target == goal->target;
}

gboolean mg_find_steps(const struct mg_goal *goal, const struct mg_type *type,
	guint64 offset, GArray *steps, gboolean open)
{
	if (!type)
		return FALSE;
	if (is_goal(goal, type, offset, steps))
		return TRUE;

	guint length = steps->len;
	if (type->kind == MG_ARRAY && type->target && type->target->size &&
		(open || offset < type->size)) {
		struct mg_step step = {NULL, offset / type->target->size};
		g_array_append_val(steps, step);
		if (mg_find_steps(goal, type->target,
			    offset % type->target->size, steps, FALSE))
			return TRUE;
	} else if (type->kind == MG_STRUCT || type->kind == MG_UNION) {
		for (guint i = 0; i < type->n_members; i++) {
			const struct mg_member *m = &type->members[i];
			gboolean last =
				open && (type->kind == MG_UNION ||
						i + 1 == type->n_members);
			struct mg_step step = {m, 0};
			/* Names that the compiler made are not valid in C. */
			if (m->artificial)
				continue;
			if (goal->member == m && offset == m->offset) {
				g_array_append_val(steps, step);
				return TRUE;
			}
			if (!m->type || offset < m->offset ||
				(!last && offset - m->offset >= m->type->size))
				continue;
			g_array_append_val(steps, step);
			if (mg_find_steps(goal, m->type, offset - m->offset,
				    steps, last))
				return TRUE;
			g_array_set_size(steps, length);
		}
	}

	g_array_set_size(steps, length);
	return FALSE;
}

/* How many members a name could mean, including those of bases and of anonymous
 * members. */
static guint count_named(const struct mg_type *type, const char *name)
{
	guint n = 0;
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		if (!m->name && m->type)
			n += count_named(m->type, name);
		else if (g_strcmp0(m->name, name) == 0)
			n++;
	}
	return n;
}

gboolean mg_steps_are_ambiguous(const struct mg_type *type, const GArray *steps)
{
	const struct mg_type *from = type;

	for (guint i = 0; i < steps->len; i++) {
		const struct mg_step *s =
			&g_array_index(steps, struct mg_step, i);
		if (s->member && s->member->name &&
			count_named(from, s->member->name) > 1)
			return TRUE;
		if (s->member && s->member->stored &&
			!mg_type_is_castable(s->member->type))
			return TRUE;
		type = s->member ? s->member->type : type->target;
		if (!s->member || s->member->name)
			from = type;
	}

	return FALSE;
}
