/* Deltas in words. */
#include "delta-words.h"

#include <string.h>

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
	g_autofree char *shown = root ? mg_root_shown(root) : NULL;
	const char *at = root && strcmp(shown, root->name) != 0
				 ? strstr(name, root->name)
				 : NULL;
	if (!at)
		return g_strdup(name);
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
	if (!o->root) {
		char *words = vertex->offset
				      ? NULL
				      : mg_pointer_words(graph, vertex->object);
		return words ? words : mg_vertex_words(graph, vertex);
	}
	char *pointer = pointer_to_text(graph, vertex->object);
	return pointer ? pointer
		       : g_strdup(mg_root_key(&graph->roots[o->root - 1]));
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
	else
		name = mg_vertex_words(graph, &vertex);

	g_autofree char *shown = replace_address(graph, vertex.object, name);
	gboolean freed =
		mg_graph_object(graph, vertex.object)->home == MG_HOME_FREED;
	return freed ? g_strconcat(shown, " (freed memory)", NULL)
		     : g_steal_pointer(&shown);
}

/* Of a pointer in a union, or in bytes: as it was followed. */
static char *type_of_link(
	const struct hc_deltas *deltas, const struct mg_change *change)
{
	const struct mg_vertex *v = &change->before, *w = &change->after;
	const struct mg_link *link =
		mg_graph_link_at(deltas->a, v->object, v->offset);
	if (!link || !link->type)
		link = mg_graph_link_at(deltas->b, w->object, w->offset);
	struct mg_type pointer = {
		.kind = MG_POINTER,
		.target = link ? link->type : NULL,
	};
	return pointer.target ? mg_type_name(&pointer) : g_strdup("void *");
}

const char *hc_delta_local(const struct hc_deltas *deltas, guint i,
	guint64 *address, gboolean *own)
{
	const struct mg_change *change = hc_delta_change(deltas, i);
	gboolean new = change->before.object == MG_NO_MATE;
	const struct mg_graph *graph = new ? deltas->b : deltas->a;
	guint32 object = new ? change->after.object : change->before.object;
	const struct mg_root *root = root_of(graph, object);
	if (!root || root->class != MG_ROOT_LOCAL || root->key)
		return NULL;

	const struct mg_object *o = mg_graph_object(graph, object);
	*address = new || !o->in_memory ? 0 : o->address;
	*own = !o->named_by;
	while (o->named_by) {
		*address = o->address;
		o = mg_graph_object(
			graph, g_array_index(graph->links, struct mg_link,
				       o->named_by - 1)
				       .from);
	}
	return root->name;
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

	if (change->kind == MG_CHANGE_LINK)
		return type_of_link(deltas, change);

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

char *hc_delta_aim_text(
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
		return hc_delta_aim_text(deltas, aim, side);

	const struct mg_graph *graph = named_in(deltas, aim, side, &object);
	g_autofree char *text = mg_address_name(graph, object, aim->offset);
	g_autofree char *pointer = pointer_to_text(graph, object);
	if (!pointer || !strchr(text, '@'))
		return replace_address(graph, object, text);

	return aim->offset ? g_strdup_printf("%s + %" G_GUINT64_FORMAT, pointer,
				     aim->offset)
			   : g_steal_pointer(&pointer);
}

/* Where the pointer leads with a set; with this delta alone an insertion leaves
 * what could be deleted, and a deletion inserts nothing. */
static struct hc_way way_of(const struct hc_deltas *deltas, guint i, guint side,
	const struct dd_set *set)
{
	const struct mg_change *change =
		hc_deltas_change_at(deltas, hc_delta_at(deltas, i)->change);
	struct hc_way way = {
		.side = side,
		.aim = side ? change->to : change->from,
	};
	gboolean deletion = hc_delta_at(deltas, i)->kind == HC_DELTA_DELETION;
	if (!side || (!deletion && !set))
		return way;

	const struct hc_slot *slot;
	for (guint k = 0;
		(slot = hc_deltas_slot_at_place(deltas, change->before.object,
			 change->before.offset, k));
		k++) {
		struct hc_way now;
		if (set && (slot->first == i || slot->second == i) &&
			hc_deltas_slot_way(slot, set, &now) && !now.keep)
			way = now;
		else if (!set && slot->second == i)
			way = slot->when[2];
	}

	return way;
}

/* ---- All of it ---- */

/* A variable's value, without its name, and how long it is; NULL: it has none
 * in this run. */
static const guint8 *value_of_variable(const struct hc_deltas *deltas,
	const struct mg_change *change, guint side, gsize *n)
{
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	const struct mg_vertex *vertex =
		side ? &change->after : &change->before;
	if (vertex->object == MG_NO_MATE)
		return NULL;

	guint32 string = change->listed
				 ? (side ? &change->to : &change->from)->object
				 : vertex->object;
	const struct mg_object *o = mg_graph_object(graph, string);
	const guint8 *text = mg_graph_bytes(graph, o);
	const guint8 *end = memchr(text, 0, o->size);
	const guint8 *equals = memchr(text, '=', o->size);
	if (!end || !equals || equals > end)
		return NULL;

	*n = (gsize) (end - equals) - 1;
	return equals + 1;
}

static char *text_of_variable(const struct hc_deltas *deltas,
	const struct mg_change *change, guint side)
{
	const struct mg_vertex *vertex =
		side ? &change->after : &change->before;
	gsize n = 0, m = 0;
	if (vertex->object == MG_NO_MATE)
		return g_strdup("unset");

	const guint8 *value = value_of_variable(deltas, change, side, &n);
	const guint8 *other = value_of_variable(deltas, change, !side, &m);
	if (!value)
		return NULL;
	guint64 first =
		other ? hc_delta_first_difference(value, other, MIN(n, m)) : 0;
	return first >= MOST_VALUE ? hc_delta_quote_around(value, n, first)
				   : mg_quote(value, n, MOST_VALUE);
}

/* Pointers that would read the same are shown by where they lead. */
static char *text_of_link(const struct hc_deltas *deltas, guint i, guint side,
	const struct dd_set *set)
{
	struct hc_way way = way_of(deltas, i, side, set);
	struct hc_way other = way_of(deltas, i, !side, set);
	g_autofree char *name = hc_delta_name(deltas, i);
	g_autofree char *same =
		hc_delta_describe(deltas, &other, &way, name, FALSE);
	g_autofree char *text = hc_delta_describe(
		deltas, &way, &other, name, strstr(same, " {") != NULL);

	if (strcmp(text, same) != 0)
		return g_steal_pointer(&text);

	/* Texts that begin alike, and are cut. */
	char *part = hc_delta_text_around(deltas, &way, &other);
	if (part)
		return part;

	g_autofree char *place = place_of_aim(deltas, &way.aim, way.side);
	g_autofree char *elsewhere =
		place_of_aim(deltas, &other.aim, other.side);
	return strcmp(place, elsewhere) == 0 ? g_steal_pointer(&text)
					     : g_steal_pointer(&place);
}

char *hc_delta_text(const struct hc_deltas *deltas, guint i, guint side)
{
	return hc_delta_text_in(deltas, i, side, NULL);
}

char *hc_delta_text_in(const struct hc_deltas *deltas, guint i, guint side,
	const struct dd_set *set)
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
		return text_of_link(deltas, i, side, set);
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

	struct hc_way way = way_of(deltas, i, of, NULL);
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
