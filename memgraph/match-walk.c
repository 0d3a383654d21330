/* Walks both graphs at once, from the roots on. Objects that are met at the
 * same time are mates if they are alike; in lists, trees and arrays, what the
 * elements say counts before their order does. */
#include "match-inside.h"

#include <string.h>

#define AMBIGUOUS (MG_NO_OBJECT - 1)

/* How far a pointer to the same type is followed to see whether it makes a
 * long chain. */
enum { GLANCE = 64 };
/* Gaps in a chain of up to this many cells (n × m) are compared element by
 * element. */
enum { MOST_CELLS = 1 << 12 };

struct meeting {
	guint32 x, y;
};

struct walk {
	struct mg_match *match;
	struct mg_side *a, *b;
	GArray *queue; /* struct meeting: mates whose pointers are to be
			  followed */
	GArray *later; /* struct meeting: not alike, but at the same place */
	GArray *pieces; /* struct meeting: mates that are parts of pools */
};

static void meet(struct walk *w, guint32 x, guint32 y);

static gboolean is_free(const struct mg_side *side, guint32 object)
{
	return side->mate[object] == MG_NO_MATE &&
	       !mg_graph_object(side->graph, object)->root;
}

static void enqueue(struct walk *w, guint32 x, guint32 y)
{
	struct meeting meeting = {x, y};
	g_array_append_val(w->queue, meeting);
}

static void pair(struct walk *w, guint32 x, guint32 y)
{
	mg_match_pair(w->match, x, y);
	enqueue(w, x, y);
}

/* Makes two objects mates if possible. If one is too large for that it takes
 * the other's place instead, so that what it leads to can still be matched. */
static gboolean settle(struct walk *w, guint32 x, guint32 y)
{
	switch (mg_match_fit(w->match, x, y)) {
	case MG_FIT:
		pair(w, x, y);
		return TRUE;
	case MG_FIT_TOO_LARGE:
		if (!w->a->replaced[x] && !w->b->replaced[y]) {
			w->a->replaced[x] = w->b->replaced[y] = TRUE;
			enqueue(w, x, y);
		}
		return FALSE;
	default:
		return FALSE;
	}
}

/* ---- Elsewhere in the graph ---- */

static void index_side(struct mg_match *match, struct mg_side *side)
{
	if (side->indexed)
		return;

	side->indexed = TRUE;
	for (guint32 i = 0; i < side->n && !mg_match_is_stopped(match); i++) {
		if (!mg_class_at(&match->classes, side->class[i])->n_self)
			continue;
		guint64 key = side->far[i];
		guint32 known = mg_map_get(&side->by_far, key);
		mg_map_put(&side->by_far, key,
			known == MG_NO_OBJECT ? i : AMBIGUOUS);
	}
}

/* The object of the other graph that says the same, if there is just one on
 * each side; MG_NO_OBJECT if not, or if it is taken. */
static guint32 find_partner(
	struct walk *w, struct mg_side *here, struct mg_side *there, guint32 o)
{
	index_side(w->match, here);
	index_side(w->match, there);
	guint64 key = here->far[o];
	if (mg_map_get(&here->by_far, key) != o)
		return MG_NO_OBJECT;
	guint32 other = mg_map_get(&there->by_far, key);
	return other >= AMBIGUOUS || !is_free(there, other) ? MG_NO_OBJECT
							    : other;
}

/* ---- Chains ---- */

/* The next object of the chain, or MG_NO_OBJECT at its end. */
static guint32 next_of(struct walk *w, const struct mg_side *side,
	guint32 object, guint64 offset)
{
	const struct mg_link *link =
		mg_graph_link_at(side->graph, object, offset);
	if (!link || link->end != MG_END_NONE ||
		side->class[link->to] != side->class[object] ||
		side->stamp[link->to] == w->match->stamp ||
		!is_free(side, link->to) ||
		mg_graph_object(side->graph, link->to)->shape.count != 1)
		return MG_NO_OBJECT;
	return link->to;
}

