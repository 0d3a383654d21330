/* Where variables are, and what is there. */
#include "debuginfo-inside.h"

#include <string.h>

void hc_di_place_clear(struct hc_di_place *place)
{
	if (place->bytes)
		g_byte_array_unref(place->bytes);
	*place = (struct hc_di_place){0};
}

/* A constant, in the bytes of the variable. */
static gboolean constant_place(Dwarf_Attribute *attr, struct hc_di_place *place)
{
	Dwarf_Block block;
	const char *text;
	if (hc_di_attr_number(attr, &place->number)) {
		place->kind = PLACE_VALUE;
		return TRUE;
	}

	if (dwarf_formblock(attr, &block) == 0) {
		place->bytes = g_byte_array_new();
		g_byte_array_append(place->bytes, block.data,
			(guint) MIN(block.length, G_MAXUINT16));
	} else if ((text = dwarf_formstring(attr))) {
		place->bytes = g_byte_array_new();
		g_byte_array_append(
			place->bytes, (const void *) text, strlen(text) + 1);
	}

	place->kind = place->bytes ? PLACE_BYTES : PLACE_NONE;
	return place->bytes != NULL;
}

void hc_di_place_of(const struct hc_di_context *context, Dwarf_Die *die,
	struct hc_di_place *place)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;
	*place = (struct hc_di_place){0};

	if (dwarf_attr_integrate(die, DW_AT_location, &attr)) {
		if (dwarf_getlocation_addr(&attr, context->pc, &ops, &n, 1) ==
				1 &&
			n > 0)
			hc_di_evaluate(context, &attr, ops, n, place);
	} else if (dwarf_attr_integrate(die, DW_AT_const_value, &attr)) {
		constant_place(&attr, place);
	}
}

gboolean hc_di_place_read(const struct hc_di_context *context,
	const struct hc_di_place *place, gsize n, void *bytes)
{
	const struct hc_registers *r = context->registers;
	switch (place->kind) {
	case PLACE_MEMORY:
		return hc_di_read(context->info, place->number, bytes, n);
	case PLACE_REGISTER:
		if (!r || place->number >= HC_N_REGISTERS || n > 8 ||
			!(r->known >> place->number & 1))
			return FALSE;
		memcpy(bytes, &r->values[place->number], n);
		return TRUE;
	case PLACE_VALUE:
		if (n > 8)
			return FALSE;
		memcpy(bytes, &place->number, n);
		return TRUE;
	case PLACE_BYTES:
		if (n > place->bytes->len)
			return FALSE;
		memcpy(bytes, place->bytes->data, n);
		return TRUE;
	case PLACE_NONE:
		break;
	}

	return FALSE;
}
