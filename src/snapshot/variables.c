/* Variables as roots: globals, and those of the frames. */
#include "inside.h"

#include <string.h>

char *hc_name_by_address(const struct mg_type *type, guint64 address)
{
	if (!type)
		return g_strdup_printf(
			"*(char *) 0x%" G_GINT64_MODIFIER "x", address);
	/* To the type's own name, a pointer to it is a type of its own. */
	struct mg_type pointer = {.kind = MG_POINTER, .target = type};
	g_autofree char *name = mg_type_name(&pointer);
	return g_strdup_printf(
		"*(%s) 0x%" G_GINT64_MODIFIER "x", name, address);
}

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
	const char *name, enum mg_root_class class)
{
	g_autoptr(GBytes) value = NULL;
	struct mg_root root = {
		.name = name,
		.class = class,
		.level = call ? call->level : 0,
		.type = variable->type,
		.address = variable->address,
	};
	switch (variable->where) {
	case HC_WHERE_MEMORY:
		break;
	case HC_WHERE_REGISTER:
		root.address = variable->saved_at;
		if (!variable->saved_at)
			value = register_bytes(variable, call);
		if (!variable->saved_at && !value) {
			snapshot->facts.optimised_out++;
			return;
		}
		break;
	case HC_WHERE_VALUE:
		value = g_bytes_ref(variable->value);
		break;
	case HC_WHERE_OPTIMISED_OUT:
		snapshot->facts.optimised_out++;
		return;
	}
	root.value = value;
	hc_snapshot_add_root(snapshot, &root);
}

/* ---- Globals ---- */

/* A static of a function is found by the function's name unless it is in a
 * block inside, one of a file by the file's where others have the same name.
 * GDB can't find thread-local variables in a static program, and reads the name
 * of a namespace without one only in quotes. */
static char *name_global(const struct hc_snapshot *snapshot,
	const struct hc_variable *variable, gboolean ambiguous)
{
	if (variable->thread_local && !snapshot->dynamic)
		return hc_name_by_address(variable->type, variable->address);
	/* In C++ the function's name would need its parameters, too. */
	if (variable->function &&
		(variable->depth > 0 || strstr(variable->function, "::")))
		return hc_name_by_address(variable->type, variable->address);
	if (variable->function)
		return g_strdup_printf(
			"%s::%s", variable->function, variable->name);
	if (strstr(variable->name, "(anonymous namespace)"))
		return g_strdup_printf("'%s'", variable->name);
	if (!ambiguous || variable->external || !variable->unit)
		return g_strdup(variable->name);
	g_autofree char *file = g_path_get_basename(variable->unit);
	return g_strdup_printf("'%s'::%s", file, variable->name);
}

/* How many variables have each name; function statics stand apart. */
static GHashTable *count_names(const GPtrArray *globals)
{
	GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < globals->len; i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(globals, i);
		if (variable->function || !variable->name)
			continue;
		guint n = GPOINTER_TO_UINT(
			g_hash_table_lookup(counts, variable->name));
		g_hash_table_insert(counts, (gpointer) variable->name,
			GUINT_TO_POINTER(n + 1));
	}
	return counts;
}

void hc_snapshot_add_globals(struct hc_snapshot *snapshot, guint64 fs_base)
{
	GPtrArray *globals = hc_debuginfo_globals(snapshot->info, fs_base);
	g_ptr_array_add(snapshot->variables, globals);
	g_autoptr(GHashTable) counts = count_names(globals);
	snapshot->facts.optimised_out +=
		hc_debuginfo_globals_optimised_out(snapshot->info);
	for (guint i = 0; i < globals->len; i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(globals, i);
		if (!variable->name)
			continue;
		guint n = GPOINTER_TO_UINT(
			g_hash_table_lookup(counts, variable->name));
		g_autofree char *name = name_global(snapshot, variable, n > 1);
		if (variable->where != HC_WHERE_OPTIMISED_OUT)
			hc_snapshot_add_variable(
				snapshot, variable, NULL, name, MG_ROOT_GLOBAL);
	}
}

