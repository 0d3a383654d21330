/* One value, ours and GDB's, down to its last member. */
#include "zoo.h"

#include <string.h>

enum { MAX_DEPTH = 6 };

static void compare_number(
	struct zoo *zoo, const char *expression, guint64 ours)
{
	guint64 theirs;
	zoo->checks++;
	if (!zoo_number(zoo, &theirs, "(unsigned long)(%s)", expression))
		zoo_lacks(zoo, "number", expression);
	else if (ours != theirs)
		zoo_differs(zoo,
			"%s is %" G_GINT64_FORMAT
			", GDB says %" G_GINT64_FORMAT,
			expression, ours, theirs);
}

static void compare_float(struct zoo *zoo, const char *expression,
	const struct mg_type *type, const void *bytes)
{
	g_autofree char *text = zoo_evaluate(zoo, "(double)(%s)", expression);
	double theirs = text ? g_ascii_strtod(text, NULL) : 0, ours = 0;
	float single;
	if (type->size == sizeof single) {
		memcpy(&single, bytes, sizeof single);
		ours = single;
	} else if (type->size == sizeof ours) {
		memcpy(&ours, bytes, sizeof ours);
	} else if (!text || !strchr("0123456789-", *text)) {
		zoo_lacks(zoo, "number", expression);
		return;
	} else {
		return;
	}
	zoo->checks++;
	if (!text)
		zoo_lacks(zoo, "number", expression);
	else if (ours != theirs)
		zoo_differs(zoo, "%s is %.17g, GDB says %s", expression, ours,
			text);
}

/* Up to 128 bits from `bit` on; at most 64 of them wanted. */
static guint64 extract(
	const guint8 *bytes, guint bit, guint size, gboolean is_signed)
{
	guint64 value = 0;
	for (guint i = 0; i < size; i++)
		value |= (guint64) (bytes[(bit + i) / 8] >> (bit + i) % 8 & 1)
			 << i;
	if (is_signed && size < 64 && value >> (size - 1) & 1)
		value |= G_MAXUINT64 << size;
	return value;
}

static void compare_scalar(struct zoo *zoo, const char *expression,
	const struct mg_type *type, const guint8 *bytes)
{
	switch (type->kind) {
	case MG_BOOL:
	case MG_CHAR:
	case MG_INT:
	case MG_ENUM:
		/* GDB can't cast 128 bits. */
		if (type->size > 8)
			break;
		compare_number(zoo, expression,
			extract(bytes, 0, type->size * 8, type->is_signed));
		break;
	case MG_POINTER:
		compare_number(zoo, expression, extract(bytes, 0, 64, FALSE));
		break;
	case MG_FLOAT:
		compare_float(zoo, expression, type, bytes);
		break;
	default:
		break;
	}
}

static void compare_bits(struct zoo *zoo, const char *expression,
	const struct mg_member *m, guint64 address)
{
	guint8 bytes[32];
	guint first = m->bit_offset / 8;
	guint n = (m->bit_offset + m->bit_size + 7) / 8 - first;
	if (!zoo_read(address + first, bytes, n,
		    GINT_TO_POINTER(mi_client_pid(zoo->session.gdb)))) {
		zoo_differs(zoo, "%s can't be read", expression);
		return;
	}
	compare_number(zoo, expression,
		extract(bytes, m->bit_offset % 8, m->bit_size,
			m->type->is_signed));
}

static void compare_members(struct zoo *zoo, const char *expression,
	const struct mg_type *type, guint64 address, guint depth)
{
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		g_autofree char *inner = NULL;
		if (m->base)
			inner = g_strdup_printf(
				"(*(%s *)&(%s))", m->type->name, expression);
		else if (m->name && m->artificial)
			continue;
		else if (m->name)
			inner = g_strdup_printf("%s.%s", expression, m->name);
		if (!inner)
			compare_members(zoo, expression, m->type,
				address + m->offset, depth);
		else if (m->bit_size > 0)
			compare_bits(zoo, inner, m, address + m->offset);
		else
			zoo_compare_value(zoo, inner, m->type,
				address + m->offset, depth + 1);
	}
}

static void compare_elements(struct zoo *zoo, const char *expression,
	const struct mg_type *type, guint64 address, guint depth)
{
	guint64 last = type->count - 1;
	if (type->open || type->count == 0)
		return;
	for (guint i = 0; i < (type->count > 1 ? 2 : 1); i++) {
		guint64 at = i == 0 ? 0 : last;
		g_autofree char *inner = g_strdup_printf(
			"%s[%" G_GUINT64_FORMAT "]", expression, at);
		zoo_compare_value(zoo, inner, type->target,
			address + at * type->target->size, depth + 1);
	}
}

static void compare_place(struct zoo *zoo, const char *expression,
	const struct mg_type *type, guint64 address)
{
	guint64 theirs, size;
	zoo->checks += 2;
	if (!zoo_number(zoo, &theirs, "(unsigned long)&(%s)", expression))
		zoo_lacks(zoo, "address", expression);
	else if (theirs != address)
		zoo_differs(zoo,
			"%s is at 0x%" G_GINT64_MODIFIER
			"x, GDB says 0x%" G_GINT64_MODIFIER "x",
			expression, address, theirs);
	/* Arrays without a length, empty structs: GDB has its own ideas. */
	if (type->size == 0 || type->open)
		return;
	if (!zoo_number(zoo, &size, "sizeof(%s)", expression))
		zoo_lacks(zoo, "size", expression);
	else if (size != type->size && !(zoo->weak && size == 0))
		zoo_differs(zoo,
			"%s has %" G_GUINT64_FORMAT
			" bytes, GDB says %" G_GUINT64_FORMAT,
			expression, type->size, size);
}

void zoo_compare_value(struct zoo *zoo, const char *expression,
	const struct mg_type *type, guint64 address, guint depth)
{
	gpointer pid = GINT_TO_POINTER(mi_client_pid(zoo->session.gdb));
	guint8 bytes[32];
	guint64 target;
	if (depth > MAX_DEPTH)
		return;
	/* GDB takes a reference for what it refers to. */
	if (type->kind == MG_REFERENCE) {
		if (zoo_read(address, &target, sizeof target, pid))
			zoo_compare_value(
				zoo, expression, type->target, target, depth);
		return;
	}
	compare_place(zoo, expression, type, address);
	if (type->kind == MG_ARRAY) {
		compare_elements(zoo, expression, type, address, depth);
	} else if (type->kind == MG_STRUCT || type->kind == MG_UNION) {
		compare_members(zoo, expression, type, address, depth);
	} else if (type->size <= sizeof bytes &&
		   zoo_read(address, bytes, type->size, pid)) {
		compare_scalar(zoo, expression, type, bytes);
		memcpy(&target, bytes, sizeof target);
		if (type->kind == MG_POINTER && type->target->size > 0 &&
			depth + 3 < MAX_DEPTH &&
			zoo_read(target, bytes, 1, pid)) {
			g_autofree char *inner =
				g_strdup_printf("(*%s)", expression);
			zoo_compare_value(
				zoo, inner, type->target, target, depth + 3);
		}
	}
}
