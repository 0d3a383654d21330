/* What a `void *` leads to, where its siblings tell: in a list or an array of
 * such pointers, those that lead to something of a known type lead to the same
 * type as a rule, and so do the others, if that has the size of their blocks.
 *
 * Siblings are the elements of one array, and the same member of all elements
 * of one list: of structs of one type that have pointers to each other. */
#include "extract.h"
#include "sort.h"

#include <string.h>

/* A `void *`, or a pointer from one element of a list to another. */
struct note {
	guint32 from; /* a stretch */
	guint32 list; /* that it belongs to, once that is known */
	guint64 offset; /* in an element of it */
	guint64 value;
};

struct mg_siblings {
	GArray *pointers; /* struct note: each `void *` */
	GArray *links; /* struct note: not used yet */
	GArray *parents; /* guint32, by stretch: another one of the same list,
			    or itself */
	GArray *listed; /* by type id: 0 unknown, 1 no, 2 has a `void *` */
};

struct mg_siblings *mg_siblings_new(void)
{
	struct mg_siblings *siblings = g_new0(struct mg_siblings, 1);
	siblings->pointers = g_array_new(FALSE, FALSE, sizeof(struct note));
	siblings->links = g_array_new(FALSE, FALSE, sizeof(struct note));
	siblings->parents = g_array_new(FALSE, FALSE, sizeof(guint32));
	siblings->listed = g_array_new(FALSE, TRUE, 1);
	return siblings;
}

void mg_siblings_free(struct mg_siblings *siblings)
{
	g_array_unref(siblings->pointers);
	g_array_unref(siblings->links);
	g_array_unref(siblings->parents);
	g_array_unref(siblings->listed);
	g_free(siblings);
}

/* ---- What is met ---- */

static gboolean is_nothing(const struct mg_type *type)
{
	return !type || (type->kind == MG_VOID &&
				(!type->name || !strcmp(type->name, "void")));
}

static gboolean has_untyped(struct mg_siblings *s, const struct mg_type *type)
{
	if (type->id >= s->listed->len)
		g_array_set_size(s->listed, 2 * type->id + 64);
	guint8 *known = &g_array_index(s->listed, guint8, type->id);
	if (*known)
		return *known == 2;

	*known = 1;
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_type *member = type->members[i].type;
		if (member && member->kind == MG_POINTER &&
			is_nothing(member->target))
			*known = 2;
	}
	return *known == 2;
}

/* The size of the elements that a stretch consists of. */
static guint64 element_size(const struct mg_shape *shape)
{
	const struct mg_type *type = shape->type;
	while (type && type->kind == MG_ARRAY && type->target &&
		type->target->size)
		type = type->target;
	return type && type->size ? type->size : 1;
}

void mg_siblings_note(struct mg_extract *x, guint32 from, guint64 offset,
	guint64 value, const struct mg_type *type)
{
	struct mg_siblings *s = x->siblings;
	const struct mg_shape *shape = &mg_stretch_at(x, from)->shape;
	struct note note = {from, from, offset % element_size(shape), value};
	if (shape->tail)
		return;
	if (is_nothing(type))
		g_array_append_val(s->pointers, note);
	else if (type == shape->type && type->kind == MG_STRUCT &&
		 has_untyped(s, type))
		g_array_append_val(s->links, note);
}

/* ---- Lists ---- */

static guint32 *parent_of(struct mg_siblings *s, guint32 id)
{
	return &g_array_index(s->parents, guint32, id);
}

/* One for all elements of a list. */
static guint32 list_of(struct mg_siblings *s, guint32 id)
{
	while (*parent_of(s, id) != id) {
		*parent_of(s, id) = *parent_of(s, *parent_of(s, id));
		id = *parent_of(s, id);
	}
	return id;
}

static void join(struct mg_extract *x, const struct note *link)
{
	struct mg_siblings *s = x->siblings;
	struct mg_target target;
	mg_extract_follow(x, link->value, NULL, &target);
	if (target.end != MG_END_NONE || target.stretch >= s->parents->len ||
		mg_stretch_at(x, target.stretch)->shape.type !=
			mg_stretch_at(x, link->from)->shape.type)
		return;
	guint32 a = list_of(s, link->from), b = list_of(s, target.stretch);
	*parent_of(s, MAX(a, b)) = MIN(a, b);
}

