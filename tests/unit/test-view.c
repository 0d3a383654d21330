/* A private view of the files, with a shell that does to them what a program
 * could do. With the argument `user` it is run by an ordinary user. */
#include "launch.h"
#include "runner.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A folder of the test's own, with a name that has all that could be taken for
 * something else, and what is there: "a", "in", "sub/b", and a link. */
static char *folder;

static char *in_folder(const char *name)
{
	return g_build_filename(folder, name, NULL);
}

static void write_file(const char *name, const char *text)
{
	g_autofree char *path = in_folder(name);
	CU_ASSERT_TRUE(g_file_set_contents(path, text, -1, NULL));
}

/* A directory of root's that everybody may write to; NULL: there is none. */
static char *others;

static void set_up(void)
{
	folder = g_dir_make_tmp("how:come, \\o-XXXXXX", NULL);
	g_autofree char *sub = in_folder("sub");
	g_autofree char *link = in_folder("link");
	g_mkdir(sub, 0750);
	write_file("a", "one\n");
	write_file("in", "in\n");
	write_file("sub/b", "two\n");
	CU_ASSERT_EQUAL_FATAL(symlink("a", link), 0);
	CU_ASSERT_EQUAL_FATAL(chdir(folder), 0);
}

static struct hc_outcome *run(const struct hc_view *view, const char *script)
{
	const char *argv[] = {"/bin/sh", "-c", script, NULL};
	const char *env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
	const struct hc_launch launch = {
		.path = argv[0],
		.argv = argv,
		.env = env,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
		.view = view,
	};
	g_autoptr(GError) error = NULL;
	struct hc_outcome *outcome = hc_launch_native(&launch, &error);
	ASSERT_NO_ERROR(error);
	return outcome ? outcome : hc_outcome_new();
}

static char *said(const struct hc_view *view, const char *script)
{
	g_autoptr(hc_outcome) outcome = run(view, script);
	gsize n, m;
	const char *out = g_bytes_get_data(outcome->out, &n);
	const char *err = g_bytes_get_data(outcome->err, &m);
	GString *text = g_string_new_len(out ? out : "", (gssize) n);
	g_string_append_len(text, err ? err : "", (gssize) m);
	return g_string_free(text, FALSE);
}

static struct hc_view *view_of(struct hc_view_options options)
{
	g_autoptr(GError) error = NULL;
	struct hc_view *view = hc_view_new(&options, &error);
	ASSERT_NO_ERROR(error);
	return view;
}

/* In which the folder can be written. */
static struct hc_view *usual(void)
{
	const char *const layers[] = {folder, NULL};
	return view_of((struct hc_view_options){.layers = layers});
}

/* All that can be seen of the folder: names, modes, times, contents. */
static char *digest(void)
{
	return said(NULL, "find . -printf '%p %M %u %g %T@ %l\\n' | sort; "
			  "find . -type f | sort | xargs -d '\\n' md5sum");
}

static void what_is_written_is_seen_in_the_view_alone(void)
{
	g_autofree char *before = digest();
	g_autoptr(hc_view) view = usual();
	g_autofree char *text = said(view,
		"echo more >> a; cat link; rm in; mkdir new; mv sub/b new/c;"
		"cat new/c; chmod 600 a; rm link; ln -s new link; touch -d "
		"2001-01-01 sub; rm -r sub; mkdir sub; ls -A . sub;"
		"stat -c %a a");
	ASSERT_STR(text, "one\nmore\ntwo\n.:\na\nlink\nnew\nsub\n\nsub:\n"
			 "600\n");
	g_autofree char *after = digest();
	ASSERT_STR(after, before);
}

static void each_run_begins_with_empty_layers(void)
{
	g_autoptr(hc_view) view = usual();
	for (int i = 0; i < 3; i++) {
		g_autofree char *text = said(view, "echo x >> a; cat a; ls sub;"
						   "rm sub/b");
		ASSERT_STR(text, "one\nx\nb\n");
	}
}

