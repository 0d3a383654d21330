/* What is in a box: the values that changed, the pointers that lead to other
 * boxes, and a few others. */
#include "dot-diff-inside.h"

#include "change.h"
#include "dot-box.h"
#include "environment.h"

#include <string.h>

/* Rows of each kind in a box. */
enum { MOST_CHANGED = 12, MOST_LEADING = 12, MOST_OTHERS = 3, MOST_ALONE = 8 };
/* Fewer digits are a number rather than an address. */
enum { SHORTEST_ADDRESS = 5 };
/* Longer names are of no use to anybody. */
enum { LONGEST_NAME = 12 };

struct filling {
	const struct mg_dot_diff_pick *pick;
	guint32 thing;
	guint side; /* whose values are the rows */
	const struct mg_graph *graph; /* of this side */
	guint32 object;
	struct mg_dot_diff_box *box;
	struct mg_dot_path path;
	guint32 next, end; /* changes that have no row yet */
	guint changed, leading, others;
};

static void row_clear(gpointer data)
{
	struct mg_dot_diff_row *row = data;
	g_free(row->path);
	g_free(row->before);
	g_free(row->after);
}

/* `side` is the graph that the vertex belongs to. */
static void add_row(struct filling *f, char *path, char *before, char *after,
	const struct mg_vertex *vertex, guint side)
{
	struct mg_dot_diff_row row = {path, before, after, {0}, vertex->size};
	for (guint i = 0; i < 2; i++)
		row.offset[i] = mg_dot_diff_offset_on(
			f->pick, f->thing, i, vertex->offset, side);
	g_array_append_val(f->box->rows, row);
}

/* The name of an environment's variable says more than where it is. */
static char *path_of(
	const struct filling *f, const struct mg_vertex *vertex, guint side)
{
	gsize n;
	const char *name = f->thing == f->pick->environment
				   ? mg_environment_name(f->pick->graph[side],
					     vertex->object, vertex->offset, &n)
				   : NULL;
	return name ? g_strndup(name, n) : g_strdup(f->path.text->str);
}

/* ---- Without addresses ---- */

static gboolean take_type(const struct mg_vertex *vertex, gpointer data)
{
	*(char **) data = mg_dot_type_of(vertex);
	return FALSE;
}

static char *type_of_object(const struct mg_graph *graph, guint32 object)
{
	char *type = NULL;
	mg_object_visit(graph, object, take_type, &type);
	return type ? type : g_strdup("");
}

/* If its only name is an address, it has no name in a picture. */
static char *without_addresses(char *text)
{
	char *to = text;

	for (const char *at = text; *at;) {
		gsize digits = 0;
		if (at[0] == '0' && at[1] == 'x')
			digits = strspn(at + 2, "0123456789abcdef");
		if (digits >= SHORTEST_ADDRESS) {
			/* As many bytes as a zero, an x and a digit. */
			memcpy(to, "…", strlen("…"));
			to += strlen("…");
			at += 2 + digits;
		} else {
			*to++ = *at++;
		}
	}

	*to = '\0';
	return text;
}

/* A pointer to another box is shown by its arrow, any other pointer by what it
 * leads to. */
static char *text_of_link(const struct mg_dot_diff_pick *pick,
	const struct mg_change *change, guint side)
{
	const struct mg_aim *aim = side ? &change->to : &change->from;
	if (aim->kind == MG_AIM_NULL)
		return g_strdup(mg_end_name(MG_END_NULL));
	if (aim->kind == MG_AIM_OBJECT) {
		guint32 first,
			thing = mg_dot_diff_thing_of(pick, side, aim->object);
		if (pick->depth[thing] && !aim->offset)
			return g_strdup("•");
		if (mg_dot_diff_way_length(pick, thing, &first) > LONGEST_NAME)
			return type_of_object(pick->graph[side], aim->object);
	}

	return without_addresses(mg_change_text(pick->diff, change, side));
}

/* Pointers into one object differ in where they lead inside. */
static void tell_offsets(const struct mg_dot_diff_pick *pick,
	const struct mg_change *change, struct mg_words *words)
{
	const struct mg_aim *from = &change->from, *to = &change->to;
	if (from->kind != MG_AIM_OBJECT || from->offset == to->offset ||
		to->kind != MG_AIM_OBJECT ||
		mg_dot_diff_thing_of(pick, 0, from->object) !=
			mg_dot_diff_thing_of(pick, 1, to->object))
		return;

	g_free(words->before);
	g_free(words->after);
	words->before = g_strdup_printf(
		"byte %" G_GUINT64_FORMAT " of •", from->offset);
	words->after = g_strdup_printf("byte %" G_GUINT64_FORMAT, to->offset);
}

/* ---- Values that changed ---- */

