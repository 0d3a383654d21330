#include "input-channel.h"

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 256 << 20 };

static void channel_free(gpointer data)
{
	struct hc_input_channel *channel = data;
	g_free(channel->name);
	g_free(channel->said);
	g_clear_pointer(&channel->fail, g_bytes_unref);
	g_clear_pointer(&channel->pass, g_bytes_unref);
	g_free(channel);
}

static struct hc_input_channel *channel_new(
	enum hc_input_kind kind, const char *name, char *said)
{
	struct hc_input_channel *channel = g_new0(struct hc_input_channel, 1);
	channel->kind = kind;
	channel->name = g_strdup(name);
	channel->said = said;
	return channel;
}

/* ---- Bytes --------------------------------------------------------------- */

static gboolean refuse(const char *file, const char *why, GError **error)
{
	g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CHANNEL,
		"the input '%s' %s", file, why);
	return FALSE;
}

/* Never waits for a pipe, and never reads a device that has no end. */
static GBytes *read_file(const char *file, GError **error)
{
	struct stat status;
	g_autofree char *bytes = NULL;
	gsize n;
	g_autoptr(GError) reading = NULL;
	if (stat(file, &status) < 0) {
		g_autofree char *why =
			g_strdup_printf("can't be read: %s", g_strerror(errno));
		refuse(file, why, error);
	} else if (S_ISDIR(status.st_mode)) {
		refuse(file, "is a folder; name the files in it", error);
	} else if (!S_ISREG(status.st_mode)) {
		refuse(file, "is not a regular file; copy it into one", error);
	} else if (status.st_size > LARGEST) {
		refuse(file, "is larger than 256 MiB", error);
	} else if (!g_file_get_contents(file, &bytes, &n, &reading)) {
		g_autofree char *why =
			g_strdup_printf("can't be read: %s", reading->message);
		refuse(file, why, error);
	} else {
		return g_bytes_new_take(g_steal_pointer(&bytes), n);
	}
	return NULL;
}

static GBytes *bytes_of(const char *text)
{
	return g_bytes_new(text, strlen(text));
}

static gboolean is_regular(const char *file)
{
	struct stat status;
	return stat(file, &status) == 0 && S_ISREG(status.st_mode);
}

/* Where a word has the name of a file: all of it, or what is behind its first
 * equals sign; -1: nowhere. */
static gssize file_in(const char *word)
{
	const char *equals = strchr(word, '=');
	if (is_regular(word))
		return 0;
	return equals && is_regular(equals + 1) ? equals + 1 - word : -1;
}

/* ---- The parts of one command -------------------------------------------- */

static struct hc_input_channel *file_channel(
	const struct hc_command *fail, guint word, gsize before)
{
	const char *name = fail->args->argv[word] + before;
	struct hc_input_channel *channel =
		channel_new(HC_INPUT_FILE, name, g_strdup(name));
	channel->word = word;
	channel->before = before;
	return channel;
}

static struct hc_input_channel *stdin_channel(const struct hc_command *fail)
{
	return channel_new(HC_INPUT_STDIN, fail->args->input,
		g_strdup("the standard input"));
}

static struct hc_input_channel *argument_channel(guint word)
{
	struct hc_input_channel *channel = channel_new(
		HC_INPUT_ARGUMENT, NULL, g_strdup_printf("argument %u", word));
	channel->word = word;
	return channel;
}

static struct hc_input_channel *variable_channel(const char *name, gsize length)
{
	g_autofree char *variable = g_strndup(name, length);
	return channel_new(HC_INPUT_VARIABLE, variable,
		g_strdup_printf("the variable %s", variable));
}

/* Whether a word looks like a file that is not there. */
static gboolean names_file(const char *word)
{
	return strpbrk(word, "./") && !strpbrk(word, " \t\n");
}

/* All that could be meant: files and stdin; if there are none, arguments; if
 * there are none either, variables that the command sets. */
