/* Which objects a picture shows: those that changed, the ways that lead there,
 * what came or went, and where that leads back to what both states have. */
#include "dot-diff-inside.h"

#include "environment.h"

/* What came or went is followed this far. */
enum { MOST_DEPTH = 4 };
/* The way from a variable is folded in the middle if it has more objects than
 * this, except for the last few. */
enum { LONGEST_WAY = 5, END_OF_WAY = 2 };

/* How many steps of a way are near. */
enum { NEAR = 16 };

struct picking {
	struct mg_dot_diff_pick *pick;
	guint most;
};

/* ---- Things ---- */

guint32 mg_dot_diff_thing_of(
	const struct mg_dot_diff_pick *pick, guint side, guint32 object)
{
	return side ? pick->thing[object] : object;
}

guint mg_dot_diff_side_of(const struct mg_dot_diff_pick *pick, guint32 thing)
{
	return pick->object[0][thing] == MG_NO_OBJECT;
}

enum mg_dot_diff_mark mg_dot_diff_mark_of(
	const struct mg_dot_diff_pick *pick, guint32 thing)
{
	if (pick->object[0][thing] == MG_NO_OBJECT)
		return MG_DOT_DIFF_INSERTED;
	if (pick->object[1][thing] == MG_NO_OBJECT)
		return MG_DOT_DIFF_DELETED;
	return pick->n_changes[thing] ? MG_DOT_DIFF_CHANGED : MG_DOT_DIFF_EQUAL;
}

const struct mg_link *mg_dot_diff_naming_link(
	const struct mg_dot_diff_pick *pick, guint32 thing)
{
	guint side = mg_dot_diff_side_of(pick, thing);
	const struct mg_graph *graph = pick->graph[side];
	const struct mg_object *o =
		mg_graph_object(graph, pick->object[side][thing]);
	return o->root || !o->named_by
		       ? NULL
		       : &g_array_index(
				 graph->links, struct mg_link, o->named_by - 1);
}

static guint32 parent_of(const struct mg_dot_diff_pick *pick, guint32 thing)
{
	const struct mg_link *link = mg_dot_diff_naming_link(pick, thing);
	return link ? mg_dot_diff_thing_of(pick,
			      mg_dot_diff_side_of(pick, thing), link->from)
		    : MG_DOT_DIFF_ROOT;
}

static void number_things(struct mg_dot_diff_pick *pick)
{
	const struct mg_match *match = pick->diff->match;
	guint32 n = pick->graph[0]->objects->len;
	guint32 m = pick->graph[1]->objects->len;

	pick->object[0] = g_new(guint32, n + m + 1);
	pick->object[1] = g_new(guint32, n + m + 1);
	pick->thing = g_new(guint32, m + 1);
	for (guint32 x = 0; x < n; x++) {
		guint32 mate = mg_match_mate(match, 0, x);
		pick->object[0][x] = x;
		pick->object[1][x] = mate == MG_NO_MATE ? MG_NO_OBJECT : mate;
	}

	pick->n = n;
	for (guint32 y = 0; y < m; y++) {
		guint32 mate = mg_match_mate(match, 1, y);
		pick->thing[y] = mate;
		if (mate != MG_NO_MATE)
			continue;
		pick->thing[y] = pick->n;
		pick->object[0][pick->n] = MG_NO_OBJECT;
		pick->object[1][pick->n++] = y;
	}
}

static guint32 thing_of_change(
	const struct mg_dot_diff_pick *pick, const struct mg_change *change)
{
	return change->kind == MG_CHANGE_NEW
		       ? mg_dot_diff_thing_of(pick, 1, change->after.object)
		       : change->before.object;
}

static const struct mg_change *change_at(
	const struct mg_dot_diff_pick *pick, guint i)
{
	return &g_array_index(pick->diff->changes, struct mg_change, i);
}

/* Changes of one object follow each other. */
static void count_changes(struct mg_dot_diff_pick *pick)
{
	pick->first_change = g_new0(guint32, pick->n + 1);
	pick->n_changes = g_new0(guint32, pick->n + 1);
	for (guint i = 0; i < pick->diff->changes->len; i++) {
		guint32 thing = thing_of_change(pick, change_at(pick, i));
		if (!pick->n_changes[thing]++)
			pick->first_change[thing] = i;
	}
}

static void pair_environments(struct mg_dot_diff_pick *pick)
{
	guint32 x = mg_environment_of(pick->graph[0]);
	guint32 y = mg_environment_of(pick->graph[1]);

	pick->environment = MG_DOT_DIFF_ROOT;
	if (x == MG_NO_OBJECT || pick->object[1][x] != y)
		return;

	pick->environment = x;
	for (guint side = 0; side < 2; side++) {
		guint32 own = side ? y : x, other = side ? x : y;
		pick->n_twins[side] =
			mg_environment_count(pick->graph[side], own);
		pick->twins[side] = mg_environment_twins(
			pick->graph[side], own, pick->graph[!side], other);
	}
}

