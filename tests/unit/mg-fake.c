#include "mg-fake.h"

#include <string.h>

struct piece {
	guint64 address;
	gsize size;
	enum mg_place_kind kind;
	guint8 *bytes;
	/* MG_PLACE_DEAD: a block that was freed. */
	gboolean freed, whole;
	guint8 first, last;
};

struct mg_fake {
	GArray *pieces;
	GPtrArray *types;
	GPtrArray *members; /* GArray of struct mg_member, by type id */
	GArray *roots;
	GArray *modules;
	GHashTable *sized; /* size → GPtrArray of types */
	GHashTable *nodes; /* container → type of its nodes */
	GHashTable *classes; /* address of a table → struct class */
	struct mg_reader reader;
};

static void piece_clear(gpointer data)
{
	g_free(((struct piece *) data)->bytes);
}

static void root_clear(gpointer data)
{
	g_clear_pointer(&((struct mg_root *) data)->value, g_bytes_unref);
}

static const struct piece *piece_at(const struct mg_fake *fake, guint64 address)
{
	for (guint i = 0; i < fake->pieces->len; i++) {
		const struct piece *piece =
			&g_array_index(fake->pieces, struct piece, i);
		if (address - piece->address < piece->size)
			return piece;
	}
	return NULL;
}

static gboolean fake_read(guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct piece *piece = piece_at(data, address);
	if (!piece || n > piece->size - (address - piece->address))
		return FALSE;
	memcpy(bytes, piece->bytes + (address - piece->address), n);
	return TRUE;
}

static void fake_place(guint64 address, struct mg_place *place, gpointer data)
{
	const struct piece *piece = piece_at(data, address);
	if (piece)
		*place = (struct mg_place){
			.kind = piece->kind,
			.start = piece->address,
			.size = piece->size,
			.block = piece->freed,
			.taken_first = piece->first,
			.taken_last = piece->last,
			.whole = piece->whole,
		};
	else
		*place = (struct mg_place){MG_PLACE_NOWHERE, 0, 0, 0};
}

static const char *fake_function(guint64 address, gpointer data)
{
	return address % 16 ? NULL : "some_function";
}

static const GPtrArray *fake_structs(guint64 size, gpointer data)
{
	struct mg_fake *fake = data;
	GPtrArray *types = g_hash_table_lookup(
		fake->sized, GSIZE_TO_POINTER((gsize) size));
	if (types)
		return types;
	types = g_ptr_array_new();
	for (guint i = 0; i < fake->types->len; i++) {
		struct mg_type *type = g_ptr_array_index(fake->types, i);
		if (type->kind == MG_STRUCT && type->size == size)
			g_ptr_array_add(types, type);
	}
	g_hash_table_insert(fake->sized, GSIZE_TO_POINTER((gsize) size), types);
	return types;
}

static const struct mg_type *fake_nodes(
	const struct mg_type *type, gpointer data)
{
	struct mg_fake *fake = data;
	return g_hash_table_lookup(fake->nodes, type);
}

struct class
{
	const struct mg_type *type;
	guint64 offset;
};

static const struct mg_type *fake_class(
	guint64 address, guint64 *start, gpointer data)
{
	struct mg_fake *fake = data;
	guint64 table = 0;
	fake_read(address, &table, sizeof table, data);
	const struct class *class = g_hash_table_lookup(
		fake->classes, GSIZE_TO_POINTER((gsize) table));
	if (!class)
		return NULL;
	*start = address - class->offset;
	return class->type;
}

void mg_fake_know_structs(struct mg_fake *fake)
{
	fake->reader.structs = fake_structs;
}

void mg_fake_know_nodes(struct mg_fake *fake, const struct mg_type *container,
	const struct mg_type *node)
{
	fake->reader.nodes = fake_nodes;
	g_hash_table_insert(fake->nodes, (gpointer) container, (gpointer) node);
}

void mg_fake_know_class(struct mg_fake *fake, guint64 table,
	const struct mg_type *type, guint64 offset)
{
	struct class class = {type, offset};
	fake->reader.class_of = fake_class;
	g_hash_table_insert(fake->classes, GSIZE_TO_POINTER((gsize) table),
		g_memdup2(&class, sizeof class));
}

