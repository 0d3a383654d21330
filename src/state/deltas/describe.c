/* Objects that a pointer leads to, told by what distinguishes them from those
 * of the other run. */
#include "delta-words.h"

#include <string.h>

/* Members of an object that are told. */
enum { MOST_MEMBERS = 3 };
/* How far into an object they are looked for: a person who has read that much
 * knows what it is. */
enum { MOST_BYTES = 4096, MOST_LEAVES = 256, MOST_DEPTH = 8 };

/* How much a member says of what an object is: what it is by its own account,
 * its texts, its numbers, what it leads to. */
enum rank { RANK_TAG, RANK_TEXT, RANK_NUMBER, RANK_POINTER, N_RANKS };

struct member {
	char *text; /* "name = value" */
	enum rank rank;
	gboolean differs, empty; /* empty: 0, NULL, "" */
};

struct describing {
	const struct hc_deltas *deltas;
	const struct hc_way *way, *other; /* other: NULL, nothing to compare */
	struct hc_way was; /* where the pointer to it leads in the other run */
	guint64 from, end; /* which bytes of the object */
	guint depth; /* at which its members are */
	/* Where the visit is: edges from the object's vertex to this one. */
	struct mg_vertex path[MOST_DEPTH];
	GArray *members; /* struct member */
	gboolean more; /* there are values that can't be told in a few words */
};

static const struct mg_graph *graph_of(
	const struct hc_deltas *deltas, const struct hc_way *way)
{
	return way->side ? deltas->b : deltas->a;
}

static const struct mg_object *object_of(
	const struct hc_deltas *deltas, const struct hc_way *way)
{
	return mg_graph_object(graph_of(deltas, way), way->aim.object);
}

/* ---- One member ---- */

static gboolean is_text(const struct mg_vertex *vertex)
{
	const struct mg_type *type = vertex->type;
	return type && type->kind == MG_ARRAY && type->target &&
	       type->target->kind == MG_CHAR && type->target->size == 1;
}

/* The same value in the other object. */
static struct mg_vertex mate_of(
	const struct describing *d, const struct mg_vertex *vertex)
{
	struct mg_vertex mate = *vertex;
	mate.object = d->other->aim.object;
	mate.offset = vertex->offset - d->from + d->other->aim.offset;
	return mate;
}

static gboolean links_differ(
	const struct describing *d, const struct mg_vertex *vertex)
{
	const struct hc_deltas *deltas = d->deltas;
	struct mg_vertex mate = mate_of(d, vertex);
	struct mg_aim mine = mg_aim_at(
		graph_of(deltas, d->way), vertex->object, vertex->offset);
	struct mg_aim its =
		mg_aim_at(graph_of(deltas, d->other), mate.object, mate.offset);
	g_autofree char *one = hc_delta_aim_text(deltas, &mine, d->way->side);
	g_autofree char *two = hc_delta_aim_text(deltas, &its, d->other->side);
	if (strcmp(one, two) != 0)
		return TRUE;
	/* What reads the same tells nothing apart, unless it is the same. */
	return d->way->side != d->other->side && one[0] != '"' &&
	       !mg_aims_equal(deltas->match, d->way->side ? &its : &mine,
		       d->way->side ? &mine : &its);
}

static gboolean values_differ(
	const struct describing *d, const struct mg_vertex *vertex)
{
	struct mg_vertex mate = mate_of(d, vertex);
	g_autofree char *one =
		mg_vertex_text(graph_of(d->deltas, d->way), vertex);
	g_autofree char *two =
		mg_vertex_text(graph_of(d->deltas, d->other), &mate);
	return strcmp(one, two) != 0;
}

/* Whether a pointer of a new object leads to where the pointer to the object led
 * before. That has the pointer's name, which now means the new one. */
