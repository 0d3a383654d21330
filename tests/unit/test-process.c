/* What the kernel tells of a process, and what can be done to one. The process
 * is ourselves, or a child that does nothing. */
#include "peek.h"
#include "process-children.h"
#include "process-descriptors.h"
#include "process-limits.h"
#include "process-maps.h"
#include "process-ptrace.h"
#include "process-registers.h"
#include "process-signals.h"
#include "process-status.h"
#include "runner.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child that waits for the end. */
static pid_t start_idle(void)
{
	pid_t pid = fork();
	if (pid == 0)
		for (;;)
			pause();
	return pid;
}

static void end_idle(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void work(double seconds)
{
	gint64 end = hc_process_cpu_time(getpid()) +
		     (gint64) (seconds * G_USEC_PER_SEC);
	while (hc_process_cpu_time(getpid()) < end)
		;
}

static void a_name_does_not_mislead_the_fields(void)
{
	static const char text[] = "7 (a b) 3 (c) S 1 8 9 10";
	const char *state = hc_process_stat_field(text, HC_STAT_STATE);
	CU_ASSERT_PTR_NOT_NULL(state);
	ASSERT_INT(state ? *state : 0, 'S');
	CU_ASSERT_PTR_NULL(hc_process_stat_field(text, HC_STAT_STACK));
	CU_ASSERT_PTR_NULL(hc_process_stat_field("", HC_STAT_STATE));
	CU_ASSERT_PTR_NULL(hc_process_stat_field(NULL, HC_STAT_STATE));
}

static void a_number_of_status_is_found_by_its_whole_name(void)
{
	static const char text[] = "Name:\tThreads:\nxThreads:\t9\n"
				   "Threads:\t3\nSigPnd:\t00ff\n";
	ASSERT_INT(hc_process_status_number(text, "Threads", 10), 3);
	ASSERT_INT(hc_process_status_number(text, "SigPnd", 16), 255);
	ASSERT_INT(hc_process_status_number(text, "Thread", 10), 0);
	ASSERT_INT(hc_process_status_number(NULL, "Threads", 10), 0);
}

static void what_is_gone_says_nothing(void)
{
	pid_t pid = start_idle();
	end_idle(pid);
	CU_ASSERT_PTR_NULL(hc_process_file(pid, "status"));
	ASSERT_INT(hc_process_stat_number(pid, HC_STAT_EXIT_SIGNAL), -1);
	ASSERT_INT(hc_process_size(pid), 0);
	ASSERT_INT(hc_process_auxiliary(pid, AT_PAGESZ), 0);
	ASSERT_INT(hc_process_cpu_time(pid), 0);
	g_autoptr(GArray) threads = hc_process_threads(pid);
	g_autoptr(GArray) children = hc_process_children_of(pid);
	ASSERT_INT(threads->len + children->len, 0);
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_process_descriptors(pid, &error));
	CU_ASSERT_PTR_NOT_NULL(error);
}

static void a_process_is_what_it_is(void)
{
	pid_t pid = start_idle();
	ASSERT_INT(hc_process_stat_number(pid, HC_STAT_EXIT_SIGNAL), SIGCHLD);
	ASSERT_INT(hc_process_auxiliary(pid, AT_PAGESZ), getpagesize());
	CU_ASSERT_TRUE(hc_process_size(pid) > 1 << 20);
	g_autoptr(GArray) threads = hc_process_threads(pid);
	ASSERT_INT(threads->len, 1);
	CU_ASSERT_TRUE(hc_process_has_thread(pid, pid));
	CU_ASSERT_FALSE(hc_process_has_thread(pid, getpid()));
	g_autoptr(GArray) children = hc_process_children();
	ASSERT_INT(children->len, 1);
	ASSERT_INT(g_array_index(children, pid_t, 0), pid);
	end_idle(pid);
}

/* Our own, that of a child that lives, and that of one that was reaped. */
static void cpu_time_of_a_tree_is_that_of_all(void)
{
	gint64 before = hc_process_tree_cpu_time(getpid());
	int said[2];
	CU_ASSERT_TRUE(pipe(said) == 0);
	pid_t reaped = fork();
	if (reaped == 0) {
		work(0.1);
		_exit(0);
	}
	waitpid(reaped, NULL, 0);
	pid_t alive = fork();
	if (alive == 0) {
		work(0.1);
		if (write(said[1], "", 1) == 1)
			pause();
		_exit(0);
	}
	char byte;
	CU_ASSERT_TRUE(read(said[0], &byte, 1) == 1);
	work(0.1);
	gint64 used = hc_process_tree_cpu_time(getpid()) - before;
	/* Reaped ones are counted in ticks. */
	CU_ASSERT_TRUE(used >= 270000);
	CU_ASSERT_TRUE(used < 1000000);
	end_idle(alive);
	close(said[0]);
	close(said[1]);
}

