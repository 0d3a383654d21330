/* DWARF expressions: where something is, or what it would be. An operation that
 * we can't do ends the evaluation: better no place than a wrong one. */
#include "debuginfo-expr.h"

#include <string.h>

gboolean hc_di_expr_register(
	struct hc_di_machine *m, guint64 reg, guint64 *value)
{
	const struct hc_registers *r = m->context->registers;
	if (!r || reg >= HC_N_REGISTERS || !(r->known >> reg & 1))
		return FALSE;
	*value = r->values[reg];
	return TRUE;
}

static gboolean push_register(
	struct hc_di_machine *m, guint64 reg, guint64 offset)
{
	guint64 value;
	return hc_di_expr_register(m, reg, &value) &&
	       hc_di_push(m, value + offset);
}

/* The frame base is a place, too: a register means what is in it. */
static gboolean push_frame_base(struct hc_di_machine *m, guint64 offset)
{
	struct hc_di_context inner = *m->context;
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	g_auto(hc_di_place) place = {0};
	guint64 base;

	if (!inner.function || inner.nesting++ > 2 ||
		!dwarf_attr_integrate(
			inner.function, DW_AT_frame_base, &attr) ||
		dwarf_getlocation_addr(&attr, inner.pc, &ops, &n, 1) != 1 ||
		!hc_di_evaluate(&inner, &attr, ops, n, &place))
		return FALSE;

	if (place.kind == PLACE_REGISTER) {
		if (!hc_di_expr_register(m, place.number, &base))
			return FALSE;
	} else if (place.kind == PLACE_MEMORY) {
		base = place.number;
	} else {
		return FALSE;
	}

	return hc_di_push(m, base + offset);
}

static gboolean push_memory(struct hc_di_machine *m, guint64 size)
{
	struct hc_di_entry address;
	guint64 value = 0;
	return size >= 1 && size <= 8 && hc_di_pop(m, &address) &&
	       hc_di_read(m->context->info, address.value, &value, size) &&
	       hc_di_push(m, value);
}

/* An address or a constant from the table of the unit. */
static gboolean push_indexed(struct hc_di_machine *m, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Addr address;
	Dwarf_Word word;
	if (!m->attr || dwarf_getlocation_attr(m->attr, op, &attr) != 0)
		return FALSE;
	if (op->atom == DW_OP_addrx || op->atom == DW_OP_GNU_addr_index)
		return m->context->unit &&
		       dwarf_formaddr(&attr, &address) == 0 &&
		       hc_di_push(m, address + m->context->unit->module->bias);
	if (dwarf_formaddr(&attr, &address) == 0)
		return hc_di_push(m, address);

	return dwarf_formudata(&attr, &word) == 0 && hc_di_push(m, word);
}

static gboolean push_tls(struct hc_di_machine *m)
{
	struct hc_di_entry offset;
	guint64 address;
	m->thread_local = TRUE;
	return hc_di_pop(m, &offset) && m->context->unit &&
	       hc_di_tls_address(m->context->info, m->context->unit->module,
		       m->context->fs_base, offset.value, &address) &&
	       hc_di_push(m, address);
}

/* The value of another variable: GCC's way to say how long an array is. */
static gboolean push_variable(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_context inner = *m->context;
	Dwarf_Die die;
	g_auto(hc_di_place) place = {0};
	guint64 value = 0, size = 8;
	Dwarf_Die type, end;
	if (!m->attr || inner.nesting++ > 4 ||
		dwarf_getlocation_die(m->attr, op, &die) != 0)
		return FALSE;

	if (hc_di_die_type(&die, &type) && dwarf_peel_type(&type, &end) == 0)
		hc_di_die_number(&end, DW_AT_byte_size, &size);
	hc_di_place_of(&inner, &die, &place);
	return size <= 8 && hc_di_place_read(&inner, &place, size, &value) &&
	       hc_di_push(m, value);
}

static gboolean push_entry_value(struct hc_di_machine *m, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	guint64 value;
	return m->attr && dwarf_getlocation_attr(m->attr, op, &attr) == 0 &&
	       dwarf_getlocation(&attr, &ops, &n) == 0 && n == 1 &&
	       ops[0].atom >= DW_OP_reg0 && ops[0].atom <= DW_OP_reg31 &&
	       hc_di_entry_value(
		       m->context, ops[0].atom - DW_OP_reg0, &value) &&
	       hc_di_push(m, value);
}

/* Operations name their target by its offset in the expression. */
static gboolean jump(struct hc_di_machine *m, const Dwarf_Op *op)
{
	guint64 target = op->offset + 3 + (guint64) (gint16) op->number;
	for (gsize i = 0; i < m->n_ops; i++)
		if (m->ops[i].offset == target) {
			m->at = i;
			return TRUE;
		}
	const Dwarf_Op *last = &m->ops[m->n_ops - 1];
	m->at = m->n_ops;
	return target > last->offset;
}

static void name_register(struct hc_di_machine *m, guint64 reg)
{
	m->is_register = TRUE;
	m->reg = reg;
}

static gboolean branch(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_entry condition;
	if (!hc_di_pop(m, &condition))
		return FALSE;
	return condition.value == 0 || jump(m, op);
}

/* What the machine has so far, as a place; leaves the stack empty. */
static gboolean current_place(
	struct hc_di_machine *m, struct hc_di_place *place)
{
	struct hc_di_entry top = {0};
	*place = (struct hc_di_place){.thread_local = m->thread_local};

	if (m->is_implicit) {
		place->kind = PLACE_BYTES;
		place->bytes = g_byte_array_new();
		g_byte_array_append(place->bytes, m->implicit.data,
			(guint) MIN(m->implicit.length, G_MAXUINT16));
	} else if (m->is_register) {
		place->kind = PLACE_REGISTER;
		place->number = m->reg;
	} else if (hc_di_pop(m, &top)) {
		place->kind = m->is_value ? PLACE_VALUE : PLACE_MEMORY;
		place->number = top.value;
	}

