#include "origin.h"

/* Most names are short. Who asks about many elements of a long list must not go
 * along all of it each time. */
enum { NEAR = 64 };

/* The object whose pointer gives this one its name; FALSE if it is a variable.
 */
static gboolean go_back(const struct mg_graph *graph, guint32 *object)
{
	guint32 by = mg_graph_object(graph, *object)->named_by;
	if (by == 0)
		return FALSE;
	*object = g_array_index(graph->links, struct mg_link, by - 1).from;
	return TRUE;
}

/* Goes back to one that is known, then fills in those on the way. `away` is 0
 * for those that are not known yet, and one too many for all others. */
static void find(const struct mg_graph *graph, struct mg_origin *list,
	guint32 object, GArray *way)
{
	g_array_set_size(way, 0);
	guint32 at = object;
	while (list[at].away == 0) {
		g_array_append_val(way, at);
		if (!go_back(graph, &at)) {
			list[at] = (struct mg_origin){at, 1};
			g_array_set_size(way, way->len - 1);
		}
	}

	struct mg_origin origin = list[at];
	for (guint i = way->len; i-- > 0;) {
		origin.away++;
		list[g_array_index(way, guint32, i)] = origin;
	}
}

static struct mg_origin *find_all(const struct mg_graph *graph)
{
	g_autoptr(GArray) way = g_array_new(FALSE, FALSE, sizeof(guint32));
	struct mg_origin *list =
		g_new0(struct mg_origin, graph->objects->len + 1);
	for (guint32 i = 0; i < graph->objects->len; i++)
		find(graph, list, i, way);
	return list;
}

struct mg_origin mg_graph_origin(const struct mg_graph *graph, guint32 object)
{
	struct mg_origins *origins = graph->origins;
	struct mg_origin near = {.object = object};
	while (near.away < NEAR && go_back(graph, &near.object))
		near.away++;
	if (near.away < NEAR)
		return near;

	if (g_once_init_enter(&origins->made)) {
		origins->list = find_all(graph);
		g_once_init_leave(&origins->made, 1);
	}
	struct mg_origin far = origins->list[object];
	far.away--;
	return far;
}
