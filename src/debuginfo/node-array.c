/* Arrays: a node for each dimension, the outermost first. */
#include "debuginfo-types.h"

enum { MAX_DIMENSIONS = 64 };

enum hc_di_bound hc_di_array_bound(
	Dwarf_Die *subrange, guint64 *count, Dwarf_Attribute *attr)
{
	guint64 lower = 0, upper;
	hc_di_die_number(subrange, DW_AT_lower_bound, &lower);
	if (dwarf_attr(subrange, DW_AT_count, attr)) {
		if (hc_di_attr_number(attr, count))
			return BOUND_NUMBER;
		return BOUND_DYNAMIC;
	}
	if (!dwarf_attr(subrange, DW_AT_upper_bound, attr))
		return BOUND_NONE;
	if (!hc_di_attr_number(attr, &upper))
		return BOUND_DYNAMIC;

	/* 0xffffffff and the like are -1: the array has no elements. */
	if (dwarf_whatform(attr) == DW_FORM_data4 && upper == G_MAXUINT32)
		upper = G_MAXUINT64;
	*count = upper - lower + 1;
	return BOUND_NUMBER;
}

static void fill_dimension(struct hc_di_node *node, Dwarf_Die *subrange)
{
	Dwarf_Attribute attr;
	node->type.kind = MG_ARRAY;
	switch (hc_di_array_bound(subrange, &node->type.count, &attr)) {
	case BOUND_NONE:
		node->type.open = TRUE;
		break;
	case BOUND_DYNAMIC:
		node->type.open = TRUE;
		node->dynamic = TRUE;
		break;
	case BOUND_NUMBER:
		break;
	}
}

void hc_di_fill_array(struct hc_debuginfo *info, struct hc_di_node *node)
{
	Dwarf_Die element, child;
	struct hc_di_node *inner = node;
	guint n = 0;

	node->type.kind = MG_ARRAY;
	gboolean has = hc_di_die_ref(&node->die, DW_AT_type, &element);
	if (dwarf_child(&node->die, &child) == 0)
		do {
			if (dwarf_tag(&child) != DW_TAG_subrange_type)
				continue;
			if (n++ > 0) {
				struct hc_di_node *next = hc_di_node_new(info);
				inner->type.target = &next->type;
				inner = next;
			}
			fill_dimension(inner, &child);
		} while (hc_di_die_next(&child) && n < MAX_DIMENSIONS);

	if (n == 0)
		node->type.open = TRUE;
	inner->type.target = &hc_di_node_of(info, has ? &element : NULL)->type;
}
