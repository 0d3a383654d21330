#include "dot-diff.h"

#include "dot-cgraph.h"
#include "dot-diff-inside.h"

#include <string.h>

/* How many times a way to the right is folded before a new line begins. */
enum { HOPS_IN_LINE = 3 };

struct drawing {
	const struct mg_dot_diff_pick *pick;
	GPtrArray *boxes; /* struct mg_dot_diff_box, as the things are shown */
	GHashTable *places; /* from thing plus one to its place in these */
	Agraph_t *dot;
	Agnode_t **nodes; /* by place */
	Agnode_t *root;
};

/* ---- cgraph ---- */

/* cgraph keeps equal strings once: a label is HTML-like if its text is already
 * there as such. */
static void set_html(struct drawing *d, void *thing, const char *text)
{
	char *html = agstrdup_html(d->dot, (char *) text);
	mg_cgraph_set(thing, "label", html);
	agstrfree(d->dot, html);
}

static const struct mg_cgraph_default defaults[] = {
	{AGRAPH, "rankdir", "LR"},
	{AGRAPH, "nodesep", "0.2"},
	{AGRAPH, "ranksep", "0.5"},
	{AGRAPH, "fontname", "Helvetica"},
	{AGRAPH, "fontsize", "10"},
	{AGRAPH, "labelloc", "b"},
	{AGRAPH, "labeljust", "l"},
	{AGNODE, "shape", "plain"},
	{AGNODE, "style", ""},
	{AGNODE, "fontname", "Helvetica"},
	{AGNODE, "fontsize", "10"},
	{AGNODE, "fontcolor", "black"},
	{AGNODE, "color", "black"},
	{AGNODE, "height", "0.2"},
	{AGNODE, "margin", "0.07,0.03"},
	{AGNODE, "label", ""},
	{AGEDGE, "fontname", "Helvetica"},
	{AGEDGE, "fontsize", "9"},
	{AGEDGE, "arrowsize", "0.6"},
	{AGEDGE, "color", "gray40"},
	{AGEDGE, "fontcolor", "gray40"},
	{AGEDGE, "penwidth", ""},
	{AGEDGE, "constraint", ""},
	{AGEDGE, "label", ""},
	{AGEDGE, "tailport", ""},
	{AGEDGE, "headport", ""},
	{AGEDGE, "style", ""},
};

/* ---- Boxes ---- */

/* Its place among those that are shown; -1 if it is not shown. */
static int place_of(const struct drawing *d, guint32 thing)
{
	return (int) GPOINTER_TO_UINT(g_hash_table_lookup(
		       d->places, GSIZE_TO_POINTER((gsize) thing + 1))) -
	       1;
}

static void add_boxes(struct drawing *d)
{
	const struct mg_dot_diff_pick *pick = d->pick;

	for (guint i = 0; i < pick->shown->len && !mg_dot_diff_is_stopped(pick);
		i++) {
		guint32 thing = g_array_index(pick->shown, guint32, i);
		enum mg_dot_diff_mark mark = mg_dot_diff_mark_of(pick, thing);
		struct mg_dot_diff_box *box = mg_dot_diff_box_new(pick, thing);
		g_autofree char *label = mg_dot_diff_box_label(box, mark);
		char id[16];
		g_snprintf(id, sizeof id, "o%u", i);
		g_ptr_array_add(d->boxes, box);
		g_hash_table_insert(d->places,
			GSIZE_TO_POINTER((gsize) thing + 1),
			GUINT_TO_POINTER(i + 1));
		d->nodes[i] = mg_cgraph_add_node(d->dot, id);
		set_html(d, d->nodes[i], label);
	}
}

/* ---- Arrows ---- */

/* The row of a value, at its left or right end. */
static void set_port(Agedge_t *edge, const char *which,
	const struct mg_dot_diff_box *box, guint side, guint64 offset,
	gboolean left)
{
	int row = mg_dot_diff_box_row(box, side, offset);
	char port[16];
	if (row < 0)
		return;
	const char *path =
		g_array_index(box->rows, struct mg_dot_diff_row, row).path;
	g_snprintf(port, sizeof port, "%c%d:%c", left && *path ? 'l' : 'r', row,
		left ? 'w' : 'e');
	mg_cgraph_set(edge, which, port);
}

