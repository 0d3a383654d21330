/* Structs with bytes of any number behind them, which the declaration does not
 * tell: the text of an interpreter's string behind its header, the payload of a
 * message. Such a block looks like an array of headers.
 *
 * A struct is known to be such a head if blocks of at least two sizes are not a
 * whole number of it, and if one of its blocks has a pointer that leads nowhere
 * where its second element would be. Then none of its blocks is an array. */
#include "extract.h"

/* What is known of a struct that blocks start with. */
struct head {
	guint64 size; /* of the first block that is not a whole number of it */
	gboolean other; /* there is one of another size */
	gboolean broken; /* one has no second element */
};

/* Whether a block starts with a struct whose declaration has a fixed size. */
static gboolean starts_with_struct(const struct mg_stretch *stretch)
{
	return stretch->block && !stretch->area && !stretch->split &&
	       !stretch->gone && !stretch->shape.tail && stretch->shape.type &&
	       stretch->shape.type->kind == MG_STRUCT &&
	       stretch->size > stretch->shape.type->size;
}

static void note_size(
	struct mg_extract *x, GHashTable *heads, const struct mg_stretch *block)
{
	const struct mg_type *type = block->shape.type;
	if (mg_is_multiple(type, block->size) ||
		!mg_has_pointers(&x->pointers, type))
		return;

	struct head *head = g_hash_table_lookup(heads, type);
	if (!head) {
		head = g_new0(struct head, 1);
		head->size = block->size;
		g_hash_table_insert(heads, (gpointer) type, head);
	}
	head->other |= head->size != block->size;
}

static gboolean has_one_size(gpointer key, gpointer value, gpointer data)
{
	return !((const struct head *) value)->other;
}

static gboolean is_whole(gpointer key, gpointer value, gpointer data)
{
	return !((const struct head *) value)->broken;
}

void mg_heads_find(struct mg_extract *x)
{
	g_autoptr(GHashTable) heads =
		g_hash_table_new_full(NULL, NULL, NULL, g_free);
	/* To follow a pointer may add stretches, and move all of them. */
	guint n = x->stretches->len;

	for (guint32 i = 0; i < n && !mg_extract_is_stopped(x); i++)
		if (starts_with_struct(mg_stretch_at(x, i)))
			note_size(x, heads, mg_stretch_at(x, i));
	g_hash_table_foreach_remove(heads, has_one_size, NULL);
	if (g_hash_table_size(heads) == 0)
		return;

	for (guint32 i = 0; i < n && !mg_extract_is_stopped(x); i++) {
		struct head *head =
			starts_with_struct(mg_stretch_at(x, i))
				? g_hash_table_lookup(heads,
					  mg_stretch_at(x, i)->shape.type)
				: NULL;
		if (head && !head->broken)
			head->broken = mg_second_is_none(x, i);
	}
	g_hash_table_foreach_remove(heads, is_whole, NULL);

	for (guint32 i = 0; i < n && !mg_extract_is_stopped(x); i++) {
		struct mg_stretch *stretch = mg_stretch_at(x, i);
		if (starts_with_struct(stretch) &&
			g_hash_table_contains(heads, stretch->shape.type))
			stretch->shape.count = 1;
	}
}
