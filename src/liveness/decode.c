/* From machine code to steps: what each instruction does to the frame, and
 * where it leads. */
#include "liveness-inside.h"

#include <Zydis/Zydis.h>

/* Where the frame is while an instruction runs. */
struct frame {
	const struct hc_stores_code *code;
	guint reg; /* DWARF's */
	gint64 offset; /* of the CFA from it */
	guint64 next; /* the address behind the instruction */
};

enum {
	RBP = 6,
	RSP = 7,
	NO_REGISTER = 16,
	/* What a call may overwrite: rax rdx rcx rsi rdi r8 … r11. */
	CALLED = 0x0f37,
};

static ZydisDecoder *decoder(void)
{
	static gsize ready;
	static ZydisDecoder one;
	if (g_once_init_enter(&ready)) {
		ZydisDecoderInit(
			&one, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
		g_once_init_leave(&ready, 1);
	}
	return &one;
}

/* In DWARF's numbering, whichever part of the register is meant. */
static guint number_of(ZydisRegister reg)
{
	static const guint8 dwarf[] = {0, 2, 1, 3, RSP, RBP, 4, 5};
	ZydisRegister whole = ZydisRegisterGetLargestEnclosing(
		ZYDIS_MACHINE_MODE_LONG_64, reg);
	if (whole < ZYDIS_REGISTER_RAX || whole > ZYDIS_REGISTER_R15)
		return NO_REGISTER;
	guint number = (guint) (whole - ZYDIS_REGISTER_RAX);
	return number < G_N_ELEMENTS(dwarf) ? dwarf[number] : number;
}

static void add_touch(struct hc_liveness *stores, struct hc_liveness_step *step,
	enum hc_liveness_touch_kind kind, gint64 from, gint64 size)
{
	struct hc_liveness_touch touch = {kind, from, from + size};
	g_array_append_val(stores->touches, touch);
	step->n_touches++;
}

static gboolean is_stack_work(const ZydisDecodedInstruction *i)
{
	switch (i->meta.category) {
	case ZYDIS_CATEGORY_PUSH:
	case ZYDIS_CATEGORY_POP:
	case ZYDIS_CATEGORY_CALL:
	case ZYDIS_CATEGORY_RET:
		return TRUE;
	default:
		return i->mnemonic == ZYDIS_MNEMONIC_LEAVE;
	}
}

static gboolean is_written(const ZydisDecodedOperand *operand)
{
	return (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
}

static gboolean is_read(const ZydisDecodedOperand *operand)
{
	return (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
}

/* Memory that is addressed by the register that the frame is found by. */
static void see_memory(struct hc_liveness *stores,
	struct hc_liveness_step *step, const struct frame *frame,
	const ZydisDecodedOperand *operand)
{
	const ZydisDecodedOperandMem *mem = &operand->mem;
	guint base = number_of(mem->base), index = number_of(mem->index);
	/* The register may be either. */
	gboolean as_index = index == frame->reg && mem->scale == 1;
	if (base != frame->reg && !as_index) {
		step->elsewhere |= is_written(operand);
		if (index == frame->reg || base == RSP)
			add_touch(stores, step, TOUCH_LOOSE, 0, 0);
		return;
	}

	gint64 from = mem->disp.value - frame->offset;
	gboolean there = mem->type == ZYDIS_MEMOP_TYPE_MEM;
	gboolean whole =
		(as_index ? mem->base : mem->index) == ZYDIS_REGISTER_NONE;
	gint64 size = operand->size / 8;
	step->elsewhere |= there && !whole && is_written(operand);
	if (!there || ((!whole || size == 0) && is_written(operand)))
		add_touch(stores, step, TOUCH_TAKEN, from, 0);
	if (there && is_read(operand))
		add_touch(stores, step, TOUCH_READ, from, MAX(size, 1));
	if (there && whole && size > 0 && is_written(operand))
		add_touch(stores, step, TOUCH_STORE, from, size);
}

/* Whether an instruction that has the frame's register as an operand only sets
 * up or removes the frame, or moves the stack pointer. */
static gboolean makes_frame(const struct frame *frame,
	const ZydisDecodedInstruction *i, const ZydisDecodedOperand *operands)
{
	guint reg;
	gint64 offset;
	if (is_stack_work(i))
		return TRUE;
	if (operands[0].type != ZYDIS_OPERAND_TYPE_REGISTER ||
		!is_written(&operands[0]))
		return FALSE;

	guint to = number_of(operands[0].reg.value);
	return to == RSP || (to == RBP && i->mnemonic == ZYDIS_MNEMONIC_MOV &&
				    frame->code->frame(frame->next, &reg,
					    &offset, frame->code->data) &&
				    reg == RBP);
}

/* The stack pointer leads into the frame, too, though nobody knows where. */
static void see_register(struct hc_liveness *stores,
	struct hc_liveness_step *step, const struct frame *frame,
	const ZydisDecodedInstruction *i, const ZydisDecodedOperand *operands,
	const ZydisDecodedOperand *operand)
{
	guint reg = number_of(operand->reg.value);
	if (reg == NO_REGISTER)
		return;

	if (is_written(operand))
		step->writes |= (guint16) (1u << reg);
	if (!is_read(operand) || (reg != frame->reg && reg != RSP) ||
		makes_frame(frame, i, operands))
		return;

	if (reg == frame->reg)
		add_touch(stores, step, TOUCH_TAKEN, -frame->offset, 0);
	else
		add_touch(stores, step, TOUCH_LOOSE, 0, 0);
}

/* What push and call write to the stack belongs to no variable. */
static void see_operands(struct hc_liveness *stores,
	struct hc_liveness_step *step, const struct frame *frame,
	const ZydisDecodedInstruction *i, const ZydisDecodedOperand *operands)
{
	for (guint k = 0; k < i->operand_count; k++) {
		const ZydisDecodedOperand *operand = &operands[k];
		gboolean hidden =
			operand->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
		if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER)
			see_register(stores, step, frame, i, operands, operand);
		else if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY &&
			 !(hidden && number_of(operand->mem.base) == RSP) &&
			 !(operand->mem.type == ZYDIS_MEMOP_TYPE_AGEN &&
				 makes_frame(frame, i, operands)))
			see_memory(stores, step, frame, operand);
	}
}

/* Where it leads: to a known address, through a slot of an import table, or to
 * an unknown place. */
static void see_flow(struct hc_liveness_step *step,
	const struct hc_stores_code *code, const ZydisDecodedInstruction *i,
	const ZydisDecodedOperand *operands)
{
	guint64 next = step->address + i->length, target = 0, slot = 0;
	const ZydisDecodedOperand *to = &operands[0];
	gboolean call = i->meta.category == ZYDIS_CATEGORY_CALL;
	gboolean jump = i->meta.category == ZYDIS_CATEGORY_UNCOND_BR;
	gboolean branch = i->meta.category == ZYDIS_CATEGORY_COND_BR;

	step->ends = jump || i->meta.category == ZYDIS_CATEGORY_RET ||
		     i->mnemonic == ZYDIS_MNEMONIC_UD2 ||
		     i->mnemonic == ZYDIS_MNEMONIC_HLT;
	if (!call && !jump && !branch)
		return;

	if (to->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		target = next + (guint64) to->imm.value.s;
	else if (to->type == ZYDIS_OPERAND_TYPE_MEMORY &&
		 to->mem.base == ZYDIS_REGISTER_RIP)
		slot = next + (guint64) to->mem.disp.value;

	if (call) {
		step->call = TRUE;
		step->writes |= CALLED;
		step->twice = (target || slot) &&
			      code->twice(target, slot, code->data);
		return;
	}

	step->target = target;
	step->indirect = !target && !slot;
}

gboolean hc_liveness_decode(struct hc_liveness *stores,
	const struct hc_stores_code *code, const struct hc_stores_piece *piece)
{
	ZydisDecodedInstruction i;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];

	for (gsize at = 0; at < piece->n; at += i.length) {
		struct hc_liveness_step step = {
			.address = piece->low + at,
			.touches = stores->touches->len,
		};
		struct frame frame = {.code = code};
		if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(decoder(),
			    piece->bytes + at, piece->n - at, &i, operands)) ||
			i.mnemonic == ZYDIS_MNEMONIC_INT3 ||
			!code->frame(step.address, &frame.reg, &frame.offset,
				code->data))
			return FALSE;
		step.length = i.length;
		frame.next = step.address + i.length;
		/* Padding may have operands, but does nothing. */
		if (i.meta.category != ZYDIS_CATEGORY_NOP &&
			i.meta.category != ZYDIS_CATEGORY_WIDENOP)
			see_operands(stores, &step, &frame, &i, operands);
		see_flow(&step, code, &i, operands);
		g_array_append_val(stores->steps, step);
	}

	return TRUE;
}
