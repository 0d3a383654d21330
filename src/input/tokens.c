#include "input-tokens.h"

#include <string.h>

/* A closing bracket may close this many others with it, which were left open.
 * One that would close more is none. */
enum { MOST_OPEN = 2 };
/* A tab goes on to the next multiple of this. */
enum { TAB = 8 };
/* Longer pieces of a line are cut. */
enum { LONGEST_LINE = 4096 };

struct scanner {
	const char *text;
	gsize n;
	GArray *tokens;
	GArray *open; /* guint32: brackets without mate so far */
	/* From here on, up to there, there is no end of a string by this quote;
	 * and none of a comment. Or a text of nothing but beginnings would be
	 * searched from each of them to its end. */
	gsize no_end['\'' + 1], no_comment, no_markup;
};

gboolean hc_input_is_letter(char byte)
{
	return g_ascii_isalnum(byte) || byte == '_' || (guchar) byte >= 0x80;
}

gboolean hc_input_is_binary(const char *bytes, gsize n)
{
	gsize strange = 0;
	for (gsize i = 0; i < n; i++) {
		if (bytes[i] == '\0')
			return TRUE;
		strange += (guchar) bytes[i] < ' ' &&
			   !strchr("\t\n\v\f\r\b\033", bytes[i]);
	}
	return strange > n / 16;
}

static gboolean is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* ---- Where a token ends -------------------------------------------------- */

static gsize end_of_word(const struct scanner *s, gsize i)
{
	while (i < s->n && hc_input_is_letter(s->text[i]))
		i++;
	return i;
}

static gsize end_of_number(const struct scanner *s, gsize i)
{
	gboolean hex = s->text[i] == '0' && i + 1 < s->n &&
		       (s->text[i + 1] | 0x20) == 'x';
	for (; i < s->n; i++) {
		char c = s->text[i], before = i ? s->text[i - 1] | 0x20 : 0;
		gboolean sign = (c == '+' || c == '-') &&
				(before == 'p' || (before == 'e' && !hex));
		if (!hc_input_is_letter(c) && c != '.' && !sign)
			break;
	}
	return i;
}

/* A string ends on its line; else the quote stands for itself. */
static gsize end_of_string(struct scanner *s, gsize from)
{
	char quote = s->text[from];
	gsize i = from + 1;
	if (from < s->no_end[(guchar) quote])
		return from + 1;
	for (; i < s->n && s->text[i] != '\n'; i++) {
		if (s->text[i] == quote)
			return i + 1;
		if (s->text[i] == '\\' && i + 1 < s->n &&
			s->text[i + 1] != '\n')
			i++;
	}
	s->no_end[(guchar) quote] = i;
	return from + 1;
}

/* Behind the next `what`, or 0; *none is set if there is no more of them. */
static gsize find_end(
	const struct scanner *s, gsize from, const char *what, gsize *none)
{
	gsize length = strlen(what);
	const char *found =
		*none ? NULL
		      : memmem(s->text + from, s->n - from, what, length);
	if (!found) {
		*none = 1;
		return 0;
	}
	return (gsize) (found - s->text) + length;
}

static gboolean starts(const struct scanner *s, gsize i, const char *what)
{
	gsize length = strlen(what);
	return s->n - i >= length && memcmp(s->text + i, what, length) == 0;
}

static gsize end_of_sign(struct scanner *s, gsize i)
{
	static const char second[] = "<>=.-+&|:/#";
	static const char *const signs[] = {"<<=", ">>=", "...",
		"===", "!==", "->", "++", "--", "<<", ">>",
		"<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
		"%=", "&=", "|=", "^=", "::", ":=", "=>", "</", "/>", "##"};
	gsize end = 0;
	if (starts(s, i, "/*"))
		end = find_end(s, i + 2, "*/", &s->no_comment);
	else if (starts(s, i, "<!--"))
		end = find_end(s, i + 4, "-->", &s->no_markup);
	if (end)
		return end;
	gboolean longer = i + 1 < s->n && strchr(second, s->text[i + 1]) &&
			  s->text[i + 1];
	for (guint k = 0; longer && k < G_N_ELEMENTS(signs); k++)
		if (starts(s, i, signs[k]))
			return i + strlen(signs[k]);
	return i + 1;
}

static gsize end_of_token(struct scanner *s, gsize i)
{
	char c = s->text[i];
	if (g_ascii_isdigit(c) ||
		(c == '.' && i + 1 < s->n && g_ascii_isdigit(s->text[i + 1])))
		return end_of_number(s, i);
	if (hc_input_is_letter(c))
		return end_of_word(s, i);
	if (c == '"' || c == '\'')
		return end_of_string(s, i);
	return strchr("<>.=!-+&|*/%^:#", c) && c ? end_of_sign(s, i) : i + 1;
}

