#include "gxl-pair.h"

#include "gxl-out.h"
#include "gxl-words.h"
#include "gxl-write-types.h"

G_DEFINE_QUARK(mg_gxl_error, mg_gxl_error)

struct writing {
	const struct mg_graph *graph;
	struct mg_gxl_out *out;
	struct mg_gxl_types types;
};

static void write_type(struct writing *w, const struct mg_type *type)
{
	if (type)
		mg_gxl_out_type(w->out, mg_gxl_types_number(&w->types, type));
}

/* The root vertex, and one for each reason why a pointer leads nowhere. */
static void write_fixed_nodes(struct writing *w)
{
	mg_gxl_out_node(w->out, (struct mg_gxl_id){.word = "root"});
	mg_gxl_out_end(w->out);
	for (guint i = 0; i < MG_N_ENDS; i++) {
		/* Earlier versions don't know it. */
		if (i == MG_END_NO_ROOM && !w->graph->ends[i])
			continue;
		mg_gxl_out_node(
			w->out, (struct mg_gxl_id){.word = mg_gxl_ends[i]});
		mg_gxl_out_int(w->out, "pointers", w->graph->ends[i]);
		mg_gxl_out_end(w->out);
	}
}

static void write_module(struct writing *w, guint32 number)
{
	const struct mg_module *module = &w->graph->modules[number];
	mg_gxl_out_node(w->out, (struct mg_gxl_id){'m', number});
	mg_gxl_out_string(w->out, "name", module->name);
	mg_gxl_out_address(w->out, "start", module->start);
	mg_gxl_out_address(w->out, "end", module->end);
	mg_gxl_out_end(w->out);
}

/* Default values are left out. */
static void write_object(struct writing *w, guint32 number)
{
	const struct mg_object *object =
		&g_array_index(w->graph->objects, struct mg_object, number);
	const struct mg_shape *shape = &object->shape;

	mg_gxl_out_node(w->out, (struct mg_gxl_id){'o', number});
	write_type(w, shape->type);
	if (object->home != MG_HOME_OTHER)
		mg_gxl_out_enum(w->out, "home", mg_gxl_homes[object->home]);
	if (object->in_memory || object->address)
		mg_gxl_out_address(w->out, "address", object->address);
	mg_gxl_out_int(w->out, "size", object->size);
	if (shape->count != (shape->type ? 1 : object->size))
		mg_gxl_out_int(w->out, "count", shape->count);
	if (shape->tail)
		mg_gxl_out_bool(w->out, "tail", TRUE);
	if (object->text)
		mg_gxl_out_bool(w->out, "text", TRUE);
	if (!object->in_memory)
		mg_gxl_out_bool(w->out, "in-memory", FALSE);
	if (object->readable)
		mg_gxl_out_bytes(w->out, "bytes",
			w->graph->bytes + object->bytes, object->size);
	mg_gxl_out_end(w->out);
}

/* The object of each root; MG_NO_OBJECT where it has none. */
static guint32 *objects_of_roots(const struct mg_graph *graph)
{
	guint32 *objects = g_new(guint32, MAX(graph->n_roots, 1));
	for (guint i = 0; i < graph->n_roots; i++)
		objects[i] = MG_NO_OBJECT;
	for (guint32 i = 0; i < graph->objects->len; i++) {
		guint32 root =
			g_array_index(graph->objects, struct mg_object, i).root;
		if (root)
			objects[root - 1] = i;
	}

	return objects;
}

static void write_root(
	struct writing *w, const struct mg_root *root, guint32 object)
{
	struct mg_gxl_id to = {'o', object};
	if (object == MG_NO_OBJECT)
		to = (struct mg_gxl_id){.word = mg_gxl_ends[MG_END_NONE]};
	mg_gxl_out_edge(w->out, (struct mg_gxl_id){.word = "root"}, to);
	write_type(w, root->type);
	mg_gxl_out_string(w->out, "name", root->name);
	if (root->key)
		mg_gxl_out_string(w->out, "key", root->key);
	mg_gxl_out_enum(w->out, "class", mg_gxl_classes[root->class]);
	if (root->level)
		mg_gxl_out_int(w->out, "level", root->level);
	if (root->address || !root->value)
		mg_gxl_out_address(w->out, "address", root->address);
	if (root->value) {
		gsize n;
		const guint8 *bytes = g_bytes_get_data(root->value, &n);
		mg_gxl_out_bytes(w->out, "value", bytes, n);
		mg_gxl_out_enum(w->out, "place", mg_gxl_places[root->place]);
		if (root->number)
			mg_gxl_out_int(w->out, "number", root->number);
	}

