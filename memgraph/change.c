#include "change.h"

#include "object.h"
#include "value-words.h"

#include <string.h>

/* How many bytes of a difference are shown. */
enum { MOST_BYTES = 8 };

/* ---- The elements of an array that differ ---- */

/* From the first to just after the last, as elements of both; FALSE if the
 * change is not one of an array of numbers. */
static gboolean narrow(const struct mg_diff *diff,
	const struct mg_change *change, struct mg_vertex *before,
	struct mg_vertex *after)
{
	const struct mg_vertex *v = &change->before, *w = &change->after;
	const struct mg_type *element = mg_plain_element(v);
	const struct mg_type *other = mg_plain_element(w);
	if (change->kind != MG_CHANGE_VALUE || !element || !other ||
		!element->size || element->size != other->size ||
		mg_is_string(v) || mg_is_string(w))
		return FALSE;

	guint64 size = element->size, n = MIN(v->count, w->count);
	const guint8 *s = mg_vertex_bytes(mg_match_graph(diff->match, 0), v);
	const guint8 *t = mg_vertex_bytes(mg_match_graph(diff->match, 1), w);
	n = MIN(n, MIN(v->size, w->size) / size);

	guint64 first = 0, end = n;
	while (first < n &&
		memcmp(s + first * size, t + first * size, size) == 0)
		first++;
	while (end > first &&
		memcmp(s + (end - 1) * size, t + (end - 1) * size, size) == 0)
		end--;
	if (first == end)
		return FALSE;

	*before = (struct mg_vertex){
		.kind = MG_VERTEX_ELEMENTS,
		.object = v->object,
		.offset = v->offset + first * size,
		.size = (end - first) * size,
		.type = element,
		.count = end - first,
	};
	*after = *before;
	after->object = w->object;
	after->offset = w->offset + first * size;
	after->type = other;

	return TRUE;
}

static char *text_of_part(
	const struct mg_graph *graph, const struct mg_vertex *part)
{
	struct mg_vertex one = *part;
	if (part->count > 1)
		return mg_elements_text(graph, part, part->type);
	one.kind = MG_VERTEX_VALUE;
	return mg_vertex_text(graph, &one);
}

static char *name_of_part(
	const struct mg_graph *graph, const struct mg_vertex *part)
{
	struct mg_vertex one = *part;

	one.kind = MG_VERTEX_VALUE;
	one.size = part->type->size;

	char *name = mg_vertex_name(graph, &one);
	if (part->count == 1)
		return name;

	char *whole =
		g_strdup_printf("%s@%" G_GUINT64_FORMAT, name, part->count);
	g_free(name);
	return whole;
}

/* ---- Bytes that differ ---- */

static char *text_of_bytes(const guint8 *bytes, guint64 from, guint64 end)
{
	GString *text = g_string_new(NULL);
	for (guint64 i = from; i < end && i - from < MOST_BYTES; i++)
		g_string_append_printf(text, "%02x ", bytes[i]);
	if (end - from > MOST_BYTES)
		g_string_append(text, "… ");
	g_string_append_printf(text, "at byte %" G_GUINT64_FORMAT, from);
	return g_string_free(text, FALSE);
}

/* The bytes of pointers mean nothing. */
static gboolean is_in_link(const struct mg_graph *graph,
	const struct mg_vertex *vertex, guint64 at)
{
	guint64 offset = vertex->offset + at;
	gsize n;
	mg_graph_links_in(graph, vertex->object, offset < 7 ? 0 : offset - 7,
		offset + 1, &n);
	return n > 0;
}

static void tell_bytes(const struct mg_diff *diff,
	const struct mg_change *change, struct mg_words *words)
{
	const struct mg_graph *a = mg_match_graph(diff->match, 0);
	const struct mg_graph *b = mg_match_graph(diff->match, 1);
	const guint8 *s = mg_vertex_bytes(a, &change->before);
	const guint8 *t = mg_vertex_bytes(b, &change->after);
	guint64 n = MIN(change->before.size, change->after.size), first = 0;

	while (first < n && (s[first] == t[first] ||
				    is_in_link(a, &change->before, first) ||
				    is_in_link(b, &change->after, first)))
		first++;

	if (first == n)
		return;

	guint64 end = n;
	while (s[end - 1] == t[end - 1])
		end--;
	g_free(words->before);
	g_free(words->after);
	words->before = text_of_bytes(s, first, end);
	words->after = text_of_bytes(t, first, end);
}

/* ---- All together ---- */

void mg_change_values(const struct mg_diff *diff,
	const struct mg_change *change, struct mg_words *words)
{
	struct mg_vertex before, after;

	if (narrow(diff, change, &before, &after)) {
		words->first = (before.offset - change->before.offset) /
			       before.type->size;
		words->n = before.count;
		words->before =
			text_of_part(mg_match_graph(diff->match, 0), &before);
		words->after =
			text_of_part(mg_match_graph(diff->match, 1), &after);
	} else {
		words->before = mg_change_text(diff, change, 0);
		words->after = mg_change_text(diff, change, 1);
	}

	if (change->kind == MG_CHANGE_VALUE &&
		strcmp(words->before, words->after) == 0)
		tell_bytes(diff, change, words);
}

void mg_change_words(const struct mg_diff *diff, const struct mg_change *change,
	struct mg_words *words)
{
	struct mg_vertex before, after;
	mg_change_values(diff, change, words);
	words->name =
		narrow(diff, change, &before, &after)
			? name_of_part(mg_match_graph(diff->match, 0), &before)
			: mg_change_name(diff, change);
}

void mg_words_clear(struct mg_words *words)
{
	g_clear_pointer(&words->name, g_free);
	g_clear_pointer(&words->before, g_free);
	g_clear_pointer(&words->after, g_free);
}

const char *mg_change_kind_name(const struct mg_change *change)
{
	static const char *const names[] = {"value", "link", "gone", "new"};
	return change->padding ? "padding" : names[change->kind];
}
