/* --fail-if: the regular expression. */
#include "oracle-inside.h"

gboolean hc_oracle_pattern_init(
	struct hc_pattern *pattern, const char *text, GError **error)
{
	GRegexCompileFlags flags = G_REGEX_MULTILINE | G_REGEX_NEWLINE_LF;
	gboolean is_utf8 = g_utf8_validate(text, -1, NULL);
	g_autoptr(GError) regex_error = NULL;
	*pattern = (struct hc_pattern){.text = g_strdup(text)};
	if (is_utf8)
		pattern->utf8 = g_regex_new(text, flags, 0, &regex_error);
	if (!regex_error)
		pattern->raw =
			g_regex_new(text, flags | G_REGEX_RAW, 0, &regex_error);
	if (!regex_error)
		return TRUE;
	/* GLib's message names the expression and the place in it. */
	g_set_error(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_REGEX,
		"--fail-if: %s", regex_error->message);
	hc_oracle_pattern_clear(pattern);
	return FALSE;
}

void hc_oracle_pattern_clear(struct hc_pattern *pattern)
{
	g_clear_pointer(&pattern->text, g_free);
	g_clear_pointer(&pattern->utf8, g_regex_unref);
	g_clear_pointer(&pattern->raw, g_regex_unref);
}

gboolean hc_oracle_pattern_find(const struct hc_pattern *pattern, GBytes *bytes,
	gsize from, gssize *at, GError **error)
{
	gsize length;
	const char *text = g_bytes_get_data(bytes, &length);
	from = MIN(from, length);
	while (from > 0 && text[from - 1] != '\n')
		from--;
	const GRegex *regex =
		pattern->utf8 && (length == 0 || g_utf8_validate_len(
							 text, length, NULL))
			? pattern->utf8
			: pattern->raw;
	g_autoptr(GMatchInfo) info = NULL;
	g_autoptr(GError) regex_error = NULL;
	int start;
	*at = -1;
	if (g_regex_match_full(regex, text ? text : "", (gssize) length,
		    (int) from, 0, &info, &regex_error) &&
		g_match_info_fetch_pos(info, 0, &start, NULL))
		*at = start;
	if (!regex_error)
		return TRUE;
	g_set_error(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_REGEX,
		"--fail-if '%s': %s", pattern->text, regex_error->message);
	return FALSE;
}