static void set_label(struct drawing *d, Agedge_t *edge, const char *path,
	enum mg_dot_diff_mark mark)
{
	g_autoptr(GString) label =
		g_string_new(mark == MG_DOT_DIFF_INSERTED  ? "+ "
			     : mark == MG_DOT_DIFF_DELETED ? "− "
							   : "");
	/* Arrows are labelled by operations: without a member that is `*`. */
	mg_dot_diff_append_text(label, *path ? path : "*", 24);
	set_html(d, edge, label->str);
}

static void set_mark(Agedge_t *edge, enum mg_dot_diff_mark mark)
{
	mg_cgraph_set(edge, "color", mg_dot_diff_colour(mark));
	mg_cgraph_set(edge, "fontcolor", mg_dot_diff_colour(mark));
	if (mark == MG_DOT_DIFF_INSERTED)
		mg_cgraph_set(edge, "penwidth", "2");
	else if (mark == MG_DOT_DIFF_DELETED)
		mg_cgraph_set(edge, "style", "dashed");
}

/* Whether an arrow leads to the left, or to its own box. All other arrows leave
 * on the right and arrive from the left. */
static gboolean is_back(const struct drawing *d, guint from, guint to)
{
	guint32 a = g_array_index(d->pick->shown, guint32, from);
	guint32 b = g_array_index(d->pick->shown, guint32, to);
	return mg_dot_diff_is_above(d->pick, b, a);
}

/* Whether a link makes the name of what it leads to. */
static gboolean is_way(const struct mg_graph *graph, const struct mg_link *link)
{
	guint32 by = mg_graph_object(graph, link->to)->named_by;
	return by &&
	       &g_array_index(graph->links, struct mg_link, by - 1) == link;
}

static gboolean is_drawn(const struct drawing *d, guint from, int to)
{
	return agedge(d->dot, d->nodes[from], d->nodes[to], NULL, FALSE) !=
	       NULL;
}

static void add_link(struct drawing *d, guint from, guint side,
	const struct mg_link *link, enum mg_dot_diff_mark mark)
{
	int to = place_of(d, mg_dot_diff_thing_of(d->pick, side, link->to));
	if (to < 0)
		return;

	const struct mg_dot_diff_box *box = g_ptr_array_index(d->boxes, from);
	/* One arrow stands for all whose rows are hidden. */
	if (!link->beside && mg_dot_diff_box_row(box, side, link->offset) < 0 &&
		is_drawn(d, from, to))
		return;

	Agedge_t *edge =
		agedge(d->dot, d->nodes[from], d->nodes[to], NULL, TRUE);
	gboolean back = is_back(d, from, (guint) to);
	if (link->beside) {
		set_label(d, edge, "beside", mark);
		mg_cgraph_set(edge, "style", "dotted");
	} else {
		int row = mg_dot_diff_box_row(box, side, link->offset);
		set_label(d, edge,
			row < 0 ? "…"
				: g_array_index(box->rows,
					  struct mg_dot_diff_row, row)
					  .path,
			mark);
		set_port(edge, "tailport", box, side, link->offset,
			back && (guint) to != from);
	}

	set_mark(edge, mark);
	if (link->to_offset)
		set_port(edge, "headport", g_ptr_array_index(d->boxes, to),
			side, link->to_offset, !back);
	else
		mg_cgraph_set(edge, "headport", back ? "h:e" : "h:w");

	/* Ways make the order from left to right; all other arrows must not. */
	if (back || !is_way(d->pick->graph[side], link))
		mg_cgraph_set(edge, "constraint", "false");
}

/* Whether arrows to one box would end at the same row of it. */
static gboolean touch_the_same(const struct drawing *d, const struct mg_link *k,
	const struct mg_link *l)
{
	int place = place_of(d, mg_dot_diff_thing_of(d->pick, 0, k->to));
	if (k->to_offset == l->to_offset || place < 0)
		return TRUE;
	const struct mg_dot_diff_box *box = g_ptr_array_index(d->boxes, place);
	int row = mg_dot_diff_box_row(box, 0, k->to_offset);
	int other = mg_dot_diff_box_row(box, 1, l->to_offset);
	return row == other || row < 0 || other < 0;
}

