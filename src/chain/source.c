#include "source.h"

#include <string.h>
#include <sys/stat.h>

/* A file longer than this is not read. */
enum { MOST_BYTES = 64 << 20 };
/* Lines of one statement. */
enum { MOST_LINES = 8 };

struct text {
	enum hc_source_state state;
	char **lines; /* NULL unless it is there */
	guint n;
};

struct hc_source {
	gint64 built; /* when the program was; 0: unknown */
	GHashTable *files; /* path → struct text * */
	GHashTable *paths; /* as compiled → path */
};

static void text_free(gpointer data)
{
	struct text *text = data;
	g_strfreev(text->lines);
	g_free(text);
}

struct hc_source *hc_source_new(const char *program)
{
	struct hc_source *source = g_new0(struct hc_source, 1);
	struct stat status;
	if (program && stat(program, &status) == 0)
		source->built = status.st_mtime;
	source->files = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, text_free);
	source->paths =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return source;
}

void hc_source_free(struct hc_source *source)
{
	g_hash_table_unref(source->files);
	g_hash_table_unref(source->paths);
	g_free(source);
}

const char *hc_source_path(
	struct hc_source *source, const char *folder, const char *file)
{
	g_autofree char *name = g_path_is_absolute(file) || !folder
					? g_strdup(file)
					: g_build_filename(folder, file, NULL);
	char *path = g_hash_table_lookup(source->paths, name);
	if (!path) {
		path = g_strdup(
			g_file_test(name, G_FILE_TEST_EXISTS) ? name : file);
		g_hash_table_insert(
			source->paths, g_steal_pointer(&name), path);
	}
	return path;
}

static struct text *read_text(const struct hc_source *source, const char *file)
{
	struct text *text = g_new0(struct text, 1);
	g_autofree char *bytes = NULL;
	struct stat status;
	text->state = HC_SOURCE_MISSING;
	/* A device would never end. */
	if (stat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
		status.st_size > MOST_BYTES)
		return text;
	text->state = HC_SOURCE_NEWER;
	if (source->built && status.st_mtime > source->built)
		return text;
	text->state = HC_SOURCE_MISSING;
	if (!g_file_get_contents(file, &bytes, NULL, NULL))
		return text;
	text->state = HC_SOURCE_THERE;
	text->lines = g_strsplit(bytes, "\n", -1);
	text->n = g_strv_length(text->lines);
	return text;
}

static struct text *find_text(struct hc_source *source, const char *file)
{
	struct text *text = g_hash_table_lookup(source->files, file);
	if (!text) {
		text = read_text(source, file);
		g_hash_table_insert(source->files, g_strdup(file), text);
	}
	return text;
}

enum hc_source_state hc_source_state(struct hc_source *source, const char *file)
{
	return file ? find_text(source, file)->state : HC_SOURCE_MISSING;
}

const char *hc_source_line(struct hc_source *source, const char *file, int line)
{
	const struct text *text = file ? find_text(source, file) : NULL;
	return text && text->lines && line > 0 && (guint) line <= text->n
		       ? text->lines[line - 1]
		       : NULL;
}

char **hc_source_lines(
	struct hc_source *source, const char *file, int first, int last)
{
	g_autoptr(GStrvBuilder) lines = g_strv_builder_new();
	if (!hc_source_line(source, file, first))
		return NULL;
	for (int i = first; i <= last; i++) {
		const char *line = hc_source_line(source, file, i);
		if (line)
			g_strv_builder_add(lines, line);
	}
	return g_strv_builder_end(lines);
}

/* ---- The text of a line ---- */

/* Behind a literal or a comment that begins here; the same place if none
 * does. */
static const char *skip_quoted(const char *at)
{
	if (at[0] == '/' && at[1] == '/')
		return at + strlen(at);
	if (at[0] == '/' && at[1] == '*') {
		const char *end = strstr(at + 2, "*/");
		return end ? end + 2 : at + strlen(at);
	}
	if (*at != '"' && *at != '\'')
		return at;
	char quote = *at++;
	while (*at && *at != quote)
		at += at[0] == '\\' && at[1] ? 2 : 1;
	return *at ? at + 1 : at;
}

static gboolean is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

int hc_source_end(struct hc_source *source, const char *file, int line)
{
	int open = 0;
	for (int i = 0; i < MOST_LINES; i++) {
		const char *text = hc_source_line(source, file, line + i);
		char last = 0;
		if (!text)
			break;
		while (*text) {
			const char *behind = skip_quoted(text);
			if (behind != text) {
				last = *text == '/' ? last : *text;
				text = behind;
				continue;
			}
			open += (*text == '(' || *text == '[') -
				(*text == ')' || *text == ']');
			if (!g_ascii_isspace(*text))
				last = *text;
			text++;
		}
		/* `if (x)`, `else`, `case 1:` end with their lines as well. */
		if (open <= 0 && !strchr("=+-*/%&|^,?<>", last))
			return line + i;
	}
	return line;
}

