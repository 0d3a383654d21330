/* A private view of the files: a process that enters it sees the files of the
 * system under their own names, but what it writes goes into layers that only
 * it and its children have. When the last of them ends, the kernel takes all of
 * it away: nothing is mounted elsewhere, and nothing is left to remove.
 *
 *	const char *layers[] = {"/tmp", "/home/me", NULL};
 *	const struct hc_view_file files[] = {{"mixed-7", "/home/me/in.txt"}};
 *	struct hc_view_options options = {.layers = layers, .files = files,
 *		.n_files = G_N_ELEMENTS(files)};
 *	g_autoptr(hc_view) view = hc_view_new(&options, &error);
 *	launch.view = view;
 *
 * Each process that enters gets layers of its own, empty at the beginning. They
 * are in memory. In a view
 *
 * - what is in no layer can't be written (EROFS); as root, neither can the
 *   kernel's settings in /proc and /sys;
 * - /dev has the usual devices (null, zero, full, random, urandom, tty,
 *   pseudo-terminals), a layer over /dev/shm, and nothing else;
 * - files that were chosen stand under the names of others, for reading.
 *
 * It is made of a mount namespace, and of a user namespace where we are not
 * root: the process has the user and group that it had, but all files of others
 * seem to belong to the user `nobody`. He can't change files and directories of
 * others, even where their mode lets him (EOVERFLOW): only directories that are
 * named as layers. Processes, the network and descriptors
 * that were open before are as they were. It keeps a program from doing harm by
 * accident; it does not hold an enemy. */
#ifndef HC_PROCESS_VIEW_H
#define HC_PROCESS_VIEW_H

#include <glib.h>
#include <sys/types.h>

/* The file `source` under the name of another, which must exist or be in a
 * layer. Both are relative to the current directory if they are relative. */
struct hc_view_file {
	const char *source;
	const char *name;
};

struct hc_view_options {
	/* Directories that can be written, with all that is below them; NULL:
	 * none. One that is not there is left out. NULL-terminated. */
	const char *const *layers;
	const struct hc_view_file *files;
	guint n_files;
	guint64 size; /* bytes for all layers of a process; 0: half of memory */
};

#define HC_VIEW_ERROR (hc_view_error_quark())
GQuark hc_view_error_quark(void);
enum hc_view_error {
	HC_VIEW_ERROR_REFUSED, /* the kernel does not let us */
	HC_VIEW_ERROR_FILE, /* a directory or file can't be shown like that */
};

struct hc_view;
/* Finds out whether it works, by a process that enters it. The current
 * directory is that of all who enter. It may be used by many threads. */
struct hc_view *hc_view_new(
	const struct hc_view_options *options, GError **error);
void hc_view_free(struct hc_view *view);

/* The calling process, which must have one thread, enters: 0, or an errno. No
 * allocation, no errno, nothing but system calls: between fork and exec too. */
int hc_view_enter(const struct hc_view *view);

/* ---- A layer more --------------------------------------------------------- */

/* What a copy of a program that is in the view has to do to get layers of its
 * own: they begin as what the program sees now, and the program must not write
 * any more as long as somebody uses them. The copy's current directory is the
 * program's. `pid` is the program, stopped. NULL if that can't be. */
struct hc_view *hc_view_new_above(
	const struct hc_view *view, pid_t pid, GError **error);

/* A system call, for those who make it in another process. */
enum { HC_VIEW_ARGUMENTS = 5 };
struct hc_view_step {
	long number; /* of the call; HC_VIEW_WRITE */
	long arguments[HC_VIEW_ARGUMENTS];
	guint sizes[HC_VIEW_ARGUMENTS]; /* not 0: the argument is the address
					   of so many bytes */
	const char *what; /* that it does not work, for people */
	gboolean of_file; /* about a directory or file that was asked for */
};
/* Writes a text, the second argument, to a file, the first. */
enum { HC_VIEW_WRITE = -1 };
const struct hc_view_step *hc_view_steps(const struct hc_view *view, guint *n);
/* The directories that have a layer; NULL-terminated. */
const char *const *hc_view_laid(const struct hc_view *view);
/* Whether it has a user namespace: who enters it may do anything in there,
 * until the exec. */
gboolean hc_view_is_of_user(const struct hc_view *view);

/* Whether somebody has written to the layers of a process, which is in the
 * view, since the watch was made. */
struct hc_view_watch;
struct hc_view_watch *hc_view_watch_new(
	const struct hc_view *view, pid_t pid, GError **error);
gboolean hc_view_watch_is_clean(const struct hc_view_watch *watch);
void hc_view_watch_free(struct hc_view_watch *watch);

typedef struct hc_view_watch hc_view_watch; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_view_watch, hc_view_watch_free)

typedef struct hc_view hc_view; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_view, hc_view_free)

#endif
