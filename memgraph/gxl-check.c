/* What all code that looks at a graph relies on. Debug information and
 * extraction see to it; a file must be checked. */
#include "gxl-read.h"

/* Types are walked by recursion, and one value of a type has a vertex for each
 * of its parts. No program comes near these limits. */
enum { DEEPEST = 1000, MOST_PARTS = 1 << 20, LONGEST_NAME = 256 };

/* How much a value of a type holds, directly. */
struct measure {
	guint parts; /* 0: not known; arrays count as one element */
	guint height;
	gboolean open; /* being measured */
};

static gboolean measure(
	GArray *measures, const struct mg_type *type, guint depth);

static gboolean add_part(GArray *measures, const struct mg_type *part,
	guint depth, struct measure *sum)
{
	if (!part)
		return TRUE;
	if (!measure(measures, part, depth + 1))
		return FALSE;
	const struct measure *m =
		&g_array_index(measures, struct measure, part->id);
	sum->parts += m->parts;
	sum->height = MAX(sum->height, m->height + 1);
	return sum->parts <= MOST_PARTS && sum->height <= DEEPEST;
}

/* FALSE if a value of the type holds itself, or far too much. */
static gboolean measure(
	GArray *measures, const struct mg_type *type, guint depth)
{
	struct measure *m = &g_array_index(measures, struct measure, type->id);
	if (m->parts)
		return TRUE;
	if (m->open || depth > DEEPEST)
		return FALSE;
	m->open = TRUE;

	struct measure sum = {.parts = 1};
	if (type->kind == MG_ARRAY &&
		!add_part(measures, type->target, depth, &sum))
		return FALSE;

	for (guint i = 0; i < type->n_members; i++)
		if (!add_part(measures, type->members[i].type, depth, &sum))
			return FALSE;
	*m = sum;
	return TRUE;
}

/* Whether writing "int (*[3])(void)" comes to an end. */
static gboolean has_name(const struct mg_type *type)
{
	guint length = 0;
	while (type &&
		(type->kind == MG_POINTER || type->kind == MG_REFERENCE ||
			type->kind == MG_ARRAY || type->kind == MG_FUNCTION)) {
		type = type->target;
		if (++length > LONGEST_NAME)
			return FALSE;
	}
	return TRUE;
}

static gboolean is_array(const struct mg_type *type)
{
	return type->target &&
	       (type->count == 0 ||
		       type->target->size <= type->size / type->count);
}

static gboolean has_tags(const struct mg_type *type)
{
	for (guint i = 0; i < type->n_members; i++)
		if (type->members[i].tag >= type->n_members - i)
			return FALSE;
	return TRUE;
}

char *mg_gxl_check_types(const struct mg_gxl_loaded *loaded)
{
	g_autoptr(GArray) measures =
		g_array_new(FALSE, TRUE, sizeof(struct measure));

	g_array_set_size(measures, loaded->types->len);
	for (guint i = 0; i < loaded->types->len; i++) {
		const struct mg_type *type =
			&g_array_index(loaded->types, struct mg_type, i);
		if (type->kind == MG_ARRAY && !is_array(type))
			return g_strdup_printf(
				"the array 't%u' is smaller than its elements",
				i);
		if (!has_tags(type))
			return g_strdup_printf(
				"a union in the type 't%u' has no tag", i);
		if (!has_name(type))
			return g_strdup_printf(
				"the type 't%u' has no target", i);
		if (!measure(measures, type, 0))
			return g_strdup_printf(
				"a value of type 't%u' can't be that large", i);
	}

	return NULL;
}

char *mg_gxl_check_object(const struct mg_object *object)
{
	const struct mg_shape *shape = &object->shape;

	if (!shape->type)
		return shape->count == object->size && !shape->tail
			       ? NULL
			       : g_strdup("in an object without a type, each "
					  "element must be one byte");

	if (shape->tail && (shape->count != 1 || !mg_tail_of(shape->type)))
		return g_strdup_printf(
			"the type 't%u' does not end in an array",
			shape->type->id);

	/* With an open tail, only what comes before it has to be there. */
	guint64 least =
		shape->tail ? shape->type->members[shape->type->n_members - 1]
				      .offset
			    : shape->type->size;
	if (shape->count == 0 || shape->type->size == 0 ||
		(least > 0 && shape->count > object->size / least))
		return g_strdup_printf("%" G_GUINT64_FORMAT
				       " values of type 't%u' do not fit "
				       "into %" G_GUINT64_FORMAT " bytes",
			shape->count, shape->type->id, object->size);

	return NULL;
}

char *mg_gxl_check_graph(const struct mg_graph *graph)
{
	guint ends[MG_N_ENDS] = {0};

	for (guint i = 0; i < graph->objects->len; i++) {
		const struct mg_object *object =
			&g_array_index(graph->objects, struct mg_object, i);
		if (!object->root && !object->named_by)
			return g_strdup_printf(
				"nothing gives the object 'o%u' a name", i);
	}

	for (guint i = 0; i < graph->links->len; i++)
		ends[g_array_index(graph->links, struct mg_link, i).end]++;
	for (guint i = 0; i < MG_N_ENDS; i++)
		if (graph->ends[i] < ends[i])
			return g_strdup_printf(
				"there are %u pointers of a kind, "
				"but only %u were counted",
				ends[i], graph->ends[i]);

	return NULL;
}