/* The objects of a chain, at most `most`; appended if there is a list. */
static guint64 collect(struct walk *w, struct mg_side *side, guint32 object,
	guint64 offset, guint64 most, GArray *list)
{
	guint64 n = 0;

	while (object != MG_NO_OBJECT && n < most &&
		!mg_match_is_stopped(w->match)) {
		side->stamp[object] = w->match->stamp;
		side->place[object] = (guint32) n;
		if (list)
			g_array_append_val(list, object);
		n++;
		object = next_of(w, side, object, offset);
	}

	return n;
}

/* The pointer that makes the longest chain. */
static guint64 find_direction(
	struct walk *w, guint32 x, guint32 y, guint64 *length)
{
	const struct mg_class *class =
		mg_class_at(&w->match->classes, w->a->class[x]);
	guint64 best = class->self[0];

	*length = 0;
	for (guint i = 0; i < class->n_self; i++) {
		w->match->stamp++;
		guint64 n = collect(w, w->a, x, class->self[i], GLANCE, NULL) +
			    collect(w, w->b, y, class->self[i], GLANCE, NULL);
		if (n > *length) {
			*length = n;
			best = class->self[i];
		}
	}

	return best;
}

struct chains {
	const guint32 *x, *y; /* the objects */
	gsize n, m;
};

/* Aligns what is left in a part of the chains, by digests. */
static void align_part(struct walk *w, const struct chains *c,
	const guint64 *digest_a, const guint64 *digest_b, gsize x, gsize x_end,
	gsize y, gsize y_end)
{
	gsize n = x_end - x, m = y_end - y;
	if (n == 0 || m == 0)
		return;

	g_autofree guint64 *a = g_new(guint64, n);
	g_autofree guint64 *b = g_new(guint64, m);
	g_autofree gint64 *to = g_new(gint64, n);
	for (gsize i = 0; i < n; i++)
		a[i] = digest_a[c->x[x + i]];
	for (gsize j = 0; j < m; j++)
		b[j] = digest_b[c->y[y + j]];
	mg_align_until(w->a->graph->stop, a, n, b, m, to);
	for (gsize i = 0; i < n && !mg_match_is_stopped(w->match); i++)
		if (to[i] >= 0)
			settle(w, c->x[x + i], c->y[y + (gsize) to[i]]);
}

typedef void (*gap_func)(struct walk *w, const struct chains *c, gsize x,
	gsize x_end, gsize y, gsize y_end);

/* Calls the function for each part of the chains that lies between mates.
 * Elements that moved have their mates elsewhere, and don't count as bounds. */
static void for_each_gap(struct walk *w, const struct chains *c, gap_func func)
{
	gsize x = 0, y = 0;

	for (gsize i = 0; i < c->n && !mg_match_is_stopped(w->match); i++) {
		guint32 mate = w->a->mate[c->x[i]];
		if (mate == MG_NO_MATE ||
			w->b->stamp[mate] != w->match->stamp ||
			w->b->place[mate] < y)
			continue;
		gsize j = w->b->place[mate];
		func(w, c, x, i, y, j);
		x = i + 1;
		y = j + 1;
	}

	func(w, c, x, c->n, y, c->m);
}

static void align_near(struct walk *w, const struct chains *c, gsize x,
	gsize x_end, gsize y, gsize y_end)
{
	align_part(w, c, w->a->near, w->b->near, x, x_end, y, y_end);
}

static void align_says(struct walk *w, const struct chains *c, gsize x,
	gsize x_end, gsize y, gsize y_end)
{
	align_part(w, c, w->a->says, w->b->says, x, x_end, y, y_end);
}

static gboolean branches(const struct walk *w, guint32 x)
{
	return mg_class_at(&w->match->classes, w->a->class[x])->branches;
}

/* Elements that say the same but are elsewhere: in this chain, or, for trees,
 * anywhere. */
