/* The heap map against debuggees that keep book of their own blocks. */
#include "heap.h"
#include "runner.h"
#include "stopped.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <sys/wait.h>

struct record {
	guint64 start, usable, live;
};

struct fixture {
	char *what; /* for messages */
	struct stopped *program;
	struct hc_memory *memory;
	struct hc_heap *heap;
	GArray *live, *freed; /* struct record, by address */
	guint64 table;
};

static gint by_start(gconstpointer a, gconstpointer b)
{
	const struct record *left = a, *right = b;
	return (left->start > right->start) - (left->start < right->start);
}

/* The last record that starts at or before the address, if it has it. */
static const struct record *record_of(const GArray *records, guint64 address)
{
	guint low = 0, high = records->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(records, struct record, middle).start <=
			address)
			low = middle + 1;
		else
			high = middle;
	}
	const struct record *record =
		low ? &g_array_index(records, struct record, low - 1) : NULL;
	return record && address - record->start < record->usable ? record
								  : NULL;
}

static gboolean read_table(struct fixture *f)
{
	f->live = g_array_new(FALSE, FALSE, sizeof(struct record));
	f->freed = g_array_new(FALSE, FALSE, sizeof(struct record));
	f->table = stopped_value(f->program, "table");
	guint64 n = 0;
	if (!hc_memory_read(f->memory, stopped_value(f->program, "count"), &n,
		    sizeof n))
		return FALSE;
	g_autofree struct record *records = g_new(struct record, n + 1);
	if (!hc_memory_read(f->memory, f->table, records, n * sizeof *records))
		return FALSE;
	for (guint64 i = 0; i < n; i++)
		g_array_append_val(
			records[i].live ? f->live : f->freed, records[i]);
	g_array_sort(f->live, by_start);
	return TRUE;
}

static void clear(struct fixture *f)
{
	g_clear_pointer(&f->heap, hc_heap_free);
	g_clear_pointer(&f->live, g_array_unref);
	g_clear_pointer(&f->freed, g_array_unref);
}

static void finish(struct fixture *f)
{
	clear(f);
	hc_memory_free(f->memory);
	if (f->program)
		stopped_end(f->program);
	g_free(f->what);
}

static gboolean start_as(struct fixture *f, const char *program,
	const char *setting, gboolean randomize, const char *modes, guint seed,
	guint amount, guint threads)
{
	g_autofree char *seed_text = g_strdup_printf("%u", seed);
	g_autofree char *amount_text = g_strdup_printf("%u", amount);
	g_autofree char *threads_text = g_strdup_printf("%u", threads);
	const char *environment[] = {setting, NULL};
	*f = (struct fixture){0};
	f->what =
		g_strdup_printf("%s %s %u %u %u %s", strrchr(program, '/') + 1,
			modes, seed, amount, threads, setting ? setting : "");
	f->program = stopped_start((const char *[]){program, modes, seed_text,
					   amount_text, threads_text, NULL},
		environment, randomize);
	g_autoptr(GError) error = NULL;
	if (f->program)
		f->memory = hc_memory_new(f->program->pid, &error);
	if (!f->memory || !read_table(f)) {
		test_fail("%s: does not start", f->what);
		finish(f);
		return FALSE;
	}
	f->heap = hc_heap_new(f->memory, NULL, NULL);
	return TRUE;
}

static gboolean start(struct fixture *f, const char *setting, const char *modes,
	guint seed, guint amount, guint threads)
{
	return start_as(f, DEBUGGEES "heap", setting, TRUE, modes, seed, amount,
		threads);
}

static gboolean is_block(
	const struct fixture *f, guint64 address, const struct record *record)
{
	struct hc_block block;
	return hc_heap_find(f->heap, address, &block) && block.live &&
	       !block.internal && block.start == record->start &&
	       block.size == record->usable;
}

/* Live records whose block is not known exactly, by any pointer into it. */
static guint count_lost(const struct fixture *f)
{
	guint lost = 0;
	for (guint i = 0; i < f->live->len; i++) {
		const struct record *r =
			&g_array_index(f->live, struct record, i);
		struct hc_block block;
		gboolean right =
			is_block(f, r->start, r) &&
			is_block(f, r->start + r->usable / 2, r) &&
			is_block(f, r->start + r->usable - 1, r) &&
			!hc_heap_find(f->heap, r->start - 1, &block) &&
			!hc_heap_find(f->heap, r->start + r->usable, &block);
		lost += !right;
	}
	return lost;
}

