/* Objects, as commands for GDB: those that are there by expressions, new ones
 * in variables of GDB's. */
#include "delta-script.h"

#include <string.h>

/* The passing run's object that a way leads to; MG_NO_MATE: a new one. */
static guint32 object_here(const struct hc_script *s, const struct hc_way *way)
{
	return way->side == 0
		       ? way->aim.object
		       : mg_match_mate(s->deltas->match, 1, way->aim.object);
}

/* An expression for an object of the passing run, as a pointer. */
static char *old_object(struct hc_script *s, guint32 object)
{
	gpointer noted =
		g_hash_table_lookup(s->noted, GUINT_TO_POINTER(object + 1));
	if (noted)
		return g_strdup_printf("$old%u", GPOINTER_TO_UINT(noted));
	return hc_deltas_script_start(s->deltas, object);
}

static void note_object(struct hc_script *s, guint32 object)
{
	if (!s->note ||
		g_hash_table_contains(s->noted, GUINT_TO_POINTER(object + 1)))
		return;
	g_autofree char *bytes = hc_deltas_script_start(s->deltas, object);
	guint number = g_hash_table_size(s->noted) + 1;
	hc_deltas_script_add(s, "set variable $old%u = %s", number, bytes);
	g_hash_table_insert(s->noted, GUINT_TO_POINTER(object + 1),
		GUINT_TO_POINTER(number));
}

char *hc_deltas_script_target(struct hc_script *s, const struct hc_way *way)
{
	g_autofree char *base = NULL;
	guint64 value;
	gboolean pointer;
	if (!hc_deltas_way_value(s->deltas, way, &value, &pointer))
		return NULL;
	if (way->aim.kind != MG_AIM_OBJECT) {
		if (way->aim.function)
			return g_strdup_printf("&%s", way->aim.function);
		return g_strdup_printf(
			"(void *) 0x%" G_GINT64_MODIFIER "x", value);
	}

	guint32 old = object_here(s, way);
	if (old != MG_NO_MATE) {
		base = old_object(s, old);
	} else {
		gpointer made = g_hash_table_lookup(
			s->made, GUINT_TO_POINTER(way->aim.object + 1));
		if (!made)
			return g_strdup_printf(
				"(void *) 0x%" G_GINT64_MODIFIER "x", value);
		base = g_strdup_printf("$new%u", GPOINTER_TO_UINT(made));
	}

	return way->aim.offset
		       ? g_strdup_printf("((char *) %s + %" G_GUINT64_FORMAT
					 ")",
				 base, way->aim.offset)
		       : g_steal_pointer(&base);
}

void hc_deltas_script_note_way(struct hc_script *s, const struct hc_way *way)
{
	if (way->keep || way->aim.kind != MG_AIM_OBJECT)
		return;
	guint32 old = object_here(s, way);
	if (old != MG_NO_MATE)
		note_object(s, old);
}

void hc_deltas_script_note_aims(struct hc_script *s, guint32 object)
{
	struct mg_addresses addresses;
	guint64 at;
	mg_addresses_init(&addresses, s->deltas->b, object, 0, G_MAXUINT64);
	while (mg_addresses_next(&addresses, &at)) {
		struct hc_way way = {
			.side = 1,
			.aim = mg_aim_at(s->deltas->b, object, at),
		};
		hc_deltas_script_note_way(s, &way);
	}
}

void hc_deltas_script_make(struct hc_script *s, guint32 object)
{
	const struct mg_object *o = mg_graph_object(s->deltas->b, object);
	const struct mg_type *type = o->shape.type;
	struct mg_type pointer = {.kind = MG_POINTER, .target = type};
	g_autofree char *cast = type && type->name ? mg_type_name(&pointer)
						   : g_strdup("char *");
	guint number = g_hash_table_size(s->made) + 1;
	guint64 address;

	if (hc_deltas_object_address(s->deltas, object, &address))
		hc_deltas_script_add(s,
			"set variable $new%u = (%s) 0x%" G_GINT64_MODIFIER "x",
			number, cast, address);
	else
		hc_deltas_script_allocate(s, number, cast, o->size);

	g_hash_table_insert(s->made, GUINT_TO_POINTER(object + 1),
		GUINT_TO_POINTER(number));
}

