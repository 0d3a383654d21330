/* Values, or where they differ from those of the other run. */
#include "delta-words.h"

#include <string.h>

/* How much of a long value is shown: bytes or elements in all, and before the
 * first difference. */
enum { MOST_BYTES = 80, LEAD_BYTES = 24, MOST_ELEMENTS = 8, LEAD_ELEMENTS = 2 };

static guint64 first_difference(
	const guint8 *a, const guint8 *b, guint64 from, guint64 n)
{
	while (from < n && a[from] == b[from])
		from++;
	return from;
}

guint64 hc_delta_first_difference(const guint8 *a, const guint8 *b, guint64 n)
{
	return first_difference(a, b, 0, n);
}

char *hc_delta_quote_around(const guint8 *text, guint64 n, guint64 first)
{
	guint64 from = first > LEAD_BYTES ? first - LEAD_BYTES : 0;
	g_autofree char *quoted = mg_quote(text + from, n - from, MOST_BYTES);
	return g_strdup_printf("\"%s%s", from ? "…" : "", quoted + 1);
}

/* The text around the first difference: from the NUL before it, if that is
 * near, to the NUL behind it. What follows is state, too, but was not written
 * to be read. */
static char *quote_around(
	const guint8 *bytes, const guint8 *other, guint64 n, guint64 first)
{
	guint64 from = first > LEAD_BYTES ? first - LEAD_BYTES : 0;
	guint64 end = first;

	for (guint64 i = from; i < first; i++)
		if (bytes[i] == 0)
			from = i + 1;
	while (end < n && bytes[end] != 0)
		end++;

	gboolean more = first_difference(bytes, other, end, n) < n;
	g_autofree char *text = mg_quote(bytes + from, end - from, MOST_BYTES);
	gboolean cut = g_str_has_suffix(text, "...");
	return g_strdup_printf("\"%s%s%s", from ? "…" : "", text + 1,
		more && !cut ? "..." : "");
}

char *hc_delta_list_around(const struct mg_graph *graph,
	const struct mg_vertex *array, const struct mg_type *type,
	guint64 first)
{
	guint64 n = array->size / type->size, at = first / type->size;
	guint64 from = at > LEAD_ELEMENTS ? at - LEAD_ELEMENTS : 0;
	guint64 end = MIN(n, from + MOST_ELEMENTS);
	GString *text = g_string_new(from ? "{…" : "{");

	for (guint64 i = from; i < end; i++) {
		struct mg_vertex element = *array;
		element.kind = MG_VERTEX_VALUE;
		element.type = type;
		element.offset = array->offset + i * type->size;
		element.size = type->size;
		element.count = 0;
		g_autofree char *value = mg_vertex_text(graph, &element);
		g_string_append_printf(
			text, "%s%s", i || from ? ", " : "", value);
	}

	g_string_append(text, end < n ? ", …}" : "}");
	return g_string_free(text, FALSE);
}

/* L"text", from shortly before a difference to its end; NULL if it is not text.
 */
static char *wide_around(const struct mg_graph *graph,
	const struct mg_vertex *array, const struct mg_type *type,
	guint64 first)
{
	const guint8 *bytes = mg_vertex_bytes(graph, array);
	guint64 n = array->size / type->size, at = first / type->size;
	guint64 from = at > LEAD_BYTES ? at - LEAD_BYTES : 0;
	g_autoptr(GString) text = g_string_new(NULL);
	if (type->kind != MG_CHAR || type->size != 4)
		return NULL;

	for (guint64 i = from; i < n && i < from + MOST_BYTES; i++) {
		guint32 c;
		memcpy(&c, bytes + i * sizeof c, sizeof c);
		if (c == 0 && i >= at)
			break;
		if (c == 0) {
			/* What came before is another text. */
			g_string_truncate(text, 0);
			from = i + 1;
			continue;
		}
		if (!g_unichar_validate(c) || !g_unichar_isprint(c))
			return NULL;
		g_string_append_unichar(text, c);
	}

	g_autofree char *quoted =
		mg_quote((const guint8 *) text->str, text->len, 4 * MOST_BYTES);
	return g_strdup_printf("L\"%s%s", from ? "…" : "", quoted + 1);
}

const struct mg_type *hc_delta_number_type(const struct mg_vertex *vertex)
{
	const struct mg_type *type = vertex->type;
	if (type && type->kind == MG_ARRAY && vertex->kind == MG_VERTEX_VALUE)
		type = type->target;
	else if (vertex->kind != MG_VERTEX_ELEMENTS)
		return NULL;

	if (!type || type->size == 0 ||
		(type->kind == MG_CHAR && type->size == 1))
		return NULL;

	switch (type->kind) {
	case MG_STRUCT:
	case MG_UNION:
	case MG_ARRAY:
	case MG_POINTER:
		return NULL;
	default:
		return type;
	}
}

/* The bytes of a text that a way leads to, and how many; NULL if it is none. */
static const guint8 *text_at(
	const struct hc_deltas *deltas, const struct hc_way *way, guint64 *n)
{
	const struct mg_graph *graph = way->side ? deltas->b : deltas->a;
	if (way->aim.kind != MG_AIM_OBJECT)
		return NULL;
	const struct mg_object *o = mg_graph_object(graph, way->aim.object);
	if (!o->text || !o->readable || way->aim.offset >= o->size)
		return NULL;

	*n = o->size - way->aim.offset;
	return mg_graph_bytes(graph, o) + way->aim.offset;
}

