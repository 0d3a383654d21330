/* The stack machine that DWARF expressions run on. */
#ifndef HC_DEBUGINFO_EXPR_H
#define HC_DEBUGINFO_EXPR_H

#include "inside.h"

/* A number of the generic type (size 0: 64 bits, signed where it matters), or
 * of an integer type that the expression names. */
struct entry {
	guint64 value;
	guint size; /* bytes; 0: generic */
	gboolean is_signed;
};

enum { MAX_STACK = 64, MAX_STEPS = 10000 };

struct machine {
	const struct context *context;
	Dwarf_Attribute *attr;
	const Dwarf_Op *ops;
	gsize n_ops, at;
	struct entry stack[MAX_STACK];
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

gboolean hc_push(struct machine *m, guint64 value);
gboolean hc_push_entry(struct machine *m, struct entry entry);
gboolean hc_pop(struct machine *m, struct entry *entry);
/* Wraps a number around at the size of its type. */
void hc_entry_fit(struct entry *entry);
/* Operations on the stack alone. -1: it is none of these; else a boolean. */
int hc_expr_arithmetic(struct machine *m, const Dwarf_Op *op);
/* Those that name a type: also -1 for others. */
int hc_expr_typed(struct machine *m, const Dwarf_Op *op);
/* A register of the frame; FALSE: unknown. */
gboolean hc_expr_register(struct machine *m, guint64 reg, guint64 *value);

#endif