struct filling {
	struct hc_script *s;
	const char *base;
	guint8 *written; /* bytes that a member accounts for */
};

static gboolean fill_member(const struct mg_vertex *vertex, gpointer data)
{
	struct filling *f = data;
	const struct mg_graph *b = f->s->deltas->b;
	if (vertex->member || f->written[vertex->offset])
		return TRUE;

	g_autofree char *value = hc_deltas_script_number(b, vertex);
	if (!value)
		return TRUE;

	g_autofree char *name = mg_vertex_name_from(b, vertex, f->base);
	hc_deltas_script_add(f->s, "set variable %s = %s", name, value);
	memset(f->written + vertex->offset, 1, vertex->size);
	return TRUE;
}

/* As a string, if it ends and is not too long to read. */
static void fill_text(struct filling *f, const struct mg_object *o)
{
	enum { LONGEST = 4096 };
	const guint8 *bytes = mg_graph_bytes(f->s->deltas->b, o);
	const guint8 *end = memchr(bytes, 0, o->size);
	if (!end || end - bytes >= LONGEST)
		return;

	gsize length = (gsize) (end - bytes);
	g_autofree char *text = mg_quote(bytes, length, length + 1);
	hc_deltas_script_add(f->s,
		"set variable *(char (*)[%" G_GSIZE_FORMAT "]) %s = %s",
		length + 1, f->base, text);
	memset(f->written, 1, length + 1);
}

static void fill_rest(
	struct filling *f, const struct mg_object *o, const char *start)
{
	const guint8 *bytes = mg_graph_bytes(f->s->deltas->b, o);
	for (guint64 at = 0; at < o->size;) {
		guint64 end = at;
		while (end < o->size && !f->written[end])
			end++;
		hc_deltas_script_bytes(f->s, start, bytes, at, end);
		for (at = end; at < o->size && f->written[at];)
			at++;
	}
}

static void fill_pointers(
	struct hc_script *s, guint32 object, const char *start)
{
	const struct mg_graph *b = s->deltas->b;
	struct mg_addresses addresses;
	guint64 at;

	mg_addresses_init(&addresses, b, object, 0, G_MAXUINT64);
	while (mg_addresses_next(&addresses, &at)) {
		struct hc_way way = {
			.side = 1,
			.aim = mg_aim_at(b, object, at),
		};
		g_autofree char *target = hc_deltas_script_target(s, &way);
		hc_deltas_script_add(s,
			"set variable *(void **) (%s + %" G_GUINT64_FORMAT
			") = %s",
			start, at, target ? target : "0");
	}
}

void hc_deltas_script_fill(struct hc_script *s, guint32 object)
{
	const struct mg_graph *b = s->deltas->b;
	const struct mg_object *o = mg_graph_object(b, object);
	if (o->home == MG_HOME_CONSTANT)
		return;

	gpointer made =
		g_hash_table_lookup(s->made, GUINT_TO_POINTER(object + 1));
	g_autofree char *base =
		g_strdup_printf("$new%u", GPOINTER_TO_UINT(made));
	g_autofree char *start = g_strdup_printf("(char *) %s", base);
	g_autofree guint8 *written = g_malloc0(o->size + 8);
	struct filling f = {s, base, written};

	struct mg_addresses addresses;
	guint64 at;
	mg_addresses_init(&addresses, b, object, 0, G_MAXUINT64);
	while (mg_addresses_next(&addresses, &at))
		memset(written + at, 1, 8);

	if (o->text)
		fill_text(&f, o);
	else if (o->shape.type && o->shape.type->name)
		mg_object_visit(b, object, fill_member, &f);
	fill_rest(&f, o, start);
	fill_pointers(s, object, start);
}
