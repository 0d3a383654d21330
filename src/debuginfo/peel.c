/* From a DIE to the type that its values have. */
#include "debuginfo-types.h"

#include <string.h>

static gboolean is_wide_name(const char *name)
{
	return name &&
	       (strcmp(name, "wchar_t") == 0 || strcmp(name, "char16_t") == 0 ||
		       strcmp(name, "char32_t") == 0);
}

gboolean hc_di_peel(Dwarf_Die *die, Dwarf_Die *result, Dwarf_Die *wide)
{
	Dwarf_Die at = *die, next;
	wide->addr = NULL;
	for (guint i = 0; i < MAX_HOPS * 4; i++) {
		switch (dwarf_tag(&at)) {
		case DW_TAG_typedef:
			if (is_wide_name(dwarf_diename(&at)))
				*wide = at;
			break;
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_restrict_type:
		case DW_TAG_atomic_type:
		case DW_TAG_packed_type:
		case DW_TAG_shared_type:
		case DW_TAG_immutable_type:
		case DW_TAG_template_alias:
			break;
		default:
			*result = at;
			return TRUE;
		}
		if (!hc_di_die_ref(&at, DW_AT_type, &next))
			return FALSE;
		at = next;
	}

	return FALSE;
}

/* What a declaration declares: a type unit, or a definition elsewhere. */
static gboolean resolve_declaration(struct hc_debuginfo *info, Dwarf_Die *die)
{
	Dwarf_Die found;
	if (hc_di_die_ref(die, DW_AT_signature, &found)) {
		*die = found;
		return TRUE;
	}
	if (!hc_di_die_flag(die, DW_AT_declaration))
		return FALSE;

	struct hc_di_unit *unit = hc_di_unit_of(info, die);
	const char *name = hc_di_qualified_name(info, die);
	if (!unit || !name ||
		!hc_di_names_lookup(info, hc_di_name_space(dwarf_tag(die)),
			name, unit->module, &found))
		return FALSE;
	*die = found;

	return TRUE;
}

static gboolean may_be_declared(int tag)
{
	return hc_di_name_space(tag) != HC_NAMED_OTHER;
}

struct hc_di_node *hc_di_node_new(struct hc_debuginfo *info)
{
	struct hc_di_node *node = g_new0(struct hc_di_node, 1);
	node->type.alignment = 1;
	g_ptr_array_add(info->types->batch, node);
	return node;
}

struct hc_di_node *hc_di_node_of(struct hc_debuginfo *info, Dwarf_Die *die)
{
	struct hc_types *types = info->types;
	Dwarf_Die at, wide;
	if (!die || !hc_di_peel(die, &at, &wide))
		return types->nothing;

	int tag = dwarf_tag(&at);
	gboolean as_wide = wide.addr && tag == DW_TAG_base_type;
	gpointer key = as_wide ? wide.addr : at.addr;
	struct hc_di_node *node = g_hash_table_lookup(types->by_die, key);
	if (node)
		return node;

	if (may_be_declared(tag) && resolve_declaration(info, &at)) {
		node = g_hash_table_lookup(types->by_die, at.addr);
		if (node)
			return node;
		key = at.addr;
	}

	node = hc_di_node_new(info);
	node->die = at;
	node->key = key;
	if (as_wide)
		node->plain = dwarf_diename(&wide);
	g_hash_table_insert(types->by_die, key, node);

	return node;
}

/* Without virtual bases, it is the class itself. Nothing else begins inside its
 * DIE's first bytes, so there is room for another key. */
struct hc_di_node *hc_di_node_of_base(struct hc_debuginfo *info, Dwarf_Die *die)
{
	struct hc_types *types = info->types;
	Dwarf_Die at, wide;
	if (!hc_di_peel(die, &at, &wide) || !hc_di_has_virtual_bases(&at))
		return hc_di_node_of(info, die);

	gpointer key = (char *) at.addr + 1;
	struct hc_di_node *node = g_hash_table_lookup(types->by_die, key);
	if (node)
		return node;
	node = hc_di_node_new(info);
	node->die = at;
	node->key = key;
	node->partial = TRUE;
	g_hash_table_insert(types->by_die, key, node);
	return node;
}

const char *hc_di_keep(struct hc_debuginfo *info, const char *text)
{
	return text ? g_string_chunk_insert_const(info->strings, text) : NULL;
}
