#include "delta-words.h"

#include <string.h>

/* The longest name in a message. */
enum { LONGEST_NAME = 1000 };

static const char left_out[] = "points to memory that was left out";

const struct mg_change *hc_deltas_change_at(
	const struct hc_deltas *deltas, guint32 number)
{
	return &g_array_index(deltas->diff->changes, struct mg_change, number);
}

struct hc_delta *hc_delta_at(const struct hc_deltas *deltas, guint32 number)
{
	return &g_array_index(deltas->list, struct hc_delta, number);
}

static void refuse(struct hc_deltas *deltas, guint32 change, const char *why)
{
	struct hc_refused refused = {
		mg_change_name(
			deltas->diff, hc_deltas_change_at(deltas, change)),
		why};
	if (strlen(refused.name) > LONGEST_NAME)
		refused.name[LONGEST_NAME] = '\0';
	g_array_append_val(deltas->refused, refused);
}

/* A pointer to nothing that is known. */
static void refuse_lost(struct hc_deltas *deltas, guint32 change)
{
	refuse(deltas, change, "points to no live object");
	deltas->n_dangling +=
		hc_deltas_change_at(deltas, change)->to.end == MG_END_DEAD;
}

/* ---- Values ---- */

/* The size of an element of a plain array or buffer; 0 if it is neither.
 * Strings stay whole. A union is divided into words: one part of it may matter,
 * such as a tag, while the rest is left over from something else. */
static guint64 element_of(const struct mg_vertex *vertex)
{
	const struct mg_type *type = vertex->type;
	if (vertex->kind == MG_VERTEX_BYTES)
		return vertex->size > 8 ? 8 : 0;
	if (vertex->kind == MG_VERTEX_TEXT || !type || vertex->member)
		return 0;
	if (type->kind == MG_UNION && vertex->kind == MG_VERTEX_VALUE)
		return 8;

	if (type->kind == MG_ARRAY && vertex->kind == MG_VERTEX_VALUE)
		type = type->target;
	else if (vertex->kind != MG_VERTEX_ELEMENTS)
		return 0;

	return !type || (type->kind == MG_CHAR && type->size == 1) ? 0
								   : type->size;
}

static void add_value(struct hc_deltas *deltas, guint32 number)
{
	const struct mg_change *change = hc_deltas_change_at(deltas, number);
	guint64 size = MIN(change->before.size, change->after.size);
	struct hc_delta delta = {
		.kind = HC_DELTA_VALUE,
		.change = number,
		.offset = change->before.offset,
		.size = size,
		.element = element_of(&change->before),
	};

	if (delta.element >= size || hc_deltas_union_text(deltas, change))
		delta.element = 0;
	g_array_append_val(deltas->list, delta);
}

/* ---- What is not in memory ---- */

static const struct mg_root *root_of(
	const struct mg_graph *graph, guint32 object)
{
	guint32 root = mg_graph_object(graph, object)->root;
	return root ? &graph->roots[root - 1] : NULL;
}

static void add_file(struct hc_deltas *deltas, guint32 number)
{
	const struct mg_change *change = hc_deltas_change_at(deltas, number);
	struct hc_delta delta = {.kind = HC_DELTA_FILE, .change = number};
	struct hc_deltas_file descriptor;
	if (!hc_deltas_descriptor(deltas, change, &descriptor)) {
		refuse(deltas, number, "is not a file that can be reopened");
		return;
	}

	g_free(descriptor.opened.path);
	g_array_append_val(deltas->list, delta);
}

/* Whether a pointer leads to what may be different from what is known. */
static gboolean is_unknown(
	const struct hc_deltas *deltas, const struct mg_aim *aim)
{
	return aim->kind == MG_AIM_OBJECT && deltas->unknown &&
	       deltas->unknown[aim->object];
}

/* Whether it says where the next object goes: surely in one of the runs, or
 * maybe in both. */
static gboolean is_allocators(
	const struct hc_deltas *deltas, const struct mg_change *change)
{
	if (change->kind == MG_CHANGE_LINK &&
		(change->from.allocator || change->to.allocator))
		return TRUE;
	return mg_graph_is_count(deltas->a, change->before.object,
		       change->before.offset) &&
	       mg_graph_is_count(
		       deltas->b, change->after.object, change->after.offset);
}

