/* Arrays whose length depends on the frame. */
#include "debuginfo-types.h"

enum { MAX_DERIVED = 16 };

/* The value of the variable that a bound refers to. */
static gboolean number_of_variable(
	const struct hc_di_context *context, Dwarf_Die *die, gint64 *number)
{
	Dwarf_Die type, end, wide;
	g_auto(hc_di_place) place = {0};
	guint64 size = 8, value = 0;

	hc_di_place_of(context, die, &place);
	if (hc_di_die_type(die, &type) && hc_di_peel(&type, &end, &wide))
		hc_di_die_number(&end, DW_AT_byte_size, &size);
	if (size < 1 || size > 8 ||
		!hc_di_place_read(context, &place, size, &value))
		return FALSE;

	guint shift = 64 - size * 8;
	*number = (gint64) (value << shift) >> shift;
	return TRUE;
}

gboolean hc_di_number_of(const struct hc_di_context *context,
	Dwarf_Attribute *attr, gint64 *number)
{
	Dwarf_Die die;
	Dwarf_Op *ops;
	size_t n;
	g_auto(hc_di_place) place = {0};
	if (dwarf_formref_die(attr, &die))
		return number_of_variable(context, &die, number);

	/* An expression: what it leaves on the stack is the number. */
	if (dwarf_getlocation(attr, &ops, &n) != 0 ||
		!hc_di_evaluate(context, attr, ops, n, &place) ||
		(place.kind != PLACE_MEMORY && place.kind != PLACE_VALUE))
		return FALSE;
	*number = (gint64) place.number;

	return TRUE;
}

/* The node of an array in this frame, of elements of that type. */
static const struct mg_type *array_of(const struct hc_di_context *context,
	Dwarf_Die *subrange, const struct mg_type *element)
{
	Dwarf_Attribute attr;
	gint64 number;
	guint64 lower = 0;
	struct hc_di_node *node = g_new0(struct hc_di_node, 1);
	struct mg_type *type = &node->type;

	type->kind = MG_ARRAY;
	type->target = element;
	enum hc_di_bound bound =
		hc_di_array_bound(subrange, &type->count, &attr);
	if (bound == BOUND_DYNAMIC &&
		hc_di_number_of(context, &attr, &number)) {
		hc_di_die_number(subrange, DW_AT_lower_bound, &lower);
		if (dwarf_whatattr(&attr) == DW_AT_upper_bound)
			number = number - (gint64) lower + 1;
		type->count = MAX(number, 0);
		bound = BOUND_NUMBER;
	}

	if (bound != BOUND_NUMBER || !g_uint64_checked_mul(&type->size,
					     type->count, element->size)) {
		type->open = TRUE;
		type->count = type->size = 0;
	}

	return &hc_di_merge_one(context->info->types, node)->type;
}

/* Whether a type is such an array, or leads to one by pointers and arrays. */
static gboolean is_dynamic(Dwarf_Die *die, guint depth)
{
	Dwarf_Die at, wide, child, target;
	Dwarf_Attribute attr;
	guint64 count;
	if (depth > MAX_DERIVED || !hc_di_peel(die, &at, &wide))
		return FALSE;

	switch (dwarf_tag(&at)) {
	case DW_TAG_array_type:
		if (dwarf_child(&at, &child) == 0)
			do
				if (dwarf_tag(&child) == DW_TAG_subrange_type &&
					hc_di_array_bound(&child, &count,
						&attr) == BOUND_DYNAMIC)
					return TRUE;
			while (hc_di_die_next(&child));
		break;
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
		break;
	default:
		return FALSE;
	}

	return hc_di_die_ref(&at, DW_AT_type, &target) &&
	       is_dynamic(&target, depth + 1);
}

static const struct mg_type *type_in_frame(
	const struct hc_di_context *context, Dwarf_Die *die, guint depth);

static const struct mg_type *array_in_frame(
	const struct hc_di_context *context, Dwarf_Die *at, guint depth)
{
	Dwarf_Die element, child;
	g_autoptr(GArray) dimensions =
		g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
	if (!hc_di_die_ref(at, DW_AT_type, &element))
		return hc_di_type_of(context->info, at);

	if (dwarf_child(at, &child) == 0)
		do
			if (dwarf_tag(&child) == DW_TAG_subrange_type)
				g_array_append_val(dimensions, child);
		while (hc_di_die_next(&child) && dimensions->len < 64);

	const struct mg_type *type =
		type_in_frame(context, &element, depth + 1);
	for (guint i = dimensions->len; i-- > 0;)
		type = array_of(context,
			&g_array_index(dimensions, Dwarf_Die, i), type);

	return type;
}

static const struct mg_type *type_in_frame(
	const struct hc_di_context *context, Dwarf_Die *die, guint depth)
{
	Dwarf_Die at, wide, target;
	if (!is_dynamic(die, depth) || !hc_di_peel(die, &at, &wide))
		return hc_di_type_of(context->info, die);
	if (dwarf_tag(&at) == DW_TAG_array_type)
		return array_in_frame(context, &at, depth);
	if (!hc_di_die_ref(&at, DW_AT_type, &target))
		return hc_di_type_of(context->info, die);

	struct hc_di_node *node = g_new0(struct hc_di_node, 1);
	node->type.kind = dwarf_tag(&at) == DW_TAG_pointer_type ? MG_POINTER
								: MG_REFERENCE;
	node->type.size = 8;
	node->type.target = type_in_frame(context, &target, depth + 1);

	return &hc_di_merge_one(context->info->types, node)->type;
}

const struct mg_type *hc_di_type_in_frame(
	const struct hc_di_context *context, Dwarf_Die *variable)
{
	Dwarf_Die type;
	if (!hc_di_die_type(variable, &type))
		return hc_di_type_of(context->info, NULL);
	return type_in_frame(context, &type, 0);
}
