#include "trace-code.h"

#include <Zydis/Zydis.h>
#include <string.h>

enum {
	MAX_TABLE = 4096, /* longer jump tables don't exist */
	PADDED = 8, /* padding ends at multiples of this; else a nop is a
		       statement that does nothing */
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

static gboolean decode(
	const guint8 *bytes, gsize n, ZydisDecodedInstruction *instruction)
{
	return ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(
		decoder(), NULL, bytes, n, instruction));
}

static gboolean is_branch(const ZydisDecodedInstruction *i)
{
	return i->raw.imm[0].size > 0 && i->raw.imm[0].is_relative;
}

static gboolean is_rip_relative(const ZydisDecodedInstruction *i)
{
	return (i->attributes & ZYDIS_ATTRIB_HAS_MODRM) &&
	       i->raw.modrm.mod == 0 && i->raw.modrm.rm == 5;
}

/* Through a register or a table: may go anywhere in the function. Relative to
 * the pc, it is a call of another function. */
static gboolean is_table_jump(const ZydisDecodedInstruction *i)
{
	return i->mnemonic == ZYDIS_MNEMONIC_JMP && !is_branch(i) &&
	       !is_rip_relative(i);
}

/* Not loop and jrcxz: they only reach short distances. */
static gboolean is_movable_branch(const ZydisDecodedInstruction *i)
{
	return i->mnemonic == ZYDIS_MNEMONIC_JMP ||
	       (i->meta.category == ZYDIS_CATEGORY_COND_BR &&
		       (i->opcode & 0xf0) ==
			       (i->opcode_map == ZYDIS_OPCODE_MAP_0F ? 0x80
								     : 0x70));
}

/* Through a register or memory, but not relative to the stack pointer, which is
 * different once the return address has been pushed. */
static gboolean is_movable_call(const ZydisDecodedInstruction *i)
{
	enum { RSP = 4, IN_REGISTER = 3 };
	if (i->opcode != 0xff || i->raw.modrm.reg != 2)
		return FALSE;
	/* With rex.B it is r12. */
	return i->raw.modrm.rm != RSP || i->raw.rex.B ||
	       (i->raw.modrm.mod != IN_REGISTER && i->raw.sib.base != RSP);
}

/* Nothing runs on into what follows it. */
static gboolean ends_the_way(const ZydisDecodedInstruction *i)
{
	switch (i->mnemonic) {
	case ZYDIS_MNEMONIC_JMP:
	case ZYDIS_MNEMONIC_RET:
	case ZYDIS_MNEMONIC_UD2:
	case ZYDIS_MNEMONIC_HLT:
		return TRUE;
	default:
		return FALSE;
	}
}

gsize hc_trace_code_padding(const guint8 *bytes, gsize n)
{
	gsize at = 0;
	while (at < n) {
		ZydisDecodedInstruction i;
		if (!decode(bytes + at, n - at, &i) ||
			(i.mnemonic != ZYDIS_MNEMONIC_NOP &&
				i.mnemonic != ZYDIS_MNEMONIC_INT3))
			break;
		at += i.length;
	}

	return at;
}

gboolean hc_trace_code_jump(guint64 from, guint64 to, guint8 bytes[CODE_JUMP])
{
	gint64 distance = (gint64) (to - from) - CODE_JUMP;
	gint32 near = (gint32) distance;
	bytes[0] = 0xe9;
	memcpy(bytes + 1, &near, sizeof near);
	return near == distance;
}

gboolean hc_trace_code_short_jump(
	guint64 from, guint64 to, guint8 bytes[CODE_SHORT])
{
	gint64 distance = (gint64) (to - from) - CODE_SHORT;
	gint8 near = (gint8) distance;
	bytes[0] = 0xeb;
	bytes[1] = (guint8) near;
	return near == distance;
}

/* ---- What may be replaced --------------------------------------------- */

