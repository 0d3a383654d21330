/* With nothing altered, a test does what the native run does: status, signal,
 * output and files, byte for byte, forked and run anew. */
#include "engine-help.h"
#include "runner.h"

#include <string.h>

#ifdef LONG
enum { TIMES = 20 };
#define MEGABYTES_OF_HEAP "1024"
#define MEGABYTES_OF_OUTPUT "100"
#else
enum { TIMES = 2 };
#define MEGABYTES_OF_HEAP "64"
#define MEGABYTES_OF_OUTPUT "3"
#endif

/* Repeats one and the same act with one engine. */
static void repeat_one(struct act act, enum hc_engine_kind kind, guint times)
{
	g_auto(act_t) one = act;
	if (!act_start(&one, kind))
		return;
	for (guint i = 0; i < times; i++) {
		g_autoptr(hc_outcome) outcome = act_run(&one, NULL);
		act_compare(&one, outcome);
	}
}

static void repeat(struct act act, enum hc_engine_kind kind)
{
	repeat_one(act, kind, TIMES);
	/* GDB takes long to run a program anew. */
	act.by_gdb = TRUE;
	repeat_one(act, kind, 2);
}

static void repeat_all(const char *const *names, enum hc_engine_kind kind)
{
	for (; *names; names++)
		repeat((struct act){.name = *names}, kind);
}

static const char *const simple[] = {"plain", "line", "unbuffered", "position",
	"twins", "temporary", "directory", "descriptors", "environment",
	"closed", "jumps", "deep", "floats", "registers", "vectors", "group",
	"loads", NULL};
static const char *const ending[] = {"handled", "alarmed", "killed", "trapped",
	"aborts", "asserts", "leaves", "overflows", "crashes", NULL};
static const char *const starting[] = {
	"forks", "system", "execs", "threads", NULL};
/* What a fork can't have. */
static const char *const attached[] = {"threaded", "threaded-event", "parent",
	"pipes", "sockets", "shares", NULL};

static void streams_and_registers_in_forks(void)
{
	repeat_all(simple, HC_ENGINE_FORK);
}

static void streams_and_registers_in_reruns(void)
{
	repeat_all(simple, HC_ENGINE_RERUN);
}

static void signals_and_ends_in_forks(void)
{
	repeat_all(ending, HC_ENGINE_FORK);
}

static void signals_and_ends_in_reruns(void)
{
	repeat_all(ending, HC_ENGINE_RERUN);
}

static void processes_and_threads_in_forks(void)
{
	repeat_all(starting, HC_ENGINE_FORK);
}

static void processes_and_threads_in_reruns(void)
{
	repeat_all(starting, HC_ENGINE_RERUN);
}

static void state_outside_of_the_process_in_reruns(void)
{
	for (const char *const *name = attached; *name; name++) {
		struct act act = {.name = *name};
		repeat(act, HC_ENGINE_AUTO);
	}
}

static void prepare_input(void)
{
	act_file("input", "first line\nsecond line\nthird\n");
}

static void prepare_output(void)
{
	act_file("output", "was there\n");
}

static void files_of(enum hc_engine_kind kind)
{
	const char *input = act_file("input", "first line\nsecond line\n");
	const char *output = act_file("output", "was there\n");
	static const char *const readers[] = {"reads", "maps"};
	static const char *const writers[] = {"writes", "appends"};
	static const char *const inputs[] = {"input", "buffered-input"};
	for (guint i = 0; i < G_N_ELEMENTS(readers); i++)
		repeat((struct act){.name = readers[i],
			       .argument = input,
			       .prepare = prepare_input,
			       .file = "input"},
			kind);
	for (guint i = 0; i < G_N_ELEMENTS(writers); i++)
		repeat((struct act){.name = writers[i],
			       .argument = output,
			       .prepare = prepare_output,
			       .file = "output"},
			kind);
	for (guint i = 0; i < G_N_ELEMENTS(inputs); i++)
		repeat((struct act){.name = inputs[i],
			       .input = input,
			       .prepare = prepare_input,
			       .file = "input"},
			kind);
	act_remove_files();
}

static void files_in_forks(void)
{
	files_of(HC_ENGINE_FORK);
}

static void files_in_reruns(void)
{
	files_of(HC_ENGINE_RERUN);
}

static void large_heaps_and_outputs(void)
{
	for (enum hc_engine_kind kind = HC_ENGINE_FORK; kind <= HC_ENGINE_RERUN;
		kind++) {
		repeat((struct act){.name = "large",
			       .argument = MEGABYTES_OF_HEAP},
			kind);
		repeat((struct act){.name = "chatty",
			       .argument = MEGABYTES_OF_OUTPUT},
			kind);
	}
}

/* A fork bomb has no native run that one would like to see. */
static void hangs_and_limits(void)
{
	static const struct act acts[] = {
		{.name = "hangs", .timeout = 0.5},
		{.name = "hog", .limits = {.memory = 256 << 20}},
		{.name = "spins", .limits = {.cpu = 1}},
		{.name = "chatty",
			.argument = "9",
			.limits = {.file = 1 << 20}},
	};
	for (guint i = 0; i < G_N_ELEMENTS(acts); i++)
		for (enum hc_engine_kind kind = HC_ENGINE_FORK;
			kind <= HC_ENGINE_RERUN; kind++)
			repeat(acts[i], kind);
}

static void randomized_addresses(void)
{
	static const char *const names[] = {
		"plain", "threads", "floats", "crashes"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		for (enum hc_engine_kind kind = HC_ENGINE_FORK;
			kind <= HC_ENGINE_RERUN; kind++)
			repeat((struct act){.name = names[i],
				       .randomize = TRUE},
				kind);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(streams_and_registers_in_forks),
		TEST(streams_and_registers_in_reruns),
		TEST(signals_and_ends_in_forks),
		TEST(signals_and_ends_in_reruns),
		TEST(processes_and_threads_in_forks),
		TEST(processes_and_threads_in_reruns),
		TEST(state_outside_of_the_process_in_reruns),
		TEST(files_in_forks),
		TEST(files_in_reruns),
		TEST(large_heaps_and_outputs),
		TEST(hangs_and_limits),
		TEST(randomized_addresses),
	};
	return run_tests("the same as natively", tests, G_N_ELEMENTS(tests));
}