static gboolean is_what_it_was(
	const struct describing *d, const struct mg_aim *aim)
{
	const struct hc_way *was = &d->was;
	return d->way->side == 1 && was->side == 0 &&
	       aim->kind == MG_AIM_OBJECT && was->aim.kind == MG_AIM_OBJECT &&
	       aim->offset == was->aim.offset &&
	       mg_match_mate(d->deltas->match, 1, aim->object) ==
		       was->aim.object;
}

static gboolean mate_leads_to_itself(
	const struct describing *d, const struct mg_vertex *vertex)
{
	struct mg_vertex mate = mate_of(d, vertex);
	struct mg_aim aim = mg_aim_at(
		graph_of(d->deltas, d->other), mate.object, mate.offset);
	return aim.kind == MG_AIM_OBJECT && aim.object == mate.object &&
	       aim.offset == d->other->aim.offset;
}

/* A pointer by where it leads. One that leads back to its object, in either run,
 * says more of it than anything else. */
static char *tell_pointer(const struct describing *d,
	const struct mg_vertex *vertex, struct member *member)
{
	struct mg_aim aim = mg_aim_at(
		graph_of(d->deltas, d->way), vertex->object, vertex->offset);
	gboolean itself = aim.kind == MG_AIM_OBJECT &&
			  aim.object == d->way->aim.object &&
			  aim.offset == d->from;
	gboolean other = d->other && mate_leads_to_itself(d, vertex);
	char *text = itself ? g_strdup("itself")
		     : is_what_it_was(d, &aim)
			     ? g_strdup("what it was")
			     : hc_delta_aim_text(d->deltas, &aim, d->way->side);
	member->rank = itself || other  ? RANK_TAG
		       : text[0] == '"' ? RANK_TEXT
					: RANK_POINTER;
	member->empty = aim.kind == MG_AIM_NULL;
	return text;
}

static char *tell_value(const struct describing *d,
	const struct mg_vertex *vertex, struct member *member)
{
	const struct mg_graph *graph = graph_of(d->deltas, d->way);
	const guint8 *bytes = mg_vertex_bytes(graph, vertex);
	guint64 bits;
	member->rank = is_text(vertex)                 ? RANK_TEXT
		       : vertex->type->kind == MG_ENUM ? RANK_TAG
						       : RANK_NUMBER;
	if (mg_vertex_bits(graph, vertex, &bits))
		member->empty = bits == 0 && member->rank != RANK_TAG;
	else
		member->empty = !bytes || bytes[0] == 0;
	return mg_vertex_text(graph, vertex);
}

/* "at.y", "fld[1].number" */
static char *name_of_member(
	const struct describing *d, const struct mg_vertex *vertex)
{
	GString *name = g_string_new(NULL);
	for (guint i = d->depth; i <= vertex->depth; i++) {
		const struct mg_vertex *step = &d->path[i];
		if (step->part && step->part->name)
			g_string_append_printf(name, "%s%s",
				name->len ? "." : "", step->part->name);
		else if (!step->part)
			g_string_append_printf(
				name, "[%" G_GUINT64_FORMAT "]", step->index);
	}
	return g_string_free(name, FALSE);
}

static gboolean is_leaf(const struct mg_vertex *vertex)
{
	if (vertex->kind != MG_VERTEX_VALUE || !vertex->type)
		return FALSE;
	switch (vertex->type->kind) {
	case MG_BOOL:
	case MG_CHAR:
	case MG_INT:
	case MG_ENUM:
	case MG_FLOAT:
	case MG_POINTER:
		return TRUE;
	default:
		return is_text(vertex);
	}
}

