#include "program-inside.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

G_DEFINE_QUARK(hc_program_error, hc_program_error)

#define DEBUG_DIR "/usr/lib/debug"

/* The kernel starts a traced program without the rights that its file would
 * give it, so that it would not do under us what it does for the user. */
static gboolean check_privileges(int fd, const struct stat *st, GError **error)
{
	const char *what = NULL;
	if (fgetxattr(fd, "security.capability", NULL, 0) > 0)
		what = "has file capabilities";
	/* Without group execution the bit once meant something else. */
	if ((st->st_mode & S_ISGID) && (st->st_mode & S_IXGRP))
		what = "is setgid";
	if (st->st_mode & S_ISUID)
		what = "is setuid";
	if (!what)
		return TRUE;
	g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_PRIVILEGED,
		"%s, and no program keeps such rights under a debugger; make "
		"a copy without them and use that",
		what);
	return FALSE;
}

/* Whether it is an x86-64 program; sets pie and loader. */
static gboolean check_elf(struct hc_program *program, int fd,
	const struct stat *st, struct hc_program_elf_file *file, GError **error)
{
	return hc_program_elf_init(file, fd, (guint64) st->st_size, error) &&
	       hc_program_check_header(file, error) &&
	       hc_program_elf_read_tables(file, error) &&
	       hc_program_check_kind(file, program, error);
}

/* What the file is comes before what it may: to make an object file
 * executable helps no one. */
static gboolean fail_executable(struct hc_program *program, int fd,
	const struct stat *st, GError **error)
{
	struct hc_program_elf_file file = {0};
	gboolean ok = program->kind == HC_PROGRAM_SCRIPT ||
		      check_elf(program, fd, st, &file, error);
	hc_program_elf_clear(&file);
	if (ok)
		g_set_error(error, HC_PROGRAM_ERROR,
			HC_PROGRAM_ERROR_NOT_EXECUTABLE,
			"is not executable; use chmod +x, or copy it if it is "
			"on a file system mounted noexec");
	return FALSE;
}

static gboolean find(struct hc_program *program, GError **error)
{
	struct stat st = {0};
	g_autoptr(GError) problem = NULL;
	program->path = hc_program_find(program->name, error);
	if (!program->path)
		return FALSE;
	gboolean executable = access(program->path, X_OK) == 0;
	int fd = hc_program_open(program->path, &st, &problem);
	/* What may be executed but not read can be run all the same. */
	gboolean hidden = fd < 0 && executable &&
			  g_error_matches(problem, HC_PROGRAM_ERROR,
				  HC_PROGRAM_ERROR_UNREADABLE);
	if (fd < 0 && !hidden) {
		g_propagate_error(error, g_steal_pointer(&problem));
		return FALSE;
	}
	program->kind = hidden ? HC_PROGRAM_OTHER : hc_program_kind_of(fd);
	program->device = st.st_dev;
	program->inode = st.st_ino;
	gboolean ok = executable || fail_executable(program, fd, &st, error);
	if (fd >= 0)
		close(fd);
	return ok;
}

/* The user may not know which one PATH leads to. */
static void name_program(const struct hc_program *program, GError **error)
{
	if (program->path && !strchr(program->name, '/'))
		g_prefix_error(
			error, "'%s' (%s) ", program->name, program->path);
	else
		g_prefix_error(error, "'%s' ", program->name);
}

struct hc_program *hc_program_new(const char *name, GError **error)
{
	g_autoptr(hc_program) program = g_new0(struct hc_program, 1);
	program->name = g_strdup(name);
	if (find(program, error))
		return g_steal_pointer(&program);
	name_program(program, error);
	return NULL;
}

static gboolean check_file(struct hc_program *program, int fd,
	const struct stat *st, const char *debug_dir, GError **error)
{
	struct hc_program_elf_file file = {0};
	g_clear_pointer(&program->loader, g_free);
	g_clear_pointer(&program->debug_path, g_free);
	gboolean ok = hc_program_check_script(
			      fd, program->name, program->path, error) &&
		      check_elf(program, fd, st, &file, error) &&
		      check_privileges(fd, st, error) &&
		      hc_program_check_debug(&file, program, debug_dir, error);
	hc_program_elf_clear(&file);
	return ok;
}

gboolean hc_program_check_debuggable(
	struct hc_program *program, const char *debug_dir, GError **error)
{
	struct stat st;
	int fd = hc_program_open(program->path, &st, error);
	gboolean ok =
		fd >= 0 && check_file(program, fd, &st,
				   debug_dir ? debug_dir : DEBUG_DIR, error);
	if (fd >= 0)
		close(fd);
	if (!ok)
		name_program(program, error);
	return ok;
}

const char *hc_program_debug_dir(const struct hc_program *program)
{
	return program->debug_path ? NULL : "";
}

void hc_program_free(struct hc_program *program)
{
	if (!program)
		return;
	g_free(program->name);
	g_free(program->path);
	g_free(program->loader);
	g_free(program->debug_path);
	g_free(program);
}

gboolean hc_program_is_older(
	const struct hc_program *program, const char *source)
{
	struct stat theirs, ours;
	if (!source || stat(source, &theirs) < 0 ||
		stat(program->path, &ours) < 0)
		return FALSE;
	return theirs.st_mtim.tv_sec > ours.st_mtim.tv_sec ||
	       (theirs.st_mtim.tv_sec == ours.st_mtim.tv_sec &&
		       theirs.st_mtim.tv_nsec > ours.st_mtim.tv_nsec);
}

gboolean hc_program_same(const struct hc_program *a, const struct hc_program *b)
{
	return a->device == b->device && a->inode == b->inode;
}

gboolean hc_program_require_same(
	const struct hc_program *a, const struct hc_program *b, GError **error)
{
	if (hc_program_same(a, b))
		return TRUE;
	g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_DIFFERENT,
		"'%s' and '%s' are different programs; use the same one for "
		"the passing and the failing run",
		a->name, b->name);
	return FALSE;
}
