/* A line editor: lines in a double list, a cursor, and undo. Commands on
 * stdin: a TEXT, i TEXT, d, r OLD NEW, m N, j, u, N, +N, -N, p */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_UNDO 16
#define MAX_LINE 100

struct line {
	char *text;
	int changes;
	struct line *before;
	struct line *after;
};

enum action_kind { INSERTED, DELETED, CHANGED, MOVED };

struct action {
	enum action_kind kind;
	struct line *line;
	struct line *neighbour;
	char *old_text;
};

struct editor {
	struct line *first;
	struct line *last;
	struct line *cursor;
	int count;
	struct action undo[MAX_UNDO];
	int undo_count;
	int undone;
	int replaced;
};

static struct line *new_line(const char *text)
{
	struct line *line = malloc(sizeof(struct line));

	line->text = strdup(text);
	line->changes = 0;
	line->before = NULL;
	line->after = NULL;
	return line;
}

/* Puts a line behind another, or first. */
static void link_line(
	struct editor *editor, struct line *line, struct line *before)
{
	struct line *after = before != NULL ? before->after : editor->first;

	line->before = before;
	line->after = after;
	if (before != NULL)
		before->after = line;
	else
		editor->first = line;
	if (after != NULL)
		after->before = line;
	else
		editor->last = line;
	editor->count++;
}

static void unlink_line(struct editor *editor, struct line *line)
{
	if (line->before != NULL)
		line->before->after = line->after;
	else
		editor->first = line->after;
	if (line->after != NULL)
		line->after->before = line->before;
	else
		editor->last = line->before;
	editor->count--;
}

static struct action *push_action(
	struct editor *editor, enum action_kind kind, struct line *line)
{
	struct action *action;
	int i;

	if (editor->undo_count == MAX_UNDO) {
		for (i = 1; i < MAX_UNDO; i++)
			editor->undo[i - 1] = editor->undo[i];
		editor->undo_count--;
	}
	action = &editor->undo[editor->undo_count];
	action->kind = kind;
	action->line = line;
	action->neighbour = line->before;
	action->old_text = NULL;
	editor->undo_count++;
	return action;
}

static void insert_line(
	struct editor *editor, const char *text, struct line *before)
{
	struct line *line = new_line(text);

	link_line(editor, line, before);
	push_action(editor, INSERTED, line);
	editor->cursor = line;
}

static int delete_line(struct editor *editor)
{
	struct line *line = editor->cursor;

	if (line == NULL)
		return 0;
	push_action(editor, DELETED, line);
	editor->cursor = line->after != NULL ? line->after : line->before;
	unlink_line(editor, line);
	return 1;
}

static void change_text(
	struct editor *editor, struct line *line, const char *text)
{
	struct action *action = push_action(editor, CHANGED, line);

	action->old_text = line->text;
	line->text = strdup(text);
	line->changes++;
}

/* Replaces all that is not part of something replaced already. */
static int replace(struct editor *editor, const char *old, const char *new)
{
	char text[MAX_LINE];
	int old_length = strlen(old);
	int new_length = strlen(new);
	const char *from;
	int length = 0;
	int count = 0;

	if (editor->cursor == NULL)
		return 0;
	from = editor->cursor->text;
	while (*from != '\0') {
		if (strncmp(from, old, old_length) == 0) {
			if (length + new_length >= MAX_LINE)
				return 0;
			memcpy(text + length, new, new_length);
			length += new_length;
			from += old_length;
			count++;
		} else {
			if (length + 1 >= MAX_LINE)
				return 0;
			text[length] = *from;
			length++;
			from++;
		}
	}
	text[length] = '\0';
	if (count > 0) {
		change_text(editor, editor->cursor, text);
		editor->replaced += count;
	}
	return 1;
}

static struct line *line_at(const struct editor *editor, int number)
{
	struct line *line = editor->first;
	int i;

	for (i = 1; i < number && line != NULL; i++)
		line = line->after;
	return line;
}

static int number_of(const struct editor *editor, const struct line *wanted)
{
	const struct line *line = editor->first;
	int number = 1;

	while (line != NULL && line != wanted) {
		line = line->after;
		number++;
	}
	return line == NULL ? 0 : number;
}

