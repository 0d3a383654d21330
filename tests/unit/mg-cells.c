#include "mg-cells.h"

/* A cell is an object of one of the world's types, and leads to others of its
 * own type. */
enum { NONE = -1, MOST_POINTERS = 2, VARIABLES = 8 };
enum kind { NODE, LINK, TREE, ITEM, ENTRY, N_KINDS };

struct cell {
	enum kind kind;
	gint32 value, other; /* an item's tag, or which name an entry has */
	gint to[MOST_POINTERS];
};

struct cells {
	GArray *list; /* struct cell */
	struct {
		gboolean exists;
		enum kind kind;
		gint to;
		gint32 value; /* of a number that stands beside it */
	} variables[VARIABLES];
};

static struct cell *cell_at(const struct cells *plan, gint i)
{
	return &g_array_index(plan->list, struct cell, i);
}

static guint pointers_of(enum kind kind)
{
	return kind == LINK || kind == TREE ? 2 : 1;
}

static gint below(GRand *rand, gint n)
{
	return g_rand_int_range(rand, 0, n);
}

/* ---- Plans ---- */

static gint add_cell(struct cells *plan, enum kind kind, GRand *rand)
{
	struct cell cell = {
		.kind = kind,
		.value = below(rand, 12), /* some are the same */
		.other = below(rand, 4),
		.to = {NONE, NONE},
	};
	g_array_append_val(plan->list, cell);
	return (gint) plan->list->len - 1;
}

/* Any cell of a kind, or none. */
static gint any_cell(const struct cells *plan, enum kind kind, GRand *rand)
{
	for (guint i = 0; i < 8 && plan->list->len; i++) {
		gint cell = below(rand, (gint) plan->list->len);
		if (cell_at(plan, cell)->kind == kind)
			return cell;
	}
	return NONE;
}

/* A list, a tree, or anything at all; its first cell. */
static gint add_group(struct cells *plan, enum kind kind, GRand *rand)
{
	gint n = below(rand, 12), first = (gint) plan->list->len;
	guint shape = (guint) below(rand, 3);
	for (gint i = 0; i < n; i++)
		add_cell(plan, kind, rand);
	for (gint i = first; i < first + n; i++) {
		struct cell *cell = cell_at(plan, i);
		gint k = i - first;
		if (shape == 0 || pointers_of(kind) == 1)
			cell->to[0] = k + 1 < n ? i + 1 : NONE;
		if (shape == 0 && kind == LINK)
			cell->to[1] = k ? i - 1 : NONE;
		if (shape == 1 && kind == TREE)
			for (gint side = 0; side < 2; side++) {
				gint child = 2 * k + 1 + side;
				cell->to[side] =
					child < n ? first + child : NONE;
			}
		if (shape == 2)
			for (guint j = 0; j < pointers_of(kind); j++)
				cell->to[j] = any_cell(plan, kind, rand);
	}
	return n ? first : NONE;
}

struct cells *cells_new(GRand *rand)
{
	struct cells *plan = g_new0(struct cells, 1);
	gint n = 1 + below(rand, VARIABLES);
	plan->list = g_array_new(FALSE, FALSE, sizeof(struct cell));
	for (gint i = 0; i < VARIABLES; i++)
		plan->variables[i].to = NONE;
	for (gint i = 0; i < n; i++) {
		enum kind kind = (enum kind) below(rand, N_KINDS);
		plan->variables[i].exists = TRUE;
		plan->variables[i].kind = kind;
		plan->variables[i].value = below(rand, 5);
		plan->variables[i].to = below(rand, 4)
						? add_group(plan, kind, rand)
						: any_cell(plan, kind, rand);
	}
	return plan;
}

void cells_free(struct cells *plan)
{
	g_array_unref(plan->list);
	g_free(plan);
}

/* ---- Changes ---- */

/* Any pointer, and what kind it leads to. */
static gint *any_pointer(struct cells *plan, enum kind *kind, GRand *rand)
{
	gint i = below(rand, (gint) plan->list->len + VARIABLES);
	if (i < VARIABLES) {
		*kind = plan->variables[i].kind;
		return &plan->variables[i].to;
	}
	struct cell *cell = cell_at(plan, i - VARIABLES);
	*kind = cell->kind;
	return &cell->to[below(rand, (gint) pointers_of(cell->kind))];
}

