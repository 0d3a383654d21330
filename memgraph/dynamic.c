/* Objects of C++ classes that have more to them than a pointer says: it may
 * lead to a base. The object itself knows. */
#include "extract.h"

/* Whether objects of the type begin with the address of their class's virtual
 * functions. */
static gboolean has_virtual(const struct mg_type *type)
{
	if (!type || type->kind != MG_STRUCT)
		return FALSE;
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		if (m->offset > 0)
			break;
		/* Several bases may be there, all but one of them empty. */
		if (m->artificial ? m->type && m->type->kind == MG_POINTER
				  : m->base && has_virtual(m->type))
			return TRUE;
	}
	return FALSE;
}

const struct mg_type *mg_dynamic_type(
	struct mg_extract *x, const struct mg_type *type, guint64 *address)
{
	guint64 start = *address;
	if (!x->reader->class_of || !has_virtual(type))
		return type;
	const struct mg_type *class =
		x->reader->class_of(*address, &start, x->reader->data);
	/* It may not be constructed yet, or be something else altogether. */
	if (!class || start > *address ||
		!mg_type_has(class, *address - start, type))
		return type;
	*address = start;
	return class;
}