static void descriptors_are_told_with_their_offsets(void)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	CU_ASSERT_TRUE(lseek(fd, 77, SEEK_SET) == 77);
	g_autoptr(GArray) all = hc_process_descriptors(getpid(), NULL);
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	const struct hc_descriptor *found = NULL;
	for (guint i = 0; all && i < all->len; i++) {
		const struct hc_descriptor *one =
			&g_array_index(all, struct hc_descriptor, i);
		if (one->fd == fd)
			found = one;
		CU_ASSERT_TRUE(i == 0 || one->fd > one[-1].fd);
	}
	CU_ASSERT_PTR_NOT_NULL(found);
	if (found) {
		ASSERT_STR(found->path, self);
		ASSERT_INT(found->offset, 77);
		ASSERT_INT(found->flags & (O_ACCMODE | O_CLOEXEC),
			O_RDONLY | O_CLOEXEC);
	}
	close(fd);
}

static void a_region_is_found_by_any_address_in_it(void)
{
	static int variable;
	g_autoptr(GPtrArray) regions = hc_regions_read(getpid(), NULL);
	const struct hc_region *region =
		hc_regions_at(regions, (guint64) (gsize) &variable);
	CU_ASSERT_TRUE(region && region->writable);
	CU_ASSERT_PTR_EQUAL(
		region ? hc_regions_at(regions, region->start) : NULL, region);
	CU_ASSERT_PTR_NOT_EQUAL(
		region ? hc_regions_at(regions, region->end) : NULL, region);
	CU_ASSERT_PTR_NULL(hc_regions_at(regions, 0));
	CU_ASSERT_PTR_NULL(hc_regions_at(regions, G_MAXUINT64));
}

static void registers_have_their_dwarf_numbers(void)
{
	struct user_regs_struct registers = {.rax = 100,
		.rdx = 101,
		.rcx = 102,
		.rbx = 103,
		.rsi = 104,
		.rdi = 105,
		.rbp = 106,
		.rsp = 107,
		.r8 = 108,
		.r15 = 115,
		.rip = 116,
		.eflags = 7};
	guint64 values[HC_REGISTERS];
	hc_registers_take(&registers, values);
	for (guint i = 0; i < HC_REGISTERS; i++)
		if (i <= 8 || i >= 15)
			ASSERT_INT(values[i], 100 + i);
	ASSERT_STR(hc_register_names[1], "rdx");
	ASSERT_STR(hc_register_names[HC_REGISTER_SP], "rsp");
	ASSERT_STR(hc_register_names[HC_REGISTER_PC], "rip");
	CU_ASSERT_PTR_NULL(hc_register_names[HC_REGISTERS]);
	CU_ASSERT_PTR_NULL(hc_register_slot(&registers, HC_REGISTERS));
	for (guint i = 0; i < HC_REGISTERS; i++)
		values[i] = i;
	hc_registers_put(&registers, values);
	ASSERT_INT(registers.rdx, 1);
	ASSERT_INT(registers.r15, 15);
	ASSERT_INT(registers.rip, 16);
	ASSERT_INT(registers.eflags, 7);
}

static void a_tracee_stops_and_goes_on(void)
{
	pid_t pid = start_idle();
	struct user_regs_struct registers;
	int status = 0;
	gboolean seized = hc_ptrace_seize(pid, PTRACE_O_EXITKILL);
	if (!seized && errno == EPERM) {
		end_idle(pid);
		test_skip("processes can't be traced here");
		return;
	}
	CU_ASSERT_TRUE(seized);
	CU_ASSERT_TRUE(hc_ptrace_get(pid, &registers));
	g_autoptr(GPtrArray) regions = hc_regions_read(pid, NULL);
	const struct hc_region *stack = hc_regions_at(regions, registers.rsp);
	CU_ASSERT_TRUE(stack && stack->writable);
	registers.rbx = 4711;
	CU_ASSERT_TRUE(hc_ptrace_set(pid, &registers));
	registers.rbx = 0;
	CU_ASSERT_TRUE(hc_ptrace_get(pid, &registers));
	ASSERT_INT(registers.rbx, 4711);
	g_autoptr(GBytes) state = hc_ptrace_get_state(pid);
	CU_ASSERT_TRUE(state && hc_ptrace_set_state(pid, state));
	/* It pauses: nothing happens until a signal comes. */
	CU_ASSERT_TRUE(hc_ptrace_continue(pid, 0));
	ASSERT_INT(hc_ptrace_wait_until(
			   pid, &status, g_get_monotonic_time() + 50000),
		0);
	kill(pid, SIGUSR1);
	ASSERT_INT(hc_ptrace_wait_until(pid, &status,
			   g_get_monotonic_time() + 10 * G_USEC_PER_SEC),
		pid);
	CU_ASSERT_TRUE(WIFSTOPPED(status));
	ASSERT_INT(WSTOPSIG(status), SIGUSR1);
	ASSERT_INT(hc_ptrace_event(status), 0);
	hc_ptrace_kill(pid);
	ASSERT_INT(kill(pid, 0), -1);
	ASSERT_INT(errno, ESRCH);
	CU_ASSERT_FALSE(hc_ptrace_seize(pid, 0));
	ASSERT_INT(errno, ESRCH);
}

