/* Links that lead elsewhere. Where elements were put into a list or taken out
 * of it, all links at that place belong together. */
#include "deltas-inside.h"

/* A run of inserted or deleted elements is looked at up to this length. */
enum { LONGEST_RUN = 1 << 20 };

struct editing {
	struct hc_deltas *deltas;
	const struct mg_match *match;
	GHashTable *changes; /* (object, offset) → change plus one */
	gboolean *done; /* changes that are part of a delta already */
	GPtrArray *runs; /* struct runs, those that were asked about */
};

static guint64 key_of(guint32 object, guint64 offset)
{
	return (guint64) object << 32 ^ offset;
}

static guint32 change_of(struct editing *e, guint32 object, guint64 offset)
{
	guint64 key = key_of(object, offset);
	return GPOINTER_TO_UINT(g_hash_table_lookup(e->changes, &key));
}

static struct hc_way way_to(guint side, struct mg_aim aim)
{
	return (struct hc_way){.side = side, .aim = aim};
}

static struct hc_way way_to_object(guint side, guint32 object, guint64 offset)
{
	return way_to(side, (struct mg_aim){.kind = MG_AIM_OBJECT,
				    .object = object,
				    .offset = offset});
}

static const struct hc_way kept = {.keep = TRUE};

static guint32 add_delta(
	struct editing *e, enum hc_delta_kind kind, guint32 change)
{
	struct hc_delta delta = {.kind = kind, .change = change};
	g_array_append_val(e->deltas->list, delta);
	return e->deltas->list->len - 1;
}

static void add_slot(struct editing *e, const struct hc_slot *slot)
{
	g_array_append_vals(e->deltas->slots, slot, 1);
}

/* ---- Runs of elements ---- */

/* Consecutive elements of one graph that the other one lacks. */
struct run {
	guint side;
	guint32 first, last; /* MG_NO_MATE: there are none */
	gsize length;
	struct mg_aim end; /* where the last one leads; without any, the pointer
			      itself */
};

static gboolean is_alone(
	const struct editing *e, guint side, const struct mg_aim *aim)
{
	const struct mg_graph *graph = side ? e->deltas->b : e->deltas->a;
	return aim->kind == MG_AIM_OBJECT &&
	       mg_match_mate(e->match, side, aim->object) == MG_NO_MATE &&
	       !mg_graph_object(graph, aim->object)->root;
}

/* Where a run ends. Several pointers may lead into the same one, if an array
 * has them all, so it is followed once. */
struct ending {
	gboolean ends; /* else it is none: a circle, or of several types */
	guint32 last;
	struct mg_aim end;
};

/* Runs of one side by the pointer at an offset. */
struct runs {
	guint side;
	guint64 offset;
	GArray *endings; /* struct ending */
	/* By object: which ending it leads to, plus one, and how many elements
	 * there are from it on. */
	guint32 *ending, *length;
};

enum { ON_THE_WAY = G_MAXUINT32 };

static void runs_free(gpointer data)
{
	struct runs *runs = data;
	g_array_unref(runs->endings);
	g_free(runs->ending);
	g_free(runs->length);
	g_free(runs);
}

static struct runs *runs_of(struct editing *e, guint side, guint64 offset)
{
	for (guint i = 0; i < e->runs->len; i++) {
		struct runs *runs = g_ptr_array_index(e->runs, i);
		if (runs->side == side && runs->offset == offset)
			return runs;
	}

	guint32 n = mg_graph_n_objects(side ? e->deltas->b : e->deltas->a);
	struct runs *runs = g_new0(struct runs, 1);
	runs->side = side;
	runs->offset = offset;
	runs->endings = g_array_new(FALSE, FALSE, sizeof(struct ending));
	runs->ending = g_new0(guint32, n + 1);
	runs->length = g_new0(guint32, n + 1);
	g_ptr_array_add(e->runs, runs);
	return runs;
}

/* Follows the pointer of each element, up to the end or to what is known. */
static void follow_run(struct editing *e, struct runs *runs, guint32 first)
{
	const struct mg_graph *graph = runs->side ? e->deltas->b : e->deltas->a;
	const struct mg_type *type = mg_graph_object(graph, first)->shape.type;
	g_autoptr(GArray) elements = g_array_new(FALSE, FALSE, sizeof(guint32));
	struct mg_aim aim = {.kind = MG_AIM_OBJECT, .object = first};
	struct ending ending = {.ends = TRUE, .last = first};
	guint32 number = 0, length = 0;

	while (!number && ending.ends && is_alone(e, runs->side, &aim)) {
		guint32 object = aim.object;
		const struct mg_object *o = mg_graph_object(graph, object);
		guint32 known = runs->ending[object];
		if (o->shape.type != type || o->shape.count != 1 ||
			known == ON_THE_WAY) {
			ending.ends = FALSE;
		} else if (known) {
			number = known;
			length = runs->length[object];
		} else {
			runs->ending[object] = ON_THE_WAY;
			g_array_append_val(elements, object);
			ending.last = object;
			aim = mg_aim_at(graph, object, runs->offset);
		}
	}

	ending.end = aim;
	if (!number && elements->len) {
		g_array_append_val(runs->endings, ending);
		number = runs->endings->len;
	}
	for (guint i = elements->len; i-- > 0;) {
		guint32 object = g_array_index(elements, guint32, i);
		runs->ending[object] = number;
		runs->length[object] = ++length;
	}
}