struct mg_fake *mg_fake_new(void)
{
	struct mg_fake *fake = g_new0(struct mg_fake, 1);
	fake->pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	g_array_set_clear_func(fake->pieces, piece_clear);
	fake->types = g_ptr_array_new_with_free_func(g_free);
	fake->members =
		g_ptr_array_new_with_free_func((GDestroyNotify) g_array_unref);
	fake->roots = g_array_new(FALSE, FALSE, sizeof(struct mg_root));
	g_array_set_clear_func(fake->roots, root_clear);
	fake->modules = g_array_new(FALSE, FALSE, sizeof(struct mg_module));
	fake->sized = g_hash_table_new_full(
		NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
	fake->nodes = g_hash_table_new(NULL, NULL);
	fake->classes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	fake->reader = (struct mg_reader){
		.read = fake_read,
		.place = fake_place,
		.function = fake_function,
		.data = fake,
	};
	return fake;
}

void mg_fake_free(struct mg_fake *fake)
{
	g_array_unref(fake->pieces);
	g_ptr_array_unref(fake->types);
	g_ptr_array_unref(fake->members);
	g_array_unref(fake->roots);
	g_array_unref(fake->modules);
	g_hash_table_unref(fake->sized);
	g_hash_table_unref(fake->nodes);
	g_hash_table_unref(fake->classes);
	g_free(fake);
}

guint8 *mg_fake_map(struct mg_fake *fake, guint64 address, gsize size,
	enum mg_place_kind kind)
{
	struct piece piece = {
		.address = address,
		.size = size,
		.kind = kind,
		.bytes = g_malloc0(size),
	};
	g_array_append_val(fake->pieces, piece);
	return piece.bytes;
}

void mg_fake_map_freed(
	struct mg_fake *fake, guint64 address, gsize size, gboolean whole)
{
	mg_fake_map(fake, address, size, MG_PLACE_DEAD);
	struct piece *piece = &g_array_index(
		fake->pieces, struct piece, fake->pieces->len - 1);
	piece->freed = TRUE;
	piece->whole = whole;
	piece->first = 16;
	piece->last = whole ? 0 : 8;
	fake->reader.freed = TRUE;
}

void mg_fake_put(
	struct mg_fake *fake, guint64 address, guint64 value, gsize size)
{
	const struct piece *piece = piece_at(fake, address);
	memcpy(piece->bytes + (address - piece->address), &value, size);
}

gboolean mg_fake_write(
	struct mg_fake *fake, guint64 address, const void *bytes, gsize size)
{
	const struct piece *piece = piece_at(fake, address);
	if (!piece || size > piece->size - (address - piece->address))
		return FALSE;
	memcpy(piece->bytes + (address - piece->address), bytes, size);
	return TRUE;
}

void mg_fake_place(
	struct mg_fake *fake, guint64 address, struct mg_place *place)
{
	fake_place(address, place, fake);
}

void mg_fake_text(struct mg_fake *fake, guint64 address, const char *text)
{
	const struct piece *piece = piece_at(fake, address);
	memcpy(piece->bytes + (address - piece->address), text,
		strlen(text) + 1);
}

static struct mg_type *new_type(struct mg_fake *fake, enum mg_kind kind)
{
	struct mg_type *type = g_new0(struct mg_type, 1);
	type->kind = kind;
	type->alignment = 1;
	type->id = fake->types->len;
	g_ptr_array_add(fake->types, type);
	g_ptr_array_add(fake->members,
		g_array_new(FALSE, FALSE, sizeof(struct mg_member)));
	return type;
}

struct mg_type *mg_fake_scalar(struct mg_fake *fake, enum mg_kind kind,
	const char *name, guint64 size, gboolean is_signed)
{
	struct mg_type *type = new_type(fake, kind);
	type->name = name;
	type->size = type->alignment = size;
	type->is_signed = is_signed;
	return type;
}

struct mg_type *mg_fake_int(struct mg_fake *fake)
{
	return mg_fake_scalar(fake, MG_INT, "int", 4, TRUE);
}

struct mg_type *mg_fake_char(struct mg_fake *fake)
{
	return mg_fake_scalar(fake, MG_CHAR, "char", 1, TRUE);
}

struct mg_type *mg_fake_pointer(
	struct mg_fake *fake, const struct mg_type *target)
{
	struct mg_type *type = new_type(fake, MG_POINTER);
	type->size = type->alignment = 8;
	type->target = target;
	return type;
}

struct mg_type *mg_fake_array(
	struct mg_fake *fake, const struct mg_type *element, guint64 count)
{
	struct mg_type *type = new_type(fake, MG_ARRAY);
	type->target = element;
	type->count = count;
	type->open = count == 0;
	type->size = count * element->size;
	return type;
}

struct mg_type *mg_fake_struct(
	struct mg_fake *fake, enum mg_kind kind, const char *name, guint64 size)
{
	struct mg_type *type = new_type(fake, kind);
	type->name = name;
	type->size = size;
	type->alignment = 8;
	return type;
}

void mg_fake_member(struct mg_fake *fake, struct mg_type *type,
	const char *name, const struct mg_type *member, guint64 offset)
{
	GArray *members = g_ptr_array_index(fake->members, type->id);
	struct mg_member m = {.name = name, .type = member, .offset = offset};
	g_array_append_val(members, m);
	type->members = (const struct mg_member *) (void *) members->data;
	type->n_members = members->len;
}

void mg_fake_root(struct mg_fake *fake, const char *name,
	enum mg_root_class class, const struct mg_type *type, guint64 address)
{
	struct mg_root root = {
		.name = name, .class = class, .type = type, .address = address};
	g_array_append_val(fake->roots, root);
}

void mg_fake_unsure(struct mg_fake *fake)
{
	g_array_index(fake->roots, struct mg_root, fake->roots->len - 1)
		.unsure = TRUE;
}

void mg_fake_pending(struct mg_fake *fake)
{
	g_array_index(fake->roots, struct mg_root, fake->roots->len - 1)
		.pending = TRUE;
}

void mg_fake_value(struct mg_fake *fake, const char *name,
	const struct mg_type *type, const void *bytes, gsize n)
{
	struct mg_root root = {
		.name = name,
		.class = MG_ROOT_PROCESS,
		.level = 3,
		.type = type,
		.value = g_bytes_new(bytes, n),
		.place = MG_IN_REGISTER,
		.number = 3,
	};
	g_array_append_val(fake->roots, root);
}

void mg_fake_module(
	struct mg_fake *fake, const char *name, guint64 start, guint64 end)
{
	struct mg_module module = {name, start, end};
	g_array_append_val(fake->modules, module);
	fake->reader.modules =
		(const struct mg_module *) (void *) fake->modules->data;
	fake->reader.n_modules = fake->modules->len;
}

struct mg_graph *mg_fake_extract_in(struct mg_fake *fake, guint64 room)
{
	fake->reader.room = room;
	return mg_fake_extract(fake);
}

struct mg_graph *mg_fake_extract(struct mg_fake *fake)
{
	return mg_graph_new(&fake->reader,
		(const struct mg_root *) (void *) fake->roots->data,
		fake->roots->len);
}

struct showing {
	const struct mg_graph *graph;
	GString *text;
	GHashTable *names; /* of the first vertex of each object */
};

static gboolean remember(const struct mg_vertex *vertex, gpointer data)
{
	struct showing *showing = data;
	gpointer key = GUINT_TO_POINTER(vertex->object);
	if (!g_hash_table_contains(showing->names, key))
		g_hash_table_insert(showing->names, key,
			mg_vertex_name(showing->graph, vertex));
	return TRUE;
}

static gboolean show(const struct mg_vertex *vertex, gpointer data)
{
	struct showing *showing = data;
	g_autofree char *name = mg_vertex_name(showing->graph, vertex);
	g_autofree char *text = mg_vertex_text(showing->graph, vertex);
	gboolean pointer =
		vertex->type && (vertex->type->kind == MG_POINTER ||
					vertex->type->kind == MG_REFERENCE);
	if (!pointer)
		g_string_append_printf(showing->text, "%s = %s\n", name, text);
	else if (vertex->end != MG_END_NONE)
		g_string_append_printf(showing->text, "%s: %s\n", name,
			mg_end_name(vertex->end));
	else if (vertex->to_offset)
		g_string_append_printf(showing->text,
			"%s -> %s + %" G_GUINT64_FORMAT "\n", name,
			(char *) g_hash_table_lookup(
				showing->names, GUINT_TO_POINTER(vertex->to)),
			vertex->to_offset);
	else
		g_string_append_printf(showing->text, "%s -> %s\n", name,
			(char *) g_hash_table_lookup(
				showing->names, GUINT_TO_POINTER(vertex->to)));
	return TRUE;
}

char *mg_fake_show(struct mg_fake *fake)
{
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	g_autoptr(GHashTable) names =
		g_hash_table_new_full(NULL, NULL, NULL, g_free);
	struct showing showing = {graph, g_string_new(NULL), names};
	mg_graph_visit(graph, remember, &showing);
	mg_graph_visit(graph, show, &showing);
	return g_string_free(showing.text, FALSE);
}
