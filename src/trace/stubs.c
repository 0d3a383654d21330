#include "trace-stubs.h"

#include "trace-ring.h"

#include <string.h>

/* notes.S */
extern const guint8 hc_note_entry[], hc_note_entry_end[];
extern const guint8 hc_note_write[], hc_note_write_end[];
extern const guint8 hc_note_writev[], hc_note_writev_end[];
extern const guint8 hc_note_line[], hc_note_line_end[];

enum {
	/* A stub's own code and, for each instruction that it replaces, what
	 * a moved one takes at most; then the jump back. */
	STUB_MOST = 16 + CODE_JUMP * 20 + CODE_JUMP,
	/* The note of a line, with its share of the code around it. */
	LINE_MOST = 64 + CODE_JUMP + CODE_LONGEST,
	/* A jump of 2 bytes takes 6 elsewhere, a call of 5 takes 18. */
	GROWTH = 4,
	ALIGN = 16,
};

gsize hc_trace_stubs_size(guint n, guint lines, gsize code)
{
	return (gsize) (hc_note_entry_end - hc_note_entry) +
	       (gsize) (hc_note_write_end - hc_note_write) +
	       (gsize) (hc_note_writev_end - hc_note_writev) +
	       (gsize) (hc_note_line_end - hc_note_line) + STUB_KINDS * ALIGN +
	       (gsize) n * (STUB_MOST + ALIGN) +
	       (gsize) lines * (LINE_MOST + ALIGN) + code * GROWTH;
}

static void align(GByteArray *bytes)
{
	static const guint8 traps[ALIGN] = {0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
		0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc};
	g_byte_array_append(bytes, traps, (guint) (-bytes->len % ALIGN));
}

/* Replaces a number wherever it occurs. */
static void replace(
	guint8 *bytes, gsize n, guint64 what, guint64 by, gsize width)
{
	for (gsize i = 0; i + width <= n; i++)
		if (memcmp(bytes + i, &what, width) == 0)
			memcpy(bytes + i, &by, width);
}

static guint64 add_note(struct hc_trace_stubs *stubs, const guint8 *note,
	const guint8 *end, const struct hc_trace_stubs_where *where)
{
	static const guint8 load[] = {0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0};
	/* mov $1, %eax; nop */
	static const guint8 one[] = {0xb8, 1, 0, 0, 0, 0x0f, 0x1f, 0x40, 0};

	align(stubs->bytes);
	guint at = stubs->bytes->len;
	gsize n = (gsize) (end - note);
	g_byte_array_append(stubs->bytes, note, (guint) n);

	guint8 *copy = stubs->bytes->data + at;
	replace(copy, n, 0x5ace000000000001, where->control, 8);
	replace(copy, n, 0x5ace000000000002, where->ring, 8);
	replace(copy, n, 0x5ace003, where->records - where->ring, 4);

	guint8 *found =
		where->threads ? NULL : memmem(copy, n, load, sizeof load);
	if (found)
		memcpy(found, one, sizeof one);

	return stubs->at + at;
}

void hc_trace_stubs_init(struct hc_trace_stubs *stubs, guint64 at,
	const struct hc_trace_stubs_where *where)
{
	stubs->at = at;
	stubs->bytes = g_byte_array_new();
	stubs->notes[STUB_ENTRY] =
		add_note(stubs, hc_note_entry, hc_note_entry_end, where);
	stubs->notes[STUB_WRITE] =
		add_note(stubs, hc_note_write, hc_note_write_end, where);
	stubs->notes[STUB_WRITEV] =
		add_note(stubs, hc_note_writev, hc_note_writev_end, where);
	stubs->notes[STUB_LINE] =
		add_note(stubs, hc_note_line, hc_note_line_end, where);
}

void hc_trace_stubs_clear(struct hc_trace_stubs *stubs)
{
	g_clear_pointer(&stubs->bytes, g_byte_array_unref);
}

guint64 hc_trace_stubs_begin(struct hc_trace_stubs *stubs)
{
	align(stubs->bytes);
	return stubs->at + stubs->bytes->len;
}

