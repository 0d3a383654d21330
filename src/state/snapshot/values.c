/* Locals that have no value yet: nothing that may have run in their function
 * has written them, so that they hold what the stack held before. That is no
 * state, and not the same in two runs of one invocation.
 *
 * It matters all the same if it may be read before it is written: then it is
 * what makes the difference, in a program that forgot to set it. */
#include "liveness.h"
#include "snapshot-inside.h"

#include <string.h>

enum {
	MOST_CODE = 1 << 18, /* bytes of a function that is looked through */
	STUB = 16, /* bytes of code that only jumps through a slot */
};

struct hc_values {
	struct hc_snapshot *snapshot;
	GHashTable *functions; /* entry → struct function * */
	GHashTable *places; /* pc → struct place * */
};

/* A function's code, analysed. */
struct function {
	enum hc_frame_kind kind;
	struct hc_liveness *stores; /* NULL: in doubt everything has a value */
};

/* A place in one. Deep recursion asks the same about it over and over. */
struct place {
	struct hc_before *before; /* NULL: nothing is known */
	GHashTable *matters; /* from the CFA → whether it may be read, + 1 */
};

static void function_free(gpointer data)
{
	struct function *function = data;
	g_clear_pointer(&function->stores, hc_liveness_free);
	g_free(function);
}

static void place_free(gpointer data)
{
	struct place *place = data;
	g_clear_pointer(&place->before, hc_liveness_before_free);
	g_hash_table_unref(place->matters);
	g_free(place);
}

struct hc_values *hc_snapshot_values_new(struct hc_snapshot *snapshot)
{
	struct hc_values *values = g_new0(struct hc_values, 1);
	values->snapshot = snapshot;
	values->functions = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, function_free);
	values->places = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, place_free);
	return values;
}

void hc_snapshot_values_free(struct hc_values *values)
{
	g_hash_table_unref(values->functions);
	g_hash_table_unref(values->places);
	g_free(values);
}

/* ---- What the code's reader asks for ---- */

static gboolean find_frame(
	guint64 pc, guint *reg, gint64 *offset, gpointer data)
{
	const struct hc_values *values = data;
	/* The return address is right below the CFA. */
	if (!hc_debuginfo_return_at(values->snapshot->info, pc, reg, offset))
		return FALSE;
	*offset += 8;
	return TRUE;
}

/* The names that GCC knows, without leading underscores. */
static gboolean returns_twice(const char *name)
{
	static const char *const names[] = {"setjmp", "sigsetjmp", "savectx",
		"vfork", "getcontext", "swapcontext"};
	name += strspn(name, "_");
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(name, names[i]) == 0)
			return TRUE;
	return FALSE;
}

/* The slot that one of the linker's stubs jumps through: perhaps endbr64 and
 * bnd, then jmp *slot(%rip). 0 if it is something else. */
static guint64 slot_of_stub(struct hc_snapshot *snapshot, guint64 stub)
{
	static const guint8 endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
	guint8 bytes[STUB];
	gsize at = 0;
	gint32 distance;
	if (!hc_memory_read(snapshot->memory, stub, bytes, sizeof bytes))
		return 0;

	if (memcmp(bytes, endbr, sizeof endbr) == 0)
		at += sizeof endbr;
	if (bytes[at] == 0xf2)
		at++;
	if (bytes[at] != 0xff || bytes[at + 1] != 0x25)
		return 0;

	memcpy(&distance, bytes + at + 2, sizeof distance);
	return stub + at + 2 + sizeof distance + (guint64) (gint64) distance;
}

static gboolean may_return_twice(guint64 target, guint64 slot, gpointer data)
{
	const struct hc_values *values = data;
	struct hc_debuginfo *info = values->snapshot->info;
	guint64 offset = 0;
	const char *name = NULL;

	if (target) {
		name = hc_debuginfo_function_at(info, target, &offset);
		if (name)
			return returns_twice(name);
		slot = slot_of_stub(values->snapshot, target);
	}

	name = slot ? hc_debuginfo_import(info, slot) : NULL;
	return !name || returns_twice(name);
}

/* ---- Functions and places in them ---- */

static struct hc_liveness *look_through(
	struct hc_values *values, const struct hc_code *code)
{
	struct hc_liveness *stores = NULL;
	struct hc_stores_piece *pieces =
		g_new0(struct hc_stores_piece, code->ranges->len);
	gboolean known = code->ranges->len > 0;