/* ---- Frames ---- */

/* Whether a frame further in belongs to the same function: GDB's name for a
 * variable of the function then means that one. */
static gboolean is_hidden(
	const struct hc_snapshot *snapshot, const struct hc_call *call)
{
	for (guint i = 0; i < call->level; i++) {
		const struct hc_call *inner =
			g_ptr_array_index(snapshot->calls, i);
		if (g_strcmp0(inner->function, call->function) == 0)
			return TRUE;
	}
	return FALSE;
}

/* A variable in a register that no inner frame has touched. */
static char *name_by_register(const struct hc_variable *variable)
{
	static const char *const names[] = {"rax", "rdx", "rcx", "rbx", "rsi",
		"rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
		"r14", "r15", "rip"};
	g_autofree char *type = mg_type_name(variable->type);
	return variable->reg < G_N_ELEMENTS(names)
		       ? g_strdup_printf("(%s) $%s", type, names[variable->reg])
		       : g_strdup_printf("<%s in a register>", variable->name);
}

/* GDB finds a variable by its name in the innermost frame, and by its
 * function's in others, but only those of the function's outermost block. An
 * inlined call is a frame of its own to GDB. */
static gboolean has_name(const struct hc_snapshot *snapshot,
	const struct hc_call *call, const struct hc_variable *variable,
	guint inlined)
{
	if (variable->shadowed || !call->function)
		return FALSE;
	if (call->level == 0)
		return variable->inlined == inlined;
	return variable->depth == 0 && variable->inlined == 0 &&
	       !is_hidden(snapshot, call);
}

static char *name_local(const struct hc_snapshot *snapshot,
	const struct hc_call *call, const struct hc_variable *variable,
	guint inlined)
{
	gboolean in_register = variable->where == HC_WHERE_REGISTER;
	guint64 address = in_register ? variable->saved_at : variable->address;
	if (has_name(snapshot, call, variable, inlined))
		return call->level == 0
			       ? g_strdup(variable->name)
			       : g_strdup_printf("%s::%s", call->function,
					 variable->name);
	if (variable->where == HC_WHERE_VALUE)
		return g_strdup_printf("<%s, computed>", variable->name);
	return in_register && !address
		       ? name_by_register(variable)
		       : hc_name_by_address(variable->type, address);
}

/* What lies between the stack pointer of a frame and the first thing in it that
 * is known: alloca's memory, if the function has any. */
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

static void add_frame(struct hc_snapshot *snapshot, const struct hc_call *call)
{
	GPtrArray *locals = hc_debuginfo_locals(snapshot->info, call);
	g_ptr_array_add(snapshot->variables, locals);
	guint inlined = deepest_call(locals);
	for (guint i = 0; i < locals->len; i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(locals, i);
		if (!variable->name)
			continue;
		if (call->at_entry && !variable->parameter) {
			snapshot->facts.uninitialised++;
			continue;
		}
		g_autofree char *name =
			name_local(snapshot, call, variable, inlined);
		hc_snapshot_add_variable(snapshot, variable, call, name,
			call->level ? MG_ROOT_OUTER : MG_ROOT_LOCAL);
	}
	if (call->level > 0 || !call->at_entry)
		add_area(snapshot, call, locals);
}

static int by_start(gconstpointer a, gconstpointer b)
{
	const struct hc_area *p = a, *q = b;
	return p->start < q->start ? -1 : p->start > q->start;
}

void hc_snapshot_add_frames(struct hc_snapshot *snapshot)
{
	for (guint i = 0; i < snapshot->calls->len; i++) {
		const struct hc_call *call =
			g_ptr_array_index(snapshot->calls, i);
		if (call->has_debug)
			add_frame(snapshot, call);
	}
	g_array_sort(snapshot->areas, by_start);
}
