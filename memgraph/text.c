/* Values as GDB prints them. */
#include "vertex.h"

#include "graph.h"

#include <math.h>
#include <string.h>

/* How much of a string is shown. */
enum { MOST_TEXT = 200 };

static gboolean has_bits(const struct mg_type *type)
{
	switch (type->kind) {
	case MG_BOOL:
	case MG_CHAR:
	case MG_INT:
	case MG_ENUM:
	case MG_POINTER:
	case MG_REFERENCE:
		return type->size > 0 && type->size <= 8;
	default:
		return FALSE;
	}
}

static guint64 extend(guint64 bits, guint width, gboolean is_signed)
{
	if (width >= 64)
		return bits;
	bits &= (G_GUINT64_CONSTANT(1) << width) - 1;
	if (is_signed && bits >> (width - 1) & 1)
		bits |= ~((G_GUINT64_CONSTANT(1) << width) - 1);
	return bits;
}

gboolean mg_vertex_bits(const struct mg_graph *graph,
	const struct mg_vertex *vertex, guint64 *bits)
{
	const guint8 *bytes = mg_vertex_bytes(graph, vertex);
	if (!bytes || vertex->kind != MG_VERTEX_VALUE || !vertex->type ||
		!has_bits(vertex->type))
		return FALSE;

	guint64 value = 0;
	guint width = (guint) vertex->size * 8;
	const struct mg_member *member = vertex->member;
	if (member) {
		/* A field may reach into a ninth byte. */
		const struct mg_object *object = &g_array_index(
			graph->objects, struct mg_object, vertex->object);
		guint64 left = object->size - vertex->offset;
		guint8 piece[16] = {0};
		memcpy(piece, bytes, MIN(left, sizeof piece));
		guint first = member->bit_offset / 8;
		guint shift = member->bit_offset % 8;
		if (first > 7)
			return FALSE;
		memcpy(&value, piece + first, sizeof value);
		value >>= shift;
		if (shift)
			value |= (guint64) piece[first + 8] << (64 - shift);
		width = member->bit_size;
	} else {
		memcpy(&value, bytes, vertex->size);
	}

	*bits = extend(value, width,
		vertex->type->is_signed && vertex->type->kind != MG_BOOL);
	return TRUE;
}

static char *text_of_char(const struct mg_type *type, guint64 bits)
{
	g_autofree char *number =
		type->is_signed
			? g_strdup_printf("%" G_GINT64_FORMAT, (gint64) bits)
			: g_strdup_printf("%" G_GUINT64_FORMAT, bits);
	if (type->size != 1)
		return g_steal_pointer(&number);

	guint8 byte = (guint8) bits;
	if (byte == '\'' || byte == '\\')
		return g_strdup_printf("%s '\\%c'", number, byte);
	if (byte >= ' ' && byte < 0x7f)
		return g_strdup_printf("%s '%c'", number, byte);

	static const char letters[] = "abtnvfr";
	if (byte >= '\a' && byte <= '\r')
		return g_strdup_printf(
			"%s '\\%c'", number, letters[byte - '\a']);
	return byte == 033 ? g_strdup_printf("%s '\\033'", number)
			   : g_strdup_printf("%s '\\%03o'", number, byte);
}

static char *text_of_float(const struct mg_type *type, const guint8 *bytes)
{
	float f;
	double d;
	long double l;

	switch (type->size) {
	case sizeof f:
		memcpy(&f, bytes, sizeof f);
		return g_strdup_printf("%.9g", (double) f);
	case sizeof d:
		memcpy(&d, bytes, sizeof d);
		return g_strdup_printf("%.17g", d);
	case sizeof l:
		memcpy(&l, bytes, sizeof l);
		return g_strdup_printf("%.18Lg", l);
	default:
		return g_strdup_printf(
			"%" G_GUINT64_FORMAT " bytes", type->size);
	}
}

static char *text_of_bits(const struct mg_type *type, guint64 bits)
{
	const char *name = NULL;

	switch (type->kind) {
	case MG_BOOL:
		if (bits <= 1)
			return g_strdup(bits ? "true" : "false");
		break;
	case MG_ENUM:
		name = mg_type_enumerator(type, (gint64) bits);
		if (name)
			return g_strdup(name);
		break;
	case MG_CHAR:
		return text_of_char(type, bits);
	case MG_POINTER:
	case MG_REFERENCE:
		return g_strdup_printf("0x%" G_GINT64_MODIFIER "x", bits);
	default:
		break;
	}

	return type->is_signed
		       ? g_strdup_printf("%" G_GINT64_FORMAT, (gint64) bits)
		       : g_strdup_printf("%" G_GUINT64_FORMAT, bits);
}

static char *text_of_bytes(const struct mg_vertex *vertex, const guint8 *bytes)
{
	gboolean chars = vertex->type && vertex->type->kind == MG_ARRAY &&
			 vertex->type->target &&
			 vertex->type->target->kind == MG_CHAR &&
			 vertex->type->target->size == 1;
	if (vertex->kind != MG_VERTEX_TEXT && !chars)
		return NULL;
	const guint8 *end = memchr(bytes, 0, vertex->size);
	return mg_quote(
		bytes, end ? (gsize) (end - bytes) : vertex->size, MOST_TEXT);
}

char *mg_vertex_text(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const guint8 *bytes = mg_vertex_bytes(graph, vertex);
	guint64 bits;
	if (!bytes)
		return g_strdup("unreadable");
	if (mg_vertex_bits(graph, vertex, &bits))
		return text_of_bits(vertex->type, bits);

	char *text = text_of_bytes(vertex, bytes);
	if (text)
		return text;

	if (!vertex->type)
		return g_strdup_printf(
			"%" G_GUINT64_FORMAT " bytes", vertex->size);
	if (vertex->type->kind == MG_FLOAT)
		return text_of_float(vertex->type, bytes);

	g_autofree char *name = mg_type_name(vertex->type);
	return vertex->kind == MG_VERTEX_ELEMENTS
		       ? g_strdup_printf("%" G_GUINT64_FORMAT " x %s",
				 vertex->count, name)
		       : g_steal_pointer(&name);
}
