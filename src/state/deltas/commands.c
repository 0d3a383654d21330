/* A set of deltas as commands for GDB.
 *
 * Values first: they change no pointer, so all names still mean what they
 * mean. Then everything that pointers are to lead to is noted in variables of
 * GDB's, new objects are made and filled, and only then pointers change. */
#include "delta-script.h"
#include "delta-words.h"

#include <fcntl.h>
#include <string.h>

static struct mg_vertex whole_of(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	return (struct mg_vertex){
		.kind = MG_VERTEX_BYTES,
		.object = object,
		.size = o->size,
	};
}

/* A `char *` to the object's start. */
static char *bytes_of(const struct hc_deltas *deltas, guint32 object)
{
	struct mg_vertex whole = whole_of(deltas->a, object);
	g_autofree char *name = mg_vertex_name(deltas->a, &whole);
	return g_strdup_printf("(char *) &%s%s%s", name[0] == '*' ? "(" : "",
		name, name[0] == '*' ? ")" : "");
}

/* ---- Values ---- */

/* Those that differ, in words. */
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
	const struct hc_deltas *deltas = s->deltas;
	const struct mg_graph *a = deltas->a, *b = deltas->b;
	guint32 x = c->before.object, y = c->after.object;
	const guint8 *old = mg_graph_bytes(a, mg_graph_object(a, x));
	const guint8 *new = mg_graph_bytes(b, mg_graph_object(b, y));
	g_autofree char *base = bytes_of(deltas, x);
	guint64 at = delta->offset, end = at + delta->size, slot;
	struct mg_slots slots;
	mg_slots_init(&slots, deltas->match, x, y, at, end);
	while (at < end) {
		if (!mg_slots_next(&slots, &slot))
			slot = G_MAXUINT64;
		set_words(s, base, old, new, at, MIN(end, slot));
		if (slot >= end)
			return;
		at = MAX(at, slot + 8);
	}
}

/* A number as GDB reads it; NULL if it is none that can be written so. */
static char *number_of(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_type *type = vertex->type;
	guint64 bits;
	if (!type || vertex->kind != MG_VERTEX_VALUE)
		return NULL;
	/* Enumerators as numbers, too: their names may be out of scope here. */
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
	g_autofree char *base = bytes_of(s->deltas, before->object);
	g_autofree char *text = mg_quote(bytes, (gsize) (end - bytes), LONGEST);
	hc_deltas_script_add(s,
		"set variable *(char (*)[%" G_GUINT64_FORMAT
		"]) (%s + %" G_GUINT64_FORMAT ") = %s",
		(guint64) (end - bytes) + 1, base, before->offset, text);
	/* What follows the end is state, too. */
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
		g_autofree char *value = number_of(s->deltas->b, &w);
		if (value)
			hc_deltas_script_add(
				s, "set variable %s = %s", name, value);
		else
			set_changed_bytes(s, &part,
				hc_deltas_change_at(s->deltas, delta->change));
	}
}

static void set_value(struct hc_script *s, const struct hc_delta *delta)
{
	const struct mg_change *change =
		hc_deltas_change_at(s->deltas, delta->change);
	struct mg_vertex before = hc_delta_vertex(s->deltas, delta, 0);
	struct mg_vertex after = hc_delta_vertex(s->deltas, delta, 1);
	g_autofree char *value = number_of(s->deltas->b, &after);
	if (value) {
		g_autofree char *name = mg_vertex_name(s->deltas->a, &before);
		hc_deltas_script_add(s, "set variable %s = %s", name, value);
	} else if (delta->element && before.type) {
		set_elements(s, delta);
	} else if (!set_text(s, &before, &after)) {
		set_changed_bytes(s, delta, change);
	}
}

/* ---- Objects ---- */

/* An expression for an object of the passing run, as a pointer. */
static char *old_object(struct hc_script *s, guint32 object)
{
	gpointer noted =
		g_hash_table_lookup(s->noted, GUINT_TO_POINTER(object + 1));
	if (noted)
		return g_strdup_printf("$old%u", GPOINTER_TO_UINT(noted));
	return bytes_of(s->deltas, object);
}

