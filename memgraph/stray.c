/* Addresses in places that are not known to hold any: in bytes without a type,
 * in numbers, in padding, left there by what used the memory before. They mean
 * nothing in another run, so code that compares or copies bytes must know where
 * they are. */
#include "graph.h"
#include "sort.h"

#include <string.h>

/* Anything smaller is more likely a number: only programs that are not
 * position-independent have memory there, and their variables are always in the
 * same place. */
#define LOWEST (G_GUINT64_CONSTANT(1) << 32)
/* No program has memory below this address. */
enum { LOW = 1 << 16 };

static gboolean is_block(const struct mg_reader *reader, guint64 address)
{
	struct mg_place place;
	reader->place(address, &place, reader->data);
	return place.kind == MG_PLACE_BLOCK && place.start == address;
}

static gboolean is_mapped(const struct mg_reader *reader, guint64 address)
{
	guint low = 0, high = reader->n_mapped;

	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct mg_mapped *m = &reader->mapped[middle];
		if (address < m->start)
			high = middle;
		else if (address >= m->end)
			low = middle + 1;
		else
			return TRUE;
	}

	return FALSE;
}

struct search {
	struct mg_graph *graph;
	const struct mg_reader *reader;
	guint64 last; /* the end of all memory */
	const struct mg_link *link, *end; /* of the object, not passed yet */
};

/* In [offset, end) of an object. */
static void find_between(
	struct search *s, guint32 number, guint64 offset, guint64 end)
{
	const guint8 *bytes =
		mg_graph_bytes(s->graph, mg_graph_object(s->graph, number));
	struct mg_stray stray = {number, offset};

	for (; stray.offset + 8 <= end; stray.offset += 8) {
		guint64 word;
		memcpy(&word, bytes + stray.offset, sizeof word);
		if (word < LOW || word >= s->last)
			continue;
		while (s->link < s->end && s->link->offset + 8 <= stray.offset)
			s->link++;
		if (s->link < s->end && s->link->offset < stray.offset + 8)
			continue;
		if (is_mapped(s->reader, word) &&
			(word >= LOWEST || is_block(s->reader, word)))
			g_array_append_val(s->graph->strays, stray);
	}
}

static guint64 text_end(
	const struct mg_graph *graph, const struct mg_object *object)
{
	const guint8 *bytes = mg_graph_bytes(graph, object);
	const guint8 *end = memchr(bytes, 0, object->size);
	return end ? (guint64) (end - bytes) : object->size;
}

/* Memory that was never written is all 0, and should not be touched here
 * either. */
static void find_in(struct search *s, guint32 number)
{
	enum { STEP = 1 << 16 };

	const struct mg_object *o = mg_graph_object(s->graph, number);
	const struct mg_reader *reader = s->reader;
	guint64 at = o->in_memory ? -o->address & 7 : 0;
	gsize n;
	/* A text is not an address, whatever its bytes and those after it look
	 * like. */
	guint64 text = o->text ? text_end(s->graph, o) : 0;
	while (at < text)
		at += 8;
	s->link = mg_graph_links_in(s->graph, number, 0, G_MAXUINT64, &n);
	s->end = s->link + n;
	while (at < o->size && !mg_graph_is_stopped(s->graph)) {
		guint64 end = MIN(at + STEP, o->size);
		if (o->in_memory && reader->touched && o->size > STEP) {
			guint64 address = reader->touched(o->address + at,
				o->address + o->size, reader->data);
			guint64 skip = (address - o->address - at) & ~7ull;
			if (skip) {
				at += skip;
				continue;
			}
		}
		find_between(s, number, at, end);
		at = end;
	}
}

void mg_graph_find_strays(
	struct mg_graph *graph, const struct mg_reader *reader)
{
	if (!reader->n_mapped)
		return;

	struct search s = {
		.graph = graph,
		.reader = reader,
		.last = reader->mapped[reader->n_mapped - 1].end,
	};
	for (guint32 i = 0;
		i < graph->objects->len && !mg_graph_is_stopped(graph); i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		/* What can't be written is the same in all runs, apart from
		 * addresses. */
		guint32 start = graph->strays->len;
		g_array_append_val(graph->stray_starts, start);
		if (o->readable && o->home != MG_HOME_CONSTANT)
			find_in(&s, i);
	}