static gboolean is_same(const struct drawing *d, const struct mg_link *k,
	const struct mg_link *l)
{
	return k->end == MG_END_NONE && l->end == MG_END_NONE &&
	       k->beside == l->beside &&
	       mg_dot_diff_thing_of(d->pick, 0, k->to) ==
		       mg_dot_diff_thing_of(d->pick, 1, l->to) &&
	       touch_the_same(d, k, l);
}

struct links {
	const struct mg_link *list;
	guint32 n;
};

static struct links links_of(const struct drawing *d, guint32 thing, guint side)
{
	guint32 object = d->pick->object[side][thing];
	if (object == MG_NO_OBJECT)
		return (struct links){NULL, 0};
	const struct mg_graph *graph = d->pick->graph[side];
	const struct mg_object *o = mg_graph_object(graph, object);
	return (struct links){mg_graph_links(graph, o), o->n_links};
}

/* The order of an object's links: those that lead to pieces beside it are
 * last. */
static guint64 order_of(const struct links *links, guint32 i)
{
	if (i >= links->n)
		return G_MAXUINT64;
	return links->list[i].beside ? G_MAXUINT64 - 1 : links->list[i].offset;
}

/* Links of the environment, by the names of its variables. */
static void add_links_by_name(struct drawing *d, guint place, guint32 thing)
{
	struct links a = links_of(d, thing, 0), b = links_of(d, thing, 1);

	for (guint32 i = 0; i < a.n; i++) {
		guint64 there = mg_dot_diff_offset_on(
			d->pick, thing, 1, a.list[i].offset, 0);
		const struct mg_link *twin =
			there == MG_DOT_DIFF_NOWHERE
				? NULL
				: mg_graph_link_at(d->pick->graph[1],
					  d->pick->object[1][thing], there);
		gboolean same = twin && is_same(d, &a.list[i], twin);
		if (a.list[i].end == MG_END_NONE)
			add_link(d, place, 0, &a.list[i],
				same ? MG_DOT_DIFF_EQUAL : MG_DOT_DIFF_DELETED);
		if (twin && !same && twin->end == MG_END_NONE)
			add_link(d, place, 1, twin, MG_DOT_DIFF_INSERTED);
	}

	for (guint32 j = 0; j < b.n; j++)
		if (b.list[j].end == MG_END_NONE &&
			mg_dot_diff_offset_on(d->pick, thing, 0,
				b.list[j].offset, 1) == MG_DOT_DIFF_NOWHERE)
			add_link(d, place, 1, &b.list[j], MG_DOT_DIFF_INSERTED);
}

/* Pointers of both mates at the same place are one arrow if they lead to the
 * same place. */
static void add_links(struct drawing *d, guint place)
{
	guint32 thing = g_array_index(d->pick->shown, guint32, place);
	if (thing == d->pick->environment) {
		add_links_by_name(d, place, thing);
		return;
	}

	struct links a = links_of(d, thing, 0), b = links_of(d, thing, 1);
	for (guint32 i = 0, j = 0;
		(i < a.n || j < b.n) && !mg_dot_diff_is_stopped(d->pick);) {
		guint64 s = order_of(&a, i), t = order_of(&b, j);
		if (i < a.n && j < b.n && s == t &&
			is_same(d, &a.list[i], &b.list[j])) {
			add_link(d, place, 0, &a.list[i], MG_DOT_DIFF_EQUAL);
		} else {
			if (i < a.n && s <= t && a.list[i].end == MG_END_NONE)
				add_link(d, place, 0, &a.list[i],
					MG_DOT_DIFF_DELETED);
			if (j < b.n && t <= s && b.list[j].end == MG_END_NONE)
				add_link(d, place, 1, &b.list[j],
					MG_DOT_DIFF_INSERTED);
		}
		i += s <= t;
		j += t <= s;
	}
}

/* ---- What is folded ---- */

/* The vertex for what is folded behind a thing. */
static Agnode_t *fold_of(struct drawing *d, guint32 thing)
{
	char id[16] = "more";
	if (thing != MG_DOT_DIFF_ROOT)
		g_snprintf(id, sizeof id, "m%d", place_of(d, thing));
	return agnode(d->dot, id, FALSE);
}

static void add_fold(
	struct drawing *d, Agnode_t *above, const char *id, guint32 at)
{
	const guint32 *folded = d->pick->folded[at];
	guint64 all = 0;

	for (guint i = 0; i < MG_DOT_DIFF_N_MARKS; i++)
		all += folded[i];
	if (!all)
		return;

