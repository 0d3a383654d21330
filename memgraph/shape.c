#include "graph.h"

/* A trailing char array up to this length counts as the start of a longer one:
 * obstacks have `char contents[4]`. */
enum { SHORT_TEXT = 8 };

const struct mg_member *mg_last_array(const struct mg_type *type)
{
	if (!type || type->kind != MG_STRUCT || !type->n_members)
		return NULL;
	const struct mg_member *last = &type->members[type->n_members - 1];
	const struct mg_type *array = last->bit_size ? NULL : last->type;
	return array && array->kind == MG_ARRAY && array->target &&
			       array->target->size
		       ? last
		       : NULL;
}

static gboolean may_be_longer(const struct mg_type *array)
{
	return array->open || array->count <= 1 ||
	       (array->target->kind == MG_CHAR && array->target->size == 1 &&
		       array->count <= SHORT_TEXT);
}

/* union { char c[1]; short s[1]; void *p[1]; }: an array of whatever. */
static gboolean is_any_array(const struct mg_type *type)
{
	if (!type || type->kind != MG_UNION || !type->n_members || !type->size)
		return FALSE;
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_type *m = type->members[i].type;
		if (!m || m->kind != MG_ARRAY || !m->target ||
			!m->target->size || !may_be_longer(m))
			return FALSE;
	}
	return TRUE;
}

const struct mg_member *mg_tail_of(const struct mg_type *type)
{
	if (!type || type->kind != MG_STRUCT || !type->n_members)
		return NULL;
	const struct mg_member *last = &type->members[type->n_members - 1];
	return !last->bit_size && is_any_array(last->type)
		       ? last
		       : mg_last_array(type);
}

const struct mg_type *mg_tail_element(const struct mg_member *tail)
{
	return tail->type->kind == MG_ARRAY ? tail->type->target : tail->type;
}

gboolean mg_has_open_tail(const struct mg_type *type)
{
	const struct mg_member *last = mg_tail_of(type);
	return last &&
	       (last->type->kind == MG_UNION || may_be_longer(last->type));
}

struct mg_shape mg_shape_of_block(const struct mg_type *type, guint64 size)
{
	struct mg_shape bytes = {.type = NULL, .count = size};
	if (!type || type->kind == MG_VOID || type->kind == MG_FUNCTION ||
		type->size == 0 || type->size > size)
		return bytes;
	if (mg_has_open_tail(type))
		return (struct mg_shape){type, 1, TRUE};
	return (struct mg_shape){type, size / type->size, FALSE};
}

static gboolean find_out(
	struct mg_pointers *pointers, const struct mg_type *type)
{
	switch (type->kind) {
	case MG_POINTER:
	case MG_REFERENCE:
		return TRUE;
	case MG_ARRAY:
		return mg_has_pointers(pointers, type->target);
	case MG_STRUCT:
	case MG_UNION:
		for (guint i = 0; i < type->n_members; i++)
			if (!type->members[i].bit_size &&
				mg_has_pointers(
					pointers, type->members[i].type))
				return TRUE;
		return FALSE;
	default:
		return FALSE;
	}
}

gboolean mg_has_pointers(
	struct mg_pointers *pointers, const struct mg_type *type)
{
	if (!type)
		return FALSE;

	if (type->id >= pointers->known->len)
		g_array_set_size(pointers->known, 2 * type->id + 64);
	if (g_array_index(pointers->known, guint8, type->id) == 0) {
		/* Types can't hold themselves; debug information that says so
		 * is damaged, and this ends the recursion. */
		g_array_index(pointers->known, guint8, type->id) = 1;
		guint8 answer = find_out(pointers, type) ? 2 : 1;
		g_array_index(pointers->known, guint8, type->id) = answer;
	}

	return g_array_index(pointers->known, guint8, type->id) == 2;
}
