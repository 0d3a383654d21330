/* Internal to command: the steps of hc_program_new() and
 * hc_program_check_debuggable(). Each error is a predicate ("is a script ...")
 * for them to put the name before. */
#ifndef HC_PROGRAM_INSIDE_H
#define HC_PROGRAM_INSIDE_H

#include "program-elf.h"

#include <sys/stat.h>

/* The absolute path of the file that the name stands for; it exists. The
 * caller frees it. */
char *hc_program_find(const char *name, GError **error);

/* Opens path if it is a regular file, without ever waiting for a pipe, and
 * sets its state. Returns the descriptor, or -1. */
int hc_program_open(const char *path, struct stat *st, GError **error);

/* What its first bytes say. */
enum hc_program_kind hc_program_kind_of(int fd);

/* Fails for scripts, those that libtool wraps around programs among them.
 * The way out is told relative to name, as the user would write it. */
gboolean hc_program_check_script(
	int fd, const char *name, const char *path, GError **error);

/* Fails for other machines than x86-64, object files and core files, whose
 * tables differ from what hc_program_elf_read_tables() takes. */
gboolean hc_program_check_header(
	const struct hc_program_elf_file *file, GError **error);

/* Fails for all others but executables, and sets pie and loader. */
gboolean hc_program_check_kind(const struct hc_program_elf_file *file,
	struct hc_program *program, GError **error);

/* Fails without debug information, and sets debug_path. */
gboolean hc_program_check_debug(const struct hc_program_elf_file *file,
	struct hc_program *program, const char *debug_dir, GError **error);

#endif