	guint32 end = graph->strays->len;
	g_array_append_val(graph->stray_starts, end);
	if (end == 0)
		g_array_set_size(graph->stray_starts, 0);
	graph->order->wanted = end > 0;
}

/* With the sort key at hand: objects lie anywhere in memory. */
struct placed {
	guint64 address;
	guint32 object;
};

static int by_address(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct mg_graph *graph = data;
	const struct placed *p = a, *q = b;
	if (p->address != q->address)
		return p->address < q->address ? -1 : 1;
	guint64 x = mg_graph_object(graph, p->object)->size;
	guint64 y = mg_graph_object(graph, q->object)->size;
	return (x > y) - (x < y);
}

static void sort_objects(const struct mg_graph *graph)
{
	g_autoptr(GArray) all =
		g_array_new(FALSE, FALSE, sizeof(struct placed));

	for (guint32 i = 0; i < graph->objects->len; i++) {
		const struct mg_object *o = mg_graph_object(graph, i);
		struct placed one = {o->address, i};
		if (o->in_memory)
			g_array_append_val(all, one);
	}

	mg_sort(all->data, all->len, sizeof(struct placed), by_address,
		(gpointer) graph, graph->stop);
	for (guint i = 0; i < all->len; i++)
		g_array_append_val(graph->order->objects,
			g_array_index(all, struct placed, i).object);
}

static const GArray *objects_by_address(const struct mg_graph *graph)
{
	struct mg_order *order = graph->order;
	if (order->wanted && g_once_init_enter(&order->made)) {
		sort_objects(graph);
		g_once_init_leave(&order->made, 1);
	}
	return order->objects;
}

guint32 mg_graph_object_at(const struct mg_graph *graph, guint64 address)
{
	const GArray *objects = objects_by_address(graph);
	guint low = 0, high = objects->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;
		guint32 i = g_array_index(objects, guint32, middle);
		if (mg_graph_object(graph, i)->address <= address)
			low = middle + 1;
		else
			high = middle;
	}

	if (low == 0)
		return MG_NO_OBJECT;

	guint32 i = g_array_index(objects, guint32, low - 1);
	const struct mg_object *o = mg_graph_object(graph, i);
	return address - o->address < o->size ? i : MG_NO_OBJECT;
}

/* The first of this object, or behind, that is not before this place. There
 * are strays. */
static guint stray_from(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	guint low = g_array_index(graph->stray_starts, guint32, object);
	guint high = g_array_index(graph->stray_starts, guint32, object + 1);

	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct mg_stray *s =
			&g_array_index(graph->strays, struct mg_stray, middle);
		if (s->offset < offset)
			low = middle + 1;
		else
			high = middle;
	}

	return low;
}

gboolean mg_graph_has_stray(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	if (!graph->strays->len)
		return FALSE;
	guint i = stray_from(graph, object, offset);
	if (i == graph->strays->len)
		return FALSE;
	const struct mg_stray *s =
		&g_array_index(graph->strays, struct mg_stray, i);
	return s->object == object && s->offset == offset;
}

void mg_addresses_init(struct mg_addresses *addresses,
	const struct mg_graph *graph, guint32 object, guint64 offset,
	guint64 end)
{
	/* One that begins earlier may reach into the range. */
	guint64 start = offset < 8 ? 0 : offset - 7;
	gsize n;

	addresses->links = mg_graph_links_in(graph, object, start, end, &n);
	addresses->links_end = addresses->links + n;
	addresses->strays = NULL;
	addresses->strays_end = NULL;
	if (!graph->strays->len)
		return;

	const struct mg_stray *strays =
		(const struct mg_stray *) (void *) graph->strays->data;
	addresses->strays = strays + stray_from(graph, object, start);
	addresses->strays_end = strays + stray_from(graph, object, end);
}

gboolean mg_addresses_next(struct mg_addresses *addresses, guint64 *offset)
{
	gboolean link = addresses->links < addresses->links_end;
	gboolean stray = addresses->strays < addresses->strays_end;
	if (link && (!stray || addresses->links->offset <
				       addresses->strays->offset))
		*offset = addresses->links++->offset;
	else if (stray)
		*offset = addresses->strays++->offset;
	return link || stray;
}
