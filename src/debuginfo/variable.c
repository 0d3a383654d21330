/* From a variable's DIE to a struct hc_variable. */
#include "debuginfo-inside.h"

enum { MAX_VALUE = 4096, XMM0 = 17, XMM15 = 32 };

void hc_di_variable_free(gpointer data)
{
	struct hc_variable *variable = data;
	if (variable->value)
		g_bytes_unref(variable->value);
	g_free(variable);
}

static gboolean register_is_known(
	const struct hc_di_context *context, guint64 reg)
{
	const struct hc_registers *r = context->registers;
	if (reg < HC_PC)
		return r && r->known >> reg & 1;
	/* Callees may change these as they like and need not save them. */
	return reg >= XMM0 && reg <= XMM15 && r && context->level == 0;
}

/* A value that is stored nowhere, in the variable's size. */
static GBytes *value_at(const struct hc_di_context *context,
	const struct hc_di_place *place, guint64 size)
{
	if (size == 0 || size > MAX_VALUE)
		return NULL;
	guint8 *bytes = g_malloc(size);
	if (hc_di_place_read(context, place, size, bytes))
		return g_bytes_new_take(bytes, size);
	g_free(bytes);
	return NULL;
}

static void set_place(const struct hc_di_context *context,
	const struct hc_di_place *place, struct hc_variable *variable)
{
	variable->where = HC_WHERE_OPTIMISED_OUT;
	variable->thread_local = place->thread_local;
	/* The pieces are not all of it: the rest is gone. */
	if (place->size != 0 && place->size != variable->type->size)
		return;

	switch (place->kind) {
	case PLACE_MEMORY:
		variable->where = HC_WHERE_MEMORY;
		variable->address = place->number;
		break;
	case PLACE_REGISTER:
		if (!register_is_known(context, place->number))
			break;
		variable->where = HC_WHERE_REGISTER;
		variable->reg = place->number;
		break;
	case PLACE_VALUE:
	case PLACE_BYTES:
		variable->value =
			value_at(context, place, variable->type->size);
		if (variable->value)
			variable->where = HC_WHERE_VALUE;
		break;
	case PLACE_NONE:
		break;
	}
}

/* dwarf_decl_file() of libdw 0.188 aborts if a unit has no usable list of
 * files. */
static const char *declaring_file(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Die unit;
	Dwarf_Files *files;
	Dwarf_Word number;
	size_t n;
	if (!dwarf_attr_integrate(die, DW_AT_decl_file, &attr) ||
		dwarf_formudata(&attr, &number) != 0 ||
		dwarf_cu_info(attr.cu, NULL, NULL, &unit, NULL, NULL, NULL,
			NULL) != 0 ||
		dwarf_getsrcfiles(&unit, &files, &n) != 0 || number >= n)
		return NULL;

	return dwarf_filesrc(files, number, NULL, NULL);
}

static const char *unit_name(Dwarf_Die *die)
{
	Dwarf_Die unit;
	return dwarf_diecu(die, &unit, NULL, NULL) ? dwarf_diename(&unit)
						   : NULL;
}

struct hc_variable *hc_di_variable_make(
	const struct hc_di_context *context, Dwarf_Die *die)
{
	struct hc_variable *variable = g_new0(struct hc_variable, 1);
	g_auto(hc_di_place) place = {0};
	Dwarf_Attribute attr;
	bool external = false;

	variable->name = dwarf_diename(die);
	variable->unit = unit_name(die);
	variable->type = hc_di_type_in_frame(context, die);
	hc_di_place_of(context, die, &place);
	set_place(context, &place, variable);
	variable->file = declaring_file(die);
	dwarf_decl_line(die, &variable->line);
	if (dwarf_attr_integrate(die, DW_AT_external, &attr))
		dwarf_formflag(&attr, &external);
	variable->external = external;

	return variable;
}
