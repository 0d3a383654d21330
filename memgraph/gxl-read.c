#include "gxl-read.h"

#include "gxl-text.h"
#include "gxl-words.h"

#include <string.h>

/* The value of a root that is not an object in the graph. */
enum { LARGEST_VALUE = 1 << 16 };

struct reading {
	struct mg_gxl_in *in;
	struct mg_gxl_loaded *loaded;
	struct mg_graph *graph;
};

static gboolean fail(struct reading *r, GError **error, const char *what)
{
	return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT, "%s", what);
}

static struct mg_object *object_at(const struct reading *r, guint32 number)
{
	return &g_array_index(r->graph->objects, struct mg_object, number);
}

/* ---- Bytes ---- */

/* Bytes on their way into an object or the value of a root. */
struct filling {
	struct reading *r;
	const guint64 *size; /* how many there are to be */
	guint64 n; /* how many there are */
	gboolean begun;
	GByteArray *value; /* NULL: they are an object's */
};

static guint8 *make_room(struct filling *f, guint64 n)
{
	struct mg_graph *graph = f->r->graph;
	if (f->value) {
		g_byte_array_set_size(f->value, (guint) (f->n + n));
		return f->value->data + f->n;
	}
	if (n > MG_GXL_MOST_BYTES - graph->n_bytes)
		return NULL;
	return mg_graph_reserve(graph, n);
}

static gboolean take_bytes(struct mg_gxl_in *in, gpointer data, GError **error)
{
	struct filling *f = data;
	guint64 n;
	gsize decoded;

	f->begun = TRUE;
	if (!mg_gxl_decoded_size(in->text->str, *f->size - f->n, &n))
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"'%s' is not hexadecimal, or has more than "
			"%" G_GUINT64_FORMAT " bytes",
			in->attr, *f->size);

	guint8 *bytes = make_room(f, n);
	if (!bytes && n > 0)
		return mg_gxl_in_fail(
			in, error, MG_GXL_ERROR_SIZE, "the state is too large");
	f->n += n;
	return n == 0 || mg_gxl_decode(in->text->str, bytes, n, &decoded);
}

/* ---- Nodes ---- */

static gboolean read_object(struct reading *r, GError **error)
{
	struct mg_graph *graph = r->graph;
	struct mg_object object = {.in_memory = TRUE, .bytes = graph->n_bytes};
	struct filling filling = {.r = r, .size = &object.size};
	guint32 number, type = MG_NO_OBJECT;
	guint home = MG_HOME_OTHER;
	struct mg_gxl_field fields[] = {
		{NULL, MG_GXL_TYPE_OF, &type},
		{"address", MG_GXL_ADDRESS, &object.address},
		{"size", MG_GXL_U64, &object.size, TRUE},
		{"count", MG_GXL_U64, &object.shape.count},
		{"tail", MG_GXL_BOOL, &object.shape.tail},
		{"text", MG_GXL_BOOL, &object.text},
		{"in-memory", MG_GXL_BOOL, &object.in_memory},
		{"home", MG_GXL_WORD, &home, FALSE, mg_gxl_homes,
			G_N_ELEMENTS(mg_gxl_homes)},
		{"bytes", MG_GXL_CALL, &filling, .call = take_bytes},
	};

	if (!mg_gxl_reference(r->in->id, 'o', MG_NO_OBJECT, &number) ||
		number != graph->objects->len)
		return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
			"the object 'o%u' was expected, not '%s'",
			graph->objects->len, r->in->id);

	if (!mg_gxl_fields_read(r->in, r->loaded->strings, fields,
		    G_N_ELEMENTS(fields), error) ||
		!mg_gxl_read_type_of(
			r->in, r->loaded, type, &object.shape.type, error))
		return FALSE;

	if (!fields[3].seen)
		object.shape.count = object.shape.type ? 1 : object.size;
	object.readable = filling.begun;
	object.home = home;
	if (object.readable && filling.n != object.size)
		return fail(r, error, "an object has fewer bytes than it says");

	g_autofree char *wrong = mg_gxl_check_object(&object);
	if (wrong)
		return fail(r, error, wrong);

	g_array_append_val(graph->objects, object);
	return TRUE;
}

