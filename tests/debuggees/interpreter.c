/* `interpreter N FILE` is like the interpreter of a small language: all its
 * objects come from malloc and are on the list of a garbage collector; tables
 * have a hash part, values are tagged unions. It runs the program in FILE; the
 * statement `world` makes tables until there are N blocks of memory, and what is
 * in some of them depends on the program. A value that is too large in the end
 * makes it fail (exit status 1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NIL, NUMBER, TEXT, TABLE, CLOSURE };

/* What all objects begin with. */
struct object {
	struct object *next;
	enum kind kind;
	int marked;
};

struct value {
	enum kind kind;
	union {
		double number;
		struct string *text;
		struct table *table;
		struct closure *closure;
	} as;
};

struct string {
	struct object object;
	unsigned hash;
	unsigned length;
	char bytes[];
};

struct entry {
	struct string *key; /* NULL: free */
	struct value value;
};

struct table {
	struct object object;
	unsigned used, size; /* a power of two */
	struct entry *entries;
};

struct closure {
	struct object object;
	void (*body)(struct closure *closure, struct table *each);
	unsigned n_upvalues;
	struct value upvalues[];
};

struct statement {
	char verb[8];
	struct string *words[3];
	struct statement *next;
};

static struct object *all; /* the collector's list */
static unsigned long n_blocks, most_blocks;
static struct string **strings; /* each text once */
static unsigned n_strings, strings_size;
static struct table *globals, *world;
static struct table **weak; /* tables that finalisers wait for */
static unsigned n_weak, weak_size;
static struct statement *program, **program_end = &program;

static void *take(size_t size)
{
	void *block = calloc(1, size);
	if (!block)
		abort();
	n_blocks++;
	return block;
}

static void drop(void *block)
{
	n_blocks -= block != NULL;
	free(block);
}

static void *new_object(size_t size, enum kind kind)
{
	struct object *object = take(size);
	object->kind = kind;
	object->next = all;
	all = object;
	return object;
}

/* ---- Strings ---- */

static void more_strings(void)
{
	unsigned size = strings_size ? 2 * strings_size : 256;
	struct string **more = take(size * sizeof *more);
	for (unsigned i = 0; i < strings_size; i++) {
		unsigned at = strings[i] ? strings[i]->hash % size : 0;
		while (strings[i] && more[at])
			at = (at + 1) % size;
		if (strings[i])
			more[at] = strings[i];
	}
	drop(strings);
	strings = more;
	strings_size = size;
}

static struct string *intern(const char *text)
{
	unsigned hash = 5381;
	for (const char *c = text; *c; c++)
		hash = hash * 33 + (unsigned char) *c;
	if (2 * n_strings >= strings_size)
		more_strings();

	unsigned at = hash % strings_size;
	for (; strings[at]; at = (at + 1) % strings_size)
		if (strcmp(strings[at]->bytes, text) == 0)
			return strings[at];
	struct string *string =
		new_object(sizeof *string + strlen(text) + 1, TEXT);
	string->hash = hash;
	string->length = (unsigned) strlen(text);
	strcpy(string->bytes, text);
	strings[at] = string;
	n_strings++;
	return string;
}

/* ---- Tables ---- */

static struct table *new_table(unsigned size)
{
	struct table *table = new_object(sizeof *table, TABLE);
	table->size = size;
	table->entries = take(size * sizeof *table->entries);
	return table;
}

static struct entry *find(struct table *table, const struct string *key)
{
	unsigned at = key->hash & (table->size - 1);
	while (table->entries[at].key && table->entries[at].key != key)
		at = (at + 1) & (table->size - 1);
	return &table->entries[at];
}

static void put(struct table *table, struct string *key, struct value value)
{
	if (2 * table->used >= table->size) {
		struct entry *old = table->entries;
		unsigned n = table->size;
		table->size = 2 * n;
		table->entries = take(table->size * sizeof *table->entries);
		for (unsigned i = 0; i < n; i++)
			if (old[i].key)
				*find(table, old[i].key) = old[i];
		drop(old);
	}
	struct entry *entry = find(table, key);
	table->used += !entry->key;
	entry->key = key;
	entry->value = value;
}

static struct value get(struct table *table, const struct string *key)
{
	return find(table, key)->value;
}

static struct value number(double n)
{
	return (struct value){NUMBER, {.number = n}};
}

/* ---- The world that programs run in ---- */

static void bump(struct closure *closure, struct table *each)
{
	struct string *key = closure->upvalues[0].as.text;
	struct value old = get(each, key);
	if (old.kind == NUMBER)
		put(each, key,
			number(old.as.number + closure->upvalues[1].as.number));
}

static struct closure *new_closure(struct string *key, double step)
{
	struct closure *closure =
		new_object(sizeof *closure + 2 * sizeof(struct value), CLOSURE);
	closure->body = bump;
	closure->n_upvalues = 2;
	closure->upvalues[0] = (struct value){TEXT, {.text = key}};
	closure->upvalues[1] = number(step);
	return closure;
}

