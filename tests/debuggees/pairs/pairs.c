/* States that depend on the arguments: `pairs SUBJECT WORD…` builds something
 * from the words, stops in stop() and then shows what it has. Two runs of one
 * subject with different words are two states to be compared; what is shown
 * depends on all of the state. */
#include <fcntl.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static int n_words;
static char **words;

static void __attribute__((noinline)) stop(void)
{
	__asm__ volatile("" ::: "memory");
}

/* ---- Lists ---- */

struct node {
	int value;
	struct node *next;
};
struct link {
	struct link *next, *prev;
	long value;
};

static struct node *list;

static void lists(void)
{
	struct node **end = &list;
	for (int i = 0; i < n_words; i++) {
		*end = malloc(sizeof **end);
		(*end)->value = atoi(words[i]);
		(*end)->next = NULL;
		end = &(*end)->next;
	}
	stop();
	for (struct node *n = list; n; n = n->next)
		printf("%d\n", n->value);
	while (list) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
}

/* A list, and pointers to what was freed. */
static void dangling(void)
{
	static struct node *dropped[12];
	enum { N = sizeof dropped / sizeof *dropped };
	struct node **end = &list;
	for (int i = 0; i < n_words; i++) {
		*end = malloc(sizeof **end);
		**end = (struct node){atoi(words[i]), NULL};
		end = &(*end)->next;
	}
	for (int i = 0; i < N; i++) {
		dropped[i] = malloc(sizeof *dropped[i]);
		*dropped[i] = (struct node){-i, i ? dropped[i - 1] : NULL};
	}
	for (int i = 0; i < N; i++)
		free(dropped[i]);
	stop();
	for (struct node *n = list; n; n = n->next)
		printf("%d\n", n->value);
}

static void circles(void)
{
	struct link head = {&head, &head, 0};
	for (int i = 0; i < n_words; i++) {
		struct link *link = malloc(sizeof *link);
		*link = (struct link){&head, head.prev, atoi(words[i])};
		head.prev->next = link;
		head.prev = link;
	}
	stop();
	for (struct link *l = head.next; l != &head; l = l->next)
		printf("%ld\n", l->value);
	for (struct link *l = head.prev; l != &head; l = l->prev)
		printf("%ld\n", l->value);
}

/* ---- Trees ---- */

struct tree {
	struct tree *left, *right, *up;
	char *name;
};

static void insert(struct tree **at, struct tree *up, char *name)
{
	while (*at) {
		up = *at;
		at = strcmp(name, up->name) < 0 ? &up->left : &up->right;
	}
	*at = calloc(1, sizeof **at);
	(*at)->up = up;
	(*at)->name = strdup(name);
}

static void show_tree(const struct tree *tree, int depth)
{
	if (!tree || depth > 50)
		return;
	show_tree(tree->left, depth + 1);
	printf("%*s%s of %s\n", depth, "", tree->name,
		tree->up ? tree->up->name : "nobody");
	show_tree(tree->right, depth + 1);
}

static void trees(void)
{
	struct tree *root = NULL;
	for (int i = 0; i < n_words; i++)
		insert(&root, NULL, words[i]);
	stop();
	show_tree(root, 0);
}

/* ---- Hash tables ---- */

struct entry {
	char *key;
	unsigned count;
	struct entry *next;
};
struct table {
	size_t size, used;
	struct entry **buckets;
};

static struct entry *find(struct table *table, const char *key)
{
	unsigned hash = 5381;
	for (const char *c = key; *c; c++)
		hash = hash * 33 + (unsigned char) *c;
	struct entry **bucket = &table->buckets[hash % table->size];
	for (struct entry *e = *bucket; e; e = e->next)
		if (strcmp(e->key, key) == 0)
			return e;
	struct entry *e = malloc(sizeof *e);
	*e = (struct entry){strdup(key), 0, *bucket};
	*bucket = e;
	table->used++;
	return e;
}

static void tables(void)
{
	struct table table = {4, 0, NULL};
	struct entry *last = NULL;
	if (n_words > 4)
		table.size = 16;
	table.buckets = calloc(table.size, sizeof *table.buckets);
	for (int i = 0; i < n_words; i++) {
		last = find(&table, words[i]);
		last->count++;
	}
	stop();
	for (size_t i = 0; i < table.size; i++)
		for (struct entry *e = table.buckets[i]; e; e = e->next)
			printf("%zu %s %u\n", i, e->key, e->count);
	printf("%zu, last %s\n", table.used, last ? last->key : "none");
}