/* ---- Brackets ------------------------------------------------------------ */

static struct hc_input_token *token_at(const struct scanner *s, guint32 i)
{
	return &g_array_index(s->tokens, struct hc_input_token, i);
}

static void match(struct scanner *s, guint32 closer)
{
	static const char opening[] = "([{", closing[] = ")]}";
	const char *which = strchr(closing, token_at(s, closer)->first);
	for (guint k = 0; k <= MOST_OPEN && k < s->open->len; k++) {
		guint at = s->open->len - 1 - k;
		guint32 opener = g_array_index(s->open, guint32, at);
		if (token_at(s, opener)->first != opening[which - closing])
			continue;
		token_at(s, opener)->mate = closer;
		token_at(s, closer)->mate = opener;
		g_array_set_size(s->open, at);
		return;
	}
}

/* ---- All of them --------------------------------------------------------- */

static gsize skip_blanks(const struct scanner *s, gsize i, guint8 *lines)
{
	for (; i < s->n && is_blank(s->text[i]); i++)
		if (s->text[i] == '\n' && *lines < 2)
			(*lines)++;
	return i;
}

/* How far blanks indent what is behind them. */
static guint32 columns_from(const struct scanner *s, gsize from)
{
	guint32 columns = 0;
	for (; from < s->n && (s->text[from] == ' ' || s->text[from] == '\t');
		from++)
		columns = s->text[from] == '\t' ? (columns / TAB + 1) * TAB
						: columns + 1;
	return columns;
}

static guint32 indent_at(const struct scanner *s, gsize i)
{
	gsize from = i;
	while (from > 0 && s->text[from - 1] != '\n')
		from--;
	return columns_from(s, from);
}

static void add(struct scanner *s, gsize start, gsize blanks, guint8 lines)
{
	struct hc_input_token token = {
		.start = (guint32) start,
		.blanks = (guint32) blanks,
		.mate = HC_INPUT_NONE,
		.indent = HC_INPUT_NONE,
		.lines = lines,
		.first = start < s->n ? s->text[start] : '\0',
	};
	guint32 before = s->tokens->len;
	/* Only blanks are between it and the beginning of its line. */
	if (before == 0 || token_at(s, before - 1)->lines)
		token.indent = indent_at(s, start);
	g_array_append_val(s->tokens, token);
}

static void scan(struct scanner *s)
{
	guint8 lines = 0;
	gsize i = skip_blanks(s, 0, &lines);
	if (i > 0)
		add(s, 0, 0, lines);
	while (i < s->n) {
		gsize start = i, end = end_of_token(s, i);
		guint32 number = s->tokens->len;
		char c = s->text[start];
		lines = 0;
		i = skip_blanks(s, end, &lines);
		add(s, start, end, lines);
		if (end == start + 1 && (c == '(' || c == '[' || c == '{'))
			g_array_append_val(s->open, number);
		else if (end == start + 1 && (c == ')' || c == ']' || c == '}'))
			match(s, number);
	}
}

static void scan_lines(struct scanner *s)
{
	for (gsize i = 0; i < s->n;) {
		gsize most = MIN(s->n - i, LONGEST_LINE);
		const char *end = memchr(s->text + i, '\n', most);
		gsize next = end ? (gsize) (end + 1 - s->text) : i + most;
		guint8 lines = 0;
		/* Those that are empty belong to the one before. */
		if (end)
			lines = 1;
		while (end && next < s->n && s->text[next] == '\n') {
			lines = 2;
			next++;
		}
		add(s, i, next, lines);
		struct hc_input_token *line = token_at(s, s->tokens->len - 1);
		if (line->indent != HC_INPUT_NONE)
			line->indent = columns_from(s, i);
		i = next;
	}
}

static void scan_bytes(struct scanner *s, gsize size)
{
	for (gsize i = 0; i < s->n; i += size)
		add(s, i, MIN(i + size, s->n), 0);
}

GArray *hc_input_tokens(
	const char *text, gsize n, enum hc_input_unit unit, gsize size)
{
	g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint32));
	struct scanner s = {
		.text = text,
		.n = n,
		.tokens = g_array_new(
			FALSE, FALSE, sizeof(struct hc_input_token)),
		.open = open,
	};
	if (unit == HC_INPUT_TOKENS)
		scan(&s);
	else if (unit == HC_INPUT_LINES)
		scan_lines(&s);
	else
		scan_bytes(&s, MAX(size, 1));
	add(&s, n, n, 0);
	return s.tokens;
}
