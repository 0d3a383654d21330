#include "dot-box.h"

#include "graph.h"

#include <string.h>

/* What still looks good. */
enum { MOST_ROWS = 24, MOST_TEXT = 48, MOST_ELEMENTS = 8 };

struct boxing {
	const struct mg_graph *graph;
	GPtrArray *boxes;
	guint64 left, more;
	GString *path;
	GArray *lengths; /* gsize: of the path above each depth */
};

static void row_clear(gpointer data)
{
	struct dot_row *row = data;
	g_free(row->path);
	g_free(row->text);
}

static void box_free(gpointer data)
{
	struct dot_box *box = data;
	g_free(box->name);
	g_free(box->type);
	g_array_unref(box->rows);
	g_free(box);
}

static gboolean is_plain(const struct mg_type *type)
{
	return type && type->kind != MG_POINTER && type->kind != MG_REFERENCE &&
	       type->kind != MG_ARRAY && type->kind != MG_STRUCT &&
	       type->kind != MG_UNION;
}

/* What its elements are, if they have no vertices of their own. */
static const struct mg_type *plain_element(const struct mg_vertex *vertex)
{
	const struct mg_type *element =
		vertex->kind == MG_VERTEX_ELEMENTS ? vertex->type
		: vertex->type->kind == MG_ARRAY   ? vertex->type->target
						   : NULL;
	return is_plain(element) ? element : NULL;
}

/* "{1, 2, 3, … 97 more}" */
static char *text_of_elements(const struct mg_graph *graph,
	const struct mg_vertex *vertex, const struct mg_type *element)
{
	GString *text = g_string_new("{");
	for (guint64 i = 0; i < MIN(vertex->count, MOST_ELEMENTS); i++) {
		struct mg_vertex one = {
			.object = vertex->object,
			.offset = vertex->offset + i * element->size,
			.size = element->size,
			.type = element,
		};
		g_autofree char *value = mg_vertex_text(graph, &one);
		g_string_append_printf(text, "%s%s", i ? ", " : "", value);
	}
	if (vertex->count > MOST_ELEMENTS) {
		g_autofree char *more = dot_more(vertex->count - MOST_ELEMENTS);
		g_string_append_printf(text, ", %s", more);
	}
	g_string_append_c(text, '}');
	return g_string_free(text, FALSE);
}

static char *text_of_pointer(const struct mg_vertex *vertex)
{
	if (vertex->end == MG_END_NONE)
		return g_strdup("•");
	if (vertex->end == MG_END_FUNCTION && vertex->function)
		return g_strdup_printf("%s()", vertex->function);
	return g_strdup(mg_end_name(vertex->end));
}

static gboolean is_chars(
	const struct mg_vertex *vertex, const struct mg_type *element)
{
	return vertex->kind == MG_VERTEX_VALUE && element->kind == MG_CHAR &&
	       element->size == 1;
}

static char *text_of(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	if (!vertex->type || !mg_vertex_bytes(graph, vertex))
		return mg_vertex_text(graph, vertex);
	if (vertex->kind == MG_VERTEX_VALUE &&
		(vertex->type->kind == MG_POINTER ||
			vertex->type->kind == MG_REFERENCE))
		return text_of_pointer(vertex);
	const struct mg_type *element = plain_element(vertex);
	return element && element->size && !is_chars(vertex, element)
		       ? text_of_elements(graph, vertex, element)
		       : mg_vertex_text(graph, vertex);
}

/* Whether what it says are its parts, which come next. */
static gboolean has_parts(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	if (!vertex->type || !mg_vertex_bytes(graph, vertex))
		return FALSE;
	if (vertex->kind == MG_VERTEX_ELEMENTS ||
		vertex->type->kind == MG_ARRAY)
		return vertex->count > 0 && !plain_element(vertex);
	return vertex->type->kind == MG_STRUCT && vertex->type->n_members > 0;
}

static void extend_path(struct boxing *b, const struct mg_vertex *vertex)
{
	if (vertex->depth == 0) {
		g_string_truncate(b->path, 0);
		g_array_set_size(b->lengths, 0);
		return;
	}
	/* lengths[d - 1] is how long the path is above depth d. */
	g_array_set_size(b->lengths, MAX(b->lengths->len, vertex->depth));
	g_string_truncate(b->path,
		vertex->depth > 1
			? g_array_index(b->lengths, gsize, vertex->depth - 2)
			: 0);
	if (!vertex->part)
		g_string_append_printf(
			b->path, "[%" G_GUINT64_FORMAT "]", vertex->index);
	else if (vertex->part->name)
		g_string_append_printf(b->path, ".%s", vertex->part->name);
	g_array_index(b->lengths, gsize, vertex->depth - 1) = b->path->len;
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

static char *type_of(const struct mg_vertex *vertex)
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

static struct dot_box *add_box(struct boxing *b, const struct mg_vertex *vertex)
{
	struct dot_box *box = g_new0(struct dot_box, 1);
	box->name = name_of(b->graph, vertex);
	box->type = type_of(vertex);
	box->rows = g_array_new(FALSE, FALSE, sizeof(struct dot_row));
	g_array_set_clear_func(box->rows, row_clear);
	g_ptr_array_add(b->boxes, box);
	return box;
}

static gboolean take_vertex(const struct mg_vertex *vertex, gpointer data)
{
	struct boxing *b = data;
	struct dot_box *box = NULL;
	if (vertex->depth == 0 && b->left > 0)
		box = add_box(b, vertex);
	else if (vertex->object < b->boxes->len)
		box = g_ptr_array_index(b->boxes, vertex->object);
	if (!box) {
		b->left = 0;
		b->more++;
		return TRUE;
	}
	extend_path(b, vertex);
	gboolean whole = has_parts(b->graph, vertex);
	if (box->rows->len == MOST_ROWS) {
		box->hidden++;
		return TRUE;
	}
	b->left -= b->left > 0;
	if (whole)
		return TRUE;
	struct dot_row row = {g_strdup(b->path->str), text_of(b->graph, vertex),
		vertex->offset, vertex->size};
	g_array_append_val(box->rows, row);
	return TRUE;
}

GPtrArray *dot_boxes_new(
	const struct mg_graph *graph, guint most_vertices, guint64 *more)
{
	struct boxing b = {
		.graph = graph,
		.boxes = g_ptr_array_new_with_free_func(box_free),
		.left = most_vertices,
		.path = g_string_new(NULL),
		.lengths = g_array_new(FALSE, TRUE, sizeof(gsize)),
	};
	mg_graph_visit(graph, take_vertex, &b);
	g_string_free(b.path, TRUE);
	g_array_unref(b.lengths);
	*more = b.more;
	return b.boxes;
}

int dot_box_row(const struct dot_box *box, guint64 offset)
{
	for (guint i = 0; i < box->rows->len; i++) {
		const struct dot_row *row =
			&g_array_index(box->rows, struct dot_row, i);
		if (offset >= row->offset && offset - row->offset < row->size)
			return (int) i;
	}
	return -1;
}

char *dot_more(guint64 n)
{
	GString *text = g_string_new(NULL);
	g_string_printf(text, "%" G_GUINT64_FORMAT, n);
	for (gsize at = text->len; at > 3; at -= 3)
		g_string_insert_c(text, (gssize) at - 3, ',');
	g_string_prepend(text, "… ");
	g_string_append(text, " more");
	return g_string_free(text, FALSE);
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

void dot_append_text(GString *label, const char *text, gboolean record)
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
