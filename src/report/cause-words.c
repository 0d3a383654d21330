#include "cause-words.h"

#include "descriptor.h"

#include <stdlib.h>
#include <string.h>

static gboolean is_descriptor(const struct hc_cause *cause)
{
	return g_str_has_prefix(cause->variable, "<fd ");
}

/* What *TEXT@LENGTH and *(char (*)[LENGTH]) ((char *) TEXT) are the contents
 * of; NULL if it is no such thing. */
static char *string_of(const char *variable)
{
	static const char array[] = "*(char (*)[", cast[] = "]) ((char *) ";
	if (g_str_has_prefix(variable, array) &&
		g_str_has_suffix(variable, ")")) {
		const char *text = variable + strlen(array);
		text += strspn(text, "0123456789");
		if (g_str_has_prefix(text, cast)) {
			text += strlen(cast);
			return g_strndup(text, strlen(text) - 1);
		}
	}
	const char *at = strrchr(variable, '@');
	if (variable[0] != '*' || !at || !at[1] ||
		strspn(at + 1, "0123456789") != strlen(at + 1))
		return NULL;
	return g_strndup(variable + 1, (gsize) (at - variable - 1));
}

static const char *const streams[] = {"stdin", "stdout", "stderr"};

/* What a stream of libc's has read or will write: "the buffer of stdin". NULL
 * if the variable is no buffer. */
static char *buffer_of(const char *variable)
{
	for (guint i = 0; i < G_N_ELEMENTS(streams); i++) {
		g_autofree char *object =
			g_strdup_printf("&_IO_2_1_%s_)._IO_", streams[i]);
		const char *member = strstr(variable, object);
		if (member && g_str_has_suffix(variable, "_base)"))
			return g_strdup_printf("the buffer of %s", streams[i]);
	}
	return NULL;
}

char *hc_report_word_variable(const struct hc_cause *cause, gboolean full)
{
	if (is_descriptor(cause)) {
		unsigned long n = strtoul(cause->variable + 4, NULL, 10);
		return n < G_N_ELEMENTS(streams)
			       ? g_strdup(streams[n])
			       : g_strdup_printf("descriptor %lu", n);
	}
	if (cause->shown && g_str_has_prefix(cause->shown, "the rest of "))
		return g_strdup(cause->shown);
	char *buffer = buffer_of(cause->variable);
	if (buffer)
		return buffer;
	const char *name = cause->shown ? cause->shown : cause->variable;
	g_autofree char *string = string_of(name);
	return hc_report_name(string ? string : name, full);
}

gboolean hc_report_is_plural(const struct hc_cause *cause)
{
	const char *name = cause->shown ? cause->shown : cause->variable;
	if (g_str_has_prefix(name, "bytes "))
		return TRUE;
	if (!g_str_has_prefix(name, "the "))
		return FALSE;
	name += strlen("the ");
	gsize digits = strspn(name, "0123456789");
	return digits && g_str_has_prefix(name + digits, " bytes ");
}

gboolean hc_report_leads_back(const struct hc_cause *cause)
{
	const char *name = cause->shown ? cause->shown : cause->variable;
	const char *to = cause->fail;
	if (!cause->type || !g_str_has_suffix(cause->type, "*") || to[0] == '"')
		return FALSE;
	/* &x is around x.next, and p is before p->next. */
	if (to[0] == '&') {
		const char *whole = to + 1;
		char next = g_str_has_prefix(name, whole) ? name[strlen(whole)]
							  : '\0';
		return next == '.' || next == '[';
	}
	return g_str_has_prefix(name, to) &&
	       g_str_has_prefix(name + strlen(to), "->");
}

/* ---- Values ---- */

/* Of a descriptor in quotes: the file and, past its beginning, where in it. */
static char *word_of_file(const char *value)
{
	g_auto(hc_descriptor) open = {0};
	if (value[0] != '"' ||
		!hc_descriptor_parse(&open, value + 1, strlen(value + 1)))
		return g_strdup(value);
	g_autofree char *here = g_get_current_dir();
	const char *name = open.path;
	gsize n = strlen(here);
	if (strncmp(name, here, n) == 0 && name[n] == '/')
		name += n + 1;
	return open.offset ? g_strdup_printf("'%s' from byte %" G_GUINT64_FORMAT
					     " on",
				     name, open.offset)
			   : g_strdup_printf("'%s'", name);
}

