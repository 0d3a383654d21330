/* Parameters and locals of a frame. */
#include "debuginfo-inside.h"

#include <string.h>

struct walk {
	struct hc_di_context context;
	GPtrArray *variables;
	GPtrArray *hidden; /* statics and declarations: they shadow, too */
	guint inlined; /* inlined calls that we are inside of */
};

static void walk_scope(
	struct walk *walk, Dwarf_Die *scope, guint depth, gboolean own);

static gboolean is_variable(int tag)
{
	return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
}

/* Variables with a place of their own are among the globals; an `extern`
 * declaration names one of them. */
static gboolean is_elsewhere(const struct hc_variable *variable, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Block block;
	bool flag = false;
	if (dwarf_attr_integrate(die, DW_AT_declaration, &attr) &&
		dwarf_formflag(&attr, &flag) == 0 && flag &&
		variable->where == HC_WHERE_OPTIMISED_OUT)
		return TRUE;
	if (variable->thread_local)
		return TRUE;
	if (!dwarf_attr_integrate(die, DW_AT_location, &attr) ||
		dwarf_formblock(&attr, &block) != 0 || block.length == 0 ||
		variable->where != HC_WHERE_MEMORY)
		return FALSE;

	return block.data[0] == DW_OP_addr || block.data[0] == DW_OP_addrx ||
	       block.data[0] == DW_OP_GNU_addr_index;
}

static void add_variable(
	struct walk *walk, Dwarf_Die *die, guint depth, gboolean own)
{
	if (!dwarf_diename(die))
		return;

	struct hc_variable *v = hc_di_variable_make(&walk->context, die);
	v->parameter = own && dwarf_tag(die) == DW_TAG_formal_parameter;
	v->depth = depth;
	v->inlined = walk->inlined;
	v->fixed = hc_di_variable_is_fixed(die);

	if (is_elsewhere(v, die))
		g_ptr_array_add(walk->hidden, v);
	else
		g_ptr_array_add(walk->variables, v);
}

/* What the compiler left out of this copy of a function is still in the
 * description of the function itself: it is gone, but in scope. */
static void add_left_out(
	struct walk *walk, Dwarf_Die *scope, guint depth, gboolean own)
{
	Dwarf_Die origin, child, from;
	if (!hc_di_die_ref(scope, DW_AT_abstract_origin, &origin))
		return;

	g_autoptr(GHashTable) here = g_hash_table_new(NULL, NULL);
	if (dwarf_child(scope, &child) == 0)
		do
			if (hc_di_die_ref(&child, DW_AT_abstract_origin, &from))
				g_hash_table_add(here, from.addr);
		while (hc_di_die_next(&child));

	if (dwarf_child(&origin, &child) == 0)
		do
			if (is_variable(dwarf_tag(&child)) &&
				!g_hash_table_contains(here, child.addr))
				add_variable(walk, &child, depth, own);
		while (hc_di_die_next(&child));
}

static void walk_child(
	struct walk *walk, Dwarf_Die *child, guint depth, gboolean own)
{
	switch (dwarf_tag(child)) {
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		if (dwarf_haspc(child, walk->context.pc) == 1)
			walk_scope(walk, child, depth + 1, own);
		break;
	case DW_TAG_inlined_subroutine:
		if (dwarf_haspc(child, walk->context.pc) == 1) {
			walk->inlined++;
			walk_scope(walk, child, depth + 1, FALSE);
			walk->inlined--;
		}
		break;
	default:
		break;
	}
}

/* Its own variables first, then those of the blocks inside. */
static void walk_scope(
	struct walk *walk, Dwarf_Die *scope, guint depth, gboolean own)
{
	Dwarf_Die child;
	if (depth > MAX_NESTING)
		return;

	gboolean has = dwarf_child(scope, &child) == 0;
	Dwarf_Die first = child;
	if (has)
		do
			if (is_variable(dwarf_tag(&child)))
				add_variable(walk, &child, depth, own);
		while (hc_di_die_next(&child));

	add_left_out(walk, scope, depth, own);
	if (has)
		do
			walk_child(walk, &first, depth, own);
		while (hc_di_die_next(&first));
}

/* A name belongs to the innermost block that has it. */
static void mark_shadowed(struct walk *walk)
{
	g_autoptr(GHashTable) deepest =
		g_hash_table_new(g_str_hash, g_str_equal);
	GPtrArray *lists[] = {walk->variables, walk->hidden};

	for (guint l = 0; l < G_N_ELEMENTS(lists); l++)
		for (guint i = 0; i < lists[l]->len; i++) {
			struct hc_variable *v = g_ptr_array_index(lists[l], i);
			gpointer key = (gpointer) v->name;
			guint known = GPOINTER_TO_UINT(
				g_hash_table_lookup(deepest, key));
			if (v->depth + 1 > known)
				g_hash_table_insert(deepest, key,
					GUINT_TO_POINTER(v->depth + 1));
		}

	for (guint i = 0; i < walk->variables->len; i++) {
		struct hc_variable *v = g_ptr_array_index(walk->variables, i);
		v->shadowed =
			v->depth + 1 <
			GPOINTER_TO_UINT(g_hash_table_lookup(deepest, v->name));
	}
}

static void add_saved_at(GPtrArray *variables, const struct hc_call *call)
{
	for (guint i = 0; i < variables->len; i++) {
		struct hc_variable *v = g_ptr_array_index(variables, i);
		if (v->where == HC_WHERE_REGISTER && v->reg < HC_N_REGISTERS)
			v->saved_at = call->saved_at[v->reg];
	}
}

GPtrArray *hc_debuginfo_locals(
	struct hc_debuginfo *info, const struct hc_call *call)
{
	struct walk walk = {
		.variables =
			g_ptr_array_new_with_free_func(hc_di_variable_free),
		.hidden = g_ptr_array_new_with_free_func(hc_di_variable_free),
	};
	/* A return address may already belong to the next block or function. */
	guint64 pc = call->registers.values[HC_PC] - (call->exact_pc ? 0 : 1);
	struct hc_di_unit *unit;
	const struct hc_di_function *function =
		hc_di_function_at(info, pc, &unit);

	if (function) {
		Dwarf_Die die = function->die;
		walk.context = (struct hc_di_context){
			.info = info,
			.unit = unit,
			.registers = &call->registers,
			.cfa = call->cfa,
			.function = &die,
			.pc = pc - unit->module->bias,
			.fs_base = call->registers.fs_base,
			.level = call->level,
			.exact_pc = call->exact_pc,
		};
		walk_scope(&walk, &die, 0, TRUE);
	}

	mark_shadowed(&walk);
	add_saved_at(walk.variables, call);
	g_ptr_array_unref(walk.hidden);
	return walk.variables;
}
