/* Altered executions of programs that write to files, in a view: whatever they
 * write, nobody else sees it, neither the next test nor the user. With the
 * argument `user` it is run by an ordinary user. */
#include "engine.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifdef LONG
enum { TIMES = 20 };
#else
enum { TIMES = 2 };
#endif

static char *folder; /* with "tree", "home" and "scratch" */
static char **env;
static struct hc_view *view;

static void shell(const char *command, char **out)
{
	const char *argv[] = {"/bin/sh", "-c", command, NULL};
	CU_ASSERT_TRUE(g_spawn_sync(folder, (char **) argv, NULL,
		G_SPAWN_DEFAULT, NULL, NULL, out, NULL, NULL, NULL));
}

/* All that can be seen of the folder: names, modes, times, contents. */
static char *digest(void)
{
	char *text = NULL;
	shell("find . -printf '%p %M %u %g %T@ %C@ %l\\n' | sort; find . -type "
	      "f | sort | xargs md5sum; ls /tmp /dev/shm | grep scribe",
		&text);
	return text;
}

static void set_up(void)
{
	g_autoptr(GError) error = NULL;
	folder = g_dir_make_tmp("howcome-view-XXXXXX", NULL);
	shell("mkdir -p tree/sub tree/locked home scratch; cd tree; echo one "
	      "two > input; ln -s input link; echo note > sub/note; chmod 500 "
	      "locked",
		NULL);
	g_autofree char *tree = g_build_filename(folder, "tree", NULL);
	g_autofree char *home = g_build_filename(folder, "home", NULL);
	g_autofree char *scratch = g_build_filename(folder, "scratch", NULL);
	env = g_environ_setenv(g_get_environ(), "HOME", home, TRUE);
	env = g_environ_setenv(env, "SCRATCH", scratch, TRUE);
	env = g_environ_unsetenv(g_environ_unsetenv(env, "LINES"), "COLUMNS");
	CU_ASSERT_EQUAL(g_chdir(tree), 0);
	const char *const layers[] = {"/tmp", tree, home, scratch, NULL};
	const struct hc_view_options options = {.layers = layers};
	view = hc_view_new(&options, &error);
	ASSERT_NO_ERROR(error);
}

static struct hc_launch launch_of(const char *const *argv)
{
	return (struct hc_launch){
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
		.view = view,
	};
}

static char *text_of(GBytes *bytes)
{
	gsize n;
	const char *data = g_bytes_get_data(bytes, &n);
	return g_strndup(data ? data : "", n);
}

/* What the native run wrote, without what was written before the event. */
static char *rest_of(
	const struct hc_outcome *native, const struct hc_engine *engine)
{
	g_autofree char *whole = text_of(native->out);
	return g_strdup(whole + MIN(strlen(whole),
					g_bytes_get_size(
						hc_engine_out_before(engine))));
}

static void assert_as_native(const struct hc_outcome *native,
	const struct hc_engine *engine, const struct hc_outcome *outcome)
{
	g_autofree char *expected = rest_of(native, engine);
	g_autofree char *out = text_of(outcome->out);
	ASSERT_STR(out, expected);
	ASSERT_INT(outcome->end, native->end);
	ASSERT_INT(outcome->status, native->status);
}

/* Tests that change nothing, several at a time. */
static void run_tests_of(
	struct hc_engine *engine, const struct hc_outcome *native, guint n)
{
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	for (guint64 i = 0; i < n; i++)
		CU_ASSERT_TRUE(hc_engine_submit(engine, i, nothing, NULL));
	for (guint i = 0; i < n; i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_outcome) outcome = NULL;
		guint64 ticket;
		hc_engine_wait(engine, -1, &ticket, &outcome, &error);
		ASSERT_NO_ERROR(error);
		if (outcome)
			assert_as_native(native, engine, outcome);
	}
}

static struct hc_target *stop_at_event(
	const struct hc_launch *launch, gboolean by_gdb)
{
	g_autoptr(GError) error = NULL;
	const struct hc_gdb_options options = {.hold = !by_gdb};
	const struct hc_place place = {.function = (char *) "event", .hit = 1};
	struct hc_target *target = hc_target_new(launch, &options, &error);
	if (target)
		hc_target_run_to(target, &place, &error);
	ASSERT_NO_ERROR(error);
	return target;
}

