/* Deltas in words. */
#include "words.h"

#include <string.h>

/* Members of a new object that are shown. */
enum { MOST_MEMBERS = 6 };

struct mg_vertex hc_delta_vertex(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side)
{
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	struct mg_vertex vertex = side ? change->after : change->before;
	const struct mg_type *type = vertex.type;
	if (!delta->index)
		return vertex;
	if (type && type->kind == MG_ARRAY && vertex.kind == MG_VERTEX_VALUE)
		type = type->target;
	vertex.kind = type ? MG_VERTEX_VALUE : MG_VERTEX_BYTES;
	vertex.type = type;
	vertex.offset = delta->offset;
	vertex.size = delta->size;
	vertex.count = 0;
	return vertex;
}

char *hc_delta_name(const struct hc_deltas *deltas, guint i)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change = hc_change_at(deltas, delta->change);
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
	const struct mg_object *o = mg_graph_object(graph, object);
	while (o->named_by)
		o = mg_graph_object(
			graph, g_array_index(graph->links, struct mg_link,
				       o->named_by - 1)
				       .from);
	return o->root ? &graph->roots[o->root - 1] : NULL;
}

/* A root's name with a variable of an inner block by its own name. */
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

/* A text by what points to it, as if that were the text: `argv[1]`. */
static char *shown_text(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_object *o = mg_graph_object(graph, vertex->object);
	if (!o->root)
		return mg_address_name(graph, vertex->object, vertex->offset);
	const struct mg_root *root = &graph->roots[o->root - 1];
	const char *end = strrchr(root->name, '@');
	if (root->name[0] != '*' || !end || strstr(root->name, "0x"))
		return g_strdup(mg_root_key(root));
	return g_strndup(root->name + 1, (gsize) (end - root->name) - 1);
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
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	gboolean new = change->before.object == MG_NO_MATE;
	const struct mg_graph *graph = new ? deltas->b : deltas->a;
	struct mg_vertex vertex = hc_delta_vertex(deltas, delta, new);
	g_autofree char *name = NULL;
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
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	struct mg_vertex vertex = hc_delta_vertex(
		deltas, delta, change->before.object == MG_NO_MATE);
	if (vertex.type)
		return mg_type_name(vertex.type);
	return delta->kind == HC_DELTA_FILE
		       ? g_strdup("descriptor")
		       : g_strdup_printf(
				 "char [%" G_GUINT64_FORMAT "]", vertex.size);
}

/* ---- Objects that are there in one run only ---- */

struct describing {
	const struct hc_deltas *deltas;
	guint side;
	GString *text;
	guint n;
};

static gboolean add_member(const struct mg_vertex *vertex, gpointer data)
{
	struct describing *d = data;
	const struct mg_graph *graph = d->side ? d->deltas->b : d->deltas->a;
	if (vertex->depth != 1 || !vertex->part || !vertex->part->name)
		return TRUE;
	if (d->n == MOST_MEMBERS) {
		g_string_append(d->text, ", …");
		return FALSE;
	}
	g_autofree char *value = NULL;
	if (vertex->type && vertex->type->kind == MG_POINTER) {
		struct mg_aim aim =
			mg_aim_at(graph, vertex->object, vertex->offset);
		value = mg_aim_text(d->deltas->diff, &aim, d->side);
	} else {
		value = mg_vertex_text(graph, vertex);
	}
	g_string_append_printf(d->text, "%s%s = %s", d->n ? ", " : "",
		vertex->part->name, value);
	d->n++;
	return TRUE;
}

/* "a struct node {value = 15, next = list->next}" */
static char *describe(
	const struct hc_deltas *deltas, const struct mg_aim *aim, guint side)
{
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	g_autofree char *text = mg_aim_text(deltas->diff, aim, side);
	if (aim->kind != MG_AIM_OBJECT ||
		mg_match_mate(deltas->match, side, aim->object) != MG_NO_MATE)
		return g_steal_pointer(&text);
	const struct mg_object *o = mg_graph_object(graph, aim->object);
	if (!o->shape.type || o->shape.type->kind != MG_STRUCT ||
		o->shape.count != 1 || aim->offset)
		return g_steal_pointer(&text);
	struct describing d = {deltas, side, g_string_new(text), 0};
	g_string_append(d.text, " {");
	mg_object_visit(graph, aim->object, add_member, &d);
	g_string_append(d.text, "}");
	return g_string_free(d.text, FALSE);
}

/* Where the pointer leads if only the other delta at this place is applied:
 * an insertion leaves the deleted there, a deletion does not insert. */
static struct hc_way way_of(const struct hc_deltas *deltas, guint i, guint side)
{
	const struct mg_change *change =
		hc_change_at(deltas, hc_delta_at(deltas, i)->change);
	struct hc_way way = {
		.side = side,
		.aim = side ? change->to : change->from,
	};
	if (!side || hc_delta_at(deltas, i)->kind != HC_DELTA_DELETION)
		return way;
	for (guint k = 0; k < deltas->slots->len; k++) {
		const struct hc_slot *slot =
			&g_array_index(deltas->slots, struct hc_slot, k);
		if (slot->second == i && slot->side == 0 &&
			slot->object == change->before.object &&
			slot->offset == change->before.offset)
			way = slot->when[2];
	}
	return way;
}

/* ---- Arrays and bytes, around the first difference ---- */

