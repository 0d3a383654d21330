#include "view-plan.h"

#include "process-calls.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

GQuark hc_view_error_quark(void)
{
	return g_quark_from_static_string("hc-view-error");
}

void hc_view_free(struct hc_view *view)
{
	if (!view)
		return;
	g_array_unref(view->steps);
	g_string_chunk_free(view->texts);
	g_ptr_array_unref(view->rooms);
	g_ptr_array_unref(view->laid);
	g_free(view);
}

/* What the process that tries it says. */
struct answer {
	long result; /* 0 or -errno */
	guint step;
};

/* It has a copy of our memory, and of our threads only this one: system calls
 * alone. */
static void try_in_child(const struct hc_view *view, int answers)
{
	struct answer answer = {0, 0};
	answer.result = hc_view_walk(view, &answer.step);
	HC_CALL_3(SYS_write, answers, &answer, sizeof answer);
	HC_CALL_1(SYS_exit_group, 0);
}

static struct answer try(const struct hc_view *view)
{
	struct answer answer = {-EAGAIN, 0};
	int answers[2];
	if (pipe2(answers, O_CLOEXEC) < 0)
		return answer;
	pid_t pid = fork();
	if (pid == 0)
		try_in_child(view, answers[1]);
	close(answers[1]);
	ssize_t n = 0;
	do
		n = read(answers[0], &answer, sizeof answer);
	while (n < 0 && errno == EINTR);
	close(answers[0]);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return n == sizeof answer ? answer : (struct answer){-EAGAIN, 0};
}

static struct hc_view *view_alloc(void)
{
	struct hc_view *view = g_new0(struct hc_view, 1);
	view->steps = g_array_new(FALSE, FALSE, sizeof(struct hc_view_step));
	view->texts = g_string_chunk_new(4096);
	view->rooms = g_ptr_array_new_with_free_func(g_free);
	view->laid = g_ptr_array_new_null_terminated(0, g_free, TRUE);
	return view;
}

static struct hc_view *make(const struct hc_view_options *options, gboolean own,
	struct answer *answer, GError **error)
{
	g_autoptr(hc_view) view = view_alloc();
	if (!hc_view_plan(view, options, own, error))
		return NULL;
	*answer = try(view);
	return g_steal_pointer(&view);
}

static gboolean tell(
	const struct hc_view *view, const struct answer *answer, GError **error)
{
	const struct hc_view_step *step =
		&g_array_index(view->steps, struct hc_view_step, answer->step);
	if (answer->result == 0)
		return TRUE;
	g_set_error(error, HC_VIEW_ERROR,
		step->of_file ? HC_VIEW_ERROR_FILE : HC_VIEW_ERROR_REFUSED,
		"no private view of the files: %s: %s", step->what,
		g_strerror((int) -answer->result));
	return FALSE;
}

struct hc_view *hc_view_new(
	const struct hc_view_options *options, GError **error)
{
	struct answer answer;
	gboolean own = geteuid() != 0;
	g_autoptr(hc_view) view = make(options, own, &answer, error);
	/* Root without its rights, as in most containers. */
	if (view && !own && answer.result == -EPERM && answer.step == 0) {
		hc_view_free(g_steal_pointer(&view));
		view = make(options, TRUE, &answer, error);
	}
	return view && tell(view, &answer, error) ? g_steal_pointer(&view)
						  : NULL;
}

/* The current directory of a process; *removed if it has none any more. NULL
 * with errno. */
static char *folder_of(pid_t pid, const char *root, gboolean *removed)
{
	struct stat there, named;
	g_autofree char *link = g_strdup_printf("/proc/%d/cwd", (int) pid);
	g_autofree char *folder = g_file_read_link(link, NULL);
	if (!folder || stat(link, &there) < 0)
		return NULL;
	*removed = there.st_nlink == 0;
	g_autofree char *path = g_strconcat(root, folder, NULL);
	if (*removed ||
		(stat(path, &named) == 0 && named.st_dev == there.st_dev &&
			named.st_ino == there.st_ino))
		return g_steal_pointer(&folder);
	errno = ENOENT;
	return NULL;
}

struct hc_view *hc_view_new_above(
	const struct hc_view *view, pid_t pid, GError **error)
{
	g_autofree char *root = g_strdup_printf("/proc/%d/root", (int) pid);
	gboolean removed = FALSE;
	g_autofree char *folder = folder_of(pid, root, &removed);
	if (!folder) {
		g_set_error(error, HC_VIEW_ERROR, HC_VIEW_ERROR_FILE,
			"the current directory of process %d is hidden: %s",
			(int) pid, g_strerror(errno));
		return NULL;
	}
	struct hc_view *above = view_alloc();
	hc_view_plan_above(above, view, root, removed ? NULL : folder);
	return above;
}

const struct hc_view_step *hc_view_steps(const struct hc_view *view, guint *n)
{
	*n = view->steps->len;
	return (const void *) view->steps->data;
}

const char *const *hc_view_laid(const struct hc_view *view)
{
	return (const char *const *) view->laid->pdata;
}

gboolean hc_view_is_of_user(const struct hc_view *view)
{
	return view->own;
}
