/* Types of two graphs: the same type has the same number. Each graph has types
 * of its own, even if both are of one program, so types are compared by what
 * they look like. */
#include "match-inside.h"

#include <string.h>

/* A value with more ranges than this is taken as a whole. */
enum { MOST_RANGES = 256 };

/* How deep the search goes into unnamed types. */
enum { DEEPEST_LOOK = 4 };

void mg_classes_init(struct mg_classes *classes)
{
	struct mg_class bytes = {.looked_for_tag = TRUE};
	classes->list = g_array_new(FALSE, FALSE, sizeof(struct mg_class));
	g_array_append_val(classes->list, bytes);
	classes->numbers =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint side = 0; side < 2; side++)
		classes->known[side] =
			g_array_new(FALSE, TRUE, sizeof(guint32));
}

void mg_classes_clear(struct mg_classes *classes)
{
	for (guint i = 0; i < classes->list->len; i++)
		g_clear_pointer(
			&mg_class_at(classes, i)->ranges, g_array_unref);
	g_array_unref(classes->list);
	g_hash_table_unref(classes->numbers);
	g_array_unref(classes->known[0]);
	g_array_unref(classes->known[1]);
}

struct mg_class *mg_class_at(const struct mg_classes *classes, guint32 number)
{
	return &g_array_index(classes->list, struct mg_class, number);
}

/* ---- What a type looks like ---- */

static void describe(GString *look, const struct mg_type *type, guint depth)
{
	if (!type) {
		g_string_append_c(look, '?');
		return;
	}

	g_autofree char *name = mg_type_name(type);
	g_string_append_printf(
		look, "%d %s %" G_GUINT64_FORMAT, type->kind, name, type->size);
	if (depth == 0 || depth > DEEPEST_LOOK)
		return;

	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		g_string_append_printf(look, ";%s+%" G_GUINT64_FORMAT ":%u.%u ",
			m->name ? m->name : "", m->offset, m->bit_offset,
			m->bit_size);
		describe(look, m->type,
			m->type && !m->type->name ? depth + 1 : 0);
	}

	if (type->target && !type->target->name)
		describe(look, type->target, depth + 1);
}

guint32 mg_class_of(
	struct mg_classes *classes, guint side, const struct mg_type *type)
{
	if (!type)
		return 0;

	GArray *known = classes->known[side];
	if (type->id >= known->len)
		g_array_set_size(known, 2 * type->id + 64);

	guint32 *number = &g_array_index(known, guint32, type->id);
	if (*number)
		return *number - 1;

	g_autoptr(GString) look = g_string_new(NULL);
	describe(look, type, 1);

	gpointer found = g_hash_table_lookup(classes->numbers, look->str);
	if (!found) {
		struct mg_class class = {.type = type};
		found = GUINT_TO_POINTER(classes->list->len);
		g_array_append_val(classes->list, class);
		g_hash_table_insert(
			classes->numbers, g_strdup(look->str), found);
	}

	*number = GPOINTER_TO_UINT(found) + 1;
	return *number - 1;
}

/* ---- Pointers to the same type ---- */

gboolean mg_class_is_self(const struct mg_class *class, guint64 offset)
{
	for (guint i = 0; i < class->n_self; i++)
		if (class->self[i] == offset)
			return TRUE;
	return FALSE;
}

void mg_class_add_self(struct mg_class *class, guint64 offset)
{
	if (class->n_self < MG_MOST_WAYS && !mg_class_is_self(class, offset))
		class->self[class->n_self++] = offset;
}

/* ---- Ranges ---- */

static void add_range(
	GArray *ranges, guint64 offset, guint64 size, gboolean text)
{
	struct mg_range *last =
		ranges->len ? &g_array_index(
				      ranges, struct mg_range, ranges->len - 1)
			    : NULL;
	/* Bit fields share bytes; members of a union don't get here. */
	if (last && offset < last->offset + last->size) {
		guint64 end = MAX(offset + size, last->offset + last->size);
		last->size = end - last->offset;
		return;
	}
	if (last && !text && !last->text &&
		offset == last->offset + last->size) {
		last->size += size;
		return;
	}

	struct mg_range range = {offset, size, text};
	g_array_append_val(ranges, range);
}