/* The instructions that the new bytes fall on, up to the last of them. */
static gboolean measure(
	const struct hc_trace_code_text *text, struct hc_trace_code_plan *plan)
{
	const struct hc_trace_code_piece *piece = &text->pieces[0];
	gsize at = plan->address - piece->low;

	plan->length = 0;
	while (plan->length < plan->needed) {
		ZydisDecodedInstruction i;
		gsize left = piece->n - at - plan->length;

		if (left == 0)
			break;
		if (!decode(piece->bytes + at + plan->length, left, &i))
			return FALSE;

		/* Where a call returns to must stay as it was. A mark for
		 * indirect jumps means that there may be one. */
		if (plan->length > 0 && i.mnemonic == ZYDIS_MNEMONIC_ENDBR64)
			return FALSE;

		plan->length += i.length;
		if (i.mnemonic == ZYDIS_MNEMONIC_CALL &&
			plan->length < plan->needed)
			return FALSE;
		if (ends_the_way(&i) && plan->length < plan->needed)
			break;
	}

	gsize end = at + plan->length;
	memcpy(plan->original, piece->bytes + at, plan->length);

	if (plan->length >= plan->needed)
		return TRUE;

	/* The rest must be padding, not the function's own code. */
	gsize rest = plan->needed - plan->length;
	const guint8 *behind = text->behind;
	gsize room = text->room;
	if (end != piece->n) {
		behind = piece->bytes + end;
		room = hc_trace_code_padding(behind, piece->n - end);
	}

	if (rest > room)
		return FALSE;

	memcpy(plan->original + plan->length, behind, rest);
	return TRUE;
}

/* What could get in the way of a plan. */
struct survey {
	const struct hc_trace_code_text *text;
	struct hc_trace_code_plan *plan;
	gboolean reached; /* the address is an instruction's first byte */
	gboolean crossed; /* something jumps into the replaced bytes */
	gboolean tables; /* there are jumps through tables */
	gboolean tabled; /* and a table was found */
	GArray *bases; /* guint64: what may be a table */
	guint8 **flags; /* instead of a plan: all of it, piece by piece */
};

static void set_flag(struct survey *survey, guint64 address, guint8 flag)
{
	const struct hc_trace_code_text *text = survey->text;
	for (guint i = 0; i < text->n_pieces; i++)
		if (address - text->pieces[i].low < text->pieces[i].n)
			survey->flags[i][address - text->pieces[i].low] |= flag;
}

static void see_target(struct survey *survey, guint64 target)
{
	struct hc_trace_code_plan *plan = survey->plan;

	if (survey->flags) {
		set_flag(survey, target, CODE_LEADER | CODE_TARGET);
		return;
	}

	guint length = MAX(plan->length, plan->needed);
	if (target == plan->address) {
		/* Through a table: nobody knows from where. */
		plan->looped = TRUE;
		plan->all_loops = FALSE;
	} else if (target > plan->address && target < plan->address + length)
		survey->crossed = TRUE;
}

static void see_branch(struct survey *survey, guint64 from, guint64 target)
{
	struct hc_trace_code_plan *plan = survey->plan;
	if (target != plan->address || plan->n_loops == CODE_LOOPS) {
		see_target(survey, target);
		return;
	}
	plan->looped = TRUE;
	plan->loops[plan->n_loops++] = from;
}

static void see_base(struct survey *survey, guint64 base)
{
	g_array_append_val(survey->bases, base);
}

/* Not a branch: maybe the address of a table, or a jump through one. */
static void see_data(struct survey *survey, guint64 address,
	const ZydisDecodedInstruction *i)
{
	guint64 next = address + i->length;
	if (is_table_jump(i))
		survey->tables = TRUE;
	if (is_rip_relative(i))
		see_base(survey, next + (guint64) i->raw.disp.value);
	else if (i->raw.disp.size == 32)
		see_base(survey, (guint64) i->raw.disp.value);
	if (i->raw.imm[0].size >= 32)
		see_base(survey, i->raw.imm[0].value.u);
}

static void see_instruction(struct survey *survey, guint64 address,
	const ZydisDecodedInstruction *i)
{
	guint64 next = address + i->length;
	const struct hc_trace_code_plan *plan = survey->plan;

	if (address == plan->address)
		survey->reached = TRUE;
	if (survey->text->pads && address >= survey->text->pieces[0].low &&
		next < plan->address + plan->length &&
		(is_branch(i) || i->mnemonic == ZYDIS_MNEMONIC_CALL))
		survey->crossed = TRUE;

	if (is_branch(i)) {
		/* A recursive call comes to the entry, too, as it should. */
		guint64 target = next + (guint64) i->raw.imm[0].value.s;
		if (i->mnemonic != ZYDIS_MNEMONIC_CALL ||
			target != plan->address)
			see_branch(survey, address, target);
		return;
	}

	see_data(survey, address, i);
}

/* Flags what begins here, and what follows it if that may be reached in another
 * way. A call returns there. What follows a jump is reached by another one, or
 * by an exception (landing pads of C++), and there may be padding before it. */