static char *path_of_part(const struct filling *f, const struct mg_words *words,
	const struct mg_vertex *vertex, guint side)
{
	const char *path = f->path.text->str;
	if (words->n == 0)
		return path_of(f, vertex, side);
	if (words->n == 1)
		return g_strdup_printf(
			"%s[%" G_GUINT64_FORMAT "]", path, words->first);
	return g_strdup_printf("%s[%" G_GUINT64_FORMAT "…%" G_GUINT64_FORMAT
			       "]",
		path, words->first, words->first + words->n - 1);
}

static void add_change(struct filling *f, const struct mg_change *change)
{
	g_auto(mg_words) words = {0};
	guint side = change->kind == MG_CHANGE_NEW;
	const struct mg_vertex *vertex =
		side ? &change->after : &change->before;
	if (f->changed == MOST_CHANGED) {
		f->box->hidden_changes++;
		return;
	}

	f->changed++;
	if (change->kind == MG_CHANGE_LINK) {
		words.before = text_of_link(f->pick, change, 0);
		words.after = text_of_link(f->pick, change, 1);
		tell_offsets(f->pick, change, &words);
	} else {
		mg_change_values(f->pick->diff, change, &words);
	}

	add_row(f,
		change->padding ? g_strdup("(padding)")
				: path_of_part(f, &words, vertex, side),
		g_steal_pointer(&words.before), g_steal_pointer(&words.after),
		vertex, side);
}

static const struct mg_change *next_change(const struct filling *f)
{
	return f->next < f->end ? &g_array_index(f->pick->diff->changes,
					  struct mg_change, f->next)
				: NULL;
}

/* What has no place in the first state comes after everything else. */
static guint64 place_of(const struct mg_change *change)
{
	return change->kind == MG_CHANGE_NEW ? G_MAXUINT64 - 1
					     : change->before.offset;
}

/* Those before an offset belong to no value. */
static void add_padding(struct filling *f, guint64 offset)
{
	const struct mg_change *change;
	while ((change = next_change(f)) && place_of(change) < offset) {
		add_change(f, change);
		f->next++;
	}
}

/* Those of a value; whether there are any. */
static gboolean add_changes(struct filling *f, const struct mg_vertex *vertex)
{
	const struct mg_change *change;
	guint32 before = f->next;
	while ((change = next_change(f)) && !change->padding &&
		place_of(change) - vertex->offset < vertex->size &&
		change->before.member == vertex->member) {
		add_change(f, change);
		f->next++;
	}
	return f->next > before;
}

/* ---- Other values ---- */

/* Whether a pointer in these bytes leads to another box. */
static gboolean leads_on(const struct filling *f, guint side,
	const struct mg_vertex *vertex, gboolean *followed)
{
	guint32 object = f->pick->object[side][f->thing];
	guint64 offset = mg_dot_diff_offset_on(
		f->pick, f->thing, side, vertex->offset, f->side);
	gsize n = 0;
	if (object == MG_NO_OBJECT || offset == MG_DOT_DIFF_NOWHERE)
		return FALSE;

	const struct mg_link *links = mg_graph_links_in(f->pick->graph[side],
		object, offset, offset + vertex->size, &n);
	for (gsize i = 0; i < n; i++) {
		if (links[i].end != MG_END_NONE)
			continue;
		*followed = TRUE;
		if (f->pick->depth[mg_dot_diff_thing_of(
			    f->pick, side, links[i].to)])
			return TRUE;
	}

	return FALSE;
}

/* Strings are shown in place of an arrow to them. */
static char *text_of_string(
	const struct filling *f, const struct mg_vertex *vertex)
{
	if (!vertex->type || vertex->type->kind != MG_POINTER ||
		vertex->end != MG_END_NONE)
		return NULL;

	const struct mg_object *to = mg_graph_object(f->graph, vertex->to);
	if (!to->text || vertex->to_offset >= to->size)
		return NULL;

	struct mg_vertex text = {
		.kind = MG_VERTEX_TEXT,
		.object = vertex->to,
		.offset = vertex->to_offset,
		.size = to->size - vertex->to_offset,
	};
	return mg_vertex_text(f->graph, &text);
}

static char *text_of_value(const struct filling *f,
	const struct mg_vertex *vertex, gboolean leading, gboolean followed)
{
	if (!followed || leading)
		return mg_dot_text_of(f->graph, vertex);
	char *string = text_of_string(f, vertex);
	return string ? string : g_strdup("…");
}

static void add_value(struct filling *f, const struct mg_vertex *vertex)
{
	gboolean alone =
		mg_dot_diff_mark_of(f->pick, f->thing) >= MG_DOT_DIFF_INSERTED;
	gboolean followed = FALSE;
	gboolean leading = leads_on(f, 0, vertex, &followed) ||
			   leads_on(f, 1, vertex, &followed);
	guint most = alone ? MOST_ALONE : MOST_OTHERS;
	if (leading ? f->leading == MOST_LEADING : f->others == most) {
		f->box->hidden++;
		return;
	}

	f->leading += leading;
	f->others += !leading;
	add_row(f, path_of(f, vertex, f->side),
		text_of_value(f, vertex, leading, followed), NULL, vertex,
		f->side);
}

