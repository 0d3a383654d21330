#include "diff.h"

#include "environment.h"
#include "graph.h"
#include "match-inside.h"

#include <string.h>

struct comparison {
	struct mg_diff *diff;
	const struct mg_graph *a, *b;
	guint32 x, y; /* the mates */
	const struct mg_object *p, *q;
	guint64 size; /* bytes that both have */
	GArray *before, *after; /* struct mg_vertex, of both */
	GArray *slots; /* guint64: offsets of addresses in either of them */
	GArray *handled; /* guint64: those of addresses that were compared */
	guint slot; /* the last that was looked up */
	/* Pointers of both that were not passed yet. */
	const struct mg_link *k, *k_end, *l, *l_end;
};

static gboolean is_stopped(const struct comparison *c)
{
	return mg_graph_is_stopped(c->a) || mg_graph_is_stopped(c->b);
}

/* ---- Pointers ---- */

/* Where a word leads that is an address but not a pointer. */
static struct mg_aim aim_of_stray(const struct mg_graph *graph, guint64 value)
{
	struct mg_aim aim = {.kind = MG_AIM_LOST, .end = MG_END_OPAQUE};
	guint32 object = mg_graph_object_at(graph, value);
	if (object != MG_NO_OBJECT) {
		aim.kind = MG_AIM_OBJECT;
		aim.end = MG_END_NONE;
		aim.object = object;
		aim.offset = value - mg_graph_address(graph, object);
		return aim;
	}

	aim.module = mg_module_at(graph, value);
	if (aim.module) {
		aim.kind = MG_AIM_STATIC;
		aim.offset = value - aim.module->start;
	} else if (graph->ends[MG_END_NO_ROOM]) {
		/* It may be one of those that were left out. */
		aim.end = MG_END_NO_ROOM;
	}

	return aim;
}

/* Not a pointer there: a word of bytes, a part of a union. */
static struct mg_aim aim_of_word(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	struct mg_aim aim = {.kind = MG_AIM_NULL, .end = MG_END_NULL};
	if (o->readable && offset + 8 <= o->size)
		memcpy(&aim.offset, mg_graph_bytes(graph, o) + offset, 8);
	if (mg_graph_has_stray(graph, object, offset))
		return aim_of_stray(graph, aim.offset);
	if (aim.offset)
		aim.kind = MG_AIM_VALUE;
	return aim;
}

struct mg_aim mg_aim_at(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	const struct mg_link *link = mg_graph_link_at(graph, object, offset);
	struct mg_aim aim = {.kind = MG_AIM_NULL, .end = MG_END_NULL};
	if (!link)
		return aim_of_word(graph, object, offset);

	guint64 value = mg_link_value(graph, link);
	aim.end = link->end;
	if (link->allocator) {
		aim.allocator = TRUE;
		aim.kind = MG_AIM_LOST;
		return aim;
	}
	switch (link->end) {
	case MG_END_NONE:
		aim.kind = MG_AIM_OBJECT;
		aim.object = link->to;
		aim.offset = link->to_offset;
		return aim;
	case MG_END_UNMAPPED:
		aim.kind = MG_AIM_VALUE;
		aim.offset = value;
		return aim;
	case MG_END_FUNCTION:
		aim.function = link->function;
		break;
	case MG_END_CONSTANT:
	case MG_END_OPAQUE:
		break;
	default:
		aim.kind = MG_AIM_LOST;
		aim.offset = value;
		return aim;
	}

	aim.module = mg_module_at(graph, value);
	aim.kind = aim.module ? MG_AIM_STATIC : MG_AIM_LOST;
	if (aim.module)
		aim.offset = value - aim.module->start;

	return aim;
}

gboolean mg_aims_equal(const struct mg_match *match, const struct mg_aim *a,
	const struct mg_aim *b)
{
	if (a->kind != b->kind)
		return FALSE;

	switch (a->kind) {
	case MG_AIM_OBJECT:
		return a->offset == b->offset &&
		       mg_match_mate(match, 0, a->object) == b->object;
	case MG_AIM_STATIC:
		return a->offset == b->offset &&
		       strcmp(a->module->name, b->module->name) == 0;
	case MG_AIM_VALUE:
		return a->offset == b->offset;
	default:
		return TRUE;
	}
}

