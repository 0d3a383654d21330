#include "snapshot-inside.h"

#include <string.h>

/* How many frames of an endless recursion are read. */
enum { MOST_FRAMES = 1000 };

void hc_snapshot_add_root(
	struct hc_snapshot *snapshot, const struct mg_root *root)
{
	struct mg_root copy = *root;
	copy.name = g_string_chunk_insert(snapshot->names, root->name);
	if (root->key)
		copy.key = g_string_chunk_insert(snapshot->names, root->key);
	if (root->value)
		g_ptr_array_add(snapshot->values, g_bytes_ref(root->value));
	g_array_append_val(snapshot->roots, copy);
}

static gboolean read_for_debuginfo(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	return hc_memory_read(data, address, bytes, n);
}

static guint64 find_libc_symbol(const char *name, gpointer data)
{
	return hc_debuginfo_symbol(data, NULL, name, NULL);
}

static gboolean unwind_stack(struct hc_snapshot *snapshot,
	const struct hc_target_registers *registers, GError **error)
{
	struct hc_registers first = {
		.known = (1u << HC_N_REGISTERS) - 1,
		.fs_base = registers->fs_base,
	};

	memcpy(first.values, registers->values, sizeof first.values);
	snapshot->stack_pointer = registers->values[HC_RSP];
	snapshot->calls = hc_debuginfo_unwind(snapshot->info, &first,
		MOST_FRAMES, &snapshot->facts.more_frames, error);
	if (snapshot->calls)
		snapshot->facts.frames = snapshot->calls->len;

	return snapshot->calls != NULL;
}

/* Half of the memory is for the graph, and half for what was read, but not more
 * than that takes by itself, nor so little that all is read over and over. */
static guint64 cache_of(const struct hc_snapshot_options *options)
{
	static const guint64 least = 16 << 20;
	static const guint64 most = G_GUINT64_CONSTANT(2) << 30;
	return options->memory ? CLAMP(options->memory / 2, least, most) : 0;
}

static gboolean read_state(struct hc_snapshot *snapshot,
	struct hc_target *target, const struct hc_snapshot_options *options,
	GError **error)
{
	struct hc_memory_options memory = {
		.way = options->way,
		.ask = hc_target_read,
		.data = target,
		.stop = snapshot->stop,
		.limit = cache_of(options),
	};
	struct hc_target_registers registers;
	if (!hc_target_registers(target, &registers, error))
		return FALSE;

	snapshot->pid = hc_target_task(target);
	snapshot->memory = hc_memory_new_with(snapshot->pid, &memory, error);
	if (!snapshot->memory)
		return FALSE;

	struct hc_debuginfo_source source = {
		.pid = snapshot->pid,
		.read = read_for_debuginfo,
		.data = snapshot->memory,
		.debug_dir = options->debug_dir,
		.stop = snapshot->stop,
	};
	snapshot->info = hc_debuginfo_new(&source, error);
	if (!snapshot->info || !unwind_stack(snapshot, &registers, error))
		return FALSE;

	snapshot->heap =
		hc_heap_new(snapshot->memory, find_libc_symbol, snapshot->info);
	if (hc_stop_flag_is_set(snapshot->stop))
		return hc_stopped_fail(error);
	gsize n_blocks;
	snapshot->blocks = hc_heap_blocks(snapshot->heap, &n_blocks);
	snapshot->facts.heap_found = hc_heap_found(snapshot->heap);
	snapshot->facts.heap_damaged = hc_heap_damaged(snapshot->heap);
	snapshot->dynamic = hc_debuginfo_symbol(snapshot->info, "ld-linux",
				    "_r_debug", NULL) != 0;
	hc_snapshot_init_reader(snapshot);
	hc_snapshot_fill_stack(snapshot);
	hc_snapshot_find_starts(snapshot);
	hc_snapshot_add_frames(snapshot);
	hc_snapshot_add_globals(snapshot, registers.fs_base);
	hc_snapshot_add_process(snapshot);
	hc_snapshot_settle_keys(snapshot);
	snapshot->graph = mg_graph_new(&snapshot->reader,
		(const struct mg_root *) (void *) snapshot->roots->data,
		snapshot->roots->len);
	snapshot->facts.bytes_read = hc_memory_bytes_read(snapshot->memory);

	/* There may be roots and strays missing as well as a graph. */
	return !hc_stop_flag_is_set(snapshot->stop) || hc_stopped_fail(error);
}

struct hc_snapshot *hc_snapshot_new(struct hc_target *target,
	const struct hc_snapshot_options *options, GError **error)
{
	g_autoptr(hc_snapshot) snapshot = g_new0(struct hc_snapshot, 1);
	snapshot->stop = hc_target_launch(target)->stop;
	snapshot->room = options->memory / 2;
	snapshot->freed = options->freed;
	snapshot->variables = g_ptr_array_new_with_free_func(
		(GDestroyNotify) g_ptr_array_unref);
	snapshot->roots = g_array_new(FALSE, FALSE, sizeof(struct mg_root));
	snapshot->names = g_string_chunk_new(4096);
	snapshot->values =
		g_ptr_array_new_with_free_func((GDestroyNotify) g_bytes_unref);
	snapshot->areas = g_array_new(FALSE, FALSE, sizeof(struct hc_area));
	snapshot->modules = g_array_new(FALSE, FALSE, sizeof(struct mg_module));
	snapshot->mapped = g_array_new(FALSE, FALSE, sizeof(struct mg_mapped));
	snapshot->stack =
		g_array_new(FALSE, FALSE, sizeof(struct hc_stack_frame));

	return read_state(snapshot, target, options, error)
		       ? g_steal_pointer(&snapshot)
		       : NULL;
}

void hc_snapshot_free(struct hc_snapshot *snapshot)
{
	g_clear_pointer(&snapshot->graph, mg_graph_free);
	g_ptr_array_unref(snapshot->variables);
	g_clear_pointer(&snapshot->calls, g_ptr_array_unref);
	g_clear_pointer(&snapshot->heap, hc_heap_free);
	g_clear_pointer(&snapshot->info, hc_debuginfo_free);
	g_clear_pointer(&snapshot->memory, hc_memory_free);
	g_array_unref(snapshot->roots);
	g_array_unref(snapshot->areas);
	g_array_unref(snapshot->modules);
	g_array_unref(snapshot->mapped);
	g_array_unref(snapshot->stack);
	g_string_chunk_free(snapshot->names);
	g_clear_pointer(&snapshot->overloaded, g_hash_table_unref);
	g_ptr_array_unref(snapshot->values);
	g_free(snapshot);
}

const struct mg_graph *hc_snapshot_graph(const struct hc_snapshot *snapshot)
{
	return snapshot->graph;
}

struct hc_debuginfo *hc_snapshot_debuginfo(const struct hc_snapshot *snapshot)
{
	return snapshot->info;
}

const struct hc_snapshot_facts *hc_snapshot_facts(
	const struct hc_snapshot *snapshot)
{
	return &snapshot->facts;
}
