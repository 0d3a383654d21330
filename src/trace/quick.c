/* The length of common instructions, in a fraction of the time that decoding
 * them takes: more than half of an unoptimised program moves, adds and compares
 * registers and what is near the frame. */
#include "trace-code.h"

enum kind {
	NO, /* not a common kind */
	ONE, /* one byte */
	RM, /* an operand in a register or in memory */
	RM_BYTE, /* and one in a byte */
	RM_MEMORY, /* only in memory: lea */
	RM_FIRST, /* RM_BYTE, but only the first of eight exists */
	RM_MATHS, /* all but the first two of eight: not, neg, mul, … */
	RM_STEP, /* inc, dec and push, but no jump and no call */
};

static const guint8 kinds[256] = {
	[0x00 ... 0x03] = RM,
	[0x08 ... 0x0b] = RM,
	[0x10 ... 0x13] = RM,
	[0x18 ... 0x1b] = RM,
	[0x20 ... 0x23] = RM,
	[0x28 ... 0x2b] = RM,
	[0x30 ... 0x33] = RM,
	[0x38 ... 0x3b] = RM,
	[0x50 ... 0x5f] = ONE,
	[0x63] = RM,
	[0x6b] = RM_BYTE,
	[0x80] = RM_BYTE,
	[0x83] = RM_BYTE,
	[0x84 ... 0x8b] = RM,
	[0x8d] = RM_MEMORY,
	[0x98 ... 0x99] = ONE,
	[0xc0 ... 0xc1] = RM_BYTE,
	[0xc6] = RM_FIRST,
	[0xc9] = ONE,
	[0xd0 ... 0xd3] = RM,
	[0xf6 ... 0xf7] = RM_MATHS,
	[0xff] = RM_STEP,
};

/* After 0x0f. */
static const guint8 more_kinds[256] = {
	[0x10 ... 0x11] = RM,
	[0x28 ... 0x29] = RM,
	[0x2e ... 0x2f] = RM,
	[0x40 ... 0x4f] = RM,
	[0x90 ... 0x9f] = RM,
	[0xaf] = RM,
	[0xb6 ... 0xb7] = RM,
	[0xbe ... 0xbf] = RM,
};

static gboolean is_allowed(enum kind kind, guint8 modrm)
{
	guint which = modrm >> 3 & 7;
	switch (kind) {
	case RM_MEMORY:
		return modrm >> 6 != 3;
	case RM_FIRST:
		return which == 0;
	case RM_MATHS:
		return which >= 2;
	case RM_STEP:
		return which == 0 || which == 1 || which == 6;
	default:
		return TRUE;
	}
}

/* Bytes of an operand, including its first; 0 if it contains an address of 32
 * bits. */
static gsize operand_length(const guint8 *bytes)
{
	enum { REGISTER = 3, SIB = 4, NO_BASE = 5 };
	guint mode = bytes[0] >> 6, rm = bytes[0] & 7;
	if (mode == REGISTER)
		return 1;
	guint base = rm == SIB ? bytes[1] & 7 : rm;
	if (mode == 2 || (mode == 0 && base == NO_BASE))
		return 0;
	return 1 + (rm == SIB) + mode;
}

gsize hc_trace_code_quick(const guint8 *bytes, gsize n)
{
	enum { LONGEST = 7, REX = 0x40 };
	gsize at = n >= LONGEST && (bytes[0] & 0xf0) == REX;

	if (n < LONGEST)
		return 0;

	enum kind kind = kinds[bytes[at]];
	if (bytes[at] == 0x0f)
		kind = more_kinds[bytes[++at]];
	at++;

	if (kind == NO || kind == ONE)
		return kind == ONE ? at : 0;

	gsize operand = operand_length(bytes + at);
	if (operand == 0 || !is_allowed(kind, bytes[at]))
		return 0;

	return at + operand + (kind == RM_BYTE || kind == RM_FIRST);
}