/* ---- Values that are one thing or another ---- */

struct value {
	enum { NUMBER, TEXT, PAIR } kind;
	union {
		long number;
		char *text;
		struct {
			struct value *first, *second;
		} pair;
	} u;
};

static struct value *value_of(char *word)
{
	struct value *value = calloc(1, sizeof *value);
	char *end;
	value->u.number = strtol(word, &end, 10);
	if (!*end)
		return value;
	char *comma = strchr(word, ',');
	value->kind = comma ? PAIR : TEXT;
	if (comma) {
		char *first = strndup(word, (size_t) (comma - word));
		value->u.pair.first = value_of(first);
		value->u.pair.second = value_of(comma + 1);
		free(first);
	} else {
		value->u.text = strdup(word);
	}
	return value;
}

static void show_value(const struct value *value)
{
	if (value->kind == NUMBER) {
		printf("%ld ", value->u.number);
	} else if (value->kind == TEXT) {
		printf("%s ", value->u.text);
	} else {
		show_value(value->u.pair.first);
		show_value(value->u.pair.second);
	}
}

static void unions(void)
{
	struct value *values[8] = {NULL};
	for (int i = 0; i < n_words && i < 8; i++)
		values[i] = value_of(words[i]);
	stop();
	for (int i = 0; i < 8; i++)
		if (values[i])
			show_value(values[i]);
	printf("\n");
}

/* ---- Numbers of all kinds ---- */

struct packed {
	unsigned a : 3, b : 5;
	int c : 7;
	unsigned long d : 33;
	_Bool yes : 1;
	char pad;
	double half;
	float third;
	short four[4];
	long double wide;
};

static void numbers(void)
{
	struct packed packed;
	int grid[3][4] = {{0}};
	enum color { RED, GREEN = 5, BLUE } color = RED;
	memset(&packed, 0, sizeof packed);
	for (int i = 0; i < n_words; i++) {
		int n = atoi(words[i]);
		packed.a = (unsigned) n & 7;
		packed.b = (unsigned) (n + i) & 31;
		packed.c = n % 60;
		packed.d = (unsigned) n * 1000003ul & 0x1fffffffful;
		packed.yes = n & 1;
		packed.half = n / 2.0;
		packed.third = (float) n / 3;
		packed.four[i & 3] = (short) n;
		packed.wide = n / 7.0L;
		grid[i % 3][i % 4] = n;
		color = n & 1 ? GREEN : BLUE;
	}
	stop();
	printf("%u %u %d %lu %d %g %g %d %d %.20Lg %d\n", packed.a, packed.b,
		packed.c, (unsigned long) packed.d, packed.yes, packed.half,
		packed.third, packed.four[0], packed.four[3], packed.wide,
		color);
	for (int i = 0; i < 12; i++)
		printf("%d ", grid[i / 4][i % 4]);
	printf("\n");
}

/* ---- Strings ---- */

struct line {
	size_t length;
	char text[];
};

static void strings(void)
{
	char fixed[16] = "";
	char *joined = calloc(1, 64), *middle;
	struct line *line = NULL;
	char **copies = calloc((size_t) n_words + 1, sizeof *copies);
	const char *constant = n_words > 2 ? "many words" : "few";
	for (int i = 0; i < n_words; i++) {
		strncpy(fixed, words[i], sizeof fixed - 1);
		strncat(joined, words[i], 8);
		copies[i] = strdup(words[i]);
		size_t length = strlen(words[i]);
		free(line);
		line = malloc(sizeof *line + length + 1);
		line->length = length;
		memcpy(line->text, words[i], length + 1);
	}
	middle = joined + strlen(joined) / 2;
	stop();
	printf("%s %s %s %s\n", fixed, joined, middle, constant);
	for (char **copy = copies; *copy; copy++)
		printf("%s\n", *copy);
	printf("%zu %s\n", line ? line->length : 0, line ? line->text : "");
}

/* ---- Memory of its own ---- */

struct pool {
	size_t used;
	char room[4000];
};
struct cell {
	struct cell *next;
	int n;
	char *text;
};

static struct pool *pool;

static void *take(size_t size)
{
	void *taken = pool->room + pool->used;
	pool->used += (size + 7) / 8 * 8;
	return taken;
}

