/* A great many tests of all kinds leave nothing behind: no process, no
 * descriptor, no memory, no file. And when our own process is killed, its
 * warden cleans up. */
#include "engine-help.h"
#include "runner.h"
#include "victim.h"
#include "warden.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef LONG
enum { TESTS = 2000, KILLS = 100 };
#else
enum { TESTS = 120, KILLS = 8 };
#endif

/* What one would have to clean up. */
struct traces {
	guint processes, descriptors, files;
	guint64 memory; /* bytes */
};

static guint count_entries(const char *folder)
{
	DIR *dir = opendir(folder);
	guint n = 0;
	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

/* Our children, and theirs. */
static guint count_processes(pid_t pid)
{
	guint n = 0;
	g_autofree char *tasks = g_strdup_printf("/proc/%d/task", (int) pid);
	g_autoptr(GDir) dir = g_dir_open(tasks, 0, NULL);
	const char *task;
	while (dir && (task = g_dir_read_name(dir))) {
		g_autofree char *file =
			g_strdup_printf("%s/%s/children", tasks, task);
		g_autofree char *text = NULL;
		if (!g_file_get_contents(file, &text, NULL, NULL))
			continue;
		g_auto(GStrv) words = g_strsplit(g_strstrip(text), " ", -1);
		for (char **word = words; *word && **word; word++)
			n += 1 + count_processes(atoi(*word));
	}
	return n;
}

static guint64 read_memory(void)
{
	g_autofree char *text = NULL;
	g_file_get_contents("/proc/self/statm", &text, NULL, NULL);
	const char *resident = text ? strchr(text, ' ') : NULL;
	return resident ? g_ascii_strtoull(resident, NULL, 10) * 4096 : 0;
}

static struct traces look(const char *folder)
{
	return (struct traces){
		.processes = count_processes(getpid()),
		.descriptors = count_entries("/proc/self/fd"),
		.files = count_entries(folder) + count_entries("."),
		.memory = read_memory(),
	};
}

static void prepare_output(void)
{
	act_file("output", "was there\n");
}

static struct act kinds[] = {
	{.name = "plain"},
	{.name = "writes", .prepare = prepare_output},
	{.name = "temporary"},
	{.name = "crashes"},
	{.name = "overflows"},
	{.name = "aborts"},
	{.name = "forks"},
	{.name = "system"},
	{.name = "threads"},
	{.name = "daemon"},
	{.name = "chatty", .argument = "1"},
	{.name = "hangs"},
	{.name = "bomb"},
	{.name = "pipes"},
	{.name = "threaded"},
};

static void run_rounds(struct act *acts, guint tests)
{
	for (guint i = 0; i < tests; i++) {
		struct act *act = &acts[i % G_N_ELEMENTS(kinds)];
		if (!act->engine)
			return;
		g_autoptr(hc_outcome) outcome = act_run(act, NULL);
		/* Those that say something different each time say it to
		 * nobody here. */
		if (!act->native) {
			act->native = g_steal_pointer(&outcome);
			continue;
		}
		ASSERT_INT(outcome->end, act->native->end);
		ASSERT_INT(outcome->status, act->native->status);
		ASSERT_INT(outcome->signal, act->native->signal);
	}
}

static void a_great_many_tests_leave_nothing_behind(void)
{
	const char *output = act_file("output", "was there\n");
	g_autofree char *folder = g_path_get_dirname(output);
	struct traces empty = look(folder);
	struct act acts[G_N_ELEMENTS(kinds)];
	memcpy(acts, kinds, sizeof acts);
	for (guint i = 0; i < G_N_ELEMENTS(acts); i++) {
		struct hc_engine_options options = {
			.timeout =
				g_str_equal(acts[i].name, "hangs") ? 0.02 : 60,
			.processes = 16,
		};
		if (acts[i].prepare)
			acts[i].argument = output;
		acts[i].no_native = TRUE;
		act_start_with(&acts[i], &options);
	}
	/* Twice, so that everything that is made once has been made. */
	run_rounds(acts, 2 * G_N_ELEMENTS(acts));
	struct traces before = look(folder);
	run_rounds(acts, TESTS);
	struct traces after = look(folder);
	ASSERT_INT(after.processes, before.processes);
	ASSERT_INT(after.descriptors, before.descriptors);
	ASSERT_INT(after.files, before.files);
	/* 100 bytes a test would be 200 kB; an allocator is not that exact.
	 * That of a sanitizer keeps what is freed, and finds leaks itself. */
#ifndef __SANITIZE_ADDRESS__
	if (after.memory > before.memory + (16 << 20))
		test_fail("%" G_GUINT64_FORMAT
			  " bytes have become %" G_GUINT64_FORMAT,
			before.memory, after.memory);
#endif
	for (guint i = 0; i < G_N_ELEMENTS(acts); i++)
		act_clear(&acts[i]);
	struct traces end = look(folder);
	ASSERT_INT(end.processes, empty.processes);
	ASSERT_INT(end.descriptors, empty.descriptors);
	act_remove_files();
}

/* ---- killed -------------------------------------------------------------- */

/* Runs tests until it is killed. */
static int be_victim(enum hc_engine_kind kind)
{
	static const char *const names[] = {"work", "hides", "forks"};
	const int eight = 8;
	hc_warden_enter();
	for (guint i = 0;; i++) {
		g_auto(act_t) act = {.name = names[i % G_N_ELEMENTS(names)],
			.argument = "3",
			.no_native = TRUE};
		struct hc_engine_options options = {.kind = kind, .jobs = 2};
		if (!act_start_with(&act, &options))
			return 1;
		g_autoptr(hc_alteration) a = hc_alteration_new();
		hc_alteration_write(
			a, act_address(&act, "&number"), &eight, sizeof eight);
		for (guint64 j = 0; j < 40; j++)
			hc_engine_submit(act.engine, j, a, NULL);
		guint64 ticket;
		struct hc_outcome *outcome = NULL;
		while (hc_engine_wait(act.engine, -1, &ticket, &outcome,
			       NULL) == HC_ENGINE_DONE)
			hc_outcome_free(outcome);
	}
}

static void kill_one(GRand *random, guint i)
{
	const char *const words[] = {i % 2 ? "rerun" : "fork", NULL};
	g_auto(victim_t) victim = {0};
	if (!victim_start(&victim, words))
		return;
	g_usleep((gulong) g_rand_int_range(random, 1000, 900000));
	enum victim_part part = i / 2 % VICTIM_PARTS;
	victim_signal(&victim, part, SIGKILL);
	/* It was still at work. */
	CU_ASSERT_TRUE(WIFSIGNALED(victim_wait(&victim)));
	g_autofree char *left = victim_left(&victim);
	if (left)
		test_fail("left of %s, kill %u of part %d:%s", words[0], i,
			(int) part, left);
}

static void a_killed_engine_takes_everything_with_it(void)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(6);
	for (guint i = 0; i < KILLS; i++)
		kill_one(random, i);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		TEST(a_killed_engine_takes_everything_with_it),
		TEST(a_great_many_tests_leave_nothing_behind),
	};
	if (argc > 1)
		return be_victim(g_str_equal(argv[1], "fork")
					 ? HC_ENGINE_FORK
					 : HC_ENGINE_RERUN);
	return run_tests("nothing is left", tests, G_N_ELEMENTS(tests));
}
