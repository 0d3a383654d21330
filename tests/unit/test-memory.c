/* The memory of a stopped debuggee that knows what is in it. */
#include "process-memory.h"
#include "runner.h"
#include "stopped.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 200 };

struct fixture {
	struct stopped *program;
	struct hc_memory *memory;
	guint64 area;
};

static guint8 pattern(guint64 i)
{
	return i * 7 + (i >> 8) * 13 + (i >> 16);
}

static gboolean start(
	struct fixture *f, const struct hc_memory_options *options)
{
	g_autoptr(GError) error = NULL;
	f->program = stopped_start(
		(const char *[]){DEBUGGEES "memory", NULL}, NULL, TRUE);
	if (!f->program) {
		test_fail("the debuggee does not stop");
		return FALSE;
	}
	f->area = stopped_value(f->program, "area");
	f->memory = hc_memory_new_with(f->program->pid, options, &error);
	ASSERT_NO_ERROR(error);
	if (!f->memory)
		stopped_end(f->program);
	return f->memory != NULL;
}

static void finish(struct fixture *f)
{
	hc_memory_free(f->memory);
	stopped_end(f->program);
}

static const struct hc_memory_options usual;

static void check_bytes(struct fixture *f, guint64 offset, gsize n)
{
	g_autofree guint8 *bytes = g_malloc(n + 2);
	bytes[n] = bytes[n + 1] = 0xcd;
	if (!hc_memory_read(f->memory, f->area + offset, bytes, n)) {
		test_fail("%zu bytes at %" G_GUINT64_FORMAT " are not there", n,
			offset);
		return;
	}
	for (gsize i = 0; i < n; i++) {
		if (bytes[i] != pattern(offset + i)) {
			test_fail("byte %zu of %zu at %" G_GUINT64_FORMAT
				  " is wrong",
				i, n, offset);
			return;
		}
	}
	CU_ASSERT_TRUE(bytes[n] == 0xcd && bytes[n + 1] == 0xcd);
}

/* Twice: from the program, then from the cache. */
static void check_many(struct fixture *f)
{
	static const gsize sizes[] = {0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 100,
		4095, 4096, 4097, 70000, 300000};
	for (guint round = 0; round < 2; round++) {
		for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
			for (guint j = 0; j < 20; j++)
				check_bytes(f, j, sizes[i]);
			for (guint64 at = PAGE - 20; at < PAGE + 4; at++)
				check_bytes(f, at, sizes[i]);
			guint64 last = PAGES * PAGE - sizes[i];
			check_bytes(f, last, sizes[i]);
		}
	}
	check_bytes(f, 0, PAGES * PAGE);
}

static void reads_every_alignment_and_length(void)
{
	struct fixture f;
	if (!start(&f, &usual))
		return;
	check_many(&f);
	ASSERT_INT(hc_memory_way(f.memory), HC_MEMORY_BY_CALL);
	finish(&f);
}

static void reads_the_same_from_proc_mem(void)
{
	struct fixture f;
	struct hc_memory_options options = {.way = HC_MEMORY_BY_FILE};
	if (!start(&f, &options))
		return;
	check_many(&f);
	ASSERT_INT(hc_memory_way(f.memory), HC_MEMORY_BY_FILE);
	finish(&f);
}

struct asked {
	struct fixture *fixture;
	guint times;
};

static gsize ask(guint64 address, void *bytes, gsize n, gpointer data)
{
	struct asked *asked = data;
	struct iovec here = {bytes, n}, there = {(void *) address, n};
	asked->times++;
	gssize got = process_vm_readv(
		asked->fixture->program->pid, &here, 1, &there, 1, 0);
	return MAX(got, 0);
}

static void asks_the_caller_where_all_else_is_refused(void)
{
	struct fixture f;
	struct asked asked = {&f, 0};
	struct hc_memory_options options = {
		.way = HC_MEMORY_BY_ASKING, .ask = ask, .data = &asked};
	if (!start(&f, &options))
		return;
	check_many(&f);
	CU_ASSERT_TRUE(asked.times > 0 && asked.times < 50);
	finish(&f);
}

static void says_when_nothing_is_left_to_try(void)
{
	struct fixture f;
	g_autoptr(GError) error = NULL;
	if (!start(&f, &usual))
		return;
	struct hc_memory_options options = {.way = HC_MEMORY_BY_ASKING};
	struct hc_memory *memory =
		hc_memory_new_with(f.program->pid, &options, &error);
	CU_ASSERT_PTR_NULL(memory);
	ASSERT_ERROR(error, "may not be read");
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_PROCESS_ERROR, HC_PROCESS_ERROR_REFUSED));
	finish(&f);
}