/* Freed records that seem to live, but for what was given out again. */
static guint count_undead(const struct fixture *f)
{
	guint undead = 0;
	for (guint i = 0; i < f->freed->len; i++) {
		const struct record *r =
			&g_array_index(f->freed, struct record, i);
		struct hc_block block;
		undead += !record_of(f->live, r->start) &&
			  hc_heap_find(f->heap, r->start, &block) && block.live;
	}
	return undead;
}

/* Live blocks that no record has: libc's own, a few for each thread. */
static guint count_foreign(const struct fixture *f)
{
	gsize n;
	const struct hc_block *blocks = hc_heap_blocks(f->heap, &n);
	guint foreign = 0;
	for (gsize i = 0; i < n; i++)
		foreign +=
			blocks[i].live && !record_of(f->live, blocks[i].start);
	return foreign;
}

static void check_order(const struct fixture *f)
{
	gsize n;
	const struct hc_block *blocks = hc_heap_blocks(f->heap, &n);
	for (gsize i = 1; i < n; i++) {
		if (blocks[i].start <
			blocks[i - 1].start + blocks[i - 1].size) {
			test_fail("%s: block %zu overlaps", f->what, i);
			return;
		}
	}
}

static void check_outside(const struct fixture *f)
{
	struct hc_block block;
	CU_ASSERT_FALSE(hc_heap_find(f->heap, 0, &block));
	CU_ASSERT_FALSE(hc_heap_find(f->heap, G_MAXUINT64, &block));
	CU_ASSERT_FALSE(hc_heap_find(f->heap, f->table, &block));
	const GPtrArray *regions = hc_memory_regions(f->memory);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (!region->path || g_strcmp0(region->path, "[heap]") == 0)
			continue;
		CU_ASSERT_FALSE(hc_heap_find(f->heap, region->start, &block));
		CU_ASSERT_FALSE(hc_heap_find(f->heap, region->end - 8, &block));
	}
}

/* libc makes some blocks for a thread, maybe where others were freed. */
static void check_all(const struct fixture *f, guint threads)
{
	guint foreign = 6 + 4 * threads;
	CU_ASSERT_TRUE(hc_heap_found(f->heap));
	guint lost = count_lost(f), undead = count_undead(f);
	guint others = count_foreign(f);
	if (lost || (undead && !threads) || others > foreign ||
		hc_heap_damaged(f->heap))
		test_fail("%s: of %u live blocks %u are not known, of %u freed "
			  "ones %u live, %u live ones are nobody's, %u places "
			  "are damaged",
			f->what, f->live->len, lost, f->freed->len, undead,
			others, hc_heap_damaged(f->heap));
	check_order(f);
	check_outside(f);
}

static void check(const char *setting, const char *modes, guint seed,
	guint amount, guint threads)
{
	struct fixture f;
	if (!start(&f, setting, modes, seed, amount, threads))
		return;
	check_all(&f, threads);
	finish(&f);
}

static void knows_every_block_of_one_thread(void)
{
	for (guint i = 0; i < 4; i++)
		check(NULL, "mixed", 100 + i, 20000, 0);
}

static void knows_every_block_of_several_threads(void)
{
	check(NULL, "mixed", 200, 6000, 3);
	check(NULL, "mixed", 300, 3000, 9);
	check(NULL, "mixed", 1, 100, 40);
}

static void knows_blocks_of_shared_arenas(void)
{
	for (guint i = 0; i < 4; i++)
		check("MALLOC_ARENA_MAX=1", "mixed", 400 + i, 3000, 5);
	check("MALLOC_ARENA_MAX=2", "mixed", 500, 5000, 7);
}