static void flag_instruction(struct survey *survey, guint64 address,
	const ZydisDecodedInstruction *i)
{
	guint8 flags = CODE_START;
	gboolean call = i->mnemonic == ZYDIS_MNEMONIC_CALL;

	if (i->mnemonic == ZYDIS_MNEMONIC_ENDBR64)
		flags |= CODE_LEADER;
	if (is_branch(i) ? !call && !is_movable_branch(i)
			 : call && !is_movable_call(i))
		flags |= CODE_FIXED;
	if (!call && !is_branch(i) && !is_rip_relative(i))
		flags |= CODE_PLAIN;
	set_flag(survey, address, flags);

	guint64 next = address + i->length;
	gboolean padding = i->mnemonic == ZYDIS_MNEMONIC_NOP &&
			   (survey->text->pads || next % PADDED == 0);
	if (call || ends_the_way(i) || padding ||
		i->mnemonic == ZYDIS_MNEMONIC_INT3)
		set_flag(survey, next, CODE_LEADER);
	if (is_branch(i))
		see_target(survey, next + (guint64) i->raw.imm[0].value.s);
	else
		see_data(survey, address, i);
}

/* One without anything to look at. */
static void see_plain(struct survey *survey, guint64 address)
{
	if (!survey->plan)
		set_flag(survey, address, CODE_START | CODE_PLAIN);
	else if (address == survey->plan->address)
		survey->reached = TRUE;
}

static gboolean survey_piece(
	struct survey *survey, const struct hc_trace_code_piece *piece)
{
	for (gsize at = 0; at < piece->n;) {
		ZydisDecodedInstruction i;
		gsize quick =
			hc_trace_code_quick(piece->bytes + at, piece->n - at);
		if (quick) {
			see_plain(survey, piece->low + at);
			at += quick;
			continue;
		}
		if (!decode(piece->bytes + at, piece->n - at, &i))
			return FALSE;

		if (!survey->plan)
			flag_instruction(survey, piece->low + at, &i);
		else
			see_instruction(survey, piece->low + at, &i);
		at += i.length;
	}

	return TRUE;
}

static gboolean in_text(const struct hc_trace_code_text *text, guint64 address)
{
	for (guint i = 0; i < text->n_pieces; i++)
		if (address - text->pieces[i].low < text->pieces[i].n)
			return TRUE;
	return FALSE;
}

/* Tables hold distances from their own start, or addresses: as long as these
 * lead into the function, it may be one. */
static void survey_table(struct survey *survey, guint64 base)
{
	const struct hc_trace_code_text *text = survey->text;
	gint32 distance;
	guint64 target;

	for (guint i = 0; i < MAX_TABLE; i++) {
		if (!text->read(base + i * sizeof distance, &distance,
			    sizeof distance, text->data))
			break;
		target = base + (guint64) (gint64) distance;
		if (!in_text(text, target))
			break;
		see_target(survey, target);
		survey->tabled = TRUE;
	}

	for (guint i = 0; i < MAX_TABLE; i++) {
		if (!text->read(base + i * sizeof target, &target,
			    sizeof target, text->data) ||
			!in_text(text, target))
			break;
		see_target(survey, target);
		survey->tabled = TRUE;
	}
}

/* What may be a table may also be the address of a label. */
static void survey_tables(struct survey *survey)
{
	for (guint i = 0; survey->tables && i < survey->bases->len; i++) {
		guint64 base = g_array_index(survey->bases, guint64, i);
		see_target(survey, base);
		survey_table(survey, base);
	}
}

/* Whether no bytes of the piece could be a jump to what is replaced, or one
 * through a table, wherever an instruction may begin: decoding would find none
 * either, and takes twenty times as long. */
static gboolean has_no_jump(const struct hc_trace_code_piece *piece,
	const struct hc_trace_code_plan *plan)
{
	guint64 length = MAX(plan->length, plan->needed);
	for (gsize i = 0; i + 1 < piece->n; i++) {
		const guint8 *at = piece->bytes + i;
		guint64 next = piece->low + i;
		gboolean two = at[0] == 0x0f && (at[1] & 0xf0) == 0x80;

		if (at[0] == 0xff && (at[1] >> 3 & 7) == 4)
			return FALSE;

		if ((at[0] & 0xf0) == 0x70 || at[0] == 0xeb ||
			(at[0] & 0xfc) == 0xe0) {
			next += 2 + (guint64) (gint8) at[1];
		} else if (at[0] == 0xe8 || at[0] == 0xe9 || two) {
			gint32 distance;
			gsize skip = two ? 2 : 1;
			if (i + skip + sizeof distance > piece->n)
				continue;
			memcpy(&distance, at + skip, sizeof distance);
			next += skip + sizeof distance +
				(guint64) (gint64) distance;
		} else {
			continue;
		}
		if (next - plan->address < length)
			return FALSE;
	}

	return TRUE;
}

