/* DWARF operations that need nothing but the stack. */
#include "debuginfo-expr.h"

gboolean hc_di_push_entry(struct hc_di_machine *m, struct hc_di_entry entry)
{
	if (m->depth == MAX_STACK)
		return FALSE;
	m->stack[m->depth++] = entry;
	return TRUE;
}

gboolean hc_di_push(struct hc_di_machine *m, guint64 value)
{
	return hc_di_push_entry(m, (struct hc_di_entry){value, 0, FALSE});
}

gboolean hc_di_pop(struct hc_di_machine *m, struct hc_di_entry *entry)
{
	if (m->depth == 0)
		return FALSE;
	*entry = m->stack[--m->depth];
	return TRUE;
}

void hc_di_entry_fit(struct hc_di_entry *entry)
{
	if (entry->size == 0 || entry->size >= 8)
		return;
	guint shift = 64 - entry->size * 8;
	entry->value <<= shift;
	if (entry->is_signed)
		entry->value = (guint64) ((gint64) entry->value >> shift);
	else
		entry->value >>= shift;
}

static gboolean below(const struct hc_di_entry *a, const struct hc_di_entry *b)
{
	if (a->size == 0 || a->is_signed)
		return (gint64) a->value < (gint64) b->value;
	return a->value < b->value;
}

static gboolean divide(const struct hc_di_entry *a, const struct hc_di_entry *b,
	guint64 *result)
{
	gint64 x = (gint64) a->value, y = (gint64) b->value;
	if (y == 0 || (x == G_MININT64 && y == -1))
		return FALSE;
	if (a->size == 0 || a->is_signed)
		*result = (guint64) (x / y);
	else
		*result = a->value / b->value;
	return TRUE;
}

/* The remainder of the generic type is unsigned, as in GDB. */
static gboolean remainder_of(const struct hc_di_entry *a,
	const struct hc_di_entry *b, guint64 *result)
{
	gint64 x = (gint64) a->value, y = (gint64) b->value;
	if (y == 0 || (x == G_MININT64 && y == -1))
		return FALSE;
	*result = a->is_signed ? (guint64) (x % y) : a->value % b->value;
	return TRUE;
}

static guint64 shift(guint8 op, const struct hc_di_entry *a, guint64 by)
{
	gint64 s = (gint64) a->value;
	if (op == DW_OP_shra)
		return (guint64) (s >> MIN(by, 63));
	if (by > 63)
		return 0;
	if (op == DW_OP_shl)
		return a->value << by;

	/* shr brings in zeros at the size of the type. */
	struct hc_di_entry plain = {a->value, a->size, FALSE};
	hc_di_entry_fit(&plain);
	return plain.value >> by;
}

static int binary(struct hc_di_machine *m, guint8 op)
{
	struct hc_di_entry b, a;
	if (!hc_di_pop(m, &b) || !hc_di_pop(m, &a) || a.size != b.size)
		return FALSE;

	struct hc_di_entry r = a;
	gboolean ok = TRUE;
	switch (op) {
	case DW_OP_plus:
		r.value = a.value + b.value;
		break;
	case DW_OP_minus:
		r.value = a.value - b.value;
		break;
	case DW_OP_mul:
		r.value = a.value * b.value;
		break;
	case DW_OP_and:
		r.value = a.value & b.value;
		break;
	case DW_OP_or:
		r.value = a.value | b.value;
		break;
	case DW_OP_xor:
		r.value = a.value ^ b.value;
		break;
	case DW_OP_div:
		ok = divide(&a, &b, &r.value);
		break;
	case DW_OP_mod:
		ok = remainder_of(&a, &b, &r.value);
		break;
	default:
		r.value = shift(op, &a, b.value);
		break;
	}

	hc_di_entry_fit(&r);
	return ok && hc_di_push_entry(m, r);
}

static int compare(struct hc_di_machine *m, guint8 op)
{
	struct hc_di_entry b, a;
	if (!hc_di_pop(m, &b) || !hc_di_pop(m, &a) || a.size != b.size)
		return FALSE;

	gboolean less = below(&a, &b), equal = a.value == b.value;
	switch (op) {
	case DW_OP_eq:
		return hc_di_push(m, equal);
	case DW_OP_ne:
		return hc_di_push(m, !equal);
	case DW_OP_lt:
		return hc_di_push(m, less);
	case DW_OP_le:
		return hc_di_push(m, less || equal);
	case DW_OP_gt:
		return hc_di_push(m, !less && !equal);
	default:
		return hc_di_push(m, !less);
	}
}

static int unary(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_entry a;
	if (!hc_di_pop(m, &a))
		return FALSE;

	switch (op->atom) {
	case DW_OP_abs:
		if ((gint64) a.value < 0 && (a.size == 0 || a.is_signed))
			a.value = -a.value;
		break;
	case DW_OP_neg:
		a.value = -a.value;
		break;
	case DW_OP_not:
		a.value = ~a.value;
		break;
	default:
		a.value += op->number;
		break;
	}

	hc_di_entry_fit(&a);
	return hc_di_push_entry(m, a);
}

/* Copies and moves: n is how many entries the stack must have. */
static int rearrange(struct hc_di_machine *m, const Dwarf_Op *op)
{
	struct hc_di_entry *top = &m->stack[m->depth];
	guint64 pick = op->atom == DW_OP_dup    ? 0
		       : op->atom == DW_OP_over ? 1
						: op->number;
	guint need = op->atom == DW_OP_rot ? 3 : 2;
	struct hc_di_entry first;

	switch (op->atom) {
	case DW_OP_drop:
		return hc_di_pop(m, &first);
	case DW_OP_dup:
	case DW_OP_over:
	case DW_OP_pick:
		return pick < m->depth &&
		       hc_di_push_entry(m, m->stack[m->depth - 1 - pick]);
	default:
		if (m->depth < need)
			return FALSE;
		first = top[-1];
		top[-1] = top[-2];
		top[-2] = need == 3 ? top[-3] : first;
		if (need == 3)
			top[-3] = first;
		return TRUE;
	}
}

int hc_di_expr_arithmetic(struct hc_di_machine *m, const Dwarf_Op *op)
{
	switch (op->atom) {
	case DW_OP_plus:
	case DW_OP_minus:
	case DW_OP_mul:
	case DW_OP_and:
	case DW_OP_or:
	case DW_OP_xor:
	case DW_OP_div:
	case DW_OP_mod:
	case DW_OP_shl:
	case DW_OP_shr:
	case DW_OP_shra:
		return binary(m, op->atom);
	case DW_OP_eq:
	case DW_OP_ne:
	case DW_OP_lt:
	case DW_OP_le:
	case DW_OP_gt:
	case DW_OP_ge:
		return compare(m, op->atom);
	case DW_OP_abs:
	case DW_OP_neg:
	case DW_OP_not:
	case DW_OP_plus_uconst:
		return unary(m, op);
	case DW_OP_drop:
	case DW_OP_dup:
	case DW_OP_over:
	case DW_OP_pick:
	case DW_OP_swap:
	case DW_OP_rot:
		return rearrange(m, op);
	default:
		return -1;
	}
}
