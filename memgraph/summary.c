#include "vertex.h"

#include "graph.h"

/* ---- One object after the other ---- */

/* Objects of one shape have the same vertices, whatever their values; there are
 * many objects, and few shapes. */
struct counted {
	const struct mg_object *like; /* NULL: nothing yet */
	struct mg_summary sum;
};

enum { N_COUNTED = 256 };

struct mg_counter {
	const struct mg_graph *graph;
	struct counted known[N_COUNTED];
};

static gboolean count_vertex(const struct mg_vertex *vertex, gpointer data)
{
	struct mg_summary *sum = data;
	sum->vertices++;
	if (vertex->type)
		sum->kinds[vertex->type->kind]++;
	else
		sum->raw++;
	return TRUE;
}

static gboolean is_alike(const struct mg_object *a, const struct mg_object *b)
{
	return a->shape.type == b->shape.type &&
	       a->shape.count == b->shape.count &&
	       a->shape.tail == b->shape.tail && a->size == b->size &&
	       a->text == b->text && a->readable == b->readable;
}

static guint place_of(const struct mg_object *object)
{
	guint64 key = (guint64) GPOINTER_TO_SIZE(object->shape.type) ^
		      object->size << 20 ^ object->shape.count;
	return (guint) (key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) >> 56) %
	       N_COUNTED;
}

struct mg_counter *mg_counter_new(const struct mg_graph *graph)
{
	struct mg_counter *counter = g_new0(struct mg_counter, 1);
	counter->graph = graph;
	return counter;
}

const struct mg_summary *mg_counter_count(
	struct mg_counter *counter, guint32 object)
{
	const struct mg_object *o = mg_graph_object(counter->graph, object);
	struct counted *known = &counter->known[place_of(o)];
	if (known->like && is_alike(known->like, o))
		return &known->sum;

	*known = (struct counted){.like = o};
	mg_object_visit(counter->graph, object, count_vertex, &known->sum);
	return &known->sum;
}

void mg_counter_free(struct mg_counter *counter)
{
	g_free(counter);
}

/* ---- The whole ---- */

void mg_graph_summary(const struct mg_graph *graph, struct mg_summary *sum)
{
	g_autoptr(mg_counter) counter = mg_counter_new(graph);
	*sum = (struct mg_summary){0};
	for (guint32 i = 0; i < graph->objects->len; i++) {
		const struct mg_summary *one = mg_counter_count(counter, i);
		sum->vertices += one->vertices;
		sum->raw += one->raw;
		for (guint k = 0; k < G_N_ELEMENTS(sum->kinds); k++)
			sum->kinds[k] += one->kinds[k];
	}

	sum->objects = graph->objects->len;
	/* Inside an object of n vertices there are n-1 edges; the others are
	 * pointers, and those from the vertex above all variables, which is
	 * counted as well. */
	sum->edges = sum->vertices - sum->objects + graph->n_roots +
		     graph->ends[MG_END_NONE];
	sum->vertices++;
	sum->bytes = graph->bytes_read;
	for (guint i = 0; i < MG_N_ENDS; i++)
		sum->ends[i] = i == MG_END_NONE ? 0 : graph->ends[i];
}

const char *mg_kind_name(enum mg_kind kind)
{
	static const char *const names[] = {"void", "bool", "char", "int",
		"enum", "float", "complex", "pointer", "reference",
		"member pointer", "function", "array", "struct", "union"};
	return names[kind];
}

const char *mg_end_name(enum mg_end end)
{
	static const char *const names[] = {"followed", "null", "not mapped",
		"freed or dead", "function", "constant", "of unknown type",
		"unreadable", "implausible in a union",
		"left out for lack of room"};
	return names[end];
}