static void edit(struct cells *plan, GRand *rand)
{
	enum kind kind;
	gint *pointer = any_pointer(plan, &kind, rand);
	gint variable = below(rand, VARIABLES);
	gint target = *pointer;
	switch (below(rand, 6)) {
	case 0: /* a value */
		if (target != NONE)
			cell_at(plan, target)->value = below(rand, 12);
		break;
	case 1: /* a tag, or a name */
		if (target != NONE)
			cell_at(plan, target)->other = below(rand, 4);
		break;
	case 2: /* a pointer to anything */
		*pointer = any_cell(plan, kind, rand);
		break;
	case 3: /* one cell less */
		if (target != NONE)
			*pointer = cell_at(plan, target)->to[0];
		break;
	case 4: { /* one more; the list may move */
		gint cell = add_cell(plan, kind, rand);
		cell_at(plan, cell)->to[0] = target;
		if (target == NONE || !below(rand, 2))
			plan->variables[variable].kind = kind;
		if (plan->variables[variable].kind == kind)
			plan->variables[variable].to = cell;
		break;
	}
	default: /* a variable more or less */
		plan->variables[variable].exists ^= 1;
	}
}

void cells_edit(struct cells *plan, guint times, GRand *rand)
{
	for (guint i = 0; i < times; i++)
		edit(plan, rand);
}

/* ---- States ---- */

static const struct mg_type *type_of(const struct world *w, enum kind kind)
{
	const struct mg_type *types[] = {
		w->node, w->link, w->tree, w->item, w->entry};
	return types[kind];
}

static void fill_cell(
	const struct cells *plan, gint i, const guint64 *at, struct world *w)
{
	static const char *const names[] = {"alpha", "beta", "gamma", ""};
	const struct cell *cell = cell_at(plan, i);
	guint64 first = cell->kind == ENTRY ? 16 : 8;
	if (cell->kind == ENTRY) {
		mg_fake_put(
			w->fake, at[i], world_string(w, names[cell->other]), 8);
		mg_fake_put(w->fake, at[i] + 8, (guint64) cell->value, 4);
	} else if (cell->kind == ITEM) {
		mg_fake_put(w->fake, at[i], (guint64) cell->other, 4);
		mg_fake_put(w->fake, at[i] + 4, (guint64) cell->value, 4);
	} else {
		mg_fake_put(w->fake, at[i], (guint64) cell->value, 4);
	}
	for (guint k = 0; k < pointers_of(cell->kind); k++)
		if (cell->to[k] != NONE)
			mg_fake_put(w->fake, at[i] + first + 8 * k,
				at[cell->to[k]], 8);
}

static void add_variables(
	const struct cells *plan, const guint64 *at, struct world *w)
{
	static const char *const pointers[VARIABLES] = {
		"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"};
	static const char *const numbers[VARIABLES] = {
		"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"};
	for (guint i = 0; i < VARIABLES; i++) {
		gint to = plan->variables[i].to;
		if (!plan->variables[i].exists)
			continue;
		world_pointer(w, pointers[i],
			type_of(w, plan->variables[i].kind),
			to == NONE ? 0 : at[to]);
		world_variable(w, numbers[i], w->integer,
			(guint64) plan->variables[i].value);
	}
}

struct world *cells_build(const struct cells *plan, guint number, GRand *rand)
{
	struct world *w = world_new(number);
	gint n = (gint) plan->list->len;
	g_autofree guint64 *at = g_new0(guint64, n + 1);
	g_autofree gint *order = g_new(gint, n + 1);
	for (gint i = 0; i < n; i++)
		order[i] = i;
	for (gint i = n; i > 1; i--) {
		gint k = below(rand, i), swap = order[k];
		order[k] = order[i - 1];
		order[i - 1] = swap;
	}
	for (gint i = 0; i < n; i++)
		at[order[i]] = world_block(
			w, type_of(w, cell_at(plan, order[i])->kind)->size);
	for (gint i = 0; i < n; i++)
		fill_cell(plan, i, at, w);
	add_variables(plan, at, w);
	return w;
}
