/* Functions that have code of their own, with all of that code: compilers may
 * put elsewhere what seldom runs. */
#include "debuginfo-inside.h"

#include <string.h>

static void code_free(gpointer data)
{
	struct hc_code *code = data;
	g_array_unref(code->ranges);
	g_free(code);
}

guint64 hc_di_function_entry(const struct hc_di_function *function)
{
	Dwarf_Die die = function->die;
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;
	while ((at = dwarf_ranges(&die, at, &base, &low, &high)) > 0)
		if (low > 0 && low < high)
			return low;
	return function->low;
}

/* What relative names of source files begin in. */
static const char *folder_of(struct hc_debuginfo *info, struct hc_di_unit *unit)
{
	Dwarf_Attribute attr;
	const char *folder = dwarf_attr(&unit->skeleton, DW_AT_comp_dir, &attr)
				     ? dwarf_formstring(&attr)
				     : NULL;
	return folder ? g_string_chunk_insert_const(info->strings, folder)
		      : NULL;
}

static struct hc_code *make_code(struct hc_debuginfo *info,
	struct hc_di_module *module, struct hc_di_unit *unit,
	const struct hc_di_function *f)
{
	struct hc_code *code = g_new0(struct hc_code, 1);
	Dwarf_Die die = f->die;
	Dwarf_Addr base, low, high;

	ptrdiff_t at = 0;
	code->ranges = g_array_new(FALSE, FALSE, sizeof(struct hc_range));
	while ((at = dwarf_ranges(&die, at, &base, &low, &high)) > 0) {
		struct hc_range range = {
			low + module->bias, high + module->bias};
		if (low > 0 && low < high)
			g_array_append_val(code->ranges, range);
	}

	/* The part where it is entered comes first. */
	code->entry = f->low + module->bias;
	if (code->ranges->len > 0)
		code->entry =
			g_array_index(code->ranges, struct hc_range, 0).low;
	code->name = hc_di_qualified_name(info, &die);
	code->file =
		hc_di_line_at(unit, code->entry - module->bias, &code->line);
	code->folder = folder_of(info, unit);
	code->module = module->path;
	code->cplusplus = unit->cplusplus;

	return code;
}

static void add_unit_functions(struct hc_debuginfo *info,
	struct hc_di_unit *unit, GHashTable *seen, GPtrArray *all)
{
	hc_di_scan_unit(info, unit);
	for (guint i = 0; i < unit->functions->len && !hc_di_is_stopped(info);
		i++) {
		const struct hc_di_function *f = &g_array_index(
			unit->functions, struct hc_di_function, i);
		struct hc_code *code = make_code(info, unit->module, unit, f);
		/* Another part of one that we have, or code that the linker
		 * folded. */
		if (g_hash_table_contains(seen, &code->entry)) {
			code_free(code);
			continue;
		}
		g_hash_table_add(seen, &code->entry);
		g_ptr_array_add(all, code);
	}
}

static int compare_code(gconstpointer a, gconstpointer b)
{
	const struct hc_code *x = *(struct hc_code *const *) a;
	const struct hc_code *y = *(struct hc_code *const *) b;
	return (x->entry > y->entry) - (x->entry < y->entry);
}

/* Nobody debugs the system's libraries, and stopping inside the C library at the
 * wrong moment does harm, wherever it is. */
gboolean hc_debuginfo_is_system(const char *path)
{
	static const char *const folders[] = {"/lib/", "/lib32/", "/lib64/",
		"/usr/lib/", "/usr/lib32/", "/usr/lib64/", "[vdso"};
	static const char *const names[] = {"libc.so", "libc-", "ld-linux",
		"ld-", "libpthread", "libm.so", "libdl"};
	g_autofree char *file = g_path_get_basename(path);

	for (guint i = 0; i < G_N_ELEMENTS(folders); i++)
		if (g_str_has_prefix(path, folders[i]))
			return TRUE;
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_str_has_prefix(file, names[i]))
			return TRUE;
	return FALSE;
}

/* Debug information that somebody put elsewhere was made for others, who
 * installed the library; who builds one has it in the file. */
static gboolean has_own_dwarf(
	struct hc_debuginfo *info, struct hc_di_module *module)
{
	const char *separate = NULL;
	if (!hc_di_module_dwarf(info, module))
		return FALSE;
	dwfl_module_info(
		module->dwfl, NULL, NULL, NULL, NULL, NULL, NULL, &separate);
	return !separate;
}

/* Whether its functions are the program's: its own, or those of a library that
 * was built with it. */
static gboolean is_ours(struct hc_debuginfo *info, struct hc_di_module *module,
	gboolean libraries)
{
	if (module->is_main)
		return hc_di_module_dwarf(info, module) != NULL;
	return libraries && !hc_debuginfo_is_system(module->path) &&
	       has_own_dwarf(info, module);
}

GPtrArray *hc_debuginfo_functions(struct hc_debuginfo *info, gboolean libraries)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(code_free);
	g_autoptr(GHashTable) seen =
		g_hash_table_new(g_int64_hash, g_int64_equal);

	for (guint i = 0; i < info->modules->len; i++) {
		struct hc_di_module *module =
			g_ptr_array_index(info->modules, i);
		if (!is_ours(info, module, libraries))
			continue;
		guint first = all->len;
		for (guint j = 0; j < module->units->len; j++)
			add_unit_functions(info,
				g_ptr_array_index(module->units, j), seen, all);
		qsort(all->pdata + first, all->len - first, sizeof(gpointer),
			compare_code);
	}

	return all;
}

struct hc_code *hc_debuginfo_code_at(struct hc_debuginfo *info, guint64 address)
{
	struct hc_di_unit *unit;
	const struct hc_di_function *f =
		hc_di_function_at(info, address, &unit);
	return f ? make_code(info, unit->module, unit, f) : NULL;
}

void hc_di_code_free(struct hc_code *code)
{
	code_free(code);
}