static void knows_blocks_without_tcache(void)
{
	static const char off[] = "GLIBC_TUNABLES=glibc.malloc.tcache_count=0";
	check(off, "mixed", 600, 15000, 0);
	check(off, "mixed", 700, 5000, 3);
	check(off, "tiny", 800, 100000, 0);
	check("GLIBC_TUNABLES=glibc.malloc.tcache_count=0:"
	      "glibc.malloc.mxfast=160",
		"tiny", 900, 100000, 2);
}

static void knows_blocks_with_a_large_tcache(void)
{
	check("GLIBC_TUNABLES=glibc.malloc.tcache_count=1000:"
	      "glibc.malloc.mxfast=0",
		"mixed", 1000, 20000, 2);
}

static void knows_blocks_with_mappings_of_their_own(void)
{
	check("MALLOC_MMAP_THRESHOLD_=4096", "mixed", 1100, 10000, 0);
	check("MALLOC_MMAP_THRESHOLD_=1000", "mixed", 1200, 3000, 3);
	check("MALLOC_TOP_PAD_=0", "mixed", 1300, 10000, 0);
}

static void knows_blocks_beside_foreign_users_of_sbrk(void)
{
	check(NULL, "mixed,sbrk", 1400, 10000, 0);
	check("MALLOC_TOP_PAD_=0", "mixed,sbrk", 1500, 10000, 0);
}

static void knows_blocks_where_the_break_can_not_move(void)
{
	check(NULL, "mixed,block", 1600, 10000, 0);
	check(NULL, "mixed,block", 1700, 5000, 3);
}

static void check_program(const char *program, gboolean randomize)
{
	struct fixture f;
	for (guint threads = 0; threads < 4; threads += 3) {
		if (!start_as(&f, program, NULL, randomize, "mixed",
			    1800 + threads, 5000, threads))
			return;
		check_all(&f, threads);
		finish(&f);
	}
}

static void knows_blocks_of_programs_of_all_kinds(void)
{
	check_program(DEBUGGEES "heap", FALSE);
	check_program(DEBUGGEES "heap-fixed", TRUE);
	check_program(DEBUGGEES "heap-fixed", FALSE);
	if (g_file_test(DEBUGGEES "heap-static", G_FILE_TEST_EXISTS)) {
		check_program(DEBUGGEES "heap-static", TRUE);
		check_program(DEBUGGEES "heap-static", FALSE);
	}
}

static void knows_a_million_blocks(void)
{
	check(NULL, "tiny,keep", 1900, 500000, 0);
	check(NULL, "tiny,keep,plain", 2000, 2900000, 0);
}

static void has_nothing_where_nothing_was_allocated(void)
{
	struct fixture f;
	gsize n;
	if (!start(&f, NULL, "none", 1, 0, 0))
		return;
	hc_heap_blocks(f.heap, &n);
	ASSERT_INT(n, 0);
	ASSERT_INT(hc_heap_damaged(f.heap), 0);
	check_outside(&f);
	finish(&f);
}

static guint64 symbol_of_arena(const char *name, gpointer data)
{
	*(guint *) data += 1;
	ASSERT_STR(name, "main_arena");
	return 0x1230; /* wrong, but it does no harm */
}

static void does_not_trust_a_wrong_symbol(void)
{
	struct fixture f;
	guint asked = 0;
	if (!start(&f, NULL, "mixed", 2100, 1000, 1))
		return;
	hc_heap_free(f.heap);
	f.heap = hc_heap_new(f.memory, symbol_of_arena, &asked);
	CU_ASSERT_TRUE(asked > 0);
	check_all(&f, 1);
	finish(&f);
}

static guint64 look_up(const char *name, gpointer data)
{
	g_autofree char *command = g_strdup_printf(
		"nm " DEBUGGEES "heap-static | sed -n 's/ . %s$//p'", name);
	const char *arguments[] = {"sh", "-c", command, NULL};
	g_autofree char *output = NULL;
	g_spawn_sync(NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL,
		NULL, &output, NULL, NULL, NULL);
	*(guint64 *) data = output ? g_ascii_strtoull(output, NULL, 16) : 0;
	return *(guint64 *) data;
}

