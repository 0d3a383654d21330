/* What a union holds, where the program does not say so. */
#include "delta-words.h"

#include <string.h>

/* ---- Texts ---- */

static const struct mg_type *chars_of(const struct mg_type *type)
{
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_type *m = type->members[i].type;
		if (m && m->kind == MG_ARRAY && m->target &&
			m->target->kind == MG_CHAR && m->target->size == 1 &&
			type->members[i].offset == 0)
			return m;
	}
	return NULL;
}

/* How many characters there are up to a NUL; -1: it is no text. */
static gint64 text_length(const guint8 *bytes, guint64 size)
{
	for (guint64 i = 0; i < size; i++) {
		if (bytes[i] == 0)
			return (gint64) i;
		if (!g_ascii_isprint(bytes[i]) && !g_ascii_isspace(bytes[i]))
			return -1;
	}
	return -1;
}

/* Whether a pointer to characters that is right before the union leads to it,
 * as in short strings of C++. */
static gboolean is_led_to(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	enum { NEAR = 64 };
	guint64 at = vertex->offset;
	gsize n;
	const struct mg_link *links = mg_graph_links_in(
		graph, vertex->object, at > NEAR ? at - NEAR : 0, at, &n);
	for (gsize i = 0; i < n; i++)
		if (links[i].end == MG_END_NONE &&
			links[i].to == vertex->object &&
			links[i].to_offset == at && links[i].type &&
			links[i].type->kind == MG_CHAR)
			return TRUE;
	return FALSE;
}

const struct mg_type *hc_deltas_union_text(
	const struct hc_deltas *deltas, const struct mg_change *change)
{
	enum { SHORTEST = 2 };
	const struct mg_vertex *v = &change->before, *w = &change->after;
	if (v->kind != MG_VERTEX_VALUE || v->member || !v->type ||
		v->type->kind != MG_UNION || !w->type ||
		w->type->kind != MG_UNION)
		return NULL;

	const struct mg_type *text = chars_of(v->type);
	const guint8 *a = text ? mg_vertex_bytes(deltas->a, v) : NULL;
	const guint8 *b = text ? mg_vertex_bytes(deltas->b, w) : NULL;
	if (!a || !b)
		return NULL;
	if (is_led_to(deltas->a, v) && is_led_to(deltas->b, w))
		return text;

	gint64 n = text_length(a, MIN(text->size, v->size));
	gint64 m = text_length(b, MIN(text->size, w->size));
	return n >= 0 && m >= 0 && MAX(n, m) >= SHORTEST ? text : NULL;
}

/* ---- Doubles ---- */

/* The double that may be at an offset of a type; NULL if none is. */
static const struct mg_type *double_at(
	const struct mg_type *type, guint64 offset)
{
	if (!type || offset >= type->size)
		return NULL;
	if (type->kind == MG_ARRAY)
		return type->target && type->target->size
			       ? double_at(type->target,
					 offset % type->target->size)
			       : NULL;
	if (type->kind != MG_STRUCT && type->kind != MG_UNION)
		return offset == 0 && type->kind == MG_FLOAT &&
				       type->size == sizeof(double)
			       ? type
			       : NULL;

	const struct mg_type *found = NULL;
	for (guint i = 0; i < type->n_members && !found; i++) {
		const struct mg_member *m = &type->members[i];
		if (!m->bit_size && offset >= m->offset)
			found = double_at(m->type, offset - m->offset);
	}
	return found;
}

/* Whether a double of this size (about 1e-19 to 1e19) is meant: as a number, the
 * same bits would be larger than any that programs count with, and no address
 * is as large. */
static gboolean is_double(guint64 bits)
{
	enum { BIAS = 1023, LARGEST = 64 };
	gint exponent = (gint) (bits >> 52 & 0x7ff) - BIAS;
	return exponent >= -LARGEST && exponent <= LARGEST;
}

const struct mg_type *hc_deltas_union_double(const struct hc_deltas *deltas,
	const struct mg_change *change, guint64 offset)
{
	const struct mg_vertex *v = &change->before, *w = &change->after;
	const struct mg_type *type = double_at(v->type, offset - v->offset);
	guint64 end = offset + sizeof(double), bits[2];
	const guint8 *a = mg_vertex_bytes(deltas->a, v);
	const guint8 *b = mg_vertex_bytes(deltas->b, w);
	if (!type || !a || !b || end > v->offset + v->size ||
		end > w->offset + w->size)
		return NULL;

	memcpy(&bits[0], a + (offset - v->offset), sizeof bits[0]);
	memcpy(&bits[1], b + (offset - v->offset), sizeof bits[1]);
	for (guint i = 0; i < 2; i++)
		if (bits[i] && !is_double(bits[i]))
			return NULL;
	return bits[0] || bits[1] ? type : NULL;
}