static void add_register(struct hc_deltas *deltas, guint32 number)
{
	const struct mg_change *change = hc_deltas_change_at(deltas, number);
	struct hc_delta delta = {.kind = HC_DELTA_REGISTER, .change = number};
	if (change->kind == MG_CHANGE_GONE || change->kind == MG_CHANGE_NEW) {
		refuse(deltas, number, "is in one of the runs only");
		return;
	}
	if (change->kind == MG_CHANGE_LINK && change->to.kind == MG_AIM_LOST) {
		refuse_lost(deltas, number);
		return;
	}
	if (change->kind == MG_CHANGE_LINK && is_unknown(deltas, &change->to)) {
		refuse(deltas, number, left_out);
		return;
	}

	g_array_append_val(deltas->list, delta);
}

/* A change of something that has no address. */
static void add_elsewhere(struct hc_deltas *deltas, guint32 number)
{
	const struct mg_change *change = hc_deltas_change_at(deltas, number);
	const struct mg_root *root =
		change->before.object != MG_NO_MATE
			? root_of(deltas->a, change->before.object)
			: root_of(deltas->b, change->after.object);

	switch (root ? root->place : MG_IN_NOTHING) {
	case MG_IN_REGISTER:
		add_register(deltas, number);
		break;
	case MG_IN_DESCRIPTOR:
		add_file(deltas, number);
		break;
	case MG_IN_MEMORY:
		refuse(deltas, number, "is in one of the runs only");
		break;
	case MG_IN_NOTHING:
		/* What it is computed from is compared by itself. */
		break;
	}
}

/* ---- All of them ---- */

static gboolean is_in_memory(
	const struct hc_deltas *deltas, const struct mg_change *change)
{
	return change->before.object != MG_NO_MATE &&
	       change->after.object != MG_NO_MATE &&
	       mg_graph_object(deltas->a, change->before.object)->in_memory;
}

/* Where malloc has joined freed blocks, it would divide them for any new block,
 * right where something is to be written: then there are no new blocks. */
static gboolean must_keep_heap(
	const struct hc_deltas *deltas, const gboolean *noise)
{
	const GArray *changes = deltas->diff->changes;
	for (guint i = 0; i < changes->len; i++) {
		guint32 object = hc_deltas_change_at(deltas, i)->before.object;
		if (!noise[i] && object != MG_NO_MATE &&
			mg_graph_object(deltas->a, object)->loose)
			return TRUE;
	}
	return FALSE;
}

static gboolean needs_block(
	const struct hc_deltas *deltas, const struct mg_change *change)
{
	guint64 address;
	return change->listed || (change->kind == MG_CHANGE_LINK &&
					 change->to.kind == MG_AIM_OBJECT &&
					 !hc_deltas_object_address(deltas,
						 change->to.object, &address));
}

static void refuse_skipped(struct hc_deltas *deltas)
{
	const GArray *skipped = deltas->diff->skipped;
	for (guint i = 0; i < skipped->len && !hc_deltas_are_stopped(deltas);
		i++) {
		const struct mg_skipped *s =
			&g_array_index(skipped, struct mg_skipped, i);
		struct mg_vertex whole = {
			.kind = MG_VERTEX_BYTES,
			.object = s->a,
			.size = mg_graph_object(deltas->a, s->a)->size,
		};
		struct hc_refused refused = {
			mg_vertex_name(deltas->a, &whole), s->why};
		g_array_append_val(deltas->refused, refused);
	}
}

static void clear_refused(gpointer data)
{
	g_free(((struct hc_refused *) data)->name);
}

static struct hc_deltas *new_empty(const struct mg_diff *diff)
{
	struct hc_deltas *deltas = g_new0(struct hc_deltas, 1);
	deltas->diff = diff;
	deltas->match = diff->match;
	deltas->a = mg_match_graph(diff->match, 0);
	deltas->b = mg_match_graph(diff->match, 1);
	hc_deltas_find_stacks(deltas);
	deltas->environment = mg_environment_of(deltas->a);
	hc_deltas_find_unknown(deltas);

	/* Variables go by their names only if both environments are known. */
	if (deltas->environment != MG_NO_OBJECT &&
		mg_match_mate(diff->match, 0, deltas->environment) !=
			mg_environment_of(deltas->b))
		deltas->environment = MG_NO_OBJECT;
	if (deltas->environment != MG_NO_OBJECT)
		deltas->environment_count =
			mg_environment_count(deltas->a, deltas->environment);