static GPtrArray *find_all(const struct hc_command *fail)
{
	const struct hc_args *args = fail->args;
	GPtrArray *all = g_ptr_array_new_with_free_func(channel_free);
	for (guint i = 1; args->argv[i]; i++) {
		gssize before = file_in(args->argv[i]);
		if (before >= 0)
			g_ptr_array_add(
				all, file_channel(fail, i, (gsize) before));
	}
	if (args->input)
		g_ptr_array_add(all, stdin_channel(fail));
	for (guint i = 1; all->len == 0 && args->argv[i]; i++)
		if (i == 1 && !args->argv[2] && !names_file(args->argv[1]))
			g_ptr_array_add(all, argument_channel(i));
	if (all->len == 0 && !args->argv[1] && args->env[0] && !args->env[1])
		g_ptr_array_add(all, variable_channel(args->env[0],
					     strcspn(args->env[0], "=")));
	return all;
}

static gboolean fail_by_doubt(
	const GPtrArray *all, const struct hc_command *fail, GError **error)
{
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < all->len; i++) {
		const struct hc_input_channel *channel = all->pdata[i];
		g_string_append_printf(text, "%s--input %s", i ? ", " : "",
			channel->kind == HC_INPUT_STDIN ? "stdin"
							: channel->name);
	}
	if (all->len)
		g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CHANNEL,
			"'%s' has several inputs; say which is meant: %s "
			"(several are one input)",
			fail->shell, text->str);
	else
		g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CHANNEL,
			"'%s' names no file and has no standard input; say "
			"what its input is: --input arg:N or --input "
			"env:NAME",
			fail->shell);
	g_string_free(text, TRUE);
	return FALSE;
}

/* ---- Those that the user names ------------------------------------------- */

static struct hc_input_channel *named_file(
	const struct hc_command *fail, const char *name)
{
	char **argv = fail->args->argv;
	for (guint i = 1; argv[i]; i++) {
		const char *equals = strchr(argv[i], '=');
		if (strcmp(argv[i], name) == 0)
			return file_channel(fail, i, 0);
		if (equals && strcmp(equals + 1, name) == 0)
			return file_channel(
				fail, i, (gsize) (equals + 1 - argv[i]));
	}
	return g_strcmp0(fail->args->input, name) == 0 ? stdin_channel(fail)
						       : NULL;
}

static struct hc_input_channel *find_named(
	const struct hc_command *fail, const char *name)
{
	const struct hc_args *args = fail->args;
	guint64 word;
	if (strcmp(name, "stdin") == 0)
		return args->input ? stdin_channel(fail) : NULL;
	if (g_str_has_prefix(name, "arg:"))
		return g_ascii_string_to_unsigned(name + 4, 10, 1,
			       g_strv_length(args->argv) - 1, &word, NULL)
			       ? argument_channel((guint) word)
			       : NULL;
	if (g_str_has_prefix(name, "env:"))
		return g_environ_getenv(fail->env, name + 4)
			       ? variable_channel(name + 4, strlen(name + 4))
			       : NULL;
	return named_file(fail, name);
}

static gboolean is_same_place(
	const struct hc_input_channel *a, const struct hc_input_channel *b)
{
	return a->kind == b->kind && a->word == b->word &&
	       (a->kind != HC_INPUT_VARIABLE || strcmp(a->name, b->name) == 0);
}

static GPtrArray *find_all_named(
	const struct hc_command *fail, char **names, GError **error)
{
	g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(channel_free);
	for (; *names; names++) {
		struct hc_input_channel *one = find_named(fail, *names);
		if (!one) {
			g_set_error(error, HC_INPUT_ERROR,
				HC_INPUT_ERROR_CHANNEL,
				"'%s' has no input '%s'; --input takes a file "
				"that the command names, stdin, arg:N or "
				"env:NAME",
				fail->shell, *names);
			return NULL;
		}
		for (guint i = 0; i < all->len; i++)
			if (is_same_place(all->pdata[i], one)) {
				channel_free(one);
				one = NULL;
				break;
			}
		if (one)
			g_ptr_array_add(all, one);
	}
	return g_steal_pointer(&all);
}

/* ---- Two commands -------------------------------------------------------- */