static gboolean add_member(const struct mg_vertex *vertex, gpointer data)
{
	struct describing *d = data;
	if (vertex->depth >= MOST_DEPTH)
		return TRUE;
	d->path[vertex->depth] = *vertex;
	if (vertex->depth < d->depth || vertex->offset < d->from ||
		vertex->offset >= d->end)
		return TRUE;
	if (!is_leaf(vertex)) {
		d->more |= !vertex->type || vertex->type->kind == MG_UNION;
		return TRUE;
	}

	if (d->members->len == MOST_LEAVES) {
		d->more = TRUE;
		return FALSE;
	}

	gboolean pointer = vertex->type->kind == MG_POINTER;
	struct member member = {.rank = N_RANKS};
	g_autofree char *name = name_of_member(d, vertex);
	g_autofree char *value = pointer ? tell_pointer(d, vertex, &member)
					 : tell_value(d, vertex, &member);
	if (!name[0])
		return TRUE;
	member.text = g_strdup_printf("%s = %s", name, value);
	member.differs = d->other && (pointer ? links_differ(d, vertex)
					      : values_differ(d, vertex));
	g_array_append_val(d->members, member);
	return TRUE;
}

/* ---- Which of them are told ---- */

/* What differs comes first, and of the rest what is not empty; then by what it
 * is. */
static guint place_of(const struct member *member)
{
	return (member->differs        ? 0
		       : member->empty ? 2 * N_RANKS
				       : N_RANKS) +
	       member->rank;
}

/* If something differs, that is told and nothing else. */
static gboolean is_told(const struct describing *d, guint index, gboolean some)
{
	const struct member *me =
		&g_array_index(d->members, struct member, index);
	guint before = 0;
	if (some && !me->differs)
		return FALSE;
	for (guint i = 0; i < d->members->len && before < MOST_MEMBERS; i++) {
		const struct member *m =
			&g_array_index(d->members, struct member, i);
		before += place_of(m) < place_of(me) ||
			  (place_of(m) == place_of(me) && i < index);
	}
	return before < MOST_MEMBERS;
}

static void append_members(const struct describing *d, GString *text)
{
	gboolean some = FALSE;
	guint told = 0;
	for (guint i = 0; i < d->members->len; i++)
		some |= g_array_index(d->members, struct member, i).differs;

	for (guint i = 0; i < d->members->len; i++) {
		if (!is_told(d, i, some))
			continue;
		g_string_append_printf(text, "%s%s", told++ ? ", " : "",
			g_array_index(d->members, struct member, i).text);
	}
	if (told < d->members->len || d->more)
		g_string_append(text, told ? ", …" : "…");
}

static void member_clear(gpointer data)
{
	g_free(((struct member *) data)->text);
}

/* ---- Objects ---- */

/* Whether what two ways lead to has the same members. */
static gboolean are_alike(const struct hc_deltas *deltas,
	const struct hc_way *way, const struct hc_way *other)
{
	if (other->aim.kind != MG_AIM_OBJECT)
		return FALSE;
	const struct mg_object *a = object_of(deltas, way);
	const struct mg_object *b = object_of(deltas, other);
	const struct mg_type *s = a->shape.type, *t = b->shape.type;
	return s && t && s->kind == t->kind && s->size == t->size &&
	       s->n_members == t->n_members &&
	       g_strcmp0(s->name, t->name) == 0 && a->readable && b->readable &&
	       other->aim.offset + s->size <= b->size;
}

/* "struct node {value = 15, next = list->next}"; NULL if it is neither a struct
 * nor one in an array. */
static char *describe_struct(const struct hc_deltas *deltas,
	const struct hc_way *way, const struct hc_way *other)
{
	if (way->aim.kind != MG_AIM_OBJECT)
		return NULL;

	const struct mg_object *o = object_of(deltas, way);
	const struct mg_type *type = o->shape.type;
	if (!type || type->kind != MG_STRUCT || !type->size ||
		way->aim.offset % type->size ||
		way->aim.offset / type->size >= o->shape.count)
		return NULL;

	g_autofree char *name = mg_type_name(type);
	g_autoptr(GArray) members =
		g_array_new(FALSE, FALSE, sizeof(struct member));
	g_array_set_clear_func(members, member_clear);
	struct describing d = {
		.deltas = deltas,
		.way = way,
		.was = *other,
		.other = are_alike(deltas, way, other) ? other : NULL,
		.from = way->aim.offset,
		.end = way->aim.offset + MIN(type->size, MOST_BYTES),
		.depth = o->shape.count > 1 ? 2 : 1,
		.members = members,
		.more = type->size > MOST_BYTES,
	};
	GString *text = g_string_new(name);
	g_string_append(text, " {");
	mg_object_visit_part(graph_of(deltas, way), way->aim.object, d.from,
		d.end, add_member, &d);
	append_members(&d, text);
	g_string_append(text, "}");

	return g_string_free(text, FALSE);
}

