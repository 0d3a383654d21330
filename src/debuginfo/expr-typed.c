/* DWARF operations with a type. Integers only: a value that depends on floating
 * point is unknown to us. */
#include "debuginfo-expr.h"

#include <string.h>

/* The type of an operation; size 0 is the generic one. */
static gboolean type_of_op(struct hc_di_machine *m, const Dwarf_Op *op,
	guint64 offset, struct hc_di_entry *as)
{
	Dwarf_Die die;
	guint64 encoding, size;
	*as = (struct hc_di_entry){0};
	if (offset == 0)
		return TRUE;
	if (!m->attr || dwarf_getlocation_die(m->attr, op, &die) != 0 ||
		!hc_di_die_number(&die, DW_AT_encoding, &encoding) ||
		!hc_di_die_number(&die, DW_AT_byte_size, &size) || size == 0 ||
		size > 8)
		return FALSE;

	as->size = size;
	as->is_signed =
		encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
	return as->is_signed || encoding == DW_ATE_unsigned ||
	       encoding == DW_ATE_unsigned_char || encoding == DW_ATE_boolean ||
	       encoding == DW_ATE_address || encoding == DW_ATE_UTF;
}

static int push_as(
	struct hc_di_machine *m, struct hc_di_entry as, guint64 value)
{
	as.value = value;
	hc_di_entry_fit(&as);
	return hc_di_push_entry(m, as);
}

static int register_as(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_entry as;
	guint64 value;
	return type_of_op(m, op, op->number2, &as) &&
	       hc_di_expr_register(m, op->number, &value) &&
	       push_as(m, as, value);
}

static int memory_as(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_entry as, address;
	guint64 value = 0;
	return type_of_op(m, op, op->number2, &as) && as.size > 0 &&
	       op->number == as.size && hc_di_pop(m, &address) &&
	       hc_di_read(m->context->info, address.value, &value, as.size) &&
	       push_as(m, as, value);
}

static int constant_as(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_entry as;
	Dwarf_Attribute attr;
	Dwarf_Block block;
	guint64 value = 0;
	if (!type_of_op(m, op, op->number, &as) ||
		dwarf_getlocation_attr(m->attr, op, &attr) != 0 ||
		dwarf_formblock(&attr, &block) != 0 || block.length != as.size)
		return FALSE;
	memcpy(&value, block.data, block.length);
	return push_as(m, as, value);
}

static int convert(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_entry as, value;
	return type_of_op(m, op, op->number, &as) && hc_di_pop(m, &value) &&
	       push_as(m, as, value.value);
}

int hc_di_expr_typed(struct hc_di_machine *m, const Dwarf_Op *op)
{
	switch (op->atom) {
	case DW_OP_regval_type:
	case DW_OP_GNU_regval_type:
		return register_as(m, op);
	case DW_OP_deref_type:
	case DW_OP_GNU_deref_type:
		return memory_as(m, op);
	case DW_OP_const_type:
	case DW_OP_GNU_const_type:
		return constant_as(m, op);
	case DW_OP_convert:
	case DW_OP_GNU_convert:
	case DW_OP_reinterpret:
	case DW_OP_GNU_reinterpret:
		return convert(m, op);
	default:
		return -1;
	}
}