static void check_holes(struct fixture *f)
{
	guint8 bytes[8 * PAGE];
	guint64 end = f->area + PAGES * PAGE;
	for (guint round = 0; round < 2; round++) {
		ASSERT_INT(hc_memory_read(f->memory, end - 1, bytes, 2), FALSE);
		ASSERT_INT(hc_memory_read(f->memory, end, bytes, 1), FALSE);
		ASSERT_INT(hc_memory_read_some(
				   f->memory, end - 3, bytes, sizeof bytes),
			3);
		CU_ASSERT_EQUAL(bytes[2], pattern(PAGES * PAGE - 1));
		guint64 unmapped = end + PAGE;
		ASSERT_INT(
			hc_memory_read(f->memory, unmapped, bytes, 1), FALSE);
		CU_ASSERT_PTR_NULL(hc_memory_region_at(f->memory, unmapped));
		check_bytes(f, (PAGES + 2) * PAGE, PAGE);
		/* A file's page behind the file's end. */
		guint64 past = end + 3 * PAGE;
		ASSERT_INT(hc_memory_read(f->memory, past, bytes, 1), FALSE);
		ASSERT_INT(
			hc_memory_read_some(f->memory, past - 5, bytes, 20), 5);
		check_bytes(f, (PAGES + 4) * PAGE, PAGE);
		ASSERT_INT(hc_memory_read_some(
				   f->memory, past + PAGE, bytes, sizeof bytes),
			PAGE);
	}
}

static void stops_at_holes(void)
{
	struct fixture f;
	if (!start(&f, &usual))
		return;
	check_holes(&f);
	finish(&f);
	struct hc_memory_options options = {.way = HC_MEMORY_BY_FILE};
	if (!start(&f, &options))
		return;
	check_holes(&f);
	finish(&f);
}

static void survives_any_address_and_length(void)
{
	struct fixture f;
	guint8 bytes[64] = {0};
	static const guint64 wild[] = {0, 1, 4095, G_MAXINT64, G_MAXUINT64,
		G_MAXUINT64 - 7, G_MAXUINT64 - 4095,
		G_GUINT64_CONSTANT(0x8000000000000000),
		G_GUINT64_CONSTANT(0x7ffffffff000),
		G_GUINT64_CONSTANT(0xffffffffff600000)};
	if (!start(&f, &usual))
		return;
	for (guint i = 0; i < G_N_ELEMENTS(wild); i++) {
		ASSERT_INT(hc_memory_read(f.memory, wild[i], bytes, 8), FALSE);
		ASSERT_INT(hc_memory_read(f.memory, wild[i], bytes, SIZE_MAX),
			FALSE);
		ASSERT_INT(
			hc_memory_read_some(f.memory, wild[i], bytes, SIZE_MAX),
			0);
		ASSERT_INT(hc_memory_read(f.memory, wild[i], bytes, 0), TRUE);
	}
	static const gsize huge[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2,
		(gsize) 1 << 60, (gsize) 1 << 40};
	for (guint i = 0; i < G_N_ELEMENTS(huge); i++) {
		ASSERT_INT(hc_memory_read(f.memory, f.area, bytes, huge[i]),
			FALSE);
		ASSERT_INT(hc_memory_read(
				   f.memory, f.area, bytes, huge[i] - f.area),
			FALSE);
	}
	for (guint i = 0; i < sizeof bytes; i++)
		CU_ASSERT_EQUAL(bytes[i], 0);
	finish(&f);
}

static void forgets_what_the_program_changed(void)
{
	struct fixture f;
	guint8 byte;
	if (!start(&f, &usual))
		return;
	check_bytes(&f, 0, 3 * PAGE);
	CU_ASSERT_TRUE(stopped_continue(f.program));
	/* Not told: the cache is as before. */
	check_bytes(&f, 0, 3 * PAGE);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_TRUE(hc_memory_forget(f.memory, &error));
	ASSERT_NO_ERROR(error);
	check_bytes(&f, 0, PAGE);
	ASSERT_INT(hc_memory_read(f.memory, f.area + PAGE, &byte, 1), FALSE);
	CU_ASSERT_TRUE(hc_memory_read(f.memory, f.area + 2 * PAGE, &byte, 1));
	ASSERT_INT(byte, 0x33);
	finish(&f);
}

/* The map still has it, the program does not. */
static void is_not_surprised_by_memory_that_went_away(void)
{
	struct fixture f;
	guint8 byte;
	if (!start(&f, &usual))
		return;
	CU_ASSERT_TRUE(stopped_continue(f.program));
	ASSERT_INT(hc_memory_read(f.memory, f.area + PAGE, &byte, 1), FALSE);
	CU_ASSERT_TRUE(hc_memory_read(f.memory, f.area + 2 * PAGE, &byte, 1));
	CU_ASSERT_FALSE(stopped_continue(f.program));
	guint64 other = f.area + 100 * PAGE;
	ASSERT_INT(hc_memory_read(f.memory, other, &byte, 1), FALSE);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_FALSE(hc_memory_forget(f.memory, &error));
	ASSERT_ERROR(error, "no memory any more");
	ASSERT_INT(hc_memory_read(f.memory, f.area, &byte, 1), FALSE);
	finish(&f);
}