/* The same, where the answer is known already. */
static gboolean is_no_target(const struct hc_trace_code_text *text,
	const struct hc_trace_code_plan *plan)
{
	const guint8 *flags = text->flags[0];
	gsize at = plan->address - text->pieces[0].low;
	if (!(flags[at] & CODE_START))
		return FALSE;
	for (gsize i = 0; i < plan->length; i++)
		if (flags[at + i] & CODE_TARGET)
			return FALSE;
	return TRUE;
}

static gboolean is_simple(const struct hc_trace_code_text *text,
	const struct hc_trace_code_plan *plan)
{
	if (!text->pads && text->flags && is_no_target(text, plan))
		return TRUE;
	if (text->pads || plan->address != text->pieces[0].low)
		return FALSE;
	for (guint i = 0; i < text->n_pieces; i++)
		if (!has_no_jump(&text->pieces[i], plan))
			return FALSE;
	return TRUE;
}

gboolean hc_trace_code_plan(const struct hc_trace_code_text *text,
	guint64 address, guint needed, struct hc_trace_code_plan *plan)
{
	*plan = (struct hc_trace_code_plan){
		.address = address, .needed = needed, .all_loops = TRUE};
	if (text->n_pieces == 0 ||
		address - text->pieces[0].low >= text->pieces[0].n ||
		!measure(text, plan))
		return FALSE;
	if (is_simple(text, plan))
		return TRUE;

	g_autoptr(GArray) bases = g_array_new(FALSE, FALSE, sizeof(guint64));
	struct survey survey = {.text = text, .plan = plan, .bases = bases};
	for (guint i = 0; i < text->n_pieces; i++)
		if (!survey_piece(&survey, &text->pieces[i]))
			return FALSE;

	survey_tables(&survey);
	return survey.reached && !survey.crossed;
}

gboolean hc_trace_code_survey(
	const struct hc_trace_code_text *text, guint8 **flags, gboolean *tables)
{
	g_autoptr(GArray) bases = g_array_new(FALSE, FALSE, sizeof(guint64));
	struct survey survey = {.text = text, .bases = bases, .flags = flags};
	for (guint i = 0; i < text->n_pieces; i++)
		if (!survey_piece(&survey, &text->pieces[i]))
			return FALSE;
	survey_tables(&survey);
	*tables = survey.tables && !survey.tabled;
	return TRUE;
}

gboolean hc_trace_code_returns(const guint8 *bytes, gsize n)
{
	for (gsize at = 0; at < n;) {
		ZydisDecodedInstruction i;
		if (!decode(bytes + at, n - at, &i))
			return FALSE;
		if (i.mnemonic == ZYDIS_MNEMONIC_RET)
			return TRUE;
		at += i.length;
	}
	return FALSE;
}

/* ---- The same, elsewhere ---------------------------------------------- */

static gboolean append_near(
	GByteArray *bytes, guint64 start, guint64 target, gboolean *fits)
{
	gint64 distance =
		(gint64) (target - (start + bytes->len + sizeof(gint32)));
	gint32 near = (gint32) distance;
	g_byte_array_append(bytes, (const guint8 *) &near, sizeof near);
	*fits = *fits && near == distance;
	return *fits;
}

static void append_byte(GByteArray *bytes, guint8 byte)
{
	g_byte_array_append(bytes, &byte, 1);
}

static void append_push(GByteArray *bytes, guint64 back)
{
	guint32 low = (guint32) back, high = (guint32) (back >> 32);
	append_byte(bytes, 0x68); /* push low, sign-extended */
	g_byte_array_append(bytes, (const guint8 *) &low, sizeof low);
	static const guint8 store[] = {0xc7, 0x44, 0x24, 0x04};
	g_byte_array_append(bytes, store, sizeof store); /* movl high, 4(rsp) */
	g_byte_array_append(bytes, (const guint8 *) &high, sizeof high);
}

/* A call that pushes the return address of its old place: push, jmp. */
static gboolean append_call(
	GByteArray *bytes, guint64 start, guint64 target, guint64 back)
{
	gboolean fits = TRUE;
	append_push(bytes, back);
	append_byte(bytes, 0xe9);
	return append_near(bytes, start, target, &fits);
}

