/* Whether two states are the same to the last byte: two runs of one invocation
 * mostly are. That is seen many times faster than a match is made. */
#include "match-inside.h"

#include <string.h>

struct sameness {
	const struct mg_graph *a, *b;
	struct mg_classes classes;
};

static gboolean have_same_type(
	struct sameness *s, const struct mg_type *t, const struct mg_type *u)
{
	return mg_class_of(&s->classes, 0, t) == mg_class_of(&s->classes, 1, u);
}

static gboolean have_same_roots(const struct sameness *s)
{
	if (s->a->n_roots != s->b->n_roots)
		return FALSE;
	for (guint i = 0; i < s->a->n_roots; i++) {
		const struct mg_root *p = &s->a->roots[i];
		const struct mg_root *q = &s->b->roots[i];
		if (strcmp(mg_root_key(p), mg_root_key(q)) != 0 ||
			p->place != q->place || p->number != q->number)
			return FALSE;
	}
	return TRUE;
}

static gboolean is_same_object(struct sameness *s, const struct mg_object *p,
	const struct mg_object *q)
{
	return p->address == q->address && p->size == q->size &&
	       p->shape.count == q->shape.count &&
	       p->shape.tail == q->shape.tail && p->bytes == q->bytes &&
	       p->root == q->root && p->first_link == q->first_link &&
	       p->n_links == q->n_links && p->text == q->text &&
	       p->readable == q->readable && p->in_memory == q->in_memory &&
	       p->home == q->home &&
	       have_same_type(s, p->shape.type, q->shape.type);
}

static gboolean is_same_link(
	struct sameness *s, const struct mg_link *k, const struct mg_link *l)
{
	gboolean same_place = k->end == MG_END_FUNCTION
				      ? g_strcmp0(k->function, l->function) == 0
				      : k->to_offset == l->to_offset;
	return k->from == l->from && k->to == l->to && k->offset == l->offset &&
	       k->end == l->end && k->word == l->word &&
	       k->allocator == l->allocator && k->beside == l->beside &&
	       same_place && have_same_type(s, k->type, l->type);
}

static gboolean are_same(struct sameness *s)
{
	const struct mg_graph *a = s->a, *b = s->b;
	if (a->objects->len != b->objects->len ||
		a->links->len != b->links->len || a->n_bytes != b->n_bytes ||
		(a->n_bytes && memcmp(a->bytes, b->bytes, a->n_bytes) != 0) ||
		!have_same_roots(s))
		return FALSE;

	for (guint32 i = 0; i < a->objects->len; i++)
		if (!is_same_object(
			    s, mg_graph_object(a, i), mg_graph_object(b, i)))
			return FALSE;
	for (guint32 i = 0; i < a->links->len; i++)
		if (!is_same_link(s,
			    &g_array_index(a->links, struct mg_link, i),
			    &g_array_index(b->links, struct mg_link, i)))
			return FALSE;
	return TRUE;
}

gboolean mg_graphs_are_same(const struct mg_graph *a, const struct mg_graph *b)
{
	struct sameness s = {.a = a, .b = b};
	mg_classes_init(&s.classes);
	gboolean same = are_same(&s);
	mg_classes_clear(&s.classes);
	return same;
}