static void pools(void)
{
	struct cell *cells = NULL;
	pool = calloc(1, sizeof *pool);
	for (int i = 0; i < n_words; i++) {
		struct cell *cell = take(sizeof *cell);
		char *text = take(strlen(words[i]) + 1);
		*cell = (struct cell){cells, i, strcpy(text, words[i])};
		cells = cell;
	}
	stop();
	for (struct cell *c = cells; c; c = c->next)
		printf("%d %s\n", c->n, c->text);
	puts(strcpy(take(5), "more"));
}

static struct cell *put_cell(void *at, struct cell *next, int n, char *text)
{
	struct cell *cell = at;
	*cell = (struct cell){next, n, strcpy(text, words[n])};
	return cell;
}

static void show_cells(const struct cell *cells)
{
	for (const struct cell *c = cells; c; c = c->next)
		printf("%d %s\n", c->n, c->text);
}

/* With an object that is still growing. */
static void obstacks(void)
{
	static struct obstack stack;
	struct cell *cells = NULL;
	obstack_begin(&stack, 512);
	for (int i = 0; i < n_words; i++) {
		char *text = obstack_alloc(&stack, strlen(words[i]) + 1);
		cells = put_cell(
			obstack_alloc(&stack, sizeof *cells), cells, i, text);
	}
	obstack_grow(&stack, "grow", 4);
	stop();
	show_cells(cells);
	obstack_grow0(&stack, "ing", 3);
	puts(obstack_finish(&stack));
	obstack_free(&stack, NULL);
}

/* As many as there are words, of what the first says. */
struct row {
	size_t n, size;
	const char *name;
	union {
		char c[1];
		short s[1];
		int i[1];
		struct cell *p[1];
	} data;
};

static struct row *new_row(size_t size)
{
	size_t n = (size_t) n_words;
	struct row *row = malloc(sizeof *row + n * size);
	memset(row, 0, sizeof *row + n * size);
	row->n = n;
	row->size = size;
	row->name = "a row";
	return row;
}

static void rows(void)
{
	struct row *numbers = new_row(sizeof(int));
	struct row *shorts = new_row(sizeof(short));
	struct row *cells = new_row(sizeof(struct cell *));
	for (int i = 0; i < n_words; i++) {
		numbers->data.i[i] = atoi(words[i]);
		shorts->data.s[i] = (short) atoi(words[i]);
		cells->data.p[i] = put_cell(malloc(sizeof(struct cell)), NULL,
			i, malloc(strlen(words[i]) + 1));
	}
	stop();
	for (size_t i = 0; i < numbers->n; i++)
		printf("%d\n", numbers->data.i[i] + shorts->data.s[i]);
	for (size_t i = 0; i < cells->n; i++)
		show_cells(cells->data.p[i]);
}

static struct bump {
	char *base, *next, *limit;
} bump;

static void *bump_take(size_t size)
{
	char *taken = bump.next;
	size = (size + 7) / 8 * 8;
	if (taken < bump.base || (size_t) (bump.limit - taken) < size)
		abort();
	bump.next += size;
	return taken;
}

static void bumps(void)
{
	struct cell *cells = NULL;
	bump.base = bump.next = malloc(4000);
	bump.limit = bump.base + 4000;
	for (int i = 0; i < n_words; i++) {
		char *text = bump_take(strlen(words[i]) + 1);
		cells = put_cell(bump_take(sizeof *cells), cells, i, text);
	}
	stop();
	show_cells(cells);
	puts(strcpy(bump_take(8), "more"));
	free(bump.base);
}

/* Without a limit: a number, and a pointer. What comes next must not go where
 * something is. */
static char counted[4000], pointed[4000];
static size_t counted_used;
static char *pointed_next = pointed;

static void *count_take(size_t size)
{
	size = (size + 7) / 8 * 8;
	if (size > sizeof counted - counted_used)
		abort();
	counted_used += size;
	return counted + counted_used - size;
}

static void *point_take(size_t size)
{
	char *taken = pointed_next;
	size = (size + 7) / 8 * 8;
	if (taken < pointed || size > (size_t) (pointed + 4000 - taken))
		abort();
	pointed_next += size;
	return taken;
}

static void tops(void)
{
	struct cell *some = NULL, *others = NULL;
	for (int i = 0; i < n_words; i++) {
		char *text = count_take(strlen(words[i]) + 1);
		some = put_cell(count_take(sizeof *some), some, i, text);
		text = point_take(strlen(words[i]) + 1);
		others = put_cell(point_take(sizeof *others), others, i, text);
	}
	stop();
	memset(count_take(300), 'x', 300);
	memset(point_take(300), 'x', 300);
	show_cells(some);
	show_cells(others);
}

