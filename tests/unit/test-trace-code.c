/* Which code a jump may replace, and that what it replaced does the same
 * elsewhere: it is run there. */
#include "runner.h"
#include "trace-code.h"

#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, MOVED = 2048 };

struct memory {
	guint64 address;
	const guint8 *bytes;
	gsize n;
};

static gboolean read_memory(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct memory *memory = data;
	if (!memory || address < memory->address ||
		address - memory->address + n > memory->n)
		return FALSE;
	memcpy(bytes, memory->bytes + (address - memory->address), n);
	return TRUE;
}

static gboolean plan_at(const guint8 *bytes, gsize n, guint64 low,
	guint64 address, guint needed, struct memory *memory,
	struct hc_trace_code_plan *plan)
{
	struct hc_trace_code_piece piece = {low, bytes, n};
	struct hc_trace_code_text text = {.pieces = &piece,
		.n_pieces = 1,
		.read = read_memory,
		.data = memory};
	return hc_trace_code_plan(&text, address, needed, plan);
}

static gboolean plan_first(
	const guint8 *bytes, gsize n, struct hc_trace_code_plan *plan)
{
	return plan_at(bytes, n, 0x1000, 0x1000, CODE_JUMP, NULL, plan);
}

static void whole_instructions_are_replaced(void)
{
	/* push %rbp; mov %rsp, %rbp; sub $16, %rsp; ret */
	static const guint8 code[] = {
		0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x10, 0xc3};
	struct hc_trace_code_plan plan;
	CU_ASSERT_TRUE(plan_first(code, sizeof code, &plan));
	ASSERT_INT(plan.length, 8);
	CU_ASSERT_FALSE(plan.looped);
	/* Not from the middle of one. */
	CU_ASSERT_FALSE(plan_at(
		code, sizeof code, 0x1000, 0x1002, CODE_JUMP, NULL, &plan));
	CU_ASSERT_TRUE(plan_at(
		code, sizeof code, 0x1000, 0x1002 - 1, CODE_TRAP, NULL, &plan));
	ASSERT_INT(plan.length, 3);
}

static void nothing_may_jump_to_what_is_replaced(void)
{
	/* push %rbp; mov %rsp, %rbp; inc %eax; jmp TARGET */
	guint8 code[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xc0, 0xeb, 0};
	struct hc_trace_code_plan plan;
	for (int target = 0; target < 8; target++) {
		code[7] = (guint8) (target - 8);
		gboolean can = plan_first(code, sizeof code, &plan);
		ASSERT_INT(can, target == 0 || target >= 6);
		if (can)
			ASSERT_INT(plan.looped, target == 0);
	}
}

static void a_table_of_jumps_is_looked_through(void)
{
	/* push %rbx; mov %edi, %edi; lea TABLE(%rip), %rax; jmp *%rax */
	static const guint8 code[] = {0x53, 0x89, 0xff, 0x48, 0x8d, 0x05, 0xf6,
		0x0f, 0, 0, 0xff, 0xe0, 0x90, 0x90, 0xc3};
	struct hc_trace_code_plan plan;
	gint32 near[] = {0x100c - 0x2000, 0x100e - 0x2000, 0};
	struct memory memory = {0x2000, (const guint8 *) near, sizeof near};
	CU_ASSERT_TRUE(plan_at(
		code, sizeof code, 0x1000, 0x1000, CODE_JUMP, &memory, &plan));
	near[1] = 0x1003 - 0x2000;
	CU_ASSERT_FALSE(plan_at(
		code, sizeof code, 0x1000, 0x1000, CODE_JUMP, &memory, &plan));
	const guint64 far[] = {0x100c, 0x1001};
	/* A label's address: lea 1b(%rip), where 1b is what is replaced. */
	static const guint8 label[] = {0x53, 0x89, 0xff, 0x48, 0x8d, 0x05, 0xf7,
		0xff, 0xff, 0xff, 0xff, 0xe0, 0xc3};
	CU_ASSERT_FALSE(plan_first(label, sizeof label, &plan));
	memory.bytes = (const guint8 *) far;
	memory.n = sizeof far;
	CU_ASSERT_FALSE(plan_at(
		code, sizeof code, 0x1000, 0x1000, CODE_JUMP, &memory, &plan));
}

