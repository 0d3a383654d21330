#include "value-words.h"

/* How many elements of an array are shown. */
enum { MOST_ELEMENTS = 8 };

static gboolean is_plain(const struct mg_type *type)
{
	return type && type->kind != MG_POINTER && type->kind != MG_REFERENCE &&
	       type->kind != MG_ARRAY && type->kind != MG_STRUCT &&
	       type->kind != MG_UNION;
}

const struct mg_type *mg_plain_element(const struct mg_vertex *vertex)
{
	if (!vertex->type)
		return NULL;
	const struct mg_type *element =
		vertex->kind == MG_VERTEX_ELEMENTS ? vertex->type
		: vertex->type->kind == MG_ARRAY   ? vertex->type->target
						   : NULL;
	return is_plain(element) ? element : NULL;
}

gboolean mg_is_string(const struct mg_vertex *vertex)
{
	const struct mg_type *element = mg_plain_element(vertex);
	return vertex->kind == MG_VERTEX_TEXT ||
	       (vertex->kind == MG_VERTEX_VALUE && element &&
		       element->kind == MG_CHAR && element->size == 1);
}

char *mg_elements_text(const struct mg_graph *graph,
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
		g_autofree char *more =
			mg_more_text(vertex->count - MOST_ELEMENTS);
		g_string_append_printf(text, ", %s", more);
	}

	g_string_append_c(text, '}');
	return g_string_free(text, FALSE);
}

char *mg_number_text(guint64 n)
{
	GString *text = g_string_new(NULL);
	g_string_printf(text, "%" G_GUINT64_FORMAT, n);
	for (gsize at = text->len; at > 3; at -= 3)
		g_string_insert_c(text, (gssize) at - 3, ',');
	return g_string_free(text, FALSE);
}

char *mg_more_text(guint64 n)
{
	g_autofree char *number = mg_number_text(n);
	return g_strdup_printf("… %s more", number);
}
