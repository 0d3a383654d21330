/* Virtual bases of C++ classes. The debug information only says how to find one
 * from an object: the table of virtual functions that the object begins with
 * has its offset. In objects that are no base themselves that is the table of
 * their class, which the linker's symbols have. */
#include "debuginfo-types.h"

#include <string.h>

/* Bases that are looked at: in damaged information, a class may be its own. */
enum { MOST_BASES = 1000 };

/* Where a word of a class's table says how far it is to a virtual base. */
struct table {
	struct hc_debuginfo *info;
	guint64 start, size;
	guint64 typeinfo; /* what the table has before its functions */
	guint64 object; /* the size of one */
	GArray *found; /* struct hc_di_virtual_base */
	guint looked_at;
};

static gboolean next_base(Dwarf_Die *die, gboolean first, Dwarf_Die *parent)
{
	if (first ? dwarf_child(parent, die) != 0 : !hc_di_die_next(die))
		return FALSE;
	while (dwarf_tag(die) != DW_TAG_inheritance)
		if (!hc_di_die_next(die))
			return FALSE;
	return TRUE;
}

static gboolean is_virtual(Dwarf_Die *base)
{
	guint64 virtuality = 0;
	return hc_di_die_number(base, DW_AT_virtuality, &virtuality) &&
	       virtuality != 0;
}

/* The class of a base. */
static gboolean class_of(Dwarf_Die *base, Dwarf_Die *class)
{
	Dwarf_Die type, wide;
	return hc_di_die_type(base, &type) && hc_di_peel(&type, class, &wide) &&
	       hc_di_name_space(dwarf_tag(class)) == HC_NAMED_STRUCT;
}

static gboolean has_virtual(Dwarf_Die *class, guint *looked_at)
{
	Dwarf_Die base, inner;
	for (gboolean first = TRUE; next_base(&base, first, class);
		first = FALSE) {
		if (is_virtual(&base))
			return TRUE;
		if (++*looked_at > MOST_BASES)
			return FALSE;
		if (class_of(&base, &inner) && has_virtual(&inner, looked_at))
			return TRUE;
	}
	return FALSE;
}

gboolean hc_di_has_virtual_bases(Dwarf_Die *class)
{
	guint looked_at = 0;
	return has_virtual(class, &looked_at);
}

/* ---- The table ---- */

/* "2ns5Class", where no function tells. */
static char *encode_name(struct hc_debuginfo *info, Dwarf_Die *class)
{
	const char *name = hc_di_qualified_name(info, class);
	if (!name || strpbrk(name, "<( "))
		return NULL;
	g_auto(GStrv) parts = g_strsplit(name, "::", -1);
	GString *code = g_string_new(NULL);
	for (guint i = 0; parts[i]; i++)
		g_string_append_printf(code, "%" G_GSIZE_FORMAT "%s",
			strlen(parts[i]), parts[i]);
	return g_string_free(code, FALSE);
}

static guint64 find_symbol(struct hc_debuginfo *info, const char *prefix,
	const char *code, guint64 *size)
{
	g_autofree char *plain = g_strconcat(prefix, code, NULL);
	g_autofree char *nested = g_strconcat(prefix, "N", code, "E", NULL);
	guint64 address = hc_debuginfo_symbol(info, NULL, plain, size);
	return address ? address
		       : hc_debuginfo_symbol(info, NULL, nested, size);
}

static gboolean find_table(struct table *table, Dwarf_Die *class)
{
	struct hc_debuginfo *info = table->info;
	g_autofree char *known = hc_di_class_code(class);
	g_autofree char *made = known ? NULL : encode_name(info, class);
	const char *code = known ? known : made;
	/* Several units may have a class of that name. */
	if (!code || strstr(code, "_GLOBAL__N_"))
		return FALSE;
	table->start = find_symbol(info, HC_DI_VTABLE, code, &table->size);
	table->typeinfo = find_symbol(info, "_ZTI", code, NULL);
	return table->start && table->typeinfo;
}

