/* Expressions, built step by step: see name-expression.h. */
#include "name-expression.h"

#include <string.h>

void mg_expression_parenthesise(struct mg_expression *e)
{
	if (!e->unary || !e->text->len)
		return;
	g_string_prepend_c(e->text, '(');
	g_string_append_c(e->text, ')');
	e->unary = FALSE;
}

/* A pointer to an object of this type, as a cast: "struct node *". A type
 * without a name of its own counts as bytes. */
char *mg_expression_cast_to(struct mg_expression *e, const struct mg_type *type)
{
	struct mg_type pointer = {.kind = MG_POINTER, .target = type};
	e->plain = type && !mg_type_is_castable(type);
	return mg_type_is_castable(type) ? mg_type_name(&pointer)
					 : g_strdup("char *");
}

/* From a pointer to what it points to. */
void mg_expression_dereference(struct mg_expression *e)
{
	if (!e->pointer)
		return;
	e->pointer = FALSE;
	if (!e->text->len)
		return;
	g_string_prepend_c(e->text, '*');
	e->unary = TRUE;
}

/* ---- In words ---- */

/* All of it; the text is empty then. */
char *mg_expression_take(struct mg_expression *e)
{
	char *all = !e->of ? g_strdup(e->text->str)
		    : e->text->len
			    ? g_strdup_printf("%s of %s", e->text->str, e->of)
			    : g_strdup(e->of);
	g_clear_pointer(&e->of, g_free);
	g_string_truncate(e->text, 0);
	e->unary = FALSE;
	return all;
}

/* "the struct account at box->content"; from here on, names are those of its
 * members. `where`: "at", "around". */
void mg_expression_tell_object(struct mg_expression *e,
	const struct mg_object *object, const char *where)
{
	const struct mg_type *type = object->shape.type;
	g_autofree char *what =
		object->text && !type ? g_strdup("string")
		: !type || !mg_type_is_nameable(type)
			? g_strdup_printf(
				  "%" G_GUINT64_FORMAT " bytes", object->size)
			: mg_type_name(type);
	const char *address = e->pointer || e->of ? "" : "&";
	g_autofree char *base = mg_expression_take(e);
	e->of = g_strdup_printf("the %s %s %s%s", what, where, address, base);
	e->pointer = TRUE;
	e->plain = type && !mg_type_is_nameable(type);
	e->element = FALSE;
}

/* "bytes 8 to 15 of *p", "the string s" where they are all of it. */
static void tell_bytes(struct mg_expression *e, const struct mg_object *object,
	guint64 offset, guint64 size)
{
	gboolean text = object->text && !object->shape.type && e->pointer;
	if (!text)
		mg_expression_dereference(e);
	g_autofree char *base = mg_expression_take(e);
	gboolean all = offset == 0 && size >= object->size;
	const char *what =
		text && !g_str_has_prefix(base, "the ") ? "the string " : "";
	if (all)
		e->of = g_strdup_printf("%s%s", what, base);
	else if (size == 1)
		e->of = g_strdup_printf("byte %" G_GUINT64_FORMAT " of %s%s",
			offset, what, base);
	else
		e->of = g_strdup_printf("bytes %" G_GUINT64_FORMAT
					" to %" G_GUINT64_FORMAT " of %s%s",
			offset, offset + size - 1, what, base);
	e->pointer = FALSE;
	e->plain = FALSE;
	e->element = FALSE;
}

void mg_expression_append_index(struct mg_expression *e, gint64 i)
{
	/* `p[i]` is an element, for a pointer as well as for an array. */
	if (e->of && !e->text->len) {
		g_autofree char *whole = g_steal_pointer(&e->of);
		e->of = g_strdup_printf(
			"element %" G_GINT64_FORMAT " of %s", i, whole);
		e->pointer = FALSE;
		return;
	}
	mg_expression_parenthesise(e);
	g_string_append_printf(e->text, "[%" G_GINT64_FORMAT "]", i);
	e->pointer = FALSE;
}

void mg_expression_append_member(struct mg_expression *e, const char *name)
{
	mg_expression_parenthesise(e);
	g_string_append_printf(e->text, "%s%s",
		!e->text->len && e->of ? ""
		: e->pointer           ? "->"
				       : ".",
		name);
	e->pointer = FALSE;
}

/* An anonymous union is written as the bytes at its first member. */
static void append_anonymous(
	struct mg_expression *e, const struct mg_type *type, guint64 size)
{
	while (type && (type->kind == MG_UNION || type->kind == MG_STRUCT) &&
		type->n_members) {
		const struct mg_member *first = &type->members[0];
		if (first->name) {
			mg_expression_append_member(e, first->name);
			break;
		}
		type = first->type;
	}

	if (e->words) {
		g_autofree char *first = mg_expression_take(e);
		e->of = g_strdup_printf("the union with %s", first);
		return;
	}

	g_autofree char *base = g_strdup(e->text->str);
	g_string_printf(
		e->text, "*(char (*)[%" G_GUINT64_FORMAT "]) &%s", size, base);
	e->pointer = FALSE;
	e->unary = TRUE;
}

/* A value that is declared as bytes: the expression for these becomes a pointer
 * to it. In words, the bytes are the value. */
static void take_stored(struct mg_expression *e, const struct mg_type *type)
{
	if (e->words)
		return;

	g_autofree char *cast = mg_expression_cast_to(e, type);
	g_autofree char *base = g_strdup(e->text->str);
	g_string_printf(e->text, "((%s) &%s)", cast, base);
	e->pointer = TRUE;
	e->unary = FALSE;
}

