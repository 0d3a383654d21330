/* Names of vertices: C expressions along the links that lead to them. */
#include "vertex.h"

#include "name-deque.h"
#include "name-expression.h"
#include "origin.h"

#include <string.h>

/* Pointers that a name leads through. In a list of a million elements, the names
 * of all would be as long as a million squared; what is further away goes by
 * its address, which is easier to read, too. */
enum { MOST_HOPS = 256 };

static const struct mg_object *object_at(
	const struct mg_graph *graph, guint32 number)
{
	return &g_array_index(graph->objects, struct mg_object, number);
}

/* Whether a pointer leads to one of several elements of an object. */
static gboolean leads_to_element(
	const struct mg_link *link, const struct mg_shape *shape)
{
	const struct mg_type *element = shape->type;
	if (!element || shape->tail)
		return FALSE;
	if (shape->count == 1 && element->kind == MG_ARRAY)
		element = element->target;
	else if (shape->count == 1)
		return FALSE;
	return element && element == link->type && element->size &&
	       link->to_offset % element->size == 0;
}

/* From a pointer's expression to the object it leads to. `typed` says whether
 * the expression has the pointer's own type. */
static void follow(struct mg_expression *e, const struct mg_link *link,
	const struct mg_object *to, gboolean typed, gboolean reference)
{
	const struct mg_type *type = to->shape.type;

	e->pointer = TRUE;
	if ((typed || !type) && type == link->type && link->to_offset == 0) {
		e->pointer = !reference;
		return;
	}

	if (reference) {
		mg_expression_parenthesise(e);
		g_string_prepend_c(e->text, '&');
	}

	if (typed && !reference && leads_to_element(link, &to->shape)) {
		e->element = TRUE;
		e->first = (gint64) (link->to_offset / link->type->size);
		return;
	}

	/* What has no type needs none. */
	if (e->words && !type && !to->text && link->to_offset == 0)
		return;
	if (e->words) {
		mg_expression_tell_object(
			e, to, link->to_offset ? "around" : "at");
		return;
	}

	g_autofree char *cast = mg_expression_cast_to(e, type);
	g_autofree char *base = g_strdup(e->text->str);
	if (link->to_offset)
		g_string_printf(e->text,
			"((%s) ((char *) %s - %" G_GUINT64_FORMAT "))", cast,
			base, link->to_offset);
	else
		g_string_printf(e->text, "((%s) %s)", cast, base);

	e->unary = FALSE;
}

/* "right before", "48 bytes after": where one piece is, seen from another. */
static char *say_distance(
	const struct mg_object *from, const struct mg_object *to)
{
	gboolean before = to->address < from->address;
	const struct mg_object *first = before ? to : from;
	guint64 gap = (before ? from->address : to->address) -
		      (first->address + first->size);
	const char *side = before ? "before" : "after";
	return gap == 0 ? g_strdup_printf("right %s", side)
			: g_strdup_printf(
				  "%" G_GUINT64_FORMAT " bytes %s", gap, side);
}

/* From one piece of a block to another. */
static void go_beside(struct mg_expression *e, const struct mg_object *from,
	const struct mg_object *to)
{
	const struct mg_type *type = to->shape.type;
	gboolean before = to->address < from->address;
	if (e->words) {
		g_autofree char *where = say_distance(from, to);
		mg_expression_dereference(e);
		e->pointer = TRUE;
		mg_expression_tell_object(e, to, where);
		return;
	}

	mg_expression_become_whole(e, from);
	g_autofree char *cast = mg_expression_cast_to(e, type);
	g_autofree char *base = g_strdup(e->text->str);
	g_autofree char *distance =
		to->address == from->address
			? g_strdup("")
			: g_strdup_printf(" %c %" G_GUINT64_FORMAT,
				  before ? '-' : '+',
				  before ? from->address - to->address
					 : to->address - from->address);
	g_string_printf(e->text, "((%s) ((char *) %s%s%s))", cast,
		e->pointer ? "" : "&", base, distance);
	e->pointer = TRUE;
	e->unary = FALSE;
}

/* The links from the root to an object, root's first; none if there are more
 * than a name can have. */
static GArray *chain_to(const struct mg_graph *graph, guint32 number)
{
	GArray *chain = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (const struct mg_object *o = object_at(graph, number); o->named_by;
		o = object_at(graph, number)) {
		guint32 link = o->named_by - 1;
		if (chain->len == MOST_HOPS) {
			g_array_set_size(chain, 0);
			return chain;
		}
		g_array_append_val(chain, link);
		number = g_array_index(graph->links, struct mg_link, link).from;
	}
	return chain;
}

