/* What the tests of programs share: copies of the programs that
 * make-programs.sh made (in PROGRAMS), changed as a test needs them, and what
 * the module says of them. A failure inside fails the running test. */
#ifndef TESTS_PROGRAM_FILES_H
#define TESTS_PROGRAM_FILES_H

#include "program.h"
#include "runner.h"

/* As run_tests(), in a temporary directory, which is the current one. */
int run_in_directory(const char *suite, const struct test *tests, gsize n);

/* Removes what tests before have left in that directory. */
void start_empty(void);

void write_file(const char *path, const void *data, gsize n, int mode);
void write_text(const char *path, const char *text);

/* The bytes of a program from PROGRAMS; the caller frees them. */
char *read_program(const char *name, gsize *n);
void copy_program(const char *name, const char *path, int mode);

/* Overwrites n bytes of a file. */
void patch(const char *path, gsize offset, const void *data, gsize n);

/* These look for separate debug files below the current directory. */

/* NULL if it is not there, or can't be debugged. */
struct hc_program *find_debuggable(const char *name, GError **error);

/* The program is refused with that code, its name and that part of a text. */
void check_error(const char *name, int code, const char *part);

/* The program is taken; the caller frees it. NULL if it is not. */
struct hc_program *check_good(const char *name);

/* It is taken, with a separate debug file whose path ends so. */
void check_debug_path(const char *name, const char *end);

#endif