guint64 mg_dot_diff_offset_on(const struct mg_dot_diff_pick *pick,
	guint32 thing, guint side, guint64 offset, guint of_side)
{
	guint64 i = offset / sizeof(guint64);
	if (side == of_side || thing != pick->environment)
		return offset;
	/* The null pointer at the end of the array is not a variable. */
	if (i >= pick->n_twins[of_side])
		return MG_DOT_DIFF_NOWHERE;
	guint64 twin = pick->twins[of_side][i];
	return twin == MG_NO_TWIN ? MG_DOT_DIFF_NOWHERE : twin;
}

/* ---- What is shown ---- */

static gboolean is_full(const struct picking *p)
{
	return p->pick->shown->len >= p->most;
}

static void show(struct picking *p, guint32 thing, guint depth)
{
	if (p->pick->depth[thing] || is_full(p))
		return;
	p->pick->depth[thing] = (guint8) depth;
	g_array_append_val(p->pick->shown, thing);
}

/* The way from its variable; long ones without their middle. */
static void show_way(struct picking *p, guint32 thing)
{
	guint32 first, i = 0;
	guint length = mg_dot_diff_way_length(p->pick, thing, &first);
	show(p, first, 1);
	for (guint32 at = thing; at != first; at = parent_of(p->pick, at), i++)
		if (length < LONGEST_WAY || i < END_OF_WAY)
			show(p, at, 1);
		else
			break;
}

static void show_aim(
	struct picking *p, const struct mg_aim *aim, guint side, guint depth)
{
	if (aim->kind == MG_AIM_OBJECT)
		show(p, mg_dot_diff_thing_of(p->pick, side, aim->object),
			depth);
}

/* Differences that say nothing come last. */
static void show_changes(struct picking *p, gboolean padding)
{
	const struct mg_diff *diff = p->pick->diff;

	for (guint i = 0; i < diff->changes->len && !is_full(p) &&
			  !mg_dot_diff_is_stopped(p->pick);
		i++) {
		const struct mg_change *change = change_at(p->pick, i);
		if (change->padding != padding)
			continue;
		guint32 thing = thing_of_change(p->pick, change);
		if (!p->pick->depth[thing])
			show_way(p, thing);
		if (change->kind == MG_CHANGE_LINK) {
			show_aim(p, &change->from, 0, 2);
			show_aim(p, &change->to, 1, 2);
		}
	}
}

/* Things that links of a thing lead to: those that came or went, or those that
 * both states have. */
static void show_targets(struct picking *p, guint32 thing, guint side,
	gboolean common, guint depth)
{
	struct mg_dot_diff_pick *pick = p->pick;
	if (pick->object[side][thing] == MG_NO_OBJECT)
		return;

	const struct mg_graph *graph = pick->graph[side];
	const struct mg_object *o =
		mg_graph_object(graph, pick->object[side][thing]);
	const struct mg_link *links = mg_graph_links(graph, o);
	for (guint32 i = 0;
		i < o->n_links && !is_full(p) && !mg_dot_diff_is_stopped(pick);
		i++) {
		if (links[i].end != MG_END_NONE)
			continue;
		guint32 to = mg_dot_diff_thing_of(pick, side, links[i].to);
		enum mg_dot_diff_mark mark = mg_dot_diff_mark_of(pick, to);
		if ((mark < MG_DOT_DIFF_INSERTED) == common)
			show(p, to, depth);
	}
}

/* Things are added to the list while it is walked. */
static void show_alone(struct picking *p)
{
	struct mg_dot_diff_pick *pick = p->pick;
	for (guint i = 0; i < pick->shown->len && !is_full(p) &&
			  !mg_dot_diff_is_stopped(pick);
		i++) {
		guint32 thing = g_array_index(pick->shown, guint32, i);
		guint depth = pick->depth[thing];
		if (depth > MOST_DEPTH)
			continue;
		show_targets(p, thing, 0, FALSE, depth + 1);
		show_targets(p, thing, 1, FALSE, depth + 1);
	}
}

static void show_context(struct picking *p)
{
	struct mg_dot_diff_pick *pick = p->pick;
	guint n = pick->shown->len;
	for (guint i = 0; i < n && !mg_dot_diff_is_stopped(pick); i++) {
		guint32 thing = g_array_index(pick->shown, guint32, i);
		if (mg_dot_diff_mark_of(pick, thing) < MG_DOT_DIFF_INSERTED)
			continue;
		show_targets(p, thing, 0, TRUE, MOST_DEPTH + 1);
		show_targets(p, thing, 1, TRUE, MOST_DEPTH + 1);
	}
}