static void match_moved(struct walk *w, const struct chains *c)
{
	gboolean anywhere = branches(w, c->x[0]);

	for (gsize i = 0; i < c->n && !mg_match_is_stopped(w->match); i++) {
		if (!is_free(w->a, c->x[i]))
			continue;
		guint32 y = find_partner(w, w->a, w->b, c->x[i]);
		if (y != MG_NO_OBJECT &&
			(anywhere || w->b->stamp[y] == w->match->stamp))
			settle(w, c->x[i], y);
	}

	for (gsize j = 0;
		j < c->m && anywhere && !mg_match_is_stopped(w->match); j++) {
		if (!is_free(w->b, c->y[j]))
			continue;
		guint32 x = find_partner(w, w->b, w->a, c->y[j]);
		if (x != MG_NO_OBJECT)
			settle(w, x, c->y[j]);
	}
}

/* How similar two elements are, in 1/256: by bytes, and for pointers by what
 * they lead to. */
static guint similarity(struct walk *w, guint32 x, guint32 y)
{
	const struct mg_object *p = mg_graph_object(w->a->graph, x);
	const struct mg_object *q = mg_graph_object(w->b->graph, y);
	const guint8 *s = mg_graph_bytes(w->a->graph, p),
		     *t = mg_graph_bytes(w->b->graph, q);
	const GArray *ranges = mg_class_ranges(
		mg_class_at(&w->match->classes, w->a->class[x]));
	guint64 all = 0, same = 0;

	for (guint i = 0; i < ranges->len; i++) {
		const struct mg_range *r =
			&g_array_index(ranges, struct mg_range, i);
		for (guint64 at = r->offset; at < r->offset + r->size &&
					     at < p->size && at < q->size;
			at += 8) {
			guint64 n = MIN(8, MIN(p->size, q->size) - at);
			n = MIN(n, r->offset + r->size - at);
			const struct mg_link *k =
				mg_graph_link_at(w->a->graph, x, at);
			const struct mg_link *l =
				mg_graph_link_at(w->b->graph, y, at);
			gboolean equal =
				k && l ? k->end == l->end &&
						 (k->end != MG_END_NONE ||
							 w->a->says[k->to] ==
								 w->b->says
									 [l->to])
				: k || l ? FALSE
					 : memcmp(s + at, t + at, n) == 0;
			all += n;
			same += equal ? n : 0;
		}
	}

	return all ? (guint) (256 * same / all) : 0;
}

/* As many mates as possible, of those that are at least half the same. */
static void match_similar(struct walk *w, const struct chains *c, gsize x,
	gsize x_end, gsize y, gsize y_end)
{
	gsize n = x_end - x, m = y_end - y, width = m + 1;
	if (n > MOST_CELLS || m > MOST_CELLS || n * m > MOST_CELLS)
		return;

	g_autofree guint *best = g_new0(guint, (n + 1) * width);
	g_autofree guint *alike = g_new0(guint, (n + 1) * width);
	for (gsize i = n; i-- > 0;)
		for (gsize j = m; j-- > 0;) {
			guint *cell = &best[i * width + j];
			guint s = 0;
			if (is_free(w->a, c->x[x + i]) &&
				is_free(w->b, c->y[y + j]))
				s = similarity(w, c->x[x + i], c->y[y + j]);
			alike[i * width + j] = s >= 128 ? s : 0;
			*cell = MAX(cell[width], cell[1]);
			if (s >= 128)
				*cell = MAX(*cell, cell[width + 1] + s);
		}

	for (gsize i = 0, j = 0; i < n && j < m;) {
		const guint *cell = &best[i * width + j];
		guint s = alike[i * width + j];
		if (s && *cell == cell[width + 1] + s)
			settle(w, c->x[x + i++], c->y[y + j++]);
		else if (*cell == cell[width])
			i++;
		else
			j++;
	}
}

/* What is left between two mates: if there are as many on both sides, they are
 * the same with other values; else something was inserted or deleted. */