/* For each base that has functions of its own, the table has a part: how far it
 * is back to the start of the object, the class, the functions. The virtual
 * bases come before. */
static gboolean find_part(
	const struct table *table, guint64 offset, guint64 *functions)
{
	enum { MOST = 1 << 16 };
	guint64 size = MIN(table->size, MOST), words[2];
	for (guint64 at = 0; at + sizeof words <= size; at += sizeof words[0])
		if (hc_di_read(table->info, table->start + at, words,
			    sizeof words) &&
			words[0] == -offset && words[1] == table->typeinfo) {
			*functions = table->start + at + sizeof words;
			return TRUE;
		}
	return FALSE;
}

/* How far before the functions the offset of a virtual base is; 0: unknown. */
static guint64 distance_of(Dwarf_Die *base)
{
	static const guint8 way[] = {DW_OP_dup, DW_OP_deref, 0, DW_OP_minus,
		DW_OP_deref, DW_OP_plus};
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	if (!dwarf_attr(base, DW_AT_data_member_location, &attr) ||
		dwarf_getlocation(&attr, &ops, &n) != 0 ||
		n != G_N_ELEMENTS(way))
		return 0;
	for (guint i = 0; i < n; i++)
		if (way[i] && ops[i].atom != way[i])
			return 0;
	if (ops[2].atom >= DW_OP_lit0 && ops[2].atom <= DW_OP_lit31)
		return ops[2].atom - DW_OP_lit0;
	return ops[2].atom == DW_OP_constu || ops[2].atom == DW_OP_const1u ||
			       ops[2].atom == DW_OP_const2u
		       ? ops[2].number
		       : 0;
}

/* ---- All of them ---- */

static gboolean is_known(const struct table *table, const Dwarf_Die *class)
{
	for (guint i = 0; i < table->found->len; i++)
		if (g_array_index(table->found, struct hc_di_virtual_base, i)
				.class.addr == class->addr)
			return TRUE;
	return FALSE;
}

static gboolean place_virtual(const struct table *table, Dwarf_Die *base,
	guint64 offset, guint64 *place)
{
	guint64 functions, distance = distance_of(base);
	gint64 from;
	if (!distance || !find_part(table, offset, &functions) ||
		distance > functions - table->start ||
		!hc_di_read(
			table->info, functions - distance, &from, sizeof from))
		return FALSE;
	*place = offset + (guint64) from;
	/* One at the start shares the table, and has nothing else. */
	return *place > 0 && *place < table->object;
}

/* Those of a class that is at this offset of the object. */
static void collect(struct table *table, Dwarf_Die *class, guint64 offset)
{
	Dwarf_Die base, inner;
	for (gboolean first = TRUE; next_base(&base, first, class) &&
				    ++table->looked_at <= MOST_BASES;
		first = FALSE) {
		guint64 place = 0;
		if (!class_of(&base, &inner) || is_known(table, &inner))
			continue;
		if (!is_virtual(&base)) {
			hc_di_die_number(
				&base, DW_AT_data_member_location, &place);
			collect(table, &inner, offset + place);
			continue;
		}
		struct hc_di_virtual_base found = {inner, 0};
		if (!place_virtual(table, &base, offset, &found.offset))
			continue;
		g_array_append_val(table->found, found);
		collect(table, &inner, found.offset);
	}
}

GArray *hc_di_virtual_bases(struct hc_debuginfo *info, Dwarf_Die *class)
{
	struct table table = {.info = info};
	if (!hc_di_has_virtual_bases(class) ||
		!hc_di_die_number(class, DW_AT_byte_size, &table.object) ||
		!find_table(&table, class))
		return NULL;
	table.found =
		g_array_new(FALSE, FALSE, sizeof(struct hc_di_virtual_base));
	collect(&table, class, 0);
	return table.found;
}
