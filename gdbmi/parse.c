/* Bytes to lines: the incremental half of the parser. GDB escapes newlines
 * inside strings, so a newline always ends a record; that is how the parser
 * finds its way again after any error. */
#include "gdbmi-private.h"

#include <string.h>

struct mi_parser {
	char *buffer; /* bytes begin..end are not consumed yet */
	gsize begin, end, size;
	gsize searched; /* no newline in begin..searched */
	gsize limit;
	gint64 failed_token;
	guint64 consumed; /* bytes before begin, since the parser was made */
	gboolean skipping; /* in a line longer than the limit */
};

enum { EXCERPT = 40 };

struct mi_parser *mi_parser_new(void)
{
	struct mi_parser *parser = g_new0(struct mi_parser, 1);
	parser->limit = (gsize) 1 << 30;
	parser->failed_token = -1;
	return parser;
}

void mi_parser_free(struct mi_parser *parser)
{
	if (!parser)
		return;
	g_free(parser->buffer);
	g_free(parser);
}

void mi_parser_set_limit(struct mi_parser *parser, gsize bytes)
{
	parser->limit = bytes;
}

/* Doubling keeps the copying linear in the length of a record; a buffer that
 * has grown for one huge record is freed once it is empty. */
static void make_room(struct mi_parser *parser, gsize n)
{
	gsize used = parser->end - parser->begin;

	if (parser->begin > 0 && used < parser->begin) {
		memmove(parser->buffer, parser->buffer + parser->begin, used);
		parser->searched -= parser->begin;
		parser->begin = 0;
		parser->end = used;
	}

	enum { KEEP = 1 << 20 };
	if (used == 0 && parser->size > KEEP && n <= KEEP) {
		g_clear_pointer(&parser->buffer, g_free);
		parser->size = 0;
	}

	if (parser->end + n <= parser->size)
		return;

	parser->size = MAX(2 * parser->size, parser->end + n);
	parser->buffer = g_realloc(parser->buffer, parser->size);
}

void mi_parser_push(struct mi_parser *parser, const char *bytes, gsize n)
{
	if (n == 0)
		return;
	make_room(parser, n);
	memcpy(parser->buffer + parser->end, bytes, n);
	parser->end += n;
}

static void consume(struct mi_parser *parser, gsize n)
{
	parser->begin += n;
	parser->consumed += n;
	parser->searched = MAX(parser->searched, parser->begin);
	if (parser->begin == parser->end)
		parser->begin = parser->end = parser->searched = 0;
}

static void set_syntax_error(GError **error, guint64 offset, const char *why,
	const char *line, gsize length, gsize at)
{
	gsize from = at > EXCERPT / 2 ? at - EXCERPT / 2 : 0;
	gsize n = MIN(length - from, EXCERPT);
	g_autofree char *excerpt = mi_excerpt(line + from, n);
	g_set_error(error, MI_ERROR, MI_ERROR_SYNTAX,
		"GDB's output, byte %" G_GUINT64_FORMAT ": %s, near '%s%s%s'",
		offset + at, why, from > 0 ? "..." : "", excerpt,
		from + n < length ? "..." : "");
}

/* Where the next line ends, or NULL if it is not complete yet. */
static const char *find_newline(struct mi_parser *parser)
{
	if (parser->searched == parser->end)
		return NULL;
	const char *newline = memchr(parser->buffer + parser->searched, '\n',
		parser->end - parser->searched);
	if (!newline)
		parser->searched = parser->end;
	return newline;
}

static gboolean too_long(struct mi_parser *parser, gsize length, GError **error)
{
	if (parser->skipping || length <= parser->limit)
		return FALSE;
	set_syntax_error(error, parser->consumed, "record too long",
		parser->buffer + parser->begin, length, 0);
	return TRUE;
}

/* An incomplete line: wait for the rest, but store no more of it than the
 * limit. */
static gboolean wait_for_more(struct mi_parser *parser, GError **error)
{
	gsize length = parser->end - parser->begin;
	gboolean failed = too_long(parser, length, error);
	parser->skipping |= failed;
	if (parser->skipping)
		consume(parser, length);
	return !failed;
}

gboolean mi_parser_next(
	struct mi_parser *parser, struct mi_record **record, GError **error)
{
	*record = NULL;
	for (;;) {
		const char *newline = find_newline(parser);
		if (!newline)
			return wait_for_more(parser, error);
		const char *line = parser->buffer + parser->begin;
		guint64 offset = parser->consumed;
		gsize length = newline - line, whole = length + 1;
		gboolean failed = too_long(parser, length, error);
		gboolean skip = failed || parser->skipping;
		parser->skipping = FALSE;
		if (length > 0 && line[length - 1] == '\r')
			length--;
		parser->failed_token = -1;
		struct mi_failure f;
		if (!skip && length > 0) {
			*record = mi_record_parse(line, length, &f);
			if (!*record) {
				failed = TRUE;
				parser->failed_token = f.token;
				set_syntax_error(error, offset, f.why, line,
					length, f.at);
			}
		}
		consume(parser, whole);
		if (failed || *record)
			return !failed;
	}
}

gint64 mi_parser_failed_token(const struct mi_parser *parser)
{
	return parser->failed_token;
}

gboolean mi_parser_end(struct mi_parser *parser, GError **error)
{
	gsize length = parser->end - parser->begin;
	if (length == 0)
		return TRUE;
	set_syntax_error(error, parser->consumed, "output ends inside a record",
		parser->buffer + parser->begin, length, length);
	consume(parser, length);
	return FALSE;
}