/* The whole object as an array of numbers; FALSE if it is none. */
static gboolean take_numbers(const struct hc_deltas *deltas,
	const struct hc_way *way, struct mg_vertex *numbers)
{
	if (way->aim.kind != MG_AIM_OBJECT || way->aim.offset)
		return FALSE;
	const struct mg_object *o = object_of(deltas, way);
	*numbers = (struct mg_vertex){
		.kind = MG_VERTEX_ELEMENTS,
		.object = way->aim.object,
		.size = mg_object_used(o),
		.type = o->shape.type,
		.count = o->shape.count,
	};
	return o->readable && o->shape.count > 1 && !o->shape.tail &&
	       hc_delta_number_type(numbers);
}

/* "6 x int {0, 30, 0, …}"; NULL if it is no array of numbers. */
static char *describe_numbers(const struct hc_deltas *deltas,
	const struct hc_way *way, const struct hc_way *other)
{
	const struct mg_graph *graph = graph_of(deltas, way);
	struct mg_vertex mine, its;
	guint64 first = 0;
	if (!take_numbers(deltas, way, &mine))
		return NULL;

	if (take_numbers(deltas, other, &its))
		first = hc_delta_first_difference(mg_vertex_bytes(graph, &mine),
			mg_vertex_bytes(graph_of(deltas, other), &its),
			MIN(mine.size, its.size));
	g_autofree char *what = mg_vertex_text(graph, &mine);
	g_autofree char *list = hc_delta_list_around(
		graph, &mine, mine.type, MIN(first, mine.size - 1));
	return g_strdup_printf("%s %s", what, list);
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

/* Something that is in both runs, and has no other name than the pointer's. */
static char *describe_nameless(
	const struct hc_deltas *deltas, const struct hc_way *way)
{
	if (way->aim.kind != MG_AIM_OBJECT)
		return NULL;
	const struct mg_object *o = object_of(deltas, way);
	const struct mg_type *type = o->shape.type;
	if (!type)
		return g_strdup_printf(
			"a %" G_GUINT64_FORMAT " bytes", o->size);
	g_autofree char *what = mg_type_name(type);
	return g_strdup_printf("the address of %s %s",
		strchr("aeiou", what[0]) ? "an" : "a", what);
}

char *hc_delta_describe(const struct hc_deltas *deltas,
	const struct hc_way *way, const struct hc_way *other, const char *name,
	gboolean whole)
{
	const struct mg_aim *aim = &way->aim;
	g_autofree char *text = hc_delta_aim_text(deltas, aim, way->side);
	gboolean alone = aim->kind == MG_AIM_OBJECT &&
			 mg_match_mate(deltas->match, way->side, aim->object) ==
				 MG_NO_MATE;
	gboolean itself = begins_at(text, name);

	whole = whole && count_steps(text) > 1;
	if ((!alone && !itself && !whole) || text[0] == '"')
		return g_steal_pointer(&text);

	g_autofree char *all = describe_struct(deltas, way, other);
	if (all)
		return g_strdup_printf("%s %s", alone ? "a" : "the", all);
	g_autofree char *numbers = describe_numbers(deltas, way, other);
	if (numbers && (alone || itself))
		return g_strdup_printf("%s %s", alone ? "a" : "the", numbers);

	char *nameless = itself ? describe_nameless(deltas, way) : NULL;
	return nameless ? nameless : g_steal_pointer(&text);
}
