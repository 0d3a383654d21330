/* Variables as roots: globals, and those of the frames. */
#include "snapshot-inside.h"

#include <string.h>

/* The bytes of a variable that is in a register, NULL if that is unknown. */
static GBytes *register_bytes(
	const struct hc_variable *variable, const struct hc_call *call)
{
	gsize size = variable->type ? variable->type->size : 0;
	if (!call || variable->reg >= HC_N_REGISTERS || size == 0 ||
		size > sizeof(guint64) ||
		!(call->registers.known >> variable->reg & 1))
		return NULL;
	return g_bytes_new(&call->registers.values[variable->reg], size);
}

void hc_snapshot_add_variable(struct hc_snapshot *snapshot,
	const struct hc_variable *variable, const struct hc_call *call,
	const char *name, const char *key, enum mg_root_class class)
{
	g_autoptr(GBytes) value = NULL;
	struct mg_root root = {
		.name = name,
		.key = key,
		.class = class,
		.level = call ? call->level : 0,
		.foreign = call && hc_place_is_foreign(call->file),
		.again = call && hc_snapshot_is_again(snapshot, call),
		.type = variable->type,
		.address = variable->address,
	};

	switch (variable->where) {
	case HC_WHERE_MEMORY:
		break;
	case HC_WHERE_REGISTER:
		root.address = variable->saved_at;
		root.saved = variable->saved_at && !strstr(name, "0x");
		if (!variable->saved_at)
			value = register_bytes(variable, call);
		if (!variable->saved_at && !value) {
			snapshot->facts.optimised_out++;
			return;
		}
		if (value) {
			root.place = MG_IN_REGISTER;
			root.number = variable->reg;
		}
		break;
	case HC_WHERE_VALUE:
		value = g_bytes_ref(variable->value);
		root.place = MG_IN_NOTHING;
		break;
	case HC_WHERE_OPTIMISED_OUT:
		snapshot->facts.optimised_out++;
		return;
	}

	root.value = value;
	hc_snapshot_add_root(snapshot, &root);
}

/* Whether the user wants it to end; the snapshot will be thrown away. */
static gboolean is_stopped(const struct hc_snapshot *snapshot)
{
	return hc_stop_flag_is_set(snapshot->stop);
}

/* ---- Globals ---- */

/* Counts how often a string occurs. */
static void count_name(GHashTable *counts, const char *string)
{
	guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, string));
	g_hash_table_insert(counts, (gpointer) string, GUINT_TO_POINTER(n + 1));
}

static gboolean is_unique(GHashTable *counts, const char *string)
{
	return GPOINTER_TO_UINT(g_hash_table_lookup(counts, string)) <= 1;
}

/* What GDB calls each one; NULL if it has no name for it. */
static GPtrArray *name_globals(
	struct hc_snapshot *snapshot, const GPtrArray *globals)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) counts =
		g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) nearby =
		hc_snapshot_names_nearby(snapshot, globals);

	for (guint i = 0; i < globals->len; i++) {
		const struct hc_variable *v = g_ptr_array_index(globals, i);
		/* Statics of functions go by their function's name. */
		if (!v->function && v->name)
			count_name(counts, v->name);
	}

	for (guint i = 0; i < globals->len && !is_stopped(snapshot); i++) {
		const struct hc_variable *v = g_ptr_array_index(globals, i);
		g_ptr_array_add(names,
			v->name ? hc_snapshot_name_of_global(snapshot, v,
					  !is_unique(counts, v->name), nearby)
				: NULL);
	}

	return names;
}

void hc_snapshot_add_globals(struct hc_snapshot *snapshot, guint64 fs_base)
{
	GPtrArray *globals = hc_debuginfo_globals(snapshot->info, fs_base);
	g_ptr_array_add(snapshot->variables, globals);
	g_autoptr(GPtrArray) names = name_globals(snapshot, globals);
	g_autoptr(GHashTable) counts =
		g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < names->len; i++)
		if (names->pdata[i])
			count_name(counts, names->pdata[i]);
	snapshot->facts.optimised_out +=
		hc_debuginfo_globals_optimised_out(snapshot->info);

	for (guint i = 0; i < globals->len && !is_stopped(snapshot); i++) {
		const struct hc_variable *v = g_ptr_array_index(globals, i);
		if (!v->name || v->where == HC_WHERE_OPTIMISED_OUT)
			continue;
		const char *name = names->pdata[i];
		g_autofree char *key = NULL, *other = NULL;
		/* If GDB has one name for two, it may find either; constants
		 * are the same everywhere. */
		if (!name || (v->where == HC_WHERE_MEMORY &&
				     !is_unique(counts, name))) {
			key = hc_snapshot_key_of_global(v);
			other = hc_snapshot_name_by_address(
				v->type, v->address);
			name = other;
		}
		hc_snapshot_add_variable(
			snapshot, v, NULL, name, key, MG_ROOT_GLOBAL);
	}
}