	g_autofree char *label = mg_dot_diff_fold_label(folded);
	Agnode_t *node = mg_cgraph_add_node(d->dot, id);
	set_html(d, node, label);
	mg_cgraph_set(node, "shape", "box");
	mg_cgraph_set(node, "style", "dotted");
	mg_cgraph_set(node, "fontcolor", mg_dot_diff_colour(MG_DOT_DIFF_EQUAL));
	mg_cgraph_set(node, "color", mg_dot_diff_colour(MG_DOT_DIFF_EQUAL));

	Agedge_t *edge = agedge(d->dot, above, node, NULL, TRUE);
	mg_cgraph_set(edge, "style", "dotted");
}

/* What is shown behind something that is not. */
static void add_way(struct drawing *d, guint place)
{
	const struct mg_dot_diff_pick *pick = d->pick;
	guint32 thing = g_array_index(pick->shown, guint32, place);
	const struct mg_link *link = mg_dot_diff_naming_link(pick, thing);

	if (!link) {
		Agedge_t *edge =
			agedge(d->dot, d->root, d->nodes[place], NULL, TRUE);
		mg_cgraph_set(edge, "headport", "h:w");
		set_mark(edge,
			mg_dot_diff_mark_of(pick, thing) < MG_DOT_DIFF_INSERTED
				? MG_DOT_DIFF_EQUAL
				: mg_dot_diff_mark_of(pick, thing));
		return;
	}

	guint side = mg_dot_diff_side_of(pick, thing);
	if (pick->depth[mg_dot_diff_thing_of(pick, side, link->from)])
		return;

	Agedge_t *edge = agedge(d->dot, fold_of(d, pick->above[thing]),
		d->nodes[place], NULL, TRUE);
	g_autofree char *path = link->beside
					? g_strdup("beside")
					: mg_dot_diff_path_at(pick->graph[side],
						  link->from, link->offset);
	set_label(d, edge, path, MG_DOT_DIFF_EQUAL);
	mg_cgraph_set(edge, "style", "dotted");
	mg_cgraph_set(edge, "headport", "h:w");
	/* A long list continues in a new line. */
	if (pick->hops[thing] && pick->hops[thing] % HOPS_IN_LINE == 0)
		mg_cgraph_set(edge, "constraint", "false");
}

/* ---- The whole ---- */

static void draw(struct drawing *d)
{
	const struct mg_dot_diff_pick *pick = d->pick;
	g_autofree char *legend = mg_dot_diff_legend(pick->diff);

	mg_cgraph_set_defaults(d->dot, defaults, G_N_ELEMENTS(defaults));
	set_html(d, d->dot, legend);
	d->root = mg_cgraph_add_root(d->dot);
	add_boxes(d);
	for (guint i = 0; i < pick->shown->len && !mg_dot_diff_is_stopped(pick);
		i++) {
		char id[16];
		g_snprintf(id, sizeof id, "m%u", i);
		add_fold(d, d->nodes[i], id,
			g_array_index(pick->shown, guint32, i));
	}

	add_fold(d, d->root, "more", pick->n);
	for (guint i = 0; i < pick->shown->len && !mg_dot_diff_is_stopped(pick);
		i++)
		add_way(d, i);
	for (guint i = 0; i < pick->shown->len && !mg_dot_diff_is_stopped(pick);
		i++)
		add_links(d, i);
}

static void free_box(gpointer box)
{
	mg_dot_diff_box_free(box);
}

gboolean mg_dot_diff_write(const struct mg_diff *diff,
	const struct mg_dot_diff_options *options, FILE *file, GError **error)
{
	g_autoptr(mg_dot_diff_pick) pick = mg_dot_diff_pick_new(diff, options);
	g_autoptr(GPtrArray) boxes = g_ptr_array_new_with_free_func(free_box);
	g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
	g_autofree Agnode_t **nodes = g_new0(Agnode_t *, pick->shown->len + 1);
	struct drawing d = {
		.pick = pick,
		.boxes = boxes,
		.places = places,
		.nodes = nodes,
		.dot = agopen((char *) "difference", Agdirected, NULL),
	};

	/* Else it may not be known what is above what. */
	if (!mg_dot_diff_is_stopped(pick))
		draw(&d);
	return mg_cgraph_write(d.dot, file, pick->graph[0]->stop, error);
}