static void what_is_in_no_layer_cannot_be_written(void)
{
	g_autofree char *sub = in_folder("sub");
	const char *const layers[] = {sub, NULL};
	g_autoptr(hc_view) view =
		view_of((struct hc_view_options){.layers = layers});
	g_autofree char *text = said(view,
		"exec 2>&1; echo x > a; rm in; touch /usr/x; echo y > sub/b;"
		"cat a in sub/b");
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "cannot create a: Read-only"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "one\nin\ny\n"));
	g_autofree char *after = said(NULL, "cat a in sub/b");
	ASSERT_STR(after, "one\nin\ntwo\n");
}

static void the_devices_are_there_and_cannot_be_lost(void)
{
	g_autoptr(hc_view) view = usual();
	g_autofree char *text = said(view,
		"echo lost > /dev/null; cat < /dev/null; head -c 3 /dev/zero |"
		"wc -c; head -c 3 /dev/urandom | wc -c; echo x > /dev/full ||"
		"echo full; rm -f /dev/null; rm -f /dev/zero; echo shared >"
		"/dev/shm/howcome; cat /dev/shm/howcome; ls /dev | wc -l;"
		"echo err > /dev/stderr");
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "3\n3\nfull\nshared\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "err\n"));
	struct stat status;
	CU_ASSERT_TRUE(
		stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode));
	CU_ASSERT_FALSE(g_file_test("/dev/shm/howcome", G_FILE_TEST_EXISTS));
}

static void a_file_stands_under_the_name_of_another(void)
{
	const char *const layers[] = {folder, NULL};
	g_autofree char *new = in_folder("sub/new");
	const struct hc_view_file files[] = {
		{"a", "in"}, {"in", new}, {"sub/b", "link"}};
	g_autoptr(hc_view) view = view_of((struct hc_view_options){
		.layers = layers,
		.files = files,
		.n_files = G_N_ELEMENTS(files),
	});
	g_autofree char *text =
		said(view, "cat in sub/new a; echo x 2>&1 > in; cat in");
	CU_ASSERT_TRUE(g_str_has_prefix(text, "one\nin\ntwo\n"));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "Read-only"));
	g_autofree char *after = said(NULL, "cat in a; ls sub");
	ASSERT_STR(after, "in\none\nb\n");
}

static void the_program_is_who_and_where_it_was(void)
{
	static const char script[] =
		"pwd; id -u; id -g; readlink /proc/self/exe /proc/self/cwd;"
		"stat -c '%n %a %U %s %y' a in sub/b; umask; ulimit -a;"
		"[ -w a ] && [ -r sub/b ] && echo may;"
		"stat -c '%a %U %y' . sub; grep -e ^CapPrm -e ^CapEff -e "
		"^Sig[BIC] "
		"-e ^NoNew /proc/self/status";
	g_autoptr(hc_view) view = usual();
	g_autofree char *in_view = said(view, script);
	g_autofree char *outside = said(NULL, script);
	ASSERT_STR(in_view, outside);
}

static void a_user_can_write_where_others_let_him(void)
{
	if (!others) {
		test_skip("only root can prepare this");
		return;
	}
	g_autofree char *mine = g_build_filename(others, "mine", NULL);
	const char *const layers[] = {"/tmp", mine, NULL};
	CU_ASSERT_EQUAL(g_mkdir(mine, 0755), 0);
	g_autoptr(hc_view) view =
		view_of((struct hc_view_options){.layers = layers});
	g_autofree char *script =
		g_strdup_printf("cd '%s/mine' && echo x > new && cat new && "
				"touch /tmp/howcome-x &&"
				"ls -d /tmp/howcome-x",
			others);
	g_autofree char *text = said(view, script);
	ASSERT_STR(text, "x\n/tmp/howcome-x\n");
	g_autofree char *new = g_build_filename(mine, "new", NULL);
	CU_ASSERT_FALSE(g_file_test(new, G_FILE_TEST_EXISTS));
	const char *const all[] = {"/tmp", others, NULL};
	g_autoptr(hc_view) wider =
		view_of((struct hc_view_options){.layers = all});
	g_autofree char *both = g_strdup_printf(
		"cd '%s' && echo x > new && echo y > mine/new && cat new "
		"mine/new",
		others);
	g_autofree char *wide = said(wider, both);
	ASSERT_STR(wide, "x\ny\n");
	CU_ASSERT_EQUAL(g_rmdir(mine), 0);
}