static void jumps_to_the_beginning_can_be_led_elsewhere(void)
{
	/* 0: mov $1, %eax; dec %edi; jne 0b; inc %eax; nop; ret */
	static const guint8 code[] = {0xb8, 1, 0, 0, 0, 0xff, 0xcf, 0x75, 0xf7,
		0xff, 0xc0, 0x90, 0xc3};
	struct hc_trace_code_plan plan, loop;
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	CU_ASSERT_TRUE(plan_first(code, sizeof code, &plan));
	CU_ASSERT_TRUE(plan.looped && plan.all_loops);
	ASSERT_INT(plan.n_loops, 1);
	ASSERT_INT(plan.loops[0], 0x1007);
	CU_ASSERT_TRUE(plan_at(
		code, sizeof code, 0x1000, 0x1007, CODE_JUMP, NULL, &loop));
	const struct hc_trace_code_detour detour = {0x1000, 0x3000};
	CU_ASSERT_TRUE(hc_trace_code_move(&loop, 0x2000, &detour, bytes));
	/* jne 0x3000 */
	static const guint8 moved[] = {0x0f, 0x85, 0xfa, 0x0f, 0, 0};
	CU_ASSERT_TRUE(memcmp(bytes->data, moved, sizeof moved) == 0);
}

static void a_call_may_only_come_last(void)
{
	/* call; ret and inc; call; inc; inc; ret */
	static const guint8 alone[] = {0xe8, 0, 1, 0, 0, 0xc3};
	static const guint8 before[] = {
		0xff, 0xd0, 0xff, 0xc0, 0xff, 0xc0, 0xff, 0xc0, 0xc3};
	struct hc_trace_code_plan plan;
	CU_ASSERT_TRUE(plan_first(alone, sizeof alone, &plan));
	CU_ASSERT_FALSE(plan_first(before, sizeof before, &plan));
}

static void padding_behind_a_short_function_may_be_used(void)
{
	static const guint8 code[] = {0xc3};
	static const guint8 behind[] = {0x66, 0x90, 0x66, 0x90, 0x55};
	ASSERT_INT(hc_trace_code_padding(behind, sizeof behind), 4);
	struct hc_trace_code_piece piece = {0x1000, code, sizeof code};
	struct hc_trace_code_text text = {.pieces = &piece,
		.n_pieces = 1,
		.read = read_memory,
		.behind = behind,
		.room = 4};
	struct hc_trace_code_plan plan;
	CU_ASSERT_TRUE(hc_trace_code_plan(&text, 0x1000, CODE_JUMP, &plan));
	ASSERT_INT(plan.length, 1);
	text.room = 3;
	CU_ASSERT_FALSE(hc_trace_code_plan(&text, 0x1000, CODE_JUMP, &plan));
	CU_ASSERT_TRUE(hc_trace_code_plan(&text, 0x1000, CODE_TRAP, &plan));
}

/* Code at the start of a page, and its first instructions moved behind it. */
static guint8 *move(const guint8 *code, gsize n)
{
	guint8 *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	guint64 start = (guint64) (gsize) page;
	memcpy(page, code, n);
	struct hc_trace_code_plan plan;
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	if (!plan_at(page, n, start, start, CODE_JUMP, NULL, &plan) ||
		!hc_trace_code_move(&plan, start + MOVED, NULL, bytes))
		test_fail("the code can't be moved");
	memcpy(page + MOVED, bytes->data, bytes->len);
	/* It must not need what it replaced. */
	memset(page, 0xcc, CODE_JUMP);
	return page;
}

typedef guint64 (*function)(guint64);

static guint64 call(guint8 *page, guint64 argument)
{
	function f;
	void *at = page + MOVED;
	memcpy(&f, &at, sizeof f);
	return f(argument);
}

