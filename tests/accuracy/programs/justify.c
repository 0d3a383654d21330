/* Formats text from stdin to a width: paragraphs, lists with bullets, titles
 * and centred lines. `justify WIDTH [left|right|both]` */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WIDTH 100

enum mode { LEFT, RIGHT, BOTH };

struct word {
	char *text;
	int length;
	struct word *next;
};

struct paragraph {
	struct word *first;
	struct word *last;
	int words;
	int indent;
	int hanging;
};

struct formatter {
	int width;
	enum mode mode;
	int lines;
	int spaces;
	int longest;
	int words;
	int from_right;
};

static struct word *new_word(const char *from, int length)
{
	struct word *word = malloc(sizeof(struct word));

	word->text = malloc(length + 1);
	memcpy(word->text, from, length);
	word->text[length] = '\0';
	word->length = length;
	word->next = NULL;
	return word;
}

static void clear_paragraph(struct paragraph *paragraph)
{
	struct word *word = paragraph->first;

	while (word != NULL) {
		struct word *next = word->next;

		free(word->text);
		free(word);
		word = next;
	}
	paragraph->first = NULL;
	paragraph->last = NULL;
	paragraph->words = 0;
	paragraph->indent = 0;
	paragraph->hanging = 0;
}

static void add_word(struct paragraph *paragraph, struct word *word)
{
	if (paragraph->last == NULL)
		paragraph->first = word;
	else
		paragraph->last->next = word;
	paragraph->last = word;
	paragraph->words++;
}

/* A word that is longer than the line is cut. */
static void add_words(struct paragraph *paragraph, const char *text, int widest)
{
	for (;;) {
		int length = 0;

		while (isspace((unsigned char) *text))
			text++;
		if (*text == '\0')
			break;
		while (text[length] != '\0' &&
			!isspace((unsigned char) text[length]))
			length++;
		while (length > widest) {
			add_word(paragraph, new_word(text, widest));
			text += widest;
			length -= widest;
		}
		add_word(paragraph, new_word(text, length));
		text += length;
	}
}

static void put_spaces(struct formatter *formatter, int count)
{
	int i;

	for (i = 0; i < count; i++)
		putchar(' ');
	formatter->spaces += count;
}

static void end_line(struct formatter *formatter, int length)
{
	putchar('\n');
	formatter->lines++;
	if (length > formatter->longest)
		formatter->longest = length;
}

/* How many words fit, and how long they are without spaces. */
static int fitting_words(const struct word *word, int room, int *letters)
{
	int count = 0;
	int sum = 0;

	while (word != NULL) {
		int gaps = count;

		if (sum + word->length + gaps > room)
			break;
		sum += word->length;
		count++;
		word = word->next;
	}
	*letters = sum;
	return count;
}

/* The space before word `number`: what is left is shared out, the odd ones
 * from either side in turn. */
static int gap_before(
	const struct formatter *formatter, int number, int gaps, int spare)
{
	int share = spare / gaps;
	int odd = spare % gaps;
	int is_wide;

	if (formatter->from_right)
		is_wide = gaps - number < odd;
	else
		is_wide = number <= odd;
	return 1 + share + is_wide;
}

static const struct word *print_line(
	struct formatter *formatter, const struct word *word, int indent)
{
	int letters = 0;
	int room = formatter->width - indent;
	int count = fitting_words(word, room, &letters);
	int gaps = count - 1;
	int spare = room - letters - gaps;
	int length = indent + letters + gaps;
	const struct word *last = word;
	int is_last;
	int i;

	for (i = 1; i < count; i++)
		last = last->next;
	is_last = last->next == NULL;
	put_spaces(formatter, indent);
	if (formatter->mode == RIGHT) {
		put_spaces(formatter, spare);
		length += spare;
	}
	for (i = 0; i < count; i++) {
		if (i > 0) {
			int gap = 1;

			if (formatter->mode == BOTH && !is_last)
				gap = gap_before(formatter, i, gaps, spare);
			put_spaces(formatter, gap);
			length += gap - 1;
		}
		fputs(word->text, stdout);
		formatter->words++;
		word = word->next;
	}
	end_line(formatter, length);
	formatter->from_right = !formatter->from_right;
	return word;
}

static void print_paragraph(
	struct formatter *formatter, struct paragraph *paragraph)
{
	const struct word *word = paragraph->first;
	int indent = paragraph->indent;

	formatter->from_right = 0;
	while (word != NULL) {
		word = print_line(formatter, word, indent);
		indent = paragraph->indent + paragraph->hanging;
	}
	clear_paragraph(paragraph);
}

static void print_centred(struct formatter *formatter, const char *text)
{
	int length = strlen(text);
	int left = (formatter->width - length) / 2;

	if (left < 0)
		left = 0;
	put_spaces(formatter, left);
	fputs(text, stdout);
	formatter->words++;
	end_line(formatter, left + length);
}

static void print_title(struct formatter *formatter, const char *text)
{
	int length = strlen(text);
	int i;

	for (i = 0; i < length; i++)
		putchar(toupper((unsigned char) text[i]));
	formatter->words++;
	end_line(formatter, length);
	for (i = 0; i < length; i++)
		putchar('=');
	end_line(formatter, length);
}

static char *strip(char *line)
{
	int length;

	while (isspace((unsigned char) *line))
		line++;
	length = strlen(line);
	while (length > 0 && isspace((unsigned char) line[length - 1]))
		length--;
	line[length] = '\0';
	return line;
}

static void format_line(
	struct formatter *formatter, struct paragraph *paragraph, char *text)
{
	int widest = formatter->width - 4;

	if (text[0] == '\0') {
		if (paragraph->words > 0) {
			print_paragraph(formatter, paragraph);
			end_line(formatter, 0);
		}
	} else if (text[0] == '!') {
		print_paragraph(formatter, paragraph);
		print_title(formatter, strip(text + 1));
	} else if (text[0] == '^') {
		print_paragraph(formatter, paragraph);
		print_centred(formatter, strip(text + 1));
	} else if (text[0] == '-' && text[1] == ' ') {
		print_paragraph(formatter, paragraph);
		paragraph->indent = 2;
		paragraph->hanging = 2;
		add_words(paragraph, text, widest);
	} else {
		add_words(paragraph, text, widest);
	}
}

static void format(struct formatter *formatter, FILE *file)
{
	struct paragraph paragraph = {NULL, NULL, 0, 0, 0};
	char line[256];

	while (fgets(line, sizeof(line), file) != NULL)
		format_line(formatter, &paragraph, strip(line));
	print_paragraph(formatter, &paragraph);
}

int main(int argc, char **argv)
{
	struct formatter formatter = {0, BOTH, 0, 0, 0, 0, 0};

	if (argc < 2)
		return 1;
	formatter.width = atoi(argv[1]);
	if (formatter.width < 8 || formatter.width > MAX_WIDTH)
		return 1;
	if (argc > 2 && strcmp(argv[2], "left") == 0)
		formatter.mode = LEFT;
	else if (argc > 2 && strcmp(argv[2], "right") == 0)
		formatter.mode = RIGHT;
	format(&formatter, stdin);
	printf("[%d lines, %d words, %d spaces, longest %d]\n", formatter.lines,
		formatter.words, formatter.spaces, formatter.longest);
	return 0;
}
