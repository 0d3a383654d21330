/* Instructions that are not decoded: all of them, against the decoder. */
#include "runner.h"
#include "trace-code.h"

#include <Zydis/Zydis.h>
#include <string.h>

enum { LENGTH = 16, ADDRESS = 32 /* bits */ };

static gboolean decode(const guint8 *bytes, ZydisDecodedInstruction *i)
{
	ZydisDecoder decoder;
	ZydisDecoderInit(
		&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	return ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(
		&decoder, NULL, bytes, LENGTH, i));
}

static gboolean is_plain(const ZydisDecodedInstruction *i)
{
	gboolean from_pc = (i->attributes & ZYDIS_ATTRIB_HAS_MODRM) &&
			   i->raw.modrm.mod == 0 && i->raw.modrm.rm == 5;
	switch (i->meta.category) {
	case ZYDIS_CATEGORY_CALL:
	case ZYDIS_CATEGORY_COND_BR:
	case ZYDIS_CATEGORY_INTERRUPT:
	case ZYDIS_CATEGORY_NOP:
	case ZYDIS_CATEGORY_RET:
	case ZYDIS_CATEGORY_UNCOND_BR:
	case ZYDIS_CATEGORY_WIDENOP:
		return FALSE;
	default:
		return !from_pc && !i->raw.imm[0].is_relative &&
		       i->raw.imm[0].size < ADDRESS &&
		       i->raw.disp.size < ADDRESS;
	}
}

/* TRUE if it need not be decoded. */
static gboolean check(const guint8 bytes[LENGTH])
{
	ZydisDecodedInstruction i;
	gsize n = hc_trace_code_quick(bytes, LENGTH);
	if (n > 0 && (!decode(bytes, &i) || i.length != n || !is_plain(&i)))
		test_fail("%02x %02x %02x %02x %02x: %zu bytes", bytes[0],
			bytes[1], bytes[2], bytes[3], bytes[4], n);
	return n > 0;
}

/* With each prefix, opcode, first byte of an operand, and base of an index. */
static void what_is_not_decoded_is_plain_and_as_long(void)
{
	enum { REX = 0x40, NONE = 16, BASES = 8, INDEX = 0x48 };
	guint quick = 0;
	for (guint rex = 0; rex <= NONE; rex++)
		for (guint wide = 0; wide < 2; wide++)
			for (guint both = 0; both < 1 << 16; both++)
				for (guint base = 0; base < BASES; base++) {
					guint8 bytes[LENGTH], *at = bytes;
					memset(bytes, 0x11, sizeof bytes);
					if (rex != NONE)
						*at++ = (guint8) (REX | rex);
					if (wide)
						*at++ = 0x0f;
					*at++ = (guint8) (both >> 8);
					*at++ = (guint8) both;
					*at++ = (guint8) (INDEX | base);
					quick += check(bytes);
				}
	CU_ASSERT_TRUE(quick > 3 * 1000 * 1000);
}

/* The last bytes of a function may be its last instruction. */
static void nothing_is_read_behind_the_end(void)
{
	static const guint8 leave[] = {0xc9, 0xc3};
	for (gsize n = 0; n <= sizeof leave; n++) {
		g_autofree guint8 *bytes = g_memdup2(leave, MAX(n, 1));
		CU_ASSERT_EQUAL(hc_trace_code_quick(bytes, n), 0);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(what_is_not_decoded_is_plain_and_as_long),
		TEST(nothing_is_read_behind_the_end),
	};
	return run_tests("quick", tests, G_N_ELEMENTS(tests));
}
