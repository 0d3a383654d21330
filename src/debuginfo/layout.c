/* What follows from other types: sizes of arrays, alignments. */
#include "debuginfo-types.h"

static void size_array(struct hc_di_node *node, guint depth)
{
	struct hc_di_node *element = (struct hc_di_node *) node->type.target;
	if (node->sized || node->visiting || depth > MAX_NESTING)
		return;

	node->visiting = TRUE;
	if (node->type.kind == MG_ARRAY) {
		size_array(element, depth + 1);
		if (node->type.open ||
			!g_uint64_checked_mul(&node->type.size,
				node->type.count, element->type.size))
			node->type.size = 0;
	}

	node->visiting = FALSE;
	node->sized = TRUE;
}

void hc_di_layout_sizes(struct hc_types *types)
{
	for (guint i = 0; i < types->batch->len; i++)
		size_array(g_ptr_array_index(types->batch, i), 0);
}

/* A struct is aligned like its members, unless one of them is not: then it is
 * packed. */
static guint64 align_members(struct hc_di_node *node, guint depth)
{
	guint64 alignment = 1;
	for (guint i = 0; i < node->type.n_members; i++) {
		const struct mg_member *m = &node->type.members[i];
		hc_di_layout_align((struct hc_di_node *) m->type, depth + 1);
		guint64 own = m->type->alignment;
		if (m->bit_size == 0 && m->offset % own != 0)
			return 1;
		alignment = MAX(alignment, own);
	}
	return node->type.size % alignment == 0 ? alignment : 1;
}

void hc_di_layout_align(struct hc_di_node *node, guint depth)
{
	if (node->aligned || node->visiting || depth > MAX_NESTING)
		return;

	node->visiting = TRUE;
	switch (node->type.kind) {
	case MG_ARRAY:
		hc_di_layout_align(
			(struct hc_di_node *) node->type.target, depth + 1);
		node->type.alignment = node->type.target->alignment;
		break;
	case MG_STRUCT:
	case MG_UNION:
		node->type.alignment = align_members(node, depth);
		break;
	case MG_POINTER:
	case MG_REFERENCE:
	case MG_MEMBER_POINTER:
		node->type.alignment = 8;
		break;
	default:
		break;
	}

	node->visiting = FALSE;
	node->aligned = TRUE;
}