/* ---- The fast way to see that nothing differs ---- */

void mg_slots_init(struct mg_slots *slots, const struct mg_match *match,
	guint32 x, guint32 y, guint64 offset, guint64 end)
{
	mg_addresses_init(&slots->a, match->side[0].graph, x, offset, end);
	mg_addresses_init(&slots->b, match->side[1].graph, y, offset, end);
	slots->has_a = mg_addresses_next(&slots->a, &slots->next_a);
	slots->has_b = mg_addresses_next(&slots->b, &slots->next_b);
}

gboolean mg_slots_next(struct mg_slots *slots, guint64 *offset)
{
	if (!slots->has_a && !slots->has_b)
		return FALSE;

	guint64 s = slots->has_a ? slots->next_a : G_MAXUINT64;
	guint64 t = slots->has_b ? slots->next_b : G_MAXUINT64;
	*offset = MIN(s, t);
	if (s <= t)
		slots->has_a = mg_addresses_next(&slots->a, &slots->next_a);
	if (t <= s)
		slots->has_b = mg_addresses_next(&slots->b, &slots->next_b);

	return TRUE;
}

gboolean mg_mates_differ(const struct mg_match *match, guint32 x, guint32 y,
	guint64 from, guint64 end)
{
	const struct mg_graph *a = match->side[0].graph;
	const struct mg_graph *b = match->side[1].graph;
	const guint8 *s = mg_graph_bytes(a, mg_graph_object(a, x));
	const guint8 *t = mg_graph_bytes(b, mg_graph_object(b, y));
	struct mg_slots slots;
	guint64 slot;

	mg_slots_init(&slots, match, x, y, from, end);
	while (from < end) {
		if (!mg_slots_next(&slots, &slot))
			slot = G_MAXUINT64;
		guint64 until = MIN(end, slot);
		if (until > from &&
			memcmp(s + from, t + from, until - from) != 0)
			return TRUE;
		if (slot >= end)
			return FALSE;
		from = MAX(from, slot + 8);
	}

	return FALSE;
}

/* The same, of the addresses that were found in both mates. An object may have
 * many leaves, and few addresses. */
static void find_slots(struct comparison *c)
{
	struct mg_slots slots;
	guint64 at;
	gsize n, m;
	c->slot = 0;
	c->k = mg_graph_links_in(c->a, c->x, 0, G_MAXUINT64, &n);
	c->l = mg_graph_links_in(c->b, c->y, 0, G_MAXUINT64, &m);
	c->k_end = c->k + n;
	c->l_end = c->l + m;
	g_array_set_size(c->slots, 0);
	mg_slots_init(&slots, c->diff->match, c->x, c->y, 0, c->size);
	while (mg_slots_next(&slots, &at))
		g_array_append_val(c->slots, at);
}

static guint64 slot_at(const struct comparison *c, guint i)
{
	return i < c->slots->len ? g_array_index(c->slots, guint64, i)
				 : G_MAXUINT64;
}

/* The first of these that reaches beyond an offset. Leaves come by offset, and
 * so does what is looked for. */
static guint first_slot(struct comparison *c, guint64 offset)
{
	while (c->slot > 0 && slot_at(c, c->slot - 1) + 8 > offset)
		c->slot--;
	while (c->slot < c->slots->len && slot_at(c, c->slot) + 8 <= offset)
		c->slot++;
	return c->slot;
}

static gboolean bytes_differ(struct comparison *c, guint64 from, guint64 end)
{
	const guint8 *s = mg_graph_bytes(c->a, c->p);
	const guint8 *t = mg_graph_bytes(c->b, c->q);

	for (guint i = first_slot(c, from); from < end; i++) {
		guint64 slot = slot_at(c, i), until = MIN(end, slot);
		if (until > from &&
			memcmp(s + from, t + from, until - from) != 0)
			return TRUE;
		if (slot >= end)
			return FALSE;
		from = MAX(from, slot + 8);
	}

	return FALSE;
}

