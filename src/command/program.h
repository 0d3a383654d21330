/* The program that an args file names: where it is, and whether it can be
 * debugged at all.
 *
 *	g_autoptr(hc_program) pass = hc_program_new("./sample", NULL, &error);
 *	g_autoptr(hc_program) fail = hc_program_new("sample", NULL, &error);
 *	if (!pass || !fail || !hc_program_require_same(pass, fail, &error))
 *		return FALSE;
 *
 * GDB would find most of what can be wrong here too, but late and in words
 * about itself. So all of it is checked before anything runs, and each error
 * says what to do. The file is taken as hostile: every size in it is checked
 * before use.
 *
 * What is not checked: that the debug information is sound and covers the
 * program's own code (src/debuginfo finds out), and that its shared libraries
 * are there. hc_program_free() frees a program and all it holds. */
#ifndef HC_PROGRAM_H
#define HC_PROGRAM_H

#include <glib.h>
#include <sys/types.h>

#define HC_PROGRAM_ERROR (hc_program_error_quark())
GQuark hc_program_error_quark(void);

/* DIFFERENT is a mistake in calling howcome (exit status 2), all others are
 * about the program and its place (4). */
enum hc_program_error {
	HC_PROGRAM_ERROR_DIFFERENT, /* two runs of two programs */
	HC_PROGRAM_ERROR_NOT_FOUND, /* no such file, or not in PATH */
	HC_PROGRAM_ERROR_UNREADABLE, /* no permission, input/output error */
	HC_PROGRAM_ERROR_DIRECTORY, /* a directory */
	HC_PROGRAM_ERROR_SPECIAL, /* a device, pipe or socket */
	HC_PROGRAM_ERROR_SCRIPT, /* begins with #! */
	HC_PROGRAM_ERROR_LIBTOOL, /* libtool's wrapper of a program */
	HC_PROGRAM_ERROR_NOT_ELF, /* no program file */
	HC_PROGRAM_ERROR_ARCHITECTURE, /* for another machine */
	HC_PROGRAM_ERROR_DAMAGED, /* cut short, or contradicts itself */
	HC_PROGRAM_ERROR_NOT_A_PROGRAM, /* object, library, core, debug file */
	HC_PROGRAM_ERROR_NOT_EXECUTABLE, /* lacks the permission bit */
	HC_PROGRAM_ERROR_PRIVILEGED, /* setuid, setgid, capabilities */
	HC_PROGRAM_ERROR_NO_LOADER, /* its dynamic loader is missing */
	HC_PROGRAM_ERROR_NO_DEBUG, /* no debug information */
};

struct hc_program {
	char *name; /* as given */
	char *path; /* absolute; a symbolic link itself is kept */
	char *loader; /* its dynamic loader, or NULL: static */
	char *debug_path; /* its separate debug file, or NULL: in the program */
	gboolean pie; /* can be loaded anywhere */
	dev_t device;
	ino_t inode;
};
typedef struct hc_program hc_program; /* for g_autoptr alone */

/* Finds and checks a program. A name without a slash is looked up in PATH, any
 * other is relative to the current directory. Separate debug files are looked
 * for where GDB does, under debug_dir too: NULL stands for /usr/lib/debug. */
struct hc_program *hc_program_new(
	const char *name, const char *debug_dir, GError **error);
void hc_program_free(struct hc_program *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_program, hc_program_free)

/* Whether a source file was changed after the program was built from it: lines
 * may not be what they seem. FALSE if the file is not there. */
gboolean hc_program_is_older(
	const struct hc_program *program, const char *source);

/* Whether both are one file, however they were spelt or linked. */
gboolean hc_program_same(
	const struct hc_program *a, const struct hc_program *b);

/* The same as an error for the user. */
gboolean hc_program_require_same(
	const struct hc_program *a, const struct hc_program *b, GError **error);

#endif
