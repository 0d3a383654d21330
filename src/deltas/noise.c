/* Differences that two runs of the same invocation show, too. */
#include "inside.h"

static guint64 key_of(guint32 object, guint64 offset)
{
	return (guint64) object << 32 ^ offset;
}

static GHashTable *places_of(const struct mg_diff *diff)
{
	GHashTable *places = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	for (guint i = 0; diff && i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		guint64 key =
			key_of(change->before.object, change->before.offset);
		if (change->before.object != MG_NO_MATE)
			g_hash_table_add(places, g_memdup2(&key, sizeof key));
	}
	return places;
}

static gboolean has_place(GHashTable *places, const struct mg_vertex *vertex)
{
	guint64 key = key_of(vertex->object, vertex->offset);
	return vertex->object != MG_NO_MATE &&
	       g_hash_table_contains(places, &key);
}

gboolean *hc_noise_find(
	const struct mg_diff *diff, const struct hc_noise *noise, guint *n)
{
	gboolean *found = g_new0(gboolean, diff->changes->len + 1);
	*n = 0;
	if (!noise)
		return found;
	g_autoptr(GHashTable) pass = places_of(noise->pass);
	g_autoptr(GHashTable) fail = places_of(noise->fail);
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		found[i] = has_place(pass, &change->before) ||
			   has_place(fail, &change->after);
		*n += found[i] != 0;
	}
	return found;
}