/* Whether an address outside of pointers leads elsewhere, or may. */
static gboolean strays_differ(const struct comparison *c)
{
	struct mg_addresses s, t;
	mg_addresses_init(&s, c->a, c->x, 0, G_MAXUINT64);
	mg_addresses_init(&t, c->b, c->y, 0, G_MAXUINT64);
	if (s.strays_end - s.strays != t.strays_end - t.strays)
		return TRUE;

	for (; s.strays < s.strays_end; s.strays++, t.strays++) {
		if (s.strays->offset != t.strays->offset)
			return TRUE;
		struct mg_aim from = mg_aim_at(c->a, c->x, s.strays->offset);
		struct mg_aim to = mg_aim_at(c->b, c->y, t.strays->offset);
		if (!mg_aims_equal(c->diff->match, &from, &to))
			return TRUE;
	}

	return FALSE;
}

/* ---- One pair of mates ---- */

static void add_change(struct comparison *c, struct mg_change *change)
{
	if (change->kind == MG_CHANGE_LINK)
		c->diff->links++;
	else
		c->diff->values++;
	g_array_append_vals(c->diff->changes, change, 1);
}

/* Whether two pointers at the same offset lead to mates; if not, there may be
 * another way to see that they are the same. */
static gboolean lead_to_mates(struct comparison *c, guint64 offset)
{
	while (c->k < c->k_end && c->k->offset < offset)
		c->k++;
	while (c->l < c->l_end && c->l->offset < offset)
		c->l++;
	return c->k < c->k_end && c->l < c->l_end && c->k->offset == offset &&
	       c->l->offset == offset && c->k->end == MG_END_NONE &&
	       c->l->end == MG_END_NONE && !c->k->allocator &&
	       !c->l->allocator && c->k->to_offset == c->l->to_offset &&
	       mg_match_mate(c->diff->match, 0, c->k->to) == c->l->to;
}

static void add_link(struct comparison *c, const struct mg_vertex *before,
	const struct mg_vertex *after)
{
	g_array_append_val(c->handled, before->offset);
	if (before->offset == after->offset && lead_to_mates(c, before->offset))
		return;

	struct mg_change change = {
		.kind = MG_CHANGE_LINK,
		.before = *before,
		.after = *after,
		.from = mg_aim_at(c->a, c->x, before->offset),
		.to = mg_aim_at(c->b, c->y, after->offset),
	};

	/* What one of the graphs left out may well be the same. */
	if (change.from.end == MG_END_NO_ROOM ||
		change.to.end == MG_END_NO_ROOM)
		return;
	if (!mg_aims_equal(c->diff->match, &change.from, &change.to))
		add_change(c, &change);
}

/* Addresses inside something that is not a pointer itself: in a union, in
 * bytes. */
static void add_hidden_links(struct comparison *c,
	const struct mg_vertex *before, const struct mg_vertex *after)
{
	guint64 from = before->offset, at;
	guint64 end = MIN(from + MIN(before->size, after->size), c->size);

	for (guint i = first_slot(c, from);
		(at = slot_at(c, i)) < end && !is_stopped(c); i++) {
		struct mg_vertex v = *before, w = *after;
		if (at < from || at + 8 > end)
			continue;
		if (at != from || v.size != 8 || w.size != 8 ||
			(v.type && v.type->kind == MG_UNION)) {
			v.kind = w.kind = MG_VERTEX_BYTES;
			v.offset = w.offset = at;
			v.size = w.size = 8;
			v.type = w.type = NULL;
			v.member = w.member = NULL;
		}
		add_link(c, &v, &w);
	}
}

static void add_bytes(struct comparison *c, guint64 from, guint64 end)
{
	struct mg_change change = {.kind = MG_CHANGE_VALUE, .padding = TRUE};
	if (from >= end)
		return;

	change.before = (struct mg_vertex){
		.kind = MG_VERTEX_BYTES,
		.object = c->x,
		.offset = from,
		.size = end - from,
	};
	change.after = change.before;
	change.after.object = c->y;
	if (bytes_differ(c, from, end))
		add_change(c, &change);
	add_hidden_links(c, &change.before, &change.after);
}

static gboolean bits_differ(const struct comparison *c,
	const struct mg_vertex *before, const struct mg_vertex *after)
{
	guint64 s, t;
	if (!mg_vertex_bits(c->a, before, &s) ||
		!mg_vertex_bits(c->b, after, &t))
		return FALSE;
	return s != t;
}

