/* Other names of a value: along the ways on which its own name does not go. */
#include "ways.h"

#include "name-expression.h"

#include <string.h>

/* Pointers on a way, and ways in all: who needs more will not find it a good
 * name. */
enum { MOST_LINKS = 4, MOST_WAYS = 64 };

struct mg_ways {
	const struct mg_graph *graph;
	GArray *starts; /* guint32: where those to each object begin, and where
			   the last ones end */
	GArray *links; /* guint32: links by where they lead */
};

/* A link that leads to where a shorter way begins. */
struct way {
	guint32 link;
	gint32 next; /* the rest of the way; -1: this was the last link */
	guint depth; /* how many links it has */
};

static const struct mg_link *link_at(const struct mg_graph *graph, guint32 i)
{
	return &g_array_index(graph->links, struct mg_link, i);
}

/* Whether a name can go along it. */
static gboolean is_plain(const struct mg_link *link)
{
	return link->end == MG_END_NONE && link->to != MG_NO_OBJECT &&
	       !link->word && !link->beside && link->type;
}

struct mg_ways *mg_ways_new(const struct mg_graph *graph)
{
	struct mg_ways *ways = g_new0(struct mg_ways, 1);
	guint n = graph->objects->len;
	ways->graph = graph;
	ways->starts = g_array_new(FALSE, TRUE, sizeof(guint32));
	ways->links = g_array_new(FALSE, TRUE, sizeof(guint32));
	g_array_set_size(ways->starts, n + 2);

	/* Counted two places further on, so that each start is in its place
	 * when all are filled in. */
	guint32 *starts = (void *) ways->starts->data;
	for (guint i = 0; i < graph->links->len; i++)
		if (is_plain(link_at(graph, i)))
			starts[link_at(graph, i)->to + 2]++;
	for (guint i = 2; i < n + 2; i++)
		starts[i] += starts[i - 1];

	g_array_set_size(ways->links, starts[n + 1]);
	for (guint32 i = 0; i < graph->links->len; i++)
		if (is_plain(link_at(graph, i)))
			g_array_index(ways->links, guint32,
				starts[link_at(graph, i)->to + 1]++) = i;
	return ways;
}

void mg_ways_free(struct mg_ways *ways)
{
	g_array_unref(ways->starts);
	g_array_unref(ways->links);
	g_free(ways);
}

static const struct way *way_at(const GArray *found, gint32 i)
{
	return &g_array_index(found, struct way, i);
}

/* Whether a way comes through an object: round about is no way. */
static gboolean comes_through(const struct mg_graph *graph, const GArray *found,
	gint32 way, guint32 object)
{
	for (; way >= 0; way = way_at(found, way)->next) {
		const struct mg_link *link =
			link_at(graph, way_at(found, way)->link);
		if (link->from == object || link->to == object)
			return TRUE;
	}
	return FALSE;
}

/* All that lead to an object, and from there on along a way; `next` as a
 * way's. */
static void add_ways(
	const struct mg_ways *ways, guint32 object, gint32 next, GArray *found)
{
	const guint32 *starts = (void *) ways->starts->data;
	guint depth = next < 0 ? 1 : way_at(found, next)->depth + 1;
	for (guint32 i = starts[object];
		i < starts[object + 1] && found->len < MOST_WAYS; i++) {
		guint32 number = g_array_index(ways->links, guint32, i);
		guint32 from = link_at(ways->graph, number)->from;
		struct way way = {number, next, depth};
		if (from != object &&
			!comes_through(ways->graph, found, next, from))
			g_array_append_val(found, way);
	}
}

/* Shorter ones first. */
static GArray *find_ways(const struct mg_ways *ways, guint32 object)
{
	GArray *found = g_array_new(FALSE, FALSE, sizeof(struct way));
	add_ways(ways, object, -1, found);
	for (guint i = 0; i < found->len; i++) {
		struct way way = *way_at(found, (gint32) i);
		if (way.depth < MOST_LINKS)
			add_ways(ways, link_at(ways->graph, way.link)->from,
				(gint32) i, found);
	}
	return found;
}

/* Whether names may begin with it. There is no telling which one of several
 * calls is meant. */
static const struct mg_root *good_root(
	const struct mg_graph *graph, guint32 object)
{
	guint32 number = mg_graph_object(graph, object)->root;
	const struct mg_root *root = number ? &graph->roots[number - 1] : NULL;
	return root && root->class != MG_ROOT_PROCESS && !root->foreign &&
			       !root->unsure && !root->again &&
			       root->name[0] != '<'
		       ? root
		       : NULL;
}

static struct mg_expression start(const struct mg_root *root)
{
	g_autofree char *shown = mg_root_shown(root);
	return (struct mg_expression){
		.text = g_string_new(shown),
		.words = TRUE,
		.unary = shown[0] == '*' || shown[0] == '(',
	};
}

/* To the object, or, as texts are told, to the pointer to it; FALSE if that has
 * no name. */
static gboolean go_along(const struct mg_graph *graph, const GArray *found,
	gint32 way, gboolean text, struct mg_expression *e)
{
	for (; way >= 0; way = way_at(found, way)->next) {
		const struct mg_link *link =
			link_at(graph, way_at(found, way)->link);
		struct mg_goal goal = {.target = link->type};
		if (!text || way_at(found, way)->next >= 0)
			mg_expression_follow(graph, e, link);
		else if (link->to_offset ||
			 !mg_expression_go_inside(e,
				 mg_graph_object(graph, link->from), &goal,
				 link->offset))
			return FALSE;
	}
	return TRUE;
}

static void add_name(GArray *names, const struct mg_graph *graph,
	const struct mg_vertex *vertex, const GArray *found, gint32 way)
{
	const struct mg_link *link =
		way < 0 ? NULL : link_at(graph, way_at(found, way)->link);
	guint32 first = link ? link->from : vertex->object;
	const struct mg_root *root = good_root(graph, first);
	gboolean text = link && vertex->kind == MG_VERTEX_TEXT;
	if (!root)
		return;

	struct mg_expression e = start(root);
	struct mg_way_name name = {
		.root = root,
		.first = link ? link->to : MG_NO_OBJECT,
	};
	if (!go_along(graph, found, way, text, &e)) {
		g_string_free(e.text, TRUE);
		g_free(e.of);
		return;
	}
	if (text) {
		name.words = mg_expression_take(&e);
		g_string_free(e.text, TRUE);
	} else {
		name.words = mg_expression_finish(graph, vertex, e);
	}
	g_array_append_val(names, name);
}

static void clear_name(gpointer data)
{
	g_free(((struct mg_way_name *) data)->words);
}

GArray *mg_ways_names(
	const struct mg_ways *ways, const struct mg_vertex *vertex)
{
	GArray *names = g_array_new(FALSE, FALSE, sizeof(struct mg_way_name));
	g_array_set_clear_func(names, clear_name);
	g_autoptr(GArray) found = find_ways(ways, vertex->object);
	add_name(names, ways->graph, vertex, found, -1);
	for (guint i = 0; i < found->len; i++)
		add_name(names, ways->graph, vertex, found, (gint32) i);
	return names;
}