static void check_act(const char *name, enum hc_engine_kind kind, guint jobs)
{
	const char *const argv[] = {DEBUGGEES "scribe", name, NULL};
	struct hc_launch launch = launch_of(argv);
	g_autoptr(GError) error = NULL;
	g_autofree char *before = digest();
	g_autoptr(hc_outcome) native = hc_launch_native(&launch, &error);
	ASSERT_NO_ERROR(error);
	g_autoptr(hc_target) target = stop_at_event(&launch, FALSE);
	const struct hc_engine_options options = {.kind = kind, .jobs = jobs};
	g_autoptr(hc_engine) engine = hc_engine_new(target, &options, &error);
	ASSERT_NO_ERROR(error);
	if (engine && native)
		run_tests_of(engine, native, TIMES * jobs);
	if (g_getenv("VERBOSE"))
		g_printerr("%s: %s\n", name, hc_engine_reason(engine));
	g_clear_pointer(&engine, hc_engine_free);
	g_autofree char *after = digest();
	ASSERT_STR(after, before);
}

static void for_each_act(enum hc_engine_kind kind, guint jobs)
{
	g_autofree char *names = NULL;
	shell(DEBUGGEES "scribe", &names);
	g_auto(GStrv) acts = g_strsplit(g_strchomp(names), "\n", -1);
	CU_ASSERT_TRUE(g_strv_length(acts) > 30);
	for (guint i = 0; acts[i]; i++) {
		guint failed = CU_get_number_of_failures();
		check_act(acts[i], kind, jobs);
		if (CU_get_number_of_failures() != failed)
			test_fail("in the act '%s'", acts[i]);
	}
}

static void forks_find_the_files_as_they_were_at_the_event(void)
{
	for_each_act(HC_ENGINE_AUTO, 1);
}

static void forks_at_the_same_time_do_not_see_each_others_files(void)
{
	for_each_act(HC_ENGINE_AUTO, 4);
}

static void reruns_find_the_files_as_they_were_at_the_start(void)
{
	for_each_act(HC_ENGINE_RERUN, 1);
}

static void reruns_at_the_same_time_do_not_see_each_others_files(void)
{
	for_each_act(HC_ENGINE_RERUN, 4);
}

static void tidy_up(void)
{
	g_clear_pointer(&view, hc_view_free);
	CU_ASSERT_EQUAL(g_chdir("/"), 0);
	shell("rm -rf tree home scratch", NULL);
	g_rmdir(folder);
	g_free(folder);
	g_strfreev(env);
}

static gboolean become_user(void)
{
	const uid_t nobody = 65534;
	return geteuid() != 0 ||
	       (setgroups(0, NULL) == 0 &&
		       setresgid(nobody, nobody, nobody) == 0 &&
		       setresuid(nobody, nobody, nobody) == 0 &&
		       prctl(PR_SET_DUMPABLE, 1) == 0);
}

static gboolean is_refused(void)
{
	const struct hc_view_options options = {0};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_view) any = hc_view_new(&options, &error);
	return g_error_matches(error, HC_VIEW_ERROR, HC_VIEW_ERROR_REFUSED);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		TEST(set_up),
		TEST(forks_find_the_files_as_they_were_at_the_event),
		TEST(forks_at_the_same_time_do_not_see_each_others_files),
		TEST(reruns_find_the_files_as_they_were_at_the_start),
		TEST(reruns_at_the_same_time_do_not_see_each_others_files),
		TEST(tidy_up),
	};
	static const struct test of_user[] = {
		TEST(set_up),
		TEST(forks_at_the_same_time_do_not_see_each_others_files),
		TEST(reruns_at_the_same_time_do_not_see_each_others_files),
		TEST(tidy_up),
	};
	gboolean user = argc > 1 && strcmp(argv[1], "user") == 0;
	if (user && !become_user())
		return 1;
	if (is_refused())
		return 77;
	return user ? run_tests("a user's tests in a view", of_user,
			      G_N_ELEMENTS(of_user))
		    : run_tests("tests in a view", tests, G_N_ELEMENTS(tests));
}