static gboolean is_leaf(const struct mg_vertex *vertex)
{
	const struct mg_type *type = vertex->type;

	if (vertex->kind == MG_VERTEX_ELEMENTS)
		return type->kind != MG_STRUCT && type->kind != MG_UNION &&
		       type->kind != MG_POINTER && type->kind != MG_REFERENCE &&
		       type->kind != MG_ARRAY;

	if (!type || type->kind == MG_UNION)
		return TRUE;
	if (type->kind == MG_STRUCT)
		return FALSE;
	if (type->kind != MG_ARRAY)
		return TRUE;

	const struct mg_type *element = type->target;
	return element && element->kind != MG_STRUCT &&
	       element->kind != MG_UNION && element->kind != MG_POINTER &&
	       element->kind != MG_REFERENCE && element->kind != MG_ARRAY;
}

static void compare_leaf(struct comparison *c, const struct mg_vertex *before,
	const struct mg_vertex *after)
{
	const struct mg_type *type = before->type;
	struct mg_change change = {
		.kind = MG_CHANGE_VALUE,
		.before = *before,
		.after = *after,
	};
	guint64 end = before->offset + MIN(before->size, after->size);
	if (type && (type->kind == MG_POINTER || type->kind == MG_REFERENCE) &&
		before->kind == MG_VERTEX_VALUE) {
		add_link(c, before, after);
		return;
	}

	if (before->member ? bits_differ(c, before, after)
			   : bytes_differ(c, before->offset, MIN(end, c->size)))
		add_change(c, &change);
	if (!before->member)
		add_hidden_links(c, before, after);
}

static gboolean remember(const struct mg_vertex *vertex, gpointer data)
{
	if (is_leaf(vertex))
		g_array_append_vals(data, vertex, 1);
	return TRUE;
}

static int compare_places(const struct mg_vertex *v, const struct mg_vertex *w)
{
	guint s = v->member ? v->member->bit_offset : 0;
	guint t = w->member ? w->member->bit_offset : 0;
	return v->offset != w->offset ? (v->offset < w->offset ? -1 : 1)
	       : s != t               ? (s < t ? -1 : 1)
				      : 0;
}

/* Addresses that are not within a single leaf. If a block's type is not known
 * for sure, a pointer may look like two numbers. */
static void add_straddling(struct comparison *c)
{
	guint i = 0;

	for (guint k = 0; k < c->slots->len && !is_stopped(c); k++) {
		guint64 at = slot_at(c, k);
		struct mg_vertex v = {
			.kind = MG_VERTEX_BYTES,
			.object = c->x,
			.offset = at,
			.size = 8,
		};
		struct mg_vertex w = v;
		w.object = c->y;
		while (i < c->handled->len &&
			g_array_index(c->handled, guint64, i) < at)
			i++;
		if (i < c->handled->len &&
			g_array_index(c->handled, guint64, i) == at)
			continue;
		if (at + 8 <= c->size)
			add_link(c, &v, &w);
	}
}

/* Leaves at the same place, one by one, and what lies between them. */
static void compare_leaves(struct comparison *c)
{
	guint64 done = 0;

	g_array_set_size(c->before, 0);
	g_array_set_size(c->after, 0);
	g_array_set_size(c->handled, 0);
	find_slots(c);
	mg_object_visit(c->a, c->x, remember, c->before);
	mg_object_visit(c->b, c->y, remember, c->after);
	for (guint i = 0, j = 0;
		i < c->before->len && j < c->after->len && !is_stopped(c);) {
		const struct mg_vertex *v =
			&g_array_index(c->before, struct mg_vertex, i);
		const struct mg_vertex *w =
			&g_array_index(c->after, struct mg_vertex, j);
		int order = compare_places(v, w);
		if (order == 0 &&
			v->offset + MIN(v->size, w->size) <= c->size) {
			if (v->offset > done)
				add_bytes(c, done, v->offset);
			compare_leaf(c, v, w);
			done = MAX(done, v->offset + MIN(v->size, w->size));
		}
		i += order <= 0;
		j += order >= 0;
	}

	add_bytes(c, done, c->size);
	add_straddling(c);
}