guint64 hc_trace_code_led(
	const struct hc_trace_code_detour *detour, guint64 target)
{
	while (detour && detour->from != target)
		detour = detour->next;
	return detour ? detour->to : target;
}

static gboolean move_branch(const ZydisDecodedInstruction *i, guint64 next,
	guint64 start, const struct hc_trace_code_detour *detour,
	GByteArray *bytes)
{
	guint64 target = next + (guint64) i->raw.imm[0].value.s;
	gboolean fits = TRUE;

	if (i->mnemonic == ZYDIS_MNEMONIC_CALL)
		return append_call(bytes, start, target, next);

	target = hc_trace_code_led(detour, target);
	if (i->mnemonic == ZYDIS_MNEMONIC_JMP) {
		append_byte(bytes, 0xe9);
		return append_near(bytes, start, target, &fits);
	}
	if (!is_movable_branch(i))
		return FALSE;

	append_byte(bytes, 0x0f);
	append_byte(bytes, 0x80 | (i->opcode & 0xf));

	return append_near(bytes, start, target, &fits);
}

/* Operands may be relative to the pc of the next instruction. */
static gboolean move_plain(const ZydisDecodedInstruction *i, const guint8 *from,
	guint64 next, guint64 start, GByteArray *bytes)
{
	guint8 copy[CODE_LONGEST];
	guint64 moved = start + bytes->len + i->length;
	gint64 distance = i->raw.disp.value + (gint64) (next - moved);
	gint32 near = (gint32) distance;

	memcpy(copy, from, i->length);
	if (is_rip_relative(i))
		memcpy(copy + i->raw.disp.offset, &near, sizeof near);
	if (i->mnemonic == ZYDIS_MNEMONIC_CALL) {
		/* The same operand with jmp. */
		copy[i->raw.modrm.offset] ^= (2 ^ 4) << 3;
	}
	g_byte_array_append(bytes, copy, i->length);

	return near == distance || !is_rip_relative(i);
}

static gboolean move_call(const ZydisDecodedInstruction *i, const guint8 *from,
	guint64 next, guint64 start, GByteArray *bytes)
{
	if (!is_movable_call(i))
		return FALSE;
	append_push(bytes, next);
	return move_plain(i, from, next, start, bytes);
}

/* How many bytes from here on do the same anywhere. */
static gsize plain_bytes(const struct hc_trace_code_part *part, gsize at)
{
	gsize n = at;
	if (!part->flags)
		return 0;
	while (n < part->n && (part->flags[n] & CODE_PLAIN))
		do
			n++;
		while (n < part->n && !(part->flags[n] & CODE_START));
	return n - at;
}

static gboolean move_one(const struct hc_trace_code_part *part, gsize *at,
	guint64 start, const struct hc_trace_code_detour *detour,
	GByteArray *bytes)
{
	ZydisDecodedInstruction i;
	const guint8 *from = part->bytes + *at;

	if (!decode(from, part->n - *at, &i))
		return FALSE;

	*at += i.length;
	guint64 next = part->address + *at;
	if (is_branch(&i))
		return move_branch(&i, next, start, detour, bytes);
	if (i.mnemonic == ZYDIS_MNEMONIC_CALL)
		return move_call(&i, from, next, start, bytes);

	return move_plain(&i, from, next, start, bytes);
}

gboolean hc_trace_code_move_part(const struct hc_trace_code_part *part,
	guint64 to, const struct hc_trace_code_detour *detour,
	GByteArray *bytes)
{
	guint64 start = to - bytes->len;
	gsize at = 0;

	while (at < part->n) {
		gsize plain = plain_bytes(part, at);
		g_byte_array_append(bytes, part->bytes + at, (guint) plain);
		at += plain;
		if (at < part->n && !move_one(part, &at, start, detour, bytes))
			return FALSE;
	}

	return TRUE;
}

gboolean hc_trace_code_move(const struct hc_trace_code_plan *plan, guint64 to,
	const struct hc_trace_code_detour *detour, GByteArray *bytes)
{
	guint64 start = to - bytes->len;
	const struct hc_trace_code_part part = {
		.address = plan->address,
		.bytes = plan->original,
		.n = plan->length,
	};
	gboolean fits = hc_trace_code_move_part(&part, to, detour, bytes);
	append_byte(bytes, 0xe9);
	return append_near(bytes, start, plan->address + plan->length, &fits);
}
