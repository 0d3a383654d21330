/* A function's frame: whether each of its variables has one place and keeps it.
 */
#include "debuginfo-inside.h"

static gboolean is_place_of_its_own(const Dwarf_Op *op)
{
	switch (op->atom) {
	case DW_OP_addr:
	case DW_OP_addrx:
	case DW_OP_GNU_addr_index:
		return TRUE;
	default:
		/* Thread-local ones begin with a number. */
		return op->atom >= DW_OP_const1u && op->atom <= DW_OP_consts;
	}
}

static gboolean is_register(const Dwarf_Op *op)
{
	return op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31;
}

/* A single expression that holds wherever the pc is, not a list. */
static gboolean location_of(Dwarf_Die *die, Dwarf_Op **ops, gsize *n)
{
	Dwarf_Attribute attr;
	Dwarf_Block block;
	return dwarf_attr_integrate(die, DW_AT_location, &attr) &&
	       dwarf_formblock(&attr, &block) == 0 &&
	       dwarf_getlocation(&attr, ops, n) == 0 && *n > 0;
}

gboolean hc_di_variable_is_fixed(Dwarf_Die *die)
{
	Dwarf_Op *ops;
	gsize n;
	return location_of(die, &ops, &n) && n == 1 &&
	       (ops[0].atom == DW_OP_fbreg || is_register(&ops[0]));
}

/* What compilers write that don't optimise: a place in the frame. An array of
 * no fixed length has its address there. */
static gboolean is_plain(Dwarf_Die *die)
{
	Dwarf_Op *ops;
	Dwarf_Attribute attr;
	gsize n;
	if (!dwarf_attr_integrate(die, DW_AT_location, &attr))
		return dwarf_hasattr_integrate(die, DW_AT_const_value) ||
		       hc_di_die_flag(die, DW_AT_declaration);
	return location_of(die, &ops, &n) &&
	       (ops[0].atom == DW_OP_fbreg || is_register(&ops[0]) ||
		       is_place_of_its_own(&ops[0]));
}

static enum hc_frame_kind kind_of_scope(Dwarf_Die *scope, guint depth);

static enum hc_frame_kind kind_of_die(Dwarf_Die *die, guint depth)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_variable:
	case DW_TAG_formal_parameter:
		return is_plain(die) ? HC_FRAME_PLAIN : HC_FRAME_OPTIMISED;
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return kind_of_scope(die, depth + 1);
	case DW_TAG_inlined_subroutine:
		return MIN(kind_of_scope(die, depth + 1), HC_FRAME_OPTIMISED);
	case DW_TAG_call_site:
	case DW_TAG_GNU_call_site:
		/* Only an optimising compiler has to say what was passed. */
		return HC_FRAME_OPTIMISED;
	case DW_TAG_subprogram:
		/* A nested function of GNU C uses the frame of the outer one.
		 */
		return hc_di_die_flag(die, DW_AT_declaration) ? HC_FRAME_PLAIN
							      : HC_FRAME_SHARED;
	default:
		return HC_FRAME_PLAIN;
	}
}

static enum hc_frame_kind kind_of_scope(Dwarf_Die *scope, guint depth)
{
	enum hc_frame_kind kind = HC_FRAME_PLAIN;
	Dwarf_Die child;
	if (depth > MAX_NESTING)
		return HC_FRAME_SHARED;
	if (dwarf_child(scope, &child) == 0)
		do
			kind = MIN(kind, kind_of_die(&child, depth));
		while (hc_di_die_next(&child));
	return kind;
}

enum hc_frame_kind hc_debuginfo_frame_kind(
	struct hc_debuginfo *info, guint64 pc)
{
	struct hc_di_unit *unit;
	const struct hc_di_function *function =
		hc_di_function_at(info, pc, &unit);
	if (!function)
		return HC_FRAME_SHARED;
	Dwarf_Die die = function->die;
	return kind_of_scope(&die, 0);
}
