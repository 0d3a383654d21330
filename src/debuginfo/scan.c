/* One walk through a unit: functions, variables, names of types.
 *
 * Statics may be anywhere inside a function, so the walk passes nearly every
 * DIE, but it reads the attributes of few. */
#include "debuginfo-inside.h"

#include <string.h>

struct scan {
	struct hc_debuginfo *info;
	struct hc_di_unit *unit;
};

/* The function that the walk is in, and its number among those with statics. */
struct owner {
	Dwarf_Die *die;
	int number; /* -1: none yet */
	guint depth; /* of what is in no block of it */
};

/* Where in the unit the walk is. */
struct inside {
	struct owner *function; /* NULL: in none */
	int scope; /* -1: in none */
	guint depth;
};

static void scan_children(
	struct scan *scan, Dwarf_Die *parent, const struct inside *in);

static void scan_scope(struct scan *scan, Dwarf_Die *die,
	const struct inside *in, struct owner *function)
{
	struct inside inner = {function, in->scope, in->depth + 1};
	if (scan->unit->cplusplus) {
		struct hc_di_scope scope = {*die, NULL, in->scope};
		inner.scope = (int) scan->unit->scopes->len;
		g_array_append_val(scan->unit->scopes, scope);
	}
	scan_children(scan, die, &inner);
}

static void scan_typedef(struct scan *scan, Dwarf_Die *die)
{
	Dwarf_Die target;
	g_array_append_vals(scan->unit->types, die, 1);
	if (hc_di_die_ref(die, DW_AT_type, &target) &&
		hc_di_name_space(dwarf_tag(&target)) < HC_NAMED_OTHER &&
		!dwarf_hasattr(&target, DW_AT_name))
		hc_di_names_typedef(scan->info, &target, die);
}

/* Whether a location is the same in every frame: an address, or an offset
 * into thread-local storage. */
static gboolean is_static(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Block block;
	if (!dwarf_attr(die, DW_AT_location, &attr) ||
		dwarf_formblock(&attr, &block) != 0 || block.length == 0)
		return FALSE;

	switch (block.data[0]) {
	case DW_OP_addr:
	case DW_OP_addrx:
	case DW_OP_GNU_addr_index:
	case DW_OP_const4u:
	case DW_OP_const8u:
	case DW_OP_constx:
	case DW_OP_GNU_const_index:
		return block.data[block.length - 1] != DW_OP_stack_value;
	default:
		return FALSE;
	}
}

static int number_owner(struct hc_di_unit *unit, struct owner *owner)
{
	if (owner->number < 0) {
		owner->number = (int) unit->owners->len;
		g_array_append_vals(unit->owners, owner->die, 1);
	}
	return owner->number;
}

static void scan_variable(
	struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	struct hc_di_found found = {*die, -1, 0};
	gboolean wanted;

	if (in->function) {
		wanted = is_static(die);
		found.depth = in->depth - in->function->depth;
		if (wanted)
			found.owner = number_owner(scan->unit, in->function);
	} else {
		wanted = dwarf_hasattr(die, DW_AT_location) ||
			 dwarf_hasattr(die, DW_AT_const_value) ||
			 !hc_di_die_flag(die, DW_AT_declaration);
	}

	if (wanted)
		g_array_append_val(scan->unit->variables, found);
}

static void add_function(struct scan *scan, Dwarf_Die *die)
{
	struct hc_di_function f = {0, 0, *die};
	Dwarf_Addr base, low, high;

	ptrdiff_t at = 0;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		/* The linker gives address 0 to what it threw away. */
		if (low == 0 || low >= high)
			continue;
		f.low = low;
		f.high = high;
		g_array_append_val(scan->unit->functions, f);
	}
}

static void scan_function(
	struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	struct owner owner = {die, -1, in->depth + 1};
	if (hc_di_die_flag(die, DW_AT_declaration))
		return;
	add_function(scan, die);
	if (dwarf_haschildren(die) > 0)
		scan_scope(scan, die, in, &owner);
}

static void scan_die(struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	struct inside block = {in->function, in->scope, in->depth + 1};
	switch (dwarf_tag(die)) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
	case DW_TAG_union_type:
		g_array_append_vals(scan->unit->types, die, 1);
		if (scan->unit->cplusplus && dwarf_haschildren(die) > 0)
			scan_scope(scan, die, in, NULL);
		break;
	case DW_TAG_enumeration_type:
		g_array_append_vals(scan->unit->types, die, 1);
		break;
	case DW_TAG_typedef:
	case DW_TAG_base_type:
	case DW_TAG_template_alias:
	case DW_TAG_unspecified_type:
		scan_typedef(scan, die);
		break;
	case DW_TAG_variable:
		scan_variable(scan, die, in);
		break;
	case DW_TAG_subprogram:
		scan_function(scan, die, in);
		break;
	case DW_TAG_namespace:
		scan_scope(scan, die, in, NULL);
		break;
	case DW_TAG_lexical_block:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
		scan_children(scan, die, &block);
		break;
	default:
		break;
	}
}

static void scan_children(
	struct scan *scan, Dwarf_Die *parent, const struct inside *in)
{
	Dwarf_Die die;
	if (in->depth > MAX_NESTING || dwarf_child(parent, &die) != 0)
		return;

	GArray *scopes = scan->unit->scopes;
	gboolean more;
	do {
		guint before = scopes->len;
		scan_die(scan, &die, in);
		more = hc_di_die_next(&die);
		/* The first one that was added is its own. */
		if (more && scopes->len > before)
			g_array_index(scopes, struct hc_di_scope, before).end =
				die.addr;
	} while (more && !hc_di_is_stopped(scan->info));
}

static int compare_functions(gconstpointer a, gconstpointer b)
{
	const struct hc_di_function *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

void hc_di_scan_unit(struct hc_debuginfo *info, struct hc_di_unit *unit)
{
	struct scan scan = {info, unit};
	struct inside top = {NULL, -1, 0};
	if (unit->scanned)
		return;

	unit->scanned = TRUE;
	unit->variables = g_array_new(FALSE, FALSE, sizeof(struct hc_di_found));
	unit->owners = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
	unit->functions =
		g_array_new(FALSE, FALSE, sizeof(struct hc_di_function));
	unit->types = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
	unit->scopes = g_array_new(FALSE, FALSE, sizeof(struct hc_di_scope));
	scan_children(&scan, &unit->die, &top);
	g_array_sort(unit->functions, compare_functions);
}

void hc_di_scan_all(struct hc_debuginfo *info)
{
	if (info->all_scanned)
		return;

	info->all_scanned = TRUE;
	for (guint i = 0; i < info->modules->len; i++) {
		struct hc_di_module *module =
			g_ptr_array_index(info->modules, i);
		if (hc_di_is_stopped(info))
			return;
		if (!hc_di_module_dwarf(info, module))
			continue;
		for (guint j = 0; j < module->units->len; j++)
			hc_di_scan_unit(
				info, g_ptr_array_index(module->units, j));
	}
}