/* From a pointer to one element to a pointer to the whole. */
void mg_expression_become_whole(
	struct mg_expression *e, const struct mg_object *object)
{
	const struct mg_type *type = object->shape.type;
	if (!e->element)
		return;
	if (e->words) {
		mg_expression_tell_object(
			e, object, e->first ? "around" : "at");
		return;
	}

	g_autofree char *cast = mg_expression_cast_to(e, type);
	g_autofree char *base = g_strdup(e->text->str);
	guint64 size = type->kind == MG_ARRAY && object->shape.count == 1
			       ? type->target->size
			       : type->size;
	if (e->first)
		g_string_printf(e->text,
			"((%s) ((char *) %s - %" G_GUINT64_FORMAT "))", cast,
			base, (guint64) e->first * size);
	else
		g_string_printf(e->text, "((%s) %s)", cast, base);

	e->unary = FALSE;
	e->element = FALSE;
}

/* From a pointer to one element to another, or to a part of it: the elements
 * are those of a block, or the first step leads to one. FALSE if no element is
 * meant. */
static gboolean go_to_element(struct mg_expression *e,
	const struct mg_shape *shape, guint64 element, const GArray *steps,
	guint *first)
{
	gboolean array = shape->count == 1 && !e->container;
	const struct mg_step *step =
		steps->len ? &g_array_index(steps, struct mg_step, 0) : NULL;
	if (array && (!step || step->member))
		return FALSE;

	gint64 index = (gint64) (array ? step->index : element) - e->first;
	*first = array ? 1 : 0;
	/* A member of the same element: p->member. */
	if (index != 0 || *first == steps->len || e->container ||
		!g_array_index(steps, struct mg_step, *first).member)
		mg_expression_append_index(e, index);
	e->container = FALSE;
	return TRUE;
}

/* Goes from an object to a value inside; FALSE if types don't lead there. */
gboolean mg_expression_go_inside(struct mg_expression *e,
	const struct mg_object *object, const struct mg_goal *goal,
	guint64 offset)
{
	const struct mg_shape *shape = &object->shape;
	if (!shape->type || e->plain)
		return FALSE;

	g_autoptr(GArray) steps =
		g_array_new(FALSE, FALSE, sizeof(struct mg_step));
	guint64 element = shape->tail ? 0 : offset / shape->type->size;
	if (!mg_find_steps(goal, shape->type,
		    offset - element * shape->type->size, steps, shape->tail) ||
		mg_steps_are_ambiguous(shape->type, steps))
		return FALSE;

	guint first = 0;
	if (e->element && !go_to_element(e, shape, element, steps, &first))
		mg_expression_become_whole(e, object);
	else if (!e->element &&
		 (element > 0 ||
			 (shape->count > 1 && e->pointer && !steps->len)))
		mg_expression_append_index(e, (gint64) element);

	e->element = FALSE;
	for (guint i = first; i < steps->len; i++) {
		const struct mg_step *s =
			&g_array_index(steps, struct mg_step, i);
		if (!s->member) {
			mg_expression_dereference(e);
			mg_expression_append_index(e, (gint64) s->index);
		} else if (s->member->name) {
			mg_expression_append_member(e, s->member->name);
			if (s->member->stored)
				take_stored(e, s->member->type);
		} else if (i + 1 == steps->len && !goal->member) {
			append_anonymous(
				e, s->member->type, s->member->type->size);
		}
	}

	mg_expression_dereference(e);
	return TRUE;
}

/* Turns the expression for an object into one for something inside it that its
 * type does not lead to, by a cast of its address. */
static void take_cast(struct mg_expression *e, const struct mg_object *object,
	const char *cast, guint64 offset, guint64 size)
{
	if (e->container) {
		guint64 each = object->shape.type->size;
		mg_expression_append_index(
			e, (gint64) (offset / each) - e->first);
		offset %= each;
		e->container = FALSE;
	}
	if (e->words) {
		tell_bytes(e, object, offset, size);
		return;
	}
	mg_expression_become_whole(e, object);

	g_autofree char *base = g_strdup(e->text->str);
	const char *address = e->pointer ? "" : "&";
	if (offset)
		g_string_printf(e->text,
			"*(%s) ((char *) %s%s + %" G_GUINT64_FORMAT ")", cast,
			address, base, offset);
	else
		g_string_printf(e->text, "*(%s) %s%s", cast, address, base);

	e->pointer = FALSE;
	e->unary = TRUE;
	e->plain = FALSE;
}

void mg_expression_take_word(
	struct mg_expression *e, const struct mg_object *object, guint64 offset)
{
	take_cast(e, object, "void **", offset, 8);
}

void mg_expression_take_bytes(struct mg_expression *e,
	const struct mg_object *object, const struct mg_vertex *vertex)
{
	const struct mg_type *type = vertex->type;
	struct mg_type pointer = {.kind = MG_POINTER, .target = type};
	g_autofree char *cast = NULL;

	if (type && type->kind == MG_POINTER)
		cast = g_strdup("void **");
	else if (type && type->name && !vertex->member &&
		 type->kind != MG_STRUCT && type->kind != MG_UNION)
		cast = mg_type_name(&pointer);
	else
		cast = g_strdup_printf(
			"char (*)[%" G_GUINT64_FORMAT "]", vertex->size);

	take_cast(e, object, cast, vertex->offset, vertex->size);
}