static void fill(struct table *table, unsigned i, double rate)
{
	char name[32];
	snprintf(name, sizeof name, "name %u", i);
	put(table, intern("id"), number(i));
	put(table, intern("weight"), number(i % 8 ? i % 17 : rate));
	if (i % 2)
		put(table, intern("name"),
			(struct value){TEXT, {.text = intern(name)}});
	if (i % 3 == 0)
		put(table, intern("method"),
			(struct value){CLOSURE,
				{.closure = new_closure(intern("weight"), i)}});
}

/* Each table that the world consists of. */
static void add_weak(struct table *table)
{
	if (n_weak == weak_size) {
		weak_size = weak_size ? 2 * weak_size : 64;
		struct table **more = take(weak_size * sizeof *more);
		if (weak)
			memcpy(more, weak, n_weak * sizeof *more);
		drop(weak);
		weak = more;
	}
	weak[n_weak++] = table;
}

static void build(double rate)
{
	struct table *last = NULL;
	char key[32];
	for (unsigned i = 0; n_blocks < most_blocks; i++) {
		struct table *table = new_table(4);
		fill(table, i, rate);
		add_weak(table);
		if (last)
			put(table, intern("before"),
				(struct value){TABLE, {.table = last}});
		snprintf(key, sizeof key, "t%u", i);
		put(world, intern(key),
			(struct value){TABLE, {.table = table}});
		last = i % 5 ? table : NULL;
	}
}

/* ---- Programs ---- */

static void parse(FILE *file)
{
	char line[128], verb[8], words[3][40];
	while (fgets(line, sizeof line, file)) {
		int n = sscanf(line, "%7s %39s %39s %39s", verb, words[0],
			words[1], words[2]);
		if (n < 1)
			continue;
		struct statement *statement = take(sizeof *statement);
		strcpy(statement->verb, verb);
		for (int i = 0; i + 1 < n; i++)
			statement->words[i] = intern(words[i]);
		*program_end = statement;
		program_end = &statement->next;
	}
}

static double number_of(const struct string *word)
{
	char *end;
	double n = strtod(word->bytes, &end);
	return *end ? get(globals, word).as.number : n;
}

static void do_set(const struct statement *s)
{
	put(globals, s->words[0], number(number_of(s->words[1])));
}

static void do_add(const struct statement *s)
{
	double sum = number_of(s->words[1]) + number_of(s->words[2]);
	put(globals, s->words[0], number(sum));
}

/* A member of a table of the world is written … */
static void do_store(const struct statement *s)
{
	struct value table = get(world, s->words[0]);
	put(table.as.table, s->words[1], number(number_of(s->words[2])));
}

/* … and read. */
static void do_load(const struct statement *s)
{
	struct value table = get(world, s->words[1]);
	put(globals, s->words[0], get(table.as.table, s->words[2]));
}

/* A text is made of a number. */
static void do_text(const struct statement *s)
{
	char text[64];
	snprintf(text, sizeof text, "%s is %g", s->words[1]->bytes,
		number_of(s->words[1]));
	put(globals, s->words[0], (struct value){TEXT, {.text = intern(text)}});
}

/* A closure is made, and called for a table. */
static void do_call(const struct statement *s)
{
	struct closure *closure =
		new_closure(s->words[1], number_of(s->words[2]));
	struct value table = get(world, s->words[0]);
	closure->body(closure, table.as.table);
}

static int do_check(const struct statement *s)
{
	double n = number_of(s->words[0]);
	if (n <= number_of(s->words[1]))
		return 0;
	fprintf(stderr, "%s is too large\n", s->words[0]->bytes);
	return 1;
}

static int run(void)
{
	int failed = 0;
	for (struct statement *s = program; s && !failed; s = s->next) {
		if (strcmp(s->verb, "set") == 0)
			do_set(s);
		else if (strcmp(s->verb, "world") == 0)
			build(number_of(s->words[0]));
		else if (strcmp(s->verb, "add") == 0)
			do_add(s);
		else if (strcmp(s->verb, "store") == 0)
			do_store(s);
		else if (strcmp(s->verb, "load") == 0)
			do_load(s);
		else if (strcmp(s->verb, "text") == 0)
			do_text(s);
		else if (strcmp(s->verb, "call") == 0)
			do_call(s);
		else if (strcmp(s->verb, "check") == 0)
			failed = do_check(s);
	}
	return failed;
}

static void report(void)
{
	printf("%u strings\n", n_strings);
}

int main(int argc, char **argv)
{
	FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
	if (!file)
		return 2;
	globals = new_table(8);
	world = new_table(8);
	parse(file);
	fclose(file);
	most_blocks = strtoul(argv[1], NULL, 10);
	int failed = run();
	report(); /* MARK: ran */
	return failed;
}
