#include "stubs.h"

#include "ring.h"

#include <string.h>

/* notes.S */
extern const guint8 hc_note_entry[], hc_note_entry_end[];
extern const guint8 hc_note_write[], hc_note_write_end[];
extern const guint8 hc_note_writev[], hc_note_writev_end[];

enum {
	/* A stub's own code and, for each instruction that it replaces, what
	 * a moved one takes at most; then the jump back. */
	STUB_MOST = 16 + CODE_JUMP * 20 + CODE_JUMP,
	ALIGN = 16,
};

gsize stubs_size(guint n)
{
	return (gsize) (hc_note_entry_end - hc_note_entry) +
	       (gsize) (hc_note_write_end - hc_note_write) +
	       (gsize) (hc_note_writev_end - hc_note_writev) +
	       STUB_KINDS * ALIGN + (gsize) n * (STUB_MOST + ALIGN);
}

static void align(GByteArray *bytes)
{
	static const guint8 traps[ALIGN] = {0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
		0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc};
	g_byte_array_append(bytes, traps, (guint) (-bytes->len % ALIGN));
}

/* Replaces a number wherever it stands. */
static void replace(
	guint8 *bytes, gsize n, guint64 what, guint64 by, gsize width)
{
	for (gsize i = 0; i + width <= n; i++)
		if (memcmp(bytes + i, &what, width) == 0)
			memcpy(bytes + i, &by, width);
}

static guint64 add_note(struct stubs *stubs, const guint8 *note,
	const guint8 *end, const struct stubs_where *where)
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

void stubs_init(
	struct stubs *stubs, guint64 at, const struct stubs_where *where)
{
	stubs->at = at;
	stubs->bytes = g_byte_array_new();
	stubs->notes[STUB_ENTRY] =
		add_note(stubs, hc_note_entry, hc_note_entry_end, where);
	stubs->notes[STUB_WRITE] =
		add_note(stubs, hc_note_write, hc_note_write_end, where);
	stubs->notes[STUB_WRITEV] =
		add_note(stubs, hc_note_writev, hc_note_writev_end, where);
}

void stubs_clear(struct stubs *stubs)
{
	g_clear_pointer(&stubs->bytes, g_byte_array_unref);
}

guint64 stubs_add(struct stubs *stubs, const struct code_plan *plan, guint slot,
	enum stub_kind kind, guint64 *inner)
{
	GByteArray *bytes = stubs->bytes;
	align(bytes);
	guint at = bytes->len;
	guint32 place = slot * RING_SLOT;
	static const guint8 before[] = {0x50, 0x51, 0xb9}; /* push push mov */
	static const guint8 after[] = {0x59, 0x58}; /* pop pop */
	g_byte_array_append(bytes, before, sizeof before);
	g_byte_array_append(bytes, (const guint8 *) &place, sizeof place);
	guint8 call[CODE_JUMP];
	code_jump(stubs->at + bytes->len, stubs->notes[kind], call);
	call[0] = 0xe8;
	g_byte_array_append(bytes, call, sizeof call);
	g_byte_array_append(bytes, after, sizeof after);
	const struct code_detour detour = {
		plan->address, stubs->at + bytes->len};
	if (inner)
		*inner = detour.to;
	/* If not all jumps to the entry are known, all of them count. */
	if (code_move(plan, detour.to, plan->all_loops ? &detour : NULL, bytes))
		return stubs->at + at;
	g_byte_array_set_size(bytes, at);
	return 0;
}

guint64 stubs_add_detour(struct stubs *stubs, const struct code_plan *plan,
	const struct code_detour *detour)
{
	align(stubs->bytes);
	guint at = stubs->bytes->len;
	if (code_move(plan, stubs->at + at, detour, stubs->bytes))
		return stubs->at + at;
	g_byte_array_set_size(stubs->bytes, at);
	return 0;
}
