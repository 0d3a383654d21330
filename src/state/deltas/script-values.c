/* Values, as commands for GDB. */
#include "delta-script.h"
#include "delta-words.h"

#include <string.h>

/* Those words that differ. */
static void set_words(struct hc_script *s, const char *base, const guint8 *old,
	const guint8 *new, guint64 at, guint64 end)
{
	while (at < end) {
		guint64 n = MIN(8 - at % 8, end - at);
		if (memcmp(old + at, new + at, n) != 0)
			hc_deltas_script_bytes(s, base, new, at, at + n);
		at += n;
	}
}

static void set_changed_bytes(struct hc_script *s, const struct hc_delta *delta,
	const struct mg_change *c)
{
	const struct mg_graph *a = s->deltas->a, *b = s->deltas->b;
	const guint8 *old =
		mg_graph_bytes(a, mg_graph_object(a, c->before.object));
	const guint8 *new =
		mg_graph_bytes(b, mg_graph_object(b, c->after.object));
	g_autofree char *base =
		hc_deltas_script_start(s->deltas, c->before.object);
	struct hc_stretches stretches;
	guint64 from, end;

	hc_deltas_stretches_init(&stretches, s->deltas, delta, c);
	while (hc_deltas_stretches_next(&stretches, &from, &end))
		set_words(s, base, old, new, from, end);
}

char *hc_deltas_script_number(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_type *type = vertex->type;
	guint64 bits;
	if (!type || vertex->kind != MG_VERTEX_VALUE)
		return NULL;
	/* Enumerators as numbers: their names may be out of scope here. */
	if (mg_vertex_bits(graph, vertex, &bits))
		return type->is_signed
			       ? g_strdup_printf(
					 "%" G_GINT64_FORMAT, (gint64) bits)
			       : g_strdup_printf("%" G_GUINT64_FORMAT, bits);

	if (type->kind == MG_FLOAT && type->size <= 8) {
		char *text = mg_vertex_text(graph, vertex);
		if (!strchr(text, 'n') && strcmp(text, "-0") != 0)
			return text;
		g_free(text);
	}

	return NULL;
}

/* A string that fits its place exactly, with its end. */
static gboolean set_text(struct hc_script *s, const struct mg_vertex *before,
	const struct mg_vertex *after)
{
	const struct mg_graph *b = s->deltas->b;
	const guint8 *bytes = mg_vertex_bytes(b, after);
	guint64 size = MIN(before->size, after->size);
	const guint8 *end = memchr(bytes, 0, size);
	gboolean chars = before->kind == MG_VERTEX_TEXT ||
			 (before->type && before->type->kind == MG_ARRAY &&
				 before->type->target->kind == MG_CHAR &&
				 before->type->target->size == 1);
	enum { LONGEST = 4096 };

	if (!chars || !end || size > LONGEST)
		return FALSE;

	g_autofree char *base =
		hc_deltas_script_start(s->deltas, before->object);
	g_autofree char *text = mg_quote(bytes, (gsize) (end - bytes), LONGEST);
	hc_deltas_script_add(s,
		"set variable *(char (*)[%" G_GUINT64_FORMAT
		"]) (%s + %" G_GUINT64_FORMAT ") = %s",
		(guint64) (end - bytes) + 1, base, before->offset, text);

	/* What follows the NUL is state, too. */
	struct hc_delta rest = {
		.offset = before->offset + (guint64) (end - bytes) + 1,
		.size = size - (guint64) (end - bytes) - 1,
	};
	struct mg_change change = {.before = *before, .after = *after};
	set_changed_bytes(s, &rest, &change);

	return TRUE;
}

static void set_elements(struct hc_script *s, const struct hc_delta *delta)
{
	struct hc_delta part = *delta;
	for (guint64 at = 0; at < delta->size; at += delta->element) {
		part.offset = delta->offset + at;
		part.size = MIN(delta->element, delta->size - at);
		part.index = at / delta->element + 1;
		part.element = 0;
		struct mg_vertex v = hc_delta_vertex(s->deltas, &part, 0);
		struct mg_vertex w = hc_delta_vertex(s->deltas, &part, 1);
		if (!mg_mates_differ(s->deltas->match, v.object, w.object,
			    part.offset, part.offset + part.size))
			continue;
		g_autofree char *name = mg_vertex_name(s->deltas->a, &v);
		g_autofree char *value =
			hc_deltas_script_number(s->deltas->b, &w);
		if (value)
			hc_deltas_script_add(
				s, "set variable %s = %s", name, value);
		else
			set_changed_bytes(s, &part,
				hc_deltas_change_at(s->deltas, delta->change));
	}
}

void hc_deltas_script_value(struct hc_script *s, const struct hc_delta *delta)
{
	const struct mg_change *change =
		hc_deltas_change_at(s->deltas, delta->change);
	struct mg_vertex before = hc_delta_vertex(s->deltas, delta, 0);
	struct mg_vertex after = hc_delta_vertex(s->deltas, delta, 1);
	g_autofree char *value = hc_deltas_script_number(s->deltas->b, &after);

	if (value) {
		g_autofree char *name = mg_vertex_name(s->deltas->a, &before);
		hc_deltas_script_add(s, "set variable %s = %s", name, value);
	} else if (delta->element && before.type) {
		set_elements(s, delta);
	} else if (!set_text(s, &before, &after)) {
		set_changed_bytes(s, delta, change);
	}
}
