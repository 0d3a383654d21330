/* What things are called, one kind of name a function:
 *
 *	debuggee-names KIND NUMBER
 *
 * makes something of the number, forgets where it came from, and looks at it in
 * check(): with 3 it is right, with 30 it is wrong, and the status is 1. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int verdict;

__attribute__((noinline)) static void check(int wrong)
{
	verdict = wrong; /* MARK: check */
}

/* ---- What a pointer to anything leads to ---- */

struct account {
	char owner[16];
	long balance;
};

struct box {
	const char *label;
	void *content;
	struct box *next;
};

static struct box *new_box(const char *label, void *content, struct box *next)
{
	struct box *box = malloc(sizeof *box);
	*box = (struct box){label, content, next};
	return box;
}

static int look_into(const struct box *box)
{
	const struct account *account = box->next->content;
	return account->balance > 10;
}

static void payload(long number)
{
	struct account *account = calloc(1, sizeof *account);
	strcpy(account->owner, "anna");
	account->balance = number;
	struct box *boxes = new_box("second", account, NULL);
	account = NULL;
	number = 0;
	boxes = new_box("first", NULL, boxes);
	check(look_into(boxes));
}

/* ---- What is around the pointer ---- */

struct link {
	struct link *next;
};

struct job {
	long cost;
	struct link link;
};

static struct link *queue;

static void enqueue(long cost)
{
	struct job *job = malloc(sizeof *job);
	job->cost = cost;
	job->link.next = queue;
	queue = &job->link;
}

static long total_cost(void)
{
	long total = 0;
	for (struct link *l = queue; l; l = l->next) {
		char *start = (char *) l - offsetof(struct job, link);
		total += ((struct job *) (void *) start)->cost;
	}
	return total;
}

static void around(long number)
{
	enqueue(1);
	enqueue(number);
	enqueue(2);
	number = 0;
	check(total_cost() > 10);
}

/* ---- Nodes that say what they are ---- */

enum code { REG, MEM, PLUS, IF_THEN_ELSE };
enum mode { VOID, SI, DF };

struct rtx;
union operand {
	long number;
	const char *text;
	struct rtx *rtx;
};

struct rtx {
	enum code code : 16;
	enum mode mode : 8;
	unsigned jump : 1, call : 1, used : 1, frame : 1, volatile_ : 1;
	union operand fld[1];
};

struct insn {
	int uid;
	struct rtx *pattern;
};

static struct rtx *new_rtx(enum code code, enum mode mode, int n)
{
	size_t size = offsetof(struct rtx, fld) + n * sizeof(union operand);
	struct rtx *rtx = calloc(1, size);
	rtx->code = code;
	rtx->mode = mode;
	return rtx;
}

static struct rtx *new_reg(long number)
{
	struct rtx *reg = new_rtx(REG, DF, 1);
	reg->fld[0].number = number;
	return reg;
}

static int is_bad(const struct rtx *rtx)
{
	return rtx->code == PLUS && rtx->mode == DF;
}

static void nodes(long number)
{
	struct insn insn = {7, new_rtx(IF_THEN_ELSE, DF, 3)};
	insn.pattern->fld[0].rtx = new_reg(1);
	insn.pattern->fld[2].rtx = new_reg(2);
	struct rtx *other;
	if (number > 10) {
		other = new_rtx(PLUS, DF, 2);
		other->fld[0].rtx = new_reg(3);
		other->fld[1].rtx = insn.pattern->fld[0].rtx;
	} else {
		other = new_rtx(MEM, SI, 1);
		other->fld[0].rtx = insn.pattern->fld[0].rtx;
	}
	insn.pattern->fld[1].rtx = other;
	other = NULL;
	number = 0;
	check(is_bad(insn.pattern->fld[1].rtx));
}

/* ---- A list that bites its tail ---- */

struct node {
	const char *name;
	struct node *next;
};

static struct node *new_node(const char *name, struct node *next)
{
	struct node *node = malloc(sizeof *node);
	*node = (struct node){name, next};
	return node;
}

static int count(const struct node *list)
{
	int n = 0;
	for (; list && n < 100; list = list->next)
		n++;
	return n;
}

