/* The linker's symbols. libdwfl would search all of them each time, and we are
 * asked about every function pointer of a program. */
#include "debuginfo-inside.h"

#include <string.h>

static guint rank_of(const GElf_Sym *sym)
{
	switch (GELF_ST_BIND(sym->st_info)) {
	case STB_GLOBAL:
		return 0;
	case STB_WEAK:
		return 1;
	default:
		return 2;
	}
}

static int compare_symbols(gconstpointer a, gconstpointer b)
{
	const struct hc_di_symbol *x = a, *y = b;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void keep_name(
	struct hc_di_module *module, const struct hc_di_symbol *symbol)
{
	struct hc_di_symbol *known =
		g_hash_table_lookup(module->by_name, symbol->name);
	if (!known)
		g_hash_table_insert(module->by_name, (gpointer) symbol->name,
			g_memdup2(symbol, sizeof *symbol));
	else if (symbol->rank < known->rank)
		*known = *symbol;
}

static gboolean is_code(int type)
{
	return type == STT_FUNC || type == STT_GNU_IFUNC;
}

/* A variable that the linker copied from a library into the program has the
 * version in its name: environ@GLIBC_2.2.5. */
static const char *without_version(const char *name)
{
	const char *at = strchr(name, '@');
	if (!at || at == name)
		return name;
	g_autofree char *plain = g_strndup(name, (gsize) (at - name));
	return g_intern_string(plain);
}

static void load_symbols(
	const struct hc_debuginfo *info, struct hc_di_module *module)
{
	module->symbols =
		g_array_new(FALSE, FALSE, sizeof(struct hc_di_symbol));
	module->by_name =
		g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	module->vtables =
		g_array_new(FALSE, FALSE, sizeof(struct hc_di_symbol));

	int n = dwfl_module_getsymtab(module->dwfl);
	for (int i = 1; i < n && !hc_di_is_stopped(info); i++) {
		GElf_Sym sym;
		GElf_Addr address;
		GElf_Word section;
		const char *name = dwfl_module_getsym_info(
			module->dwfl, i, &sym, &address, &section, NULL, NULL);
		if (!name || !*name || section == SHN_UNDEF ||
			section == SHN_ABS)
			continue;
		int type = GELF_ST_TYPE(sym.st_info);
		struct hc_di_symbol symbol = {
			address, sym.st_size, name, rank_of(&sym)};
		if (is_code(type))
			g_array_append_val(module->symbols, symbol);
		if (type == STT_OBJECT)
			symbol.name = without_version(name);
		/* Units may have classes of the same name, each its own. */
		if (type == STT_OBJECT &&
			g_str_has_prefix(symbol.name, HC_DI_VTABLE))
			g_array_append_val(module->vtables, symbol);
		if (is_code(type) || type == STT_OBJECT || type == STT_NOTYPE)
			keep_name(module, &symbol);
	}
	g_array_sort(module->symbols, compare_symbols);
}

const struct hc_di_symbol *hc_di_symbol_at(
	struct hc_debuginfo *info, struct hc_di_module *module, guint64 address)
{
	if (!module->symbols)
		load_symbols(info, module);
	struct hc_di_symbol *all =
		(struct hc_di_symbol *) module->symbols->data;
	guint low = 0, high = module->symbols->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (all[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}

	/* The nearest one may be an alias without a size, or end too early. */
	const struct hc_di_symbol *best = NULL;
	for (guint i = low, tries = 0; i-- > 0 && tries < MAX_HOPS; tries++) {
		const struct hc_di_symbol *s = &all[i];
		if (best && s->address != best->address)
			break;
		if (s->address == address || address - s->address < s->size)
			best = s;
	}

	return best;
}

const char *hc_debuginfo_function_at(
	struct hc_debuginfo *info, guint64 address, guint64 *offset)
{
	struct hc_di_module *module = hc_di_module_at(info, address);
	const struct hc_di_symbol *symbol =
		module ? hc_di_symbol_at(info, module, address) : NULL;
	struct hc_di_unit *unit;
	const struct hc_di_function *function;
	if (symbol) {
		if (offset)
			*offset = address - symbol->address;
		return symbol->name;
	}

	/* A program may have been stripped of symbols alone. */
	function = module ? hc_di_function_at(info, address, &unit) : NULL;
	if (!function)
		return NULL;

	if (offset)
		*offset = address - module->bias - function->low;
	Dwarf_Die die = function->die;
	return hc_di_qualified_name(info, &die);
}

guint64 hc_debuginfo_symbol(struct hc_debuginfo *info, const char *module,
	const char *name, guint64 *size)
{
	for (guint i = 0; i < info->modules->len; i++) {
		struct hc_di_module *m = g_ptr_array_index(info->modules, i);
		g_autofree char *file = g_path_get_basename(m->path);
		if (module && !g_str_has_prefix(file, module))
			continue;
		if (!m->symbols)
			load_symbols(info, m);
		const struct hc_di_symbol *symbol =
			g_hash_table_lookup(m->by_name, name);
		if (!symbol)
			continue;
		if (size)
			*size = symbol->size;
		return symbol->address;
	}

	return 0;
}
