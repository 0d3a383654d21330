/* One walk through a unit: functions, variables, names of types.
 *
 * Statics of functions stand anywhere inside them, so that nearly every DIE is
 * passed; but only those that matter are looked into. */
#include "inside.h"

#include <string.h>

struct scan {
	struct hc_debuginfo *info;
	struct unit *unit;
	GArray *owners; /* Dwarf_Die: functions that have statics */
};

/* The function that we are in, and its number among the owners. */
struct owner {
	Dwarf_Die *die;
	int number; /* -1: none yet */
};

/* Where in the unit we are. */
struct inside {
	const char *prefix; /* "ns::C", "": none */
	struct owner *function; /* NULL: in none */
	guint depth;
};

static void scan_children(
	struct scan *scan, Dwarf_Die *parent, const struct inside *in);

static const char *qualify(
	struct scan *scan, const char *prefix, const char *name)
{
	if (!*prefix || !name)
		return name;
	g_autofree char *whole = g_strconcat(prefix, "::", name, NULL);
	return g_string_chunk_insert_const(scan->info->strings, whole);
}

/* A definition outside its class or namespace is called as what it defines. */
static const char *own_name(
	struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	if (scan->unit->cplusplus &&
		(dwarf_hasattr(die, DW_AT_specification) ||
			dwarf_hasattr(die, DW_AT_abstract_origin)))
		return hc_qualified_name(scan->info, die);
	const char *name = dwarf_diename(die);
	if (!name || !*in->prefix)
		return name;
	name = qualify(scan, in->prefix, name);
	hc_names_qualify(scan->info, die, name);
	return name;
}

static void scan_type(
	struct scan *scan, Dwarf_Die *die, int tag, const struct inside *in)
{
	const char *name = own_name(scan, die, in);
	if (name && !hc_die_flag(die, DW_AT_declaration))
		hc_names_define(scan->info, hc_name_space(tag), name, die,
			scan->unit->module);
	if (!scan->unit->cplusplus || tag == DW_TAG_enumeration_type)
		return;
	if (!name)
		name = hc_names_of_anonymous(scan->info, die);
	struct inside inner = {name ? name : "", NULL, in->depth + 1};
	scan_children(scan, die, &inner);
}

static void scan_typedef(
	struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	const char *name = own_name(scan, die, in);
	Dwarf_Die target;
	if (!name)
		return;
	hc_names_define(
		scan->info, HC_NAMED_OTHER, name, die, scan->unit->module);
	if (hc_die_ref(die, DW_AT_type, &target) &&
		hc_name_space(dwarf_tag(&target)) < HC_NAMED_OTHER &&
		!dwarf_hasattr(&target, DW_AT_name))
		hc_names_typedef(scan->info, &target, name);
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

static int number_owner(struct scan *scan, struct owner *owner)
{
	if (owner->number < 0) {
		owner->number = (int) scan->owners->len;
		g_array_append_vals(scan->owners, owner->die, 1);
	}
	return owner->number;
}

static void scan_variable(
	struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	struct found found = {*die, NULL, NULL, -1};
	gboolean wanted;
	if (in->function) {
		wanted = is_static(die);
		if (wanted)
			found.owner = number_owner(scan, in->function);
	} else {
		found.name = own_name(scan, die, in);
		wanted = !hc_die_flag(die, DW_AT_declaration) ||
			 dwarf_hasattr(die, DW_AT_location) ||
			 dwarf_hasattr(die, DW_AT_const_value);
	}
	if (wanted)
		g_array_append_val(scan->unit->variables, found);
}

static void add_function(struct scan *scan, Dwarf_Die *die, const char *name)
{
	struct function f = {0, 0, *die, name};
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		/* What the linker threw away was put at 0. */
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
	const char *name = own_name(scan, die, in);
	if (hc_die_flag(die, DW_AT_declaration))
		return;
	add_function(scan, die, name);
	struct owner owner = {die, -1};
	struct inside inner = {"", &owner, in->depth + 1};
	scan_children(scan, die, &inner);
}

static void scan_namespace(
	struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	const char *name = dwarf_diename(die);
	if (!name)
		name = "(anonymous namespace)";
	struct inside inner = {
		qualify(scan, in->prefix, name), NULL, in->depth + 1};
	scan_children(scan, die, &inner);
}

static void scan_die(struct scan *scan, Dwarf_Die *die, const struct inside *in)
{
	struct inside block = {in->prefix, in->function, in->depth + 1};
	int tag = dwarf_tag(die);
	switch (tag) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		scan_type(scan, die, tag, in);
		break;
	case DW_TAG_typedef:
	case DW_TAG_base_type:
	case DW_TAG_template_alias:
	case DW_TAG_unspecified_type:
		scan_typedef(scan, die, in);
		break;
	case DW_TAG_variable:
		scan_variable(scan, die, in);
		break;
	case DW_TAG_member:
		/* DWARF 4: a static member, which may be defined elsewhere. */
		if (dwarf_hasattr(die, DW_AT_external))
			own_name(scan, die, in);
		break;
	case DW_TAG_subprogram:
		scan_function(scan, die, in);
		break;
	case DW_TAG_namespace:
		scan_namespace(scan, die, in);
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
	do
		scan_die(scan, &die, in);
	while (hc_die_next(&die));
}

static int compare_functions(gconstpointer a, gconstpointer b)
{
	const struct function *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

/* Clang describes what is defined outside a class before the class. */
static void name_again(struct scan *scan)
{
	struct unit *unit = scan->unit;
	for (guint i = 0; i < unit->variables->len; i++) {
		struct found *f =
			&g_array_index(unit->variables, struct found, i);
		if (f->owner >= 0)
			f->function = hc_qualified_name(
				scan->info, &g_array_index(scan->owners,
						    Dwarf_Die, f->owner));
		else if (unit->cplusplus)
			f->name = hc_qualified_name(scan->info, &f->die);
	}
	for (guint i = 0; unit->cplusplus && i < unit->functions->len; i++) {
		struct function *f =
			&g_array_index(unit->functions, struct function, i);
		f->name = hc_qualified_name(scan->info, &f->die);
	}
}

void hc_scan_unit(struct hc_debuginfo *info, struct unit *unit)
{
	g_autoptr(GArray) owners = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
	struct scan scan = {info, unit, owners};
	struct inside top = {"", NULL, 0};
	if (unit->scanned)
		return;
	unit->scanned = TRUE;
	unit->variables = g_array_new(FALSE, FALSE, sizeof(struct found));
	unit->functions = g_array_new(FALSE, FALSE, sizeof(struct function));
	scan_children(&scan, &unit->die, &top);
	name_again(&scan);
	g_array_sort(unit->functions, compare_functions);
}

void hc_scan_all(struct hc_debuginfo *info)
{
	if (info->all_scanned)
		return;
	info->all_scanned = TRUE;
	for (guint i = 0; i < info->modules->len; i++) {
		struct module *module = g_ptr_array_index(info->modules, i);
		if (!hc_module_dwarf(info, module))
			continue;
		for (guint j = 0; j < module->units->len; j++)
			hc_scan_unit(info, g_ptr_array_index(module->units, j));
	}
}
