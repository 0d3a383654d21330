/* Jump buffers: what setjmp() has saved. */
#include "deltas-inside.h"

/* Their addresses are scrambled with a number that differs between processes:
 * in another one they lead anywhere. */
static gboolean is_jump(const struct mg_type *type)
{
	static const char tag[] = "__jmp_buf_tag";
	return type->kind == MG_STRUCT && type->name &&
	       g_str_has_suffix(type->name, tag);
}

/* Whether a byte of a type belongs to one. */
static gboolean is_jump_at(const struct mg_type *type, guint64 offset)
{
	while (type && offset < type->size) {
		const struct mg_type *inner = NULL;
		if (is_jump(type))
			return TRUE;
		if (type->kind == MG_ARRAY && type->target &&
			type->target->size) {
			offset %= type->target->size;
			type = type->target;
			continue;
		}
		if (type->kind != MG_STRUCT && type->kind != MG_UNION)
			return FALSE;
		for (guint i = 0; i < type->n_members && !inner; i++) {
			const struct mg_member *m = &type->members[i];
			if (!m->type || offset < m->offset ||
				offset - m->offset >= m->type->size)
				continue;
			/* Another member of a union may say more about the
			 * byte. */
			if (type->kind == MG_UNION) {
				if (is_jump_at(m->type, offset - m->offset))
					return TRUE;
				continue;
			}
			inner = m->type;
			offset -= m->offset;
		}
		type = inner;
	}

	return FALSE;
}

gboolean hc_deltas_is_jump_buffer(
	const struct mg_graph *graph, const struct mg_vertex *vertex)
{
	const struct mg_object *o = mg_graph_object(graph, vertex->object);
	const struct mg_type *type = o->shape.type;
	return type && type->size &&
	       is_jump_at(type, vertex->offset % type->size);
}
