#include "graph.h"

#include <sys/mman.h>

/* Pages straight from the kernel: they are 0 and take no memory until they are
 * written, and moving them copies nothing. */
static gboolean grow(struct mg_graph *graph, gsize room)
{
	enum { PAGE = 4096 };
	room = (room + PAGE - 1) & ~((gsize) PAGE - 1);
	void *bytes =
		graph->bytes
			? mremap(graph->bytes, graph->room, room,
				  MREMAP_MAYMOVE)
			: mmap(NULL, room, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
				  -1, 0);
	if (bytes == MAP_FAILED)
		return FALSE;

	graph->bytes = bytes;
	graph->room = room;
	return TRUE;
}

guint8 *mg_graph_reserve(struct mg_graph *graph, guint64 size)
{
	enum { LEAST = 1 << 16 };
	if (size > G_MAXSSIZE / 4 - graph->n_bytes)
		return NULL;
	if ((!graph->bytes || graph->room - graph->n_bytes < size) &&
		!grow(graph,
			MAX(2 * graph->room, graph->n_bytes + size + LEAST)))
		return NULL;
	graph->n_bytes += size;
	return graph->bytes + graph->n_bytes - size;
}

void mg_graph_free_bytes(struct mg_graph *graph)
{
	if (graph->bytes)
		munmap(graph->bytes, graph->room);
	graph->bytes = NULL;
}