/* Moves the line at the cursor behind line N; 0 is the top. */
static int move_line(struct editor *editor, int number)
{
	struct line *line = editor->cursor;
	struct line *before = NULL;

	if (line == NULL || number < 0 || number > editor->count)
		return 0;
	if (number > 0)
		before = line_at(editor, number);
	if (before == line || before == line->before)
		return 1;
	push_action(editor, MOVED, line);
	unlink_line(editor, line);
	link_line(editor, line, before);
	return 1;
}

static int join_lines(struct editor *editor)
{
	char text[MAX_LINE];
	struct line *line = editor->cursor;
	struct line *next;

	if (line == NULL || line->after == NULL)
		return 0;
	next = line->after;
	if (strlen(line->text) + strlen(next->text) + 2 > MAX_LINE)
		return 0;
	strcpy(text, line->text);
	strcat(text, " ");
	strcat(text, next->text);
	change_text(editor, line, text);
	editor->cursor = next;
	delete_line(editor);
	editor->cursor = line;
	return 1;
}

static void undo_one(struct editor *editor)
{
	struct action *action;
	struct line *line;

	editor->undo_count--;
	action = &editor->undo[editor->undo_count];
	line = action->line;
	switch (action->kind) {
	case INSERTED:
		unlink_line(editor, line);
		line = action->neighbour != NULL ? action->neighbour
						 : editor->first;
		break;
	case DELETED:
		link_line(editor, line, action->neighbour);
		break;
	case MOVED:
		unlink_line(editor, line);
		link_line(editor, line, action->neighbour);
		break;
	default:
		free(line->text);
		line->text = action->old_text;
		line->changes--;
	}
	editor->cursor = line;
	editor->undone++;
}

static int undo(struct editor *editor)
{
	if (editor->undo_count == 0)
		return 0;
	undo_one(editor);
	return 1;
}

static int go_to(struct editor *editor, int number)
{
	if (number < 1 || number > editor->count)
		return 0;
	editor->cursor = line_at(editor, number);
	return 1;
}

static int step(struct editor *editor, int steps)
{
	return go_to(editor, number_of(editor, editor->cursor) + steps);
}

static void print_all(const struct editor *editor)
{
	const struct line *line;
	int number = 1;

	for (line = editor->first; line != NULL; line = line->after) {
		printf("%c%2d %s", line == editor->cursor ? '>' : ' ', number,
			line->text);
		if (line->changes > 0)
			printf(" *%d", line->changes);
		printf("\n");
		number++;
	}
}

static int execute(struct editor *editor, char *command)
{
	char *rest = command + 1;
	char old[20];
	char new[20];

	while (*rest == ' ')
		rest++;
	if (isdigit((unsigned char) command[0]))
		return go_to(editor, atoi(command));
	switch (command[0]) {
	case 'a':
		insert_line(editor, rest, editor->cursor);
		return 1;
	case 'i':
		insert_line(editor, rest,
			editor->cursor != NULL ? editor->cursor->before : NULL);
		return 1;
	case 'd':
		return delete_line(editor);
	case 'r':
		if (sscanf(rest, "%19s %19s", old, new) != 2)
			return 0;
		return replace(editor, old, new);
	case 'm':
		return move_line(editor, atoi(rest));
	case 'j':
		return join_lines(editor);
	case 'u':
		return undo(editor);
	case '+':
		return step(editor, atoi(rest));
	case '-':
		return step(editor, -atoi(rest));
	case 'p':
		print_all(editor);
		return 1;
	default:
		return 0;
	}
}

/* The list must be the same from both ends. */
static int is_sound(const struct editor *editor)
{
	const struct line *line = editor->last;
	int count = 0;

	while (line != NULL && count <= editor->count) {
		line = line->before;
		count++;
	}
	return count == editor->count;
}

int main(void)
{
	struct editor editor;
	char command[128];
	int refused = 0;

	memset(&editor, 0, sizeof(struct editor));
	while (fgets(command, sizeof(command), stdin) != NULL) {
		command[strcspn(command, "\n")] = '\0';
		if (!execute(&editor, command))
			refused++;
	}
	print_all(&editor);
	printf("%d lines, %d refused, %d undone, %d replaced%s\n", editor.count,
		refused, editor.undone, editor.replaced,
		is_sound(&editor) ? "" : ", broken");
	return 0;
}