/* Cells that were given back: a list of nothing but links, and one through `void
 * *`. */
struct spare {
	struct spare *next;
};
static struct {
	char *base, *next, *limit;
	void *back;
} yard;
static struct spare *spares;

static void *yard_take(size_t size)
{
	char *taken = yard.next;
	if (taken < yard.base || size > (size_t) (yard.limit - taken))
		abort();
	yard.next += size;
	return taken;
}

static void *cell_take(int kind)
{
	void *taken = kind ? (void *) spares : yard.back;
	if (!taken)
		return yard_take(sizeof(struct cell));
	if (kind)
		spares = spares->next;
	else
		yard.back = *(void **) taken;
	return taken;
}

static void cell_give(int kind, struct cell *cell)
{
	if (kind) {
		struct spare *spare = (struct spare *) cell;
		spare->next = spares;
		spares = spare;
	} else {
		*(void **) cell = yard.back;
		yard.back = cell;
	}
}

/* A word that starts with "-" is not kept. */
static struct cell *take_cells(int kind)
{
	struct cell *cells = NULL, *old = NULL;
	for (int i = 0; i < n_words; i++) {
		struct cell **to = words[i][0] == '-' ? &old : &cells;
		*to = put_cell(
			cell_take(kind), *to, i, malloc(strlen(words[i]) + 1));
	}
	while (old) {
		struct cell *next = old->next;
		free(old->text);
		cell_give(kind, old);
		old = next;
	}
	return cells;
}

static void frees(void)
{
	yard.base = yard.next = malloc(4000);
	yard.limit = yard.base + 4000;
	struct cell *some = take_cells(0), *others = take_cells(1);
	stop();
	for (int i = 0; i < 2 * n_words; i++) {
		some = put_cell(cell_take(0), some, 0, malloc(100));
		others = put_cell(cell_take(1), others, 0, malloc(100));
	}
	show_cells(some);
	show_cells(others);
	free(yard.base);
}

/* The same struct, but in a list of things: they are all there is. */
struct thing {
	struct thing *next;
	int n;
};

static void things(void)
{
	struct thing *all = NULL;
	yard.base = yard.next = malloc(4000);
	yard.limit = yard.base + 4000;
	for (int i = 0; i < n_words; i++) {
		struct thing *thing = yard_take(sizeof *thing);
		*thing = (struct thing){all, atoi(words[i])};
		all = thing;
	}
	stop();
	for (; all; all = all->next)
		printf("%d\n", all->n);
	free(yard.base);
}

/* What is in a heap of texts by number is no matter of an allocator's: places go
 * by their numbers. */
static void stacks(void)
{
	static char names[400], *top = names;
	static int places[40], depth;
	for (int i = 0; i < n_words; i++) {
		places[depth++] = (int) (top - names);
		top = stpcpy(top, words[i]) + 1;
	}
	stop();
	strcpy(top, "last");
	places[depth++] = (int) (top - names);
	while (depth > 0)
		puts(&names[places[--depth]]);
}

/* ---- Arrays ---- */

struct item {
	char *name;
	int weight;
};

static void arrays(void)
{
	int *weights = malloc(((size_t) n_words + 1) * sizeof *weights);
	struct item *items = calloc((size_t) n_words + 1, sizeof *items);
	struct item *best = NULL;
	int vla[n_words + 1];
	memset(vla, 0, sizeof vla);
	for (int i = 0; i < n_words; i++) {
		weights[i] = vla[i] = atoi(words[i]);
		items[i] = (struct item){strdup(words[i]), weights[i]};
		if (!best || best->weight < weights[i])
			best = &items[i];
	}
	weights[n_words] = -1;
	stop();
	for (int *w = weights; *w != -1; w++)
		printf("%d ", *w);
	for (struct item *i = items; i->name; i++)
		printf("%s %d, ", i->name, i->weight);
	printf("%s %d\n", best ? best->name : "none", vla[0]);
}

/* ---- Things outside of variables ---- */

static void inputs(void)
{
	char line[100] = "";
	int n = 0;
	for (int i = 0; i < n_words && fgets(line, sizeof line, stdin); i++)
		n++;
	stop();
	printf("%d %s", n, line);
	while (fgets(line, sizeof line, stdin))
		printf("then %s", line);
}

