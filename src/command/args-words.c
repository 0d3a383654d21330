#include "args-word.h"

#include <string.h>

static gboolean is_assignment(const char *word)
{
	const char *equals = strchr(word, '=');
	return equals && hc_args_word_is_name(word, (gsize) (equals - word));
}

struct hc_args *hc_args_from_words(const char *const *words, GError **error)
{
	g_auto(GStrv) env = g_new0(char *, 1);
	for (; *words && is_assignment(*words); words++) {
		const char *equals = strchr(*words, '=');
		g_autofree char *name =
			g_strndup(*words, (gsize) (equals - *words));
		env = g_environ_setenv(env, name, equals + 1, TRUE);
	}
	if (*words && **words)
		return hc_args_new((const char *const *) env, words, NULL);
	g_set_error_literal(error, HC_ARGS_ERROR, HC_ARGS_ERROR_SYNTAX,
		*words ? "the program's name is empty"
		       : "the command names no program");
	return NULL;
}
