/* Args: one command, as one would type it in a POSIX shell, from a file or
 * from words.
 *
 *	g_autoptr(hc_args) args = hc_args_load("fail.args", &error);
 *	if (!args)
 *		return FALSE;
 *	execve(path_of(args->program), args->argv, with(args->env));
 *
 * Words, quotes and backslashes, leading NAME=value, `< FILE` for stdin
 * anywhere in the command, # comments, lines joined by a trailing backslash.
 * What only a running shell can do is an error that tells how to write the
 * character itself: expansion ($, `, *, ?, [, a leading ~), pipes, other
 * redirections, a second command. Braces are literal, as in POSIX; so are *, ?
 * and [ in the value of a NAME=value, where no shell expands them, and a $ that
 * starts no expansion.
 *
 * Bytes are kept as they are, UTF-8 or not. A CR before the end of a line is
 * dropped outside quotes, and so is a byte order mark: no one who has them in
 * a file means them.
 *
 * Errors read `FILE:LINE:COLUMN: what`, both counted from 1 and columns in
 * bytes. hc_args_free() frees a command and all it holds. Nothing here looks
 * at the program or at the input file: they need not exist. */
#ifndef HC_ARGS_H
#define HC_ARGS_H

#include <glib.h>

/* Each is the user's mistake in calling howcome (exit status 2). */
#define HC_ARGS_ERROR (hc_args_error_quark())
GQuark hc_args_error_quark(void);

enum hc_args_error {
	HC_ARGS_ERROR_READ, /* the file cannot be read */
	HC_ARGS_ERROR_SYNTAX, /* it holds something other than one command */
	HC_ARGS_ERROR_LIMIT, /* it, or its command, is larger than can be */
};

struct hc_args {
	char **env; /* NAME=value, each name once; never NULL */
	char *program; /* as written */
	char **argv; /* argv[0] is the program as written */
	char *input; /* path of stdin's file, or NULL */
};
typedef struct hc_args hc_args; /* for g_autoptr alone */

/* Copies all of it. argv has at least the program; env may be NULL. */
struct hc_args *hc_args_new(
	const char *const *env, const char *const *argv, const char *input);
void hc_args_free(struct hc_args *args);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_args, hc_args_free)

/* Reads the args file at path; pipes will do. */
struct hc_args *hc_args_load(const char *path, GError **error);

/* Reads length bytes of text; name stands for the file in errors. */
struct hc_args *hc_args_parse(
	const char *name, const char *text, gsize length, GError **error);

/* Takes the words of a command as they are, as a shell has left them: no
 * quotes, no comments, no `< FILE`. Leading NAME=value set variables. */
struct hc_args *hc_args_from_words(const char *const *words, GError **error);

/* The command as one line that a POSIX shell, and hc_args_parse(), reads back
 * to the same words. (A newline inside a word stays one: the shell has no
 * other way to write it.) The caller frees it. */
char *hc_args_to_shell(const struct hc_args *args);

#endif
