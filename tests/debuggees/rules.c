/* What C hides, one rule of extraction a function:
 *
 *	debuggee-rules RULE
 *
 * calls the function, which makes what the rule is about, keeps it in its own
 * variables and stops in stop(). Variables that a rule does not need are not
 * there: what is found, is found because of it. */
#include <alloca.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wvla"

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

struct node {
	int value;
	struct node *next;
};

struct tree {
	struct tree *left, *right;
	const char *word;
	int count;
};

__attribute__((noinline)) static void stop(void)
{
	__asm__ volatile("" ::: "memory"); /* MARK: stop */
}

static struct node *put_node(void *at, int value, struct node *next)
{
	struct node *node = at;
	memset(node, 0, sizeof *node);
	node->value = value;
	node->next = next;
	return node;
}

static struct node *new_node(int value, struct node *next)
{
	return put_node(malloc(sizeof(struct node)), value, next);
}

/* ---- Blocks ---- */

struct triple {
	int a, b, c;
};

/* Three and a third of them fit, and all of it is state. */
static void blocks(void)
{
	struct triple *triples = malloc(40);
	memset(triples, 0, 40);
	triples[2].c = 33;
	((char *) triples)[39] = 'z';
	stop();
}

struct padded {
	char c;
	long l;
};

static void padding(void)
{
	struct padded padded;
	struct padded *block = malloc(sizeof *block);
	memset(&padded, 0x5a, sizeof padded);
	memset(block, 0xa5, sizeof *block);
	padded.c = block->c = 'c';
	padded.l = block->l = 1;
	stop();
}

static void strings(void)
{
	char *text = malloc(40);
	char array[12] = "array";
	const unsigned char *raw = calloc(1, 24);
	memset(text, 'x', 40);
	strcpy(text, "a text\n");
	array[11] = '!';
	(void) raw;
	(void) array;
	stop();
}

static void dynamic_arrays(void)
{
	int *numbers = calloc(10, sizeof *numbers);
	struct node **pointers = calloc(5, sizeof *pointers);
	struct node *nodes = calloc(4, sizeof *nodes);
	numbers[9] = 99;
	pointers[3] = new_node(3, NULL);
	nodes[3].value = 44;
	nodes[3].next = new_node(45, NULL);
	stop();
}

struct flexible {
	int length;
	struct node *nodes[];
};
struct one {
	int length;
	struct node *nodes[1];
};
struct zero {
	int length;
	struct node *nodes[0];
};
struct name {
	int length;
	char text[4];
};

static void trailing_arrays(void)
{
	struct flexible *flexible = calloc(1, sizeof *flexible + 3 * 8);
	struct one *one = calloc(1, sizeof *one + 2 * 8);
	struct zero *zero = calloc(1, sizeof *zero + 2 * 8);
	struct name *name = calloc(1, 40);
	flexible->nodes[2] = new_node(1, NULL);
	one->nodes[2] = new_node(2, NULL);
	zero->nodes[1] = new_node(3, NULL);
	strcpy(name->text, "longer than four");
	stop();
}

/* ---- Unions, pools ---- */

union either {
	long number;
	struct node *node;
	double real;
};

struct link {
	struct link *next;
};
struct item {
	int number;
	struct link link;
	int after;
	long more[4];
};

union wide {
	long number;
	struct item *item;
};

static void unions(void)
{
	union either pointer = {.node = new_node(7, NULL)};
	union either number = {.number = 12345};
	union either inside = {.number = (long) new_node(8, NULL) + 1};
	union wide small = {.number = (long) malloc(24)};
	(void) small;
	(void) number;
	(void) inside;
	stop();
}

static void obstacks(void)
{
	struct obstack obstack;
	obstack_init(&obstack);
	struct node *list = NULL;
	for (int i = 0; i < 5; i++) {
		obstack_grow(&obstack, "between", i);
		obstack_finish(&obstack);
		list = put_node(obstack_alloc(&obstack, sizeof *list), i, list);
	}
	stop();
}

static void *take(char *pool, size_t *used, size_t size)
{
	void *taken = pool + *used;
	*used += (size + 15) / 16 * 16;
	return taken;
}

static struct tree *put_tree(char *pool, size_t *used, int depth)
{
	if (depth == 0)
		return NULL;
	struct tree *tree = take(pool, used, sizeof *tree);
	tree->count = depth;
	tree->word = depth == 1 ? strdup("a word on the heap") : NULL;
	tree->left = put_tree(pool, used, depth - 1);
	tree->right = put_tree(pool, used, depth - 1);
	return tree;
}

static struct node *put_list(char *pool, size_t *used)
{
	struct node *list = NULL;
	for (int i = 5; i > 0; i--)
		list = put_node(take(pool, used, sizeof *list), i * 11, list);
	return list;
}

static void pools(void)
{
	size_t used = 0;
	char *pool = calloc(1, 4096);
	struct node *list = put_list(pool + 64, &used);
	struct tree *tree = put_tree(pool + 64, &used, 3);
	(void) list;
	(void) tree;
	pool = NULL;
	stop();
}

static char static_pool[4096] __attribute__((aligned(16)));

static void static_pools(void)
{
	size_t used = 0;
	struct node *list = put_list(static_pool, &used);
	struct tree *tree = put_tree(static_pool, &used, 3);
	(void) list;
	(void) tree;
	strcpy(static_pool + 4000, "not handed out");
	stop();
}

static struct arena {
	size_t used;
	unsigned char memory[2000] __attribute__((aligned(16)));
} arena;

