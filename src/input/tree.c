#include "input-tree.h"

/* How tokens are divided, one rule after the other. */
enum rule {
	PARAGRAPHS, /* blank lines are between them */
	INDENTED, /* each begins with a line that is indented least */
	STATEMENTS, /* each ends with a semicolon or a block in braces */
	LINES,
	ITEMS, /* commas are between them */
	BRACKETS,
};
/* Inside of brackets, items may go over several lines, and lines are the last
 * resort. */
static const enum rule outside[] = {
	PARAGRAPHS, INDENTED, STATEMENTS, LINES, ITEMS, BRACKETS};
static const enum rule inside[] = {STATEMENTS, ITEMS, LINES, BRACKETS};

/* Deeper than that, nothing is divided by indentation or brackets any more:
 * dd looks no further, and each level looks at all tokens of the one below. */
enum { DEEPEST = 48 };

/* Tokens that are to be divided. */
struct part {
	guint32 lo, hi;
	guint32 group;
	const enum rule *rule;
	guint depth;
};

struct builder {
	struct hc_input_tree *tree;
	const GArray *tokens;
	GArray *left; /* struct part */
	GArray *cuts; /* guint32: where the items of a part begin, and the end
			 of the last one */
};

static const struct hc_input_token *token_at(const struct builder *b, guint32 i)
{
	return &g_array_index(b->tokens, struct hc_input_token, i);
}

static void set_group(struct builder *b, guint32 i, guint32 group)
{
	g_array_index(b->tree->group_of, guint32, i) = group;
}

static void push(struct builder *b, guint32 lo, guint32 hi, guint32 group,
	const enum rule *rule, guint depth)
{
	const struct part part = {lo, hi, group, rule, depth};
	if (lo < hi)
		g_array_append_val(b->left, part);
}

/* The last token of what begins here: a bracket, with all that is in it. */
static guint32 last_of(const struct builder *b, guint32 i, guint32 hi)
{
	guint32 mate = token_at(b, i)->mate;
	return mate != HC_INPUT_NONE && mate > i && mate < hi ? mate : i;
}

/* ---- Items --------------------------------------------------------------- */

/* A bracket at the beginning of a line goes with the line before, unless one of
 * the same kind ends there: then there is a list of them. */
static gboolean begins_line(const struct builder *b, guint32 i)
{
	const struct hc_input_token *token = token_at(b, i);
	if (token->indent == HC_INPUT_NONE || token->mate == HC_INPUT_NONE ||
		i == 0)
		return token->indent != HC_INPUT_NONE;
	const struct hc_input_token *before = token_at(b, i - 1);
	return token->mate > i && before->mate < i - 1 &&
	       token_at(b, before->mate)->first == token->first;
}

static guint32 least_indent(const struct builder *b, const struct part *part)
{
	guint32 least = HC_INPUT_NONE;
	for (guint32 i = part->lo; i < part->hi;
		i = last_of(b, i, part->hi) + 1)
		if (begins_line(b, i))
			least = MIN(least, token_at(b, i)->indent);
	return least;
}

/* A block in braces ends a statement, unless that goes on. */
static gboolean ends_statement(
	const struct builder *b, guint32 last, guint32 hi)
{
	char c = token_at(b, last)->first;
	char next = last + 1 < hi ? token_at(b, last + 1)->first : '\0';
	return c == ';' || (c == '}' && token_at(b, last)->mate < last &&
				   next != ';' && next != ',' && next != ')');
}

static gboolean is_cut(const struct builder *b, const struct part *part,
	guint32 last, guint32 least)
{
	switch (*part->rule) {
	case PARAGRAPHS:
		return token_at(b, last)->lines > 1;
	case INDENTED:
		return last + 1 < part->hi && begins_line(b, last + 1) &&
		       token_at(b, last + 1)->indent <= least;
	case STATEMENTS:
		return ends_statement(b, last, part->hi);
	case LINES:
		return last + 1 < part->hi && begins_line(b, last + 1);
	case ITEMS:
		return token_at(b, last)->first == ',';
	case BRACKETS:
		break;
	}
	return FALSE;
}

static void find_cuts(struct builder *b, const struct part *part)
{
	guint32 least = *part->rule == INDENTED ? least_indent(b, part) : 0;
	g_array_set_size(b->cuts, 0);
	g_array_append_val(b->cuts, part->lo);
	for (guint32 i = part->lo; i < part->hi;) {
		guint32 last = last_of(b, i, part->hi);
		i = last + 1;
		if (i < part->hi && is_cut(b, part, last, least))
			g_array_append_val(b->cuts, i);
	}
	g_array_append_val(b->cuts, part->hi);
}