static void says_when_the_process_is_gone(void)
{
	g_autoptr(GError) error = NULL;
	pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	siginfo_t info;
	/* Ended, but not yet waited for. */
	waitid(P_PID, pid, &info, WEXITED | WNOWAIT);
	CU_ASSERT_PTR_NULL(hc_memory_new(pid, &error));
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_PROCESS_ERROR, HC_PROCESS_ERROR_GONE));
	waitpid(pid, NULL, 0);
	g_clear_error(&error);
	CU_ASSERT_PTR_NULL(hc_memory_new(pid, &error));
	CU_ASSERT_TRUE(g_error_matches(
		error, HC_PROCESS_ERROR, HC_PROCESS_ERROR_GONE));
}

static void reads_each_page_once(void)
{
	struct fixture f;
	if (!start(&f, &usual))
		return;
	check_bytes(&f, 0, PAGES * PAGE);
	guint64 bytes = hc_memory_bytes_read(f.memory);
	check_bytes(&f, 0, PAGES * PAGE);
	check_many(&f);
	ASSERT_INT(hc_memory_bytes_read(f.memory), bytes);
	finish(&f);
}

static void keeps_to_its_limit(void)
{
	struct fixture f;
	struct hc_memory_options options = {.limit = 2 * HC_SHEET};
	if (!start(&f, &options))
		return;
	check_many(&f);
	check_holes(&f);
	guint64 bytes = hc_memory_bytes_read(f.memory);
	/* More than it may keep: all of it comes anew. */
	check_bytes(&f, 0, PAGES * PAGE);
	CU_ASSERT_TRUE(hc_memory_bytes_read(f.memory) > bytes);
	finish(&f);
}

static void knows_which_pages_were_touched(void)
{
	struct fixture f;
	if (!start(&f, &usual))
		return;
	guint64 sparse = stopped_value(f.program, "sparse");
	guint64 end = sparse + (64 << 20);
	guint64 page = sparse + 5000 * PAGE;
	CU_ASSERT_EQUAL(hc_memory_touched(f.memory, page, end), page);
	guint64 first = hc_memory_touched(f.memory, sparse, end);
	/* With huge pages its neighbours are there too. */
	CU_ASSERT_TRUE(first <= page && first + (2 << 20) > page);
	CU_ASSERT_EQUAL(
		hc_memory_touched(f.memory, page + (4 << 20), end), end);
	finish(&f);
}

static void parses_all_kinds_of_regions(void)
{
	g_autoptr(GPtrArray) regions = hc_regions_parse(
		"7f0000002000-7f0000003000 rw-s 00001000 00:01 5   "
		"/tmp/a b  c (deleted)\n"
		"00400000-00401000 r-xp 00000000 08:01 42    "
		"/bin/odd\\012name\n"
		"7f0000000000-7f0000002000 ---p 00000000 00:00 0 \n"
		"nonsense\n"
		"5000-4000 rw-p 00000000 00:00 0 /backwards\n"
		"555500000000-555500021000 rw-p 00000000 00:00 0   [heap]\n"
		"7f0000004000-7f0000005000 rw-p 00000000 00:00 0   "
		"[anon: glibc: malloc arena]\n"
		"ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0  "
		"[vsyscall]\n");
	ASSERT_INT(regions->len, 6);
	const struct hc_region *const *r =
		(const struct hc_region *const *) regions->pdata;
	ASSERT_STR(r[0]->path, "/bin/odd\nname");
	CU_ASSERT_TRUE(r[0]->readable && r[0]->executable && !r[0]->writable);
	ASSERT_STR(r[1]->path, "[heap]");
	CU_ASSERT_FALSE(hc_region_is_anonymous(r[1]));
	CU_ASSERT_PTR_NULL(r[2]->path);
	CU_ASSERT_TRUE(!r[2]->readable && hc_region_is_anonymous(r[2]));
	ASSERT_STR(r[3]->path, "/tmp/a b  c");
	CU_ASSERT_TRUE(r[3]->deleted && r[3]->shared);
	CU_ASSERT_EQUAL(r[3]->offset, 0x1000);
	CU_ASSERT_TRUE(hc_region_is_anonymous(r[4]));
	CU_ASSERT_EQUAL(r[5]->end, G_GUINT64_CONSTANT(0xffffffffff601000));
	ASSERT_INT(hc_regions_above(regions, 0x400fff), 0);
	ASSERT_INT(hc_regions_above(regions, 0x401000), 1);
	ASSERT_INT(hc_regions_above(regions, G_MAXUINT64), 6);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(reads_every_alignment_and_length),
		TEST(reads_the_same_from_proc_mem),
		TEST(asks_the_caller_where_all_else_is_refused),
		TEST(says_when_nothing_is_left_to_try),
		TEST(stops_at_holes),
		TEST(survives_any_address_and_length),
		TEST(forgets_what_the_program_changed),
		TEST(is_not_surprised_by_memory_that_went_away),
		TEST(says_when_the_process_is_gone),
		TEST(reads_each_page_once),
		TEST(keeps_to_its_limit),
		TEST(knows_which_pages_were_touched),
		TEST(parses_all_kinds_of_regions),
	};
	return run_tests("memory", tests, G_N_ELEMENTS(tests));
}