static gboolean find_run(struct editing *e, guint side,
	const struct mg_aim *aim, guint64 offset, struct run *run)
{
	*run = (struct run){side, MG_NO_MATE, MG_NO_MATE, 0, *aim};
	if (!is_alone(e, side, aim))
		return TRUE;

	struct runs *runs = runs_of(e, side, offset);
	if (!runs->ending[aim->object])
		follow_run(e, runs, aim->object);
	/* The first one may be no element itself. */
	guint32 number = runs->ending[aim->object];
	if (!number)
		return FALSE;

	const struct ending *ending =
		&g_array_index(runs->endings, struct ending, number - 1);
	run->first = aim->object;
	run->last = ending->last;
	run->length = runs->length[aim->object];
	run->end = ending->end;
	return ending->ends && run->length <= LONGEST_RUN;
}

/* ---- The links of one place ---- */

/* A place in a list: the link that leads to it, and what was put in and taken
 * out there. */
struct place {
	guint32 change;
	guint32 before; /* object of the passing graph that has the link */
	guint64 link; /* its offset */
	guint64 next; /* offset of the pointer from element to element */
	guint64 aim; /* offset in the elements that pointers lead to */
	struct run in, out;
	guint32 insertion, deletion;
};

/* From what leads there: to the inserted elements, else to those that are not
 * deleted, else to what follows. */
static void add_forward(struct editing *e, const struct place *p)
{
	struct hc_way follows = way_to(1, p->in.end);
	struct hc_way inserted =
		p->in.length ? way_to_object(1, p->in.first, p->aim) : follows;
	struct hc_slot slot = {
		.object = p->before,
		.offset = p->link,
		.change = p->change + 1,
		.first = p->insertion,
		.second = p->deletion,
		.when = {kept, inserted, follows, inserted},
	};

	add_slot(e, &slot);
	if (!p->in.length || !p->out.length)
		return;

	struct hc_way survivors = way_to_object(0, p->out.first, p->aim);
	struct hc_slot last = {
		.side = 1,
		.object = p->in.last,
		.offset = p->next,
		.first = p->insertion,
		.second = p->deletion,
		.when = {survivors, survivors, follows, follows},
	};
	add_slot(e, &last);
}

/* The pointers back, if the list has them at this offset and they are
 * consistent in both graphs. */
static gboolean add_backward(
	struct editing *e, const struct place *p, guint64 back)
{
	const struct mg_graph *a = e->deltas->a, *b = e->deltas->b;
	if (p->out.end.kind != MG_AIM_OBJECT)
		return FALSE;

	guint32 after = p->out.end.object;
	guint32 change = change_of(e, after, back);
	if (!change)
		return FALSE;

	const struct mg_change *c = hc_deltas_change_at(e->deltas, change - 1);
	/* What follows points back to the last deleted element in one graph,
	 * and to the last inserted one in the other. */
	if (p->out.length && (c->from.kind != MG_AIM_OBJECT ||
				     c->from.object != p->out.last))
		return FALSE;
	if (p->in.length &&
		(c->to.kind != MG_AIM_OBJECT || c->to.object != p->in.last))
		return FALSE;

	struct hc_way to_before = way_to(1, c->to);
	if (p->in.length)
		to_before = way_to(1, mg_aim_at(b, p->in.first, back));
	struct hc_way to_inserted = p->in.length ? way_to(1, c->to) : to_before;
	struct hc_slot slot = {
		.object = after,
		.offset = back,
		.change = change,
		.first = p->insertion,
		.second = p->deletion,
		.when = {kept, p->out.length ? kept : to_inserted, to_before,
			to_inserted},
	};
	add_slot(e, &slot);
	e->done[change - 1] = TRUE;
	if (!p->in.length || !p->out.length)
		return TRUE;

	/* Those that stay come after the inserted ones. */
	struct mg_aim own = mg_aim_at(a, p->out.first, back);
	if (own.kind == MG_AIM_OBJECT || own.kind == MG_AIM_NULL) {
		struct hc_slot first = {
			.object = p->out.first,
			.offset = back,
			.first = p->insertion,
			.second = p->deletion,
			.when = {kept, to_inserted, kept, kept},
		};
		add_slot(e, &first);
	}

	return TRUE;
}

static void add_place(struct editing *e, struct place *p)
{
	guint64 ways[MG_MOST_WAYS];
	guint side = p->in.length ? 1 : 0;
	guint n = mg_match_ways(
		e->match, side, side ? p->in.first : p->out.first, ways);

	p->insertion = p->deletion = HC_NO_DELTA;
	if (p->in.length)
		p->insertion = add_delta(e, HC_DELTA_INSERTION, p->change);
	if (p->out.length)
		p->deletion = add_delta(e, HC_DELTA_DELETION, p->change);
	add_forward(e, p);
	for (guint i = 0; i < n; i++)
		if (ways[i] != p->next && add_backward(e, p, ways[i]))
			break;
}