static void append(struct hc_trace_stubs *stubs, const void *bytes, gsize n)
{
	g_byte_array_append(stubs->bytes, bytes, (guint) n);
}

static void append_call(
	struct hc_trace_stubs *stubs, enum hc_trace_stub_kind kind)
{
	guint8 call[CODE_JUMP];
	hc_trace_code_jump(
		stubs->at + stubs->bytes->len, stubs->notes[kind], call);
	call[0] = 0xe8;
	append(stubs, call, sizeof call);
}

guint64 hc_trace_stubs_note(
	struct hc_trace_stubs *stubs, guint slot, enum hc_trace_stub_kind kind)
{
	guint32 place = slot * RING_SLOT;
	static const guint8 before[] = {0x50, 0x51, 0xb9}; /* push push mov */
	static const guint8 after[] = {0x59, 0x58}; /* pop pop */
	append(stubs, before, sizeof before);
	append(stubs, &place, sizeof place);
	append_call(stubs, kind);
	append(stubs, after, sizeof after);
	return stubs->at + stubs->bytes->len;
}

/* In the middle of a function, what lies below the stack pointer may be in
 * use. The first two bytes are replaced by the program itself (notes.S). */
void hc_trace_stubs_note_line(
	struct hc_trace_stubs *stubs, guint slot, guint reg, gint64 offset)
{
	enum { RBP = 6, RSP = 7, BELOW = 128, PUSHED = 3 * 8 };
	static const guint8 nop = 0x90;
	static const guint8 before[] = {0x48, 0x8d, 0x64, 0x24,
		0x80, /* lea -128(%rsp), %rsp */
		0x50, 0x51, 0x52, /* push rax, rcx, rdx */
		0xb9}; /* mov $…, %ecx */
	static const guint8 after[] = {0x5a, 0x59, 0x58, /* pop */
		0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0,
		0}; /* lea 128(%rsp), %rsp */
	/* lea …, %rdx: all of the same length */
	static const guint8 from_rsp[] = {0x48, 0x8d, 0x94, 0x24};
	static const guint8 from_rbp[] = {0x48, 0x8d, 0x94, 0x25};
	static const guint8 unknown[] = {0x48, 0x8d, 0x14, 0x25};
	guint32 place = slot * RING_SLOT;

	if (reg == RSP)
		offset += BELOW + PUSHED;
	gint32 near = (gint32) offset;
	if ((stubs->at + stubs->bytes->len) % 2 != 0)
		append(stubs, &nop, sizeof nop);

	guint begun = stubs->bytes->len;
	append(stubs, before, sizeof before);
	append(stubs, &place, sizeof place);
	if (reg == RSP && near == offset) {
		append(stubs, from_rsp, sizeof from_rsp);
	} else if (reg == RBP && near == offset) {
		append(stubs, from_rbp, sizeof from_rbp);
	} else {
		append(stubs, unknown, sizeof unknown);
		near = 0;
	}
	append(stubs, &near, sizeof near);
	append_call(stubs, STUB_LINE);
	g_assert(stubs->bytes->len - begun == LINE_HEAD);
	append(stubs, after, sizeof after);
	G_STATIC_ASSERT(sizeof after == LINE_TAIL);
}

gboolean hc_trace_stubs_move(struct hc_trace_stubs *stubs,
	const struct hc_trace_code_part *part,
	const struct hc_trace_code_detour *detour)
{
	return hc_trace_code_move_part(
		part, stubs->at + stubs->bytes->len, detour, stubs->bytes);
}

gboolean hc_trace_stubs_back(struct hc_trace_stubs *stubs, guint64 to)
{
	guint8 jump[CODE_JUMP];
	gboolean near =
		hc_trace_code_jump(stubs->at + stubs->bytes->len, to, jump);
	append(stubs, jump, sizeof jump);
	return near;
}

void hc_trace_stubs_cancel(struct hc_trace_stubs *stubs, guint64 begun)
{
	g_byte_array_set_size(stubs->bytes, (guint) (begun - stubs->at));
}
