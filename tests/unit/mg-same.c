#include "mg-same.h"

#include "graph.h"
#include "gxl.h"
#include "vertex.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Types that are taken to be the same, and are still to be looked at. */
struct pairs {
	GHashTable *there, *back;
	GPtrArray *waiting; /* two in a row */
};

#define SAME(what, p, q)                                                       \
	do {                                                                   \
		if ((p) != (q))                                                \
			return g_strdup_printf("%s: %" G_GUINT64_FORMAT        \
					       " and %" G_GUINT64_FORMAT,      \
				what, (guint64) (p), (guint64) (q));           \
	} while (0)
#define SAME_TEXT(what, p, q)                                                  \
	do {                                                                   \
		if (g_strcmp0(p, q) != 0)                                      \
			return g_strdup_printf(                                \
				"%s: '%s' and '%s'", what, p, q);              \
	} while (0)
#define SAME_TYPE(what, p, q)                                                  \
	do {                                                                   \
		if (!match(pairs, p, q))                                       \
			return g_strdup_printf("%s: another type", what);      \
	} while (0)

static gboolean match(
	struct pairs *pairs, const struct mg_type *a, const struct mg_type *b)
{
	if (!a || !b)
		return a == b;
	gpointer there = g_hash_table_lookup(pairs->there, a);
	gpointer back = g_hash_table_lookup(pairs->back, b);
	if (there || back)
		return there == b && back == a;
	g_hash_table_insert(pairs->there, (gpointer) a, (gpointer) b);
	g_hash_table_insert(pairs->back, (gpointer) b, (gpointer) a);
	g_ptr_array_add(pairs->waiting, (gpointer) a);
	g_ptr_array_add(pairs->waiting, (gpointer) b);
	return TRUE;
}

static char *compare_member(struct pairs *pairs, const struct mg_member *p,
	const struct mg_member *q)
{
	SAME_TEXT("member's name", p->name, q->name);
	SAME_TYPE("member's type", p->type, q->type);
	SAME("member's offset", p->offset, q->offset);
	SAME("bit offset", p->bit_offset, q->bit_offset);
	SAME("bit size", p->bit_size, q->bit_size);
	SAME("base", p->base, q->base);
	SAME("virtual", p->virtual_base, q->virtual_base);
	SAME("artificial", p->artificial, q->artificial);
	SAME("stored", p->stored, q->stored);
	SAME("tag", p->tag, q->tag);
	return NULL;
}

static char *compare_type(
	struct pairs *pairs, const struct mg_type *a, const struct mg_type *b)
{
	SAME("kind", a->kind, b->kind);
	SAME_TEXT("type's name", a->name, b->name);
	SAME("type's size", a->size, b->size);
	SAME("alignment", a->alignment, b->alignment);
	SAME("signed", a->is_signed, b->is_signed);
	SAME_TYPE("target", a->target, b->target);
	SAME("count", a->count, b->count);
	SAME("open", a->open, b->open);
	SAME("partial", a->partial, b->partial);
	SAME("namesakes", a->namesakes, b->namesakes);
	SAME("members", a->n_members, b->n_members);
	SAME("enumerators", a->n_enumerators, b->n_enumerators);
	for (guint i = 0; i < a->n_enumerators; i++) {
		SAME_TEXT("enumerator", a->enumerators[i].name,
			b->enumerators[i].name);
		SAME("enumerator", a->enumerators[i].value,
			b->enumerators[i].value);
	}
	for (guint i = 0; i < a->n_members; i++) {
		char *difference =
			compare_member(pairs, &a->members[i], &b->members[i]);
		if (difference)
			return difference;
	}
	return NULL;
}

static char *compare_root(
	struct pairs *pairs, const struct mg_root *a, const struct mg_root *b)
{
	SAME_TEXT("root's name", a->name, b->name);
	SAME("class", a->class, b->class);
	SAME("level", a->level, b->level);
	SAME("size", a->size, b->size);
	SAME("text", a->text, b->text);
	SAME_TEXT("root's key", a->key, b->key);
	SAME_TYPE("root's type", a->type, b->type);
	SAME("root's address", a->address, b->address);
	SAME("root has a value", a->value != NULL, b->value != NULL);
	SAME("place", a->place, b->place);
	SAME("number", a->number, b->number);
	if (a->value && !g_bytes_equal(a->value, b->value))
		return g_strdup("another value of a root");
	return NULL;
}

