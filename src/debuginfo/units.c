/* Compilation units, and which function has an address. */
#include "debuginfo-inside.h"

#include <stdlib.h>

void hc_di_unit_free(struct hc_di_unit *unit)
{
	GArray *arrays[] = {unit->variables, unit->owners, unit->functions,
		unit->types, unit->scopes};
	for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
		if (arrays[i])
			g_array_unref(arrays[i]);
	g_free(unit);
}

static gboolean is_cplusplus(Dwarf_Die *die)
{
	switch (dwarf_srclang(die)) {
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
	case 0x2b: /* C++17 and C++20, which libdw 0.188 has no name for */
	case 0x2c:
		return TRUE;
	default:
		return FALSE;
	}
}

static struct hc_di_unit *add_unit(struct hc_debuginfo *info,
	struct hc_di_module *module, Dwarf_Die *die, Dwarf_Die *skeleton)
{
	struct hc_di_unit *unit = g_new0(struct hc_di_unit, 1);
	unit->module = module;
	unit->die = *die;
	unit->skeleton = *skeleton;
	unit->cplusplus = is_cplusplus(die);
	g_ptr_array_add(module->units, unit);
	g_hash_table_insert(info->units, die->cu, unit);
	return unit;
}

void hc_di_units_load(struct hc_debuginfo *info, struct hc_di_module *module)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die, sub;
	uint8_t kind;
	while (dwarf_get_units(
		       module->dwarf, cu, &cu, NULL, &kind, &die, &sub) == 0) {
		if (!die.addr || g_hash_table_contains(info->units, die.cu))
			continue;
		gboolean split = kind == DW_UT_skeleton && sub.addr;
		add_unit(info, module, split ? &sub : &die, &die);
	}
}

/* The Dwarf that a unit belongs to tells its module. Units that are not in the
 * list are type units in a split file, or shared by several files. */
static struct hc_di_unit *adopt_unit(struct hc_debuginfo *info, Dwarf_Die *die)
{
	Dwarf_Die top;
	if (!dwarf_diecu(die, &top, NULL, NULL) || !top.cu)
		return NULL;

	struct hc_di_unit *first = NULL;
	for (guint i = 0; i < info->modules->len && !first; i++) {
		struct hc_di_module *m = g_ptr_array_index(info->modules, i);
		Dwarf *alt = m->dwarf ? dwarf_getalt(m->dwarf) : NULL;
		if (alt && alt == dwarf_cu_getdwarf(top.cu))
			return add_unit(info, m, &top, &top);
		for (guint j = 0; m->units && j < m->units->len; j++) {
			struct hc_di_unit *u = g_ptr_array_index(m->units, j);
			if (dwarf_cu_getdwarf(u->die.cu) ==
				dwarf_cu_getdwarf(top.cu)) {
				first = u;
				break;
			}
		}
	}

	return first ? add_unit(info, first->module, &top, &top) : NULL;
}

struct hc_di_unit *hc_di_unit_of(struct hc_debuginfo *info, Dwarf_Die *die)
{
	struct hc_di_unit *unit = g_hash_table_lookup(info->units, die->cu);
	if (!unit)
		unit = adopt_unit(info, die);
	if (unit)
		hc_di_scan_unit(info, unit);
	return unit;
}

static int compare_ranges(gconstpointer a, gconstpointer b)
{
	const struct hc_di_range *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

static void add_range(
	GArray *ranges, guint64 low, guint64 high, struct hc_di_unit *unit)
{
	struct hc_di_range range = {low, high, unit};
	if (low < high)
		g_array_append_val(ranges, range);
}

/* Most units say which code is theirs; else their functions do. */
static void find_unit_ranges(struct hc_debuginfo *info, struct hc_di_unit *unit)
{
	GArray *ranges = unit->module->ranges;
	guint before = ranges->len;
	Dwarf_Addr base, low, high;

	ptrdiff_t at = 0;
	while ((at = dwarf_ranges(&unit->skeleton, at, &base, &low, &high)) > 0)
		add_range(ranges, low, high, unit);
	int tag = dwarf_tag(&unit->die);
	if (ranges->len > before || tag == DW_TAG_type_unit)
		return;

	hc_di_scan_unit(info, unit);
	for (guint i = 0; i < unit->functions->len; i++) {
		struct hc_di_function *f = &g_array_index(
			unit->functions, struct hc_di_function, i);
		add_range(ranges, f->low, f->high, unit);
	}
}

static void find_ranges(struct hc_debuginfo *info, struct hc_di_module *module)
{
	module->ranges = g_array_new(FALSE, FALSE, sizeof(struct hc_di_range));
	for (guint i = 0; i < module->units->len && !hc_di_is_stopped(info);
		i++)
		find_unit_ranges(info, g_ptr_array_index(module->units, i));
	g_array_sort(module->ranges, compare_ranges);
}

/* Only damaged information nests functions, so it is the last one that begins
 * before the address, or none. */
const struct hc_di_function *hc_di_function_in_unit(
	struct hc_debuginfo *info, struct hc_di_unit *unit, guint64 pc)
{
	hc_di_scan_unit(info, unit);
	guint low = 0, high = unit->functions->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(
			    unit->functions, struct hc_di_function, middle)
				.low <= pc)
			low = middle + 1;
		else
			high = middle;
	}

	if (low == 0)
		return NULL;

	const struct hc_di_function *f =
		&g_array_index(unit->functions, struct hc_di_function, low - 1);
	return pc < f->high ? f : NULL;
}

const struct hc_di_function *hc_di_function_at(
	struct hc_debuginfo *info, guint64 pc, struct hc_di_unit **unit)
{
	struct hc_di_module *module = hc_di_module_at(info, pc);
	if (!module || !hc_di_module_dwarf(info, module))
		return NULL;

	if (!module->ranges)
		find_ranges(info, module);
	pc -= module->bias;
	guint low = 0, high = module->ranges->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(module->ranges, struct hc_di_range, middle)
				.low <= pc)
			low = middle + 1;
		else
			high = middle;
	}

	/* Units' ranges may contain each other if the linker folded code. */
	for (guint tries = 0; low > 0 && tries < MAX_HOPS; low--, tries++) {
		struct hc_di_range *r = &g_array_index(
			module->ranges, struct hc_di_range, low - 1);
		const struct hc_di_function *f =
			pc < r->high ? hc_di_function_in_unit(info, r->unit, pc)
				     : NULL;
		if (f) {
			*unit = r->unit;
			return f;
		}
	}

	return NULL;
}