static void match_rest(struct walk *w, const struct chains *c, gsize x,
	gsize x_end, gsize y, gsize y_end)
{
	if (x_end - x != y_end - y) {
		match_similar(w, c, x, x_end, y, y_end);
		return;
	}
	for (gsize i = 0; i < x_end - x && !mg_match_is_stopped(w->match); i++)
		if (is_free(w->a, c->x[x + i]) && is_free(w->b, c->y[y + i]))
			settle(w, c->x[x + i], c->y[y + i]);
}

static void align_chains(struct walk *w, guint32 x, guint32 y, guint64 offset)
{
	g_autoptr(GArray) xs = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GArray) ys = g_array_new(FALSE, FALSE, sizeof(guint32));
	w->match->stamp++;

	struct chains c;
	c.n = collect(w, w->a, x, offset, G_MAXUINT32, xs);
	c.m = collect(w, w->b, y, offset, G_MAXUINT32, ys);
	/* Else both have at least the one that they begin with. */
	if (mg_match_is_stopped(w->match))
		return;
	c.x = (const guint32 *) (void *) xs->data;
	c.y = (const guint32 *) (void *) ys->data;
	align_part(w, &c, w->a->far, w->b->far, 0, c.n, 0, c.m);
	for_each_gap(w, &c, align_near);
	for_each_gap(w, &c, align_says);
	match_moved(w, &c);
	for_each_gap(w, &c, match_rest);
}

/* Those of the two that are free may have partners elsewhere. */
static gboolean meet_partners(struct walk *w, guint32 x, guint32 y)
{
	guint32 other_x = MG_NO_OBJECT, other_y = MG_NO_OBJECT;
	if (is_free(w->b, y))
		other_x = find_partner(w, w->b, w->a, y);
	if (is_free(w->a, x))
		other_y = find_partner(w, w->a, w->b, x);
	if (other_x != MG_NO_OBJECT)
		settle(w, other_x, y);
	if (other_y != MG_NO_OBJECT)
		settle(w, x, other_y);

	return other_x != MG_NO_OBJECT || other_y != MG_NO_OBJECT;
}

/* Two objects of a type that makes lists or trees, which nothing follows. */
static void meet_alone(struct walk *w, guint32 x, guint32 y)
{
	struct meeting meeting = {x, y};
	if (w->a->says[x] == w->b->says[y] || !branches(w, x))
		settle(w, x, y);
	else if (!meet_partners(w, x, y))
		g_array_append_val(w->later, meeting);
}

static void meet(struct walk *w, guint32 x, guint32 y)
{
	if (w->a->class[x] != w->b->class[y])
		return;
	if (!is_free(w->a, x) || !is_free(w->b, y)) {
		if (branches(w, x))
			meet_partners(w, x, y);
		return;
	}
	if (!mg_class_at(&w->match->classes, w->a->class[x])->n_self ||
		mg_graph_object(w->a->graph, x)->shape.count != 1 ||
		mg_graph_object(w->b->graph, y)->shape.count != 1) {
		settle(w, x, y);
		return;
	}

	guint64 length;
	guint64 offset = find_direction(w, x, y, &length);
	if (length > 2)
		align_chains(w, x, y, offset);
	else
		meet_alone(w, x, y);
}

/* ---- Pointers of two objects ---- */

/* Links of an object in [offset, end): first and number. */
struct links {
	const struct mg_link *first;
	gsize n;
};

static struct links links_of(
	const struct mg_side *side, guint32 object, guint64 offset, guint64 end)
{
	struct links links;
	links.first =
		mg_graph_links_in(side->graph, object, offset, end, &links.n);
	return links;
}

/* Pointers at the same place, relative to the start of each part. */
static void follow(struct walk *w, struct links p, guint64 p_base,
	struct links q, guint64 q_base)
{
	for (gsize i = 0, j = 0;
		i < p.n && j < q.n && !mg_match_is_stopped(w->match);) {
		guint64 s = p.first[i].offset - p_base;
		guint64 t = q.first[j].offset - q_base;
		if (s == t && p.first[i].end == MG_END_NONE &&
			q.first[j].end == MG_END_NONE)
			meet(w, p.first[i].to, q.first[j].to);
		i += s <= t;
		j += t <= s;
	}
}

