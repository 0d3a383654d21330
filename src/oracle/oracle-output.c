/* What was written, and how it differs. */
#include "oracle-inside.h"

#include "memgraph.h"

#include <string.h>

/* Of a line, this much is shown. */
enum { MOST_BYTES = 100 };

GBytes *hc_oracle_after(GBytes *stream, gsize skip)
{
	gsize length = g_bytes_get_size(stream);
	skip = MIN(skip, length);
	return g_bytes_new_from_bytes(stream, skip, length - skip);
}

/* In bytes from where each of them counts. */
static gsize first_difference(GBytes *a, gsize from_a, GBytes *b, gsize from_b)
{
	gsize n, m, i = 0;
	const char *x = g_bytes_get_data(a, &n), *y = g_bytes_get_data(b, &m);
	while (from_a + i < n && from_b + i < m &&
		x[from_a + i] == y[from_b + i])
		i++;
	return i;
}

char *hc_oracle_quote_line(GBytes *stream, gsize at)
{
	gsize length, start = at;
	const char *data = g_bytes_get_data(stream, &length);
	while (start > 0 && data[start - 1] != '\n')
		start--;
	const char *newline =
		at < length ? memchr(data + at, '\n', length - at) : NULL;
	gsize end = newline ? (gsize) (newline - data) : length;
	while (end > start && g_ascii_isspace(data[end - 1]))
		end--;
	return mg_quote(data ? data + start : "", end - start, MOST_BYTES);
}

char *hc_oracle_describe_difference(GBytes *pass, gsize from_pass, GBytes *fail,
	gsize from_fail, const char *where)
{
	gsize length = g_bytes_get_size(fail);
	from_pass = MIN(from_pass, g_bytes_get_size(pass));
	from_fail = MIN(from_fail, length);
	gsize same = first_difference(pass, from_pass, fail, from_fail);
	gsize at = from_fail + same;
	if (at == length && from_pass + same == g_bytes_get_size(pass))
		return NULL;

	if (length == 0)
		return g_strdup_printf("prints nothing%s", where);
	if (at < length) {
		g_autofree char *line = hc_oracle_quote_line(fail, at);
		return g_strdup_printf("prints %s%s", line, where);
	}
	const char *data = g_bytes_get_data(fail, NULL);
	gboolean ended = data[length - 1] == '\n';
	g_autofree char *line = hc_oracle_quote_line(fail, length - ended);
	return g_strdup_printf("prints nothing after %s%s", line, where);
}