static void a_moved_jump_goes_where_it_went(void)
{
	/* test %edi, %edi; je 1f; mov $2, %eax; ret; 1: mov $5, %eax; ret */
	static const guint8 code[] = {0x85, 0xff, 0x74, 0x06, 0xb8, 2, 0, 0, 0,
		0xc3, 0xb8, 5, 0, 0, 0, 0xc3};
	guint8 *page = move(code, sizeof code);
	ASSERT_INT(call(page, 0), 5);
	ASSERT_INT(call(page, 1), 2);
	munmap(page, PAGE);
}

static void a_moved_call_returns_to_the_old_place(void)
{
	/* sub $8, %rsp; call 1f; add $8, %rsp; ret; 1: mov (%rsp), %rax; ret */
	static const guint8 code[] = {0x48, 0x83, 0xec, 8, 0xe8, 5, 0, 0, 0,
		0x48, 0x83, 0xc4, 8, 0xc3, 0x48, 0x8b, 0x04, 0x24, 0xc3};
	guint8 *page = move(code, sizeof code);
	ASSERT_INT(call(page, 0), (guint64) (gsize) page + 9);
	munmap(page, PAGE);
}

static void what_is_told_from_the_pc_stays_where_it_is(void)
{
	/* mov 1(%rip), %eax; ret; .long 0x12345678 */
	static const guint8 code[] = {
		0x8b, 0x05, 1, 0, 0, 0, 0xc3, 0x78, 0x56, 0x34, 0x12};
	guint8 *page = move(code, 7);
	memcpy(page + 7, code + 7, 4);
	ASSERT_INT(call(page, 0), 0x12345678);
	munmap(page, PAGE);
}

static void what_only_reaches_near_is_not_moved(void)
{
	/* jrcxz; mov $1, %eax; ret */
	static const guint8 code[] = {0xe3, 5, 0xb8, 1, 0, 0, 0, 0xc3};
	struct hc_trace_code_plan plan;
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	CU_ASSERT_TRUE(plan_first(code, sizeof code, &plan));
	CU_ASSERT_FALSE(hc_trace_code_move(&plan, 0x2000, NULL, bytes));
	/* Nor anything too far away. */
	static const guint8 jump[] = {0xe9, 0, 1, 0, 0, 0xc3};
	CU_ASSERT_TRUE(plan_first(jump, sizeof jump, &plan));
	CU_ASSERT_FALSE(hc_trace_code_move(
		&plan, G_GUINT64_CONSTANT(0x7f0000000000), NULL, bytes));
	guint8 far[CODE_JUMP];
	CU_ASSERT_FALSE(
		hc_trace_code_jump(0x1000, G_GUINT64_CONSTANT(1) << 40, far));
}

/* Bytes that are no code must not do any harm. */
static void any_bytes_are_planned_or_refused(void)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(2002);
	guint planned = 0;
	for (guint i = 0; i < 20000; i++) {
		guint8 code[40];
		for (guint j = 0; j < sizeof code; j++)
			code[j] = (guint8) g_rand_int(random);
		gsize n = (gsize) g_rand_int_range(random, 1, sizeof code);
		struct hc_trace_code_plan plan;
		g_autoptr(GByteArray) bytes = g_byte_array_new();
		if (!plan_first(code, n, &plan))
			continue;
		planned++;
		CU_ASSERT_TRUE(plan.length <= CODE_MOST && plan.length <= n);
		hc_trace_code_move(&plan, 0x5000, NULL, bytes);
	}
	CU_ASSERT_TRUE(planned > 100);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(whole_instructions_are_replaced),
		TEST(nothing_may_jump_to_what_is_replaced),
		TEST(a_table_of_jumps_is_looked_through),
		TEST(jumps_to_the_beginning_can_be_led_elsewhere),
		TEST(a_call_may_only_come_last),
		TEST(padding_behind_a_short_function_may_be_used),
		TEST(a_moved_jump_goes_where_it_went),
		TEST(a_moved_call_returns_to_the_old_place),
		TEST(what_is_told_from_the_pc_stays_where_it_is),
		TEST(what_only_reaches_near_is_not_moved),
		TEST(any_bytes_are_planned_or_refused),
	};
	return run_tests("code", tests, G_N_ELEMENTS(tests));
}
