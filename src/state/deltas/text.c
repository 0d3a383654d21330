/* Deltas in words. */
#include "delta-words.h"

#include <string.h>

/* Members of a new object that are shown. */
enum { MOST_MEMBERS = 6 };
/* Bytes of an environment variable's value. */
enum { MOST_VALUE = 200 };

char *hc_delta_name(const struct hc_deltas *deltas, guint i)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	if (change->before.object == MG_NO_MATE)
		return mg_change_name(deltas->diff, change);
	struct mg_vertex vertex = hc_delta_vertex(deltas, delta, 0);
	return mg_vertex_name(deltas->a, &vertex);
}

/* From "f#2 a.c:41 x", as keys of variables are, to "f::x". */
static char *short_key(const char *key)
{
	const char *name = strrchr(key, ' ');
	gsize length = strcspn(key, "# ");
	if (name && g_str_has_suffix(name, ")")) {
		/* … x (2): the second of that name */
		g_autofree char *rest = g_strndup(key, (gsize) (name - key));
		g_autofree char *inner = short_key(rest);
		return g_strconcat(inner, name, NULL);
	}
	return name ? g_strdup_printf("%.*s::%s", (int) length, key, name + 1)
		    : g_strdup(key);
}

static const struct mg_root *root_of(
	const struct mg_graph *graph, guint32 object)
{
	guint32 first = mg_named_after(graph, object);
	return first != MG_NO_OBJECT
		       ? &graph->roots[mg_graph_object(graph, first)->root - 1]
		       : NULL;
}

/* A name in which a root's address gives way to the variable's own name. */
static char *replace_address(
	const struct mg_graph *graph, guint32 object, const char *name)
{
	const struct mg_root *root = root_of(graph, object);
	const char *at = root && root->key && strstr(root->name, "0x")
				 ? strstr(name, root->name)
				 : NULL;
	if (!at)
		return g_strdup(name);
	g_autofree char *shown = short_key(root->key);
	return g_strdup_printf("%.*s%s%s", (int) (at - name), name, shown,
		at + strlen(root->name));
}

/* `argv[1]`, if that is where a text is known to be: *argv[1]@8. Else NULL. */
static char *pointer_to_text(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	const char *name = o->root ? graph->roots[o->root - 1].name : "";
	const char *end = strrchr(name, '@');
	if (name[0] != '*' || !end || strstr(name, "0x"))
		return NULL;
	return g_strndup(name + 1, (gsize) (end - name) - 1);
}

/* A text by what points to it, as if that were the text. */
static char *shown_text(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_object *o = mg_graph_object(graph, vertex->object);
	if (!o->root)
		return mg_address_name(graph, vertex->object, vertex->offset);
	char *pointer = pointer_to_text(graph, vertex->object);
	return pointer ? pointer
		       : g_strdup(mg_root_key(&graph->roots[o->root - 1]));
}

/* Bytes that no member accounts for: "*p (bytes 8 to 15)". */
static char *shown_bytes(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_object *o = mg_graph_object(graph, vertex->object);
	g_autofree char *base = mg_address_name(graph, vertex->object, 0);
	gboolean simple = !strpbrk(base, " ");
	g_autofree char *whole =
		base[0] == '&' ? g_strdup(base + 1)
			       : g_strdup_printf("*%s%s%s", simple ? "" : "(",
					 base, simple ? "" : ")");

	if (vertex->offset == 0 && vertex->size == o->size)
		return g_steal_pointer(&whole);

	return g_strdup_printf("%s (bytes %" G_GUINT64_FORMAT
			       " to %" G_GUINT64_FORMAT ")",
		whole, vertex->offset, vertex->offset + vertex->size - 1);
}