guint32 mg_named_after(const struct mg_graph *graph, guint32 object)
{
	g_autoptr(GArray) chain = chain_to(graph, object);
	if (!chain->len)
		return object_at(graph, object)->root ? object : MG_NO_OBJECT;
	return g_array_index(graph->links, struct mg_link,
		g_array_index(chain, guint32, chain->len - 1))
		.from;
}

static gboolean is_reference_at(const struct mg_object *object,
	const struct mg_goal *goal, guint64 offset)
{
	g_autoptr(GArray) steps =
		g_array_new(FALSE, FALSE, sizeof(struct mg_step));
	const struct mg_type *type = object->shape.type;
	if (!type || object->shape.tail ||
		!mg_find_steps(goal, type, offset % type->size, steps, FALSE))
		return FALSE;

	for (guint i = 0; i < steps->len; i++) {
		const struct mg_step *s =
			&g_array_index(steps, struct mg_step, i);
		type = s->member ? s->member->type : type->target;
	}

	return type->kind == MG_REFERENCE;
}

void mg_expression_follow(const struct mg_graph *graph, struct mg_expression *e,
	const struct mg_link *link)
{
	const struct mg_object *from = object_at(graph, link->from);
	struct mg_goal goal = {.target = link->type};
	if (link->beside) {
		go_beside(e, from, object_at(graph, link->to));
		return;
	}

	gboolean typed = !link->word &&
			 mg_expression_go_inside(e, from, &goal, link->offset);
	gboolean reference =
		typed && is_reference_at(from, &goal, link->offset);
	if (!typed)
		mg_expression_take_word(e, from, link->offset);
	follow(e, link, object_at(graph, link->to), typed, reference);
}

/* The last ones of a chain, to a value at this offset of the last object. */
static void append_links(const struct mg_graph *graph, struct mg_expression *e,
	const GArray *chain, guint left, guint64 offset)
{
	while (left > 0) {
		guint n = mg_deque_append(graph, e, chain, left, offset);
		left -= MAX(n, 1);
		if (n)
			continue;
		guint32 link = g_array_index(chain, guint32, left);
		mg_expression_follow(graph, e,
			&g_array_index(graph->links, struct mg_link, link));
	}
}

/* An object by its address, if it can only be reached from something that GDB
 * has no name for, or from far away. */
static void start_by_address(
	struct mg_expression *e, const struct mg_object *object)
{
	const struct mg_type *type = object->shape.type;
	g_autofree char *cast = mg_expression_cast_to(e, type);
	g_string_printf(e->text, "((%s) 0x%" G_GINT64_MODIFIER "x)", cast,
		object->address);
	e->pointer = TRUE;
	e->unary = FALSE;
}

static struct mg_expression name_object(const struct mg_graph *graph,
	guint32 number, guint64 offset, gboolean words);

/* The pointer to a part of an object by which the pointer of a link in this
 * object is named; NULL if there is none. */
static const struct mg_link *part_of_link(
	const struct mg_graph *graph, const struct mg_link *link)
{
	struct mg_vertex pointer = {
		.object = link->from,
		.offset = link->offset,
		.size = sizeof(guint64),
	};
	return link->beside || link->word ? NULL
					  : mg_part_link(graph, &pointer);
}

/* The expression for a value inside an object, from a pointer that leads to a
 * part of this; FALSE, and none, if that is no way. The pointer itself may be
 * in a part of something: there is one way back, and no other is tried. */
static gboolean go_by_part(const struct mg_graph *graph,
	const struct mg_link *part, const struct mg_goal *goal, guint64 offset,
	gboolean words, struct mg_expression *e)
{
	const struct mg_object *from = object_at(graph, part->from);
	const struct mg_link *outer = part_of_link(graph, part);
	struct mg_goal to = {.target = part->type};
	struct mg_object inside = {
		.size = part->type->size,
		.shape = {.type = part->type, .count = 1},
	};
	if (outer && !go_by_part(graph, outer, &to, part->offset, words, e))
		return FALSE;
	if (!outer)
		*e = name_object(graph, part->from, part->offset, words);

	gboolean fine = outer || (e->text->str[0] != '<' &&
					 mg_expression_go_inside(
						 e, from, &to, part->offset));
	if (fine) {
		e->pointer = !is_reference_at(from, &to, part->offset);
		fine = mg_expression_go_inside(
			e, &inside, goal, offset - part->to_offset);
	}
	if (!fine) {
		g_string_free(e->text, TRUE);
		g_clear_pointer(&e->of, g_free);
	}
	return fine;
}