/* It may be killed before it can be stopped. */
static void one_that_ends_is_not_seized(void)
{
	for (int i = 0; i < 20; i++) {
		pid_t pid = start_idle();
		kill(pid, SIGKILL);
		CU_ASSERT_FALSE(hc_ptrace_seize(pid, PTRACE_O_EXITKILL));
		waitpid(pid, NULL, 0);
	}
}

static void memory_is_read_as_far_as_it_goes(void)
{
	static const char text[] = "some text";
	char copy[sizeof text] = "";
	g_autoptr(GPtrArray) regions = hc_regions_read(getpid(), NULL);
	const struct hc_region *last = NULL;
	for (guint i = 0; i + 1 < regions->len && !last; i++) {
		const struct hc_region *next = regions->pdata[i + 1];
		last = regions->pdata[i];
		if (!last->readable || last->end == next->start)
			last = NULL;
	}
	CU_ASSERT_TRUE(hc_process_peek(
		getpid(), (guint64) (gsize) text, copy, sizeof copy));
	ASSERT_STR(copy, text);
	CU_ASSERT_PTR_NOT_NULL(last);
	if (!last)
		return;
	CU_ASSERT_FALSE(
		hc_process_peek(getpid(), last->end - 4, copy, sizeof copy));
	ASSERT_INT(hc_process_peek_some(
			   getpid(), last->end - 4, copy, sizeof copy),
		4);
	ASSERT_INT(hc_process_peek_some(getpid(), last->end, copy, 1), -1);
	ASSERT_INT(errno, EFAULT);
}

static void signals_are_reset_to_what_a_program_expects(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		sigset_t all;
		sigfillset(&all);
		sigprocmask(SIG_SETMASK, &all, NULL);
		signal(SIGUSR1, SIG_IGN);
		hc_signal_reset_all();
		g_autofree char *text = hc_process_file(getpid(), "status");
		_exit(hc_process_status_number(text, "SigBlk", 16) != 0 ||
			hc_process_status_number(text, "SigIgn", 16) != 0 ||
			hc_process_status_number(text, "SigCgt", 16) != 0);
	}
	int status = -1;
	waitpid(pid, &status, 0);
	ASSERT_INT(status, 0);
}

static void limits_only_ever_get_tighter(void)
{
	pid_t pid = start_idle();
	const struct hc_limits tight = {
		.stack = 1 << 20, .file = 1 << 20, .cpu = 5};
	const struct hc_limits loose = {.stack = 2 << 20, .file = 2 << 20};
	struct rlimit limit;
	CU_ASSERT_TRUE(hc_limits_set_soft(pid, RLIMIT_FSIZE, 3 << 20));
	prlimit(pid, RLIMIT_FSIZE, NULL, &limit);
	ASSERT_INT(limit.rlim_cur, 3 << 20);
	CU_ASSERT_TRUE(limit.rlim_max > limit.rlim_cur);
	CU_ASSERT_TRUE(hc_limits_set(&tight, pid));
	CU_ASSERT_TRUE(hc_limits_set(&loose, pid));
	prlimit(pid, RLIMIT_STACK, NULL, &limit);
	ASSERT_INT(limit.rlim_cur, 1 << 20);
	prlimit(pid, RLIMIT_FSIZE, NULL, &limit);
	ASSERT_INT(limit.rlim_max, 1 << 20);
	prlimit(pid, RLIMIT_CPU, NULL, &limit);
	ASSERT_INT(limit.rlim_cur, 5);
	ASSERT_INT(limit.rlim_max, 6);
	prlimit(pid, RLIMIT_CORE, NULL, &limit);
	ASSERT_INT(limit.rlim_max, 0);
	end_idle(pid);
	CU_ASSERT_FALSE(hc_limits_set_soft(pid, RLIMIT_FSIZE, 1));
	ASSERT_INT(errno, ESRCH);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_name_does_not_mislead_the_fields),
		TEST(a_number_of_status_is_found_by_its_whole_name),
		TEST(what_is_gone_says_nothing),
		TEST(a_process_is_what_it_is),
		TEST(cpu_time_of_a_tree_is_that_of_all),
		TEST(descriptors_are_told_with_their_offsets),
		TEST(a_region_is_found_by_any_address_in_it),
		TEST(registers_have_their_dwarf_numbers),
		TEST(a_tracee_stops_and_goes_on),
		TEST(one_that_ends_is_not_seized),
		TEST(memory_is_read_as_far_as_it_goes),
		TEST(signals_are_reset_to_what_a_program_expects),
		TEST(limits_only_ever_get_tighter),
	};
	return run_tests("processes", tests, G_N_ELEMENTS(tests));
}
