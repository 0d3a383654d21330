/* From the addresses of one run to those of another, on hand-made maps. */
#include "engine-relocate.h"
#include "process-maps.h"
#include "runner.h"

static const char first_map[] =
	"555555554000-555555555000 r--p 00000000 08:01 1 /bin/x\n"
	"555555555000-555555556000 r-xp 00001000 08:01 1 /bin/x\n"
	"555555556000-555555557000 rw-p 00002000 08:01 1 /bin/x\n"
	"555555557000-555555558000 rw-p 00000000 00:00 0 \n"
	"555555600000-555555621000 rw-p 00000000 00:00 0 [heap]\n"
	"7ffff7a00000-7ffff7b00000 rw-p 00000000 00:00 0 \n"
	"7ffff7c00000-7ffff7d00000 r-xp 00000000 08:01 2 /lib/libc.so.6\n"
	"7ffff7d00000-7ffff7d10000 rw-p 00000000 00:00 0 \n"
	"7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0 [stack]\n";

/* The program 0x1000 higher, the heap elsewhere and longer, libc lower, the
 * large anonymous block gone, the stack elsewhere. */
static const char second_map[] =
	"555555555000-555555556000 r--p 00000000 08:01 1 /bin/x\n"
	"555555556000-555555557000 r-xp 00001000 08:01 1 /bin/x\n"
	"555555557000-555555558000 rw-p 00002000 08:01 1 /bin/x\n"
	"555555558000-555555559000 rw-p 00000000 00:00 0 \n"
	"555555900000-555555942000 rw-p 00000000 00:00 0 [heap]\n"
	"7ffff6c00000-7ffff6d00000 r-xp 00000000 08:01 2 /lib/libc.so.6\n"
	"7ffff6d00000-7ffff6d10000 rw-p 00000000 00:00 0 \n"
	"7ffffff00000-7ffffff21000 rw-p 00000000 00:00 0 [stack]\n";

static const struct hc_stack first_stack = {.pointer = 0x7ffffffde800};
static const struct hc_stack second_stack = {.pointer = 0x7ffffff00400};

static struct hc_relocation *relocate(const char *from, const char *to)
{
	g_autoptr(GPtrArray) a = hc_regions_parse(from);
	g_autoptr(GPtrArray) b = hc_regions_parse(to);
	return hc_engine_relocation_new(a, &first_stack, b, &second_stack);
}

static void assert_moved(const struct hc_relocation *relocation,
	guint64 address, guint64 expected)
{
	guint64 moved = 0;
	CU_ASSERT_TRUE(hc_engine_relocate(relocation, address, &moved));
	if (moved != expected)
		test_fail("%" G_GINT64_MODIFIER "x becomes %" G_GINT64_MODIFIER
			  "x, not %" G_GINT64_MODIFIER "x",
			address, moved, expected);
}

static void files_move_by_path_and_order(void)
{
	g_autoptr(hc_relocation) r = relocate(first_map, second_map);
	assert_moved(r, 0x555555554123, 0x555555555123);
	assert_moved(r, 0x555555556ff8, 0x555555557ff8);
	assert_moved(r, 0x7ffff7c00010, 0x7ffff6c00010);
}

static void the_heap_moves_with_its_start_and_the_stack_with_its_pointer(void)
{
	g_autoptr(hc_relocation) r = relocate(first_map, second_map);
	assert_moved(r, 0x5555556002a0, 0x5555559002a0);
	assert_moved(
		r, first_stack.pointer + 0x40, second_stack.pointer + 0x40);
	assert_moved(
		r, first_stack.pointer - 0x40, second_stack.pointer - 0x40);
}

static void anonymous_memory_moves_with_its_neighbour(void)
{
	g_autoptr(hc_relocation) r = relocate(first_map, second_map);
	assert_moved(r, 0x555555557008, 0x555555558008);
	assert_moved(r, 0x7ffff7d00008, 0x7ffff6d00008);
}

static void what_is_not_in_both_runs_is_not_moved(void)
{
	g_autoptr(hc_relocation) r = relocate(first_map, second_map);
	guint64 moved = 42;
	CU_ASSERT_FALSE(hc_engine_relocate(r, 0, &moved));
	CU_ASSERT_FALSE(hc_engine_relocate(r, 0x10, &moved));
	CU_ASSERT_FALSE(hc_engine_relocate(r, 0x7ffff7a00010, &moved));
	CU_ASSERT_FALSE(hc_engine_relocate(r, G_MAXUINT64, &moved));
	ASSERT_INT(moved, 42);
}

static void blocks_move_one_by_one_and_their_ends_with_them(void)
{
	g_autoptr(hc_relocation) r = relocate(first_map, second_map);
	/* One of them inside of what moves otherwise. */
	const guint64 from[] = {0x100000002000, 0x555555600100, 0x100000004000};
	const guint64 sizes[] = {0x20, 0x10, 0};
	const guint64 to[] = {0x7000, 0x8000, 0x9000};
	hc_engine_relocation_add(r, from, sizes, to, 3);
	assert_moved(r, 0x100000002008, 0x7008);
	assert_moved(r, 0x100000002020, 0x7020);
	assert_moved(r, 0x100000004000, 0x9000);
	assert_moved(r, 0x555555600100, 0x8000);
	assert_moved(r, 0x5555556000f8, 0x5555559000f8);
	assert_moved(r, 0x555555600110, 0x555555900110);
}

static void the_same_map_moves_nothing(void)
{
	g_autoptr(GPtrArray) map = hc_regions_parse(first_map);
	g_autoptr(hc_relocation) r =
		hc_engine_relocation_new(map, &first_stack, map, &first_stack);
	for (guint i = 0; i < map->len; i++) {
		const struct hc_region *region = map->pdata[i];
		assert_moved(r, region->start, region->start);
		assert_moved(r, region->end - 1, region->end - 1);
	}
}

/* The event is in a thread, whose stack is in the anonymous memory. */
static void the_first_stack_moves_with_its_start_if_another_thread_stopped(void)
{
	static const struct hc_stack from = {
		.pointer = 0x7ffff7d08000, .start = 0x7fffffffe000};
	static const struct hc_stack to = {
		.pointer = 0x7ffff6d08010, .start = 0x7ffffff1f000};
	g_autoptr(GPtrArray) a = hc_regions_parse(first_map);
	g_autoptr(GPtrArray) b = hc_regions_parse(second_map);
	g_autoptr(hc_relocation) r = hc_engine_relocation_new(a, &from, b, &to);
	assert_moved(r, 0x7fffffffd010, 0x7ffffff1e010);
	assert_moved(r, 0x7ffff7d08100, 0x7ffff6d08110);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(files_move_by_path_and_order),
		TEST(the_heap_moves_with_its_start_and_the_stack_with_its_pointer),
		TEST(anonymous_memory_moves_with_its_neighbour),
		TEST(what_is_not_in_both_runs_is_not_moved),
		TEST(blocks_move_one_by_one_and_their_ends_with_them),
		TEST(the_same_map_moves_nothing),
		TEST(the_first_stack_moves_with_its_start_if_another_thread_stopped),
	};
	return run_tests(
		"addresses of another run", tests, G_N_ELEMENTS(tests));
}
