/* Deltas in words. */
#include "words.h"

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
