/* Which function of a library a call means. What runs there may have another
 * name, such as that of the variant for this processor. */
#include "writes-inside.h"

#include "peek.h"

#include <string.h>

enum { CALL = 0xe8, GROUP = 0xff, CALL_SLOT = 0x15, JUMP_SLOT = 0x25 };

static gint32 distance_at(const guint8 *bytes)
{
	gint32 distance;
	memcpy(&distance, bytes, sizeof distance);
	return distance;
}

/* The slot through which a stub of the linker's jumps: perhaps with a mark for
 * indirect jumps and a prefix before it. */
static guint64 slot_of_stub(pid_t pid, guint64 stub)
{
	static const guint8 mark[] = {0xf3, 0x0f, 0x1e, 0xfa};
	enum { BOUND = 0xf2 };
	guint8 code[16];
	guint at = 0;
	if (!hc_process_peek(pid, stub, code, sizeof code))
		return 0;
	if (memcmp(code, mark, sizeof mark) == 0)
		at += sizeof mark;
	if (code[at] == BOUND)
		at++;
	return code[at] == GROUP && code[at + 1] == JUMP_SLOT
		       ? stub + at + 6 + (guint64) distance_at(code + at + 2)
		       : 0;
}

/* libc's headers put other names in the place of some: one for each standard of
 * C, one that checks sizes. */
static char *plain_name(const char *name)
{
	static const char iso[] = "__isoc99_";
	static const char check[] = "_chk";
	if (strlen(name) > sizeof iso - 1 && g_str_has_prefix(name, "__isoc") &&
		name[sizeof iso - 2] == '_')
		return g_strdup(name + sizeof iso - 1);
	if (g_str_has_prefix(name, "__") && g_str_has_suffix(name, check))
		return g_strndup(name + 2, strlen(name) - 2 - strlen(check));
	return g_strdup(name);
}

char *hc_writes_callee(struct hc_debuginfo *info, pid_t pid, guint64 back)
{
	guint8 code[6];
	guint64 slot = 0;
	if (!hc_process_peek(pid, back - sizeof code, code, sizeof code))
		return NULL;
	if (code[0] == GROUP && code[1] == CALL_SLOT)
		slot = back + (guint64) distance_at(code + 2);
	else if (code[1] == CALL)
		slot = slot_of_stub(
			pid, back + (guint64) distance_at(code + 2));

	const char *name = slot ? hc_debuginfo_import(info, slot) : NULL;
	return name && *name ? plain_name(name) : NULL;
}