	for (guint i = 0; known && i < code->ranges->len; i++) {
		const struct hc_range *range =
			&g_array_index(code->ranges, struct hc_range, i);
		gsize n = range->high - range->low;
		guint8 *bytes = n <= MOST_CODE ? g_malloc(n) : NULL;
		pieces[i] = (struct hc_stores_piece){range->low, bytes, n};
		known = bytes && hc_memory_read(values->snapshot->memory,
					 range->low, bytes, n);
	}

	struct hc_stores_code all = {
		.pieces = pieces,
		.n_pieces = code->ranges->len,
		.entry = code->entry,
		.pads = code->cplusplus,
		.frame = find_frame,
		.twice = may_return_twice,
		.data = values,
	};
	if (known)
		stores = hc_liveness_new(&all);
	for (guint i = 0; i < code->ranges->len; i++)
		g_free((gpointer) pieces[i].bytes);
	g_free(pieces);

	return stores;
}

static const struct function *function_of(
	struct hc_values *values, const struct hc_call *call, guint64 pc)
{
	struct function *function =
		g_hash_table_lookup(values->functions, &call->low);
	if (function)
		return function;

	function = g_new0(struct function, 1);
	function->kind = hc_debuginfo_frame_kind(values->snapshot->info, pc);
	g_autoptr(hc_code) code =
		function->kind == HC_FRAME_SHARED
			? NULL
			: hc_debuginfo_code_at(values->snapshot->info, pc);
	if (code)
		function->stores = look_through(values, code);
	g_hash_table_insert(values->functions,
		g_memdup2(&call->low, sizeof call->low), function);

	return function;
}

static struct place *place_of(struct hc_values *values,
	const struct function *function, const struct hc_call *call)
{
	guint64 pc = call->registers.values[HC_PC];
	/* One frame may have stopped where another one will return to. */
	guint64 key = pc << 1 | (call->exact_pc ? 0 : 1);
	struct place *place = g_hash_table_lookup(values->places, &key);
	if (place)
		return place;

	place = g_new0(struct place, 1);
	place->matters = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	if (function->stores)
		place->before = hc_liveness_before(
			function->stores, pc, !call->exact_pc);
	g_hash_table_insert(values->places, g_memdup2(&key, sizeof key), place);

	return place;
}

/* Whether what is there may be read before it is written. */
static gboolean may_matter(const struct function *function, struct place *place,
	const struct hc_call *call, gint64 from, gint64 to)
{
	guint known =
		GPOINTER_TO_UINT(g_hash_table_lookup(place->matters, &from));
	if (!known) {
		known = 1 + hc_liveness_may_read(function->stores,
				    call->registers.values[HC_PC],
				    !call->exact_pc, from, to);
		g_hash_table_insert(place->matters,
			g_memdup2(&from, sizeof from), GUINT_TO_POINTER(known));
	}
	return known > 1;
}

gboolean hc_snapshot_values_has_none(struct hc_values *values,
	const struct hc_call *call, const struct hc_variable *variable)
{
	guint64 pc = call->registers.values[HC_PC] - (call->exact_pc ? 0 : 1);
	if (!variable->fixed || !variable->type || variable->type->size == 0 ||
		variable->type->size > G_MAXINT32 || call->cfa == 0 ||
		call->low == 0)
		return FALSE;

	const struct function *function = function_of(values, call, pc);
	struct place *place = place_of(values, function, call);
	const struct hc_before *before = place->before;
	if (!before || (function->kind != HC_FRAME_PLAIN &&
			       hc_liveness_before_is_loose(before)))
		return FALSE;
	if (variable->where == HC_WHERE_REGISTER)
		return function->kind == HC_FRAME_PLAIN &&
		       !hc_liveness_before_writes(before, variable->reg);

	gint64 from = (gint64) (variable->address - call->cfa);
	gint64 to = from + (gint64) variable->type->size;
	return variable->where == HC_WHERE_MEMORY &&
	       !hc_liveness_before_touches(before, from, to) &&
	       !may_matter(function, place, call, from, to);
}

gboolean hc_snapshot_values_is_passed(struct hc_values *values,
	const struct hc_call *call, const struct hc_variable *variable)
{
	guint64 pc = call->registers.values[HC_PC];
	if (call->exact_pc || !variable->fixed || !variable->type ||
		variable->type->size == 0 ||
		variable->type->size > G_MAXINT32 || call->cfa == 0 ||
		call->low == 0 || variable->where != HC_WHERE_MEMORY)
		return FALSE;

	const struct function *function = function_of(values, call, pc - 1);
	gint64 from = (gint64) (variable->address - call->cfa);
	return function->kind == HC_FRAME_PLAIN && function->stores &&
	       hc_liveness_only_passed(function->stores, pc, from,
		       from + (gint64) variable->type->size);
}
