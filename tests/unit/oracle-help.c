#include "oracle-help.h"

#include "runner.h"
#include "target.h"

static struct hc_launch launch_of(const char *const *argv)
{
	static const char *const env[] = {"PATH=/usr/bin:/bin", NULL};
	return (struct hc_launch){.path = argv[0],
		.argv = argv,
		.env = env,
		.limits = HC_LIMITS_INIT,
		.timeout = 30};
}

/* What a script does. */
struct hc_outcome *run(const char *script)
{
	const char *argv[] = {"/bin/sh", "-c", script, NULL};
	struct hc_launch launch = launch_of(argv);
	g_autoptr(GError) error = NULL;
	struct hc_outcome *outcome = hc_launch_native(&launch, &error);
	ASSERT_NO_ERROR(error);
	return outcome ? outcome : hc_outcome_new();
}

struct hc_outcome *run_with(const char *script, double timeout, guint cpu)
{
	const char *argv[] = {"/bin/sh", "-c", script, NULL};
	struct hc_launch launch = launch_of(argv);
	launch.timeout = timeout;
	launch.limits.cpu = cpu;
	struct hc_outcome *outcome = hc_launch_native(&launch, NULL);
	return outcome ? outcome : hc_outcome_new();
}

struct hc_outcome *run_gdb_with(const char *program, const char *argument,
	const char *variable, guint most_frames)
{
	const char *argv[] = {program, argument, NULL};
	const char *env[] = {"PATH=/usr/bin:/bin", variable, NULL};
	struct hc_launch launch = launch_of(argv);
	launch.env = env;
	struct hc_gdb_options options = {.most_frames = most_frames};
	g_auto(hc_gdb_facts) facts = {0};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_target) target = hc_target_new(&launch, &options, &error);
	struct hc_outcome *outcome =
		target ? hc_target_observe(target, &facts, &error) : NULL;
	ASSERT_NO_ERROR(error);
	return outcome ? outcome : hc_outcome_new();
}

struct hc_outcome *run_gdb(const char *program, guint most_frames)
{
	return run_gdb_with(program, NULL, NULL, most_frames);
}

struct hc_oracle *make(const struct hc_oracle_options *options,
	const char *pass, const char *fail)
{
	static const struct hc_oracle_options none;
	g_autoptr(hc_outcome) passing = run(pass);
	g_autoptr(hc_outcome) failing = run(fail);
	g_autoptr(GError) error = NULL;
	struct hc_oracle *oracle = hc_oracle_new(
		options ? options : &none, passing, failing, &error);
	ASSERT_NO_ERROR(error);
	return oracle;
}

const char *judge_outcome(
	struct hc_oracle *oracle, const struct hc_outcome *outcome)
{
	static const char *const names[] = {"PASS", "FAIL", "UNRESOLVED"};
	enum hc_verdict verdict;
	g_autoptr(GError) error = NULL;
	if (!oracle ||
		!hc_oracle_judge(oracle, outcome, NULL, &verdict, &error)) {
		ASSERT_NO_ERROR(error);
		return "none";
	}
	return names[verdict];
}

const char *judge(struct hc_oracle *oracle, const char *script)
{
	g_autoptr(hc_outcome) outcome = run(script);
	return judge_outcome(oracle, outcome);
}

const char *judge_at(const struct hc_oracle *oracle,
	const struct hc_oracle_event *event, const char *script)
{
	g_autoptr(hc_outcome) outcome = run(script);
	g_autoptr(GError) error = NULL;
	enum hc_verdict verdict = HC_UNRESOLVED;
	hc_oracle_judge(oracle, outcome, event, &verdict, &error);
	ASSERT_NO_ERROR(error);
	return hc_verdict_name(verdict);
}

void check_failure(
	const struct hc_oracle *oracle, const char *kind, const char *text)
{
	if (!oracle)
		return;
	ASSERT_STR(hc_failure_kind_name(hc_oracle_failure(oracle)->kind), kind);
	ASSERT_STR(hc_oracle_failure(oracle)->text, text);
}