/* An array inside both objects. */
struct array {
	const struct mg_type *element;
	guint32 class;
	guint64 x_offset, y_offset; /* where it begins … */
	guint64 n, m; /* … and how many elements it has */
	gsize x_near, y_near; /* where the links of the last one were */
};

/* The same as links_of(), for one element after the other. */
static struct links links_of_element(const struct mg_side *side, guint32 object,
	guint64 offset, guint64 end, gsize *near)
{
	const struct mg_object *o = mg_graph_object(side->graph, object);
	const struct mg_link *all = mg_graph_links(side->graph, o);
	gsize n = o->n_links;
	while (n > 0 && all[n - 1].beside)
		n--;

	*near = mg_links_from(all, n, offset, *near);
	struct links links = {.first = all + *near};
	while (*near + links.n < n && links.first[links.n].offset < end)
		links.n++;
	return links;
}

static void follow_elements(struct walk *w, guint32 x, guint32 y,
	struct array *array, guint64 i, guint64 j)
{
	guint64 size = array->element->size;
	guint64 s = array->x_offset + i * size, t = array->y_offset + j * size;
	follow(w, links_of_element(w->a, x, s, s + size, &array->x_near), s,
		links_of_element(w->b, y, t, t + size, &array->y_near), t);
}

/* First the elements that say the same, then those between them: one by one if
 * there are as many on both sides, else those with the same index. */
static void follow_array(
	struct walk *w, guint32 x, guint32 y, struct array *array)
{
	guint64 size = array->element->size, n = array->n, m = array->m;
	g_autofree guint64 *a = g_new(guint64, n + 1);
	g_autofree guint64 *b = g_new(guint64, m + 1);
	g_autofree gint64 *to = g_new(gint64, n + 1);
	gsize near_x = 0, near_y = 0;

	for (guint64 i = 0; i < n && !mg_match_is_stopped(w->match); i++)
		a[i] = mg_digest_element(w->match, 0, x,
			array->x_offset + i * size, array->class, &near_x);
	for (guint64 j = 0; j < m && !mg_match_is_stopped(w->match); j++)
		b[j] = mg_digest_element(w->match, 1, y,
			array->y_offset + j * size, array->class, &near_y);
	mg_align_until(w->a->graph->stop, a, n, b, m, to);
	for (guint64 i = 0; i < n && !mg_match_is_stopped(w->match); i++)
		if (to[i] >= 0)
			follow_elements(w, x, y, array, i, (guint64) to[i]);

	guint64 from_x = 0, from_y = 0;
	for (guint64 i = 0; i <= n && !mg_match_is_stopped(w->match); i++) {
		if (i < n && to[i] < 0)
			continue;
		guint64 j = i < n ? (guint64) to[i] : m;
		gboolean even = i - from_x == j - from_y;
		for (guint64 k = from_x;
			k < i && !mg_match_is_stopped(w->match); k++) {
			guint64 l = even ? from_y + (k - from_x) : k;
			if (l >= from_y && l < j)
				follow_elements(w, x, y, array, k, l);
		}
		from_x = i + 1;
		from_y = j + 1;
	}
}

/* An array whose elements hold pointers, at the same offset in both. */
static gboolean take_array(struct walk *w, guint32 x, guint32 y,
	const struct mg_type *element, guint64 offset, guint64 n, guint64 m)
{
	if (!element || element->size < 8 || MAX(n, m) < 2 ||
		!links_of(w->a, x, offset, offset + n * element->size).n)
		return FALSE;

	struct array array = {
		.element = element,
		.class = mg_class_of(&w->match->classes, 0, element),
		.x_offset = offset,
		.y_offset = offset,
		.n = n,
		.m = m,
	};
	follow_array(w, x, y, &array);
	return TRUE;
}

