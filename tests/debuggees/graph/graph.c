/* One of everything that C hides in memory; stops in stop(), three calls deep.
 * Compiled in many ways: see make-graphs.sh. */
#include <alloca.h>
#include <complex.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Lists: plain, circular, doubly linked through a part of the struct. */
struct node {
	int value;
	struct node *next;
};
struct link {
	struct link *next, *prev;
};
struct item {
	char name[8];
	struct link link;
	double weight;
};

/* A tree whose nodes say what they are. */
enum kind { LEAF, PAIR = 7, NEGATIVE = -3 };
struct tree {
	enum kind kind;
	union {
		long number;
		struct {
			struct tree *left, *right;
		} pair;
		char *text;
	} u;
	struct tree *parent;
};

/* Numbers of all widths, and holes between them. */
struct numbers {
	char c;
	double d;
	signed char sc;
	short s;
	unsigned char uc;
	long double ld;
	float f;
	bool yes;
	uint64_t big;
	int64_t negative;
	wchar_t wide;
	float complex z;
};
struct bits {
	unsigned a : 3;
	int b : 5;
	unsigned long c : 33;
	bool d : 1;
	enum kind e : 4;
	unsigned : 0;
	unsigned f : 9;
};
struct nested {
	struct {
		int inner;
	};
	union {
		int i;
		float f;
	};
	struct numbers numbers[2];
	int matrix[2][3];
};
struct tail {
	int length;
	short elements[];
};
struct opaque;
typedef struct {
	int only_typedef;
} typedefed_t;

typedef int operation(int, int);

static int add(int a, int b)
{
	return a + b;
}

struct node *list;
struct node *ring;
struct link items = {&items, &items};
struct tree *tree;
struct numbers numbers = {'x', 1.5, -1, -300, 200, 2.25L, 0.1f, true,
	UINT64_MAX, INT64_MIN, L'w', 1.0f + 2.0f * I};
static struct bits bits = {5, -7, 1ul << 32, true, PAIR, 300};
struct nested nested = {.inner = 4, .matrix = {{1, 2, 3}, {4, 5, 6}}};
struct tail *tail;
struct opaque *opaque;
typedefed_t named_by_typedef = {6};
typedefed_t *pointer_to_typedef;
operation *operate = add;
const char *literal = "a literal";
char text[16] = "in an array";
char *words[] = {"one", "two", NULL};
const int constant = 99;
volatile int changing = 1;
void *anything;
void *dangling;
int *wild = (int *) 0x10;
int *inside;
struct node *array_of_nodes;
struct node **array_of_pointers;
__thread int of_this_thread = 77;
static __thread struct node node_of_this_thread = {78, NULL};
enum kind flags = (enum kind) 100;
float odd_floats[4];
unsigned char raw[5] = {1, 2, 0, 255, 7};
jmp_buf environment;
int zeros[100000];

static struct node *new_node(int value, struct node *next)
{
	struct node *node = malloc(sizeof *node);
	node->value = value;
	node->next = next;
	return node;
}

static struct tree *new_tree(enum kind kind, struct tree *parent)
{
	struct tree *new = calloc(1, sizeof *new);
	new->kind = kind;
	new->parent = parent;
	return new;
}

static void add_item(const char *name, double weight)
{
	struct item *item = calloc(1, sizeof *item);
	strcpy(item->name, name);
	item->weight = weight;
	item->link.next = items.next;
	item->link.prev = &items;
	items.next->prev = &item->link;
	items.next = &item->link;
}

static void fill_lists(void)
{
	for (int i = 5; i > 0; i--)
		list = new_node(i * 10, list);
	ring = new_node(1, NULL);
	ring->next = new_node(2, ring);
	add_item("first", 0.5);
	add_item("second", 1e300);
	array_of_nodes = calloc(4, sizeof *array_of_nodes);
	array_of_nodes[2].value = 3;
	array_of_nodes[2].next = &array_of_nodes[3];
	array_of_pointers = calloc(3, sizeof *array_of_pointers);
	array_of_pointers[0] = list;
	array_of_pointers[1] = list->next;
}

static void fill_rest(void)
{
	tree = new_tree(PAIR, NULL);
	tree->u.pair.left = new_tree(LEAF, tree);
	tree->u.pair.left->u.number = 12345;
	tree->u.pair.right = new_tree(NEGATIVE, tree);
	tree->u.pair.right->u.text = strdup("a word of the tree");
	tail = malloc(sizeof *tail + 5 * sizeof tail->elements[0]);
	tail->length = 5;
	for (int i = 0; i < 5; i++)
		tail->elements[i] = (short) (i * i);
	pointer_to_typedef = &named_by_typedef;
	opaque = malloc(40);
	memset(opaque, 7, 40);
	anything = malloc(64);
	memset(anything, 0, 64);
	((void **) anything)[3] = list;
	dangling = malloc(32);
	free(dangling);
	inside = &nested.matrix[1][1];
	odd_floats[0] = 1.0f / 3.0f;
	odd_floats[1] = -0.0f;
	odd_floats[2] = 1e-40f;
	odd_floats[3] = 3e38f;
}

int stop(struct node by_value, const char *name, int n)
{
	static int times = 3;
	int local = n + by_value.value;
	char buffer[12] = "local";
	struct node on_stack = {local, list};
	struct node *pointer = &on_stack;
	times += local;
	return times + buffer[0] + pointer->value +
	       (name ? name[0] : 0); /* MARK: stop */
}

static int middle(int depth, int n)
{
	int vla[n];
	int *room = alloca(10 * sizeof *room);
	register int kept = depth * 3;
	for (int i = 0; i < n; i++)
		vla[i] = i + depth;
	for (int i = 0; i < 10; i++)
		room[i] = 1000 + i;
	{
		int n = 1;
		int shadowed = depth + n;
		if (depth > 0)
			return middle(depth - 1, 4) + shadowed + vla[0];
		struct node value = {room[1], NULL};
		return stop(value, "argument", shadowed) + vla[1] + room[2] +
		       kept;
	}
}

int main(int argc, char **argv)
{
	struct numbers copy = numbers;
	fill_lists();
	fill_rest();
	setjmp(environment);
	int result = middle(2, 3);
	printf("%d %d %s\n", result + changing + (int) copy.d, bits.a,
		argv[argc - 1]);
	printf("%d %d %d\n", node_of_this_thread.value, of_this_thread,
		constant);
	return 0;
}
