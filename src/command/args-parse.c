/* The command around the words: what may stand where. */
#include "args-keywords.h"
#include "args-word.h"

#include <string.h>
#include <unistd.h>

struct parser {
	struct hc_args_scan scan;
	gsize begin; /* of the command */
	gsize size; /* of its words, as execve(2) counts them */
	gsize room; /* and how much of that it takes */
	GPtrArray *env;
	GHashTable *env_index; /* name to its place in env, plus 1 */
	GPtrArray *argv;
	char *input;
	gsize input_at;
};

/* Each operator and what it would do, the longer ones first. */
static const struct {
	const char *text;
	const char *does;
} operators[] = {
	{"<<<", "is a here-string"},
	{"<<", "begins a here-document"},
	{"<&", "duplicates a descriptor"},
	{"<>", "opens a file for reading and writing"},
	{"<(", "substitutes a process"},
	{"<", "takes stdin from a file"},
	{">", "redirects output"},
	{"||", "joins two commands"},
	{"|", "begins a pipe"},
	{"&&", "joins two commands"},
	{"&", "runs a command in the background"},
	{";", "ends a command for another to follow"},
	{"(", "begins a subshell or a function"},
	{")", "ends a subshell or a function"},
};

static const char *operator_at(struct hc_args_scan scan, const char **does)
{
	for (guint i = 0; i < G_N_ELEMENTS(operators); i++) {
		struct hc_args_scan at = scan;
		const char *c = operators[i].text;
		while (*c && hc_args_scan_peek(&at) == *c) {
			at.pos++;
			c++;
		}
		*does = operators[i].does;
		if (!*c)
			return operators[i].text;
	}
	return NULL;
}

static gboolean fail_operator(struct parser *p, GError **error)
{
	const char *does;
	const char *text = operator_at(p->scan, &does);
	return hc_args_scan_fail(&p->scan, p->scan.pos, HC_ARGS_ERROR_SYNTAX,
		error,
		"'%s' %s, but an args file holds one plain command; to "
		"mean the characters themselves, write '%s', with the quotes",
		text, does, text);
}

static int skip_blanks(struct hc_args_scan *scan)
{
	int c;
	while ((c = hc_args_scan_peek_unquoted(scan)) == ' ' || c == '\t')
		scan->pos++;
	return c;
}

/* A comment ends with its line, whatever stands before the line's end. */
static void skip_comment(struct hc_args_scan *scan)
{
	const char *at = scan->text + scan->pos;
	const char *newline = memchr(at, '\n', scan->length - scan->pos);
	scan->pos = newline ? newline - scan->text : scan->length;
}

static int skip_empty_lines(struct hc_args_scan *scan)
{
	int c;
	while ((c = skip_blanks(scan)) == '\n' || c == '#') {
		if (c == '#')
			skip_comment(scan);
		else
			hc_args_scan_skip_line_end(scan);
	}
	return c;
}

static gboolean read_input(struct parser *p, GError **error)
{
	gsize at = p->scan.pos;
	const char *does;
	if (!g_str_equal(operator_at(p->scan, &does), "<"))
		return fail_operator(p, error);
	if (p->input) {
		guint line, column;
		hc_args_scan_place(&p->scan, p->input_at, &line, &column);
		return hc_args_scan_fail(&p->scan, at, HC_ARGS_ERROR_SYNTAX,
			error,
			"a second '<': stdin already has a file "
			"(line %u, column %u)",
			line, column);
	}
	p->scan.pos++;
	int c = skip_blanks(&p->scan);
	struct hc_args_word word;
	hc_args_word_init(&word);
	gboolean ok = TRUE;
	if (c != '#' && !hc_args_word_is_operator(c))
		ok = hc_args_word_read(&word, &p->scan, FALSE, error);
	if (ok && word.text->len == 0)
		ok = hc_args_scan_fail(&p->scan, at, HC_ARGS_ERROR_SYNTAX,
			error, "no file name after '<'");
	if (ok) {
		p->input = g_strdup(word.text->str);
		p->input_at = at;
	}
	hc_args_word_clear(&word);
	return ok;
}

/* As in a shell, the last of several values for a name holds. */
static void set_env(struct parser *p, const char *assignment)
{
	gsize length = strchr(assignment, '=') - assignment;
	char *name = g_strndup(assignment, length);
	guint at = GPOINTER_TO_UINT(g_hash_table_lookup(p->env_index, name));
	if (at) {
		g_free(p->env->pdata[at - 1]);
		p->env->pdata[at - 1] = g_strdup(assignment);
		g_free(name);
		return;
	}
	g_ptr_array_add(p->env, g_strdup(assignment));
	g_hash_table_insert(p->env_index, name, GUINT_TO_POINTER(p->env->len));
}

static gboolean check_program(
	struct parser *p, const struct hc_args_word *word, GError **error)
{
	if (word->text->len == 0)
		return hc_args_scan_fail(&p->scan, word->start,
			HC_ARGS_ERROR_SYNTAX, error,
			"the program's name is empty");
	if (word->start == p->begin && !word->quoted &&
		hc_args_is_keyword(word->text->str))
		return hc_args_scan_fail(&p->scan, word->start,
			HC_ARGS_ERROR_SYNTAX, error,
			"'%s' belongs to the shell's language, but an args "
			"file holds one plain command; to run a program of "
			"that name, write '%s', with the quotes",
			word->text->str, word->text->str);
	return TRUE;
}