static void takes_the_symbol_that_it_is_given(void)
{
	struct fixture f;
	guint64 address = 0;
	if (!g_file_test(DEBUGGEES "heap-static", G_FILE_TEST_EXISTS)) {
		test_skip("there is no static libc");
		return;
	}
	if (!start_as(&f, DEBUGGEES "heap-static", NULL, TRUE, "mixed", 2200,
		    1000, 2))
		return;
	hc_heap_free(f.heap);
	f.heap = hc_heap_new(f.memory, look_up, &address);
	CU_ASSERT_TRUE(address != 0);
	check_all(&f, 2);
	finish(&f);
}

static void knows_blocks_that_look_like_a_tcache(void)
{
	check(NULL, "mixed,tcache,zero", 2300, 5000, 0);
	check(NULL, "mixed,tcache,zero", 2400, 2000, 3);
	check("MALLOC_ARENA_MAX=1", "mixed,tcache", 2500, 2000, 3);
}

/* Lists that were cut: what hangs behind seems to live, nothing else. */
static void loses_no_live_block_by_writes_to_freed_ones(void)
{
	struct fixture f;
	for (guint i = 0; i < 4; i++) {
		if (!start(&f, NULL, "mixed,freed", 2600 + i, 5000, i % 2))
			return;
		ASSERT_INT(count_lost(&f), 0);
		CU_ASSERT_TRUE(hc_heap_damaged(f.heap) > 0);
		CU_ASSERT_TRUE(count_undead(&f) < f.freed->len / 4);
		check_order(&f);
		finish(&f);
	}
}

/* Whether all that the program left in a block of a free list is still there. */
static gboolean is_untouched(
	const struct fixture *f, const struct hc_block *block)
{
	guint first, last;
	g_autofree guint8 *bytes = g_malloc(block->size);
	hc_block_taken(block, &first, &last);
	if (!hc_memory_read(f->memory, block->start, bytes, block->size))
		return FALSE;
	for (guint64 i = first; i + last < block->size; i++)
		if (bytes[i] != 0x5a)
			return FALSE;
	return TRUE;
}

static void knows_what_is_left_in_freed_blocks(void)
{
	struct fixture f;
	guint n = 0, touched = 0;
	/* Else free() itself may fill what it gets. */
	if (!start(&f, "MALLOC_PERTURB_=0", "tiny,plain", 2650, 5000, 0))
		return;
	for (guint i = 0; i < f.freed->len; i++) {
		const struct record *r =
			&g_array_index(f.freed, struct record, i);
		struct hc_block block;
		if (!hc_heap_find(f.heap, r->start, &block) || block.live ||
			!block.listed || block.size != r->usable)
			continue;
		n++;
		touched += !is_untouched(&f, &block);
	}
	CU_ASSERT(n > 20);
	ASSERT_INT(touched, 0);
	finish(&f);
}

/* Every header that was overrun is found out, and no block is lost. */
static void walks_past_smashed_headers(void)
{
	struct fixture f;
	for (guint i = 0; i < 6; i++) {
		if (!start(&f, NULL, i < 3 ? "tiny,smash" : "mixed,smash",
			    2700 + i, 20000, i % 3))
			return;
		guint64 smashed = stopped_value(f.program, "smashed");
		guint lost = count_lost(&f);
		if (smashed < 5 || lost || hc_heap_damaged(f.heap) < smashed)
			test_fail("%s: %u of %u live blocks are not known, "
				  "%u of %u damaged places",
				f.what, lost, f.live->len,
				hc_heap_damaged(f.heap), (guint) smashed);
		check_order(&f);
		check_outside(&f);
		finish(&f);
	}
}

/* The size may still look right: then its block, and no other, is wrong. */
static void loses_little_by_a_smashed_byte(void)
{
	struct fixture f;
	for (guint i = 0; i < 3; i++) {
		if (!start(&f, NULL, "mixed,smash,byte", 2800 + i, 20000, 0))
			return;
		guint64 smashed = stopped_value(f.program, "smashed");
		guint lost = count_lost(&f);
		/* The walk goes on where 8 chunks in a row hold together, so
		 * that each smashed one may take up to 8 with it. */
		if (smashed == 0 || lost > 8 * smashed)
			test_fail("%s: %u of %u live blocks are not known, "
				  "%u were smashed",
				f.what, lost, f.live->len, (guint) smashed);
		check_order(&f);
		finish(&f);
	}
}