guint mg_dot_diff_way_length(
	const struct mg_dot_diff_pick *pick, guint32 thing, guint32 *first)
{
	guint length = 0;
	guint32 parent;
	for (*first = thing;
		(parent = parent_of(pick, *first)) != MG_DOT_DIFF_ROOT;
		length++)
		*first = parent;
	return length;
}

gboolean mg_dot_diff_is_above(
	const struct mg_dot_diff_pick *pick, guint32 above, guint32 thing)
{
	for (guint side = 0; side < 2; side++) {
		const struct mg_graph *graph = pick->graph[side];
		guint32 goal = pick->object[side][above];
		guint32 at = pick->object[side][thing];
		if (goal == MG_NO_OBJECT || at == MG_NO_OBJECT)
			continue;
		for (guint i = 0; i < NEAR && at != goal; i++) {
			const struct mg_object *o = mg_graph_object(graph, at);
			if (o->root || !o->named_by)
				break;
			at = g_array_index(
				graph->links, struct mg_link, o->named_by - 1)
				     .from;
		}
		if (at == goal)
			return TRUE;
	}

	return FALSE;
}

/* A string that both have is shown with the pointer to it. */
static gboolean is_told(const struct mg_dot_diff_pick *pick, guint32 thing)
{
	guint32 object = pick->object[0][thing];
	if (object == MG_NO_OBJECT || pick->above[thing] == MG_DOT_DIFF_ROOT ||
		pick->above[thing] != parent_of(pick, thing))
		return FALSE;
	const struct mg_object *o = mg_graph_object(pick->graph[0], object);
	return o->text && o->n_links == 0 &&
	       mg_dot_diff_mark_of(pick, thing) == MG_DOT_DIFF_EQUAL;
}

/* Names are made from objects with smaller numbers, so these are done. */
static void fold(struct mg_dot_diff_pick *pick)
{
	pick->above = g_new(guint32, pick->n + 1);
	pick->hops = g_new(guint32, pick->n + 1);
	pick->folded = g_malloc0_n(pick->n + 1, sizeof *pick->folded);
	for (guint32 i = 0; i < pick->n && !mg_dot_diff_is_stopped(pick); i++) {
		guint32 parent = parent_of(pick, i);
		gboolean gap =
			parent != MG_DOT_DIFF_ROOT && !pick->depth[parent];
		pick->above[i] = gap ? pick->above[parent] : parent;
		pick->hops[i] = pick->above[i] == MG_DOT_DIFF_ROOT
					? 0
					: pick->hops[pick->above[i]] + !!gap;
		if (!pick->depth[i] && !is_told(pick, i)) {
			guint32 at = pick->above[i] == MG_DOT_DIFF_ROOT
					     ? pick->n
					     : pick->above[i];
			pick->folded[at][mg_dot_diff_mark_of(pick, i)]++;
		}
	}
}

struct mg_dot_diff_pick *mg_dot_diff_pick_new(
	const struct mg_diff *diff, const struct mg_dot_diff_options *options)
{
	struct mg_dot_diff_pick *pick = g_new0(struct mg_dot_diff_pick, 1);
	struct picking p = {pick, options->most};

	pick->diff = diff;
	pick->graph[0] = mg_match_graph(diff->match, 0);
	pick->graph[1] = mg_match_graph(diff->match, 1);
	number_things(pick);
	count_changes(pick);
	pair_environments(pick);
	pick->depth = g_new0(guint8, pick->n + 1);
	pick->shown = g_array_new(FALSE, FALSE, sizeof(guint32));
	if (!p.most)
		p.most = options->whole ? G_MAXUINT : MG_DOT_DIFF_MOST;
	show_changes(&p, FALSE);
	show_alone(&p);
	show_changes(&p, TRUE);
	show_context(&p);
	for (guint32 i = 0;
		i < pick->n && options->whole && !mg_dot_diff_is_stopped(pick);
		i++)
		show(&p, i, 1);
	fold(pick);

	return pick;
}

void mg_dot_diff_pick_free(struct mg_dot_diff_pick *pick)
{
	g_free(pick->object[0]);
	g_free(pick->object[1]);
	g_free(pick->thing);
	g_free(pick->first_change);
	g_free(pick->n_changes);
	g_free(pick->depth);
	g_array_unref(pick->shown);
	g_free(pick->above);
	g_free(pick->hops);
	g_free(pick->folded);
	g_free(pick->twins[0]);
	g_free(pick->twins[1]);
	g_free(pick);
}