static guint64 first_difference(
	const struct hc_deltas *deltas, const struct hc_delta *delta)
{
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	const guint8 *s = mg_graph_bytes(
		deltas->a, mg_graph_object(deltas->a, change->before.object));
	const guint8 *t = mg_graph_bytes(
		deltas->b, mg_graph_object(deltas->b, change->after.object));
	guint64 at = delta->offset, end = at + delta->size;
	while (at < end && s[at] == t[at])
		at++;
	return at - delta->offset;
}

static guint64 last_difference(
	const struct hc_deltas *deltas, const struct hc_delta *delta)
{
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	const guint8 *s = mg_graph_bytes(
		deltas->a, mg_graph_object(deltas->a, change->before.object));
	const guint8 *t = mg_graph_bytes(
		deltas->b, mg_graph_object(deltas->b, change->after.object));
	guint64 at = delta->size;
	while (at > 1 && s[delta->offset + at - 1] == t[delta->offset + at - 1])
		at--;
	return at - 1;
}

/* "…\000\001…" */
static char *text_of_bytes(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side)
{
	enum { BEFORE = 4, SHOWN = 16 };
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	struct mg_vertex vertex = hc_delta_vertex(deltas, delta, side);
	guint64 first = first_difference(deltas, delta);
	guint64 from = first > BEFORE ? first - BEFORE : 0;
	guint64 n = MIN(SHOWN, delta->size - from);
	n = MIN(n, MAX(last_difference(deltas, delta) + 1 - from, BEFORE));
	vertex.offset = delta->offset;
	g_autofree char *text =
		mg_quote(mg_vertex_bytes(graph, &vertex) + from, n, SHOWN);
	return g_strdup_printf("%s%s%s", from ? "…" : "", text,
		from + n < delta->size ? "…" : "");
}

/* "{0, 1, 2, …}", or "{…, [34] = 1, 2, …}" */
static char *text_of_array(const struct hc_deltas *deltas,
	const struct hc_delta *delta, guint side)
{
	enum { BEFORE = 2, SHOWN = 8, WHOLE = 12 };
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	if (!delta->element || !change->before.type)
		return text_of_bytes(deltas, delta, side);
	guint64 n = delta->size / delta->element;
	guint64 first = first_difference(deltas, delta) / delta->element;
	guint64 from = n <= WHOLE || first <= BEFORE ? 0 : first - BEFORE;
	guint64 end = n <= WHOLE ? n : MIN(n, from + SHOWN);
	GString *text = g_string_new("{");
	if (from)
		g_string_append_printf(
			text, "…, [%" G_GUINT64_FORMAT "] = ", from);
	for (guint64 i = from; i < end; i++) {
		struct hc_delta part = *delta;
		part.offset = delta->offset + i * delta->element;
		part.size = delta->element;
		part.index = i + 1;
		struct mg_vertex vertex = hc_delta_vertex(deltas, &part, side);
		g_autofree char *value = mg_vertex_text(graph, &vertex);
		g_string_append_printf(
			text, "%s%s", i > from ? ", " : "", value);
	}
	g_string_append(text, end < n ? ", …}" : "}");
	return g_string_free(text, FALSE);
}

/* Whether both values read the same: texts that differ behind their end,
 * unions. */
static gboolean hides_difference(
	const struct hc_deltas *deltas, const struct hc_delta *delta)
{
	struct mg_vertex before = hc_delta_vertex(deltas, delta, 0);
	struct mg_vertex after = hc_delta_vertex(deltas, delta, 1);
	if (before.member)
		return FALSE;
	g_autofree char *s = mg_vertex_text(deltas->a, &before);
	g_autofree char *t = mg_vertex_text(deltas->b, &after);
	return strcmp(s, t) == 0;
}

char *hc_delta_text(const struct hc_deltas *deltas, guint i, guint side)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	if (change->kind == MG_CHANGE_LINK) {
		struct hc_way way = way_of(deltas, i, side);
		return describe(deltas, &way.aim, way.side);
	}
	if ((side ? change->after : change->before).object == MG_NO_MATE)
		return delta->kind == HC_DELTA_FILE ? g_strdup("closed")
						    : g_strdup("not there");
	struct mg_vertex vertex = hc_delta_vertex(deltas, delta, side);
	if (delta->kind == HC_DELTA_VALUE &&
		(delta->element || vertex.kind == MG_VERTEX_BYTES))
		return text_of_array(deltas, delta, side);
	if (delta->kind == HC_DELTA_VALUE && hides_difference(deltas, delta))
		return text_of_bytes(deltas, delta, side);
	return mg_vertex_text(side ? deltas->b : deltas->a, &vertex);
}

char *hc_delta_identity(const struct hc_deltas *deltas, guint i)
{
	const struct hc_delta *delta = hc_delta_at(deltas, i);
	const struct mg_change *change = hc_change_at(deltas, delta->change);
	g_autofree char *text = hc_delta_text(deltas, i, 1);
	guint32 object = change->before.object;
	if (object == MG_NO_MATE ||
		!mg_graph_object(deltas->a, object)->in_memory) {
		g_autofree char *name = hc_delta_name(deltas, i);
		return g_strdup_printf("%s=%s", name, text);
	}
	guint64 offset = delta->size ? delta->offset : change->before.offset;
	return g_strdup_printf("%" G_GINT64_MODIFIER "x.%u=%s",
		mg_graph_object(deltas->a, object)->address + offset,
		change->before.member ? change->before.member->bit_offset : 0,
		text);
}