static void walks_up_to_a_smashed_top(void)
{
	struct fixture f;
	if (!start(&f, NULL, "mixed,top", 2900, 3000, 0))
		return;
	ASSERT_INT(count_lost(&f), 0);
	ASSERT_INT(count_undead(&f), 0);
	CU_ASSERT_TRUE(hc_heap_damaged(f.heap) > 0);
	finish(&f);
}

/* Threads are stopped anywhere, inside of malloc too: what they have in hand
 * may be wrong, and what is near it. */
/* Until it has come to using malloc, which a busy machine puts off. */
static void wait_for_blocks(const struct fixture *f)
{
	enum { SOME = 100, PATIENCE = 60 };
	gint64 deadline =
		g_get_monotonic_time() + PATIENCE * G_TIME_SPAN_SECOND;
	guint64 n = 0;
	while (n < SOME && g_get_monotonic_time() < deadline) {
		struct iovec here = {&n, sizeof n};
		struct iovec there = {
			(void *) stopped_value(f->program, "count"), sizeof n};
		process_vm_readv(f->program->pid, &here, 1, &there, 1, 0);
		g_usleep(100);
	}
}

static void knows_nearly_all_while_threads_are_inside_malloc(void)
{
	struct fixture f;
	if (!start(&f, NULL, "mixed,churn", 3000, 200000, 3))
		return;
	g_autoptr(GRand) random = g_rand_new_with_seed(1);
	kill(f.program->pid, SIGCONT);
	wait_for_blocks(&f);
	for (guint i = 0; i < 10; i++) {
		g_usleep((gulong) g_rand_int_range(random, 1000, 20000));
		kill(f.program->pid, SIGSTOP);
		if (waitpid(f.program->pid, NULL, WUNTRACED) <= 0)
			break;
		clear(&f);
		CU_ASSERT_TRUE(hc_memory_forget(f.memory, NULL));
		CU_ASSERT_TRUE(read_table(&f));
		f.heap = hc_heap_new(f.memory, NULL, NULL);
		guint lost = count_lost(&f);
		if (!hc_heap_found(f.heap) || lost > 40 ||
			count_foreign(&f) > 100)
			test_fail("%s: %u of %u live blocks are not known, %u "
				  "live ones are nobody's",
				f.what, lost, f.live->len, count_foreign(&f));
		check_order(&f);
		kill(f.program->pid, SIGCONT);
	}
	finish(&f);
}

/* Where chunks may be, or, with `all`, wherever one can write, malloc's own
 * data among it: sizes, or addresses of the same region. */
static void damage(struct fixture *f, GRand *random, gboolean all)
{
	const GPtrArray *regions = hc_memory_regions(f->memory);
	for (guint done = 0; done < 20;) {
		const struct hc_region *region =
			regions->pdata[g_rand_int(random) % regions->len];
		if (!region->writable ||
			(!all && !hc_region_is_anonymous(region) &&
				g_strcmp0(region->path, "[heap]") != 0))
			continue;
		guint64 n = region->end - region->start;
		guint64 within = g_rand_int(random) % (done % 2 ? n : 8192);
		guint64 at = region->start + within / 8 % (n / 8) * 8;
		guint64 word = g_rand_int(random) % 3
				       ? g_rand_int(random) % 0x300
				       : region->start + g_rand_int(random) %
								 n / 16 * 16;
		struct iovec here = {&word, sizeof word};
		struct iovec there = {(void *) at, sizeof word};
		process_vm_writev(f->program->pid, &here, 1, &there, 1, 0);
		done++;
	}
}

static void damage_more_and_more(guint seed, gboolean all)
{
	struct fixture f;
	g_autoptr(GRand) random = g_rand_new_with_seed(seed);
	if (!start(&f, NULL, "tiny", seed, 3000, 3))
		return;
	for (guint i = 0; i < 20; i++) {
		damage(&f, random, all);
		hc_heap_free(f.heap);
		CU_ASSERT_TRUE(hc_memory_forget(f.memory, NULL));
		f.heap = hc_heap_new(f.memory, NULL, NULL);
		check_order(&f);
		guint lost = count_lost(&f);
		if (!all && (i == 0 ? lost > f.live->len / 2
				    : i == 19 && !hc_heap_damaged(f.heap)))
			test_fail("%s: %u of %u live blocks are not known",
				f.what, lost, f.live->len);
	}
	finish(&f);
}