/* ---- Frames ---- */

/* What lies between a frame's stack pointer and the first thing known in the
 * frame: alloca's memory, if the function uses any. */
static void add_area(struct hc_snapshot *snapshot, const struct hc_call *call,
	const GPtrArray *locals)
{
	guint64 low = call->registers.values[HC_RSP], high = call->cfa;
	if (!(call->registers.known >> HC_RSP & 1) || high <= low)
		return;

	for (guint i = 0; i < HC_N_REGISTERS; i++)
		if (call->saved_at[i] >= low && call->saved_at[i] < high)
			high = call->saved_at[i];
	for (guint i = 0; i < locals->len; i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(locals, i);
		if (variable->where == HC_WHERE_MEMORY &&
			variable->address >= low && variable->address < high)
			high = variable->address;
	}

	/* alloca's blocks start at multiples of 16. */
	struct hc_area area = {(low + 15) & ~G_GUINT64_CONSTANT(15), high};
	if (area.start + 16 <= area.end)
		g_array_append_val(snapshot->areas, area);
}

/* How many inlined calls the program is in, as far as variables tell. */
static guint deepest_call(const GPtrArray *locals)
{
	guint deepest = 0;
	for (guint i = 0; i < locals->len; i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(locals, i);
		deepest = MAX(deepest, variable->inlined);
	}
	return deepest;
}

/* At a function's entry no local has one, whatever the code looks like. */
static gboolean has_no_value(struct hc_values *values,
	const struct hc_call *call, const struct hc_variable *variable)
{
	return !variable->parameter &&
	       (call->at_entry ||
		       hc_snapshot_values_has_none(values, call, variable));
}

/* A local that its function has only told the call that it is in where it is: a
 * constructor, or a function that returns it or fills it in. If that call has
 * just been entered, it has not made it yet. */
static void mark_unfinished(const struct hc_snapshot *snapshot,
	struct hc_values *values, const struct hc_call *call,
	const struct hc_variable *variable, struct mg_root *root)
{
	const struct hc_call *inner = g_ptr_array_index(snapshot->calls, 0);
	if (call->level == 0 || variable->parameter ||
		!hc_snapshot_values_is_passed(values, call, variable))
		return;
	root->unsure = call->level == 1 && inner->at_entry;
	root->pending = !root->unsure;
}

static void add_frame(struct hc_snapshot *snapshot, struct hc_values *values,
	const struct hc_call *call)
{
	GPtrArray *locals = hc_debuginfo_locals(snapshot->info, call);
	g_ptr_array_add(snapshot->variables, locals);
	guint inlined = deepest_call(locals);
	for (guint i = 0; i < locals->len && !is_stopped(snapshot); i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(locals, i);
		if (!variable->name)
			continue;
		if (has_no_value(values, call, variable)) {
			snapshot->facts.uninitialised++;
			continue;
		}
		g_autofree char *key = NULL;
		g_autofree char *name = hc_snapshot_name_of_local(
			snapshot, call, variable, inlined, &key);
		guint n = snapshot->roots->len;
		hc_snapshot_add_variable(snapshot, variable, call, name, key,
			call->level ? MG_ROOT_OUTER : MG_ROOT_LOCAL);
		if (snapshot->roots->len > n)
			mark_unfinished(snapshot, values, call, variable,
				&g_array_index(
					snapshot->roots, struct mg_root, n));
	}

	if (call->level > 0 || !call->at_entry)
		add_area(snapshot, call, locals);
}

static int by_start(gconstpointer a, gconstpointer b)
{
	const struct hc_area *p = a, *q = b;
	return p->start < q->start ? -1 : p->start > q->start;
}

void hc_snapshot_sort_areas(struct hc_snapshot *snapshot)
{
	g_array_sort(snapshot->areas, by_start);
}

void hc_snapshot_add_frames(struct hc_snapshot *snapshot)
{
	g_autoptr(hc_values) values = hc_snapshot_values_new(snapshot);
	for (guint i = 0; i < snapshot->calls->len && !is_stopped(snapshot);
		i++) {
		const struct hc_call *call =
			g_ptr_array_index(snapshot->calls, i);
		if (call->has_debug)
			add_frame(snapshot, values, call);
	}
	hc_snapshot_sort_areas(snapshot);
}
