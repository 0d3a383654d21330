/* `kinds KIND N EVERY` builds a structure of N elements of a kind, then calls
 * stop(). One in EVERY elements is different, by turns in its value, its
 * pointer or its being there; 0: none is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t n, every;

/* Whether an element differs, and how: 1 its value, 2 its pointer, 3 it is not
 * there. */
static int turn(size_t i)
{
	return every && i % every == every / 2 ? 1 + (int) (i / every % 3) : 0;
}

static char *text_of(const char *word, size_t i)
{
	char text[32];
	snprintf(text, sizeof text, "%s %zu", word, i);
	return strdup(text);
}

/* ---- unions: tagged, in an array ---- */

struct item {
	enum { NUMBER, REAL, ITEM, TEXT } tag;
	union {
		long number;
		double real;
		struct item *item;
		char *text;
	} u;
};

struct item *items;

static void make_unions(void)
{
	items = calloc(n, sizeof *items);
	for (size_t i = 0; i < n; i++) {
		struct item *item = &items[i];
		int how = turn(i);
		item->tag = how == 2 ? ITEM : i % 4;
		if (item->tag == NUMBER)
			item->u.number = (long) i + how;
		else if (item->tag == REAL)
			item->u.real = (double) i / 3 + how;
		else if (item->tag == ITEM)
			item->u.item = &items[(7919 * i + how) % n];
		else
			item->u.text = text_of(how ? "other" : "text", i);
	}
}

/* ---- structs: with pointers, in an array ---- */

struct record {
	long number;
	struct record *peer;
	char *name;
};

struct record *records;

static void make_structs(void)
{
	records = calloc(n, sizeof *records);
	for (size_t i = 0; i < n; i++) {
		int how = turn(i);
		records[i].number = (long) i + (how == 1);
		records[i].peer = &records[(7919 * i + (how == 2)) % n];
		records[i].name = text_of(how == 3 ? "other" : "name", i);
	}
}

/* ---- list ---- */

struct node {
	long number;
	struct node *next;
};

struct node *list;

static void make_list(void)
{
	struct node **end = &list;
	for (size_t i = 0; i < n; i++) {
		int how = turn(i);
		if (how == 3)
			continue;
		for (int k = 0; k < (how == 2 ? 2 : 1); k++) {
			*end = calloc(1, sizeof **end);
			(*end)->number = (long) (3 * i) + (how == 1) + k;
			end = &(*end)->next;
		}
	}
}

/* ---- tree: many children, each with some of its own ---- */

enum { LEAVES = 9 };

struct tree {
	long number;
	size_t n;
	struct tree **children;
};

struct tree *tree;

static struct tree *new_tree(long number, size_t children)
{
	struct tree *t = calloc(1, sizeof *t);
	t->number = number;
	t->n = children;
	if (children)
		t->children = calloc(children, sizeof *t->children);
	return t;
}

static void make_tree(void)
{
	tree = new_tree(0, n / (LEAVES + 1));
	for (size_t i = 0; i < tree->n; i++) {
		struct tree *child = new_tree((long) i, LEAVES);
		tree->children[i] = child;
		for (size_t k = 0; k < LEAVES; k++) {
			size_t number = i * (LEAVES + 1) + k;
			int how = turn(number);
			if (how == 3)
				continue;
			child->children[k] =
				new_tree((long) number + (how == 1), how == 2);
		}
	}
}

/* ---- hash table ---- */

struct entry {
	char *key;
	long value;
	struct entry *next;
};

struct table {
	size_t size, used;
	struct entry **buckets;
};

struct table table;

static void insert(const char *word, size_t i, long value)
{
	struct entry **bucket = &table.buckets[2654435761u * i % table.size];
	struct entry *entry = calloc(1, sizeof *entry);
	entry->key = text_of(word, i);
	entry->value = value;
	entry->next = *bucket;
	*bucket = entry;
	table.used++;
}

static void make_hash(void)
{
	table.size = n / 2 + 1;
	table.buckets = calloc(table.size, sizeof *table.buckets);
	for (size_t i = 0; i < n; i++) {
		int how = turn(i);
		if (how != 3)
			insert("key", i, (long) i + (how == 1));
		if (how == 2)
			insert("more", i, 0);
	}
}

/* ---- words: one block that nobody says anything about; some of them are
 * addresses in it ---- */

void *words;

static void make_words(void)
{
	unsigned long *all = calloc(n, sizeof *all);
	for (size_t i = 0; i < n; i++) {
		int how = turn(i);
		all[i] = i % 10 == 5 ? (unsigned long) &all[(i + how) % n]
				     : i % 1000 + (how != 0);
	}
	words = all;
}

/* ---- pool: cells in an array of the program's own, each with a pointer to
 * what all of them belong to ---- */

struct owner {
	long number;
	struct cell *first;
};

struct cell {
	long number;
	struct cell *next;
	struct owner *owner;
};

static char pool[1 << 26] __attribute__((aligned(16)));
struct owner *owner;
struct owner **owners; /* the same one, again and again */

static void make_pool(void)
{
	char *at = pool;
	owners = calloc(n, sizeof *owners);
	owner = (struct owner *) at;
	at += sizeof *owner;
	for (size_t i = 0; i < n; i++) {
		int how = turn(i);
		struct cell *cell = (struct cell *) at;
		if (at + 2 * sizeof *cell > pool + sizeof pool)
			abort();
		at += (i % 2 + 1) * sizeof *cell;
		cell->number = (long) i + (how == 1);
		cell->owner = how == 2 ? NULL : owner;
		owners[i] = owner;
		cell->next = owner->first;
		if (how != 3)
			owner->first = cell;
	}
}

/* ---- All of it ---- */

static void stop(void)
{
	__asm__ volatile("" ::: "memory"); /* MARK: stop */
}

struct frame {
	long number;
	char text[16];
	struct frame *outer;
};

static long go_down(size_t i, struct frame *outer)
{
	int how = turn(i);
	struct frame frame = {
		(long) i + (how == 1), "frame", how == 2 ? NULL : outer};
	if (how == 3)
		frame.text[0] = 'F';
	if (i)
		return go_down(i - 1, &frame) + frame.number;
	stop();
	return frame.number;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*make)(void);
	} kinds[] = {
		{"unions", make_unions},
		{"structs", make_structs},
		{"list", make_list},
		{"tree", make_tree},
		{"hash", make_hash},
		{"words", make_words},
		{"pool", make_pool},
	};
	if (argc != 4)
		return 2;
	n = strtoul(argv[2], NULL, 10);
	every = strtoul(argv[3], NULL, 10);
	if (strcmp(argv[1], "stack") == 0)
		return go_down(n, NULL) < 0;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(argv[1], kinds[i].name) == 0)
			kinds[i].make();
	stop();
	return 0;
}