static void note_object(struct hc_script *s, guint32 object)
{
	if (!s->note ||
		g_hash_table_contains(s->noted, GUINT_TO_POINTER(object + 1)))
		return;
	g_autofree char *bytes = bytes_of(s->deltas, object);
	guint number = g_hash_table_size(s->noted) + 1;
	hc_deltas_script_add(s, "set variable $old%u = %s", number, bytes);
	g_hash_table_insert(s->noted, GUINT_TO_POINTER(object + 1),
		GUINT_TO_POINTER(number));
}

/* An expression for where a way leads, NULL if it is to stay. */
char *hc_deltas_script_target(struct hc_script *s, const struct hc_way *way)
{
	guint32 object = way->aim.object;
	guint32 old = MG_NO_MATE;
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
	old = way->side == 0 ? object
			     : mg_match_mate(s->deltas->match, 1, object);
	if (old != MG_NO_MATE) {
		base = old_object(s, old);
	} else {
		gpointer made = g_hash_table_lookup(
			s->made, GUINT_TO_POINTER(object + 1));
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

static void note_way(struct hc_script *s, const struct hc_way *way)
{
	guint32 old = MG_NO_MATE;
	if (way->keep || way->aim.kind != MG_AIM_OBJECT)
		return;
	old = way->side == 0
		      ? way->aim.object
		      : mg_match_mate(s->deltas->match, 1, way->aim.object);
	if (old != MG_NO_MATE)
		note_object(s, old);
}

/* Where new objects lead to must be known before anything changes. */
static void note_new(struct hc_script *s, guint32 object)
{
	struct mg_addresses addresses;
	guint64 at;
	mg_addresses_init(&addresses, s->deltas->b, object, 0, G_MAXUINT64);
	while (mg_addresses_next(&addresses, &at)) {
		struct hc_way way = {
			.side = 1,
			.aim = mg_aim_at(s->deltas->b, object, at),
		};
		note_way(s, &way);
	}
}

static void make_new(struct hc_script *s, guint32 object)
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
	g_autofree char *value = number_of(b, vertex);
	if (!value)
		return TRUE;
	g_autofree char *name = mg_vertex_name_from(b, vertex, f->base);
	hc_deltas_script_add(f->s, "set variable %s = %s", name, value);
	memset(f->written + vertex->offset, 1, vertex->size);
	return TRUE;
}

static void fill_new(struct hc_script *s, guint32 object)
{
	const struct mg_graph *b = s->deltas->b;
	const struct mg_object *o = mg_graph_object(b, object);
	gpointer made =
		g_hash_table_lookup(s->made, GUINT_TO_POINTER(object + 1));
	g_autofree char *base =
		g_strdup_printf("$new%u", GPOINTER_TO_UINT(made));
	g_autofree char *plain = g_strdup_printf("(char *) %s", base);
	g_autofree guint8 *written = g_malloc0(o->size + 8);
	struct mg_addresses addresses;
	guint64 address;
	struct filling f = {s, base, written};
	if (o->home == MG_HOME_CONSTANT)
		return;
	mg_addresses_init(&addresses, b, object, 0, G_MAXUINT64);
	while (mg_addresses_next(&addresses, &address))
		memset(written + address, 1, 8);
	if (o->text) {
		const guint8 *bytes = mg_graph_bytes(b, o);
		const guint8 *end = memchr(bytes, 0, o->size);
		if (end && end - bytes < 4096) {
			gsize length = (gsize) (end - bytes);
			g_autofree char *text =
				mg_quote(bytes, length, length + 1);
			hc_deltas_script_add(s,
				"set variable *(char (*)[%" G_GSIZE_FORMAT
				"]) %s = %s",
				length + 1, base, text);
			memset(written, 1, length + 1);
		}
	} else if (o->shape.type && o->shape.type->name) {
		mg_object_visit(b, object, fill_member, &f);
	}
	for (guint64 at = 0; at < o->size;) {
		guint64 end = at;
		while (end < o->size && !written[end])
			end++;
		hc_deltas_script_bytes(s, plain, mg_graph_bytes(b, o), at, end);
		for (at = end; at < o->size && written[at];)
			at++;
	}
	mg_addresses_init(&addresses, b, object, 0, G_MAXUINT64);
	while (mg_addresses_next(&addresses, &address)) {
		struct hc_way way = {
			.side = 1,
			.aim = mg_aim_at(b, object, address),
		};
		g_autofree char *target = hc_deltas_script_target(s, &way);
		hc_deltas_script_add(s,
			"set variable *(void **) (%s + %" G_GUINT64_FORMAT
			") = %s",
			plain, address, target ? target : "0");
	}
}

/* ---- Pointers ---- */

static void name_slot(
	struct hc_script *s, const struct hc_slot *slot, GString *place)
{
	struct mg_vertex vertex = {
		.kind = MG_VERTEX_BYTES,
		.object = slot->object,
		.offset = slot->offset,
		.size = 8,
	};
	for (guint32 i = 0; i < s->deltas->diff->changes->len; i++) {
		const struct mg_change *c = hc_deltas_change_at(s->deltas, i);
		if (c->kind == MG_CHANGE_LINK &&
			c->before.object == slot->object &&
			c->before.offset == slot->offset)
			vertex = c->before;
	}
	g_autofree char *name = mg_vertex_name(s->deltas->a, &vertex);
	g_string_assign(place, name);
	if (!vertex.type)
		g_string_printf(place, "*(void **) &(%s)", name);
}

struct assignment {
	const struct hc_slot *slot;
	struct hc_way way;
};

static void set_pointers(struct hc_script *s, const GArray *assignments)
{
	for (guint i = 0; i < assignments->len; i++) {
		const struct assignment *x =
			&g_array_index(assignments, struct assignment, i);
		g_autofree char *target = hc_deltas_script_target(s, &x->way);
		g_autoptr(GString) place = g_string_new(NULL);
		if (!target)
			continue;
		if (x->slot->side == 1) {
			gpointer made = g_hash_table_lookup(
				s->made, GUINT_TO_POINTER(x->slot->object + 1));
			hc_deltas_script_add(s,
				"set variable *(void **) ((char *) $new%u + "
				"%" G_GUINT64_FORMAT ") = %s",
				GPOINTER_TO_UINT(made), x->slot->offset,
				target);
		} else if (s->note) {
			hc_deltas_script_add(
				s, "set variable *$at%u = %s", i + 1, target);
		} else {
			name_slot(s, x->slot, place);
			hc_deltas_script_add(
				s, "set variable %s = %s", place->str, target);
		}
	}
}

static void note_places(struct hc_script *s, const GArray *assignments)
{
	for (guint i = 0; i < assignments->len && s->note; i++) {
		const struct assignment *x =
			&g_array_index(assignments, struct assignment, i);
		g_autoptr(GString) place = g_string_new(NULL);
		if (x->slot->side == 1)
			continue;
		name_slot(s, x->slot, place);
		hc_deltas_script_add(s, "set variable $at%u = (void **) &(%s)",
			i + 1, place->str);
	}
}

static GArray *find_assignments(const struct hc_deltas *deltas,
	const struct dd_set *set, const GArray *needed)
{
	GArray *assignments =
		g_array_new(FALSE, FALSE, sizeof(struct assignment));
	for (guint i = 0; i < deltas->slots->len; i++) {
		struct assignment x = {
			&g_array_index(deltas->slots, struct hc_slot, i), {0}};
		gboolean made = x.slot->side == 0;
		for (guint k = 0; k < needed->len && !made; k++)
			made = g_array_index(needed, guint32, k) ==
			       x.slot->object;
		if (made && hc_deltas_slot_way(x.slot, set, &x.way))
			g_array_append_val(assignments, x);
	}
	return assignments;
}

static void set_links(
	struct hc_script *s, const struct dd_set *set, const GArray *needed)
{
	g_autoptr(GArray) assignments =
		find_assignments(s->deltas, set, needed);
	gboolean grows;
	g_autoptr(GArray) entries =
		hc_deltas_environment_entries(s->deltas, set, &grows);
	s->note = assignments->len > 1 || (assignments->len && entries);
	note_places(s, assignments);
	for (guint i = 0; i < assignments->len; i++)
		note_way(s,
			&g_array_index(assignments, struct assignment, i).way);
	for (guint i = 0; entries && i < entries->len; i++)
		if (g_array_index(entries, struct hc_entry, i).new)
			note_way(s, &g_array_index(entries, struct hc_entry, i)
					     .way);
	for (guint i = 0; i < needed->len; i++)
		note_new(s, g_array_index(needed, guint32, i));
	for (guint i = 0; i < needed->len; i++)
		make_new(s, g_array_index(needed, guint32, i));
	hc_deltas_script_free_aside(s);
	for (guint i = 0; i < needed->len; i++)
		fill_new(s, g_array_index(needed, guint32, i));
	set_pointers(s, assignments);
}

/* ---- What is not in memory ---- */

static void set_register(struct hc_script *s, const struct mg_change *change)
{
	g_autofree char *name = mg_change_name(s->deltas->diff, change);
	g_autofree char *value = NULL;
	if (change->kind == MG_CHANGE_LINK) {
		struct hc_way way = {.side = 1, .aim = change->to};
		value = hc_deltas_script_target(s, &way);
	} else {
		value = number_of(s->deltas->b, &change->after);
	}
	if (value)
		hc_deltas_script_add(s, "set variable %s = %s", name, value);
}

static void set_file(struct hc_script *s, const struct mg_change *change)
{
	gboolean gone = change->after.object == MG_NO_MATE;
	const struct mg_graph *graph = gone ? s->deltas->a : s->deltas->b;
	const struct mg_object *o = mg_graph_object(
		graph, gone ? change->before.object : change->after.object);
	const struct mg_root *root = &graph->roots[o->root - 1];
	g_auto(hc_descriptor) opened = {0};
	gsize n;
	const char *text = g_bytes_get_data(root->value, &n);
	if (gone) {
		hc_deltas_script_add(s,
			"call (void) ((int (*)(int)) close)(%u)", root->number);
	} else if (hc_deltas_opened_parse(&opened, text, n)) {
		g_autofree char *path =
			mg_quote(opened.path, strlen(opened.path), G_MAXSIZE);
		hc_deltas_script_add(s,
			"set variable $file = ((int (*)(char *, int)) "
			"open)(%s, %d)",
			path, opened.flags);
		/* If it has the right number by chance it must not be closed
		 * in the end, and GDB has no `if` for one line: hence one with
		 * a number that is wrong for sure. */
		hc_deltas_script_add(s,
			"set variable $spare = ((int (*)(int, int, int)) "
			"fcntl)($file, %d, %u)",
			F_DUPFD, root->number + 1);
		hc_deltas_script_add(
			s, "call (void) ((int (*)(int)) close)($file)");
		hc_deltas_script_add(s,
			"call (void) ((int (*)(int, int, int)) dup3)($spare, "
			"%u, %d)",
			root->number, opened.flags & O_CLOEXEC);
		hc_deltas_script_add(
			s, "call (void) ((int (*)(int)) close)($spare)");
		hc_deltas_script_add(s,
			"call (void) ((long (*)(int, long, int)) "
			"lseek)(%u, %" G_GUINT64_FORMAT ", 0)",
			root->number, opened.offset);
	}
}

char **hc_deltas_commands(
	const struct hc_deltas *deltas, const struct dd_set *set)
{
	struct hc_script s = {
		.deltas = deltas,
		.lines = g_ptr_array_new(),
		.noted = g_hash_table_new(NULL, NULL),
		.made = g_hash_table_new(NULL, NULL),
	};
	g_autoptr(GArray) needed = hc_deltas_needed(deltas, set);
	hc_deltas_script_choose(&s, needed);
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			if (hc_delta_kind(deltas, k) == HC_DELTA_VALUE)
				set_value(&s, hc_delta_at(deltas, k));
	set_links(&s, set, needed);
	hc_deltas_script_environment(&s, set);
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi;
			k++) {
			const struct mg_change *change =
				hc_delta_change(deltas, k);
			if (hc_delta_kind(deltas, k) == HC_DELTA_REGISTER)
				set_register(&s, change);
			else if (hc_delta_kind(deltas, k) == HC_DELTA_FILE)
				set_file(&s, change);
		}
	g_hash_table_unref(s.noted);
	g_hash_table_unref(s.made);
	g_ptr_array_add(s.lines, NULL);
	return (char **) g_ptr_array_free(s.lines, FALSE);
}
