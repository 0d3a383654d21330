#include "cause-values.h"

#include "report.h"

#include <string.h>

/* Of a value this much is shown; of what is the same on the left of a
 * difference, that much. In characters; an escape is one. */
enum { LONGEST = 100, LEAD = 24 };

/* A printable text, and where its characters begin: cutting an escape such as
 * \x1b in two would make another text of it. */
struct line {
	char *text;
	GArray *starts; /* gsize; the last one is the text's end */
};

static gsize length_of_escape(const char *text)
{
	gsize n = 2;
	if (text[1] == 'x')
		while (n < 4 && g_ascii_isxdigit(text[n]))
			n++;
	else if (text[1] >= '0' && text[1] <= '7')
		while (n < 4 && text[n] >= '0' && text[n] <= '7')
			n++;
	else
		n = 1 + (gsize) (g_utf8_next_char(text + 1) - (text + 1));
	return n;
}

static void line_init(struct line *line, const char *text)
{
	line->text = hc_report_safe(text);
	line->starts = g_array_new(FALSE, FALSE, sizeof(gsize));
	gsize at = 0, end = strlen(line->text);
	while (at < end) {
		const char *here = line->text + at;
		g_array_append_val(line->starts, at);
		at += here[0] == '\\' && here[1]
			      ? length_of_escape(here)
			      : (gsize) (g_utf8_next_char(here) - here);
	}
	g_array_append_val(line->starts, end);
}

static void line_clear(struct line *line)
{
	g_free(line->text);
	g_array_unref(line->starts);
}

static guint length_of(const struct line *line)
{
	return line->starts->len - 1;
}

static const char *at(const struct line *line, guint i)
{
	return line->text + g_array_index(line->starts, gsize, i);
}

static gboolean same(
	const struct line *a, guint i, const struct line *b, guint k)
{
	gsize n = (gsize) (at(a, i + 1) - at(a, i));
	return n == (gsize) (at(b, k + 1) - at(b, k)) &&
	       memcmp(at(a, i), at(b, k), n) == 0;
}

static guint common_prefix(const struct line *a, const struct line *b)
{
	guint n = 0, most = MIN(length_of(a), length_of(b));
	while (n < most && same(a, n, b, n))
		n++;
	return n;
}

/* "the struct node {": what the rest are members of. 0 if there is none. */
static guint length_of_head(const struct line *line)
{
	guint n = length_of(line);
	if (line->text[0] == '"')
		return 0;
	for (guint i = 0; i < n; i++)
		if (*at(line, i) == '{')
			return i > 0 && *at(line, i - 1) == ' ' ? i + 1 : 0;
	return 0;
}

/* What is open where a line is cut: the quotes, and braces of what is kept. */
struct open {
	gboolean quoted;
	guint braces;
};

static struct open find_open(
	const struct line *line, guint head, guint from, guint to)
{
	struct open open = {FALSE, 0};
	for (guint i = 0; i < to; i++) {
		char c = *at(line, i);
		gboolean kept = i < head || i >= from;
		if (c == '"')
			open.quoted = !open.quoted;
		else if (!open.quoted && kept && c == '{')
			open.braces++;
		else if (!open.quoted && kept && c == '}' && open.braces)
			open.braces--;
	}
	return open;
}

/* From `from` on, as much as there is room for; that is not all of it. A string
 * keeps its quotes, and members their braces. */
static char *cut(const struct line *line, guint from)
{
	guint n = length_of(line);
	/* There may be less behind the difference than there is room for. */
	from = MIN(from, n - LONGEST);
	guint to = from + LONGEST, head = length_of_head(line);
	if (head >= from)
		head = 0;
	gboolean quoted = line->text[0] == '"';
	gboolean ends = n > 1 && *at(line, n - 1) == '"';
	g_autofree char *middle = g_strndup(
		at(line, from), (gsize) (at(line, to) - at(line, from)));
	g_autofree char *what =
		g_strndup(line->text, (gsize) (at(line, head) - line->text));
	struct open open = find_open(line, head, from, to);
	g_autofree char *braces = g_strnfill(quoted ? 0 : open.braces, '}');
	const char *quote = quoted        ? (ends ? "\"" : "")
			    : open.quoted ? "\""
					  : "";
	return g_strconcat(what, from && quoted ? "\"" : "", from ? "…" : "",
		middle, to < n ? "…" : "", to < n ? quote : "",
		to < n ? braces : "", NULL);
}

static struct hc_report_value shorten(
	const struct line *line, guint from, gboolean full)
{
	guint n = length_of(line);
	return n <= LONGEST || full
		       ? (struct hc_report_value){g_strdup(line->text), 0}
		       : (struct hc_report_value){cut(line, from), n};
}

