/* The linker's symbols. libdwfl would search all of them each time, and we are
 * asked about every function pointer of a program. But in most programs nobody
 * asks for more than the start of main and malloc, at each of many stops: the
 * first few times all are looked at, and only then is it worth while to sort
 * those of a large library. */
#include "debuginfo-inside.h"

#include <string.h>

/* So many questions are answered by looking at all symbols. */
enum { FEW = 32 };

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
	GArray *named = g_array_new(FALSE, FALSE, sizeof(struct hc_di_symbol));
	module->named = named;
	module->functions =
		g_array_new(FALSE, FALSE, sizeof(struct hc_di_symbol));
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
			g_array_append_val(module->functions, symbol);
		if (type == STT_OBJECT)
			symbol.name = without_version(name);
		/* Units may have classes of the same name, each its own. */
		if (type == STT_OBJECT &&
			g_str_has_prefix(symbol.name, HC_DI_VTABLE))
			g_array_append_val(module->vtables, symbol);
		if (is_code(type) || type == STT_OBJECT || type == STT_NOTYPE)
			g_array_append_val(named, symbol);
	}
}

/* ---- By address ---- */

/* Those in front of an address, nearest last: as many as are looked at. */
struct nearest {
	const struct hc_di_symbol *symbols[MAX_HOPS];
	guint n;
};

static void add_nearest(
	struct nearest *nearest, const struct hc_di_symbol *symbol)
{
	const struct hc_di_symbol **all = nearest->symbols;
	if (nearest->n == MAX_HOPS) {
		if (compare_symbols(symbol, all[0]) < 0)
			return;
		nearest->n--;
		memmove(all, all + 1, nearest->n * sizeof *all);
	}
	guint at = nearest->n++;
	for (; at > 0 && compare_symbols(symbol, all[at - 1]) < 0; at--)
		all[at] = all[at - 1];
	all[at] = symbol;
}

static void find_among_all(
	const GArray *functions, guint64 address, struct nearest *nearest)
{
	for (guint i = 0; i < functions->len; i++) {
		const struct hc_di_symbol *s =
			&g_array_index(functions, struct hc_di_symbol, i);
		if (s->address <= address)
			add_nearest(nearest, s);
	}
}

static void find_in_order(
	const GArray *functions, guint64 address, struct nearest *nearest)
{
	guint low = 0, high = functions->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(functions, struct hc_di_symbol, middle)
				.address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	nearest->n = MIN(low, MAX_HOPS);
	for (guint i = 0; i < nearest->n; i++)
		nearest->symbols[i] = &g_array_index(
			functions, struct hc_di_symbol, low - nearest->n + i);
}

const struct hc_di_symbol *hc_di_symbol_at(
	struct hc_debuginfo *info, struct hc_di_module *module, guint64 address)
{
	struct nearest nearest = {.n = 0};
	if (!module->named)
		load_symbols(info, module);
	if (module->asked_by_address++ < FEW)
		find_among_all(module->functions, address, &nearest);
	else {
		if (!module->sorted)
			g_array_sort(module->functions, compare_symbols);
		module->sorted = TRUE;
		find_in_order(module->functions, address, &nearest);
	}

	/* The nearest one may be an alias without a size, or end too early. */
	const struct hc_di_symbol *best = NULL;
	for (guint i = nearest.n; i-- > 0;) {
		const struct hc_di_symbol *s = nearest.symbols[i];
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

/* ---- By name ---- */

/* Of several of one name the lowest rank wins, then the first. */
static void take_better(
	const struct hc_di_symbol **best, const struct hc_di_symbol *symbol)
{
	if (!*best || symbol->rank < (*best)->rank)
		*best = symbol;
}

static void sort_by_name(struct hc_di_module *module)
{
	module->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < module->named->len; i++) {
		struct hc_di_symbol *s =
			&g_array_index(module->named, struct hc_di_symbol, i);
		const struct hc_di_symbol *best =
			g_hash_table_lookup(module->by_name, s->name);
		take_better(&best, s);
		if (best == s)
			g_hash_table_replace(
				module->by_name, (gpointer) s->name, s);
	}
}

static const struct hc_di_symbol *symbol_named(const struct hc_debuginfo *info,
	struct hc_di_module *module, const char *name)
{
	const struct hc_di_symbol *best = NULL;
	if (!module->named)
		load_symbols(info, module);
	if (module->asked_by_name++ >= FEW) {
		if (!module->by_name)
			sort_by_name(module);
		return g_hash_table_lookup(module->by_name, name);
	}
	for (guint i = 0; i < module->named->len; i++) {
		const struct hc_di_symbol *s =
			&g_array_index(module->named, struct hc_di_symbol, i);
		if (strcmp(s->name, name) == 0)
			take_better(&best, s);
	}
	return best;
}

guint64 hc_debuginfo_symbol(struct hc_debuginfo *info, const char *module,
	const char *name, guint64 *size)
{
	for (guint i = 0; i < info->modules->len; i++) {
		struct hc_di_module *m = g_ptr_array_index(info->modules, i);
		g_autofree char *file = g_path_get_basename(m->path);
		if (module && !g_str_has_prefix(file, module))
			continue;
		const struct hc_di_symbol *symbol = symbol_named(info, m, name);
		if (!symbol)
			continue;
		if (size)
			*size = symbol->size;
		return symbol->address;
	}

	return 0;
}
