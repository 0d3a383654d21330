/* From the DIE of a type to a node. */
#include "debuginfo-types.h"

/* Types are named as in C; C++ omits the keyword. */
static void name_aggregate(
	struct hc_debuginfo *info, struct hc_di_node *node, const char *keyword)
{
	struct hc_di_unit *unit = hc_di_unit_of(info, &node->die);
	const char *name = hc_di_qualified_name(info, &node->die);

	node->plain = name;
	if (!name) {
		name = hc_di_names_of_anonymous(info, &node->die);
		node->plain = node->type.name = name;
		return;
	}
	if (unit && unit->cplusplus) {
		node->type.name = name;
		return;
	}

	g_autofree char *whole = g_strconcat(keyword, name, NULL);
	node->type.name = hc_di_keep(info, whole);
}

static void fill_aggregate(struct hc_debuginfo *info, struct hc_di_node *node,
	enum mg_kind kind, const char *keyword)
{
	name_aggregate(info, node, keyword);
	guint64 alignment;
	if (hc_di_die_flag(&node->die, DW_AT_declaration)) {
		node->type.kind = MG_VOID;
		node->sized = TRUE;
		return;
	}

	node->type.kind = kind;
	hc_di_die_number(&node->die, DW_AT_byte_size, &node->type.size);
	if (hc_di_die_number(&node->die, DW_AT_alignment, &alignment) &&
		alignment > 0) {
		node->type.alignment = alignment;
		node->aligned = TRUE;
	}

	if (kind == MG_ENUM)
		hc_di_fill_enum(info, node);
	else
		hc_di_fill_members(info, node);
}

static void fill_pointer(
	struct hc_debuginfo *info, struct hc_di_node *node, enum mg_kind kind)
{
	Dwarf_Die target;
	gboolean has = hc_di_die_ref(&node->die, DW_AT_type, &target);
	node->type.kind = kind;
	node->type.size = 8;
	hc_di_die_number(&node->die, DW_AT_byte_size, &node->type.size);
	node->type.target = &hc_di_node_of(info, has ? &target : NULL)->type;
}

/* A pointer to a member function has two words, to other members one. */
static void fill_member_pointer(
	struct hc_debuginfo *info, struct hc_di_node *node)
{
	Dwarf_Die target, end, wide;
	gboolean to_function = hc_di_die_ref(&node->die, DW_AT_type, &target) &&
			       hc_di_peel(&target, &end, &wide) &&
			       dwarf_tag(&end) == DW_TAG_subroutine_type;

	fill_pointer(info, node, MG_MEMBER_POINTER);
	if (!dwarf_hasattr(&node->die, DW_AT_byte_size))
		node->type.size = to_function ? 16 : 8;
	Dwarf_Die class;
	const char *name = NULL;
	if (hc_di_die_ref(&node->die, DW_AT_containing_type, &class)) {
		hc_di_unit_of(info, &class);
		name = hc_di_qualified_name(info, &class);
	}

	g_autofree char *whole = g_strconcat(name ? name : "?", "::*", NULL);
	node->plain = node->type.name = hc_di_keep(info, whole);
}

static void fill_function(struct hc_debuginfo *info, struct hc_di_node *node)
{
	Dwarf_Die result;
	gboolean has = hc_di_die_ref(&node->die, DW_AT_type, &result);
	node->type.kind = MG_FUNCTION;
	node->type.target = &hc_di_node_of(info, has ? &result : NULL)->type;
}

void hc_di_fill(struct hc_debuginfo *info, struct hc_di_node *node)
{
	switch (dwarf_tag(&node->die)) {
	case DW_TAG_base_type:
		hc_di_fill_base(info, node);
		break;
	case DW_TAG_structure_type:
	case DW_TAG_interface_type:
		fill_aggregate(info, node, MG_STRUCT, "struct ");
		break;
	case DW_TAG_class_type:
		fill_aggregate(info, node, MG_STRUCT, "class ");
		break;
	case DW_TAG_union_type:
		fill_aggregate(info, node, MG_UNION, "union ");
		break;
	case DW_TAG_enumeration_type:
		fill_aggregate(info, node, MG_ENUM, "enum ");
		break;
	case DW_TAG_array_type:
		hc_di_fill_array(info, node);
		break;
	case DW_TAG_pointer_type:
		fill_pointer(info, node, MG_POINTER);
		break;
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		fill_pointer(info, node, MG_REFERENCE);
		break;
	case DW_TAG_ptr_to_member_type:
		fill_member_pointer(info, node);
		break;
	case DW_TAG_subroutine_type:
	case DW_TAG_subprogram:
		fill_function(info, node);
		break;
	default:
		node->type.kind = MG_VOID;
		node->plain = node->type.name = dwarf_diename(&node->die);
		hc_di_die_number(&node->die, DW_AT_byte_size, &node->type.size);
		break;
	}
}
