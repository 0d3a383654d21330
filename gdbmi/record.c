/* From one line of MI to one record: a loop with a small stack of open tuples
 * and lists, so that no nesting can overflow the C stack. The grammar is that
 * of "GDB/MI Output Syntax" in GDB's manual, widened where GDB itself goes
 * beyond it. */
#include "gdbmi-private.h"

#include <string.h>

enum {
	/* GDB nests about ten deep. Code that reads the tree may recurse. */
	MAX_DEPTH = 256,
	FIRST_VALUES = 8,
	MAX_VALUES = 1 << 15,
};

struct chunk {
	struct chunk *next;
	struct mi_value values[];
};

/* The record, its first values and a copy of the line in one block; the
 * strings are decoded inside that copy. More values come in chunks. */
struct record {
	struct mi_record record;
	struct chunk *chunks;
	struct mi_value *free, *limit;
	gsize chunk_size;
	struct mi_value values[FIRST_VALUES];
};

struct cursor {
	struct record *record;
	char *p, *begin, *end;
	const char *why;
};

static struct mi_value *new_value(struct record *r)
{
	if (r->free == r->limit) {
		struct chunk *chunk =
			g_malloc(sizeof *chunk +
				 r->chunk_size * sizeof chunk->values[0]);
		chunk->next = r->chunks;
		r->chunks = chunk;
		r->free = chunk->values;
		r->limit = r->free + r->chunk_size;
		r->chunk_size = MIN(r->chunk_size * 2, MAX_VALUES);
	}

	struct mi_value *value = r->free++;
	*value = (struct mi_value){0};
	return value;
}

void mi_record_free(struct mi_record *record)
{
	if (!record)
		return;
	struct record *r = (struct record *) record;
	for (struct chunk *chunk = r->chunks, *next; chunk; chunk = next) {
		next = chunk->next;
		g_free(chunk);
	}
	g_free(r);
}

static gboolean fail(struct cursor *c, const char *why)
{
	c->why = why;
	return FALSE;
}

static gboolean is_name(char c)
{
	return (guchar) c > ' ' && c != '=' && c != '"' && c != ',' &&
	       c != '{' && c != '}' && c != '[' && c != ']';
}

/* NAME= before a value, if there is one. GDB leaves it out, and not only in
 * lists: mi2 wrote bkpt={...},{...} and script={"a","b"}. */
static gboolean parse_name(struct cursor *c, const char **name)
{
	*name = NULL;
	if (c->p == c->end)
		return fail(c, "line ends where a value should be");
	if (*c->p == '"' || *c->p == '{' || *c->p == '[')
		return TRUE;

	char *begin = c->p;
	while (is_name(*c->p))
		c->p++;
	if (c->p == begin)
		return fail(c, "neither a name nor a value");
	if (c->p == c->end || *c->p != '=')
		return fail(c, "name without a value");

	*name = begin;
	*c->p++ = '\0';
	return TRUE;
}

static gboolean parse_string(struct cursor *c, struct mi_value *value)
{
	c->p++;
	char *after = mi_unescape(&c->p, c->end, value, &c->why);
	if (!after)
		return FALSE;
	c->p = after;
	return TRUE;
}

struct level {
	struct mi_value **tail;
	char close;
};

/* The start of a value: a whole string, or a bracket that opens a level. */
static gboolean begin_value(struct cursor *c, struct level *levels, int *depth)
{
	const char *name;
	if (!parse_name(c, &name))
		return FALSE;

	struct mi_value *value = new_value(c->record);
	value->name = name;
	*levels[*depth].tail = value;
	levels[*depth].tail = &value->next;
	if (c->p < c->end && *c->p == '"')
		return parse_string(c, value);
	if (c->p == c->end || (*c->p != '{' && *c->p != '['))
		return fail(c, "a value must begin with \", { or [");
	if (*depth + 1 == MAX_DEPTH)
		return fail(c, "values nested more than 255 deep");

	value->kind = *c->p == '{' ? MI_TUPLE : MI_LIST;
	levels[++*depth] = (struct level){
		.tail = &value->first,
		.close = *c->p == '{' ? '}' : ']',
	};
	c->p++;

	return TRUE;
}