/* The next place where a text has a name, from a place on; NULL: none. */
static const char *find_name(
	const char *text, const char *from, const char *name)
{
	gsize n = strlen(name);
	for (const char *at = text; *at;) {
		const char *behind = skip_quoted(at);
		if (behind != at) {
			at = behind;
			continue;
		}
		if (!is_word(*at)) {
			at++;
			continue;
		}
		const char *end = at;
		while (is_word(*end))
			end++;
		if (at >= from && (gsize) (end - at) == n &&
			strncmp(at, name, n) == 0)
			return at;
		at = end;
	}
	return NULL;
}

static const char *skip_space(const char *at)
{
	while (g_ascii_isspace(*at))
		at++;
	return at;
}

/* Behind the subscripts of a name, as far as they end in this text, and the
 * brackets of `(*x)`. */
static const char *skip_subscripts(const char *at)
{
	for (at = skip_space(at); *at == '[' || *at == ')';
		at = skip_space(at)) {
		if (*at++ == ')')
			continue;
		for (int open = 1; *at && open > 0; at++)
			open += (*at == '[') - (*at == ']');
	}
	return at;
}

static gboolean is_assignment(const char *at)
{
	if (at[0] == '=')
		return at[1] != '=';
	if ((at[0] == '+' && at[1] == '+') || (at[0] == '-' && at[1] == '-'))
		return TRUE;
	if ((at[0] == '<' && at[1] == '<') || (at[0] == '>' && at[1] == '>'))
		return at[2] == '=';
	return at[0] && strchr("+-*/%&|^", at[0]) && at[1] == '=';
}

/* Whether the value that a name ends is counted before it is used: the sign
 * stands before all of `++p->x`. */
static gboolean is_counted(const char *text, const char *name)
{
	while (name > text && (is_word(name[-1]) || name[-1] == '.' ||
				      (name[-1] == '>' && name - 1 > text &&
					      name[-2] == '-') ||
				      (name[-1] == '-' && name[0] == '>')))
		name--;
	return name - text >= 2 && (strncmp(name - 2, "++", 2) == 0 ||
					   strncmp(name - 2, "--", 2) == 0);
}

gboolean hc_source_sets(const char *text, const char *name)
{
	for (const char *at = text; (at = find_name(text, at, name));
		at += strlen(name))
		if (is_assignment(skip_subscripts(at + strlen(name))) ||
			is_counted(text, at))
			return TRUE;
	return FALSE;
}

/* Of the library: they write to what their first argument points to. */
static gboolean is_writer(const char *name)
{
	static const char *const starts[] = {
		"str", "mem", "sprintf", "snprintf", "fgets", "fread"};
	for (guint i = 0; i < G_N_ELEMENTS(starts); i++)
		if (g_str_has_prefix(name, starts[i]))
			return TRUE;
	return FALSE;
}

gboolean hc_source_only_calls(const char *text)
{
	static const char keyword[] = "return";
	const char *name = NULL;
	gboolean calls = FALSE;
	char before = 0;
	if (hc_source_decides(text))
		return FALSE;
	for (const char *at = text; *at;) {
		const char *behind = skip_quoted(at);
		if (behind != at) {
			at = behind;
			continue;
		}
		if (is_word(*at)) {
			name = at;
			while (is_word(*at))
				at++;
			if (g_str_has_prefix(name, keyword) &&
				name + sizeof keyword - 1 == at)
				return FALSE;
			before = 'x';
			continue;
		}
		/* `&x` as an argument. */
		if (is_assignment(at) ||
			(*at == '&' && (before == '(' || before == ',')))
			return FALSE;
		if (*at == '(' && before == 'x') {
			if (is_writer(name))
				return FALSE;
			calls = TRUE;
		}
		/* Not the second sign of a comparison. */
		if (at[1] == '=' && strchr("=!<>", *at))
			at++;
		if (!g_ascii_isspace(*at))
			before = *at;
		at++;
	}
	return calls;
}

gboolean hc_source_decides(const char *text)
{
	static const char *const words[] = {
		"if", "while", "for", "switch", "else if"};
	const char *start = text + strspn(text, " \t}");
	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (g_str_has_prefix(start, words[i]) &&
			!is_word(start[strlen(words[i])]))
			return TRUE;
	return FALSE;
}

char *hc_source_last_name(const char *expression)
{
	const char *start = NULL, *end = NULL;
	int open = 0;
	for (const char *at = expression; *at;) {
		if (is_word(*at)) {
			const char *word = at;
			while (is_word(*at))
				at++;
			if (open == 0 && !g_ascii_isdigit(*word)) {
				start = word;
				end = at;
			}
			continue;
		}
		open += (*at == '[' || *at == '(' || *at == '{') -
			(*at == ']' || *at == ')' || *at == '}');
		at++;
	}
	return start ? g_strndup(start, (gsize) (end - start)) : NULL;
}
