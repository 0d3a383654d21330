/* Names of types, and what they belong to. */
#include "inside.h"

/* One a module: a library's opaque struct is not the program's of that name. */
struct definition {
	Dwarf_Die die;
	struct module *module;
	struct definition *next;
};

struct hc_names {
	GHashTable *defined[HC_N_NAME_SPACES]; /* name → struct definition * */
	GHashTable *anonymous; /* DIE's address → name of a typedef */
	GHashTable *qualified; /* DIE's address → name */
};

static void free_definitions(gpointer first)
{
	struct definition *d = first;
	while (d) {
		struct definition *next = d->next;
		g_free(d);
		d = next;
	}
}

struct hc_names *hc_names_new(void)
{
	struct hc_names *names = g_new0(struct hc_names, 1);
	for (guint i = 0; i < HC_N_NAME_SPACES; i++)
		names->defined[i] = g_hash_table_new_full(
			g_str_hash, g_str_equal, NULL, free_definitions);
	names->anonymous = g_hash_table_new(NULL, NULL);
	names->qualified = g_hash_table_new(NULL, NULL);
	return names;
}

void hc_names_free(struct hc_names *names)
{
	for (guint i = 0; i < HC_N_NAME_SPACES; i++)
		g_hash_table_unref(names->defined[i]);
	g_hash_table_unref(names->anonymous);
	g_hash_table_unref(names->qualified);
	g_free(names);
}

int hc_name_space(int tag)
{
	switch (tag) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
		return HC_NAMED_STRUCT;
	case DW_TAG_union_type:
		return HC_NAMED_UNION;
	case DW_TAG_enumeration_type:
		return HC_NAMED_ENUM;
	default:
		return HC_NAMED_OTHER;
	}
}

void hc_names_define(struct hc_debuginfo *info, enum hc_name_space space,
	const char *name, Dwarf_Die *die, struct module *module)
{
	GHashTable *table = info->names->defined[space];
	struct definition *first = g_hash_table_lookup(table, name);
	struct definition *d = first;
	while (d && d->module != module)
		d = d->next;
	if (d)
		return;
	d = g_new(struct definition, 1);
	*d = (struct definition){*die, module, NULL};
	if (!first) {
		g_hash_table_insert(table, (gpointer) name, d);
		return;
	}
	while (first->next)
		first = first->next;
	first->next = d;
}

gboolean hc_names_lookup(struct hc_debuginfo *info, enum hc_name_space space,
	const char *name, struct module *module, Dwarf_Die *die)
{
	hc_scan_all(info);
	struct definition *first =
		g_hash_table_lookup(info->names->defined[space], name);
	struct definition *d = first;
	while (d && d->module != module)
		d = d->next;
	if (!d)
		d = first;
	if (d)
		*die = d->die;
	return d != NULL;
}

void hc_names_typedef(
	struct hc_debuginfo *info, Dwarf_Die *anonymous, const char *name)
{
	GHashTable *table = info->names->anonymous;
	if (!g_hash_table_contains(table, anonymous->addr))
		g_hash_table_insert(table, anonymous->addr, (gpointer) name);
}

const char *hc_names_of_anonymous(
	struct hc_debuginfo *info, const Dwarf_Die *die)
{
	return g_hash_table_lookup(info->names->anonymous, die->addr);
}

void hc_names_qualify(
	struct hc_debuginfo *info, const Dwarf_Die *die, const char *name)
{
	g_hash_table_insert(info->names->qualified, die->addr, (gpointer) name);
}

const char *hc_qualified_name(struct hc_debuginfo *info, Dwarf_Die *die)
{
	Dwarf_Die at = *die, next;
	const char *plain = NULL;
	for (guint i = 0; i < MAX_HOPS; i++) {
		const char *name =
			g_hash_table_lookup(info->names->qualified, at.addr);
		if (name)
			return name;
		if (!plain) {
			Dwarf_Attribute attr;
			plain = dwarf_attr(&at, DW_AT_name, &attr)
					? dwarf_formstring(&attr)
					: NULL;
		}
		if (!hc_die_ref(&at, DW_AT_abstract_origin, &next) &&
			!hc_die_ref(&at, DW_AT_specification, &next))
			break;
		at = next;
	}
	return plain;
}