static gboolean links_differ(const struct comparison *c)
{
	gsize n, m;
	const struct mg_link *k =
		mg_graph_links_in(c->a, c->x, 0, G_MAXUINT64, &n);
	const struct mg_link *l =
		mg_graph_links_in(c->b, c->y, 0, G_MAXUINT64, &m);
	if (n != m)
		return TRUE;

	for (gsize i = 0; i < n && !is_stopped(c); i++) {
		if (k[i].offset != l[i].offset || k[i].end != l[i].end)
			return TRUE;
		if (k[i].end == MG_END_NONE && !k[i].allocator &&
			!l[i].allocator) {
			if (k[i].to_offset != l[i].to_offset ||
				mg_match_mate(c->diff->match, 0, k[i].to) !=
					l[i].to)
				return TRUE;
			continue;
		}
		struct mg_aim s = mg_aim_at(c->a, c->x, k[i].offset);
		struct mg_aim t = mg_aim_at(c->b, c->y, l[i].offset);
		if (!mg_aims_equal(c->diff->match, &s, &t))
			return TRUE;
	}

	return FALSE;
}

static void skip(struct comparison *c, const char *why)
{
	struct mg_skipped skipped = {c->x, c->y, why};
	g_array_append_val(c->diff->skipped, skipped);
}

static void compare_pair(struct comparison *c)
{
	const struct mg_match *match = c->diff->match;
	if (c->x == match->side[0].environment &&
		c->y == match->side[1].environment) {
		mg_diff_environment(c->diff, c->x, c->y);
		return;
	}

	c->p = mg_graph_object(c->a, c->x);
	c->q = mg_graph_object(c->b, c->y);
	c->size = MIN(c->p->size, c->q->size);
	if (!c->p->readable || !c->q->readable) {
		if (c->p->readable != c->q->readable)
			skip(c, "can only be read in one of the runs");
		return;
	}
	if (c->p->home == MG_HOME_CONSTANT)
		return;

	if (match->side[0].class[c->x] != match->side[1].class[c->y] &&
		c->p->size != c->q->size)
		skip(c, "has a different type");
	else if (c->p->in_memory && mg_object_used(c->q) > c->p->size)
		skip(c, "is too small for what it would have to hold");

	if (mg_mates_differ(match, c->x, c->y, 0, c->size) || links_differ(c) ||
		strays_differ(c))
		compare_leaves(c);
}

/* ---- Objects as vertices ---- */

static gboolean take_first(const struct mg_vertex *vertex, gpointer data)
{
	*(struct mg_vertex *) data = *vertex;
	return FALSE;
}

/* The object itself: the first of its vertices. */
static struct mg_vertex whole_of(const struct mg_graph *graph, guint32 object)
{
	struct mg_vertex whole = {
		.kind = MG_VERTEX_BYTES,
		.object = object,
		.size = mg_graph_object(graph, object)->size,
	};
	mg_object_visit(graph, object, take_first, &whole);
	return whole;
}

/* ---- Variables of one graph alone ---- */

/* Arrays of pointers lead to the strings of the process; these arrays say what
 * changed. */
static gboolean is_variable(const struct mg_object *object)
{
	return object->root &&
	       !(object->text && object->in_memory && !object->shape.type);
}

static void add_alone(struct comparison *c, guint side, guint32 object)
{
	struct mg_change change = {
		.kind = side ? MG_CHANGE_NEW : MG_CHANGE_GONE,
	};
	*(side ? &change.after : &change.before) =
		whole_of(side ? c->b : c->a, object);
	(side ? &change.before : &change.after)->object = MG_NO_MATE;
	g_array_append_val(c->diff->changes, change);
	c->diff->values++;
}

/* ---- The whole ---- */

struct mg_diff *mg_diff_new(const struct mg_match *match)
{
	struct mg_diff *diff = g_new0(struct mg_diff, 1);

	diff->match = match;
	diff->changes = g_array_new(FALSE, FALSE, sizeof(struct mg_change));
	diff->skipped = g_array_new(FALSE, FALSE, sizeof(struct mg_skipped));

	struct comparison c = {
		.diff = diff,
		.a = match->side[0].graph,
		.b = match->side[1].graph,
		.before = g_array_new(FALSE, FALSE, sizeof(struct mg_vertex)),
		.after = g_array_new(FALSE, FALSE, sizeof(struct mg_vertex)),
		.slots = g_array_new(FALSE, FALSE, sizeof(guint64)),
		.handled = g_array_new(FALSE, FALSE, sizeof(guint64)),
	};
	for (c.x = 0; c.x < match->side[0].n && !is_stopped(&c); c.x++) {
		c.y = match->side[0].mate[c.x];
		if (c.y != MG_NO_MATE)
			compare_pair(&c);
		else if (is_variable(mg_graph_object(c.a, c.x)))
			add_alone(&c, 0, c.x);
		else
			diff->deleted++;
	}

