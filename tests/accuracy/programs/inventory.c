/* A store: a hash table of articles that grows, with commands on stdin:
 * add NAME COUNT PRICE, take NAME COUNT, drop NAME, order NAME, list, value */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BUCKETS 4

struct article {
	char *name;
	int count;
	int price;
	int ordered;
	struct article *next;
};

struct table {
	struct article **buckets;
	unsigned size;
	unsigned used;
	unsigned grown;
};

struct store {
	struct table table;
	int moves;
	int refused;
	long income;
};

static unsigned hash_name(const char *name)
{
	unsigned hash = 5381;

	while (*name != '\0') {
		hash = hash * 33 + (unsigned char) *name;
		name++;
	}
	return hash;
}

static void init_table(struct table *table, unsigned size)
{
	table->buckets = calloc(size, sizeof(struct article *));
	table->size = size;
	table->used = 0;
	table->grown = 0;
}

static struct article **find_slot(struct table *table, const char *name)
{
	unsigned bucket = hash_name(name) % table->size;
	struct article **slot = &table->buckets[bucket];

	while (*slot != NULL && strcmp((*slot)->name, name) != 0)
		slot = &(*slot)->next;
	return slot;
}

static struct article *find_article(struct table *table, const char *name)
{
	struct article **slot = find_slot(table, name);

	return *slot;
}

static void grow_table(struct table *table)
{
	unsigned old_size = table->size;
	struct article **old = table->buckets;
	unsigned i;

	table->size = old_size * 2;
	table->buckets = calloc(table->size, sizeof(struct article *));
	for (i = 0; i < old_size; i++) {
		struct article *article = old[i];

		while (article != NULL) {
			struct article *next = article->next;
			unsigned bucket =
				hash_name(article->name) % table->size;

			article->next = table->buckets[bucket];
			table->buckets[bucket] = article;
			article = next;
		}
	}
	table->grown++;
	free(old);
}

static struct article *add_article(struct table *table, const char *name)
{
	struct article **slot;
	struct article *article;

	if (table->used >= table->size)
		grow_table(table);
	slot = find_slot(table, name);
	article = malloc(sizeof(struct article));
	article->name = strdup(name);
	article->count = 0;
	article->price = 0;
	article->ordered = 0;
	article->next = NULL;
	*slot = article;
	table->used++;
	return article;
}

static int remove_article(struct table *table, const char *name)
{
	struct article **slot = find_slot(table, name);
	struct article *article = *slot;

	if (article == NULL)
		return 0;
	*slot = article->next;
	free(article->name);
	free(article);
	table->used--;
	return 1;
}

static void put_in(struct store *store, const char *name, int count, int price)
{
	struct article *article = find_article(&store->table, name);

	if (article == NULL) {
		article = add_article(&store->table, name);
		article->price = price;
	}
	if (price > article->price)
		article->price = price;
	article->count += count;
	if (article->ordered > 0) {
		article->ordered -= count;
		if (article->ordered < 0)
			article->ordered = 0;
	}
	store->moves++;
}

static void take_out(struct store *store, const char *name, int count)
{
	struct article *article = find_article(&store->table, name);
	int taken = count;
	long paid;

	if (article == NULL) {
		printf("no %s\n", name);
		store->refused++;
		return;
	}
	if (taken > article->count) {
		printf("only %d %s\n", article->count, name);
		taken = article->count;
		article->ordered += count - taken;
	}
	paid = (long) taken * article->price;
	if (taken >= 10)
		paid -= paid / 10;
	article->count -= taken;
	store->income += paid;
	store->moves++;
}

static void rename_article(
	struct store *store, const char *from, const char *to)
{
	struct article *old = find_article(&store->table, from);
	struct article *fresh;

	if (old == NULL || find_article(&store->table, to) != NULL) {
		store->refused++;
		return;
	}
	fresh = add_article(&store->table, to);
	fresh->count = old->count;
	fresh->price = old->price;
	fresh->ordered = old->ordered;
	remove_article(&store->table, from);
	store->moves++;
}

static int collect(const struct table *table, struct article **list)
{
	int count = 0;
	unsigned i;

	for (i = 0; i < table->size; i++) {
		struct article *article = table->buckets[i];

		for (; article != NULL; article = article->next) {
			list[count] = article;
			count++;
		}
	}
	return count;
}

static void sort_by_name(struct article **list, int count)
{
	int i;

	for (i = 1; i < count; i++) {
		struct article *article = list[i];
		int j = i;

		while (j > 0 && strcmp(list[j - 1]->name, article->name) > 0) {
			list[j] = list[j - 1];
			j--;
		}
		list[j] = article;
	}
}

static void print_list(const struct store *store)
{
	unsigned used = store->table.used;
	struct article **list = malloc((used + 1) * sizeof(struct article *));
	int count = collect(&store->table, list);
	int i;

	sort_by_name(list, count);
	for (i = 0; i < count; i++) {
		printf("%-10s %4d at %d", list[i]->name, list[i]->count,
			list[i]->price);
		if (list[i]->ordered > 0)
			printf(", %d ordered", list[i]->ordered);
		printf("\n");
	}
	free(list);
}

static long total_value(const struct store *store)
{
	const struct table *table = &store->table;
	long value = 0;
	unsigned i;

	for (i = 0; i < table->size; i++) {
		const struct article *article = table->buckets[i];

		while (article != NULL) {
			value += (long) article->count * article->price;
			article = article->next;
		}
	}
	return value;
}

static unsigned longest_chain(const struct table *table)
{
	unsigned longest = 0;
	unsigned i;

	for (i = 0; i < table->size; i++) {
		const struct article *article;
		unsigned length = 0;

		for (article = table->buckets[i]; article != NULL;
			article = article->next)
			length++;
		if (length > longest)
			longest = length;
	}
	return longest;
}

static int execute(struct store *store, char *line)
{
	char verb[16];
	char name[32];
	char other[32];
	int count = 0;
	int price = 0;

	if (sscanf(line, "%15s", verb) != 1)
		return 1;
	if (strcmp(verb, "add") == 0 &&
		sscanf(line, "%*s %31s %d %d", name, &count, &price) == 3)
		put_in(store, name, count, price);
	else if (strcmp(verb, "take") == 0 &&
		 sscanf(line, "%*s %31s %d", name, &count) == 2)
		take_out(store, name, count);
	else if (strcmp(verb, "rename") == 0 &&
		 sscanf(line, "%*s %31s %31s", name, other) == 2)
		rename_article(store, name, other);
	else if (strcmp(verb, "drop") == 0 &&
		 sscanf(line, "%*s %31s", name) == 1)
		store->refused += !remove_article(&store->table, name);
	else if (strcmp(verb, "list") == 0)
		print_list(store);
	else
		return 0;
	return 1;
}

int main(void)
{
	struct store store = {{NULL, 0, 0, 0}, 0, 0, 0};
	char line[128];

	init_table(&store.table, FIRST_BUCKETS);
	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (!execute(&store, line)) {
			printf("what is %s", line);
			return 1;
		}
	}
	print_list(&store);
	printf("%u articles worth %ld, grown %u times, longest chain %u\n",
		store.table.used, total_value(&store), store.table.grown,
		longest_chain(&store.table));
	printf("%d moves, %d refused, income %ld\n", store.moves, store.refused,
		store.income);
	return 0;
}