static void full_layers_are_a_full_disk(void)
{
	const char *const layers[] = {folder, NULL};
	g_autoptr(hc_view) view = view_of(
		(struct hc_view_options){.layers = layers, .size = 1 << 20});
	g_autofree char *text =
		said(view, "head -c 3000000 /dev/zero > big; stat -c %s a");
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "No space left on device"));
}

static void nothing_is_left_of_a_view(void)
{
	g_autofree char *before = NULL, *after = NULL;
	g_file_get_contents("/proc/self/mountinfo", &before, NULL, NULL);
	g_autoptr(hc_view) view = usual();
	g_autoptr(hc_outcome) outcome =
		run(view, "echo x > a; sleep 1000 & kill -9 $$");
	ASSERT_INT(outcome->end, HC_END_SIGNAL);
	g_file_get_contents("/proc/self/mountinfo", &after, NULL, NULL);
	ASSERT_STR(after, before);
	ASSERT_INT(waitpid(-1, NULL, WNOHANG), -1);
	ASSERT_INT(errno, ECHILD);
}

/* It says when it is in the view, and when it has written something. */
G_GNUC_NORETURN static void enter_and_write(
	const struct hc_view *view, int in, int out)
{
	char c = 0;
	if (hc_view_enter(view) == 0 && write(out, &c, 1) == 1 &&
		read(in, &c, 1) == 1 && g_mkdir("sub/new", 0700) == 0 &&
		write(out, &c, 1) == 1)
		pause();
	_exit(1);
}

static void a_watch_tells_whether_a_process_has_written(void)
{
	char c = 0;
	int to[2], from[2];
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_view) view = usual();
	CU_ASSERT_EQUAL_FATAL(pipe(to) | pipe(from), 0);
	pid_t pid = fork();
	if (pid == 0)
		enter_and_write(view, to[0], from[1]);
	close(from[1]);
	CU_ASSERT_EQUAL(read(from[0], &c, 1), 1);
	g_autoptr(hc_view_watch) watch = hc_view_watch_new(view, pid, &error);
	ASSERT_NO_ERROR(error);
	CU_ASSERT_TRUE(watch && hc_view_watch_is_clean(watch));
	CU_ASSERT_EQUAL(write(to[1], &c, 1), 1);
	CU_ASSERT_EQUAL(read(from[0], &c, 1), 1);
	CU_ASSERT_TRUE(watch && !hc_view_watch_is_clean(watch));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(to[0]);
	close(to[1]);
	close(from[0]);
}

/* A process that other tests must not become: what it returns is true. */
static gboolean holds_in_child(gboolean (*claim)(void))
{
	int status;
	pid_t pid = fork();
	if (pid == 0)
		_exit(claim() ? 0 : 1);
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       WEXITSTATUS(status) == 0;
}

static gboolean mount_is_private_too(void)
{
	g_autofree char *mounted = in_folder("mounted");
	g_autofree char *file = in_folder("mounted/file");
	if (unshare(CLONE_NEWNS) < 0 ||
		mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
		g_mkdir(mounted, 0755) < 0 ||
		mount("test", mounted, "tmpfs", 0, NULL) < 0 ||
		!g_file_set_contents(file, "here\n", -1, NULL))
		return FALSE;
	g_autoptr(hc_view) view = usual();
	g_autofree char *text = said(view,
		"cat mounted/file; echo x > mounted/file; cat mounted/file");
	g_autofree char *after = said(NULL, "cat mounted/file");
	return strcmp(text, "here\nx\n") == 0 && strcmp(after, "here\n") == 0;
}