/* The number of a redirection, as in 0<FILE, or not one. */
static gboolean is_descriptor(struct parser *p, const struct hc_args_word *word)
{
	int c = hc_args_scan_peek_unquoted(&p->scan);
	const char *text = word->text->str;
	return (c == '<' || c == '>') && !word->quoted && *text &&
	       strspn(text, "0123456789") == word->text->len;
}

static gboolean read_descriptor(
	struct parser *p, const struct hc_args_word *word, GError **error)
{
	if (hc_args_scan_peek_unquoted(&p->scan) == '>')
		return fail_operator(p, error);
	if (strspn(word->text->str, "0") == word->text->len)
		return read_input(p, error);
	return hc_args_scan_fail(&p->scan, word->start, HC_ARGS_ERROR_SYNTAX,
		error,
		"'%s<' redirects descriptor %s, but an args file can redirect "
		"stdin only",
		word->text->str, word->text->str);
}

static gboolean add_word(
	struct parser *p, const struct hc_args_word *word, GError **error)
{
	if (is_descriptor(p, word))
		return read_descriptor(p, word, error);
	p->size += word->text->len + 1 + sizeof(char *);
	if (p->size > p->room)
		return hc_args_scan_fail(&p->scan, word->start,
			HC_ARGS_ERROR_LIMIT, error,
			"the command is too long from here: the system takes "
			"no more than %" G_GSIZE_FORMAT
			" bytes of arguments (getconf ARG_MAX)",
			p->room);
	if (p->argv->len == 0 && word->assignment) {
		set_env(p, word->text->str);
		return TRUE;
	}
	if (p->argv->len == 0 && !check_program(p, word, error))
		return FALSE;
	g_ptr_array_add(p->argv, g_strdup(word->text->str));
	return TRUE;
}

static gboolean read_word(struct parser *p, GError **error)
{
	struct hc_args_word word;
	hc_args_word_init(&word);
	gboolean may_assign = p->argv->len == 0;
	gboolean ok = hc_args_word_read(&word, &p->scan, may_assign, error) &&
		      add_word(p, &word, error);
	hc_args_word_clear(&word);
	return ok;
}

static gboolean read_command(struct parser *p, GError **error)
{
	int c;
	p->begin = p->scan.pos;
	while ((c = skip_blanks(&p->scan)) != SCAN_END && c != '\n') {
		gboolean ok = TRUE;
		if (c == '#')
			skip_comment(&p->scan);
		else if (c == '<')
			ok = read_input(p, error);
		else if (hc_args_word_is_operator(c))
			ok = fail_operator(p, error);
		else
			ok = read_word(p, error);
		if (!ok)
			return FALSE;
	}
	if (p->argv->len == 0)
		return hc_args_scan_fail(&p->scan, p->begin,
			HC_ARGS_ERROR_SYNTAX, error,
			"this command names no program");
	return TRUE;
}

static gboolean read_file(struct parser *p, GError **error)
{
	struct hc_args_scan *scan = &p->scan;
	const char *nul = memchr(scan->text, 0, scan->length);
	if (nul)
		return hc_args_scan_fail(scan, nul - scan->text,
			HC_ARGS_ERROR_SYNTAX, error,
			"a NUL byte, which no argument can hold; is this a "
			"text file?");
	if (scan->length >= 3 && memcmp(scan->text, "\xef\xbb\xbf", 3) == 0) {
		scan->text += 3;
		scan->length -= 3;
	}
	if (skip_empty_lines(scan) == SCAN_END)
		return hc_args_scan_fail(scan, 0, HC_ARGS_ERROR_SYNTAX, error,
			"no command here; an args file holds one, such as "
			"./program -n 3 < input.txt");
	if (!read_command(p, error))
		return FALSE;
	if (skip_empty_lines(scan) != SCAN_END)
		return hc_args_scan_fail(scan, scan->pos, HC_ARGS_ERROR_SYNTAX,
			error,
			"a second command, but an args file holds one; if "
			"this continues the line before, end that with \\");
	return TRUE;
}

struct hc_args *hc_args_parse(
	const char *name, const char *text, gsize length, GError **error)
{
	long room = sysconf(_SC_ARG_MAX);
	struct parser p = {
		.scan = {.name = name,
			.text = text ? text : "",
			.length = length},
		.room = room > 0 ? (gsize) room : G_MAXSIZE,
		.env = g_ptr_array_new_with_free_func(g_free),
		.env_index = g_hash_table_new_full(
			g_str_hash, g_str_equal, g_free, NULL),
		.argv = g_ptr_array_new_with_free_func(g_free),
	};
	struct hc_args *args = NULL;
	if (read_file(&p, error)) {
		g_ptr_array_add(p.env, NULL);
		g_ptr_array_add(p.argv, NULL);
		args = hc_args_new((const char *const *) p.env->pdata,
			(const char *const *) p.argv->pdata, p.input);
	}
	g_ptr_array_unref(p.env);
	g_hash_table_unref(p.env_index);
	g_ptr_array_unref(p.argv);
	g_free(p.input);
	return args;
}
