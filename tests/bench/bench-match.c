/* What it costs to match two states and to see how they differ. Memory is made
 * up: an array of bytes, with blocks of one size. */
#include "diff.h"
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATIC = 0x10000, STATIC_SIZE = 0x1000, BLOCK = 32, STEP = 48 };

/* struct entry { char *name; long count; struct entry *next; } and strings,
 * in blocks of BLOCK bytes from `heap` on. */
struct memory {
	guint64 heap; /* where blocks begin */
	guint64 n, room; /* blocks */
	guint8 *bytes; /* of all of them */
	guint8 statics[STATIC_SIZE];
	GArray *roots; /* struct mg_root */
};

static gboolean read_memory(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct memory *m = data;
	if (address >= STATIC && address + n <= STATIC + STATIC_SIZE) {
		memcpy(bytes, m->statics + (address - STATIC), n);
		return TRUE;
	}
	if (address < m->heap || address + n > m->heap + m->n * STEP)
		return FALSE;
	memcpy(bytes, m->bytes + (address - m->heap), n);
	return TRUE;
}

static void place(guint64 address, struct mg_place *found, gpointer data)
{
	const struct memory *m = data;
	*found = (struct mg_place){MG_PLACE_NOWHERE};
	if (address >= STATIC && address < STATIC + STATIC_SIZE)
		*found = (struct mg_place){MG_PLACE_DATA, STATIC, STATIC_SIZE};
	if (address < m->heap || address >= m->heap + m->n * STEP)
		return;
	guint64 block = (address - m->heap) / STEP;
	if ((address - m->heap) % STEP < BLOCK)
		*found = (struct mg_place){MG_PLACE_BLOCK,
			m->heap + block * STEP, BLOCK, (guint32) block + 1};
}

static struct mg_type number = {MG_INT, "long", 8, 8, .is_signed = TRUE};
static struct mg_type letter = {MG_CHAR, "char", 1, 1, .id = 1};
static struct mg_type text = {
	MG_POINTER, NULL, 8, 8, .target = &letter, .id = 2};
static struct mg_type entry = {MG_STRUCT, "struct entry", 24, 8, .id = 3};
static struct mg_type pointer = {
	MG_POINTER, NULL, 8, 8, .target = &entry, .id = 4};
static const struct mg_member members[] = {
	{"name", &text, 0}, {"count", &number, 8}, {"next", &pointer, 16}};

static struct memory *memory_new(guint side, guint64 blocks)
{
	struct memory *m = g_new0(struct memory, 1);
	m->heap = 0x10000000 + side * 0x7000001230;
	m->room = blocks;
	m->bytes = g_malloc0(blocks * STEP);
	m->roots = g_array_new(FALSE, FALSE, sizeof(struct mg_root));
	entry.members = members;
	entry.n_members = G_N_ELEMENTS(members);
	return m;
}

static void memory_free(struct memory *m)
{
	g_free(m->bytes);
	g_array_unref(m->roots);
	g_free(m);
}

static guint8 *block_new(struct memory *m, guint64 *address)
{
	if (m->n == m->room)
		g_error("no more blocks");
	*address = m->heap + m->n * STEP;
	return m->bytes + m->n++ * STEP;
}

static guint64 entry_new(struct memory *m, guint64 name, guint64 count)
{
	guint64 address, string;
	guint8 *bytes = block_new(m, &string);
	g_snprintf((char *) bytes, BLOCK, "name %" G_GUINT64_FORMAT, name);
	bytes = block_new(m, &address);
	memcpy(bytes, &string, 8);
	memcpy(bytes + 8, &count, 8);
	return address;
}

static void put(struct memory *m, guint64 address, guint64 value)
{
	memcpy(address < m->heap ? m->statics + (address - STATIC)
				 : m->bytes + (address - m->heap),
		&value, 8);
}

/* A variable that begins a list; where its pointer is. */
static guint64 variable(struct memory *m, const char *name)
{
	guint64 address = STATIC + 8 * m->roots->len;
	struct mg_root root = {.name = name,
		.class = MG_ROOT_GLOBAL,
		.type = &pointer,
		.address = address};
	g_array_append_val(m->roots, root);
	return address;
}

static struct mg_graph *extract(struct memory *m)
{
	struct mg_reader reader = {read_memory, place, .data = m};
	return mg_graph_new(&reader,
		(const struct mg_root *) (void *) m->roots->data,
		m->roots->len);
}