/* They are looked up by address later, so they must be in that order. */
static gboolean read_module(struct reading *r, GError **error)
{
	GArray *modules = r->loaded->modules;
	struct mg_module module = {0};
	guint32 number;
	struct mg_gxl_field fields[] = {
		{"name", MG_GXL_STRING, &module.name, TRUE},
		{"start", MG_GXL_ADDRESS, &module.start, TRUE},
		{"end", MG_GXL_ADDRESS, &module.end, TRUE},
	};

	if (!mg_gxl_reference(r->in->id, 'm', MG_NO_OBJECT, &number) ||
		number != modules->len)
		return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
			"the module 'm%u' was expected, not '%s'", modules->len,
			r->in->id);

	if (!mg_gxl_fields_read(r->in, r->loaded->strings, fields,
		    G_N_ELEMENTS(fields), error))
		return FALSE;

	guint64 free_from =
		number ? g_array_index(modules, struct mg_module, number - 1)
				 .end
		       : 0;
	if (module.start < free_from || module.end < module.start)
		return fail(r, error, "modules overlap, or are not in order");

	g_array_append_val(modules, module);
	return TRUE;
}

/* One of the words for ends; MG_N_ENDS if it is not one. */
static enum mg_end end_of(const char *id)
{
	guint end = 0;
	while (end < MG_N_ENDS && strcmp(mg_gxl_ends[end], id) != 0)
		end++;
	return end;
}

static gboolean read_node(struct reading *r, GError **error)
{
	enum mg_end end = end_of(r->in->id);
	struct mg_gxl_field field = {"pointers", MG_GXL_UINT, NULL, TRUE};

	if (strcmp(r->in->id, "root") == 0)
		return mg_gxl_fields_read(
			r->in, r->loaded->strings, NULL, 0, error);
	if (r->in->id[0] == 'm')
		return read_module(r, error);
	if (end == MG_N_ENDS)
		return read_object(r, error);

	field.value = &r->graph->ends[end];
	return mg_gxl_fields_read(r->in, r->loaded->strings, &field, 1, error);
}

/* ---- Edges ---- */

static gboolean fail_edge(struct reading *r, GError **error)
{
	return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
		"an edge from '%s' to '%s', which are not both nodes before it",
		r->in->from, r->in->to);
}

/* A root that is read: the array takes it, or nobody. */
static gboolean add_root(struct reading *r, struct mg_root *root,
	struct mg_object *object, GError **error)
{
	if (object && (object->root || object->in_memory != !root->value))
		return fail(
			r, error, "a root is not the object that it leads to");
	g_array_append_vals(r->loaded->roots, root, 1);

	struct mg_root *last = &g_array_index(
		r->loaded->roots, struct mg_root, r->loaded->roots->len - 1);
	if (object) {
		object->root = r->loaded->roots->len;
		last->text = object->text;
		if (!root->type && !root->value)
			last->size = object->size;
	}

	return TRUE;
}

static gboolean read_root(struct reading *r, GError **error)
{
	struct mg_root root = {0};
	struct mg_object *object = NULL;
	guint64 most = LARGEST_VALUE;
	g_autoptr(GByteArray) value = g_byte_array_new();
	struct filling filling = {.r = r, .size = &most, .value = value};
	guint class = 0, place = MG_IN_MEMORY;
	guint32 to, type = MG_NO_OBJECT;
	struct mg_gxl_field fields[] = {
		{NULL, MG_GXL_TYPE_OF, &type},
		{"name", MG_GXL_STRING, &root.name, TRUE},
		{"key", MG_GXL_STRING, &root.key},
		{"class", MG_GXL_WORD, &class, TRUE, mg_gxl_classes,
			G_N_ELEMENTS(mg_gxl_classes)},
		{"level", MG_GXL_UINT, &root.level},
		{"address", MG_GXL_ADDRESS, &root.address},
		{"value", MG_GXL_CALL, &filling, .call = take_bytes},
		{"place", MG_GXL_WORD, &place, FALSE, mg_gxl_places,
			G_N_ELEMENTS(mg_gxl_places)},
		{"number", MG_GXL_UINT, &root.number},
	};

	if (mg_gxl_reference(r->in->to, 'o', r->graph->objects->len, &to)) {
		object = object_at(r, to);
		most = object->readable ? object->size : 0;
	} else if (end_of(r->in->to) != MG_END_NONE) {
		return fail_edge(r, error);
	}

	if (!mg_gxl_fields_read(r->in, r->loaded->strings, fields,
		    G_N_ELEMENTS(fields), error) ||
		!mg_gxl_read_type_of(r->in, r->loaded, type, &root.type, error))
		return FALSE;

	root.class = class;
	root.place = place;
	if ((place != MG_IN_MEMORY) != filling.begun)
		return fail(r, error,
			"a root must have a value and a place for it, "
			"or neither");

	if (object && filling.begun && filling.n != object->size)
		return fail(r, error, "a root's value is not its object's");

	g_autoptr(GBytes) bytes =
		g_byte_array_free_to_bytes(g_steal_pointer(&value));
	root.value = filling.begun ? bytes : NULL;
	if (!add_root(r, &root, object, error))
		return FALSE;

	if (root.value)
		g_bytes_ref(root.value); /* the array's */
	return TRUE;
}