/* ---- Parts --------------------------------------------------------------- */

/* Behind the first line, which all else of an indented part belongs to. */
static guint32 end_of_head(const struct builder *b, const struct part *part)
{
	guint32 i = part->lo;
	while (i < part->hi) {
		guint32 last = last_of(b, i, part->hi);
		i = last + 1;
		if (token_at(b, last)->lines > 0)
			break;
	}
	return i;
}

/* What is indented more than its head is divided in the same way again. */
static void push_indented(struct builder *b, const struct part *part)
{
	guint32 body = end_of_head(b, part);
	if (body == part->hi || token_at(b, body)->indent == HC_INPUT_NONE ||
		token_at(b, body)->indent <= token_at(b, part->lo)->indent) {
		push(b, part->lo, part->hi, part->group, part->rule + 1,
			part->depth);
		return;
	}
	push(b, part->lo, body, part->group, part->rule + 1, part->depth + 1);
	guint32 group = hc_input_tree_add(b->tree, part->group);
	push(b, body, part->hi, group,
		part->depth < DEEPEST ? part->rule : part->rule + 1,
		part->depth + 1);
}

/* What is in brackets comes apart from what they stand in: `for () {}` is one
 * thing, and each of the three that are in there another. So the brackets of a
 * pair are together, and what is in them can go alone. */
static void divide_by_brackets(struct builder *b, const struct part *part)
{
	guint32 frame = part->group;
	for (guint32 i = part->lo; i < part->hi && frame == part->group; i++)
		if (last_of(b, i, part->hi) > i + 1)
			frame = hc_input_tree_add(b->tree, part->group);
	for (guint32 i = part->lo; i < part->hi;) {
		guint32 last = last_of(b, i, part->hi);
		set_group(b, i, frame);
		set_group(b, last, frame);
		if (last > i + 1) {
			guint32 inner = hc_input_tree_add(b->tree, part->group);
			push(b, i + 1, last, inner, inside, part->depth + 1);
		}
		i = last + 1;
	}
}

static void divide(struct builder *b, const struct part *part)
{
	if (part->hi - part->lo == 1 || part->depth > 2 * DEEPEST) {
		for (guint32 i = part->lo; i < part->hi; i++)
			set_group(b, i, part->group);
		return;
	}
	if (*part->rule == BRACKETS) {
		divide_by_brackets(b, part);
		return;
	}
	find_cuts(b, part);
	gboolean many = b->cuts->len > 2;
	for (guint i = 0; i + 1 < b->cuts->len; i++) {
		struct part item = *part;
		item.lo = g_array_index(b->cuts, guint32, i);
		item.hi = g_array_index(b->cuts, guint32, i + 1);
		if (many && item.hi - item.lo > 1)
			item.group = hc_input_tree_add(b->tree, part->group);
		if (*part->rule == INDENTED && item.hi - item.lo > 1)
			push_indented(b, &item);
		else
			push(b, item.lo, item.hi, item.group, part->rule + 1,
				part->depth);
	}
}

guint32 hc_input_tree_add(struct hc_input_tree *tree, guint32 parent)
{
	g_array_append_val(tree->parent_of, parent);
	return tree->parent_of->len - 1;
}

void hc_input_tree_init(
	struct hc_input_tree *tree, const GArray *tokens, gboolean text)
{
	guint32 n = tokens->len - 1;
	g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(struct part));
	g_autoptr(GArray) cuts = g_array_new(FALSE, FALSE, sizeof(guint32));
	struct builder b = {tree, tokens, left, cuts};
	tree->group_of = g_array_sized_new(FALSE, FALSE, sizeof(guint32), n);
	tree->parent_of = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_array_set_size(tree->group_of, n);
	for (guint32 i = 0; i < n; i++)
		set_group(&b, i, HC_INPUT_NONE);
	if (text)
		push(&b, 0, n, HC_INPUT_NONE, outside, 0);
	while (left->len) {
		struct part part =
			g_array_index(left, struct part, left->len - 1);
		g_array_set_size(left, left->len - 1);
		divide(&b, &part);
	}
}

void hc_input_tree_clear(struct hc_input_tree *tree)
{
	g_clear_pointer(&tree->group_of, g_array_unref);
	g_clear_pointer(&tree->parent_of, g_array_unref);
}