static char *compare_object(struct pairs *pairs, const struct mg_object *a,
	const struct mg_object *b)
{
	SAME("address", a->address, b->address);
	SAME("size", a->size, b->size);
	SAME_TYPE("shape", a->shape.type, b->shape.type);
	SAME("elements", a->shape.count, b->shape.count);
	SAME("tail", a->shape.tail, b->shape.tail);
	SAME("place of bytes", a->bytes, b->bytes);
	SAME("root", a->root, b->root);
	SAME("named by", a->named_by, b->named_by);
	SAME("first link", a->first_link, b->first_link);
	SAME("links of an object", a->n_links, b->n_links);
	SAME("text", a->text, b->text);
	SAME("readable", a->readable, b->readable);
	SAME("in memory", a->in_memory, b->in_memory);
	SAME("home", a->home, b->home);
	return NULL;
}

static char *compare_link(
	struct pairs *pairs, const struct mg_link *a, const struct mg_link *b)
{
	SAME("from", a->from, b->from);
	SAME("to", a->to, b->to);
	SAME("offset", a->offset, b->offset);
	SAME("end", a->end, b->end);
	SAME_TYPE("link's type", a->type, b->type);
	SAME("word", a->word, b->word);
	SAME("allocator", a->allocator, b->allocator);
	SAME("beside", a->beside, b->beside);
	if (a->end == MG_END_FUNCTION)
		SAME_TEXT("function", a->function, b->function);
	else
		SAME("offset in the target", a->to_offset, b->to_offset);
	return NULL;
}

static char *compare_counts(const struct mg_graph *a, const struct mg_graph *b)
{
	SAME("roots", a->n_roots, b->n_roots);
	SAME("objects", a->objects->len, b->objects->len);
	SAME("links", a->links->len, b->links->len);
	SAME("bytes", a->n_bytes, b->n_bytes);
	SAME("bytes read", a->bytes_read, b->bytes_read);
	for (guint i = 0; i < MG_N_ENDS; i++)
		SAME(mg_end_name(i), a->ends[i], b->ends[i]);
	if (a->n_bytes && memcmp(a->bytes, b->bytes, a->n_bytes) != 0)
		return g_strdup("other bytes");
	SAME("modules", a->n_modules, b->n_modules);
	for (guint i = 0; i < a->n_modules; i++) {
		SAME_TEXT("module", a->modules[i].name, b->modules[i].name);
		SAME("module's start", a->modules[i].start,
			b->modules[i].start);
		SAME("module's end", a->modules[i].end, b->modules[i].end);
	}
	return NULL;
}

static char *compare_graphs(
	struct pairs *pairs, const struct mg_graph *a, const struct mg_graph *b)
{
	char *difference = compare_counts(a, b);
	if (difference)
		return difference;
	for (guint i = 0; i < a->n_roots && !difference; i++)
		difference = compare_root(pairs, &a->roots[i], &b->roots[i]);
	for (guint i = 0; i < a->objects->len && !difference; i++)
		difference = compare_object(pairs,
			&g_array_index(a->objects, struct mg_object, i),
			&g_array_index(b->objects, struct mg_object, i));
	for (guint i = 0; i < a->links->len && !difference; i++)
		difference = compare_link(pairs,
			&g_array_index(a->links, struct mg_link, i),
			&g_array_index(b->links, struct mg_link, i));
	for (guint i = 0; i < pairs->waiting->len && !difference; i += 2)
		difference = compare_type(pairs, pairs->waiting->pdata[i],
			pairs->waiting->pdata[i + 1]);
	return difference;
}

char *mg_difference(const struct mg_graph *a, const struct mg_graph *b)
{
	struct pairs pairs = {g_hash_table_new(NULL, NULL),
		g_hash_table_new(NULL, NULL), g_ptr_array_new()};
	char *difference = compare_graphs(&pairs, a, b);
	g_hash_table_unref(pairs.there);
	g_hash_table_unref(pairs.back);
	g_ptr_array_unref(pairs.waiting);
	return difference;
}

/* ---- Damage ---- */