static void cycle(long number)
{
	struct node *list = new_node("last", NULL);
	list = new_node("first", new_node("middle", list));
	if (number > 10)
		list->next->next->next = list;
	number = 0;
	check(count(list) > 10);
}

/* ---- Bytes that only the program can read ---- */

static char *packet;

static long unpack(void)
{
	long value;
	memcpy(&value, packet + 24, sizeof value);
	return value;
}

static void bytes(long number)
{
	packet = malloc(40);
	memset(packet, 'x', 39);
	packet[39] = 0;
	memcpy(packet + 24, &number, sizeof number);
	number = 0;
	check(unpack() > 10);
}

/* ---- The same name in several calls ---- */

static int depth_of(long number, int level)
{
	long kept = level == 2 ? number : level;
	if (level == 2)
		number = 0;
	if (level < 4)
		return depth_of(number, level + 1) + (kept > 10);
	check(0);
	return 0;
}

static void calls(long number)
{
	int found = depth_of(number, 0);
	verdict = found;
}

/* ---- The same name in several functions ---- */

static long scale(long amount)
{
	long result = amount * 2;
	amount = 0;
	return result;
}

static long shift(long amount)
{
	long result = amount + 1;
	amount = 0;
	return result;
}

static void functions(long number)
{
	long amount = number;
	number = 0;
	amount = scale(amount);
	amount = shift(amount);
	check(amount > 10);
}

/* ---- What looks alike ---- */

struct wide {
	int a, b, c, d, e, f;
	struct {
		int x, y;
	} at;
	int limit;
	char *text;
};

static char *long_text(long number)
{
	char *text = malloc(400);
	memset(text, 'a', 399);
	text[300] = number > 10 ? 'B' : 'A';
	text[399] = 0;
	return text;
}

static int is_too_far(const struct wide *wide)
{
	return wide->at.y > 10 && wide->limit > 10;
}

static void alike(long number)
{
	struct wide *first = calloc(1, sizeof *first), *wide = first;
	if (number > 10)
		wide = calloc(1, sizeof *wide);
	wide->at.y = wide->limit = (int) number;
	number = 0;
	check(is_too_far(wide));
}

static int has_b(const char *text)
{
	return strchr(text, 'B') != NULL;
}

static void texts(long number)
{
	char *first = long_text(0), *text = first;
	if (number > 10)
		text = long_text(number);
	number = 0;
	check(has_b(text));
}

static int sum_up(const int *numbers)
{
	return numbers[0] + numbers[1] + numbers[2] > 10;
}

static void arrays(long number)
{
	int *first = calloc(3, sizeof *first), *numbers = first;
	if (number > 10)
		numbers = calloc(3, sizeof *numbers);
	numbers[1] = (int) number;
	number = 0;
	check(sum_up(numbers));
}

/* ---- A table of anything ---- */

struct entry {
	const char *key;
	void *value;
	struct entry *next;
};

static struct table {
	struct entry **buckets;
	unsigned n;
} table;

static unsigned hash(const char *key)
{
	unsigned sum = 0;
	while (*key)
		sum = sum * 31 + (unsigned char) *key++;
	return sum % table.n;
}

static void put(const char *key, void *value)
{
	struct entry *entry = malloc(sizeof *entry);
	*entry = (struct entry){key, value, table.buckets[hash(key)]};
	table.buckets[hash(key)] = entry;
}

static void *get(const char *key)
{
	struct entry *entry = table.buckets[hash(key)];
	while (entry && strcmp(entry->key, key) != 0)
		entry = entry->next;
	return entry ? entry->value : NULL;
}

static int is_rich(const char *key)
{
	struct account *account = get(key);
	return account && account->balance > 10;
}

static void tables(long number)
{
	table.n = 4;
	table.buckets = calloc(table.n, sizeof *table.buckets);
	for (int i = 0; i < 3; i++) {
		struct account *account = calloc(1, sizeof *account);
		strcpy(account->owner, i ? "carl" : "dora");
		account->balance = i == 1 ? number : i;
		put(i == 0 ? "a" : i == 1 ? "b" : "c", account);
	}
	number = 0;
	check(is_rich("b"));
}

/* ---- Memory that the program hands out to itself ---- */

