/* Members of structs, classes and unions, including bit fields and bases. */
#include "debuginfo-types.h"

/* In bytes from the start of the struct. DWARF 2 has an expression. */
static gboolean member_offset(Dwarf_Die *die, guint64 *offset)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	*offset = 0;
	if (!dwarf_attr(die, DW_AT_data_member_location, &attr))
		return TRUE;
	if (hc_di_attr_number(&attr, offset))
		return TRUE;

	if (dwarf_getlocation(&attr, &ops, &n) != 0 || n != 1 ||
		ops[0].atom != DW_OP_plus_uconst)
		return FALSE;
	*offset = ops[0].number;
	return TRUE;
}

/* The first bit, counted from the least significant one of the struct's first
 * byte. DWARF 3 counts from the other end of the storage unit. */
static guint64 first_bit(
	Dwarf_Die *die, guint64 offset, guint64 size, guint64 bits)
{
	guint64 at, storage = size;
	if (hc_di_die_number(die, DW_AT_data_bit_offset, &at))
		return offset * 8 + at;
	if (!hc_di_die_number(die, DW_AT_bit_offset, &at))
		return offset * 8;
	hc_di_die_number(die, DW_AT_byte_size, &storage);
	return offset * 8 + storage * 8 - at - bits;
}

/* The size of a bit field's type, which is never an array. */
static guint64 storage_size(Dwarf_Die *die)
{
	Dwarf_Die type, end, wide;
	guint64 size = 0;
	if (hc_di_die_type(die, &type) && hc_di_peel(&type, &end, &wide))
		hc_di_die_number(&end, DW_AT_byte_size, &size);
	return CLAMP(size, 1, 16);
}

/* Within the storage that its type would have, which can be read as one number;
 * from its own first byte if it straddles two of these (packed). */
static void place_bits(struct mg_member *member, Dwarf_Die *die, guint64 bits)
{
	guint64 size = storage_size(die);
	guint64 bit = first_bit(die, member->offset, size, bits);
	guint64 offset = bit / (size * 8) * size;
	if (bit % (size * 8) + bits > size * 8)
		offset = bit / 8;
	member->offset = offset;
	member->bit_offset = bit - offset * 8;
	member->bit_size = bits;
}

/* FALSE: not a part of the object (static), or not at a fixed place. */
static gboolean read_member(
	struct hc_debuginfo *info, Dwarf_Die *die, struct mg_member *member)
{
	int tag = dwarf_tag(die);
	Dwarf_Die type;
	guint64 bits = 0, virtuality = 0;

	if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
		hc_di_die_flag(die, DW_AT_external) ||
		hc_di_die_flag(die, DW_AT_declaration) ||
		!hc_di_die_type(die, &type))
		return FALSE;
	*member = (struct mg_member){0};

	member->base = tag == DW_TAG_inheritance;
	/* Only a whole object has them: see add_virtual_bases(). */
	if (member->base &&
		hc_di_die_number(die, DW_AT_virtuality, &virtuality) &&
		virtuality != 0)
		return FALSE;
	if (!member_offset(die, &member->offset))
		return FALSE;

	member->name = member->base ? NULL : dwarf_diename(die);
	member->artificial = hc_di_die_flag(die, DW_AT_artificial);
	if (hc_di_die_number(die, DW_AT_bit_size, &bits) && bits > 0 &&
		bits <= 128)
		place_bits(member, die, bits);
	Dwarf_Die content;
	member->stored = hc_di_stored(&type, &content);
	member->type = member->base ? &hc_di_node_of_base(info, &type)->type
				    : &hc_di_node_of(info,
					      member->stored ? &content : &type)
					       ->type;

	return TRUE;
}

static int compare_members(gconstpointer a, gconstpointer b)
{
	const struct mg_member *x = a, *y = b;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return (x->bit_offset > y->bit_offset) -
	       (x->bit_offset < y->bit_offset);
}

/* Unions of GNU's C++ library, and what tells what they hold: std::optional's
 * and std::variant's. */
static void find_tags(struct mg_member *members, guint n)
{
	static const struct {
		const char *name, *tag;
	} unions[] = {{"_M_payload", "_M_engaged"}, {"_M_u", "_M_index"}};
	for (guint i = 0; i + 1 < n; i++)
		for (guint k = 0; k < G_N_ELEMENTS(unions); k++)
			if (g_strcmp0(members[i].name, unions[k].name) == 0 &&
				g_strcmp0(members[i + 1].name, unions[k].tag) ==
					0)
				members[i].tag = 1;
}

static void add_virtual_bases(
	struct hc_debuginfo *info, struct hc_di_node *node, GArray *members)
{
	g_autoptr(GArray) bases = hc_di_virtual_bases(info, &node->die);
	for (guint i = 0; bases && i < bases->len; i++) {
		struct hc_di_virtual_base *base =
			&g_array_index(bases, struct hc_di_virtual_base, i);
		struct mg_member member = {
			.type = &hc_di_node_of_base(info, &base->class)->type,
			.offset = base->offset,
			.base = TRUE,
			.virtual_base = TRUE,
		};
		g_array_append_val(members, member);
	}
}

void hc_di_fill_members(struct hc_debuginfo *info, struct hc_di_node *node)
{
	GArray *members = g_array_new(FALSE, FALSE, sizeof(struct mg_member));
	struct mg_member member;
	Dwarf_Die child;

	if (dwarf_child(&node->die, &child) == 0)
		do
			if (read_member(info, &child, &member))
				g_array_append_val(members, member);
		while (hc_di_die_next(&child));
	if (node->partial)
		node->type.partial = TRUE;
	else
		add_virtual_bases(info, node, members);

	/* Compilers write them in order, and a sort that isn't stable would mix
	 * up those at the same offset (unions). */
	for (guint i = 1; i < members->len; i++) {
		struct mg_member *m = (void *) members->data;
		if (compare_members(&m[i - 1], &m[i]) > 0) {
			g_array_sort(members, compare_members);
			break;
		}
	}

	find_tags((void *) members->data, members->len);
	node->type.n_members = members->len;
	node->members = (void *) g_array_free(members, FALSE);
	node->type.members = node->members;
}
