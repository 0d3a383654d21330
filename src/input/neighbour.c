/* Parts of the failing input that may pass. Most programs take an empty input;
 * some want at least an object without members, a first line, or some lines. */
#include "input-inside.h"

#include <string.h>

/* How often the lines are halved: the first ones, and then the last ones. */
enum { HALVES = 6 };

static guint8 *keep_brackets(const GArray *tokens)
{
	guint n = tokens->len - 1, kept = 0;
	guint8 *keep = g_new0(guint8, n + 1);
	for (guint i = 0; i < n; i++) {
		guint32 mate =
			g_array_index(tokens, struct hc_input_token, i).mate;
		if (mate == HC_INPUT_NONE || mate < i)
			continue;
		keep[i] = keep[mate] = 1;
		kept++;
		i = mate;
	}
	if (!kept)
		g_clear_pointer(&keep, g_free);
	return keep;
}

static guint count_lines(const GArray *tokens)
{
	guint lines = 1;
	for (guint i = 0; i + 1 < tokens->len; i++)
		lines += g_array_index(tokens, struct hc_input_token, i).lines >
			 0;
	return lines;
}

/* These lines, from 0. NULL if that is nothing, or all. */
static guint8 *keep_lines(const GArray *tokens, guint from, guint to)
{
	guint n = tokens->len - 1, line = 0, kept = 0;
	guint8 *keep = g_new0(guint8, n + 1);
	for (guint i = 0; i < n; i++) {
		keep[i] = line >= from && line < to;
		kept += keep[i];
		line += g_array_index(tokens, struct hc_input_token, i).lines >
			0;
	}
	if (kept == 0 || kept == n)
		g_clear_pointer(&keep, g_free);
	return keep;
}

/* Neighbours of one text, after the empty one; NULL: there is no such. */
static guint8 *keep_some(const GArray *tokens, guint number, char **words)
{
	guint lines = count_lines(tokens);
	if (number == 1) {
		*words = g_strdup("its outermost brackets alone");
		return keep_brackets(tokens);
	}
	if (number == 2) {
		*words = g_strdup("its first line alone");
		return keep_lines(tokens, 0, 1);
	}
	guint half = (number - 3) / 2 + 1, left = lines >> half;
	gboolean front = (number - 3) % 2 == 0;
	if (left == 0 || (front && left == 1))
		return NULL;
	*words = g_strdup_printf("its %s %u line%s", front ? "first" : "last",
		left, left == 1 ? "" : "s");
	return front ? keep_lines(tokens, 0, left)
		     : keep_lines(tokens, lines - left, lines);
}

static GArray *tokens_of(GBytes *bytes)
{
	gsize n;
	const char *text = g_bytes_get_data(bytes, &n);
	return hc_input_tokens(text ? text : "", n, HC_INPUT_TOKENS, 1);
}

/* Only texts that are one part, and not so long that they are cut into lines,
 * have others than the empty one. */
static gboolean has_others(const struct hc_input *input)
{
	const struct hc_input_channel *channel = input->channels->pdata[0];
	gsize n;
	const char *text = g_bytes_get_data(channel->fail, &n);
	return input->channels->len == 1 && n <= HC_INPUT_LONG &&
	       !hc_input_is_binary(text ? text : "", n);
}

gboolean hc_input_neighbour(
	const struct hc_input *input, guint number, guint8 **kept, char **words)
{
	const struct hc_input_channel *channel = input->channels->pdata[0];
	*kept = NULL;
	*words = NULL;
	if (number == 0) {
		*words = g_strdup("an empty input");
		return TRUE;
	}
	if (number >= 3 + 2 * HALVES || !has_others(input))
		return FALSE;
	g_autoptr(GArray) tokens = tokens_of(channel->fail);
	*kept = keep_some(tokens, number, words);
	return TRUE;
}

GBytes *hc_input_keep(GBytes *fail, const guint8 *kept)
{
	if (!kept)
		return g_bytes_new(NULL, 0);
	g_autoptr(GArray) tokens = tokens_of(fail);
	const guint8 *data = g_bytes_get_data(fail, NULL);
	GByteArray *left = g_byte_array_new();
	for (guint i = 0; i + 1 < tokens->len; i++) {
		guint32 from =
			g_array_index(tokens, struct hc_input_token, i).start;
		guint32 to = g_array_index(tokens, struct hc_input_token, i + 1)
				     .start;
		if (kept[i])
			g_byte_array_append(left, data + from, to - from);
	}
	return g_byte_array_free_to_bytes(left);
}
