#include "debuggees-inside.h"

/* Until it is known how long the runs take; nothing runs before that. */
#define FIRST_TIMEOUT 60.0

struct hc_debuggees *hc_debuggees_new(struct hc_runs *runs, const char *gdb,
	const struct hc_runs_options *options, GError **error)
{
	const struct hc_oracle_options oracle = {
		.fail_if = options->fail_if,
		.test = options->test,
	};
	g_autoptr(hc_debuggees) d = g_new0(struct hc_debuggees, 1);
	d->runs = runs;
	d->notes = g_ptr_array_new_with_free_func(g_free);
	d->gdb_path = g_strdup(gdb);
	d->options = *options;
	for (guint i = 0; i < HC_SIDES; i++) {
		struct hc_run *run = &runs->run[i];
		d->run[i].run = run;
		if (!hc_program_check_debuggable(
			    run->command->program, NULL, error)) {
			hc_runs_name_error(i, error);
			return NULL;
		}
	}
	if (!hc_program_require_same(runs->run[HC_PASSING].command->program,
		    runs->run[HC_FAILING].command->program, error) ||
		!hc_oracle_check_options(&oracle, error))
		return NULL;
	return g_steal_pointer(&d);
}

void hc_debuggees_free(struct hc_debuggees *d)
{
	if (!d)
		return;
	for (guint i = 0; i < HC_SIDES; i++) {
		g_clear_pointer(&d->run[i].target, hc_target_free);
		g_clear_pointer(&d->run[i].gdb, hc_outcome_free);
		hc_gdb_facts_clear(&d->run[i].facts);
	}
	g_clear_pointer(&d->oracle, hc_oracle_free);
	g_clear_pointer(&d->notes, g_ptr_array_unref);
	g_free(d->gdb_path);
	g_free(d);
}

gboolean hc_debuggees_start_gdbs(
	struct hc_debuggees *d, gboolean randomize, GError **error)
{
	for (guint i = 0; i < HC_SIDES; i++) {
		struct hc_debuggee *side = &d->run[i];
		const struct hc_program *program = side->run->command->program;
		struct hc_gdb_options gdb = {
			.gdb = d->gdb_path,
			.separate_debug = program->debug_path != NULL,
			.randomize = randomize,
			.most_frames = HC_OUTCOME_FRAMES,
			.hold = TRUE,
		};
		struct hc_launch launch = hc_run_launch(
			side->run, FIRST_TIMEOUT, d->options.stop);
		g_clear_pointer(&side->target, hc_target_free);
		side->target = hc_target_start(&launch, &gdb, error);
		if (!side->target) {
			g_prefix_error(error, "%s run: ", side->run->name);
			return FALSE;
		}
	}
	return TRUE;
}

gboolean hc_debuggees_start(struct hc_debuggees *d, GError **error)
{
	return hc_debuggees_start_gdbs(d, FALSE, error);
}
