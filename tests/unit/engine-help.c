#include "engine-help.h"

#include "peek.h"
#include "process-status.h"
#include "runner.h"

#include <elf.h>
#include <glib/gstdio.h>
#include <string.h>

static char *folder;

static char *path_of(const char *name)
{
	if (!folder)
		folder = g_dir_make_tmp("howcome-acts-XXXXXX", NULL);
	return g_build_filename(folder, name, NULL);
}

const char *act_file(const char *name, const char *contents)
{
	g_autofree char *path = path_of(name);
	if (contents)
		g_file_set_contents(path, contents, -1, NULL);
	else
		g_unlink(path);
	return g_intern_string(path);
}

char *act_read(const char *name)
{
	g_autofree char *path = path_of(name);
	char *text = NULL;
	return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

void act_remove_files(void)
{
	g_autoptr(GDir) dir = folder ? g_dir_open(folder, 0, NULL) : NULL;
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = path_of(name);
		g_unlink(path);
	}
	if (folder)
		g_rmdir(folder);
	g_clear_pointer(&folder, g_free);
}

static void set_launch(struct act *act)
{
	act->argv[0] = g_strdup(DEBUGGEES "acts");
	act->argv[1] = g_strdup(act->name);
	act->argv[2] = g_strdup(act->argument);
	act->env = g_environ_unsetenv(
		g_environ_unsetenv(g_get_environ(), "LINES"), "COLUMNS");
	act->launch = (struct hc_launch){
		.path = act->argv[0],
		.argv = (const char *const *) act->argv,
		.env = (const char *const *) act->env,
		.input = act->input,
		.limits = HC_LIMITS_INIT,
		.timeout = act->timeout > 0 ? act->timeout : 60,
		.stop = act->stop,
	};
	struct hc_limits *limits = &act->launch.limits;
	if (act->limits.memory)
		limits->memory = act->limits.memory;
	if (act->limits.file)
		limits->file = act->limits.file;
	if (act->limits.cpu)
		limits->cpu = act->limits.cpu;
}

static void prepare(const struct act *act)
{
	if (act->prepare)
		act->prepare();
}

/* Before anything else: it ends all our children. */
static gboolean run_native(struct act *act)
{
	g_autoptr(GError) error = NULL;
	if (act->no_native)
		return TRUE;
	prepare(act);
	act->native = hc_launch_native(&act->launch, &error);
	if (!act->native)
		test_fail("%s: %s", act->name, error->message);
	if (act->file && !(act->native_file = act_read(act->file)))
		test_fail("%s leaves no file '%s'", act->name, act->file);
	return act->native != NULL;
}

gboolean act_start_with(
	struct act *act, const struct hc_engine_options *options)
{
	g_autoptr(GError) error = NULL;
	struct hc_gdb_options gdb = {
		.randomize = act->randomize,
		.hold = !act->by_gdb,
	};
	struct hc_place place = {
		.function = (char *) "event", .hit = MAX(act->hit, 1)};
	set_launch(act);
	if (!run_native(act))
		return FALSE;
	prepare(act);
	act->target = hc_target_new(&act->launch, &gdb, &error);
	if (act->target && hc_target_run_to(act->target, &place, &error))
		act->engine = hc_engine_new(act->target, options, &error);
	if (!act->engine)
		test_fail("%s: %s", act->name, error->message);
	return act->engine != NULL;
}

gboolean act_start(struct act *act, enum hc_engine_kind kind)
{
	struct hc_engine_options options = {.kind = kind};
	return act_start_with(act, &options);
}

void act_clear(struct act *act)
{
	g_clear_pointer(&act->engine, hc_engine_free);
	g_clear_pointer(&act->target, hc_target_free);
	g_clear_pointer(&act->native, hc_outcome_free);
	g_clear_pointer(&act->native_file, g_free);
	for (guint i = 0; i < G_N_ELEMENTS(act->argv); i++)
		g_free(act->argv[i]);
	g_strfreev(act->env);
}

struct hc_outcome *act_run(
	struct act *act, const struct hc_alteration *alteration)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	if (hc_engine_kind(act->engine) == HC_ENGINE_RERUN)
		prepare(act);
	struct hc_outcome *outcome = hc_engine_run(
		act->engine, alteration ? alteration : nothing, &error);
	if (!outcome)
		test_fail("%s: %s", act->name, error->message);
	return outcome ? outcome : hc_outcome_new();
}

/* Whether `all` is `before` and then `after`. */
static gboolean is_sum(GBytes *all, GBytes *before, GBytes *after)
{
	gsize n, first, second;
	const char *bytes = g_bytes_get_data(all, &n);
	const char *a = g_bytes_get_data(before, &first);
	const char *b = g_bytes_get_data(after, &second);
	return n == first + second && (!first || !memcmp(bytes, a, first)) &&
	       (!second || !memcmp(bytes + first, b, second));
}

static void describe(const struct hc_outcome *outcome)
{
	g_autofree char *end = hc_outcome_describe(outcome);
	g_autofree char *out = act_out(outcome);
	test_fail("%s, having written %u bytes: %.200s", end,
		(guint) g_bytes_get_size(outcome->out), out);
}

void act_compare(const struct act *act, const struct hc_outcome *outcome)
{
	const struct hc_outcome *native = act->native;
	g_autofree char *file = act->file ? act_read(act->file) : NULL;
	ASSERT_STR(file, act->native_file);
	if (native->end == outcome->end && native->status == outcome->status &&
		native->signal == outcome->signal &&
		is_sum(native->out, hc_engine_out_before(act->engine),
			outcome->out) &&
		is_sum(native->err, hc_engine_err_before(act->engine),
			outcome->err))
		return;
	test_fail("%s is not what it is natively:", act->name);
	describe(native);
	describe(outcome);
}

/* What GDB says, as a number; 0 if it does not know. */
static guint64 ask(struct act *act, const char *expression)
{
	g_autofree char *cast =
		g_strdup_printf("(unsigned long) (%s)", expression);
	const char *const wanted[] = {cast, NULL};
	char **answers = hc_target_evaluate(act->target, wanted, NULL);
	guint64 number = answers && answers[0]
				 ? g_ascii_strtoull(answers[0], NULL, 0)
				 : 0;
	if (answers)
		g_free(answers[0]);
	g_free(answers);
	return number;
}

/* If GDB does not have the program, it may think that it is elsewhere. */
guint64 act_address(struct act *act, const char *expression)
{
	guint64 address = ask(act, expression);
	if (!address)
		test_fail("%s: no address for %s", act->name, expression);
	if (hc_target_hold(act->target))
		address += hc_process_auxiliary(
				   hc_target_pid(act->target), AT_ENTRY) -
			   ask(act, "&_start");
	return address;
}

guint64 act_value(struct act *act, const char *expression)
{
	guint64 value = 0;
	if (!hc_process_peek(hc_target_pid(act->target),
		    act_address(act, expression), &value, sizeof value))
		test_fail("%s: nothing at %s", act->name, expression);
	return value;
}

char *act_out(const struct hc_outcome *outcome)
{
	gsize n;
	const char *bytes = g_bytes_get_data(outcome->out, &n);
	return g_strndup(bytes ? bytes : "", n);
}