/* Links are looked up by object and offset; those to pieces beside it are
 * last. */
static gboolean is_in_order(const GArray *links, const struct mg_link *link)
{
	if (links->len == 0)
		return TRUE;
	const struct mg_link *last =
		&g_array_index(links, struct mg_link, links->len - 1);
	if (last->from != link->from)
		return last->from < link->from;
	return last->beside ? link->beside
			    : link->beside || last->offset <= link->offset;
}

/* Enters a link where its ends need it. */
static gboolean add_link(struct reading *r, const struct mg_link *link,
	gboolean names, GError **error)
{
	struct mg_object *from = object_at(r, link->from);
	GArray *links = r->graph->links;

	if (!is_in_order(links, link))
		return fail(r, error,
			"links are not in the order of objects and offsets");
	if (link->beside ? link->offset > 0
			 : from->size < sizeof(guint64) ||
				   link->offset > from->size - sizeof(guint64))
		return fail(r, error, "a link starts outside its object");

	if (link->to != MG_NO_OBJECT) {
		struct mg_object *to = object_at(r, link->to);
		if (link->to_offset > to->size)
			return fail(
				r, error, "a link leads outside its target");
		/* Names are made from the root on, so there must be no
		 * cycles. */
		if (names && (to->named_by || link->from >= link->to))
			return fail(r, error, "a link can't make this name");
		if (names)
			to->named_by = links->len + 1;
	}

	from->n_links++;
	g_array_append_vals(links, link, 1);
	return TRUE;
}

static gboolean read_link(struct reading *r, GError **error)
{
	struct mg_link link = {.to = MG_NO_OBJECT};
	const char *function = NULL;
	guint64 to_offset = 0;
	gboolean names = FALSE;
	guint32 n = r->graph->objects->len, type = MG_NO_OBJECT;
	struct mg_gxl_field fields[] = {
		{NULL, MG_GXL_TYPE_OF, &type},
		{"offset", MG_GXL_U64, &link.offset, TRUE},
		{"function", MG_GXL_STRING, &function},
		{"to-offset", MG_GXL_U64, &to_offset},
		{"word", MG_GXL_BOOL, &link.word},
		{"allocator", MG_GXL_BOOL, &link.allocator},
		{"beside", MG_GXL_BOOL, &link.beside},
		{"names", MG_GXL_BOOL, &names},
	};

	if (!mg_gxl_reference(r->in->to, 'o', n, &link.to))
		link.end = end_of(r->in->to);
	if (!mg_gxl_reference(r->in->from, 'o', n, &link.from) ||
		link.end == MG_N_ENDS ||
		(link.end == MG_END_NONE && link.to == MG_NO_OBJECT))
		return fail_edge(r, error);
	if (!mg_gxl_fields_read(r->in, r->loaded->strings, fields,
		    G_N_ELEMENTS(fields), error) ||
		!mg_gxl_read_type_of(r->in, r->loaded, type, &link.type, error))
		return FALSE;
	if ((function && link.end != MG_END_FUNCTION) ||
		(link.end != MG_END_NONE && (to_offset || names)))
		return fail(r, error,
			"a link that leads nowhere must not have a target");

	if (link.end == MG_END_FUNCTION)
		link.function = function;
	else
		link.to_offset = to_offset;

	return add_link(r, &link, names, error);
}

/* ---- The whole ---- */

