/* A large faked state that costs little to make: thousands of entries, in a
 * list and in a table; and a flag that is set at any moment.
 *
 *	g_autoptr(hive) h = hive_new(0, 5000);
 *	h->stop_after = 100;
 *	g_autoptr(mg_graph) graph = hive_extract(h);
 */
#ifndef TESTS_MG_HIVE_H
#define TESTS_MG_HIVE_H

#include "memgraph.h"

struct hive {
	guint64 heap; /* where blocks begin */
	guint n; /* entries */
	guint8 *bytes; /* of all blocks */
	guint8 *table; /* pointers to all entries, in a block of their own */
	guint8 *spare; /* blocks for what is made later */
	guint n_spare; /* in use */
	guint8 statics[16]; /* `list` and `table` */
	struct mg_root roots[2];
	struct mg_mapped mapped[1];
	struct mg_reader reader;
	volatile sig_atomic_t stop;
	guint64 calls; /* of the reader */
	guint64 stop_after; /* of these the flag is set; 0: never */
	GThread *thread; /* that sets it later */
	gint64 later; /* in microseconds */
};

/* Different numbers, different addresses. */
struct hive *hive_new(guint number, guint n);
void hive_free(struct hive *h);
typedef struct hive hive;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hive, hive_free)

/* Other counts and names here and there, some entries left out of the list. */
void hive_vary(struct hive *h);

/* Its flag is the reader's. */
struct mg_graph *hive_extract(struct hive *h);

/* A new block of up to 64 bytes; there are as many as entries. */
guint64 hive_block(struct hive *h);
/* FALSE if it is not all there. */
gboolean hive_write(
	struct hive *h, guint64 address, const void *bytes, gsize n);
/* How many entries are in the list. */
guint hive_length(struct hive *h);

/* The flag will be set in so many microseconds. Before anything else is done
 * with it: whoever waits sets the flag back. */
void hive_stop_later(struct hive *h, gint64 microseconds);
void hive_wait(struct hive *h);

#endif
