/* Types that are the same become one.
 *
 * A struct that a header declares is in the debug information of every unit
 * that includes it. Two types are the same if they have the same kind, name,
 * size and shape, and if what they consist of and point to is the same for
 * ROUNDS steps. As many rounds of hashing find that out: the hash of round n
 * takes in the neighbouring types by their hashes of round n - 1, so types that
 * lead back to themselves need no special care. */
#include "debuginfo-types.h"

static guint64 mix(guint64 hash, guint64 more)
{
	hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
	hash ^= hash >> 29;
	return hash * 0xbf58476d1ce4e5b9u ^ hash >> 32;
}

static guint64 mix_text(guint64 hash, const char *text)
{
	if (!text)
		return mix(hash, 1);
	guint64 h = 0xcbf29ce484222325u;
	for (const char *c = text; *c; c++)
		h = (h ^ (guchar) *c) * 0x100000001b3u;
	return mix(hash, h);
}

/* The type by itself, without its neighbours. */
static guint64 hash_alone(const struct hc_di_node *node)
{
	const struct mg_type *t = &node->type;
	guint64 h = mix(t->kind, t->size);

	h = mix_text(h, node->plain);
	h = mix(h, t->is_signed | t->open << 1 | node->dynamic << 2 |
			   t->partial << 3);
	h = mix(h, t->count);
	for (guint i = 0; i < t->n_members; i++) {
		const struct mg_member *m = &t->members[i];
		h = mix_text(h, m->name);
		h = mix(h, m->offset);
		h = mix(h, (guint64) m->bit_offset << 32 | m->bit_size << 1 |
				   m->base);
		h = mix(h, m->stored);
	}

	for (guint i = 0; i < t->n_enumerators; i++)
		h = mix(mix_text(h, t->enumerators[i].name),
			t->enumerators[i].value);
	return h;
}

static guint64 hash_around(const struct hc_di_node *node, guint round)
{
	const struct mg_type *t = &node->type;
	guint64 h = node->hashes[0];
	if (t->target)
		h = mix(h, ((const struct hc_di_node *) t->target)
				   ->hashes[round - 1]);
	for (guint i = 0; i < t->n_members; i++) {
		const struct hc_di_node *m = (const void *) t->members[i].type;
		h = mix(h, m->hashes[round - 1]);
	}
	return h;
}

static void hash_batch(struct hc_types *types)
{
	GPtrArray *batch = types->batch;
	for (guint i = 0; i < batch->len; i++) {
		struct hc_di_node *node = g_ptr_array_index(batch, i);
		node->hashes[0] = hash_alone(node);
	}
	for (guint round = 1; round <= ROUNDS; round++)
		for (guint i = 0; i < batch->len; i++) {
			struct hc_di_node *node = g_ptr_array_index(batch, i);
			node->hashes[round] = hash_around(node, round);
		}
}

static void find_same(struct hc_types *types, struct hc_di_node *node)
{
	struct hc_di_node *same =
		g_hash_table_lookup(types->merged, &node->hashes[ROUNDS]);

	if (!same) {
		same = node;
		node->type.id = types->all->len;
		g_ptr_array_add(types->all, node);
		g_hash_table_insert(types->merged, &node->hashes[ROUNDS], node);
	}

	node->same = same;
	if (node->key)
		g_hash_table_insert(types->by_die, node->key, same);
}

static const struct mg_type *same_as(const struct mg_type *type)
{
	return type ? &((const struct hc_di_node *) type)->same->type : NULL;
}

static void lead_to_same(struct hc_di_node *node)
{
	node->type.target = same_as(node->type.target);
	for (guint i = 0; i < node->type.n_members; i++)
		node->members[i].type = same_as(node->members[i].type);
}

void hc_di_merge(struct hc_types *types)
{
	GPtrArray *batch = types->batch;
	hash_batch(types);
	for (guint i = 0; i < batch->len; i++)
		find_same(types, g_ptr_array_index(batch, i));
	for (guint i = 0; i < batch->len; i++) {
		struct hc_di_node *node = g_ptr_array_index(batch, i);
		if (node->same == node)
			lead_to_same(node);
	}

	for (guint i = 0; i < batch->len; i++) {
		struct hc_di_node *node = g_ptr_array_index(batch, i);
		if (node->same == node) {
			hc_di_layout_align(node, 0);
			continue;
		}
		g_free(node->members);
		g_free(node->enumerators);
		g_free(node);
	}

	g_ptr_array_set_size(batch, 0);
	types->filled = 0;
}

struct hc_di_node *hc_di_merge_one(
	struct hc_types *types, struct hc_di_node *node)
{
	g_ptr_array_add(types->batch, node);
	hash_batch(types);
	g_ptr_array_set_size(types->batch, 0);
	find_same(types, node);
	struct hc_di_node *same = node->same;
	if (same == node)
		hc_di_layout_align(node, 0);
	else
		g_free(node);
	return same;
}
