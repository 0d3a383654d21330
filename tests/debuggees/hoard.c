/* `hoard N WRONG` keeps N entries in a list, a tree and a table, and fails if
 * one of them is wrong: the one of that number, unless it is 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	int number;
	double weight;
	char *name; /* every fourth has one */
	struct entry *next;
	struct entry *left, *right;
};

struct entry *first;
struct entry **table;
long count;

static void build(long n, long wrong)
{
	table = malloc((size_t) n * sizeof *table);
	for (long i = 0; i < n; i++) {
		struct entry *entry = calloc(1, sizeof *entry);
		entry->number = (int) (i * 7919 % 1000003);
		entry->weight = (double) i / 3;
		if (i % 4 == 0) {
			char text[32];
			snprintf(text, sizeof text, "entry %ld", i);
			entry->name = strdup(text);
		}
		table[i] = entry;
		if (i > 0) {
			struct entry *parent = table[(i - 1) / 2];
			*(i % 2 ? &parent->left : &parent->right) = entry;
			table[i - 1]->next = entry;
		}
	}
	first = table[0];
	if (wrong > 0)
		table[wrong % n]->number = -1;
}

static int check(void)
{
	long bad = 0;
	for (struct entry *entry = first; entry; entry = entry->next)
		bad += entry->number < 0;
	return bad > 0;
}

int main(int argc, char **argv)
{
	count = argc > 1 ? atol(argv[1]) : 1000;
	build(count, argc > 2 ? atol(argv[2]) : 0);
	if (check())
		abort();
	return 0;
}