static void follow_part(
	struct walk *w, guint32 x, guint32 y, guint64 offset, guint64 end)
{
	follow(w, links_of(w->a, x, offset, end), offset,
		links_of(w->b, y, offset, end), offset);
}

/* The pointers of a struct, except for those in its arrays, which are
 * aligned. */
static void follow_struct(struct walk *w, guint32 x, guint32 y,
	const struct mg_type *type, guint64 size_x, guint64 size_y)
{
	guint64 done = 0;

	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		gboolean last = i + 1 == type->n_members;
		if (!m->type || m->type->kind != MG_ARRAY || !m->type->target ||
			!m->type->target->size || m->offset < done)
			continue;
		const struct mg_type *element = m->type->target;
		gboolean open = last && mg_has_open_tail(type);
		guint64 n = m->type->count, k = n;
		if (open) {
			n = size_x > m->offset
				    ? (size_x - m->offset) / element->size
				    : 0;
			k = size_y > m->offset
				    ? (size_y - m->offset) / element->size
				    : 0;
		}
		follow_part(w, x, y, done, m->offset);
		if (!take_array(w, x, y, element, m->offset, n, k))
			follow_part(w, x, y, m->offset,
				m->offset + MAX(n, k) * element->size);
		done = m->offset + MAX(n, k) * element->size;
	}

	follow_part(w, x, y, done, G_MAXUINT64);
}

static gboolean has_pieces(const struct mg_side *side, guint32 object)
{
	const struct mg_object *o = mg_graph_object(side->graph, object);
	return o->n_links &&
	       mg_graph_links(side->graph, o)[o->n_links - 1].beside;
}

/* Other pieces of the same pool, by their order. A piece that something points
 * to has its mate by then. */
static void follow_pieces(struct walk *w, guint32 x, guint32 y)
{
	const struct mg_object *p = mg_graph_object(w->a->graph, x);
	const struct mg_object *q = mg_graph_object(w->b->graph, y);
	const struct mg_link *k = mg_graph_links(w->a->graph, p);
	const struct mg_link *l = mg_graph_links(w->b->graph, q);
	guint32 i = 0, j = 0;

	while (i < p->n_links && !k[i].beside)
		i++;
	while (j < q->n_links && !l[j].beside)
		j++;
	for (; i < p->n_links && j < q->n_links &&
		!mg_match_is_stopped(w->match);
		i++, j++)
		meet(w, k[i].to, l[j].to);
}

static void visit(struct walk *w, guint32 x, guint32 y)
{
	const struct mg_object *p = mg_graph_object(w->a->graph, x);
	const struct mg_object *q = mg_graph_object(w->b->graph, y);
	const struct mg_type *type = p->shape.type;
	struct meeting meeting = {x, y};

	if (has_pieces(w->a, x) && has_pieces(w->b, y))
		g_array_append_val(w->pieces, meeting);
	if (!p->n_links || !q->n_links)
		return;

	if (!type)
		follow_part(w, x, y, 0, G_MAXUINT64);
	else if (type->kind == MG_ARRAY && type->target &&
		 p->shape.count == 1 && q->shape.type->kind == MG_ARRAY) {
		if (!take_array(w, x, y, type->target, 0, type->count,
			    q->shape.type->count))
			follow_part(w, x, y, 0, G_MAXUINT64);
	} else if (p->shape.count > 1 || q->shape.count > 1) {
		if (!take_array(
			    w, x, y, type, 0, p->shape.count, q->shape.count))
			follow_part(w, x, y, 0, G_MAXUINT64);
	} else if (type->kind == MG_STRUCT)
		follow_struct(w, x, y, type, p->size, q->size);
	else
		follow_part(w, x, y, 0, G_MAXUINT64);
}

/* First what pointers lead to, then what is at the same place although it is
 * not alike, and at last what no pointer leads to. */