char *hc_delta_shown(const struct hc_deltas *deltas, guint i)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	gboolean new = change->before.object == MG_NO_MATE;
	const struct mg_graph *graph = new ? deltas->b : deltas->a;
	struct mg_vertex vertex = hc_delta_vertex(deltas, delta, new);
	g_autofree char *name = NULL;
	g_autofree char *variable = mg_change_variable(deltas->diff, change);

	char *stream = hc_deltas_stream_shown(deltas, i);
	if (stream)
		return stream;
	if (variable)
		return g_strdup_printf("environment variable %s", variable);

	if (delta->kind == HC_DELTA_VALUE && vertex.kind == MG_VERTEX_TEXT)
		name = shown_text(graph, &vertex);
	else if (delta->kind == HC_DELTA_VALUE &&
		 vertex.kind == MG_VERTEX_BYTES)
		name = shown_bytes(graph, &vertex);
	else
		name = hc_delta_name(deltas, i);

	return replace_address(graph, vertex.object, name);
}

char *hc_delta_type(const struct hc_deltas *deltas, guint i)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	struct mg_vertex vertex = hc_delta_vertex(
		deltas, delta, change->before.object == MG_NO_MATE);
	if (vertex.type)
		return mg_type_name(vertex.type);

	return delta->kind == HC_DELTA_FILE
		       ? g_strdup("descriptor")
		       : g_strdup_printf(
				 "char [%" G_GUINT64_FORMAT "]", vertex.size);
}

/* ---- Where pointers lead ---- */

/* The graph and the object that give a target its name: what exists in both
 * runs is named as in the first. */
static const struct mg_graph *named_in(const struct hc_deltas *deltas,
	const struct mg_aim *aim, guint side, guint32 *object)
{
	guint32 mate = mg_match_mate(deltas->match, side, aim->object);
	gboolean both = side && mate != MG_NO_MATE;
	*object = both ? mate : aim->object;
	return side && !both ? deltas->b : deltas->a;
}

/* What a dangling pointer leads to. */
static const char *words_of_dead(
	const struct hc_deltas *deltas, guint64 address, guint side)
{
	const struct hc_deltas_stack *stack = &deltas->stack[side];
	return address >= stack->start && address < stack->end
		       ? "the stack of a call that has returned"
		       : "freed memory";
}

static char *text_of_aim(
	const struct hc_deltas *deltas, const struct mg_aim *aim, guint side)
{
	if (aim->kind == MG_AIM_LOST && aim->end == MG_END_DEAD)
		return g_strdup(words_of_dead(deltas, aim->offset, side));
	g_autofree char *text = mg_aim_text(deltas->diff, aim, side);
	guint32 object;
	if (aim->kind != MG_AIM_OBJECT)
		return g_steal_pointer(&text);
	const struct mg_graph *graph = named_in(deltas, aim, side, &object);
	return replace_address(graph, object, text);
}

/* By its address rather than by its contents. */
static char *place_of_aim(
	const struct hc_deltas *deltas, const struct mg_aim *aim, guint side)
{
	guint32 object;
	if (aim->kind != MG_AIM_OBJECT)
		return text_of_aim(deltas, aim, side);

	const struct mg_graph *graph = named_in(deltas, aim, side, &object);
	g_autofree char *text = mg_address_name(graph, object, aim->offset);
	g_autofree char *pointer = pointer_to_text(graph, object);
	if (!pointer || !strchr(text, '@'))
		return replace_address(graph, object, text);

	return aim->offset ? g_strdup_printf("%s + %" G_GUINT64_FORMAT, pointer,
				     aim->offset)
			   : g_steal_pointer(&pointer);
}

/* ---- Objects that are there in one run only ---- */

struct describing {
	const struct hc_deltas *deltas;
	guint side;
	guint32 object;
	guint64 from, end; /* which bytes of it */
	guint depth; /* at which its members are */
	GString *text;
	guint n;
};

static gboolean add_member(const struct mg_vertex *vertex, gpointer data)
{
	struct describing *d = data;
	const struct mg_graph *graph = d->side ? d->deltas->b : d->deltas->a;
	if (vertex->depth != d->depth || vertex->offset < d->from ||
		vertex->offset >= d->end || !vertex->part ||
		!vertex->part->name)
		return TRUE;
	if (d->n == MOST_MEMBERS) {
		g_string_append(d->text, ", …");
		return FALSE;
	}

	g_autofree char *value = NULL;
	if (vertex->type && vertex->type->kind == MG_POINTER) {
		struct mg_aim aim =
			mg_aim_at(graph, vertex->object, vertex->offset);
		gboolean itself = aim.kind == MG_AIM_OBJECT &&
				  aim.object == d->object && aim.offset == 0;
		value = itself ? g_strdup("itself")
			       : text_of_aim(d->deltas, &aim, d->side);
	} else {
		value = mg_vertex_text(graph, vertex);
	}

	g_string_append_printf(d->text, "%s%s = %s", d->n ? ", " : "",
		vertex->part->name, value);
	d->n++;
	return TRUE;
}

