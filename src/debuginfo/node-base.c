/* Numbers, characters, enums. */
#include "debuginfo-types.h"

#include <string.h>

static enum mg_kind kind_of(guint64 encoding, gboolean *is_signed)
{
	*is_signed = FALSE;
	switch (encoding) {
	case DW_ATE_boolean:
		return MG_BOOL;
	case DW_ATE_signed_char:
		*is_signed = TRUE;
		return MG_CHAR;
	case DW_ATE_unsigned_char:
	case DW_ATE_UTF:
	case DW_ATE_ASCII:
	case DW_ATE_UCS:
		return MG_CHAR;
	case DW_ATE_signed:
		*is_signed = TRUE;
		return MG_INT;
	case DW_ATE_unsigned:
	case DW_ATE_address:
		return MG_INT;
	case DW_ATE_float:
		return MG_FLOAT;
	case DW_ATE_complex_float:
		return MG_COMPLEX;
	default:
		/* Decimal numbers, complex integers: bytes to us. */
		return MG_STRUCT;
	}
}

void hc_di_fill_base(struct hc_debuginfo *info, struct hc_di_node *node)
{
	guint64 encoding = 0, bits = 0;
	const char *name = dwarf_diename(&node->die);

	hc_di_die_number(&node->die, DW_AT_encoding, &encoding);
	if (!hc_di_die_number(&node->die, DW_AT_byte_size, &node->type.size) &&
		hc_di_die_number(&node->die, DW_AT_bit_size, &bits))
		node->type.size = bits / 8 + (bits % 8 != 0);
	node->type.kind = kind_of(encoding, &node->type.is_signed);
	/* C++'s own wchar_t, or the typedef that brought us here in C. */
	if (node->plain)
		name = node->plain;
	if (node->type.kind == MG_INT && name &&
		(node->plain || strcmp(name, "wchar_t") == 0))
		node->type.kind = MG_CHAR;
	node->plain = node->type.name = name;
	node->type.alignment = CLAMP(node->type.size, 1, 16);
	node->aligned = TRUE;
}

/* An enum names the type it is stored as; else its values tell. */
static gboolean enum_is_signed(Dwarf_Die *die)
{
	Dwarf_Die type, base, wide;
	guint64 encoding;
	gboolean is_signed;
	if (!hc_di_die_number(die, DW_AT_encoding, &encoding) &&
		!(hc_di_die_ref(die, DW_AT_type, &type) &&
			hc_di_peel(&type, &base, &wide) &&
			hc_di_die_number(&base, DW_AT_encoding, &encoding)))
		return FALSE;
	kind_of(encoding, &is_signed);
	return is_signed;
}

void hc_di_fill_enum(struct hc_debuginfo *info, struct hc_di_node *node)
{
	Dwarf_Die child;
	GArray *values =
		g_array_new(FALSE, FALSE, sizeof(struct mg_enumerator));

	node->type.is_signed = enum_is_signed(&node->die);
	if (dwarf_child(&node->die, &child) == 0)
		do {
			guint64 number;
			if (dwarf_tag(&child) != DW_TAG_enumerator ||
				!hc_di_die_number(
					&child, DW_AT_const_value, &number))
				continue;
			struct mg_enumerator e = {
				dwarf_diename(&child), (gint64) number};
			if (e.value < 0 && node->type.size < 8)
				node->type.is_signed = TRUE;
			if (e.name)
				g_array_append_val(values, e);
		} while (hc_di_die_next(&child));

	node->type.n_enumerators = values->len;
	node->enumerators = (void *) g_array_free(values, FALSE);
	node->type.enumerators = node->enumerators;
	if (!node->aligned)
		node->type.alignment = CLAMP(node->type.size, 1, 8);
	node->aligned = TRUE;
}