/* A file of its own, read through stdio and by descriptor. */
static void files(void)
{
	char first[8] = "", rest[100] = "";
	FILE *stream = fopen(n_words ? words[0] : "/dev/null", "r");
	int fd = open(n_words ? words[0] : "/dev/null", O_RDONLY);
	if (stream && !fgets(first, sizeof first, stream))
		first[0] = '\0';
	if (n_words > 1)
		lseek(fd, atoi(words[1]), SEEK_SET);
	stop();
	while (stream && fgets(rest, sizeof rest, stream))
		printf("stream %s", rest);
	long n = read(fd, rest, sizeof rest - 1);
	printf("\nfd %.*s %s\n", (int) (n > 0 ? n : 0), rest, first);
}

static void arguments(void)
{
	extern char **environ;
	stop();
	for (int i = 0; i < n_words; i++)
		printf("%s\n", words[i]);
	for (char **e = environ; *e; e++)
		if (strncmp(*e, "PAIRS_", 6) == 0)
			printf("%s\n", *e);
	printf("%s\n", getenv("PAIRS_A") ? getenv("PAIRS_A") : "no A");
}

/* Sets variables, NAME=value, and takes others out, NAME. */
static void environments(void)
{
	extern char **environ;
	for (int i = 0; i < n_words; i++)
		if (strchr(words[i], '='))
			putenv(strdup(words[i]));
		else
			unsetenv(words[i]);
	stop();
	for (char **e = environ; *e; e++)
		if (strncmp(*e, "PAIRS_", 6) == 0)
			printf("%s\n", *e);
}

static void registers(void)
{
	register long sum = 0;
	register char *longest = NULL;
	register int kept = n_words;
	for (int i = 0; i < n_words; i++) {
		sum += atoi(words[i]);
		if (!longest || strlen(words[i]) > strlen(longest))
			longest = words[i];
	}
	stop();
	printf("%ld %s %d\n", sum, longest ? longest : "none", kept);
}

/* Pointers in registers that the next function saves and uses itself: for GDB,
 * they are still in registers, and have no address. */
static void use_registers(const struct node *numbers)
{
	register const struct node *at __asm__("rbx") = numbers;
	register long sum __asm__("r12") = 0;
	stop();
	for (; at; at = at->next)
		sum += at->value;
	printf("%ld\n", sum);
}

static void saved(void)
{
	register struct node *first __asm__("rbx") = NULL;
	register struct node *largest __asm__("r12") = NULL;
	register long kept __asm__("r13") = n_words;
	for (int i = 0; i < n_words; i++) {
		struct node *node = malloc(sizeof *node);
		*node = (struct node){atoi(words[i]), first};
		first = node;
		if (!largest || largest->value < node->value)
			largest = node;
	}
	use_registers(first);
	printf("%d %ld\n", largest ? largest->value : 0, kept);
}

/* Functions by their address, and a pointer to the stack of a caller. */
static int twice(int x)
{
	return 2 * x;
}

static int thrice(int x)
{
	return 3 * x;
}

struct job {
	int (*work)(int);
	int *result;
	struct job *next;
};

static void inner(int *results, struct job *jobs)
{
	stop();
	for (struct job *j = jobs; j; j = j->next)
		*j->result = j->work(*j->result);
	printf("%d %d\n", results[0], results[1]);
}

static void functions(void)
{
	int results[2] = {1, 1};
	struct job *jobs = NULL;
	for (int i = 0; i < n_words; i++) {
		int n = atoi(words[i]);
		struct job *job = malloc(sizeof *job);
		*job = (struct job){
			n & 1 ? twice : thrice, &results[n >> 1 & 1], jobs};
		jobs = job;
		results[1] += n;
	}
	inner(results, jobs);
}

static const struct {
	const char *name;
	void (*build)(void);
} subjects[] = {
	{"lists", lists},
	{"circles", circles},
	{"trees", trees},
	{"tables", tables},
	{"unions", unions},
	{"numbers", numbers},
	{"strings", strings},
	{"pools", pools},
	{"obstacks", obstacks},
	{"bumps", bumps},
	{"tops", tops},
	{"frees", frees},
	{"things", things},
	{"stacks", stacks},
	{"rows", rows},
	{"arrays", arrays},
	{"inputs", inputs},
	{"files", files},
	{"arguments", arguments},
	{"dangling", dangling},
	{"environments", environments},
	{"registers", registers},
	{"saved", saved},
	{"functions", functions},
};

int main(int argc, char **argv)
{
	n_words = argc > 2 ? argc - 2 : 0;
	words = argv + (argc > 2 ? 2 : argc);
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
		if (argc > 1 && strcmp(argv[1], subjects[i].name) == 0)
			subjects[i].build();
	return 0;
}