static void add_value(GArray *ranges, const struct mg_class *class,
	const struct mg_type *type, guint64 offset)
{
	if (!type || type->size == 0)
		return;

	if (ranges->len > MOST_RANGES) {
		add_range(ranges, offset, type->size, FALSE);
	} else if (type->kind == MG_STRUCT) {
		for (guint i = 0; i < type->n_members; i++)
			add_value(ranges, class, type->members[i].type,
				offset + type->members[i].offset);
	} else if (type->kind == MG_ARRAY && type->target &&
		   type->target->kind == MG_STRUCT && type->target->size) {
		for (guint64 i = 0; i < type->count; i++)
			add_value(ranges, class, type->target,
				offset + i * type->target->size);
	} else if (type->kind == MG_ARRAY && type->target) {
		gboolean text = type->target->kind == MG_CHAR &&
				type->target->size == 1;
		add_range(ranges, offset, type->size, text);
	} else if (type->kind != MG_POINTER ||
		   !mg_class_is_self(class, offset)) {
		add_range(ranges, offset, type->size, FALSE);
	}
}

/* Don't believe a type that claims to have 2^60 elements. */
static gboolean has_sane_size(const struct mg_type *type)
{
	return type->size < (G_GUINT64_CONSTANT(1) << 32);
}

const GArray *mg_class_ranges(struct mg_class *class)
{
	if (class->ranges)
		return class->ranges;
	class->ranges = g_array_new(FALSE, FALSE, sizeof(struct mg_range));
	if (class->type && has_sane_size(class->type))
		add_value(class->ranges, class, class->type, 0);
	return class->ranges;
}

/* ---- Tags ---- */

/* Whether a member's name is that of a tag: "kind", "node_type", "opcode". */
static gboolean is_tag_name(const char *name)
{
	static const char *const words[] = {"code", "kind", "type", "op",
		"opcode", "tag", "variant", "discriminator"};

	for (guint i = 0; name && i < G_N_ELEMENTS(words); i++) {
		gsize length = strlen(name), n = strlen(words[i]);
		if (length < n ||
			g_ascii_strcasecmp(name + length - n, words[i]) != 0)
			continue;
		if (length == n || name[length - n - 1] == '_')
			return TRUE;
	}

	return FALSE;
}

static gboolean is_tag(const struct mg_member *member)
{
	return member->type &&
	       (member->type->kind == MG_INT || member->type->kind == MG_ENUM ||
		       member->type->kind == MG_CHAR) &&
	       member->type->size <= 8 && is_tag_name(member->name);
}

/* The first such member of a struct, or of a member whose members count as its
 * own: an unnamed struct, a base class, a header at its start. */
static const struct mg_member *find_tag(
	const struct mg_type *type, guint64 *offset)
{
	if (!type || type->kind != MG_STRUCT)
		return NULL;

	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		if (is_tag(m)) {
			*offset = m->offset;
			return m;
		}
	}

	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		if (m->name && i > 0)
			continue;
		guint64 inside;
		const struct mg_member *tag = find_tag(m->type, &inside);
		if (tag) {
			*offset = m->offset + inside;
			return tag;
		}
	}

	return NULL;
}

gboolean mg_class_tag(
	struct mg_class *class, const guint8 *bytes, gsize size, guint64 *value)
{
	if (!class->looked_for_tag)
		class->tag = find_tag(class->type, &class->tag_offset);
	class->looked_for_tag = TRUE;

	const struct mg_member *tag = class->tag;
	if (!tag || class->tag_offset > size ||
		tag->type->size > size - class->tag_offset)
		return FALSE;

	*value = 0;
	memcpy(value, bytes + class->tag_offset, tag->type->size);
	if (tag->bit_size && tag->bit_size < 64)
		*value = *value >> tag->bit_offset &
			 ((G_GUINT64_CONSTANT(1) << tag->bit_size) - 1);

	return TRUE;
}