static char arena[512];
static size_t arena_used;

static void *take(size_t size)
{
	void *memory = arena + arena_used;
	arena_used += (size + 7) / 8 * 8;
	return memory;
}

struct leaf {
	char kind;
	long weight;
	struct leaf *left, *right;
};

static struct leaf *new_leaf(
	char kind, long weight, struct leaf *left, struct leaf *right)
{
	struct leaf *leaf = take(sizeof *leaf);
	*leaf = (struct leaf){kind, weight, left, right};
	return leaf;
}

static long weigh(const struct leaf *leaf)
{
	return leaf ? leaf->weight + weigh(leaf->left) + weigh(leaf->right) : 0;
}

static void pool(long number)
{
	struct leaf *left = new_leaf('l', 1, NULL, NULL);
	struct leaf *right = new_leaf('r', number, NULL, NULL);
	struct leaf *tree = new_leaf('t', 0, left, right);
	left = right = NULL;
	number = 0;
	check(weigh(tree) > 10);
}

/* ---- A header before each object ---- */

struct header {
	struct header *next;
	long marked;
};

struct value {
	int kind;
	long amount;
};

static struct header *all_objects;

static void *collected(size_t size)
{
	struct header *header = calloc(1, sizeof *header + size);
	header->next = all_objects;
	all_objects = header;
	return header + 1;
}

static int sum_of_all(void)
{
	long sum = 0;
	for (struct header *h = all_objects; h; h = h->next)
		sum += ((struct value *) (h + 1))->amount;
	return sum > 10;
}

static void header(long number)
{
	for (int i = 0; i < 3; i++) {
		struct value *value = collected(sizeof *value);
		value->kind = i;
		value->amount = i == 1 ? number : i;
	}
	number = 0;
	check(sum_of_all());
}

/* ---- Values of any type ---- */

enum tag { NIL, NUMBER, TEXT, LIST };

struct variant {
	enum tag tag;
	union {
		double number;
		char *text;
		struct variant *list;
	} as;
};

static double sum_variants(const struct variant *list, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		if (list[i].tag == NUMBER)
			sum += list[i].as.number;
		else if (list[i].tag == LIST)
			sum += sum_variants(list[i].as.list, 2);
	return sum;
}

static void variants(long number)
{
	struct variant *stack = calloc(4, sizeof *stack);
	struct variant *list = calloc(2, sizeof *list);
	list[1] = (struct variant){NUMBER, {.number = (double) number}};
	stack[1] = (struct variant){TEXT, {.text = strdup("one")}};
	stack[2] = (struct variant){LIST, {.list = list}};
	list = NULL;
	number = 0;
	check(sum_variants(stack, 4) > 10);
}

/* ---- Rows of rows ---- */

static int trace_of(double **rows)
{
	return rows[0][0] + rows[1][1] + rows[2][2] > 10;
}

static void rows(long number)
{
	double **rows = calloc(3, sizeof *rows);
	for (int i = 0; i < 3; i++)
		rows[i] = calloc(3, sizeof **rows);
	rows[1][1] = (double) number;
	number = 0;
	check(trace_of(rows));
}

/* ---- Far away ---- */

struct ring {
	long value;
	struct ring *next;
};

static long sum_ring(const struct ring *ring)
{
	long sum = 0;
	for (; ring; ring = ring->next)
		sum += ring->value;
	return sum;
}

static void far(long number)
{
	struct ring *ring = NULL;
	for (int i = 0; i < 300; i++) {
		struct ring *next = ring;
		ring = malloc(sizeof *ring);
		*ring = (struct ring){i == 10 ? number : 0, next};
	}
	number = 0;
	check(sum_ring(ring) > 10);
}

/* ---- Variables of inner blocks ---- */

static int compare(const long *numbers)
{
	return numbers[1] > 10;
}

static void blocks(long number)
{
	for (int i = 0; i < 2; i++) {
		long numbers[2] = {i, number};
		if (i)
			number = 0;
		check(compare(numbers));
	}
}

/* ---- A number that is a pointer ---- */

static int look_up(unsigned long handle)
{
	const struct account *account = (const struct account *) handle;
	return account->balance > 10;
}

