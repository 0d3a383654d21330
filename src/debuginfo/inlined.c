/* Functions that were inlined, as frames of their own. */
#include "debuginfo-inside.h"

/* The inlined calls around an address, outermost first; unbiased. */
static void find_inlined(
	Dwarf_Die *scope, guint64 pc, guint depth, GArray *found)
{
	Dwarf_Die child;
	if (depth > MAX_NESTING || dwarf_child(scope, &child) != 0)
		return;

	do
		switch (dwarf_tag(&child)) {
		case DW_TAG_inlined_subroutine:
		case DW_TAG_lexical_block:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
			if (dwarf_haspc(&child, pc) != 1)
				break;
			if (dwarf_tag(&child) == DW_TAG_inlined_subroutine)
				g_array_append_val(found, child);
			find_inlined(&child, pc, depth + 1, found);
			return;
		default:
			break;
		}
	while (hc_di_die_next(&child));
}

static gboolean begins_at(Dwarf_Die *inlined, guint64 pc)
{
	Dwarf_Addr entry;
	return (dwarf_entrypc(inlined, &entry) == 0 && entry == pc) ||
	       dwarf_haspc(inlined, pc - 1) != 1;
}

/* Where a program stops at the first instruction of an inlined function, GDB
 * shows it as not called yet. */
static guint count_begun(GArray *found, guint64 pc)
{
	guint n = found->len;
	while (n > 0 && begins_at(&g_array_index(found, Dwarf_Die, n - 1), pc))
		n--;
	return n;
}

static const char *call_file(struct hc_di_unit *unit, Dwarf_Die *inlined)
{
	Dwarf_Files *files;
	size_t n;
	guint64 number;
	if (!hc_di_die_number(inlined, DW_AT_call_file, &number) ||
		dwarf_getsrcfiles(&unit->skeleton, &files, &n) != 0 ||
		number >= n)
		return NULL;
	return dwarf_filesrc(files, number, NULL, NULL);
}

/* Where an inlined function is called is where its caller is. */
static void add_caller(GArray *running, const char *function,
	struct hc_di_unit *unit, Dwarf_Die *inlined)
{
	struct hc_running caller = {.function = function};
	guint64 line = 0;
	hc_di_die_number(inlined, DW_AT_call_line, &line);
	caller.line = (int) MIN(line, G_MAXINT);
	caller.file = call_file(unit, inlined);
	g_array_append_val(running, caller);
}

GArray *hc_debuginfo_running(
	struct hc_debuginfo *info, const struct hc_call *call)
{
	GArray *running = g_array_new(FALSE, FALSE, sizeof(struct hc_running));
	struct hc_running whole = {call->function, call->file, call->line};
	guint64 pc = call->registers.values[HC_PC] - (call->exact_pc ? 0 : 1);
	struct hc_di_unit *unit;
	const struct hc_di_function *function =
		hc_di_function_at(info, pc, &unit);
	if (!function) {
		g_array_append_val(running, whole);
		return running;
	}

	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
	Dwarf_Die die = function->die;
	pc -= unit->module->bias;
	find_inlined(&die, pc, 0, found);
	guint begun = call->level == 0 ? count_begun(found, pc) : found->len;

	for (guint i = begun + 1; i-- > 0;) {
		Dwarf_Die *inlined =
			&g_array_index(found, Dwarf_Die, i > 0 ? i - 1 : 0);
		const char *name = i > 0 ? hc_di_qualified_name(info, inlined)
					 : call->function;
		struct hc_running here = {name, call->file, call->line};
		if (i == found->len)
			g_array_append_val(running, here);
		else
			add_caller(running, name, unit,
				&g_array_index(found, Dwarf_Die, i));
	}
	return running;
}