/* "struct node {value = 15, next = list->next}"; NULL if it is neither a struct
 * nor one in an array. */
static char *describe_struct(
	const struct hc_deltas *deltas, const struct mg_aim *aim, guint side)
{
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	if (aim->kind != MG_AIM_OBJECT)
		return NULL;

	const struct mg_object *o = mg_graph_object(graph, aim->object);
	const struct mg_type *type = o->shape.type;
	if (!type || type->kind != MG_STRUCT || !type->size ||
		aim->offset % type->size ||
		aim->offset / type->size >= o->shape.count)
		return NULL;

	g_autofree char *name = mg_type_name(type);
	struct describing d = {
		.deltas = deltas,
		.side = side,
		.object = aim->object,
		.from = aim->offset,
		.end = aim->offset + type->size,
		.depth = o->shape.count > 1 ? 2 : 1,
		.text = g_string_new(name),
	};
	g_string_append(d.text, " {");
	mg_object_visit_part(graph, aim->object, d.from, d.end, add_member, &d);
	g_string_append(d.text, "}");

	return g_string_free(d.text, FALSE);
}

/* Whether one name begins with another, as p->next does with p. */
static gboolean begins_at(const char *text, const char *name)
{
	gsize n = strlen(name);
	return strncmp(text, name, n) == 0 && !g_ascii_isalnum(text[n]) &&
	       text[n] != '_';
}

/* How many members and elements a name goes through. */
static guint count_steps(const char *name)
{
	guint n = 0;
	for (const char *c = name; *c; c++)
		n += *c == '.' || *c == '[' || (c[0] == '-' && c[1] == '>');
	return n;
}

/* An object that is in one run only has no name to show. Nor has one that is
 * named after the pointer itself: "p was p", or p->next. `whole`: the other
 * run's object is shown with its members, so this one is, too, unless it has a
 * short name. */
static char *describe(const struct hc_deltas *deltas, const struct mg_aim *aim,
	guint side, const char *name, gboolean whole)
{
	g_autofree char *text = text_of_aim(deltas, aim, side);
	gboolean alone =
		aim->kind == MG_AIM_OBJECT &&
		mg_match_mate(deltas->match, side, aim->object) == MG_NO_MATE;
	gboolean itself = begins_at(text, name);

	whole = whole && count_steps(text) > 1;
	if (!alone && !itself && !whole)
		return g_steal_pointer(&text);

	g_autofree char *all = describe_struct(deltas, aim, side);
	if (all)
		return g_strdup_printf("%s %s", alone ? "a" : "the", all);

	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	const struct mg_type *type =
		aim->kind == MG_AIM_OBJECT
			? mg_graph_object(graph, aim->object)->shape.type
			: NULL;
	if (!itself || aim->kind != MG_AIM_OBJECT)
		return g_steal_pointer(&text);
	if (!type)
		return g_strdup_printf("a %" G_GUINT64_FORMAT " bytes",
			mg_graph_object(graph, aim->object)->size);

	g_autofree char *what = mg_type_name(type);
	return g_strdup_printf("the address of a %s", what);
}

/* Where the pointer leads with this delta alone: an insertion leaves what could
 * be deleted, a deletion inserts nothing. */
static struct hc_way way_of(const struct hc_deltas *deltas, guint i, guint side)
{
	const struct mg_change *change =
		hc_deltas_change_at(deltas, hc_delta_at(deltas, i)->change);
	struct hc_way way = {
		.side = side,
		.aim = side ? change->to : change->from,
	};
	if (!side || hc_delta_at(deltas, i)->kind != HC_DELTA_DELETION)
		return way;