/* The comma-separated results up to the end of the line. */
static gboolean parse_results(struct cursor *c, struct mi_value *tuple)
{
	struct level levels[MAX_DEPTH];
	int depth = 0;

	levels[0] = (struct level){.tail = &tuple->first};
	for (;;) {
		int before = depth;
		if (!begin_value(c, levels, &depth))
			return FALSE;
		/* Just opened: go on with its first value, unless it is
		 * empty. */
		if (depth > before &&
			(c->p == c->end || *c->p != levels[depth].close))
			continue;
		while (depth > 0 && c->p < c->end &&
			*c->p == levels[depth].close) {
			c->p++;
			depth--;
		}
		if (c->p == c->end)
			return depth == 0 ||
			       fail(c, "line ends inside a tuple or list");
		if (*c->p != ',')
			return fail(c, "neither a comma nor the right bracket");
		c->p++;
	}
}

static gboolean parse_class(struct cursor *c)
{
	struct mi_record *record = &c->record->record;
	char *begin = ++c->p;

	while (c->p < c->end &&
		(g_ascii_isalnum(*c->p) || *c->p == '-' || *c->p == '_'))
		c->p++;
	if (c->p == begin)
		return fail(c, "record without a class");

	record->class = begin;
	record->value.kind = MI_TUPLE;
	if (c->p == c->end) {
		*c->p = '\0';
		return TRUE;
	}
	if (*c->p != ',')
		return fail(c, "no comma after the class");

	*c->p++ = '\0';
	return parse_results(c, &record->value);
}

static gboolean parse_stream(struct cursor *c)
{
	if (++c->p == c->end || *c->p != '"')
		return fail(c, "stream without a string");
	return parse_string(c, &c->record->record.value) &&
	       (c->p == c->end || fail(c, "text after the stream's string"));
}

static gboolean parse_token(struct cursor *c)
{
	gint64 token = -1;
	for (; c->p < c->end && g_ascii_isdigit(*c->p); c->p++) {
		token = token < 0 ? 0 : token;
		if (token > (G_MAXINT64 - 9) / 10)
			return fail(c, "token too large");
		token = token * 10 + (*c->p - '0');
	}
	c->record->record.token = token;
	return TRUE;
}

static gboolean is_prompt(const struct cursor *c)
{
	static const char prompt[] = "(gdb)";
	gsize length = c->end - c->begin;
	if (length < strlen(prompt) || memcmp(c->begin, prompt, 5) != 0)
		return FALSE;
	for (const char *p = c->begin + 5; p < c->end; p++)
		if (*p != ' ')
			return FALSE;
	return TRUE;
}

static gboolean parse_line(struct cursor *c)
{
	static const char kinds[] = "^*+=~@&";
	struct mi_record *record = &c->record->record;
	if (is_prompt(c)) {
		record->kind = MI_PROMPT;
		record->token = -1;
		return TRUE;
	}
	if (!parse_token(c))
		return FALSE;

	const char *kind = c->p < c->end && *c->p ? strchr(kinds, *c->p) : NULL;
	if (!kind)
		return fail(c, "not an MI record");

	record->kind = MI_RESULT + (kind - kinds);
	return record->kind >= MI_CONSOLE ? parse_stream(c) : parse_class(c);
}

/* The token of a line that failed, if the line answers a command: that command
 * must not wait for an answer that will never come. */
static gint64 failed_token(const char *line, gsize length, gint64 token)
{
	gsize digits = 0;
	while (digits < length && g_ascii_isdigit(line[digits]))
		digits++;
	return digits < length && line[digits] == '^' ? token : -1;
}

struct mi_record *mi_record_parse(
	const char *line, gsize length, struct mi_failure *failure)
{
	struct record *r = g_malloc(sizeof *r + length + 1);

	memset(&r->record, 0, sizeof r->record);
	r->chunks = NULL;
	r->free = r->values;
	r->limit = r->values + FIRST_VALUES;
	r->chunk_size = CLAMP(length / 24, FIRST_VALUES, MAX_VALUES);

	char *text = (char *) (r + 1);
	memcpy(text, line, length);
	/* So that the search for a string's closing quote need not count. */
	text[length] = '"';

	struct cursor c = {
		.record = r, .p = text, .begin = text, .end = text + length};
	if (parse_line(&c))
		return &r->record;

	*failure = (struct mi_failure){
		.at = c.p - c.begin,
		.why = c.why,
		.token = failed_token(line, length, r->record.token),
	};
	mi_record_free(&r->record);
	return NULL;
}
