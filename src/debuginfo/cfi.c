/* From a frame to its caller, by call frame information.
 *
 * libdwfl has an unwinder, but it only tells what was in the registers of an
 * outer frame, not where that is now. Whoever changes a variable that lives in
 * one of them must know where. */
#include "debuginfo-inside.h"

#include <stdlib.h>

struct rules {
	Dwarf_Frame *frame; /* NULL: there are none here */
	bool signal;
};

void hc_di_rules_free(gpointer data)
{
	struct rules *rules = data;
	free(rules->frame);
	g_free(rules);
}

static Dwarf_Frame *frame_at(
	struct hc_debuginfo *info, guint64 pc, Dwarf_Addr *bias)
{
	struct hc_di_module *module = hc_di_module_at(info, pc);
	Dwarf_Frame *frame = NULL;
	Dwarf_CFI *cfi = module ? dwfl_module_eh_cfi(module->dwfl, bias) : NULL;
	if (cfi && dwarf_cfi_addrframe(cfi, pc - *bias, &frame) == 0)
		return frame;
	cfi = module ? dwfl_module_dwarf_cfi(module->dwfl, bias) : NULL;
	if (cfi && dwarf_cfi_addrframe(cfi, pc - *bias, &frame) == 0)
		return frame;
	return NULL;
}

/* Deep recursion asks for the same few over and over. */
static const struct rules *rules_at(struct hc_debuginfo *info, guint64 pc)
{
	struct rules *rules = g_hash_table_lookup(info->frames, &pc);
	Dwarf_Addr bias;
	if (rules)
		return rules;
	rules = g_new0(struct rules, 1);
	rules->frame = frame_at(info, pc, &bias);
	if (rules->frame)
		dwarf_frame_info(rules->frame, NULL, NULL, &rules->signal);
	g_hash_table_insert(info->frames, g_memdup2(&pc, sizeof pc), rules);
	return rules;
}

static void set_register(
	struct hc_di_step *to, guint reg, guint64 value, guint64 saved_at)
{
	to->registers.values[reg] = value;
	to->registers.known |= 1u << reg;
	to->saved_at[reg] = saved_at;
}

static void copy_register(struct hc_di_step *to, guint reg,
	const struct hc_di_step *from, guint source)
{
	if (from->registers.known >> source & 1)
		set_register(to, reg, from->registers.values[source],
			from->saved_at[source]);
}

/* By the ABI, a function leaves these as they were. */
static gboolean is_kept(guint reg)
{
	return reg == HC_RBX || reg == HC_RBP || (reg >= 12 && reg <= 15);
}

static void restore_register(const struct hc_di_context *context,
	const struct rules *rules, const struct hc_di_step *from,
	struct hc_di_step *to, guint reg)
{
	Dwarf_Op mem[3], *ops = NULL;
	size_t n = 0;
	guint64 value;
	g_auto(hc_di_place) place = {0};
	if (dwarf_frame_register(rules->frame, reg, mem, &ops, &n) != 0)
		return;

	if (n == 0) {
		/* NULL is libdw's "same value". But libdw says "undefined" also
		 * for registers that the information does not mention; these a
		 * function keeps if the ABI says so. */
		if (!ops || is_kept(reg))
			copy_register(to, reg, from, reg);
		return;
	}

	if (!hc_di_evaluate(context, NULL, ops, n, &place))
		return;

	if (place.kind == PLACE_MEMORY) {
		if (hc_di_read(
			    context->info, place.number, &value, sizeof value))
			set_register(to, reg, value, place.number);
	} else if (place.kind == PLACE_REGISTER &&
		   place.number < HC_N_REGISTERS) {
		copy_register(to, reg, from, place.number);
	} else if (place.kind == PLACE_VALUE) {
		set_register(to, reg, place.number, 0);
	}
}

static guint64 find_cfa(
	const struct hc_di_context *context, const struct rules *rules)
{
	Dwarf_Op *ops;
	size_t n;
	g_auto(hc_di_place) place = {0};
	if (dwarf_frame_cfa(rules->frame, &ops, &n) != 0 ||
		!hc_di_evaluate(context, NULL, ops, n, &place))
		return 0;
	return place.kind == PLACE_MEMORY || place.kind == PLACE_VALUE
		       ? place.number
		       : 0;
}