struct visiting {
	const struct mg_graph *graph;
	guint left; /* a graph may well have more vertices than we wait for */
	const char *wrong;
};

static gboolean visit(const struct mg_vertex *vertex, gpointer data)
{
	struct visiting *v = data;
	const struct mg_object *object = &g_array_index(
		v->graph->objects, struct mg_object, vertex->object);
	g_autofree char *name = mg_vertex_name(v->graph, vertex);
	g_autofree char *text = mg_vertex_text(v->graph, vertex);
	if (!name || !text)
		v->wrong = "a vertex has no name or no text";
	if (vertex->offset > object->size ||
		vertex->size > object->size - vertex->offset)
		v->wrong = "a vertex is not in its object";
	return !v->wrong && --v->left > 0;
}

static const char *damage_of_object(
	const struct mg_graph *graph, guint32 number)
{
	const struct mg_object *o =
		&g_array_index(graph->objects, struct mg_object, number);
	if (o->readable && (o->bytes > graph->n_bytes ||
				   o->size > graph->n_bytes - o->bytes))
		return "bytes";
	if (o->first_link > graph->links->len ||
		o->n_links > graph->links->len - o->first_link)
		return "links";
	if (o->root > graph->n_roots || o->named_by > graph->links->len ||
		(!o->root && !o->named_by))
		return "name";
	for (guint i = 0; i < o->n_links; i++) {
		const struct mg_link *link = &g_array_index(
			graph->links, struct mg_link, o->first_link + i);
		gboolean outside = link->beside ? link->offset != 0
						: link->offset + 8 > o->size;
		if (link->from != number || outside || link->end >= MG_N_ENDS ||
			(link->end == MG_END_NONE) !=
				(link->to < graph->objects->len))
			return "link";
	}
	return NULL;
}

char *mg_damage(const struct mg_graph *graph)
{
	for (guint i = 0; i < graph->objects->len; i++) {
		const char *wrong = damage_of_object(graph, i);
		if (wrong)
			return g_strdup_printf("object %u: %s", i, wrong);
	}
	for (guint i = 0; i < graph->n_roots; i++)
		if (!graph->roots[i].name)
			return g_strdup_printf("root %u has no name", i);
	struct visiting visiting = {graph, 5000, NULL};
	mg_graph_visit(graph, visit, &visiting);
	return g_strdup(visiting.wrong);
}

/* ---- Files ---- */

gboolean mg_to_gxl(const struct mg_graph *graph, const char *path, char **text,
	gsize *n, GError **error)
{
	/* Some file systems wait for the disk when a file is overwritten. */
	g_unlink(path);
	FILE *file = g_fopen(path, "we");
	gboolean fine = mg_gxl_write(graph, file, error);
	fclose(file);
	return fine && g_file_get_contents(path, text, n, error);
}

struct mg_graph *mg_from_gxl(
	const char *text, gsize n, const char *path, GError **error)
{
	g_unlink(path);
	FILE *file = g_fopen(path, "we");
	fwrite(text, 1, n, file);
	fclose(file);
	return mg_gxl_read(path, error);
}

static char *round_trip(
	const struct mg_graph *graph, const char *path, GError **error)
{
	g_autofree char *text = NULL, *again = NULL;
	gsize n, n_again;
	if (!mg_to_gxl(graph, path, &text, &n, error))
		return NULL;
	g_autoptr(mg_graph) loaded = mg_gxl_read(path, error);
	if (!loaded)
		return NULL;
	char *difference = mg_difference(graph, loaded);
	if (!difference)
		difference = mg_damage(loaded);
	if (difference || !mg_to_gxl(loaded, path, &again, &n_again, error))
		return difference;
	return n == n_again && memcmp(text, again, n) == 0
		       ? NULL
		       : g_strdup("the file is another one the second time");
}

char *mg_round_trip(const struct mg_graph *graph)
{
	g_autofree char *path = NULL;
	g_autoptr(GError) error = NULL;
	int fd = g_file_open_tmp("mg-XXXXXX.gxl", &path, &error);
	char *wrong = NULL;
	if (fd >= 0) {
		close(fd);
		wrong = round_trip(graph, path, &error);
		g_unlink(path);
	}
	return error ? g_strdup(error->message) : wrong;
}
