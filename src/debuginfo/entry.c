/* What a register held when a function was entered.
 *
 * Optimised code often knows a parameter only in this way. The caller's side
 * may say what it passed: a call site has the parameter in that register, and
 * an expression for its value that still holds in the caller. */
#include "debuginfo-inside.h"

static gboolean is_call_site(int tag)
{
	return tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site;
}

static gboolean returns_to(Dwarf_Die *site, guint64 pc)
{
	Dwarf_Attribute attr;
	Dwarf_Addr address;
	return (dwarf_attr(site, DW_AT_call_return_pc, &attr) ||
		       dwarf_attr(site, DW_AT_low_pc, &attr)) &&
	       dwarf_formaddr(&attr, &address) == 0 && address == pc;
}

/* The call that returns to pc, anywhere in a function. */
static gboolean find_site(
	Dwarf_Die *scope, guint64 pc, Dwarf_Die *site, guint depth)
{
	Dwarf_Die child;
	if (depth > MAX_NESTING || dwarf_child(scope, &child) != 0)
		return FALSE;

	do {
		int tag = dwarf_tag(&child);
		if (is_call_site(tag) && returns_to(&child, pc)) {
			*site = child;
			return TRUE;
		}
		if ((tag == DW_TAG_lexical_block ||
			    tag == DW_TAG_inlined_subroutine) &&
			find_site(&child, pc, site, depth + 1))
			return TRUE;
	} while (hc_di_die_next(&child));

	return FALSE;
}

static void follow_origins(Dwarf_Die *die)
{
	Dwarf_Die next;
	for (guint i = 0; i < MAX_HOPS; i++, *die = next)
		if (!hc_di_die_ref(die, DW_AT_abstract_origin, &next) &&
			!hc_di_die_ref(die, DW_AT_specification, &next))
			return;
}

/* Whether the call was to this function. It may have been to another one that
 * ended by jumping here; then nothing was passed to us. */
static gboolean calls_function(
	struct hc_debuginfo *info, Dwarf_Die *site, Dwarf_Die *function)
{
	Dwarf_Die called, ours = *function;
	if (!hc_di_die_ref(site, DW_AT_call_origin, &called) &&
		!hc_di_die_ref(site, DW_AT_abstract_origin, &called))
		return FALSE;

	follow_origins(&called);
	follow_origins(&ours);
	if (called.addr == ours.addr)
		return TRUE;

	return hc_di_die_flag(&called, DW_AT_external) &&
	       hc_di_die_flag(&ours, DW_AT_external) &&
	       g_strcmp0(hc_di_qualified_name(info, &called),
		       hc_di_qualified_name(info, &ours)) == 0;
}

static gboolean is_register(Dwarf_Die *parameter, guint64 reg)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	return dwarf_attr(parameter, DW_AT_location, &attr) &&
	       dwarf_getlocation(&attr, &ops, &n) == 0 && n == 1 &&
	       ops[0].atom >= DW_OP_reg0 && ops[0].atom <= DW_OP_reg31 &&
	       (guint64) (ops[0].atom - DW_OP_reg0) == reg;
}

static gboolean value_passed(const struct hc_di_context *caller,
	Dwarf_Die *site, guint64 reg, guint64 *value)
{
	Dwarf_Die child;
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	g_auto(hc_di_place) place = {0};
	if (dwarf_child(site, &child) != 0)
		return FALSE;

	while (!is_register(&child, reg))
		if (!hc_di_die_next(&child))
			return FALSE;
	if ((!dwarf_attr(&child, DW_AT_call_value, &attr) &&
		    !dwarf_attr(&child, DW_AT_GNU_call_site_value, &attr)) ||
		dwarf_getlocation(&attr, &ops, &n) != 0 ||
		!hc_di_evaluate(caller, &attr, ops, n, &place) ||
		(place.kind != PLACE_MEMORY && place.kind != PLACE_VALUE))
		return FALSE;
	*value = place.number;

	return TRUE;
}

gboolean hc_di_entry_value(
	const struct hc_di_context *context, guint64 reg, guint64 *value)
{
	struct hc_debuginfo *info = context->info;
	struct hc_di_unit *unit;
	guint64 cfa;
	if (!context->registers || !context->function || context->nesting > 8)
		return FALSE;

	struct hc_di_step here = {.registers = *context->registers}, up, beyond;
	if (!hc_di_unwind_step(info, &here, context->exact_pc, &up, &cfa) ||
		up.after_signal)
		return FALSE;

	guint64 pc = up.registers.values[HC_PC];
	const struct hc_di_function *f = hc_di_function_at(info, pc - 1, &unit);
	Dwarf_Die die, site;
	if (!f)
		return FALSE;

	die = f->die;
	if (!find_site(&die, pc - unit->module->bias, &site, 0) ||
		!calls_function(info, &site, context->function))
		return FALSE;

	hc_di_unwind_step(info, &up, FALSE, &beyond, &cfa);
	struct hc_di_context caller = {
		.info = info,
		.unit = unit,
		.registers = &up.registers,
		.cfa = cfa,
		.function = &die,
		.pc = pc - 1 - unit->module->bias,
		.fs_base = context->fs_base,
		.level = context->level + 1,
		.nesting = context->nesting + 1,
	};
	return value_passed(&caller, &site, reg, value);
}