/* Along a chain of links, the nearest pointer that is in a part of something:
 * the expression for what it leads to, and in *left how many links are left. */
static gboolean start_by_part(const struct mg_graph *graph, const GArray *chain,
	gboolean words, struct mg_expression *e, guint *left)
{
	const struct mg_link *link = NULL, *part = NULL;
	guint i;
	for (i = 0; i < chain->len && !part; i++) {
		link = &g_array_index(graph->links, struct mg_link,
			g_array_index(chain, guint32, i));
		part = part_of_link(graph, link);
	}

	struct mg_goal goal = {.target = link ? link->type : NULL};
	if (!part || !go_by_part(graph, part, &goal, link->offset, words, e))
		return FALSE;
	follow(e, link, object_at(graph, link->to), TRUE,
		is_reference_at(
			object_at(graph, link->from), &goal, link->offset));
	*left = i - 1;
	return TRUE;
}

/* The variable that an object has its name from, and how many pointers it is
 * away from it. */
static const struct mg_root *find_root(
	const struct mg_graph *graph, guint32 number, guint *away)
{
	struct mg_origin origin = mg_graph_origin(graph, number);
	guint32 root = object_at(graph, origin.object)->root;
	*away = origin.away;
	return root ? &graph->roots[root - 1] : NULL;
}

/* "the struct node 300 pointers away from list" */
static void tell_far(
	const struct mg_graph *graph, struct mg_expression *e, guint32 number)
{
	guint away;
	const struct mg_root *root = find_root(graph, number, &away);
	g_autofree char *shown = root ? mg_root_shown(root) : NULL;
	if (!root) {
		start_by_address(e, object_at(graph, number));
		return;
	}

	g_autofree char *where = g_strdup_printf(
		"%u pointer%s away from", away, away == 1 ? "" : "s");
	g_string_assign(e->text, shown);
	e->pointer = TRUE;
	mg_expression_tell_object(e, object_at(graph, number), where);
}

/* The expression for an object as a whole, from where it goes on to a value at
 * this offset in it; G_MAXUINT64: it stays the whole. */
static struct mg_expression name_object(const struct mg_graph *graph,
	guint32 number, guint64 offset, gboolean words)
{
	g_autoptr(GArray) chain = chain_to(graph, number);
	struct mg_expression e = {.text = NULL};
	guint left = chain->len;
	guint32 first = number;

	if (start_by_part(graph, chain, words, &e, &left)) {
		append_links(graph, &e, chain, left, offset);
		return e;
	}
	e = (struct mg_expression){.text = g_string_new(NULL), .words = words};

	if (!left && !object_at(graph, number)->root) {
		if (words)
			tell_far(graph, &e, number);
		else
			start_by_address(&e, object_at(graph, number));
		return e;
	}
	if (left)
		first = g_array_index(graph->links, struct mg_link,
			g_array_index(chain, guint32, left - 1))
				.from;

	const struct mg_root *start =
		&graph->roots[object_at(graph, first)->root - 1];
	g_autofree char *shown = words ? mg_root_shown(start) : NULL;
	const char *root = shown ? shown : start->name;
	if (root[0] == '<' && left) {
		guint32 link = g_array_index(chain, guint32, --left);
		guint32 to =
			g_array_index(graph->links, struct mg_link, link).to;
		if (words)
			tell_far(graph, &e, to);
		else
			start_by_address(&e, object_at(graph, to));
	} else {
		g_string_assign(e.text, root);
		e.unary = root[0] == '*' || root[0] == '(';
	}

	append_links(graph, &e, chain, left, offset);
	return e;
}

/* A word of a union whose active member is not known: if it leads somewhere, it
 * is named by the member by which it was followed. */
static gboolean go_by_link(const struct mg_graph *graph,
	struct mg_expression *e, const struct mg_vertex *vertex)
{
	gsize n = 0;
	if (vertex->type || vertex->size != sizeof(guint64))
		return FALSE;

	const struct mg_link *link = mg_graph_links_in(
		graph, vertex->object, vertex->offset, vertex->offset + 1, &n);
	if (n == 0 || link->offset != vertex->offset || link->word ||
		link->beside || !link->type)
		return FALSE;

	struct mg_goal goal = {.target = link->type};
	return mg_expression_go_inside(
		e, object_at(graph, vertex->object), &goal, vertex->offset);
}