	m->is_implicit = m->is_register = m->is_value = FALSE;
	return place->kind != PLACE_NONE;
}

/* A part of a variable. Its bytes are read at once, since the whole is nowhere.
 * Parts that follow each other in memory still make one place. */
static gboolean add_piece(struct hc_di_machine *m, guint64 size)
{
	g_auto(hc_di_place) place = {0};
	if (size > 4096 || !current_place(m, &place))
		return FALSE;

	gboolean first = !m->pieces;
	if (first)
		m->pieces = g_byte_array_new();
	guint before = m->pieces->len;
	if (first && place.kind == PLACE_MEMORY)
		m->first_piece = place.number;
	m->in_a_row = (first || m->in_a_row) && place.kind == PLACE_MEMORY &&
		      place.number == m->first_piece + before;
	g_byte_array_set_size(m->pieces, before + size);

	return before + size <= 65536 &&
	       hc_di_place_read(
		       m->context, &place, size, m->pieces->data + before);
}

static gboolean set_implicit(struct hc_di_machine *m, const Dwarf_Op *op)
{
	m->is_implicit = m->attr && dwarf_getlocation_implicit_value(
					    m->attr, op, &m->implicit) == 0;
	return m->is_implicit;
}

static gboolean run_constant(
	struct hc_di_machine *m, const Dwarf_Op *op, int *done)
{
	*done = TRUE;
	switch (op->atom) {
	case DW_OP_addr:
		return m->context->unit &&
		       hc_di_push(
			       m, op->number + m->context->unit->module->bias);
	case DW_OP_const1u:
	case DW_OP_const2u:
	case DW_OP_const4u:
	case DW_OP_const8u:
	case DW_OP_constu:
	case DW_OP_const1s:
	case DW_OP_const2s:
	case DW_OP_const4s:
	case DW_OP_const8s:
	case DW_OP_consts:
		return hc_di_push(m, op->number);
	case DW_OP_lit0 ... DW_OP_lit31:
		return hc_di_push(m, op->atom - DW_OP_lit0);
	case DW_OP_reg0 ... DW_OP_reg31:
		name_register(m, op->atom - DW_OP_reg0);
		return TRUE;
	case DW_OP_regx:
		name_register(m, op->number);
		return TRUE;
	case DW_OP_breg0 ... DW_OP_breg31:
		return push_register(m, op->atom - DW_OP_breg0, op->number);
	case DW_OP_bregx:
		return push_register(m, op->number, op->number2);
	default:
		*done = FALSE;
		return FALSE;
	}
}

static gboolean run_one(struct hc_di_machine *m, const Dwarf_Op *op)
{
	int done;
	gboolean ok = run_constant(m, op, &done);
	if (done)
		return ok;

	done = hc_di_expr_arithmetic(m, op);
	if (done < 0)
		done = hc_di_expr_typed(m, op);
	if (done >= 0)
		return done;

	switch (op->atom) {
	case DW_OP_fbreg:
		return push_frame_base(m, op->number);
	case DW_OP_call_frame_cfa:
		return m->context->cfa && hc_di_push(m, m->context->cfa);
	case DW_OP_deref:
		return push_memory(m, 8);
	case DW_OP_deref_size:
		return push_memory(m, op->number);
	case DW_OP_addrx:
	case DW_OP_constx:
	case DW_OP_GNU_addr_index:
	case DW_OP_GNU_const_index:
		return push_indexed(m, op);
	case DW_OP_form_tls_address:
	case DW_OP_GNU_push_tls_address:
		return push_tls(m);
	case DW_OP_GNU_variable_value:
		return push_variable(m, op);
	case DW_OP_entry_value:
	case DW_OP_GNU_entry_value:
		return push_entry_value(m, op);
	case DW_OP_skip:
		return jump(m, op);
	case DW_OP_bra:
		return branch(m, op);
	case DW_OP_nop:
		return TRUE;
	case DW_OP_stack_value:
		m->is_value = TRUE;
		return m->depth > 0;
	case DW_OP_implicit_value:
		return set_implicit(m, op);
	case DW_OP_piece:
		return add_piece(m, op->number);
	default:
		/* Implicit pointers, for one: what they point to has no
		 * address. */
		return FALSE;
	}
}

static gboolean finish(struct hc_di_machine *m, struct hc_di_place *place)
{
	if (!m->pieces)
		return current_place(m, place);
	if (m->depth > 0 || m->is_register)
		return FALSE;

	place->thread_local = m->thread_local;
	place->size = m->pieces->len;
	if (m->in_a_row) {
		place->kind = PLACE_MEMORY;
		place->number = m->first_piece;
		return TRUE;
	}

	place->kind = PLACE_BYTES;
	place->bytes = g_byte_array_ref(m->pieces);
	return TRUE;
}

gboolean hc_di_evaluate(const struct hc_di_context *context,
	Dwarf_Attribute *attr, const Dwarf_Op *ops, gsize n,
	struct hc_di_place *place)
{
	struct hc_di_machine m = {
		.context = context, .attr = attr, .ops = ops, .n_ops = n};
	gboolean ok = TRUE;
	*place = (struct hc_di_place){0};

	for (guint step = 0; ok && m.at < n; step++)
		ok = step < MAX_STEPS && run_one(&m, &ops[m.at++]);
	ok = ok && n > 0 && finish(&m, place);
	if (m.pieces)
		g_byte_array_unref(m.pieces);

	if (!ok) {
		hc_di_place_clear(place);
		place->thread_local = m.thread_local;
	}
	return ok;
}