	deltas->list = g_array_new(FALSE, FALSE, sizeof(struct hc_delta));
	deltas->leaders = g_array_new(FALSE, FALSE, sizeof(guint32));
	deltas->slots = g_array_new(FALSE, FALSE, sizeof(struct hc_slot));
	deltas->slots_by_place = g_array_new(FALSE, FALSE, sizeof(guint32));
	deltas->slots_of = g_array_new(FALSE, FALSE, sizeof(guint32));
	deltas->slots_from = g_array_new(FALSE, TRUE, sizeof(guint32));
	deltas->refused = g_array_new(FALSE, FALSE, sizeof(struct hc_refused));
	g_array_set_clear_func(deltas->refused, clear_refused);
	deltas->sizes = g_array_new(FALSE, FALSE, sizeof(guint64));
	deltas->addresses = g_array_new(FALSE, TRUE, sizeof(guint64));
	deltas->stale = g_array_new(FALSE, FALSE, sizeof(guint64));
	deltas->stale_names = g_ptr_array_new_with_free_func(g_free);
	deltas->environment_links = g_array_new(FALSE, FALSE, sizeof(guint32));
	deltas->group_of = g_array_new(FALSE, FALSE, sizeof(guint32));
	deltas->parent_of = g_array_new(FALSE, FALSE, sizeof(guint32));

	return deltas;
}

struct hc_deltas *hc_deltas_new(
	const struct mg_diff *diff, const struct hc_noise *noise)
{
	struct hc_deltas *deltas = new_empty(diff);
	deltas->process = noise ? noise->process : 0;
	g_autofree gboolean *skip = hc_deltas_noise_find(
		diff, noise, &deltas->n_noise, &deltas->noise_vertices);
	gboolean keep_heap = must_keep_heap(deltas, skip);
	for (guint32 i = 0;
		i < diff->changes->len && !hc_deltas_are_stopped(deltas); i++) {
		const struct mg_change *change = hc_deltas_change_at(deltas, i);
		if (skip[i])
			continue;
		if (keep_heap && needs_block(deltas, change)) {
			refuse(deltas, i, "would need new memory");
			skip[i] = TRUE;
		} else if (change->listed && change->kind != MG_CHANGE_LINK) {
			hc_deltas_add_entry(deltas, i);
			skip[i] = TRUE;
		} else if (!is_in_memory(deltas, change)) {
			add_elsewhere(deltas, i);
			skip[i] = TRUE;
		} else if (hc_deltas_is_jump_buffer(
				   deltas->a, &change->before)) {
			refuse(deltas, i,
				"says where to jump, which holds in its own "
				"run only");
			g_array_index(deltas->refused, struct hc_refused,
				deltas->refused->len - 1)
				.own = TRUE;
			skip[i] = TRUE;
		} else if (is_allocators(deltas, change)) {
			refuse(deltas, i,
				"belongs to an allocator of the program's own");
			skip[i] = TRUE;
		} else if (change->kind == MG_CHANGE_VALUE) {
			add_value(deltas, i);
		} else if (change->to.kind == MG_AIM_LOST) {
			refuse_lost(deltas, i);
			skip[i] = TRUE;
		} else if (change->to.kind == MG_AIM_OBJECT &&
			   !hc_deltas_object_can_be_made(
				   deltas, change->to.object)) {
			refuse(deltas, i,
				is_unknown(deltas, &change->to)
					? left_out
					: "points to a variable that the "
					  "passing run does not have");
			skip[i] = TRUE;
		}
	}

	refuse_skipped(deltas);
	hc_deltas_add_links(deltas, skip);
	/* Links that were not all found are in no order. */
	if (hc_deltas_are_stopped(deltas)) {
		hc_deltas_free(deltas);
		return NULL;
	}
	hc_deltas_join_streams(deltas);
	hc_deltas_number_blocks(deltas);
	hc_deltas_make_groups(deltas);
	/* Loops ended early, here or there. */
	if (hc_deltas_are_stopped(deltas))
		g_clear_pointer(&deltas, hc_deltas_free);
	return deltas;
}

void hc_deltas_free(struct hc_deltas *deltas)
{
	g_array_unref(deltas->list);
	g_array_unref(deltas->leaders);
	g_array_unref(deltas->slots);
	g_array_unref(deltas->slots_by_place);
	g_array_unref(deltas->slots_of);
	g_array_unref(deltas->slots_from);
	g_array_unref(deltas->refused);
	g_array_unref(deltas->sizes);
	g_array_unref(deltas->addresses);
	g_array_unref(deltas->stale);
	g_ptr_array_unref(deltas->stale_names);
	g_array_unref(deltas->environment_links);
	g_array_unref(deltas->group_of);
	g_array_unref(deltas->parent_of);
	g_clear_pointer(&deltas->origin, g_array_unref);
	g_free(deltas->block_of);
	g_free(deltas->unknown);
	g_free(deltas);
}

