/* The outcomes known so far, by the content of the configuration. Internal to
 * dd. A configuration is identified by its digest alone: that keeps an entry
 * small however many ranges the configuration has. */
#ifndef DD_CACHE_H
#define DD_CACHE_H

#include "dd.h"

struct dd_cache_entry {
	guint8 digest[DD_DIGEST_SIZE];
	enum hc_verdict outcome;
	enum dd_source source; /* where it first came from */
	gboolean asked; /* the search itself has used it, not only guesses ahead
			 */
};

struct dd_cache;

struct dd_cache *dd_cache_new(void);
void dd_cache_free(struct dd_cache *cache);
/* The entry belongs to the cache; NULL if the outcome is not known. */
struct dd_cache_entry *dd_cache_lookup(
	struct dd_cache *cache, const guint8 digest[DD_DIGEST_SIZE]);
void dd_cache_add(struct dd_cache *cache, const guint8 digest[DD_DIGEST_SIZE],
	enum hc_verdict outcome, enum dd_source source);

#endif
