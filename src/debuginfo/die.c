/* Attributes of a DIE, with errors as "not there". */
#include "debuginfo-inside.h"

gboolean hc_di_die_ref(Dwarf_Die *die, guint name, Dwarf_Die *result)
{
	Dwarf_Attribute attr;
	return dwarf_attr(die, name, &attr) && dwarf_formref_die(&attr, result);
}

gboolean hc_di_die_type(Dwarf_Die *die, Dwarf_Die *result)
{
	Dwarf_Attribute attr;
	return dwarf_attr_integrate(die, DW_AT_type, &attr) &&
	       dwarf_formref_die(&attr, result);
}

gboolean hc_di_die_flag(Dwarf_Die *die, guint name)
{
	Dwarf_Attribute attr;
	bool flag = false;
	return dwarf_attr(die, name, &attr) &&
	       dwarf_formflag(&attr, &flag) == 0 && flag;
}

gboolean hc_di_attr_number(Dwarf_Attribute *attr, guint64 *number)
{
	Dwarf_Word u;
	Dwarf_Sword s;

	switch (dwarf_whatform(attr)) {
	case DW_FORM_sdata:
	case DW_FORM_implicit_const:
		if (dwarf_formsdata(attr, &s) != 0)
			return FALSE;
		*number = s;
		return TRUE;
	case DW_FORM_data1:
	case DW_FORM_data2:
	case DW_FORM_data4:
	case DW_FORM_data8:
	case DW_FORM_udata:
		if (dwarf_formudata(attr, &u) != 0)
			return FALSE;
		*number = u;
		return TRUE;
	default:
		return FALSE;
	}
}

gboolean hc_di_die_number(Dwarf_Die *die, guint name, guint64 *number)
{
	Dwarf_Attribute attr;
	return dwarf_attr(die, name, &attr) && hc_di_attr_number(&attr, number);
}

gboolean hc_di_die_next(Dwarf_Die *die)
{
	/* A damaged DW_AT_sibling may lead back. */
	Dwarf_Die next;
	if (dwarf_siblingof(die, &next) != 0 ||
		(char *) next.addr <= (char *) die->addr)
		return FALSE;
	*die = next;
	return TRUE;
}
