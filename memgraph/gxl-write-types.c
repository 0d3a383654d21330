#include "gxl-write-types.h"

#include "gxl-words.h"

static void add(struct mg_gxl_types *types, const struct mg_type *type)
{
	if (!type || g_hash_table_contains(types->numbers, type))
		return;
	g_ptr_array_add(types->list, (gpointer) type);
	g_hash_table_insert(types->numbers, (gpointer) type,
		GUINT_TO_POINTER(types->list->len));
}

static void add_used(struct mg_gxl_types *types, const struct mg_graph *graph)
{
	for (guint i = 0; i < graph->n_roots; i++)
		add(types, graph->roots[i].type);
	for (guint i = 0; i < graph->objects->len; i++)
		add(types, g_array_index(graph->objects, struct mg_object, i)
				   .shape.type);
	for (guint i = 0; i < graph->links->len; i++)
		add(types, g_array_index(graph->links, struct mg_link, i).type);
}

void mg_gxl_types_init(struct mg_gxl_types *types, const struct mg_graph *graph)
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

void mg_gxl_types_clear(struct mg_gxl_types *types)
{
	g_ptr_array_unref(types->list);
	g_hash_table_unref(types->numbers);
}

guint32 mg_gxl_types_number(
	const struct mg_gxl_types *types, const struct mg_type *type)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(types->numbers, type)) - 1;
}

static void write_enumerators(
	struct mg_gxl_out *out, const struct mg_type *type)
{
	if (type->n_enumerators == 0)
		return;
	mg_gxl_out_list(out, "enumerators");
	for (guint i = 0; i < type->n_enumerators; i++)
		mg_gxl_out_pair(out, type->enumerators[i].name,
			type->enumerators[i].value);
	mg_gxl_out_list_end(out);
}

static void write_type(
	struct mg_gxl_out *out, const struct mg_type *type, guint32 number)
{
	mg_gxl_out_node(out, (struct mg_gxl_id){'t', number});
	mg_gxl_out_enum(out, "kind", mg_gxl_kinds[type->kind]);
	mg_gxl_out_string(out, "name", type->name);
	mg_gxl_out_int(out, "size", type->size);
	mg_gxl_out_int(out, "alignment", type->alignment);
	if (type->is_signed)
		mg_gxl_out_bool(out, "signed", TRUE);
	if (type->count)
		mg_gxl_out_int(out, "count", type->count);
	if (type->open)
		mg_gxl_out_bool(out, "open", TRUE);
	if (type->partial)
		mg_gxl_out_bool(out, "partial", TRUE);
	if (type->namesakes)
		mg_gxl_out_bool(out, "namesakes", TRUE);
	write_enumerators(out, type);
	mg_gxl_out_end(out);
}

static void write_member(const struct mg_gxl_types *types,
	struct mg_gxl_out *out, guint32 whole, const struct mg_member *member)
{
	struct mg_gxl_id to = {.word = "unknown"};
	if (member->type)
		to = (struct mg_gxl_id){
			't', mg_gxl_types_number(types, member->type)};
	mg_gxl_out_edge(out, (struct mg_gxl_id){'t', whole}, to);
	mg_gxl_out_enum(out, "kind", member->base ? "base" : "member");
	mg_gxl_out_string(out, "name", member->name);
	mg_gxl_out_int(out, "offset", member->offset);
	if (member->bit_offset)
		mg_gxl_out_int(out, "bit-offset", member->bit_offset);
	if (member->bit_size)
		mg_gxl_out_int(out, "bit-size", member->bit_size);
	if (member->virtual_base)
		mg_gxl_out_bool(out, "virtual", TRUE);
	if (member->artificial)
		mg_gxl_out_bool(out, "artificial", TRUE);
	if (member->stored)
		mg_gxl_out_bool(out, "stored", TRUE);
	if (member->tag)
		mg_gxl_out_int(out, "tag", member->tag);
	mg_gxl_out_end(out);
}

static void write_edges(const struct mg_gxl_types *types,
	struct mg_gxl_out *out, guint32 number)
{
	const struct mg_type *type = g_ptr_array_index(types->list, number);

	if (type->target) {
		mg_gxl_out_edge(out, (struct mg_gxl_id){'t', number},
			(struct mg_gxl_id){
				't', mg_gxl_types_number(types, type->target)});
		mg_gxl_out_enum(out, "kind", "target");
		mg_gxl_out_end(out);
	}

	for (guint i = 0; i < type->n_members; i++)
		write_member(types, out, number, &type->members[i]);
}

void mg_gxl_types_write(
	const struct mg_gxl_types *types, struct mg_gxl_out *out)
{
	mg_gxl_out_graph(out, "types");
	mg_gxl_out_int(out, "version", MG_GXL_VERSION);
	mg_gxl_out_node(out, (struct mg_gxl_id){.word = "unknown"});
	mg_gxl_out_end(out);
	for (guint32 i = 0; i < types->list->len; i++)
		write_type(out, g_ptr_array_index(types->list, i), i);
	for (guint32 i = 0; i < types->list->len; i++)
		write_edges(types, out, i);
	mg_gxl_out_end(out);
}