/* Or by the union itself. */
static gboolean go_to_union(struct mg_expression *e,
	const struct mg_object *object, const struct mg_vertex *vertex)
{
	struct mg_goal goal = {.a_union = TRUE};
	return !vertex->type && vertex->size == sizeof(guint64) &&
	       mg_expression_go_inside(e, object, &goal, vertex->offset);
}

/* By its type; what a union holds, by the member that it is as well. */
static gboolean go_to_value(struct mg_expression *e,
	const struct mg_object *object, const struct mg_vertex *vertex)
{
	struct mg_goal goal = {vertex->type, NULL, vertex->member};
	if (!vertex->type)
		return FALSE;
	if (vertex->held && vertex->part) {
		goal.part = vertex->part;
		if (mg_expression_go_inside(e, object, &goal, vertex->offset))
			return TRUE;
		goal.part = NULL;
	}
	return mg_expression_go_inside(e, object, &goal, vertex->offset);
}

char *mg_expression_finish(const struct mg_graph *graph,
	const struct mg_vertex *vertex, struct mg_expression e)
{
	const struct mg_object *object = object_at(graph, vertex->object);

	if (vertex->kind == MG_VERTEX_ELEMENTS) {
		mg_expression_become_whole(&e, object);
		/* GDB's own notation for an array that a pointer leads to. */
		mg_expression_dereference(&e);
		g_string_append_printf(
			e.text, "@%" G_GUINT64_FORMAT, vertex->count);
	} else if (object->root && !object->shape.type && !e.pointer) {
		/* The name of the root says it all. */
	} else if (!go_to_value(&e, object, vertex) &&
		   !go_by_link(graph, &e, vertex) &&
		   !go_to_union(&e, object, vertex)) {
		mg_expression_take_bytes(&e, object, vertex);
	}

	char *all = mg_expression_take(&e);
	g_string_free(e.text, TRUE);
	return all;
}

static const struct mg_link *part_link(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	return vertex->type && vertex->kind == MG_VERTEX_VALUE
		       ? mg_part_link(graph, vertex)
		       : NULL;
}

/* By a pointer that leads to a part of the object; NULL if there is none. */
static char *name_by_part(const struct mg_graph *graph,
	const struct mg_vertex *vertex, const struct mg_link *part,
	gboolean words)
{
	struct mg_goal goal = {vertex->type, NULL, vertex->member, FALSE};
	struct mg_expression e;
	if (!part || !go_by_part(graph, part, &goal, vertex->offset, words, &e))
		return NULL;

	char *name = mg_expression_take(&e);
	g_string_free(e.text, TRUE);
	return name;
}

static struct mg_expression name_vertex_object(const struct mg_graph *graph,
	const struct mg_vertex *vertex, gboolean words)
{
	gboolean whole = vertex->kind == MG_VERTEX_ELEMENTS ||
			 vertex->size == object_at(graph, vertex->object)->size;
	return name_object(graph, vertex->object,
		whole ? G_MAXUINT64 : vertex->offset, words);
}

char *mg_vertex_name(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	char *name =
		name_by_part(graph, vertex, part_link(graph, vertex), FALSE);
	return name ? name
		    : mg_expression_finish(graph, vertex,
			      name_vertex_object(graph, vertex, FALSE));
}

/* "f::x (2 calls up)", as GDB would go there, if there are several. */
static char *tell_frame(
	const struct mg_graph *graph, guint32 object, char *words)
{
	guint away;
	const struct mg_root *root = find_root(graph, object, &away);
	if (!root || !root->again)
		return words;

	char *all = g_strdup_printf("%s (%u call%s up)", words, root->level,
		root->level == 1 ? "" : "s");
	g_free(words);
	return all;
}

char *mg_vertex_words(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_link *part = part_link(graph, vertex);
	char *name = name_by_part(graph, vertex, part, TRUE);
	if (name)
		return tell_frame(graph, part->from, name);
	return tell_frame(graph, vertex->object,
		mg_expression_finish(graph, vertex,
			name_vertex_object(graph, vertex, TRUE)));
}

char *mg_vertex_name_from(const struct mg_graph *graph,
	const struct mg_vertex *vertex, const char *pointer)
{
	struct mg_expression e = {
		.text = g_string_new(pointer),
		.pointer = TRUE,
	};
	return mg_expression_finish(graph, vertex, e);
}

/* ---- Addresses ---- */

static char *add_offset(char *base, const struct mg_type *type, gint64 offset)
{
	g_autofree char *expression = base;
	gint64 size = type && type->size ? (gint64) type->size : 0;
	gboolean whole = size && offset % size == 0;
	gint64 n = whole ? offset / size : offset;
	if (n == 0)
		return g_steal_pointer(&expression);
	return g_strdup_printf("%s%s %c %" G_GINT64_FORMAT,
		whole ? "" : "(char *) ", expression, n < 0 ? '-' : '+',
		n < 0 ? -n : n);
}

