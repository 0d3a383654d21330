#include "gxl-write-types.h"

#include "gxl-words.h"

static void add(struct gxl_types *types, const struct mg_type *type)
{
	if (!type || g_hash_table_contains(types->numbers, type))
		return;
	g_ptr_array_add(types->list, (gpointer) type);
	g_hash_table_insert(types->numbers, (gpointer) type,
		GUINT_TO_POINTER(types->list->len));
}

static void add_used(struct gxl_types *types, const struct mg_graph *graph)
{
	for (guint i = 0; i < graph->n_roots; i++)
		add(types, graph->roots[i].type);
	for (guint i = 0; i < graph->objects->len; i++)
		add(types, g_array_index(graph->objects, struct mg_object, i)
				   .shape.type);
	for (guint i = 0; i < graph->links->len; i++)
		add(types, g_array_index(graph->links, struct mg_link, i).type);
}

void gxl_types_init(struct gxl_types *types, const struct mg_graph *graph)
{
	types->list = g_ptr_array_new();
	types->numbers = g_hash_table_new(NULL, NULL);
	add_used(types, graph);
	for (guint i = 0; i < types->list->len; i++) {
		const struct mg_type *type = g_ptr_array_index(types->list, i);
		add(types, type->target);
		for (guint j = 0; j < type->n_members; j++)
			add(types, type->members[j].type);
	}
}

void gxl_types_clear(struct gxl_types *types)
{
	g_ptr_array_unref(types->list);
	g_hash_table_unref(types->numbers);
}

guint32 gxl_types_number(
	const struct gxl_types *types, const struct mg_type *type)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(types->numbers, type)) - 1;
}

static void write_enumerators(struct gxl_out *out, const struct mg_type *type)
{
	if (type->n_enumerators == 0)
		return;
	gxl_out_list(out, "enumerators");
	for (guint i = 0; i < type->n_enumerators; i++)
		gxl_out_pair(out, type->enumerators[i].name,
			type->enumerators[i].value);
	gxl_out_list_end(out);
}

static void write_type(
	struct gxl_out *out, const struct mg_type *type, guint32 number)
{
	gxl_out_node(out, (struct gxl_id){'t', number});
	gxl_out_enum(out, "kind", mg_gxl_kinds[type->kind]);
	gxl_out_string(out, "name", type->name);
	gxl_out_int(out, "size", type->size);
	gxl_out_int(out, "alignment", type->alignment);
	if (type->is_signed)
		gxl_out_bool(out, "signed", TRUE);
	if (type->count)
		gxl_out_int(out, "count", type->count);
	if (type->open)
		gxl_out_bool(out, "open", TRUE);
	write_enumerators(out, type);
	gxl_out_end(out);
}

static void write_member(const struct gxl_types *types, struct gxl_out *out,
	guint32 whole, const struct mg_member *member)
{
	struct gxl_id to = {.word = "unknown"};
	if (member->type)
		to = (struct gxl_id){
			't', gxl_types_number(types, member->type)};
	gxl_out_edge(out, (struct gxl_id){'t', whole}, to);
	gxl_out_enum(out, "kind", member->base ? "base" : "member");
	gxl_out_string(out, "name", member->name);
	gxl_out_int(out, "offset", member->offset);
	if (member->bit_offset)
		gxl_out_int(out, "bit-offset", member->bit_offset);
	if (member->bit_size)
		gxl_out_int(out, "bit-size", member->bit_size);
	if (member->artificial)
		gxl_out_bool(out, "artificial", TRUE);
	gxl_out_end(out);
}

static void write_edges(
	const struct gxl_types *types, struct gxl_out *out, guint32 number)
{
	const struct mg_type *type = g_ptr_array_index(types->list, number);
	if (type->target) {
		gxl_out_edge(out, (struct gxl_id){'t', number},
			(struct gxl_id){
				't', gxl_types_number(types, type->target)});
		gxl_out_enum(out, "kind", "target");
		gxl_out_end(out);
	}
	for (guint i = 0; i < type->n_members; i++)
		write_member(types, out, number, &type->members[i]);
}

void gxl_types_write(const struct gxl_types *types, struct gxl_out *out)
{
	gxl_out_graph(out, "types");
	gxl_out_int(out, "version", MG_GXL_VERSION);
	gxl_out_node(out, (struct gxl_id){.word = "unknown"});
	gxl_out_end(out);
	for (guint32 i = 0; i < types->list->len; i++)
		write_type(out, g_ptr_array_index(types->list, i), i);
	for (guint32 i = 0; i < types->list->len; i++)
		write_edges(types, out, i);
	gxl_out_end(out);
}
