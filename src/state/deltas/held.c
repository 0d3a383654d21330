/* Unions whose tag tells what they hold, as std::optional's and std::variant's:
 * a delta of one is a delta of what it holds. */
#include "delta-words.h"

/* Numbers of a value that are told. */
enum { MOST_NUMBERS = 3 };

/* ---- Numbers in a value ---- */

struct walk;
typedef void (*number_func)(struct walk *walk, const struct mg_vertex *number);

/* Through the numbers in some bytes of an object; names are kept only if they
 * are asked for. */
struct walk {
	const struct hc_deltas *deltas;
	const struct mg_change *change;
	guint64 from, end;
	GString *name; /* NULL: not needed */
	number_func func;
	struct mg_vertex found; /* the last that differs … */
	guint n; /* … of how many */
	GString *text;
	guint side;
	gboolean more; /* some were not told */
};

static void visit(struct walk *walk, const struct mg_type *type, guint64 offset,
	const struct mg_member *part);

static void visit_members(
	struct walk *walk, const struct mg_type *type, guint64 offset)
{
	gsize length = walk->name ? walk->name->len : 0;
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		if (m->bit_size || m->artificial)
			continue;
		if (walk->name && m->name)
			g_string_append_printf(
				walk->name, "%s%s", length ? "." : "", m->name);
		visit(walk, m->type, offset + m->offset, m);
		if (walk->name)
			g_string_truncate(walk->name, length);
	}
}

static void visit_elements(
	struct walk *walk, const struct mg_type *type, guint64 offset)
{
	gsize length = walk->name ? walk->name->len : 0;
	guint64 size = type->target ? type->target->size : 0;
	guint64 i =
		size && walk->from > offset ? (walk->from - offset) / size : 0;
	for (; size && i < type->count && offset + i * size < walk->end; i++) {
		if (walk->name)
			g_string_append_printf(
				walk->name, "[%" G_GUINT64_FORMAT "]", i);
		visit(walk, type->target, offset + i * size, NULL);
		if (walk->name)
			g_string_truncate(walk->name, length);
	}
}

static void visit(struct walk *walk, const struct mg_type *type, guint64 offset,
	const struct mg_member *part)
{
	if (!type || offset >= walk->end || offset + type->size <= walk->from)
		return;
	if (type->kind == MG_STRUCT) {
		visit_members(walk, type, offset);
	} else if (type->kind == MG_ARRAY) {
		visit_elements(walk, type, offset);
	} else {
		struct mg_vertex number = walk->change->before;
		number.kind = MG_VERTEX_VALUE;
		number.type = type;
		number.offset = offset;
		number.size = type->size;
		number.part = part;
		number.held = TRUE;
		walk->func(walk, &number);
	}
}

static gboolean differs(const struct walk *walk, const struct mg_vertex *number)
{
	guint64 from = MAX(number->offset, walk->from);
	guint64 end = MIN(number->offset + number->size, walk->end);
	return mg_mates_differ(walk->deltas->match, walk->change->before.object,
		walk->change->after.object, from, end);
}

static gboolean is_pointer(const struct mg_type *type)
{
	return type->kind == MG_POINTER || type->kind == MG_REFERENCE;
}

/* ---- What a delta is about ---- */

static enum mg_held held_in(const struct hc_deltas *deltas,
	const struct mg_change *change, guint side,
	const struct mg_type **value)
{
	return mg_vertex_held(side ? deltas->b : deltas->a,
		side ? &change->after : &change->before, change->before.part,
		value);
}

/* In the failing run, or else in the passing one. */
static gboolean find_held(const struct hc_deltas *deltas,
	const struct mg_change *change, const struct mg_type **value)
{
	return change->before.type &&
	       change->before.offset == change->after.offset &&
	       (held_in(deltas, change, 1, value) == MG_HELD_VALUE ||
		       held_in(deltas, change, 0, value) == MG_HELD_VALUE);
}

/* Pointers are compared by themselves. */
static void count_number(struct walk *walk, const struct mg_vertex *number)
{
	if (is_pointer(number->type) || !differs(walk, number))
		return;
	/* Of one that is not all there, none can be told. */
	gboolean whole = number->offset >= walk->from &&
			 number->offset + number->size <= walk->end;
	walk->n += whole ? 1 : 2;
	walk->found = *number;
}

/* The struct that a program would have there, without what the library wraps
 * around it. */
static struct mg_vertex whole_value(
	const struct mg_change *change, const struct mg_type *type)
{
	struct mg_vertex whole = change->before;
	const struct mg_member *part = NULL;
	while (type->kind == MG_STRUCT && type->n_members == 1 &&
		type->members[0].name && type->members[0].type &&
		type->members[0].offset == 0) {
		part = &type->members[0];
		type = part->type;
	}
	whole.type = type;
	whole.size = type->size;
	whole.part = part;
	whole.held = TRUE;
	return whole;
}

gboolean hc_deltas_union_held(const struct hc_deltas *deltas,
	const struct mg_change *change, const struct hc_delta *delta,
	struct mg_vertex *vertex)
{
	const struct mg_type *type = NULL;
	struct walk walk = {
		.deltas = deltas,
		.change = change,
		.from = delta->offset,
		.end = delta->offset + delta->size,
		.func = count_number,
	};
	guint32 object = vertex->object;
	if (!find_held(deltas, change, &type) || !type)
		return FALSE;
	visit(&walk, type, change->before.offset, NULL);
	if (walk.n == 0 || (walk.n > 1 && delta->index))
		return FALSE;

	*vertex = walk.n == 1 ? walk.found : whole_value(change, type);
	vertex->object = object;
	return walk.n == 1 || vertex->type->kind == MG_STRUCT;
}

/* ---- Its value ---- */

static void tell_number(struct walk *walk, const struct mg_vertex *number)
{
	struct mg_vertex v = *number;
	if (!differs(walk, number))
		return;
	if (walk->n == MOST_NUMBERS || is_pointer(v.type) ||
		v.type->kind == MG_UNION) {
		walk->more = TRUE;
		return;
	}
	v.object = walk->side ? walk->change->after.object
			      : walk->change->before.object;
	g_autofree char *value = mg_vertex_text(
		walk->side ? walk->deltas->b : walk->deltas->a, &v);
	g_string_append_printf(walk->text, "%s%s = %s", walk->n++ ? ", " : "",
		walk->name->str, value);
}

char *hc_deltas_held_text(const struct hc_deltas *deltas,
	const struct mg_change *change, const struct mg_vertex *vertex,
	guint side)
{
	const struct mg_type *type = NULL, *own = NULL;
	if (!vertex->held || vertex->type->kind != MG_STRUCT ||
		!find_held(deltas, change, &type))
		return NULL;
	enum mg_held held = held_in(deltas, change, side, &own);
	if (held == MG_HELD_NOTHING)
		return g_strdup("nothing");
	if (held == MG_HELD_VALUE && own != type) {
		struct mg_vertex other = whole_value(change, own);
		g_autofree char *name = mg_type_name(other.type);
		return g_strdup_printf("of type %s", name);
	}

	g_autoptr(GString) name = g_string_new(NULL);
	struct walk walk = {
		.deltas = deltas,
		.change = change,
		.from = vertex->offset,
		.end = vertex->offset + vertex->size,
		.name = name,
		.func = tell_number,
		.text = g_string_new("{"),
		.side = side,
	};
	visit(&walk, vertex->type, vertex->offset, NULL);
	g_string_append(walk.text, !walk.more ? "}" : walk.n ? ", …}" : "…}");
	return g_string_free(walk.text, FALSE);
}
