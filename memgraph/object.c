/* Looking things up in a graph. */
#include "object.h"

#include <string.h>

gsize mg_graph_n_pointers(
	const struct mg_graph *graph, const struct mg_object *object)
{
	const struct mg_link *links = mg_graph_links(graph, object);
	gsize low = 0, high = object->n_links;
	if (!high || !links[high - 1].beside)
		return high;

	/* A pool may have a million pieces. */
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (links[middle].beside)
			high = middle;
		else
			low = middle + 1;
	}

	return low;
}

gsize mg_links_from(
	const struct mg_link *links, gsize n, guint64 offset, gsize near)
{
	gsize low = 0, high = n;
	/* In growing steps from there on. */
	if (near > 0 && near <= n && links[near - 1].offset < offset) {
		low = near;
		for (gsize step = 1; low + step < high; step *= 2) {
			if (links[low + step - 1].offset >= offset) {
				high = low + step - 1;
				break;
			}
			low += step;
		}
	}

	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (links[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}

	return low;
}

const struct mg_link *mg_graph_links_in(const struct mg_graph *graph,
	guint32 object, guint64 offset, guint64 end, gsize *n)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	const struct mg_link *links = mg_graph_links(graph, o);
	gsize all = mg_graph_n_pointers(graph, o);
	gsize low = mg_links_from(links, all, offset, 0), high;

	for (high = low; high < all && links[high].offset < end;)
		high++;
	*n = high - low;
	return links + low;
}

const struct mg_link *mg_graph_link_at(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	gsize n;
	const struct mg_link *link =
		mg_graph_links_in(graph, object, offset, offset + 1, &n);
	return n ? link : NULL;
}

guint64 mg_link_value(const struct mg_graph *graph, const struct mg_link *link)
{
	const struct mg_object *from = mg_graph_object(graph, link->from);
	guint64 value = 0;
	if (from->readable && link->offset + sizeof value <= from->size)
		memcpy(&value, mg_graph_bytes(graph, from) + link->offset,
			sizeof value);
	return value;
}

const struct mg_module *mg_module_at(
	const struct mg_graph *graph, guint64 address)
{
	guint low = 0, high = graph->n_modules;

	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct mg_module *module = &graph->modules[middle];
		if (address < module->start)
			high = middle;
		else if (address >= module->end)
			low = middle + 1;
		else
			return module;
	}

	return NULL;
}

const struct mg_module *mg_module_named(
	const struct mg_graph *graph, const char *name)
{
	for (guint i = 0; i < graph->n_modules; i++)
		if (strcmp(graph->modules[i].name, name) == 0)
			return &graph->modules[i];
	return NULL;
}

guint64 mg_object_used(const struct mg_object *object)
{
	const struct mg_shape *shape = &object->shape;
	if (!shape->type || shape->tail)
		return object->size;
	return MIN(shape->count * shape->type->size, object->size);
}

gboolean mg_graph_is_count(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	guint lo = 0, hi = graph->counts->len;
	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		const struct mg_stray *at =
			&g_array_index(graph->counts, struct mg_stray, middle);
		if (at->object == object && at->offset == offset)
			return TRUE;
		if (at->object < object ||
			(at->object == object && at->offset < offset))
			lo = middle + 1;
		else
			hi = middle;
	}
	return FALSE;
}