/* Whether a changed link is a place in a list that this pointer links: what was
 * put in and what was taken out end at the same element. */
static gboolean is_place(
	struct editing *e, guint32 number, guint64 next, struct place *place)
{
	const struct mg_change *change = hc_deltas_change_at(e->deltas, number);
	*place = (struct place){
		.change = number,
		.before = change->before.object,
		.link = change->before.offset,
		.next = next,
	};
	if (!find_run(e, 1, &change->to, next, &place->in) ||
		!find_run(e, 0, &change->from, next, &place->out) ||
		(!place->in.length && !place->out.length))
		return FALSE;

	place->aim = place->in.length ? change->to.offset : change->from.offset;
	return mg_aims_equal(e->match, &place->out.end, &place->in.end);
}

static gboolean find_place(
	struct editing *e, guint32 number, struct place *place)
{
	const struct mg_change *change = hc_deltas_change_at(e->deltas, number);
	guint64 ways[MG_MOST_WAYS];
	guint side;
	const struct mg_aim *aim;

	if (is_alone(e, 1, &change->to)) {
		side = 1;
		aim = &change->to;
	} else if (is_alone(e, 0, &change->from)) {
		side = 0;
		aim = &change->from;
	} else {
		return FALSE;
	}

	guint n = mg_match_ways(e->match, side, aim->object, ways);
	/* The pointer itself may be one of the list's. */
	for (guint i = 0; i < n; i++)
		if (ways[i] == change->before.offset &&
			is_place(e, number, ways[i], place))
			return TRUE;

	for (guint i = 0; i < n; i++)
		if (is_place(e, number, ways[i], place))
			return TRUE;
	return FALSE;
}

static void add_pointer(struct editing *e, guint32 number)
{
	const struct mg_change *change = hc_deltas_change_at(e->deltas, number);
	guint32 delta = add_delta(e, HC_DELTA_POINTER, number);
	struct hc_slot slot = {
		.object = change->before.object,
		.offset = change->before.offset,
		.change = number + 1,
		.first = delta,
		.second = HC_NO_DELTA,
		.when = {kept, way_to(1, change->to), kept, kept},
	};
	add_slot(e, &slot);
}

static int by_change(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct hc_deltas *deltas = data;
	guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
	guint32 c = hc_delta_at(deltas, i)->change;
	guint32 d = hc_delta_at(deltas, j)->change;
	return c != d ? (c < d ? -1 : 1) : i < j ? -1 : i > j;
}

/* Deltas in the order of the changes that they come from. */
static void sort_deltas(struct hc_deltas *deltas)
{
	guint n = deltas->list->len;
	g_autofree guint32 *order = g_new(guint32, n + 1);
	g_autofree guint32 *place = g_new(guint32, n + 1);
	GArray *sorted = g_array_new(FALSE, FALSE, sizeof(struct hc_delta));

	for (guint32 i = 0; i < n; i++)
		order[i] = i;
	g_qsort_with_data(order, (gint) n, sizeof *order, by_change, deltas);
	for (guint32 i = 0; i < n; i++) {
		place[order[i]] = i;
		g_array_append_vals(sorted, hc_delta_at(deltas, order[i]), 1);
	}

	g_array_unref(deltas->list);
	deltas->list = sorted;
	hc_deltas_renumber_slots(deltas, place);
}

void hc_deltas_add_links(struct hc_deltas *deltas, const gboolean *skip)
{
	guint n = deltas->diff->changes->len;
	struct editing e = {
		.deltas = deltas,
		.match = deltas->match,
		.changes = g_hash_table_new_full(
			hc_deltas_hash, g_int64_equal, g_free, NULL),
		.done = g_new0(gboolean, n + 1),
		.runs = g_ptr_array_new_with_free_func(runs_free),
	};

	for (guint32 i = 0; i < n; i++) {
		const struct mg_change *change = hc_deltas_change_at(deltas, i);
		guint64 key =
			key_of(change->before.object, change->before.offset);
		e.done[i] = skip[i] || change->kind != MG_CHANGE_LINK;
		if (!e.done[i])
			g_hash_table_insert(e.changes,
				g_memdup2(&key, sizeof key),
				GUINT_TO_POINTER(i + 1));
	}

	for (guint32 i = 0; i < n && !hc_deltas_are_stopped(deltas); i++) {
		struct place place;
		if (e.done[i])
			continue;
		e.done[i] = TRUE;
		if (find_place(&e, i, &place))
			add_place(&e, &place);
		else
			add_pointer(&e, i);
	}

	if (!hc_deltas_are_stopped(deltas))
		sort_deltas(deltas);
	g_hash_table_unref(e.changes);
	g_ptr_array_unref(e.runs);
	g_free(e.done);
}