static gboolean take_vertex(const struct mg_vertex *vertex, gpointer data)
{
	struct filling *f = data;
	mg_dot_path_extend(&f->path, vertex);
	if (mg_dot_has_parts(f->graph, vertex))
		return TRUE;
	if (!vertex->member)
		add_padding(f, vertex->offset);
	if (!add_changes(f, vertex))
		add_value(f, vertex);
	return TRUE;
}

/* ---- Boxes ---- */

/* Where it begins and ends: "list … .next". */
static char *short_name(const struct filling *f, guint32 first)
{
	const struct mg_link *link = mg_dot_diff_naming_link(f->pick, f->thing);
	guint side = mg_dot_diff_side_of(f->pick, first);
	const struct mg_graph *graph = f->pick->graph[side];
	guint32 root =
		mg_graph_object(graph, f->pick->object[side][first])->root;
	g_autofree char *path = link->beside
					? g_strdup("")
					: mg_dot_diff_path_at(f->graph,
						  link->from, link->offset);

	return g_strdup_printf("%s … %s",
		root ? mg_root_key(&graph->roots[root - 1]) : "", path);
}

/* A variable has the name that it has in any run; something that is not a value
 * of a type has no name that says more than the arrow to it. */
static char *name_of(const struct filling *f, const struct mg_vertex *vertex)
{
	guint32 root = mg_graph_object(f->graph, f->object)->root, first;
	if (root)
		return g_strdup(mg_root_key(&f->graph->roots[root - 1]));
	if (!vertex->type)
		return g_strdup("");
	return mg_dot_diff_way_length(f->pick, f->thing, &first) > LONGEST_NAME
		       ? short_name(f, first)
		       : mg_vertex_name(f->graph, vertex);
}

static gboolean take_name(const struct mg_vertex *vertex, gpointer data)
{
	struct filling *f = data;
	f->box->type = mg_dot_type_of(vertex);
	f->box->name = without_addresses(name_of(f, vertex));
	return FALSE;
}

struct mg_dot_diff_box *mg_dot_diff_box_new(
	const struct mg_dot_diff_pick *pick, guint32 thing)
{
	struct filling f = {
		.pick = pick,
		.thing = thing,
		.side = mg_dot_diff_side_of(pick, thing),
		.box = g_new0(struct mg_dot_diff_box, 1),
		.next = pick->first_change[thing],
		.end = pick->first_change[thing] + pick->n_changes[thing],
	};

	f.graph = pick->graph[f.side];
	f.object = pick->object[f.side][thing];
	f.box->rows = g_array_new(FALSE, FALSE, sizeof(struct mg_dot_diff_row));
	g_array_set_clear_func(f.box->rows, row_clear);
	/* A variable that came or went is shown by its mark. */
	if (mg_dot_diff_mark_of(pick, thing) >= MG_DOT_DIFF_INSERTED)
		f.end = f.next;
	mg_dot_path_init(&f.path);
	mg_object_visit(f.graph, f.object, take_name, &f);
	mg_object_visit(f.graph, f.object, take_vertex, &f);
	add_padding(&f, G_MAXUINT64);
	mg_dot_path_clear(&f.path);

	return f.box;
}

void mg_dot_diff_box_free(struct mg_dot_diff_box *box)
{
	g_free(box->name);
	g_free(box->type);
	g_array_unref(box->rows);
	g_free(box);
}

int mg_dot_diff_box_row(
	const struct mg_dot_diff_box *box, guint side, guint64 offset)
{
	for (guint i = 0; i < box->rows->len; i++) {
		const struct mg_dot_diff_row *row =
			&g_array_index(box->rows, struct mg_dot_diff_row, i);
		if (row->offset[side] != MG_DOT_DIFF_NOWHERE &&
			offset - row->offset[side] < row->size)
			return (int) i;
	}
	return -1;
}

/* ---- Ways inside an object ---- */

struct looking {
	const struct mg_graph *graph;
	guint64 offset;
	struct mg_dot_path path;
};

static gboolean look(const struct mg_vertex *vertex, gpointer data)
{
	struct looking *l = data;
	mg_dot_path_extend(&l->path, vertex);
	return mg_dot_has_parts(l->graph, vertex) ||
	       l->offset - vertex->offset >= vertex->size;
}

char *mg_dot_diff_path_at(
	const struct mg_graph *graph, guint32 object, guint64 offset)
{
	struct looking l = {.graph = graph, .offset = offset};
	mg_dot_path_init(&l.path);
	mg_object_visit(graph, object, look, &l);
	char *path = g_strdup(l.path.text->str);
	mg_dot_path_clear(&l.path);
	return path;
}