static gboolean differ(const char *a, const char *b)
{
	return g_strcmp0(a, b) != 0;
}

/* What differs between them. */
static GPtrArray *find_differing(const struct hc_command *fail,
	const struct hc_command *pass, GError **error)
{
	char **f = fail->args->argv, **p = pass->args->argv;
	g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(channel_free);
	if (g_strv_length(f) != g_strv_length(p) ||
		!fail->args->input != !pass->args->input) {
		g_set_error_literal(error, HC_INPUT_ERROR,
			HC_INPUT_ERROR_CHANNEL,
			"the two commands must be the same but for their "
			"input: as many words, and a standard input in both "
			"or in none");
		return NULL;
	}
	for (guint i = 1; f[i]; i++) {
		gssize before = file_in(f[i]), other = file_in(p[i]);
		if (!differ(f[i], p[i]))
			continue;
		g_ptr_array_add(
			all, before >= 0 && other >= 0
				     ? file_channel(fail, i, (gsize) before)
				     : argument_channel(i));
	}
	if (differ(fail->args->input, pass->args->input))
		g_ptr_array_add(all, stdin_channel(fail));
	for (char **e = fail->args->env; *e; e++) {
		gsize length = strcspn(*e, "=");
		g_autofree char *name = g_strndup(*e, length);
		if (differ(*e + length + 1, g_environ_getenv(pass->env, name)))
			g_ptr_array_add(all, variable_channel(name, length));
	}
	if (all->len)
		return g_steal_pointer(&all);
	g_set_error_literal(error, HC_INPUT_ERROR, HC_INPUT_ERROR_CHANNEL,
		"the two commands are the same; their inputs must have other "
		"names, or other values");
	return NULL;
}

/* ---- Contents ------------------------------------------------------------ */

static GBytes *load_one(const struct hc_input_channel *channel,
	const struct hc_command *command, GError **error)
{
	const char *text, *word = command->args->argv[channel->word];
	gssize before;
	switch (channel->kind) {
	case HC_INPUT_FILE:
		before = file_in(word);
		return read_file(word + MAX(before, 0), error);
	case HC_INPUT_STDIN:
		return read_file(command->args->input, error);
	case HC_INPUT_ARGUMENT:
		return bytes_of(word);
	case HC_INPUT_VARIABLE:
		text = g_environ_getenv(command->env, channel->name);
		return bytes_of(text ? text : "");
	}
	return NULL;
}

static gboolean load(const GPtrArray *channels, const struct hc_command *fail,
	const struct hc_command *pass, GError **error)
{
	gsize all = 0;
	gboolean same = pass != NULL;
	for (guint i = 0; i < channels->len; i++) {
		struct hc_input_channel *channel = channels->pdata[i];
		channel->fail = load_one(channel, fail, error);
		if (channel->fail && pass)
			channel->pass = load_one(channel, pass, error);
		if (!channel->fail || (pass && !channel->pass))
			return FALSE;
		all += g_bytes_get_size(channel->fail);
		same &= pass && g_bytes_equal(channel->fail, channel->pass);
	}
	const char *problem =
		all > LARGEST ? "the input is larger than 256 MiB"
		: same        ? "both inputs are the same"
		: all == 0 && !pass
			? "the input is empty: nothing in it can be to blame"
			: NULL;
	if (problem)
		g_set_error_literal(
			error, HC_INPUT_ERROR, HC_INPUT_ERROR_CHANNEL, problem);
	return !problem;
}

GPtrArray *hc_input_channels_find(const struct hc_command *fail,
	const struct hc_command *pass, char **names, GError **error)
{
	g_autoptr(GPtrArray) channels =
		names  ? find_all_named(fail, names, error)
		: pass ? find_differing(fail, pass, error)
		       : find_all(fail);
	if (!channels)
		return NULL;
	if (!names && !pass && channels->len != 1) {
		fail_by_doubt(channels, fail, error);
		return NULL;
	}
	return load(channels, fail, pass, error) ? g_steal_pointer(&channels)
						 : NULL;
}

