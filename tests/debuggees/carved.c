/* `carved KIND NUMBER`: texts that an allocator of the program's own hands out,
 * arrays of char that hold numbers, and what a call has not written yet. 30
 * makes it fail, 3 does not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chunk {
	struct chunk *prev;
	char space[504];
};
struct word {
	char *text;
	struct word *next;
};

static struct chunk base;
static char *next_free = base.space;
static struct word *words, *dropped;
static char *label, *digits, *escaped;

static void check(int good)
{
	exit(!good);
}

static void *get(size_t n)
{
	void *piece = next_free;
	next_free += (n + 7) / 8 * 8;
	return piece;
}

static void add_word(const char *text)
{
	char *copy = strcpy(get(strlen(text) + 1), text);
	struct word *word = get(sizeof *word);
	*word = (struct word){copy, words};
	words = word;
}

static int is_short(const char *text)
{
	return strlen(text) < 9;
}

static void arena(const char *number)
{
	char text[32];
	snprintf(text, sizeof text, "number %s", number);
	add_word("first");
	add_word(text);
	add_word("last");
	check(is_short(words->next->text));
}

/* The place of a word is used again, and a pointer to it is left. */
static void reused(const char *number)
{
	add_word("first");
	dropped = words;
	words = NULL;
	next_free = (char *) dropped;
	label = get(32);
	sprintf(label, "a label: %s", number);
	add_word("last");
	check(strlen(label) < 11);
}

/* ---- Numbers ---- */

static int sum_of_digits(void)
{
	return digits[0] * 10 + digits[1];
}

static void numbers(const char *number)
{
	digits = calloc(2, 1);
	digits[0] = (char) (atoi(number) / 10);
	digits[1] = (char) (atoi(number) % 10);
	check(sum_of_digits() < 10);
}

static int is_dull(void)
{
	return strlen(escaped) < 6;
}

static void escapes(const char *number)
{
	escaped = malloc(16);
	sprintf(escaped, "\033[1m%s", number);
	check(is_dull());
}

/* ---- What a call has not written yet ---- */

static void leave(char *text)
{
	char *left = text;
	label = left;
}

static int is_right(char **error)
{
	size_t n = 0;
	n = strlen(words->text); /* MARK: pending */
	*error = NULL;
	return n < 2;
}

static int parse(void)
{
	char *error;
	return is_right(&error) && !error;
}

static void pending(const char *number)
{
	static struct word word;
	word.text = strdup(number);
	words = &word;
	leave(word.text);
	label = NULL;
	check(parse());
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(const char *number);
	} kinds[] = {{"arena", arena}, {"reused", reused}, {"numbers", numbers},
		{"escapes", escapes}, {"pending", pending}};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (argc == 3 && strcmp(argv[1], kinds[i].name) == 0)
			kinds[i].run(argv[2]);
	return 2;
}