	const struct hc_slot *slot;
	for (guint k = 0;
		(slot = hc_deltas_slot_at_place(deltas, change->before.object,
			 change->before.offset, k));
		k++)
		if (slot->second == i)
			way = slot->when[2];

	return way;
}

/* ---- All of it ---- */

/* A variable's value, without its name. */
static char *text_of_variable(const struct hc_deltas *deltas,
	const struct mg_change *change, guint side)
{
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	const struct mg_vertex *vertex =
		side ? &change->after : &change->before;
	if (vertex->object == MG_NO_MATE)
		return g_strdup("unset");

	guint32 string = change->listed
				 ? (side ? &change->to : &change->from)->object
				 : vertex->object;
	const struct mg_object *o = mg_graph_object(graph, string);
	const guint8 *text = mg_graph_bytes(graph, o);
	const guint8 *end = memchr(text, 0, o->size);
	const guint8 *equals = memchr(text, '=', o->size);
	if (!end || !equals || equals > end)
		return NULL;

	return mg_quote(equals + 1, (gsize) (end - equals) - 1, MOST_VALUE);
}

/* Pointers that would read the same are shown by where they lead. */
static char *text_of_link(const struct hc_deltas *deltas, guint i, guint side)
{
	struct hc_way way = way_of(deltas, i, side);
	struct hc_way other = way_of(deltas, i, !side);
	g_autofree char *name = hc_delta_name(deltas, i);
	g_autofree char *same =
		describe(deltas, &other.aim, other.side, name, FALSE);
	g_autofree char *text = describe(
		deltas, &way.aim, way.side, name, strstr(same, " {") != NULL);

	if (strcmp(text, same) != 0)
		return g_steal_pointer(&text);

	g_autofree char *place = place_of_aim(deltas, &way.aim, way.side);
	g_autofree char *elsewhere =
		place_of_aim(deltas, &other.aim, other.side);
	return strcmp(place, elsewhere) == 0 ? g_steal_pointer(&text)
					     : g_steal_pointer(&place);
}

char *hc_delta_text(const struct hc_deltas *deltas, guint i, guint side)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	g_autofree char *variable = mg_change_variable(deltas->diff, change);
	char *value = variable ? text_of_variable(deltas, change, side)
			       : hc_deltas_stream_text(deltas, i, side);
	if (value)
		return value;
	if (change->kind == MG_CHANGE_LINK)
		return text_of_link(deltas, i, side);
	if ((side ? change->after : change->before).object == MG_NO_MATE)
		return delta->kind == HC_DELTA_FILE ? g_strdup("closed")
						    : g_strdup("not there");
	if ((side ? change->before : change->after).object != MG_NO_MATE)
		return hc_delta_value(deltas, delta, side);

	struct mg_vertex vertex = hc_delta_vertex(deltas, delta, side);
	return mg_vertex_text(side ? deltas->b : deltas->a, &vertex);
}

gboolean hc_delta_address(const struct hc_deltas *deltas, guint i, guint side,
	guint64 *address, guint *bit)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	const struct mg_vertex *v = side ? &change->after : &change->before;

	if (v->object == MG_NO_MATE ||
		!mg_graph_object(graph, v->object)->in_memory)
		return FALSE;
	*address = mg_graph_object(graph, v->object)->address +
		   (delta->size ? delta->offset : v->offset);
	*bit = v->member ? v->member->bit_offset : 0;

	return TRUE;
}

gboolean hc_delta_target(const struct hc_deltas *deltas, guint i, guint of,
	guint64 *address, guint *side)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	if (change->kind != MG_CHANGE_LINK || change->listed || delta->stream)
		return FALSE;

	struct hc_way way = way_of(deltas, i, of);
	if (way.aim.kind != MG_AIM_OBJECT)
		return FALSE;

	guint32 object = way.aim.object;
	*side = way.side;
	if (way.side == of) {
		guint32 mate = mg_match_mate(deltas->match, of, object);
		*side = mate != MG_NO_MATE ? !of : of;
		object = mate != MG_NO_MATE ? mate : object;
	}

	const struct mg_object *o =
		mg_graph_object(*side ? deltas->b : deltas->a, object);
	*address = o->address + way.aim.offset;
	return o->in_memory;
}