static void handle(long number)
{
	struct account *account = calloc(1, sizeof *account);
	unsigned long handle = (unsigned long) account;
	strcpy(account->owner, "berta");
	account->balance = number;
	account = NULL;
	number = 0;
	check(look_up(handle));
}

/* ---- What looks like a pointer, and pointers to what is gone ---- */

static struct {
	struct node *wild, *list;
	union {
		long bits;
		struct node *node;
	} any;
} odds;

static void garbage(long number)
{
	register struct node *lost __asm__("r12") =
		(struct node *) 0x414141414140;
	odds.wild = (struct node *) 0x123456789abcd;
	odds.any.bits = 0x7fff12345678;
	odds.list = new_node("last", NULL);
	if (number > 10)
		odds.list = new_node("new", odds.list);
	number = 0;
	check(count(odds.list) > 1);
	if (lost == odds.wild)
		abort();
}

static void dangling(long number)
{
	odds.wild = new_node("gone", NULL);
	odds.list = new_node("last", NULL);
	struct node *new = number > 10 ? new_node("new", odds.list) : NULL;
	if (new)
		odds.list = new;
	new = NULL;
	number = 0;
	free(odds.wild);
	check(count(odds.list) > 1);
}

/* ---- Two edits of a list at one place ---- */

static struct ring *new_ring(long value, struct ring *next)
{
	struct ring *ring = malloc(sizeof *ring);
	*ring = (struct ring){value, next};
	return ring;
}

static int has(const struct ring *list, long value)
{
	while (list && list->value != value)
		list = list->next;
	return list != NULL;
}

static int is_swapped(const struct ring *list)
{
	return has(list, 8) && has(list, 9) && !has(list, 2);
}

static void edits(long number)
{
	struct ring *list = new_ring(3, NULL);
	if (number > 10)
		list = new_ring(8, new_ring(9, list));
	else
		list = new_ring(2, list);
	list = new_ring(1, list);
	number = 0;
	check(is_swapped(list));
}

/* ---- A short way through anything, and a longer one that says what it is ---- */

struct holder {
	struct account *account;
};

struct office {
	struct holder *holder;
};

static void typed(long number)
{
	struct account *account = calloc(1, sizeof *account);
	void *anything = account;
	struct holder holder = {account};
	struct office office = {malloc(sizeof holder)};
	*office.holder = holder;
	account->balance = number;
	holder.account = account = NULL;
	number = 0;
	check(office.holder->account->balance > 10); /* MARK: typed */
	free(anything);
}

/* ---- What is called by one name, and then by another ---- */

struct card {
	long points;
	struct card *next;
};

static struct card *stack;

static void push(long points)
{
	struct card *card = malloc(sizeof *card);
	*card = (struct card){points, stack};
	stack = card;
}

static int is_high(const struct card *card)
{
	return card->points > 10;
}

/* The same card is stack, and then stack->next. */
static void pushed(long number)
{
	push(number);
	number = 0;
	push(1); /* MARK: pushed */
	check(stack->next->points > 10); /* MARK: below */
}

/* It is card for a while, and stack all the time. */
static void handed(long number)
{
	push(number);
	number = 0;
	check(is_high(stack)); /* MARK: handed */
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*make)(long number);
	} kinds[] = {{"payload", payload}, {"around", around}, {"nodes", nodes},
		{"cycle", cycle}, {"bytes", bytes}, {"calls", calls},
		{"functions", functions}, {"alike", alike}, {"texts", texts},
		{"arrays", arrays}, {"table", tables}, {"pool", pool},
		{"header", header}, {"variant", variants}, {"rows", rows},
		{"far", far}, {"blocks", blocks}, {"handle", handle},
		{"garbage", garbage}, {"dangling", dangling}, {"edits", edits},
		{"typed", typed}, {"pushed", pushed}, {"handed", handed}};

	long number = argc > 2 ? atol(argv[2]) : 0;
	if (argc > 2)
		memset(argv[2], '-', strlen(argv[2]));
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (argc > 2 && strcmp(argv[1], kinds[i].name) == 0) {
			long handed = number;
			number = 0;
			kinds[i].make(handed);
		}
	return verdict != 0;
}
