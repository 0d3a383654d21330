/* The program that a command names: where it is, what it is, and whether it
 * can be debugged.
 *
 *	g_autoptr(hc_program) program = hc_program_new("./sample", &error);
 *	if (!program)
 *		return FALSE;	it can't be run
 *	if (!hc_program_check_debuggable(program, NULL, &error))
 *		return FALSE;	it can be run, but not under a debugger
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

enum hc_program_kind {
	HC_PROGRAM_ELF, /* machine code, of whatever machine */
	HC_PROGRAM_SCRIPT, /* begins with #! */
	HC_PROGRAM_OTHER, /* something that the system may know how to run */
};

struct hc_program {
	char *name; /* as given */
	char *path; /* absolute; a symbolic link itself is kept */
	enum hc_program_kind kind;
	dev_t device;
	ino_t inode;
	/* ---- Known once it was found to be debuggable ---- */
	char *loader; /* its dynamic loader, or NULL: static */
	char *debug_path; /* its separate debug file, or NULL: in the program */
	gboolean pie; /* can be loaded anywhere */
};
typedef struct hc_program hc_program; /* for g_autoptr alone */

/* Finds a program that may be executed. A name without a slash is looked up in
 * PATH, any other is relative to the current directory. */
struct hc_program *hc_program_new(const char *name, GError **error);
void hc_program_free(struct hc_program *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_program, hc_program_free)

/* Whether GDB and we can look into it: an x86-64 program with debug
 * information. Separate debug files are looked for where GDB does, under
 * debug_dir too: NULL stands for /usr/lib/debug. */
gboolean hc_program_check_debuggable(
	struct hc_program *program, const char *debug_dir, GError **error);

/* Where others are to look for separate debug files of a debuggable program
 * and its libraries: "" is nowhere, NULL where they always do. */
const char *hc_program_debug_dir(const struct hc_program *program);

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