	mg_gxl_out_end(w->out);
}

static void write_roots(struct writing *w)
{
	g_autofree guint32 *objects = objects_of_roots(w->graph);
	for (guint i = 0; i < w->graph->n_roots; i++)
		write_root(w, &w->graph->roots[i], objects[i]);
}

static void write_link(struct writing *w, guint32 number)
{
	const struct mg_link *link =
		&g_array_index(w->graph->links, struct mg_link, number);
	struct mg_gxl_id to = {'o', link->to};
	gboolean names = FALSE;

	if (link->end != MG_END_NONE)
		to = (struct mg_gxl_id){.word = mg_gxl_ends[link->end]};
	else
		names = g_array_index(
				w->graph->objects, struct mg_object, link->to)
				.named_by == number + 1;
	mg_gxl_out_edge(w->out, (struct mg_gxl_id){'o', link->from}, to);
	write_type(w, link->type);
	mg_gxl_out_int(w->out, "offset", link->offset);
	if (link->end == MG_END_FUNCTION)
		mg_gxl_out_string(w->out, "function", link->function);
	else if (link->to_offset)
		mg_gxl_out_int(w->out, "to-offset", link->to_offset);

	if (link->word)
		mg_gxl_out_bool(w->out, "word", TRUE);
	if (link->allocator)
		mg_gxl_out_bool(w->out, "allocator", TRUE);
	if (link->beside)
		mg_gxl_out_bool(w->out, "beside", TRUE);
	if (names)
		mg_gxl_out_bool(w->out, "names", TRUE);
	mg_gxl_out_end(w->out);
}

static void write_state(struct writing *w)
{
	mg_gxl_out_graph(w->out, "state");
	mg_gxl_out_int(w->out, "bytes-read", w->graph->bytes_read);
	write_fixed_nodes(w);
	for (guint32 i = 0; i < w->graph->n_modules; i++)
		write_module(w, i);
	for (guint32 i = 0;
		i < w->graph->objects->len && !mg_gxl_out_is_stopped(w->out);
		i++)
		write_object(w, i);
	write_roots(w);
	for (guint32 i = 0;
		i < w->graph->links->len && !mg_gxl_out_is_stopped(w->out); i++)
		write_link(w, i);
	mg_gxl_out_end(w->out);
}

static gboolean can_write(const struct mg_graph *graph, GError **error)
{
	if (graph->n_bytes <= MG_GXL_MOST_BYTES)
		return TRUE;
	g_set_error(error, MG_GXL_ERROR, MG_GXL_ERROR_SIZE,
		"writing GXL: a state of %" G_GSIZE_FORMAT
		" bytes is too large",
		graph->n_bytes);
	return FALSE;
}

static void write_graph(const struct mg_graph *graph, struct mg_gxl_out *out)
{
	struct writing w = {.graph = graph, .out = out};
	mg_gxl_types_init(&w.types, graph);
	mg_gxl_types_write(&w.types, w.out);
	write_state(&w);
	mg_gxl_types_clear(&w.types);
}

gboolean mg_gxl_write(const struct mg_graph *graph, FILE *file, GError **error)
{
	if (!can_write(graph, error))
		return FALSE;
	struct mg_gxl_out *out = mg_gxl_out_new(file, graph->stop);
	write_graph(graph, out);
	return mg_gxl_out_close(out, error);
}

gboolean mg_gxl_write_pair(
	const struct mg_match *match, FILE *file, GError **error)
{
	const struct mg_graph *a = mg_match_graph(match, 0);
	const struct mg_graph *b = mg_match_graph(match, 1);
	if (!can_write(a, error) || !can_write(b, error))
		return FALSE;

	struct mg_gxl_out *out = mg_gxl_out_new(file, a->stop);
	write_graph(a, out);
	mg_gxl_out_suffix(out, MG_GXL_SECOND);
	write_graph(b, out);
	mg_gxl_out_suffix(out, "");
	mg_gxl_out_graph(out, "match");
	for (guint32 i = 0; i < a->objects->len && !mg_gxl_out_is_stopped(out);
		i++) {
		guint32 mate = mg_match_mate(match, 0, i);
		if (mate == MG_NO_MATE)
			continue;
		mg_gxl_out_edge_to(out, (struct mg_gxl_id){'o', i},
			(struct mg_gxl_id){'o', mate}, MG_GXL_SECOND);
		mg_gxl_out_bool(out, "equal", mg_match_is_common(match, i));
		mg_gxl_out_end(out);
	}

	mg_gxl_out_end(out);
	return mg_gxl_out_close(out, error);
}
