/* Internal to debuginfo: the stack machine that DWARF expressions run on. */
#ifndef HC_DEBUGINFO_EXPR_H
#define HC_DEBUGINFO_EXPR_H

#include "debuginfo-inside.h"

/* A number of the generic type (size 0: 64 bits, signed where it matters), or
 * of an integer type that the expression names. */
struct hc_di_entry {
	guint64 value;
	guint size; /* bytes; 0: generic */
	gboolean is_signed;
};

enum { MAX_STACK = 64, MAX_STEPS = 10000 };

struct hc_di_machine {
	const struct hc_di_context *context;
	Dwarf_Attribute *attr;
	const Dwarf_Op *ops;
	gsize n_ops, at;
	struct hc_di_entry stack[MAX_STACK];
	guint depth;
	/* What the operations have said about the result. */
	gboolean is_register, is_value, thread_local;
	guint64 reg;
	Dwarf_Block implicit;
	gboolean is_implicit;
	GByteArray *pieces; /* NULL: it is in one piece */
	guint64 first_piece; /* in memory: where; with in_a_row */
	gboolean in_a_row;
};

gboolean hc_di_push(struct hc_di_machine *m, guint64 value);
gboolean hc_di_push_entry(struct hc_di_machine *m, struct hc_di_entry entry);
gboolean hc_di_pop(struct hc_di_machine *m, struct hc_di_entry *entry);
/* Wraps a number around at the size of its type. */
void hc_di_entry_fit(struct hc_di_entry *entry);
/* Operations that need only the stack. -1: not one of these; else a boolean. */
int hc_di_expr_arithmetic(struct hc_di_machine *m, const Dwarf_Op *op);
/* Those that name a type; again -1 for others. */
int hc_di_expr_typed(struct hc_di_machine *m, const Dwarf_Op *op);
/* A register of the frame; FALSE: unknown. */
gboolean hc_di_expr_register(
	struct hc_di_machine *m, guint64 reg, guint64 *value);

#endif
