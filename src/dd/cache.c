#include "dd-cache.h"

#include <string.h>

struct dd_cache {
	GHashTable *entries; /* struct dd_cache_entry, its own key */
};

static guint digest_hash(gconstpointer digest)
{
	guint hash;
	memcpy(&hash, digest, sizeof hash);
	return hash;
}

static gboolean digest_equal(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, DD_DIGEST_SIZE) == 0;
}

struct dd_cache *dd_cache_new(void)
{
	struct dd_cache *cache = g_new(struct dd_cache, 1);
	/* An entry starts with its digest, so it serves as its own key. */
	cache->entries =
		g_hash_table_new_full(digest_hash, digest_equal, NULL, g_free);
	return cache;
}

void dd_cache_free(struct dd_cache *cache)
{
	g_hash_table_unref(cache->entries);
	g_free(cache);
}

struct dd_cache_entry *dd_cache_lookup(
	struct dd_cache *cache, const guint8 digest[DD_DIGEST_SIZE])
{
	return g_hash_table_lookup(cache->entries, digest);
}

void dd_cache_add(struct dd_cache *cache, const guint8 digest[DD_DIGEST_SIZE],
	enum hc_verdict outcome, enum dd_source source)
{
	struct dd_cache_entry *entry = g_new0(struct dd_cache_entry, 1);
	memcpy(entry->digest, digest, DD_DIGEST_SIZE);
	entry->outcome = outcome;
	entry->source = source;
	g_hash_table_replace(cache->entries, entry, entry);
}
