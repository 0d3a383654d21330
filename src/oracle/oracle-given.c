/* What a program was given: the words of its commands, and what is in the files
 * that they name. What it prints again of these is no result of it. */
#include "oracle-inside.h"

#include <string.h>

/* What is known of a word. */
enum { IS_GIVEN = 1, IS_NOT };

static void learn(GHashTable *words, char *word, int what)
{
	g_hash_table_replace(words, word, GINT_TO_POINTER(what));
}

static gboolean is_part(char letter)
{
	return g_ascii_isalnum(letter) || (letter & 0x80);
}

/* Between blanks, and between all other signs as well: x=3. */
static void add_words(GHashTable *words, const char *text)
{
	while (*text) {
		gsize n = strcspn(text, " \t\r\n\v\f"), at = 0;
		if (n)
			learn(words, g_strndup(text, n), IS_GIVEN);
		while (at < n) {
			gsize end = at;
			while (end < n && is_part(text[end]))
				end++;
			if (end > at)
				learn(words, g_strndup(text + at, end - at),
					IS_GIVEN);
			at = end + 1;
		}
		text += n + (text[n] != '\0');
	}
}

void hc_oracle_given_init(struct hc_given *given, const char *const *texts)
{
	given->texts = texts;
	given->words =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint i = 0; texts && texts[i]; i++)
		add_words(given->words, texts[i]);
}

void hc_oracle_given_clear(struct hc_given *given)
{
	g_clear_pointer(&given->words, g_hash_table_unref);
}

void hc_oracle_trim(const char **word, gsize *length)
{
	while (*length && g_ascii_ispunct((*word)[*length - 1]))
		--*length;
	while (*length && g_ascii_ispunct(**word) &&
		!(**word == '-' && *length > 1 &&
			g_ascii_isdigit((*word)[1]))) {
		++*word;
		--*length;
	}
}

/* A number is in nearly every other one; a text that was cut out of another is
 * still the same text. */
static gboolean is_inside(const struct hc_given *given, const char *core)
{
	for (const char *at = core; *at; at++)
		if (g_ascii_isdigit(*at))
			return FALSE;
	for (guint i = 0; given->texts && given->texts[i]; i++)
		if (strstr(given->texts[i], core))
			return TRUE;
	return FALSE;
}

gboolean hc_oracle_is_given(
	const struct hc_given *given, const char *word, gsize length)
{
	g_autofree char *whole = g_strndup(word, length);
	if (GPOINTER_TO_INT(g_hash_table_lookup(given->words, whole)) ==
		IS_GIVEN)
		return TRUE;
	hc_oracle_trim(&word, &length);
	if (length == 0)
		return FALSE;

	/* The same words come again and again. */
	g_autofree char *core = g_strndup(word, length);
	int known = GPOINTER_TO_INT(g_hash_table_lookup(given->words, core));
	if (!known) {
		known = is_inside(given, core) ? IS_GIVEN : IS_NOT;
		learn(given->words, g_steal_pointer(&core), known);
	}
	return known == IS_GIVEN;
}