/* Half of the entries in one list, half in many short ones; a thousandth of
 * them differ between the sides: other counts, other names, insertions and
 * deletions, by turns. */
enum { LISTS = 256, VERTICES = 5 /* of an entry */ };

static void add_entries(struct memory *m, guint side, guint64 n)
{
	static char names[LISTS + 1][8];
	guint64 ends[LISTS + 1];
	for (guint i = 0; i <= LISTS; i++) {
		g_snprintf(names[i], sizeof names[i], "v%u", i);
		ends[i] = variable(m, names[i]);
	}
	for (guint64 i = 0; i < n; i++) {
		guint64 *end = &ends[i % 2 ? LISTS : i / 2 % LISTS];
		guint turn = side && i % 1000 == 500 + i / 1000 % 7
				     ? 1 + i / 1000 % 4
				     : 0;
		if (turn == 3)
			continue;
		guint64 at = entry_new(
			m, turn == 2 ? n + i : i, turn == 1 ? 7 : i % 5);
		put(m, *end, at);
		*end = at + 16;
		if (turn == 4) {
			at = entry_new(m, 2 * n + i, 1);
			put(m, *end, at);
			*end = at + 16;
		}
	}
}

static void add_list(struct memory *m, guint side, guint64 n)
{
	guint64 end = variable(m, "list");
	for (guint64 i = 0; i < n; i++) {
		guint64 tenth = i / (n / 10);
		gboolean here = i % (n / 10) == n / 20;
		if (side && here && tenth % 2) /* five deletions … */
			continue;
		for (guint k = 0; k < 1 + (side && here); k++) {
			guint64 at = entry_new(m, i + k * n, 3); /* … five
				insertions */
			put(m, end, at);
			end = at + 16;
		}
	}
}

struct measured {
	double seconds;
	guint64 vertices;
	guint changes, inserted, deleted;
};

/* Seconds of the processor, the kernel's work for us included: there is one
 * thread and no file, and others use the machine as well. */
static double used(void)
{
	struct timespec time;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static struct measured measure(
	const struct mg_graph *a, const struct mg_graph *b)
{
	struct mg_match_options options = {.way = MG_MATCH_AUTO};
	struct mg_summary sum;
	struct measured m;
	double start = used();
	g_autoptr(mg_match) match = mg_match_new(a, b, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	m.seconds = used() - start;
	mg_graph_summary(a, &sum);
	m.vertices = sum.vertices;
	m.changes = diff->changes->len;
	m.inserted = diff->inserted;
	m.deleted = diff->deleted;
	return m;
}

/* The best of some. */
static struct measured best_of(guint times,
	void (*fill)(struct memory *m, guint side, guint64 n), guint64 n)
{
	struct memory *first = memory_new(0, 2 * n + n / 100 + 100);
	struct memory *second = memory_new(1, 2 * n + n / 100 + 100);
	fill(first, 0, n);
	fill(second, 1, n);
	g_autoptr(mg_graph) a = extract(first);
	g_autoptr(mg_graph) b = extract(second);
	struct measured best = {.seconds = 1e9};
	for (guint i = 0; i < times; i++) {
		struct measured m = measure(a, b);
		if (m.seconds < best.seconds)
			best = m;
	}
	memory_free(first);
	memory_free(second);
	return best;
}

static double bench_size(guint64 vertices)
{
	struct measured m = best_of(5, add_entries, vertices / VERTICES);
	printf("# %" G_GUINT64_FORMAT " vertices in %.3f s: %u changes, %u "
	       "objects inserted, %u deleted\n",
		m.vertices, m.seconds, m.changes, m.inserted, m.deleted);
	return 1e9 * m.seconds / (double) m.vertices;
}

int main(void)
{
	double small = bench_size(100000);
	double large = bench_size(1000000);
	printf("BENCH match.ns_per_vertex %.0f ns\n", large);
	printf("BENCH match.growth %.2f ratio\n", large / small);
	struct measured list = best_of(5, add_list, 100000);
	printf("# %u objects inserted, %u deleted\n", list.inserted,
		list.deleted);
	printf("BENCH match.list100k_deltas %u deltas\n", list.changes);
	printf("BENCH match.list100k_ms %.1f ms\n", 1e3 * list.seconds);
	return 0;
}
