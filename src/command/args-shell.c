#include "args-keywords.h"
#include "args.h"

#include <string.h>

gboolean hc_args_is_keyword(const char *word)
{
	static const char *const keywords[] = {"!", "{", "}", "case", "do",
		"done", "elif", "else", "esac", "fi", "for", "if", "then",
		"until", "while", NULL};
	return g_strv_contains(keywords, word);
}

/* Quotes unless every byte is plain to every shell in every locale. */
static void append_word(GString *line, const char *word)
{
	const char *c = word;
	while (g_ascii_isalnum(*c) || (*c && strchr("%+,-./:=@_", *c)))
		c++;
	if (*c == '\0' && *word) {
		g_string_append(line, word);
		return;
	}
	g_autofree char *quoted = g_shell_quote(word);
	g_string_append(line, quoted);
}

/* Also quotes what would be an assignment or a keyword in this place. */
static void append_program(GString *line, const char *program)
{
	if (!strchr(program, '=') && !hc_args_is_keyword(program)) {
		append_word(line, program);
		return;
	}
	g_autofree char *quoted = g_shell_quote(program);
	g_string_append(line, quoted);
}

static void append_assignment(GString *line, const char *assignment)
{
	const char *value = strchr(assignment, '=') + 1;
	g_string_append_len(line, assignment, value - assignment);
	if (*value)
		append_word(line, value);
	g_string_append_c(line, ' ');
}

char *hc_args_to_shell(const struct hc_args *args)
{
	GString *line = g_string_new(NULL);
	for (char **env = args->env; *env; env++)
		append_assignment(line, *env);
	append_program(line, args->program);
	for (char **arg = args->argv + 1; *arg; arg++) {
		g_string_append_c(line, ' ');
		append_word(line, *arg);
	}
	if (args->input) {
		g_string_append(line, " < ");
		append_word(line, args->input);
	}
	return g_string_free(line, FALSE);
}