static void survives_any_damage(void)
{
	for (guint i = 0; i < 10; i++)
		damage_more_and_more(3100 + i, i % 2);
}

static void finds_nothing_in_a_foreign_allocator(void)
{
	g_autoptr(GError) error = NULL;
	struct stopped *program = stopped_start(
		(const char *[]){DEBUGGEES "heap-own", NULL}, NULL, TRUE);
	CU_ASSERT_PTR_NOT_NULL_FATAL(program);
	struct hc_memory *memory = hc_memory_new(program->pid, &error);
	ASSERT_NO_ERROR(error);
	struct hc_heap *heap = hc_heap_new(memory, NULL, NULL);
	CU_ASSERT_FALSE(hc_heap_found(heap));
	gsize n;
	hc_heap_blocks(heap, &n);
	ASSERT_INT(n, 0);
	ASSERT_INT(hc_heap_damaged(heap), 0);
	struct hc_block block;
	guint64 own = stopped_value(program, "block");
	CU_ASSERT_TRUE(own != 0);
	CU_ASSERT_FALSE(hc_heap_find(heap, own, &block));
	hc_heap_free(heap);
	hc_memory_free(memory);
	stopped_end(program);
}

static void it_ends_if_the_user_wants_that(void)
{
	volatile sig_atomic_t stop = 0;
	struct hc_memory_options options = {.stop = &stop};
	struct stopped *program =
		stopped_start((const char *[]){DEBUGGEES "heap", "mixed", "1",
				      "2000", "0", NULL},
			NULL, TRUE);
	CU_ASSERT_PTR_NOT_NULL_FATAL(program);
	g_autoptr(hc_memory) memory =
		hc_memory_new_with(program->pid, &options, NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
	gsize n[2];
	for (guint i = 0; i < 2; i++) {
		struct hc_heap *heap = hc_heap_new(memory, NULL, NULL);
		hc_heap_blocks(heap, &n[i]);
		hc_heap_free(heap);
		stop = 1;
	}
	CU_ASSERT(n[0] > 100);
	ASSERT_INT(n[1], 0);
	char bytes[1 << 16];
	guint64 table = stopped_value(program, "table");
	hc_memory_forget(memory, NULL);
	CU_ASSERT_FALSE(hc_memory_read(memory, table, bytes, sizeof bytes));
	stopped_end(program);
}

int main(void)
{
	/* A static program's libc keeps it in blocks of its own. */
	g_unsetenv("LD_LIBRARY_PATH");
	static const struct test tests[] = {
		TEST(knows_every_block_of_one_thread),
		TEST(knows_every_block_of_several_threads),
		TEST(knows_blocks_of_shared_arenas),
		TEST(knows_blocks_without_tcache),
		TEST(knows_blocks_with_a_large_tcache),
		TEST(knows_blocks_with_mappings_of_their_own),
		TEST(knows_blocks_beside_foreign_users_of_sbrk),
		TEST(knows_blocks_where_the_break_can_not_move),
		TEST(knows_blocks_of_programs_of_all_kinds),
		TEST(knows_a_million_blocks),
		TEST(has_nothing_where_nothing_was_allocated),
		TEST(does_not_trust_a_wrong_symbol),
		TEST(takes_the_symbol_that_it_is_given),
		TEST(knows_blocks_that_look_like_a_tcache),
		TEST(loses_no_live_block_by_writes_to_freed_ones),
		TEST(knows_what_is_left_in_freed_blocks),
		TEST(walks_past_smashed_headers),
		TEST(loses_little_by_a_smashed_byte),
		TEST(walks_up_to_a_smashed_top),
		TEST(knows_nearly_all_while_threads_are_inside_malloc),
		TEST(survives_any_damage),
		TEST(finds_nothing_in_a_foreign_allocator),
		TEST(it_ends_if_the_user_wants_that),
	};
	return run_tests("heap", tests, G_N_ELEMENTS(tests));
}