static void join_lists(struct mg_extract *x)
{
	struct mg_siblings *s = x->siblings;
	for (guint32 i = s->parents->len; i < x->stretches->len; i++)
		g_array_append_val(s->parents, i);
	for (guint i = 0; i < s->links->len && !mg_extract_is_stopped(x); i++)
		join(x, &g_array_index(s->links, struct note, i));
	g_array_set_size(s->links, 0);
}

/* ---- The decision ---- */

static int by_family(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct note *p = a, *q = b;
	if (p->list != q->list)
		return p->list < q->list ? -1 : 1;
	return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* Whether it is a block that nothing is known about. */
static gboolean is_unknown(const struct mg_stretch *stretch)
{
	return stretch->block && !stretch->split && !stretch->text &&
	       !stretch->shape.type;
}

/* Where a pointer leads, if that is the start of a block. */
static guint32 block_at(struct mg_extract *x, guint64 value)
{
	struct mg_target target;
	return mg_extract_follow_word(x, value, &target) &&
			       target.end == MG_END_NONE && target.offset == 0
		       ? target.stretch
		       : MG_NO_OBJECT;
}

/* The one type of all siblings whose blocks are known; NULL if there is none, or
 * if one is something else. */
static const struct mg_type *common_type(
	struct mg_extract *x, const struct note *notes, guint n)
{
	const struct mg_type *common = NULL;
	for (guint i = 0; i < n; i++) {
		guint32 id = block_at(x, notes[i].value);
		if (id == MG_NO_OBJECT)
			return NULL;
		const struct mg_stretch *stretch = mg_stretch_at(x, id);
		const struct mg_type *type = stretch->shape.type;
		if (is_unknown(stretch))
			continue;
		if (!type || type->kind != MG_STRUCT ||
			stretch->shape.count != 1 || stretch->text ||
			(common && type != common))
			return NULL;
		common = type;
	}
	return common;
}

static gboolean decide(struct mg_extract *x, const struct note *notes, guint n)
{
	const struct mg_type *type = common_type(x, notes, n);
	gboolean settled = FALSE;
	for (guint i = 0; type && i < n; i++) {
		guint32 id = block_at(x, notes[i].value);
		struct mg_stretch *stretch = mg_stretch_at(x, id);
		struct mg_shape shape = mg_shape_of_block(type, stretch->size);
		if (!is_unknown(stretch) || shape.count != 1 ||
			!mg_fills_block(type, stretch->size))
			continue;
		stretch->shape = shape;
		stretch->queued = FALSE;
		mg_extract_enqueue(x, id);
		settled = TRUE;
	}
	return settled;
}

/* Sorts all pointers by list and member. FALSE if there is no need to, since no
 * block is known, or none is unknown. */
static gboolean sort_pointers(struct mg_extract *x)
{
	struct mg_siblings *s = x->siblings;
	gboolean known = FALSE, unknown = FALSE;
	for (guint i = 0; i < s->pointers->len && !mg_extract_is_stopped(x);
		i++) {
		struct note *note = &g_array_index(s->pointers, struct note, i);
		guint32 id = block_at(x, note->value);
		note->list = list_of(s, note->from);
		if (id == MG_NO_OBJECT)
			continue;
		gboolean is = is_unknown(mg_stretch_at(x, id));
		unknown |= is;
		known |= !is;
	}
	if (!known || !unknown)
		return FALSE;
	mg_sort(s->pointers->data, s->pointers->len, sizeof(struct note),
		by_family, NULL, x->reader->stop);
	return TRUE;
}

gboolean mg_siblings_settle(struct mg_extract *x)
{
	struct mg_siblings *s = x->siblings;
	gboolean settled = FALSE;
	if (s->pointers->len == 0)
		return FALSE;
	join_lists(x);
	if (!sort_pointers(x))
		return FALSE;

	for (guint i = 0, n; i < s->pointers->len && !mg_extract_is_stopped(x);
		i += n) {
		const struct note *first =
			&g_array_index(s->pointers, struct note, i);
		for (n = 1; i + n < s->pointers->len; n++)
			if (by_family(first, first + n, NULL) != 0)
				break;
		settled |= n > 1 && decide(x, first, n);
	}
	return settled;
}