guint hc_deltas_n(const struct hc_deltas *deltas)
{
	return deltas->list->len - deltas->leaders->len;
}

guint hc_deltas_n_noise(const struct hc_deltas *deltas)
{
	return deltas->n_noise;
}

guint hc_deltas_noise_vertices(const struct hc_deltas *deltas)
{
	return deltas->noise_vertices;
}

const GArray *hc_deltas_refused(const struct hc_deltas *deltas)
{
	return deltas->refused;
}

guint hc_deltas_n_dangling(const struct hc_deltas *deltas)
{
	return deltas->n_dangling;
}

struct dd_set *hc_deltas_dangling(const struct hc_deltas *deltas)
{
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0;
		i < deltas->list->len && !hc_deltas_are_stopped(deltas); i++) {
		const struct mg_change *change = hc_delta_change(deltas, i);
		if (change->kind == MG_CHANGE_LINK &&
			change->from.kind == MG_AIM_LOST &&
			change->from.end == MG_END_DEAD)
			g_array_append_val(members, i);
	}
	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}

const struct dd_groups *hc_deltas_groups(const struct hc_deltas *deltas)
{
	return &deltas->groups;
}

enum hc_delta_kind hc_delta_kind(const struct hc_deltas *deltas, guint i)
{
	return hc_delta_at(deltas, i)->kind;
}

const struct mg_change *hc_delta_change(const struct hc_deltas *deltas, guint i)
{
	return hc_deltas_change_at(deltas, hc_delta_at(deltas, i)->change);
}

/* ---- Finer ---- */

static void add_elements(
	struct hc_deltas *fine, const struct hc_delta *delta, guint32 number)
{
	const struct mg_change *change =
		hc_deltas_change_at(fine, delta->change);

	for (guint64 at = 0; at < delta->size && !hc_deltas_are_stopped(fine);
		at += delta->element) {
		struct hc_delta part = *delta;
		part.offset = delta->offset + at;
		part.size = MIN(delta->element, delta->size - at);
		part.element = 0;
		part.index = at / delta->element + 1;
		if (!mg_mates_differ(fine->match, change->before.object,
			    change->after.object, part.offset,
			    part.offset + part.size))
			continue;
		g_array_append_val(fine->list, part);
		g_array_append_val(fine->origin, number);
	}
}

struct hc_deltas *hc_deltas_refine(const struct hc_deltas *deltas,
	const struct dd_set *set, const guint32 **origin)
{
	gboolean any = FALSE;
	for (guint32 i = 0; i < hc_deltas_n(deltas); i++)
		any = any || (hc_delta_at(deltas, i)->element &&
				     dd_set_contains(set, i));
	if (!any)
		return NULL;

	struct hc_deltas *fine = new_empty(deltas->diff);
	g_autofree guint32 *numbers = g_new(guint32, deltas->list->len);
	fine->origin = g_array_new(FALSE, FALSE, sizeof(guint32));
	fine->n_noise = deltas->n_noise;
	fine->noise_vertices = deltas->noise_vertices;
	fine->process = deltas->process;

	for (guint32 i = 0; i < deltas->list->len; i++) {
		const struct hc_delta *delta = hc_delta_at(deltas, i);
		numbers[i] = fine->list->len;
		if (delta->element && dd_set_contains(set, i)) {
			add_elements(fine, delta, i);
			continue;
		}
		g_array_append_vals(fine->list, delta, 1);
		g_array_append_val(fine->origin, i);
	}
	/* None that leads is divided. */
	for (guint32 i = 0; i < deltas->leaders->len; i++)
		g_array_append_val(fine->leaders,
			numbers[g_array_index(deltas->leaders, guint32, i)]);

	g_array_append_vals(
		fine->slots, deltas->slots->data, deltas->slots->len);
	hc_deltas_renumber_slots(fine, numbers);
	hc_deltas_number_blocks(fine);
	hc_deltas_set_blocks(
		fine, (const guint64 *) (void *) deltas->addresses->data);
	hc_deltas_make_groups(fine);
	*origin = (const guint32 *) (void *) fine->origin->data;

	if (hc_deltas_are_stopped(fine))
		g_clear_pointer(&fine, hc_deltas_free);
	return fine;
}