static void arenas(void)
{
	struct node *list = put_list((char *) arena.memory, &arena.used);
	struct tree *tree = put_tree((char *) arena.memory, &arena.used, 2);
	(void) list;
	(void) tree;
	stop();
}

/* Several blocks of alloca's, the last one at the lowest address. */
static void areas(void)
{
	char *word = alloca(40);
	struct node **nodes = alloca(3 * sizeof *nodes);
	int *numbers = alloca(10 * sizeof *numbers);
	struct tree *tree = alloca(sizeof *tree);
	char *other = alloca(32);
	memset(word, 0, 40);
	memset(other, 0, 32);
	strcpy(word, "a word on the stack");
	strcpy(other, "and another");
	for (int i = 0; i < 3; i++)
		nodes[i] = new_node(70 + i, NULL);
	for (int i = 0; i < 10; i++)
		numbers[i] = 1000 + i;
	memset(tree, 0, sizeof *tree);
	tree->count = 12;
	int *third = &numbers[2];
	(void) third;
	stop();
}

struct header {
	short kind, length;
};

static char message[64] __attribute__((aligned(16)));

static void messages(void)
{
	struct header *header = (struct header *) message;
	strcpy(message, "head and body");
	(void) header;
	stop();
}

/* ---- Pointers ---- */

static void interior_pointers(void)
{
	int table[4] = {1, 2, 3, 4};
	int *third = &table[2];
	struct item *item = calloc(1, sizeof *item);
	struct link *link = &item->link;
	item->number = 5;
	item->after = 6;
	item = NULL;
	(void) third;
	(void) link;
	stop();
}

static void void_pointers(void)
{
	struct node *node = new_node(8, NULL);
	void *same = node;
	void *other = calloc(1, 24);
	(void) same;
	(void) other;
	stop();
}

static void function_pointers(void)
{
	void (*function)(void) = void_pointers;
	void *as_data = (void *) stop;
	(void) function;
	(void) as_data;
	stop();
}

static void raw_blocks(void)
{
	void **raw = calloc(4, sizeof *raw);
	void *block = raw;
	raw[1] = new_node(1, NULL);
	raw[2] = (char *) new_node(2, NULL) + 8;
	raw = NULL;
	(void) block;
	stop();
}

static int *below(void)
{
	int here[200];
	int *escapes = here;
	here[0] = 1;
	return escapes;
}

static void dead_and_wild_pointers(void)
{
	struct node *freed = new_node(1, new_node(2, NULL));
	struct node *wild = (struct node *) 0x123450;
	struct node *odd = (struct node *) -8;
	int *gone = below();
	const char *constant = "constant";
	struct node *null = NULL;
	free(freed);
	(void) wild;
	(void) odd;
	(void) gone;
	(void) constant;
	(void) null;
	stop();
}

static void cycles(void)
{
	struct node *ring = new_node(1, NULL);
	ring->next = new_node(2, new_node(3, ring));
	struct node *self = new_node(4, NULL);
	self->next = self;
	stop();
}

static void aliases(void)
{
	struct node *one = new_node(1, new_node(2, NULL));
	struct node *two = one->next;
	struct node **to_one = &one;
	(void) two;
	(void) to_one;
	stop();
}

/* ---- Values ---- */

enum colour { RED, GREEN = 5, BLUE = -2 };

static void bitfields(void)
{
	struct {
		unsigned a : 3;
		int b : 5;
		unsigned long c : 40;
		unsigned long d : 33;
		enum colour e : 4;
	} bits = {5, -7, 1ul << 39, 1ul << 32, BLUE};
	(void) bits;
	stop();
}

static void enums(void)
{
	enum colour known = GREEN, negative = BLUE;
	enum colour unknown = (enum colour) 77;
	(void) known;
	(void) negative;
	(void) unknown;
	stop();
}

static void floats(void)
{
	float f = 0.1f;
	double d = -0.0;
	long double l = 1.25L;
	(void) f;
	(void) d;
	(void) l;
	stop();
}

static void variable_length_arrays(int n)
{
	struct node *nodes[n];
	for (int i = 0; i < n; i++)
		nodes[i] = new_node(i, NULL);
	(void) nodes;
	stop();
}

static __thread struct node *of_thread;
static __thread int number_of_thread = 55;

static void thread_local_variables(void)
{
	of_thread = new_node(5, NULL);
	number_of_thread++;
	stop();
}

static void three(void)
{
	variable_length_arrays(3);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} rules[] = {
		{"blocks", blocks},
		{"padding", padding},
		{"strings", strings},
		{"dynamic_arrays", dynamic_arrays},
		{"trailing_arrays", trailing_arrays},
		{"unions", unions},
		{"obstacks", obstacks},
		{"areas", areas},
		{"pools", pools},
		{"static_pools", static_pools},
		{"arenas", arenas},
		{"messages", messages},
		{"interior_pointers", interior_pointers},
		{"void_pointers", void_pointers},
		{"function_pointers", function_pointers},
		{"raw_blocks", raw_blocks},
		{"dead_and_wild_pointers", dead_and_wild_pointers},
		{"cycles", cycles},
		{"aliases", aliases},
		{"bitfields", bitfields},
		{"enums", enums},
		{"floats", floats},
		{"variable_length_arrays", three},
		{"thread_local_variables", thread_local_variables},
	};
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (argc > 1 && strcmp(argv[1], rules[i].name) == 0) {
			rules[i].function();
			return 0;
		}
	fprintf(stderr, "no such rule\n");
	return 2;
}