static void drain(struct walk *w)
{
	guint done = 0, tried = 0, beside = 0;

	while (!mg_match_is_stopped(w->match)) {
		struct meeting m;
		if (done < w->queue->len) {
			m = g_array_index(w->queue, struct meeting, done++);
			visit(w, m.x, m.y);
		} else if (tried < w->later->len) {
			m = g_array_index(w->later, struct meeting, tried++);
			if (is_free(w->a, m.x) && is_free(w->b, m.y))
				settle(w, m.x, m.y);
		} else if (beside < w->pieces->len) {
			m = g_array_index(w->pieces, struct meeting, beside++);
			follow_pieces(w, m.x, m.y);
		} else {
			return;
		}
	}
}

/* ---- Roots ---- */

static GHashTable *roots_by_key(const struct mg_side *side)
{
	GHashTable *table = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint32 i = 0; i < side->n; i++) {
		const struct mg_object *o = mg_graph_object(side->graph, i);
		if (o->root)
			g_hash_table_insert(table,
				(gpointer) mg_root_key(
					&side->graph->roots[o->root - 1]),
				GUINT_TO_POINTER(i + 1));
	}

	return table;
}

/* An argument, or a string of the environment, that is too long for its place:
 * it is a different string, and pointers to it lead elsewhere. */
static gboolean outgrows(const struct mg_object *p, const struct mg_object *q)
{
	return p->text && q->text && p->in_memory && q->in_memory &&
	       !p->shape.type && q->size > p->size;
}

/* Variables of the same name are mates even if one is longer, as with an array
 * whose length is decided at run time. */
static void pair_roots(struct walk *w)
{
	g_autoptr(GHashTable) others = roots_by_key(w->b);

	for (guint32 x = 0; x < w->a->n; x++) {
		const struct mg_object *o = mg_graph_object(w->a->graph, x);
		if (!o->root)
			continue;
		guint32 y = GPOINTER_TO_UINT(g_hash_table_lookup(
			others, mg_root_key(&w->a->graph->roots[o->root - 1])));
		if (y && w->b->mate[y - 1] == MG_NO_MATE &&
			!outgrows(o, mg_graph_object(w->b->graph, y - 1)))
			mg_match_pair(w->match, x, y - 1);
	}
}

/* Whatever is in them: their strings are identified by name. */
static void pair_environments(struct walk *w)
{
	guint32 x = w->a->environment, y = w->b->environment;
	if (x != MG_NO_OBJECT && y != MG_NO_OBJECT && is_free(w->a, x) &&
		is_free(w->b, y))
		mg_match_pair(w->match, x, y);
}

/* Data structures belong to globals and outer frames rather than to what the
 * innermost function looks at, so those come first. */
static void enqueue_roots(struct walk *w)
{
	static const enum mg_root_class order[] = {
		MG_ROOT_GLOBAL, MG_ROOT_PROCESS, MG_ROOT_OUTER, MG_ROOT_LOCAL};

	for (guint i = 0; i < G_N_ELEMENTS(order); i++)
		for (guint32 x = 0; x < w->a->n; x++) {
			const struct mg_object *o =
				mg_graph_object(w->a->graph, x);
			if (o->root && w->a->mate[x] != MG_NO_MATE &&
				w->a->graph->roots[o->root - 1].class ==
					order[i])
				enqueue(w, x, w->a->mate[x]);
		}
}

void mg_match_walk(struct mg_match *match)
{
	struct walk w = {
		.match = match,
		.a = &match->side[0],
		.b = &match->side[1],
		.queue = g_array_new(FALSE, FALSE, sizeof(struct meeting)),
		.later = g_array_new(FALSE, FALSE, sizeof(struct meeting)),
		.pieces = g_array_new(FALSE, FALSE, sizeof(struct meeting)),
	};

	pair_roots(&w);
	pair_environments(&w);
	enqueue_roots(&w);
	for (guint32 x = 0; x < w.a->n; x++)
		if (!mg_graph_object(w.a->graph, x)->root &&
			w.a->mate[x] != MG_NO_MATE)
			enqueue(&w, x, w.a->mate[x]);

	drain(&w);
	g_array_unref(w.queue);
	g_array_unref(w.later);
	g_array_unref(w.pieces);
}
