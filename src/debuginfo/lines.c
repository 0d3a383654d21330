/* Lines of the source. */
#include "debuginfo-inside.h"

static guint64 address_of(Dwarf_Line *line)
{
	Dwarf_Addr address = 0;
	dwarf_lineaddr(line, &address);
	return address;
}

/* The index of the first line behind an address; libdw sorts by address. */
static gsize first_behind(Dwarf_Lines *lines, gsize n, guint64 pc)
{
	gsize low = 0, high = n;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		Dwarf_Line *line = dwarf_onesrcline(lines, middle);
		if (line && address_of(line) <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const char *hc_di_line_at(struct hc_di_unit *unit, guint64 pc, int *number)
{
	Dwarf_Lines *lines;
	size_t n;
	bool flag = false;
	if (dwarf_getsrclines(&unit->skeleton, &lines, &n) != 0)
		return NULL;

	gsize at = first_behind(lines, n, pc);
	if (at == 0)
		return NULL;

	Dwarf_Line *line = dwarf_onesrcline(lines, at - 1);
	if (!line || (dwarf_lineendsequence(line, &flag) == 0 && flag))
		return NULL;

	/* Of several rows at one address, the last that begins a statement. */
	guint64 address = address_of(line);
	for (gsize i = at; i-- > 0;) {
		Dwarf_Line *other = dwarf_onesrcline(lines, i);
		if (!other || address_of(other) != address)
			break;
		if (dwarf_linebeginstatement(other, &flag) == 0 && flag) {
			line = other;
			break;
		}
	}

	dwarf_lineno(line, number);
	return dwarf_linesrc(line, NULL, NULL);
}

/* Optimised code says for each address where a variable is, from the first one
 * on. GDB takes this as a sign that there is no prologue. */
static gboolean has_location_lists(Dwarf_Die *function)
{
	Dwarf_Die child;
	Dwarf_Attribute attr;
	if (dwarf_child(function, &child) != 0)
		return FALSE;

	do {
		int tag = dwarf_tag(&child);
		if ((tag == DW_TAG_variable ||
			    tag == DW_TAG_formal_parameter) &&
			dwarf_attr(&child, DW_AT_location, &attr) &&
			dwarf_whatform(&attr) != DW_FORM_exprloc &&
			dwarf_whatform(&attr) != DW_FORM_block1)
			return TRUE;
	} while (hc_di_die_next(&child));

	return FALSE;
}

/* Clang marks it; GCC begins a second line there. GDB relies on both. */
guint64 hc_di_prologue_end(
	struct hc_di_unit *unit, const struct hc_di_function *function)
{
	Dwarf_Die die = function->die;
	Dwarf_Addr entry = function->low;
	Dwarf_Lines *lines;
	size_t n;
	guint64 second = 0;

	dwarf_entrypc(&die, &entry);
	if (has_location_lists(&die) ||
		dwarf_getsrclines(&unit->skeleton, &lines, &n) != 0)
		return entry;

	for (gsize i = first_behind(lines, n, entry - 1); i < n; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		guint64 address = line ? address_of(line) : G_MAXUINT64;
		bool marked = false;
		if (address >= function->high)
			break;
		if (dwarf_lineprologueend(line, &marked) == 0 && marked)
			return address;
		if (second == 0 && address > entry)
			second = address;
	}

	return second ? second : entry;
}