/* "a 4 x int" is an array that only one of the runs has. */
static char *word_of_object(const char *value, gboolean new)
{
	gboolean known = g_str_has_prefix(value, "the ");
	const char *what = value + (known ? strlen("the ") : strlen("a "));
	gsize digits = strspn(what, "0123456789");
	if (digits && g_str_has_prefix(what + digits, " x "))
		return g_strdup_printf("%s of %.*s %s",
			known ? "the array"
			: new ? "a new array"
			      : "an array",
			(int) digits, what, what + digits + strlen(" x "));
	if (known)
		return g_strdup(value);
	/* What is there has no type. */
	if (digits && strcmp(what + digits, " bytes") == 0)
		return g_strdup_printf(
			"a %sblock of %s", new ? "new " : "", what);
	return g_strdup_printf("a %s%s", new ? "new " : "", what);
}

/* "(char *) p + 12" as "12 bytes after p"; NULL if it is no such thing. */
static char *word_of_distance(const char *value)
{
	static const char cast[] = "(char *) ";
	gsize n = strlen(value), digits = 0;
	while (digits < n && g_ascii_isdigit(value[n - 1 - digits]))
		digits++;
	const char *sign = value + n - digits - strlen("+ ");
	if (!g_str_has_prefix(value, cast) || !digits ||
		n < strlen(cast) + digits + strlen(" + ") ||
		(!g_str_has_prefix(sign, "+ ") &&
			!g_str_has_prefix(sign, "- ")))
		return NULL;

	const char *base = value + strlen(cast);
	return g_strdup_printf("%s bytes %s %.*s", sign + 2,
		sign[0] == '+' ? "after" : "before", (int) (sign - 1 - base),
		base);
}

static char *word_of(
	const struct hc_cause *cause, const char *value, gboolean new)
{
	gboolean pointer = cause->type && g_str_has_suffix(cause->type, "*");
	if (is_descriptor(cause))
		return word_of_file(value);
	/* Other values have no spaces, or quotes around them. */
	if (g_str_has_prefix(value, "a ") || g_str_has_prefix(value, "the "))
		return word_of_object(value, new);
	char *distance = pointer ? word_of_distance(value) : NULL;
	if (distance)
		return distance;
	/* It leads to nothing that is known. */
	if (pointer && g_str_has_prefix(value, "0x"))
		return g_strdup_printf("the wild pointer %s", value);
	return g_strdup(value);
}

/* Without what both are: "{code = MEM}" for "a struct rtx {code = MEM}". */
static const char *skip_kind(const char *before, const char *after)
{
	static const char *const firsts[] = {"a ", "an ", "the "};
	const char *members = strstr(before, " {");
	if (!members || before[0] == '"' || !g_str_has_prefix(after, "a new "))
		return before;
	after += strlen("a new ");
	for (guint i = 0; i < G_N_ELEMENTS(firsts); i++) {
		const char *kind = before + strlen(firsts[i]);
		if (g_str_has_prefix(before, firsts[i]) && kind < members &&
			strncmp(kind, after, (gsize) (members + 2 - kind)) == 0)
			return members + 1;
	}
	return before;
}

void hc_report_word_values(const struct hc_cause *cause, gboolean full,
	struct hc_report_value *pass, struct hc_report_value *fail)
{
	g_autofree char *before = word_of(cause, cause->pass, FALSE);
	/* It leads back to x, rather than to &x. */
	gboolean back = hc_report_leads_back(cause) && cause->fail[0] == '&';
	g_autofree char *after =
		word_of(cause, cause->fail + (back ? 1 : 0), TRUE);
	hc_report_pair(skip_kind(before, after), after, full, pass, fail);
}

/* Up to the next comma or the end, whatever is in quotes. */
static gsize length_of_member(const char *text)
{
	gsize n = 0;
	for (gboolean quoted = FALSE; text[n]; n++) {
		if (quoted && text[n] == '\\' && text[n + 1])
			n++;
		else if (text[n] == '"')
			quoted = !quoted;
		else if (!quoted && (text[n] == ',' || text[n] == '}'))
			break;
	}
	return n;
}

char *hc_report_word_value_again(const struct hc_cause *cause, gboolean full)
{
	struct hc_report_value before, after;
	hc_report_word_values(cause, full, &before, &after);
	g_free(before.text);
	char *fail = after.text;
	/* Members of an object have been told; the first says which it is. */
	char *members = fail[0] == '"' ? NULL : strstr(fail, " {");
	if (!members)
		return fail;
	/* Elements don't. */
	if (!g_ascii_isalpha(members[2]) && members[2] != '_') {
		members[0] = '\0';
		return fail;
	}
	gsize first = length_of_member(members + 2);
	if (members[2 + first] != ',')
		return fail;
	char *again = g_strdup_printf(
		"%.*s, …}", (int) (members + 2 + first - fail), fail);
	g_free(fail);
	return again;
}