/* The outermost member that starts at an offset inside a struct; FALSE if none
 * with a name does. */
static gboolean go_to_member(
	struct mg_expression *e, const struct mg_type *type, guint64 offset)
{
	g_autoptr(GArray) steps =
		g_array_new(FALSE, FALSE, sizeof(struct mg_step));
	const struct mg_type *whole = type;

	while (type && type->kind == MG_STRUCT) {
		const struct mg_member *in = NULL;
		for (guint i = 0; i < type->n_members && !in; i++) {
			const struct mg_member *m = &type->members[i];
			if (m->type && !m->bit_size && !m->artificial &&
				offset >= m->offset &&
				offset - m->offset < m->type->size)
				in = m;
		}
		if (!in)
			return FALSE;
		struct mg_step step = {in, 0};
		g_array_append_val(steps, step);
		offset -= in->offset;
		type = in->type;
		if (in->stored && offset)
			return FALSE;
		while (in->name && offset && type->kind == MG_ARRAY &&
			type->target && type->target->size) {
			struct mg_step index = {
				NULL, offset / type->target->size};
			g_array_append_val(steps, index);
			offset %= type->target->size;
			type = type->target;
		}
		if (offset == 0 && in->name)
			break;
	}

	if (offset || !steps->len || mg_steps_are_ambiguous(whole, steps))
		return FALSE;

	for (guint i = 0; i < steps->len; i++) {
		const struct mg_step *s =
			&g_array_index(steps, struct mg_step, i);
		if (!s->member)
			mg_expression_append_index(e, (gint64) s->index);
		else if (s->member->name)
			mg_expression_append_member(e, s->member->name);
	}

	return TRUE;
}

char *mg_address_name(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	const struct mg_object *o = object_at(graph, object);
	const struct mg_link *link =
		o->named_by ? &g_array_index(graph->links, struct mg_link,
				      o->named_by - 1)
			    : NULL;

	if (o->named_by && !link->beside && !link->word) {
		const struct mg_object *from = object_at(graph, link->from);
		struct mg_goal goal = {.target = link->type};
		struct mg_expression e =
			name_object(graph, link->from, link->offset, FALSE);
		if (graph->roots && e.text->str[0] != '<' &&
			mg_expression_go_inside(
				&e, from, &goal, link->offset) &&
			!is_reference_at(from, &goal, link->offset))
			return add_offset(g_string_free(e.text, FALSE),
				link->type,
				(gint64) offset - (gint64) link->to_offset);
		g_string_free(e.text, TRUE);
	}

	struct mg_expression e = name_object(graph, object, G_MAXUINT64, FALSE);
	mg_expression_become_whole(&e, o);
	if (offset && o->shape.count == 1 && !e.plain &&
		go_to_member(&e, o->shape.type, offset)) {
		g_string_prepend_c(e.text, '&');
		return g_string_free(e.text, FALSE);
	}

	gboolean pointer = e.pointer;
	mg_expression_parenthesise(&e);

	char *base = g_string_free(e.text, FALSE);
	const struct mg_type *element =
		!pointer && o->shape.type && o->shape.type->kind == MG_ARRAY
			? o->shape.type->target
			: NULL;
	if (element && element->size && offset % element->size == 0) {
		char *address = g_strdup_printf("&%s[%" G_GUINT64_FORMAT "]",
			base, offset / element->size);
		g_free(base);
		return address;
	}

	if (!pointer) {
		char *address = g_strdup_printf("&%s", base);
		g_free(base);
		base = address;
	}

	return add_offset(base, o->shape.type, (gint64) offset);
}

char *mg_pointer_words(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o = object_at(graph, object);
	const struct mg_link *link =
		o->named_by ? &g_array_index(graph->links, struct mg_link,
				      o->named_by - 1)
			    : NULL;
	if (!link || link->beside || link->word || link->to_offset)
		return NULL;

	struct mg_goal goal = {.target = link->type};
	struct mg_expression e =
		name_object(graph, link->from, link->offset, TRUE);
	gboolean there = mg_expression_go_inside(
		&e, object_at(graph, link->from), &goal, link->offset);
	g_autofree char *all = mg_expression_take(&e);
	g_string_free(e.text, TRUE);
	return there ? tell_frame(graph, object, g_steal_pointer(&all)) : NULL;
}