char *hc_delta_text_around(const struct hc_deltas *deltas,
	const struct hc_way *way, const struct hc_way *other)
{
	guint64 n = 0, m = 0;
	const guint8 *bytes = text_at(deltas, way, &n);
	const guint8 *others = text_at(deltas, other, &m);
	if (!bytes || !others)
		return NULL;

	guint64 first = first_difference(bytes, others, 0, MIN(n, m));
	return first < MIN(n, m) && !memchr(bytes, 0, first)
		       ? quote_around(bytes, others, MIN(n, m), first)
		       : NULL;
}

/* A text, or an array of char; of which signedness. */
static gboolean is_chars(const struct mg_vertex *vertex, gboolean *is_signed)
{
	const struct mg_type *type = vertex->type;
	if (type && type->kind == MG_ARRAY)
		type = type->target;
	gboolean chars = type && type->kind == MG_CHAR && type->size == 1;
	*is_signed = !chars || type->is_signed;
	return chars ? vertex->kind != MG_VERTEX_VALUE ||
			       vertex->type->kind == MG_ARRAY
		     : !type && vertex->kind == MG_VERTEX_TEXT;
}

/* The length of the text around a difference, up to its NUL; -1: not a text. */
static gint64 text_length(const guint8 *bytes, guint64 n, guint64 first)
{
	guint64 from = first, end = first;
	while (from > 0 && bytes[from - 1] != 0)
		from--;
	while (end < n && bytes[end] != 0)
		end++;

	for (guint64 i = from; i < end; i++)
		if (bytes[i] < 0x80 && !g_ascii_isprint(bytes[i]) &&
			!g_ascii_isspace(bytes[i]))
			return -1;

	return g_utf8_validate(
		       (const char *) bytes + from, (gssize) (end - from), NULL)
		       ? (gint64) (end - from)
		       : -1;
}

/* Whether it is text to a person: numbers may have a printable byte or two. */
static gboolean is_readable(
	const guint8 *a, const guint8 *b, guint64 n, guint64 first)
{
	enum { SHORTEST = 4 };
	gint64 s = text_length(a, n, first), t = text_length(b, n, first);
	return s >= 0 && t >= 0 && MAX(s, t) >= SHORTEST;
}

/* "0x4028000000000000": the first word in which untyped bytes differ. */
static char *word_around(const guint8 *bytes, guint64 n, guint64 first)
{
	enum { WORD = 8 };
	guint64 from = first / WORD * WORD, word = 0;
	guint64 end = MIN(n, from + WORD);
	for (guint64 i = end; i-- > from;)
		word = word << 8 | bytes[i];
	return g_strdup_printf("%s0x%" G_GINT64_MODIFIER "x%s",
		from ? "… " : "", word, end < n ? " …" : "");
}

/* A value where it differs from that of the other run; NULL: the whole value
 * says more. */
static char *text_of_part(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side)
{
	struct mg_vertex v[2] = {hc_delta_vertex(deltas, delta, 0),
		hc_delta_vertex(deltas, delta, 1)};
	const guint8 *bytes[2] = {mg_vertex_bytes(deltas->a, &v[0]),
		mg_vertex_bytes(deltas->b, &v[1])};
	guint64 n = MIN(v[0].size, v[1].size);
	if (!bytes[0] || !bytes[1])
		return NULL;

	guint64 first = first_difference(bytes[0], bytes[1], 0, n);
	if (first == n)
		return NULL;

	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	const struct mg_type *type = hc_delta_number_type(&v[side]);
	char *wide = type ? wide_around(graph, &v[side], type, first) : NULL;
	if (wide)
		return wide;
	if (type)
		return hc_delta_list_around(graph, &v[side], type, first);
	gboolean is_signed;
	if (is_chars(&v[0], &is_signed) &&
		hc_delta_holds_numbers(bytes[0], bytes[1], n, first))
		return hc_delta_char_numbers(
			bytes[side], bytes[!side], n, first, is_signed);
	if (v[0].kind == MG_VERTEX_BYTES &&
		!is_readable(bytes[0], bytes[1], n, first))
		return word_around(bytes[side], v[side].size, first);

	return quote_around(bytes[side], bytes[!side], n, first);
}

/* Whether it is an array of char that holds numbers. */
static gboolean holds_numbers(
	const struct hc_deltas *deltas, const struct mg_vertex v[2])
{
	const guint8 *a = mg_vertex_bytes(deltas->a, &v[0]);
	const guint8 *b = mg_vertex_bytes(deltas->b, &v[1]);
	guint64 n = MIN(v[0].size, v[1].size);
	gboolean is_signed;
	if (!a || !b || !is_chars(&v[0], &is_signed))
		return FALSE;
	guint64 first = first_difference(a, b, 0, n);
	return first < n && hc_delta_holds_numbers(a, b, n, first);
}

/* If both values look the same, only their beginnings or their types would be
 * shown; and untyped bytes look like nothing. Then the place where they differ
 * is shown. */
char *hc_delta_value(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side)
{
	struct mg_vertex v[2] = {hc_delta_vertex(deltas, delta, 0),
		hc_delta_vertex(deltas, delta, 1)};
	char *held = hc_deltas_held_text(deltas,
		hc_deltas_change_at(deltas, delta->change), &v[side], side);
	if (held)
		return held;
	g_autofree char *pass = mg_vertex_text(deltas->a, &v[0]);
	g_autofree char *fail = mg_vertex_text(deltas->b, &v[1]);
	gboolean plain =
		strcmp(pass, fail) != 0 && v[0].kind != MG_VERTEX_BYTES &&
		!holds_numbers(deltas, v) &&
		!(hc_delta_number_type(&v[0]) && hc_delta_number_type(&v[1]));
	char *part = plain ? NULL : text_of_part(deltas, delta, side);

	if (part)
		return part;

	return side ? g_steal_pointer(&fail) : g_steal_pointer(&pass);
}
