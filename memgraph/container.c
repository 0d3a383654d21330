/* Containers of C++'s library: they have pointers to the base of their nodes,
 * and the nodes have the elements. */
#include "extract.h"

/* No container at all; NULL: not asked for yet. */
static const struct mg_type none;

const struct mg_type *mg_nodes_of(
	struct mg_pointers *pointers, const struct mg_type *type)
{
	const struct mg_reader *reader = pointers->reader;
	if (!reader || !reader->nodes)
		return NULL;
	if (type->id >= pointers->nodes->len)
		g_array_set_size(pointers->nodes, 2 * type->id + 64);

	const struct mg_type **known = &g_array_index(
		pointers->nodes, const struct mg_type *, type->id);
	if (!*known) {
		*known = reader->nodes(type, reader->data);
		if (!*known)
			*known = &none;
	}
	return *known == &none ? NULL : *known;
}

/* The last of a container's nodes may lead back to the container, which is no
 * node: but a whole block is one. */
const struct mg_type *mg_node_type(
	struct mg_extract *x, const struct mg_type *type, guint64 address)
{
	const struct mg_type *nodes = x->pointers.around;
	struct mg_place place = {MG_PLACE_NOWHERE, 0, 0, 0};
	if (!nodes || nodes == type || !type || type->kind != MG_STRUCT ||
		!mg_type_has(nodes, 0, type))
		return type;
	x->reader->place(address, &place, x->reader->data);
	return place.kind == MG_PLACE_BLOCK && place.start == address &&
			       place.size >= nodes->size
		       ? nodes
		       : type;
}