static void what_is_mounted_below_a_layer_is_part_of_it(void)
{
	if (geteuid() != 0) {
		test_skip("only root can mount something there");
		return;
	}
	CU_ASSERT_TRUE(holds_in_child(mount_is_private_too));
	g_autofree char *mounted = in_folder("mounted");
	g_rmdir(mounted);
}

/* As where a container's rules forbid it. */
static gboolean refusal_is_an_error(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {G_N_ELEMENTS(filter), filter};
	const char *const layers[] = {folder, NULL};
	const struct hc_view_options options = {.layers = layers};
	g_autoptr(GError) error = NULL;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
	       !hc_view_new(&options, &error) &&
	       g_error_matches(error, HC_VIEW_ERROR, HC_VIEW_ERROR_REFUSED) &&
	       strstr(error->message, "the kernel gives us no user namespace: "
				      "Operation not permitted");
}

static void where_the_kernel_refuses_the_error_says_so(void)
{
	CU_ASSERT_TRUE(holds_in_child(refusal_is_an_error));
}

static void what_cannot_be_shown_is_named(void)
{
	const char *const layers[] = {"/proc/sys", NULL};
	const struct hc_view_options one = {.layers = layers};
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(hc_view_new(&one, &error));
	CU_ASSERT_TRUE(
		g_error_matches(error, HC_VIEW_ERROR, HC_VIEW_ERROR_FILE));
	ASSERT_ERROR(error, "no layer can be laid over '/proc/sys'");
	g_clear_error(&error);
	const struct hc_view_file missing = {"missing", "in"};
	const struct hc_view_options other = {.files = &missing, .n_files = 1};
	CU_ASSERT_PTR_NULL(hc_view_new(&other, &error));
	ASSERT_ERROR(error, "'missing' can't stand under the name 'in': No such"
			    " file or directory");
}

static void tidy_up(void)
{
	g_autofree char *command = g_strdup_printf("rm -r '%s'", folder);
	g_chdir("/");
	CU_ASSERT_EQUAL(system(command), 0);
	g_free(folder);
}

static gboolean is_refused(void)
{
	const struct hc_view_options options = {0};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_view) view = hc_view_new(&options, &error);
	return g_error_matches(error, HC_VIEW_ERROR, HC_VIEW_ERROR_REFUSED);
}

/* Root becomes somebody else, as by su. */
static gboolean become_user(void)
{
	const uid_t nobody = 65534;
	return geteuid() != 0 ||
	       (setgroups(0, NULL) == 0 &&
		       setresgid(nobody, nobody, nobody) == 0 &&
		       setresuid(nobody, nobody, nobody) == 0 &&
		       prctl(PR_SET_DUMPABLE, 1) == 0);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		TEST(set_up),
		TEST(what_is_written_is_seen_in_the_view_alone),
		TEST(each_run_begins_with_empty_layers),
		TEST(what_is_in_no_layer_cannot_be_written),
		TEST(the_devices_are_there_and_cannot_be_lost),
		TEST(a_file_stands_under_the_name_of_another),
		TEST(the_program_is_who_and_where_it_was),
		TEST(a_user_can_write_where_others_let_him),
		TEST(full_layers_are_a_full_disk),
		TEST(nothing_is_left_of_a_view),
		TEST(a_watch_tells_whether_a_process_has_written),
		TEST(what_is_mounted_below_a_layer_is_part_of_it),
		TEST(where_the_kernel_refuses_the_error_says_so),
		TEST(what_cannot_be_shown_is_named),
		TEST(tidy_up),
	};
	gboolean user = argc > 1 && strcmp(argv[1], "user") == 0;
	int status = 0;
	if (user && geteuid() == 0)
		others = g_dir_make_tmp("howcome-others-XXXXXX", NULL);
	if (others && g_chmod(others, 0777) == 0 && fork() > 0) {
		wait(&status);
		g_rmdir(others);
		return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	}
	if (user && !become_user())
		return 1;
	if (is_refused())
		return 77;
	return run_tests("a private view", tests, G_N_ELEMENTS(tests));
}
