#include "dot-box.h"

#include "graph.h"
#include "value-words.h"

#include <string.h>

/* More would not look good. */
enum { MOST_ROWS = 24, MOST_TEXT = 48 };

struct boxing {
	const struct mg_graph *graph;
	GPtrArray *boxes;
	guint64 left, more;
	struct mg_dot_path path;
};

static void row_clear(gpointer data)
{
	struct mg_dot_row *row = data;
	g_free(row->path);
	g_free(row->text);
}

static void box_free(gpointer data)
{
	struct mg_dot_box *box = data;
	g_free(box->name);
	g_free(box->type);
	g_array_unref(box->rows);
	g_free(box);
}

static char *text_of_pointer(const struct mg_vertex *vertex)
{
	if (vertex->end == MG_END_NONE)
		return g_strdup("•");
	if (vertex->end == MG_END_FUNCTION && vertex->function)
		return g_strdup_printf("%s()", vertex->function);
	return g_strdup(mg_end_name(vertex->end));
}

char *mg_dot_text_of(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	if (!vertex->type || !mg_vertex_bytes(graph, vertex))
		return mg_vertex_text(graph, vertex);
	if (vertex->kind == MG_VERTEX_VALUE &&
		(vertex->type->kind == MG_POINTER ||
			vertex->type->kind == MG_REFERENCE))
		return text_of_pointer(vertex);

	const struct mg_type *element = mg_plain_element(vertex);
	return element && element->size && !mg_is_string(vertex)
		       ? mg_elements_text(graph, vertex, element)
		       : mg_vertex_text(graph, vertex);
}

/* Whether a vertex consists of parts, which are visited next. */
gboolean mg_dot_has_parts(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	if (!vertex->type || !mg_vertex_bytes(graph, vertex))
		return FALSE;
	if (vertex->kind == MG_VERTEX_ELEMENTS ||
		vertex->type->kind == MG_ARRAY)
		return vertex->count > 0 && !mg_plain_element(vertex);
	return vertex->type->kind == MG_STRUCT && vertex->type->n_members > 0;
}

void mg_dot_path_init(struct mg_dot_path *path)
{
	path->text = g_string_new(NULL);
	path->lengths = g_array_new(FALSE, TRUE, sizeof(gsize));
}

void mg_dot_path_clear(struct mg_dot_path *path)
{
	g_string_free(path->text, TRUE);
	g_array_unref(path->lengths);
}

void mg_dot_path_extend(
	struct mg_dot_path *path, const struct mg_vertex *vertex)
{
	if (vertex->depth == 0) {
		g_string_truncate(path->text, 0);
		g_array_set_size(path->lengths, 0);
		return;
	}

	/* lengths[d - 1] is how long the path is above depth d. */
	g_array_set_size(path->lengths, MAX(path->lengths->len, vertex->depth));
	g_string_truncate(path->text,
		vertex->depth > 1
			? g_array_index(path->lengths, gsize, vertex->depth - 2)
			: 0);
	if (!vertex->part)
		g_string_append_printf(
			path->text, "[%" G_GUINT64_FORMAT "]", vertex->index);
	else if (vertex->part->name)
		g_string_append_printf(path->text, ".%s", vertex->part->name);

	g_array_index(path->lengths, gsize, vertex->depth - 1) =
		path->text->len;
}

/* A pointer's path with casts is valid, but says less than the arrow. */
static char *name_of(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	guint32 root =
		g_array_index(graph->objects, struct mg_object, vertex->object)
			.root;
	if (root)
		return g_strdup(graph->roots[root - 1].name);
	return vertex->type ? mg_vertex_name(graph, vertex) : g_strdup("");
}

char *mg_dot_type_of(const struct mg_vertex *vertex)
{
	if (vertex->kind == MG_VERTEX_TEXT)
		return g_strdup_printf(
			"char [%" G_GUINT64_FORMAT "]", vertex->size);
	if (vertex->kind == MG_VERTEX_BYTES)
		return g_strdup("(no type)");

	g_autofree char *name = mg_type_name(vertex->type);
	if (vertex->kind == MG_VERTEX_ELEMENTS)
		return g_strdup_printf(
			"%" G_GUINT64_FORMAT " x %s", vertex->count, name);
	return g_steal_pointer(&name);
}

static struct mg_dot_box *add_box(
	struct boxing *b, const struct mg_vertex *vertex)
{
	struct mg_dot_box *box = g_new0(struct mg_dot_box, 1);
	box->name = name_of(b->graph, vertex);
	box->type = mg_dot_type_of(vertex);
	box->rows = g_array_new(FALSE, FALSE, sizeof(struct mg_dot_row));
	g_array_set_clear_func(box->rows, row_clear);
	g_ptr_array_add(b->boxes, box);
	return box;
}

static gboolean take_vertex(const struct mg_vertex *vertex, gpointer data)
{
	struct boxing *b = data;
	struct mg_dot_box *box = NULL;

	if (vertex->depth == 0 && b->left > 0)
		box = add_box(b, vertex);
	else if (vertex->object < b->boxes->len)
		box = g_ptr_array_index(b->boxes, vertex->object);

	if (!box) {
		b->left = 0;
		b->more++;
		return TRUE;
	}
	mg_dot_path_extend(&b->path, vertex);

	gboolean whole = mg_dot_has_parts(b->graph, vertex);
	if (box->rows->len == MOST_ROWS) {
		box->hidden++;
		return TRUE;
	}

	b->left -= b->left > 0;
	if (whole)
		return TRUE;

	struct mg_dot_row row = {g_strdup(b->path.text->str),
		mg_dot_text_of(b->graph, vertex), vertex->offset, vertex->size};
	g_array_append_val(box->rows, row);
	return TRUE;
}

GPtrArray *mg_dot_boxes_new(
	const struct mg_graph *graph, guint most_vertices, guint64 *more)
{
	struct boxing b = {
		.graph = graph,
		.boxes = g_ptr_array_new_with_free_func(box_free),
		.left = most_vertices,
	};

	mg_dot_path_init(&b.path);
	mg_graph_visit(graph, take_vertex, &b);
	mg_dot_path_clear(&b.path);
	*more = b.more;

	return b.boxes;
}

int mg_dot_box_row(const struct mg_dot_box *box, guint64 offset)
{
	for (guint i = 0; i < box->rows->len; i++) {
		const struct mg_dot_row *row =
			&g_array_index(box->rows, struct mg_dot_row, i);
		if (offset >= row->offset && offset - row->offset < row->size)
			return (int) i;
	}
	return -1;
}

static void append_character(
	GString *label, const char *text, gsize n, gboolean record)
{
	if (*text == '\\')
		g_string_append(label, "\\\\");
	else if (*text == '&')
		g_string_append(label, "&amp;");
	else if (record && strchr("{}|<> ", *text))
		g_string_append_printf(label, "\\%c", *text);
	else
		g_string_append_len(label, text, (gssize) n);
}

void mg_dot_append_text(GString *label, const char *text, gboolean record)
{
	for (guint shown = 0; *text; shown++) {
		if (shown == MOST_TEXT) {
			g_string_append(label, "…");
			return;
		}
		gunichar c = g_utf8_get_char_validated(text, -1);
		if (c == (gunichar) -1 || c == (gunichar) -2 ||
			!g_unichar_isprint(c)) {
			g_string_append_printf(
				label, "\\\\x%02x", (guint8) *text++);
			continue;
		}
		gsize n = (gsize) (g_utf8_next_char(text) - text);
		append_character(label, text, n, record);
		text += n;
	}
}