void hc_report_pair(const char *before, const char *after, gboolean full,
	struct hc_report_value *pass, struct hc_report_value *fail)
{
	struct line a, b;
	line_init(&a, before);
	line_init(&b, after);
	guint prefix = common_prefix(&a, &b);
	guint from = prefix > LEAD ? prefix - LEAD : 0;
	*pass = shorten(&a, from, full);
	*fail = shorten(&b, from, full);
	line_clear(&a);
	line_clear(&b);
}

/* ---- Commands ---- */

char *hc_report_command(const char *command, const char *other, gboolean full)
{
	enum { MOST = 200, HEAD = 60 };
	struct line a, b;
	line_init(&a, command);
	line_init(&b, other);
	guint n = length_of(&a), prefix = common_prefix(&a, &b);
	guint from = prefix > HEAD + LEAD ? prefix - LEAD : HEAD;
	guint to = MIN(n, from + MOST - HEAD);
	char *text = n <= MOST || full
			     ? g_strdup(a.text)
			     : g_strdup_printf("%.*s%s%.*s%s",
				       (int) (at(&a, HEAD) - a.text), a.text,
				       from > HEAD ? "…" : "",
				       (int) (at(&a, to) - at(&a, from)),
				       at(&a, from), to < n ? "…" : "");
	line_clear(&a);
	line_clear(&b);
	return text;
}

/* ---- Names ---- */

/* The step that starts here, such as "->next" or "[3]", up to the next one. */
static gsize length_of_step(const char *text)
{
	gsize n = text[0] == '-' && text[1] == '>' ? 2 : 1;
	return n + strcspn(text + n, "-.[ ()");
}

/* How often the step at the beginning is there, one after the other. */
static guint count_steps(const char *text, gsize n)
{
	guint times = 1;
	while (strncmp(text, text + times * n, n) == 0 &&
		length_of_step(text + times * n) == n)
		times++;
	return times;
}

/* "list->next->next->next->next->n" as "list(->next, 4 times)->n": the way
 * along a list is long, and what is at its end matters. */
static char *fold(const char *name)
{
	enum { FEW = 4 };
	GString *text = g_string_new(NULL);
	while (*name) {
		gboolean step = g_str_has_prefix(name, "->") || *name == '.';
		gsize n = step ? length_of_step(name) : 1;
		guint times = step ? count_steps(name, n) : 1;
		if (times >= FEW)
			g_string_append_printf(
				text, "(%.*s, %u times)", (int) n, name, times);
		else
			g_string_append_len(text, name, (gssize) (n * times));
		name += n * times;
	}
	return g_string_free(text, FALSE);
}

/* Whether every bracket in there has its partner in there. */
static gboolean is_balanced(const struct line *line, guint from, guint to)
{
	g_autoptr(GString) open = g_string_new(NULL);
	for (guint i = from; i < to; i++) {
		char c = *at(line, i);
		if (c == '(' || c == '[') {
			g_string_append_c(open, c);
		} else if (c == ')' || c == ']') {
			if (!open->len || open->str[open->len - 1] !=
						  (c == ')' ? '(' : '['))
				return FALSE;
			g_string_truncate(open, open->len - 1);
		}
	}
	return open->len == 0;
}

/* Moves the ends of what is left out apart, as little as possible, until no
 * bracket loses its partner. Names without such pairs stay as they are. */
static void keep_pairs(const struct line *line, guint *from, guint *to)
{
	guint most = *from + (length_of(line) - *to);
	for (guint more = 0; more < most; more++)
		for (guint left = 0; left <= more; left++) {
			guint right = more - left;
			if (left > *from || *to + right > length_of(line) ||
				!is_balanced(line, *from - left, *to + right))
				continue;
			*from -= left;
			*to += right;
			return;
		}
}

char *hc_report_name(const char *name, gboolean full)
{
	if (full)
		return hc_report_safe(name);
	guint half = LONGEST / 2;
	g_autofree char *folded =
		strlen(name) > half ? fold(name) : g_strdup(name);
	struct line line;
	line_init(&line, folded);
	guint n = length_of(&line);
	if (n <= LONGEST) {
		char *whole = g_strdup(line.text);
		line_clear(&line);
		return whole;
	}
	guint from = half, to = n - half;
	keep_pairs(&line, &from, &to);
	char *result = g_strdup_printf("%.*s…%s",
		(int) (at(&line, from) - line.text), line.text, at(&line, to));
	line_clear(&line);
	return result;
}