static gboolean read_state(struct reading *r, GError **error)
{
	while (mg_gxl_in_next(r->in, error)) {
		gboolean fine = FALSE;
		switch (r->in->piece) {
		case MG_GXL_END:
			return TRUE;
		case MG_GXL_NODE:
			fine = read_node(r, error);
			break;
		case MG_GXL_EDGE:
			fine = strcmp(r->in->from, "root") == 0
				       ? read_root(r, error)
				       : read_link(r, error);
			break;
		default:
			fine = strcmp(r->in->attr, "bytes-read") == 0 &&
			       mg_gxl_number(r->in->text->str, G_MAXUINT64,
				       &r->graph->bytes_read);
			if (!fine)
				mg_gxl_fail_value(r->in, error);
		}
		if (!fine)
			return FALSE;
	}

	return FALSE;
}

gboolean mg_gxl_enter_graph(
	struct mg_gxl_in *in, const char *id, GError **error)
{
	if (!mg_gxl_in_next(in, error))
		return FALSE;
	if (in->piece != MG_GXL_GRAPH || strcmp(in->id, id) != 0)
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"not a memory graph: a graph '%s' was expected", id);
	return TRUE;
}

static gboolean finish(struct reading *r, GError **error)
{
	struct mg_graph *graph = r->graph;
	guint32 n = 0;

	for (guint i = 0; i < graph->objects->len; i++) {
		object_at(r, i)->first_link = n;
		n += object_at(r, i)->n_links;
	}

	graph->roots = (const struct mg_root *) (void *) r->loaded->roots->data;
	graph->n_roots = r->loaded->roots->len;
	graph->modules =
		(const struct mg_module *) (void *) r->loaded->modules->data;
	graph->n_modules = r->loaded->modules->len;

	g_autofree char *wrong = mg_gxl_check_graph(graph);
	return !wrong || fail(r, error, wrong);
}

static void free_loaded(gpointer data)
{
	struct mg_gxl_loaded *loaded = data;
	g_string_chunk_free(loaded->strings);
	g_array_unref(loaded->types);
	g_array_unref(loaded->members);
	g_array_unref(loaded->enumerators);
	g_array_unref(loaded->roots);
	g_array_unref(loaded->modules);
	g_free(loaded);
}

static void clear_root(gpointer data)
{
	struct mg_root *root = data;
	g_clear_pointer(&root->value, g_bytes_unref);
}

static struct mg_gxl_loaded *new_loaded(void)
{
	struct mg_gxl_loaded *loaded = g_new(struct mg_gxl_loaded, 1);

	loaded->strings = g_string_chunk_new(4096);
	loaded->types = g_array_new(FALSE, FALSE, sizeof(struct mg_type));
	loaded->members = g_array_new(FALSE, FALSE, sizeof(struct mg_member));
	loaded->enumerators =
		g_array_new(FALSE, FALSE, sizeof(struct mg_enumerator));
	loaded->roots = g_array_new(FALSE, FALSE, sizeof(struct mg_root));
	g_array_set_clear_func(loaded->roots, clear_root);
	loaded->modules = g_array_new(FALSE, FALSE, sizeof(struct mg_module));

	return loaded;
}

struct mg_graph *mg_gxl_read_graph(struct mg_gxl_in *in, GError **error)
{
	struct mg_gxl_loaded *loaded = new_loaded();
	g_autoptr(mg_graph) graph = mg_graph_empty();

	graph->owned = loaded;
	graph->free_owned = free_loaded;
	graph->stop = in->stop;

	struct reading r = {in, loaded, graph};
	gboolean fine = mg_gxl_enter_graph(in, "types", error) &&
			mg_gxl_read_types(in, loaded, error) &&
			mg_gxl_enter_graph(in, "state", error) &&
			read_state(&r, error) && finish(&r, error);
	if (fine)
		mg_graph_find_parts(graph);
	return fine ? g_steal_pointer(&graph) : NULL;
}

struct mg_graph *mg_gxl_read(const char *path, GError **error)
{
	return mg_gxl_read_until(NULL, path, error);
}

struct mg_graph *mg_gxl_read_until(
	const volatile sig_atomic_t *stop, const char *path, GError **error)
{
	struct mg_gxl_in in;
	if (!mg_gxl_in_open(&in, path, error))
		return NULL;

	in.stop = stop;
	g_autoptr(mg_graph) graph = mg_gxl_read_graph(&in, error);
	gboolean fine = graph && mg_gxl_in_next(&in, error);
	if (fine && in.piece != MG_GXL_OVER)
		fine = mg_gxl_in_fail(&in, error, MG_GXL_ERROR_FORMAT,
			"the file has more in it than a memory graph");
	mg_gxl_in_clear(&in);
	return fine ? g_steal_pointer(&graph) : NULL;
}