static gboolean read_cfa(Dwarf_Frame *frame, guint *reg, gint64 *offset)
{
	Dwarf_Op *ops;
	size_t n;
	if (dwarf_frame_cfa(frame, &ops, &n) != 0 || n != 1)
		return FALSE;

	/* libdw always gives the second form, for any register. */
	if (ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31) {
		*reg = ops[0].atom - DW_OP_breg0;
		*offset = (gint64) ops[0].number;
	} else if (ops[0].atom == DW_OP_bregx) {
		*reg = (guint) ops[0].number;
		*offset = (gint64) ops[0].number2;
	} else {
		return FALSE;
	}

	return *reg < HC_PC;
}

/* Neighbouring addresses are asked for in turn, and what holds for one holds
 * for most of a function. */
gboolean hc_debuginfo_return_at(
	struct hc_debuginfo *info, guint64 pc, guint *reg, gint64 *offset)
{
	struct hc_di_rule *rule = &info->last_rule;
	if (pc < rule->low || pc >= rule->high) {
		Dwarf_Addr bias = 0, low = 0, high = 0;
		Dwarf_Frame *frame = frame_at(info, pc, &bias);
		*rule = (struct hc_di_rule){0};
		if (!frame)
			return FALSE;
		dwarf_frame_info(frame, &low, &high, NULL);
		rule->low = low + bias;
		rule->high = high + bias;
		rule->known = read_cfa(frame, &rule->reg, &rule->offset);
		free(frame);
	}
	*reg = rule->reg;
	*offset = rule->offset - 8;

	return rule->known;
}

/* The return address at `slot`, which is right below the CFA. */
static gboolean return_through(struct hc_debuginfo *info,
	const struct hc_di_step *from, guint64 slot, struct hc_di_step *to,
	guint64 *cfa)
{
	guint64 pc;
	if (!hc_di_read(info, slot, &pc, sizeof pc) ||
		!hc_di_module_at(info, pc))
		return FALSE;
	*cfa = slot + 8;

	for (guint reg = 0; reg < HC_PC; reg++)
		if (is_kept(reg))
			copy_register(to, reg, from, reg);
	set_register(to, HC_PC, pc, slot);
	set_register(to, HC_RSP, *cfa, 0);

	return TRUE;
}

/* Code without information, or no code at all. A call through a wild pointer
 * has just pushed its return address; otherwise there may be a frame pointer.
 */
static gboolean guess_caller(struct hc_debuginfo *info,
	const struct hc_di_step *from, gboolean exact_pc, struct hc_di_step *to,
	guint64 *cfa)
{
	guint64 pc = from->registers.values[HC_PC];
	guint64 sp = from->registers.values[HC_RSP];
	guint64 bp = from->registers.values[HC_RBP], saved;
	struct hc_di_module *module = hc_di_module_at(info, pc);
	const struct hc_di_symbol *symbol =
		module ? hc_di_symbol_at(info, module, pc) : NULL;

	if (exact_pc && (!module || (symbol && symbol->address == pc)))
		return return_through(info, from, sp, to, cfa);
	if (!(from->registers.known >> HC_RBP & 1) || bp < sp ||
		!hc_di_read(info, bp, &saved, sizeof saved) ||
		!return_through(info, from, bp + 8, to, cfa))
		return FALSE;

	set_register(to, HC_RBP, saved, bp);
	return TRUE;
}

gboolean hc_di_unwind_step(struct hc_debuginfo *info,
	const struct hc_di_step *from, gboolean exact_pc, struct hc_di_step *to,
	guint64 *cfa)
{
	struct hc_di_context context = {
		.info = info, .registers = &from->registers};
	guint64 pc = from->registers.values[HC_PC];
	const struct rules *rules = rules_at(info, exact_pc ? pc : pc - 1);
	*to = (struct hc_di_step){.registers.fs_base = from->registers.fs_base};
	*cfa = 0;

	if (!rules->frame)
		return guess_caller(info, from, exact_pc, to, cfa);
	*cfa = context.cfa = find_cfa(&context, rules);
	if (*cfa == 0)
		return FALSE;

	for (guint reg = 0; reg < HC_N_REGISTERS; reg++)
		restore_register(&context, rules, from, to, reg);
	to->after_signal = rules->signal;
	guint32 needed = 1u << HC_PC | 1u << HC_RSP;
	/* The stack grows down; only a signal handler may be on another one. */
	return (to->registers.known & needed) == needed &&
	       to->registers.values[HC_PC] != 0 &&
	       (rules->signal || *cfa > from->registers.values[HC_RSP]);
}