	for (guint32 y = 0; y < match->side[1].n && !is_stopped(&c); y++) {
		if (match->side[1].mate[y] != MG_NO_MATE)
			continue;
		if (is_variable(mg_graph_object(c.b, y)))
			add_alone(&c, 1, y);
		else
			diff->inserted++;
	}

	g_array_unref(c.before);
	g_array_unref(c.after);
	g_array_unref(c.slots);
	g_array_unref(c.handled);

	/* Loops ended early, here or there. */
	if (is_stopped(&c))
		g_clear_pointer(&diff, mg_diff_free);
	return diff;
}

void mg_diff_free(struct mg_diff *diff)
{
	g_array_unref(diff->changes);
	g_array_unref(diff->skipped);
	g_free(diff);
}

/* ---- For people ---- */

char *mg_change_name(const struct mg_diff *diff, const struct mg_change *change)
{
	const struct mg_match *match = diff->match;
	return change->kind == MG_CHANGE_NEW
		       ? mg_vertex_name(match->side[1].graph, &change->after)
		       : mg_vertex_name(match->side[0].graph, &change->before);
}

/* What exists in both runs is named as in the first. */
static char *text_of_object(
	const struct mg_match *match, const struct mg_aim *aim, guint side)
{
	const struct mg_graph *graph = match->side[side].graph;
	guint32 object = aim->object;
	struct mg_vertex whole = whole_of(graph, object);
	if (whole.kind == MG_VERTEX_TEXT && aim->offset < whole.size) {
		whole.offset = aim->offset;
		whole.size -= aim->offset;
		return mg_vertex_text(graph, &whole);
	}

	guint32 mate = mg_match_mate(match, side, object);
	if (mate == MG_NO_MATE && !mg_graph_object(graph, object)->root) {
		g_autofree char *what = mg_vertex_text(graph, &whole);
		return g_strdup_printf("a %s", what);
	}
	if (side && mate != MG_NO_MATE)
		return mg_address_name(match->side[0].graph, mate, aim->offset);

	return mg_address_name(graph, object, aim->offset);
}

char *mg_aim_text(
	const struct mg_diff *diff, const struct mg_aim *aim, guint side)
{
	switch (aim->kind) {
	case MG_AIM_NULL:
		return g_strdup("NULL");
	case MG_AIM_OBJECT:
		return text_of_object(diff->match, aim, side);
	case MG_AIM_STATIC:
		if (aim->function)
			return g_strdup(aim->function);
		return g_strdup_printf("%s + 0x%" G_GINT64_MODIFIER "x",
			aim->module->name, aim->offset);
	case MG_AIM_VALUE:
		return g_strdup_printf(
			"0x%" G_GINT64_MODIFIER "x", aim->offset);
	default:
		return g_strdup(aim->allocator ? "a place in its pool"
					       : mg_end_name(aim->end));
	}
}

char *mg_change_text(
	const struct mg_diff *diff, const struct mg_change *change, guint side)
{
	const struct mg_vertex *vertex =
		side ? &change->after : &change->before;
	if (vertex->object == MG_NO_MATE)
		return g_strdup(change->listed ? "unset" : "not there");
	if (change->kind == MG_CHANGE_LINK || change->listed)
		return mg_aim_text(
			diff, side ? &change->to : &change->from, side);
	return mg_vertex_text(diff->match->side[side].graph, vertex);
}

guint64 mg_diff_common_vertices(const struct mg_diff *diff)
{
	const struct mg_side *side = &diff->match->side[0];
	g_autoptr(mg_counter) counter = mg_counter_new(side->graph);
	guint64 vertices = 0, changed = 0;

	for (guint32 x = 0; x < side->n && !mg_graph_is_stopped(side->graph);
		x++)
		if (side->mate[x] != MG_NO_MATE)
			vertices += mg_counter_count(counter, x)->vertices;
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		if (change->kind <= MG_CHANGE_LINK && !change->padding)
			changed++;
	}

	return vertices - MIN(changed, vertices);
}
