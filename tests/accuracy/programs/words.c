/* A spell checker: words are kept in a trie with counts; each unknown word gets
 * suggestions within one edit. Lines: `+word...` teaches, others are checked. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LETTERS 26
#define MAX_LENGTH 24
#define MAX_SUGGESTIONS 3

struct trie {
	struct trie *children[LETTERS];
	int count;
	int below;
};

struct suggestion {
	char word[MAX_LENGTH];
	int count;
	int cost;
	struct suggestion *next;
};

struct checker {
	struct trie *root;
	int nodes;
	int words;
	int checked;
	int unknown;
	struct suggestion *suggestions;
};

static struct trie *new_trie(struct checker *checker)
{
	struct trie *trie = malloc(sizeof(struct trie));
	int i;

	for (i = 0; i < LETTERS; i++)
		trie->children[i] = NULL;
	trie->count = 0;
	trie->below = 0;
	checker->nodes++;
	return trie;
}

static int letter_number(char letter)
{
	return tolower((unsigned char) letter) - 'a';
}

static const struct trie *find(const struct trie *trie, const char *word)
{
	while (*word != '\0' && trie != NULL) {
		trie = trie->children[letter_number(*word)];
		word++;
	}
	return trie;
}

static int count_of(const struct checker *checker, const char *word)
{
	const struct trie *trie = find(checker->root, word);

	return trie == NULL ? 0 : trie->count;
}

static void teach(struct checker *checker, const char *word)
{
	struct trie *trie = checker->root;
	int is_new = count_of(checker, word) == 0;

	while (*word != '\0') {
		int number = letter_number(*word);

		if (trie->children[number] == NULL)
			trie->children[number] = new_trie(checker);
		trie = trie->children[number];
		if (is_new)
			trie->below++;
		word++;
	}
	trie->count++;
	if (is_new)
		checker->words++;
}

static int comes_before(const struct suggestion *a, const struct suggestion *b)
{
	if (a->cost != b->cost)
		return a->cost < b->cost;
	if (a->count != b->count)
		return a->count > b->count;
	return strcmp(a->word, b->word) < 0;
}

static int is_suggested(const struct checker *checker, const char *word)
{
	const struct suggestion *each;

	for (each = checker->suggestions; each != NULL; each = each->next)
		if (strcmp(each->word, word) == 0)
			return 1;
	return 0;
}

static void suggest(struct checker *checker, const char *word, int cost)
{
	int count = count_of(checker, word);
	struct suggestion **link = &checker->suggestions;
	struct suggestion *suggestion;

	if (count == 0 || is_suggested(checker, word))
		return;
	suggestion = malloc(sizeof(struct suggestion));
	strcpy(suggestion->word, word);
	suggestion->count = count;
	suggestion->cost = cost;
	while (*link != NULL && comes_before(*link, suggestion))
		link = &(*link)->next;
	suggestion->next = *link;
	*link = suggestion;
}

static void try_swaps(struct checker *checker, const char *word)
{
	char other[MAX_LENGTH];
	int length = strlen(word);
	int i;

	for (i = 0; i + 1 < length; i++) {
		strcpy(other, word);
		other[i] = word[i + 1];
		other[i + 1] = word[i];
		suggest(checker, other, 1);
	}
}

static void try_deletions(struct checker *checker, const char *word)
{
	char other[MAX_LENGTH];
	int length = strlen(word);
	int i;

	if (length < 2)
		return;
	for (i = 0; i < length; i++) {
		memcpy(other, word, i);
		strcpy(other + i, word + i + 1);
		suggest(checker, other, 2);
	}
}

static void try_replacements(struct checker *checker, const char *word)
{
	char other[MAX_LENGTH];
	int length = strlen(word);
	int i;
	char letter;

	for (i = 0; i < length; i++) {
		strcpy(other, word);
		for (letter = 'a'; letter <= 'z'; letter++) {
			if (letter == word[i])
				continue;
			other[i] = letter;
			suggest(checker, other, 2);
		}
	}
}

static void try_insertions(struct checker *checker, const char *word)
{
	char other[MAX_LENGTH];
	int length = strlen(word);
	int i;
	char letter;

	if (length + 2 > MAX_LENGTH)
		return;
	for (i = 0; i <= length; i++) {
		memcpy(other, word, i);
		strcpy(other + i + 1, word + i);
		for (letter = 'a'; letter <= 'z'; letter++) {
			other[i] = letter;
			suggest(checker, other, 3);
		}
	}
}

static void clear_suggestions(struct checker *checker)
{
	struct suggestion *suggestion = checker->suggestions;

	while (suggestion != NULL) {
		struct suggestion *next = suggestion->next;

		free(suggestion);
		suggestion = next;
	}
	checker->suggestions = NULL;
}

static void print_suggestions(const struct checker *checker, const char *word)
{
	const struct suggestion *suggestion = checker->suggestions;
	int printed = 0;

	printf("%s:", word);
	while (suggestion != NULL && printed < MAX_SUGGESTIONS) {
		printf(" %s", suggestion->word);
		printed++;
		suggestion = suggestion->next;
	}
	if (printed == 0)
		printf(" ?");
	printf("\n");
}

static void check(struct checker *checker, const char *word)
{
	checker->checked++;
	if (count_of(checker, word) > 0)
		return;
	checker->unknown++;
	try_swaps(checker, word);
	try_deletions(checker, word);
	try_replacements(checker, word);
	try_insertions(checker, word);
	print_suggestions(checker, word);
	clear_suggestions(checker);
}

/* The next word in small letters, or an empty one at the end. */
static const char *next_word(const char *text, char *word)
{
	int length = 0;

	while (*text != '\0' && !isalpha((unsigned char) *text))
		text++;
	while (isalpha((unsigned char) *text)) {
		if (length < MAX_LENGTH - 1) {
			word[length] = tolower((unsigned char) *text);
			length++;
		}
		text++;
	}
	word[length] = '\0';
	return text;
}

static void read_line(struct checker *checker, const char *line)
{
	int teaches = line[0] == '+';
	char word[MAX_LENGTH];

	for (;;) {
		line = next_word(line, word);
		if (word[0] == '\0')
			break;
		if (teaches)
			teach(checker, word);
		else
			check(checker, word);
	}
}

static int depth_of(const struct trie *trie)
{
	int deepest = 0;
	int i;

	if (trie == NULL)
		return -1;
	for (i = 0; i < LETTERS; i++) {
		int depth = depth_of(trie->children[i]) + 1;

		if (depth > deepest)
			deepest = depth;
	}
	return deepest;
}

/* The letter that most of the words begin with. */
static char common_start(const struct trie *root)
{
	int best = -1;
	int most = 0;
	int i;

	for (i = 0; i < LETTERS; i++) {
		const struct trie *child = root->children[i];

		if (child != NULL && child->below > most) {
			most = child->below;
			best = i;
		}
	}
	return best < 0 ? '?' : 'a' + best;
}

int main(void)
{
	struct checker checker = {NULL, 0, 0, 0, 0, NULL};
	char line[256];

	checker.root = new_trie(&checker);
	while (fgets(line, sizeof(line), stdin) != NULL)
		read_line(&checker, line);
	printf("%d words in %d nodes, depth %d, mostly %c\n", checker.words,
		checker.nodes, depth_of(checker.root),
		common_start(checker.root));
	printf("%d checked, %d unknown\n", checker.checked, checker.unknown);
	return 0;
}
