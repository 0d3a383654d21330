/* The ELF files that are mapped into the process. */
#include "debuginfo-inside.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The program itself is taken from the process: its file may have been
 * replaced or deleted since it started. */
static int find_elf(Dwfl_Module *mod, void **userdata, const char *name,
	Dwarf_Addr base, char **file, Elf **elf)
{
	const struct hc_di_module *module = *userdata;
	if (!module || !module->is_main)
		return dwfl_linux_proc_find_elf(
			mod, userdata, name, base, file, elf);
	g_autofree char *link =
		g_strdup_printf("/proc/%d/exe", (int) module->pid);
	int fd = open(link, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		*file = strdup(name);
	return fd;
}

void hc_di_module_free(struct hc_di_module *module)
{
	if (module->units)
		g_ptr_array_unref(module->units);
	if (module->ranges)
		g_array_unref(module->ranges);
	if (module->statements)
		g_array_unref(module->statements);
	if (module->named)
		g_array_unref(module->named);
	if (module->functions)
		g_array_unref(module->functions);
	if (module->by_name)
		g_hash_table_unref(module->by_name);
	if (module->vtables)
		g_array_unref(module->vtables);
	if (module->imports)
		g_hash_table_unref(module->imports);
	hc_di_tls_free(module->tls);
	g_free(module->path);
	g_free(module);
}

static int add_module(Dwfl_Module *mod, void **userdata, const char *name,
	Dwarf_Addr start, void *data)
{
	struct hc_debuginfo *info = data;
	struct hc_di_module *module = g_new0(struct hc_di_module, 1);

	module->dwfl = mod;
	module->path = g_strdup(name);
	module->pid = info->source.pid;
	module->debug_path = info->debug_path;
	module->is_main = strcmp(name, info->exe) == 0;

	Dwarf_Addr first = start, end = start;
	dwfl_module_info(mod, NULL, &first, &end, NULL, NULL, NULL, NULL);
	module->start = first;
	module->end = end;
	*userdata = module;
	g_ptr_array_add(info->modules, module);

	return DWARF_CB_OK;
}

/* The program first, then by name, since addresses differ between runs. */
static int compare_modules(gconstpointer a, gconstpointer b)
{
	const struct hc_di_module *x = *(struct hc_di_module *const *) a;
	const struct hc_di_module *y = *(struct hc_di_module *const *) b;
	if (x->is_main != y->is_main)
		return x->is_main ? -1 : 1;
	int order = strcmp(x->path, y->path);
	return order ? order : (x->start > y->start) - (x->start < y->start);
}

static gboolean report_modules(struct hc_debuginfo *info, GError **error)
{
	info->callbacks = (Dwfl_Callbacks){
		.find_elf = find_elf,
		.find_debuginfo = hc_di_find_separate,
		.debuginfo_path = &info->debug_path,
	};
	info->dwfl = dwfl_begin(&info->callbacks);

	int failed = -1;
	if (info->dwfl) {
		dwfl_report_begin(info->dwfl);
		failed = dwfl_linux_proc_report(info->dwfl, info->source.pid);
		dwfl_report_end(info->dwfl, NULL, NULL);
	}

	if (!failed)
		return TRUE;

	g_set_error(error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_SYSTEM,
		"cannot read the memory map of process %d: %s",
		(int) info->source.pid,
		failed > 0 ? g_strerror(failed) : dwfl_errmsg(-1));
	return FALSE;
}

gboolean hc_di_modules_load(struct hc_debuginfo *info, GError **error)
{
	if (!report_modules(info, error))
		return FALSE;

	dwfl_getmodules(info->dwfl, add_module, info, 0);
	g_ptr_array_sort(info->modules, compare_modules);
	struct hc_di_module *first =
		info->modules->len > 0 ? g_ptr_array_index(info->modules, 0)
				       : NULL;
	gboolean there = first && first->is_main;
	if (there && info->source.any)
		return TRUE;
	if (!there || !hc_di_module_dwarf(info, first)) {
		g_set_error(error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_NONE,
			"'%s' has no debug information", info->exe);
		return FALSE;
	}
	if (first->units->len > 0)
		return TRUE;

	g_set_error(error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_DAMAGED,
		"the debug information of '%s' is damaged", info->exe);
	return FALSE;
}

struct hc_di_module *hc_di_module_at(struct hc_debuginfo *info, guint64 address)
{
	Dwfl_Module *mod = dwfl_addrmodule(info->dwfl, address);
	void **userdata = NULL;
	if (!mod)
		return NULL;
	dwfl_module_info(mod, &userdata, NULL, NULL, NULL, NULL, NULL, NULL);
	return *userdata;
}

Dwarf *hc_di_module_dwarf(
	struct hc_debuginfo *info, struct hc_di_module *module)
{
	if (module->dwarf_tried)
		return module->dwarf;
	module->dwarf_tried = TRUE;
	module->dwarf = dwfl_module_getdwarf(module->dwfl, &module->bias);
	module->units = g_ptr_array_new();
	if (module->dwarf)
		hc_di_units_load(info, module);
	return module->dwarf;
}
