/* 500 times a GDB from start to end: nothing may be left. */
#include "mi-helper.h"

#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static gboolean cycle(void)
{
	struct session s;
	g_autoptr(GError) error = NULL;
	g_auto(mi_breakpoint) b = MI_BREAKPOINT_INIT;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	if (!session_start(&s, DEBUGGEE("count"), NULL))
		return FALSE;
	mi_break(s.gdb, &(struct mi_place){.function = "add", .ignore = 1}, &b,
		&error);
	session_run(&s, &stop);
	ASSERT_INT(stop.reason, MI_STOP_BREAKPOINT);
	g_autofree char *n = mi_evaluate(s.gdb, "n", &error);
	ASSERT_STR(n, "2");
	g_autoptr(mi_backtrace_t) frames = mi_backtrace(s.gdb, 10, &error);
	ASSERT_INT(frames ? frames->n : 0, 2);
	ASSERT_NO_ERROR(error);
	pid_t gdb = mi_client_gdb_pid(s.gdb), pid = mi_client_pid(s.gdb);
	session_end(&s);
	CU_ASSERT_FALSE(process_lives(gdb));
	CU_ASSERT_FALSE(process_lives(pid));
	return error == NULL && stop.reason == MI_STOP_BREAKPOINT;
}

static void leaves_nothing_behind_after_500_cycles(void)
{
	enum { CYCLES = 500, WARM = 20 };
	guint descriptors = 0, done = 0;
	gsize memory = 0;
	if (!can_debug())
		return;
	while (done < CYCLES && cycle())
		if (++done == WARM) {
			descriptors = count_descriptors();
			memory = mallinfo2().uordblks;
		}
	gsize now = mallinfo2().uordblks;
	printf("# %u cycles, %u descriptors, %zu bytes, then %zu\n", done,
		descriptors, memory, now);
	ASSERT_INT(done, CYCLES);
	ASSERT_INT(count_descriptors(), descriptors);
	/* One leaked record a cycle would be 200 KB. */
	CU_ASSERT_TRUE(now < memory + 4096);
	CU_ASSERT_EQUAL(waitpid(-1, NULL, WNOHANG), -1);
	CU_ASSERT_EQUAL(errno, ECHILD);
}

static void leaves_nothing_behind_after_500_runs_in_one_gdb(void)
{
	enum { RUNS = 500, WARM = 20 };
	struct session s;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	guint descriptors = 0, done = 0;
	gsize memory = 0;
	if (!can_debug() || !session_start(&s, DEBUGGEE("count"), NULL))
		return;
	while (done < RUNS && mi_run_to_main(s.gdb, &stop, NULL)) {
		mi_kill(s.gdb, NULL);
		mi_stop_clear(&stop);
		if (++done == WARM) {
			descriptors = count_descriptors();
			memory = mallinfo2().uordblks;
		}
	}
	ASSERT_INT(done, RUNS);
	ASSERT_INT(count_descriptors(), descriptors);
	CU_ASSERT_TRUE(mallinfo2().uordblks < memory + 4096);
	session_end(&s);
}

int main(int argc, char **argv)
{
	/* The allocator's caches of freed blocks count as used and grow for a
	 * while; they can only be switched off before the program starts. */
	static const char tunables[] = "glibc.malloc.tcache_count=0";
	if (g_strcmp0(g_getenv("GLIBC_TUNABLES"), tunables) != 0) {
		g_setenv("GLIBC_TUNABLES", tunables, TRUE);
		execv("/proc/self/exe", argv);
	}
	static const struct test tests[] = {
		TEST(leaves_nothing_behind_after_500_cycles),
		TEST(leaves_nothing_behind_after_500_runs_in_one_gdb),
	};
	return run_tests("mi-cycles", tests, G_N_ELEMENTS(tests));
}
