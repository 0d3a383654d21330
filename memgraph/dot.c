#include "dot.h"

#include "dot-box.h"
#include "dot-cgraph.h"
#include "graph.h"
#include "value-words.h"

struct drawing {
	const struct mg_graph *graph;
	GPtrArray *boxes;
	Agraph_t *dot;
	Agnode_t *root;
	Agnode_t *more; /* NULL: nothing is folded */
	Agnode_t **nodes; /* by object, those that have a box */
};

static const struct mg_cgraph_default defaults[] = {
	{AGRAPH, "rankdir", "LR"},
	{AGRAPH, "nodesep", "0.15"},
	{AGRAPH, "ranksep", "0.6"},
	{AGRAPH, "fontname", "Helvetica"},
	{AGNODE, "shape", "record"},
	{AGNODE, "style", "filled"},
	{AGNODE, "fillcolor", "white"},
	{AGNODE, "fontname", "Helvetica"},
	{AGNODE, "fontsize", "10"},
	{AGNODE, "height", "0.2"},
	{AGNODE, "margin", "0.07,0.03"},
	{AGNODE, "label", ""},
	{AGEDGE, "fontname", "Helvetica"},
	{AGEDGE, "fontsize", "9"},
	{AGEDGE, "arrowsize", "0.6"},
	{AGEDGE, "color", "gray30"},
	{AGEDGE, "fontcolor", "gray30"},
	{AGEDGE, "label", ""},
	{AGEDGE, "tailport", ""},
	{AGEDGE, "headport", ""},
	{AGEDGE, "style", ""},
};

static void append_row(
	GString *label, const struct mg_dot_row *row, guint number)
{
	g_string_append_c(label, '|');
	if (*row->path) {
		g_string_append_c(label, '{');
		mg_dot_append_text(label, row->path, TRUE);
		g_string_append(label, "\\l|"); /* to the left */
	}

	g_string_append_printf(label, "<r%u> ", number);
	mg_dot_append_text(label, row->text, TRUE);
	if (*row->path)
		g_string_append_c(label, '}');
}

static void add_box(struct drawing *d, guint32 number)
{
	const struct mg_dot_box *box = g_ptr_array_index(d->boxes, number);
	const struct mg_object *object =
		&g_array_index(d->graph->objects, struct mg_object, number);
	g_autoptr(GString) label = g_string_new("<h> ");
	char id[16];

	mg_dot_append_text(label, box->name, TRUE);
	if (*box->name)
		g_string_append(label, "\\n");
	mg_dot_append_text(label, box->type, TRUE);
	for (guint i = 0; i < box->rows->len; i++)
		append_row(label,
			&g_array_index(box->rows, struct mg_dot_row, i), i);
	if (box->hidden) {
		g_autofree char *more = mg_more_text(box->hidden);
		g_string_append(label, "|<more> ");
		mg_dot_append_text(label, more, TRUE);
	}

	g_snprintf(id, sizeof id, "o%u", number);
	d->nodes[number] = mg_cgraph_add_node(d->dot, id);
	mg_cgraph_set(d->nodes[number], "label", label->str);
	if (object->root)
		mg_cgraph_set(d->nodes[number], "fillcolor", "#eef3ff");
}

static Agedge_t *add_edge(
	struct drawing *d, Agnode_t *from, Agnode_t *to, const char *operation)
{
	g_autoptr(GString) label = g_string_new(NULL);
	Agedge_t *edge = agedge(d->dot, from, to, NULL, TRUE);
	mg_dot_append_text(label, operation, FALSE);
	mg_cgraph_set(edge, "label", label->str);
	return edge;
}

static void add_roots(struct drawing *d)
{
	gboolean folded = FALSE;

	d->root = mg_cgraph_add_root(d->dot);
	for (guint32 i = 0;
		i < d->graph->objects->len && !mg_graph_is_stopped(d->graph);
		i++) {
		guint32 root =
			g_array_index(d->graph->objects, struct mg_object, i)
				.root;
		if (!root)
			continue;
		if (i >= d->boxes->len) {
			folded = TRUE;
			continue;
		}
		add_edge(d, d->root, d->nodes[i],
			d->graph->roots[root - 1].name);
	}

	if (folded)
		add_edge(d, d->root, d->more, "");
}

/* The row at the offset; `side` is where the arrow touches it. If it has no
 * row, as with padding, that is the box as a whole. */
static void set_port(Agedge_t *edge, const char *which,
	const struct mg_dot_box *box, guint64 offset, const char *side)
{
	int row = mg_dot_box_row(box, offset);
	char port[16];
	g_snprintf(port, sizeof port, "r%d%s", row, side);
	if (row >= 0)
		mg_cgraph_set(edge, which, port);
	else if (box->hidden)
		mg_cgraph_set(edge, which, "more");
}

static void add_link(struct drawing *d, const struct mg_link *link)
{
	const struct mg_dot_box *from = g_ptr_array_index(d->boxes, link->from);
	gboolean folded = link->to >= d->boxes->len;
	Agedge_t *edge = add_edge(d, d->nodes[link->from],
		folded ? d->more : d->nodes[link->to],
		link->beside ? "beside" : "*");

	if (!link->beside)
		set_port(edge, "tailport", from, link->offset, ":e");
	if (link->word || link->beside)
		mg_cgraph_set(edge, "style", "dashed");
	if (folded)
		return;

	/* An arrow to the same box returns to the side where it left. */
	gboolean loop = link->to == link->from;
	if (link->to_offset)
		set_port(edge, "headport",
			g_ptr_array_index(d->boxes, link->to), link->to_offset,
			loop ? ":e" : ":w");
	else if (loop)
		mg_cgraph_set(edge, "headport", "h:e");
}

static void draw(struct drawing *d, guint64 more)
{
	mg_cgraph_set_defaults(d->dot, defaults, G_N_ELEMENTS(defaults));
	for (guint32 i = 0; i < d->boxes->len; i++)
		add_box(d, i);
	if (more) {
		g_autofree char *text = mg_more_text(more);
		d->more = mg_cgraph_add_node(d->dot, "more");
		mg_cgraph_set(d->more, "label", text);
		mg_cgraph_set(d->more, "shape", "box");
		mg_cgraph_set(d->more, "style", "dashed");
	}

	add_roots(d);
	for (guint i = 0;
		i < d->graph->links->len && !mg_graph_is_stopped(d->graph);
		i++) {
		const struct mg_link *link =
			&g_array_index(d->graph->links, struct mg_link, i);
		if (link->from < d->boxes->len && link->end == MG_END_NONE)
			add_link(d, link);
	}
}

gboolean mg_dot_write(const struct mg_graph *graph, guint most_vertices,
	FILE *file, GError **error)
{
	guint64 more;
	g_autoptr(GPtrArray) boxes =
		mg_dot_boxes_new(graph, most_vertices, &more);
	g_autofree Agnode_t **nodes = g_new0(Agnode_t *, boxes->len + 1);
	struct drawing d = {
		.graph = graph,
		.boxes = boxes,
		.nodes = nodes,
		.dot = agopen((char *) "memgraph", Agdirected, NULL),
	};

	/* Else there may be fewer boxes than links expect. */
	if (!mg_graph_is_stopped(graph))
		draw(&d, more);
	return mg_cgraph_write(d.dot, file, graph->stop, error);
}
