/* Words in a hash table whose seed is another one in each run: so are the order
 * of its entries, how many of them collide, and how many steps all of that
 * takes. With "fixed" instead of "random", the seed is always the same.
 *
 * Fails (exit status 1) if the words are more than their price allows, whatever
 * the seed.
 *
 *	seeded random PRICE WORD...
 */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { SLOTS = 64, MOST = 48 };

struct entry {
	const char *word;
	unsigned hash;
	int count;
	struct entry *next;
};

static unsigned seed;
static struct entry *table[SLOTS];
static int words, weight, price, total, limit;

static unsigned scramble(unsigned value)
{
	value ^= value >> 15;
	value *= 0x2c1b3c6d;
	return value ^ value >> 12;
}

static unsigned hash(const char *word)
{
	unsigned value = seed;
	for (; *word; word++)
		value = scramble(value ^ (unsigned char) *word);
	return value;
}

static struct entry *find(const char *word, unsigned value)
{
	for (struct entry *e = table[value % SLOTS]; e; e = e->next)
		if (e->hash == value && strcmp(e->word, word) == 0)
			return e;
	return NULL;
}

/* Moves an entry to the front of its chain, as often as needed. */
static void settle(struct entry **first)
{
	for (struct entry **e = first; *e && (*e)->next; e = &(*e)->next)
		if ((*e)->hash > (*e)->next->hash) {
			struct entry *moved = (*e)->next;
			(*e)->next = moved->next;
			moved->next = *first;
			*first = moved;
		}
}

static void add(const char *word)
{
	unsigned value = hash(word);
	struct entry *entry = find(word, value);
	if (!entry) {
		entry = calloc(1, sizeof *entry);
		entry->word = word;
		entry->hash = value;
		entry->next = table[value % SLOTS];
		table[value % SLOTS] = entry;
		settle(&table[value % SLOTS]);
	}
	entry->count++;
	words++;
}

/* In the order of the table, though the sum has none. */
static int weigh(void)
{
	int sum = 0;
	for (int i = 0; i < SLOTS; i++)
		for (struct entry *e = table[i]; e; e = e->next)
			sum += e->count * (int) strlen(e->word);
	return sum;
}

static int charge(int each)
{
	total = each * weight; /* MARK: charge */
	return total;
}

static void drop_all(void)
{
	for (int i = 0; i < SLOTS; i++)
		while (table[i]) {
			struct entry *next = table[i]->next;
			free(table[i]);
			table[i] = next;
		}
}

static int judge(void)
{
	return total > limit; /* MARK: judge */
}

int main(int argc, char **argv)
{
	seed = 5;
	if (argc > 1 && strcmp(argv[1], "random") == 0)
		if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
			return 2;
	price = argc > 2 ? atoi(argv[2]) : 1;
	for (int i = 3; i < argc && i < MOST; i++)
		add(argv[i]);
	weight = weigh();
	charge(price);
	price = 0;
	argv[2][0] = '-';
	limit = 10 * weight;
	drop_all();
	return judge();
}