/* ---- The command with another input -------------------------------------- */

gboolean hc_input_channels_need_folder(const GPtrArray *channels)
{
	for (guint i = 0; i < channels->len; i++) {
		const struct hc_input_channel *channel = channels->pdata[i];
		if (channel->kind <= HC_INPUT_STDIN)
			return TRUE;
	}
	return FALSE;
}

char *hc_input_channel_path(
	const GPtrArray *channels, guint number, const char *folder)
{
	const struct hc_input_channel *channel = channels->pdata[number];
	g_autofree char *base = g_path_get_basename(channel->name);
	for (guint i = 0; i < number; i++) {
		const struct hc_input_channel *other = channels->pdata[i];
		if (other->kind > HC_INPUT_STDIN)
			continue;
		g_autofree char *taken = g_path_get_basename(other->name);
		if (strcmp(base, taken) == 0) {
			g_autofree char *apart = g_strdup_printf("%u", number);
			return g_build_filename(folder, apart, base, NULL);
		}
	}
	return g_build_filename(folder, base, NULL);
}

static gboolean fail_errno(const char *path, GError **error)
{
	g_set_error(error, HC_INPUT_ERROR, HC_INPUT_ERROR_SYSTEM,
		"cannot write '%s': %s", path, g_strerror(errno));
	return FALSE;
}

/* The permissions are the file's own, but that we may write: a program may want
 * to execute it. */
static gboolean write_file(const struct hc_input_channel *channel,
	const char *path, GBytes *bytes, GError **error)
{
	gsize n, done = 0;
	struct stat status = {.st_mode = 0600};
	const char *data = g_bytes_get_data(bytes, &n);
	g_autofree char *folder = g_path_get_dirname(path);
	stat(channel->name, &status);
	if (g_mkdir_with_parents(folder, 0700) < 0)
		return fail_errno(folder, error);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
		(status.st_mode & 0777) | 0600);
	if (fd < 0)
		return fail_errno(path, error);
	while (done < n) {
		gssize written = write(fd, data + done, n - done);
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			break;
		done += (gsize) written;
	}
	return (close(fd) == 0 && done == n) || fail_errno(path, error);
}

/* A text that words of commands can have: up to the first NUL. */
static char *text_of(GBytes *bytes)
{
	gsize n;
	const char *data = g_bytes_get_data(bytes, &n);
	return g_strndup(data ? data : "", n);
}

static gboolean fill_one(const GPtrArray *channels, guint number, GBytes *bytes,
	const char *folder, struct hc_args *args, GError **error)
{
	const struct hc_input_channel *channel = channels->pdata[number];
	g_autofree char *text = NULL, *path = NULL;
	char **word = &args->argv[channel->word];
	if (channel->kind <= HC_INPUT_STDIN) {
		path = hc_input_channel_path(channels, number, folder);
		if (!write_file(channel, path, bytes, error))
			return FALSE;
	} else {
		text = text_of(bytes);
	}
	switch (channel->kind) {
	case HC_INPUT_FILE:
		text = g_strndup(*word, channel->before);
		g_free(*word);
		*word = g_strconcat(text, path, NULL);
		break;
	case HC_INPUT_STDIN:
		g_free(args->input);
		args->input = g_steal_pointer(&path);
		break;
	case HC_INPUT_ARGUMENT:
		g_free(*word);
		*word = g_steal_pointer(&text);
		break;
	case HC_INPUT_VARIABLE:
		args->env =
			g_environ_setenv(args->env, channel->name, text, TRUE);
		break;
	}
	return TRUE;
}

struct hc_args *hc_input_channels_fill(const GPtrArray *channels,
	const struct hc_command *fail, GBytes *const *input, const char *folder,
	GError **error)
{
	g_autoptr(hc_args) args = hc_args_new(
		(const char *const *) fail->args->env,
		(const char *const *) fail->args->argv, fail->args->input);
	for (guint i = 0; i < channels->len; i++)
		if (!fill_one(channels, i, input[i], folder, args, error))
			return NULL;
	return g_steal_pointer(&args);
}
