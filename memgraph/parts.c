/* What is part of what: a pointer to a member leads into an object, and says
 * nothing of an object of its own. */
#include "graph.h"

/* Types can't hold themselves; debug information that says so is damaged. */
enum { DEEPEST = 32 };

static gboolean is_number(const struct mg_type *type)
{
	return type->kind == MG_INT || type->kind == MG_CHAR ||
	       type->kind == MG_ENUM || type->kind == MG_BOOL;
}

static gboolean is_pointer(const struct mg_type *type)
{
	return type->kind == MG_POINTER || type->kind == MG_REFERENCE;
}

/* A class may have another type where it is a base. */
static gboolean is_same(const struct mg_type *there, const struct mg_type *type)
{
	return there == type ||
	       (there->partial && g_strcmp0(there->name, type->name) == 0);
}

/* Programs look at a `void *` through a `struct node **`, and at an unsigned
 * number through an `int *`. */
static gboolean may_be(const struct mg_type *there, const struct mg_type *type)
{
	if (is_same(there, type))
		return TRUE;
	return there->size == type->size &&
	       ((is_number(there) && is_number(type)) ||
		       (is_pointer(there) && is_pointer(type)));
}

typedef gboolean (*alike_func)(
	const struct mg_type *there, const struct mg_type *type);

static gboolean find_part(const struct mg_type *whole, guint64 offset,
	const struct mg_type *part, alike_func alike, guint depth)
{
	if (!whole || depth > DEEPEST)
		return FALSE;
	if (offset == 0 && alike(whole, part))
		return TRUE;
	if (offset >= whole->size)
		return FALSE;
	if (whole->kind == MG_ARRAY)
		return whole->target && whole->target->size &&
		       find_part(whole->target, offset % whole->target->size,
			       part, alike, depth + 1);
	if (whole->kind != MG_STRUCT && whole->kind != MG_UNION)
		return FALSE;

	for (guint i = 0; i < whole->n_members; i++) {
		const struct mg_member *m = &whole->members[i];
		if (!m->bit_size && offset >= m->offset &&
			find_part(m->type, offset - m->offset, part, alike,
				depth + 1))
			return TRUE;
	}

	return FALSE;
}

static gboolean has_part(
	const struct mg_type *whole, guint64 offset, const struct mg_type *part)
{
	return offset < whole->size &&
	       find_part(whole, offset, part, may_be, 0);
}

gboolean mg_type_has(
	const struct mg_type *type, guint64 offset, const struct mg_type *part)
{
	return find_part(type, offset, part, is_same, 0);
}

gboolean mg_has_part(const struct mg_shape *shape, guint64 offset,
	const struct mg_type *part)
{
	const struct mg_type *type = shape->type;
	if (!type || !type->size)
		return FALSE;
	if (!shape->tail)
		return offset / type->size < shape->count &&
		       has_part(type, offset % type->size, part);

	const struct mg_member *last = mg_tail_of(type);
	if (!last || offset < last->offset)
		return has_part(type, offset, part);
	const struct mg_type *element = mg_tail_element(last);
	return has_part(element, (offset - last->offset) % element->size, part);
}

guint64 mg_fixed_size(const struct mg_type *type)
{
	guint64 least = type->size;
	if (mg_has_open_tail(type))
		return mg_tail_of(type)->offset;
	if (type->kind != MG_UNION)
		return least;

	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_type *member = type->members[i].type;
		if (member && member->kind == MG_STRUCT && member->size)
			least = MIN(least, member->size);
	}
	return least;
}
