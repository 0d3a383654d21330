/* Huffman codes: counts letters, builds the tree, prints the canonical codes,
 * encodes the text and decodes it again. `huffman TEXT...` */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS 128
#define MAX_BITS 32

struct node {
	int weight;
	int symbol;
	int order;
	struct node *left;
	struct node *right;
	struct node *next;
};

struct code {
	unsigned bits;
	int length;
};

struct bits {
	unsigned char *bytes;
	int count;
	int room;
};

struct coder {
	int counts[SYMBOLS];
	struct code codes[SYMBOLS];
	int lengths[MAX_BITS];
	struct node *waiting;
	struct node *root;
	int nodes;
	int symbols;
};

static struct node *new_node(struct coder *coder, int symbol, int weight)
{
	struct node *node = malloc(sizeof(struct node));

	node->weight = weight;
	node->symbol = symbol;
	node->order = coder->nodes;
	node->left = NULL;
	node->right = NULL;
	node->next = NULL;
	coder->nodes++;
	return node;
}

static int is_lighter(const struct node *a, const struct node *b)
{
	if (a->weight != b->weight)
		return a->weight < b->weight;
	return a->order < b->order;
}

static void insert(struct coder *coder, struct node *node)
{
	struct node **link = &coder->waiting;

	while (*link != NULL && is_lighter(*link, node))
		link = &(*link)->next;
	node->next = *link;
	*link = node;
}

static struct node *take_lightest(struct coder *coder)
{
	struct node *node = coder->waiting;

	coder->waiting = node->next;
	node->next = NULL;
	return node;
}

static void count_letters(struct coder *coder, const char *text)
{
	while (*text != '\0') {
		int letter = *text & 127;

		if (coder->counts[letter] == 0)
			coder->symbols++;
		coder->counts[letter]++;
		text++;
	}
}

static void build_tree(struct coder *coder)
{
	int i;

	for (i = 0; i < SYMBOLS; i++)
		if (coder->counts[i] > 0)
			insert(coder, new_node(coder, i, coder->counts[i]));
	while (coder->waiting != NULL && coder->waiting->next != NULL) {
		struct node *first = take_lightest(coder);
		struct node *second = take_lightest(coder);
		struct node *parent = new_node(coder, -1, 0);

		parent->weight = first->weight + second->weight;
		parent->left = first;
		parent->right = second;
		insert(coder, parent);
	}
	coder->root = coder->waiting;
}

static void find_lengths(
	struct coder *coder, const struct node *node, int depth)
{
	if (node->symbol >= 0) {
		int length = depth > 0 ? depth : 1;

		coder->codes[node->symbol].length = length;
		coder->lengths[length]++;
		return;
	}
	find_lengths(coder, node->left, depth + 1);
	find_lengths(coder, node->right, depth + 1);
}

/* Canonical: codes of one length count up in the order of symbols. */
static void assign_codes(struct coder *coder)
{
	unsigned next[MAX_BITS];
	unsigned code = 0;
	int length;
	int i;

	next[0] = 0;
	for (length = 1; length < MAX_BITS; length++) {
		code = (code + coder->lengths[length - 1]) << 1;
		next[length] = code;
	}
	for (i = 0; i < SYMBOLS; i++) {
		length = coder->codes[i].length;
		if (length > 0) {
			coder->codes[i].bits = next[length];
			next[length]++;
		}
	}
}

static void put_bit(struct bits *bits, int bit)
{
	int byte = bits->count / 8;

	if (byte == bits->room) {
		int room = bits->room * 2 + 4;
		int i;

		bits->bytes = realloc(bits->bytes, room);
		for (i = bits->room; i < room; i++)
			bits->bytes[i] = 0;
		bits->room = room;
	}
	if (bit)
		bits->bytes[byte] |= 128 >> (bits->count % 8);
	bits->count++;
}

static int get_bit(const struct bits *bits, int at)
{
	return (bits->bytes[at / 8] >> (7 - at % 8)) & 1;
}

static void encode(
	const struct coder *coder, const char *text, struct bits *bits)
{
	for (; *text != '\0'; text++) {
		struct code code = coder->codes[*text & 127];
		int i;

		for (i = code.length - 1; i >= 0; i--)
			put_bit(bits, (code.bits >> i) & 1);
	}
}

/* The tree of the canonical codes, which is not the one they came from. */
static struct node *canonical_tree(struct coder *coder)
{
	struct node *root = new_node(coder, -1, 0);
	int symbol;

	for (symbol = 0; symbol < SYMBOLS; symbol++) {
		struct code code = coder->codes[symbol];
		struct node *node = root;
		int i;

		for (i = code.length - 1; i >= 0; i--) {
			struct node **link = &node->left;

			if ((code.bits >> i) & 1)
				link = &node->right;
			if (*link == NULL)
				*link = new_node(coder, -1, 0);
			node = *link;
		}
		if (code.length > 0)
			node->symbol = symbol;
	}
	return root;
}

static int decode(
	const struct node *root, const struct bits *bits, char *to, int room)
{
	const struct node *node = root;
	int length = 0;
	int i;

	for (i = 0; i < bits->count; i++) {
		node = get_bit(bits, i) ? node->right : node->left;
		if (node == NULL)
			return -1;
		if (node->symbol >= 0) {
			if (length == room)
				return -1;
			to[length] = node->symbol;
			length++;
			node = root;
		}
	}
	to[length] = '\0';
	return length;
}

static void print_codes(const struct coder *coder)
{
	int i;
	int bit;

	for (i = 0; i < SYMBOLS; i++) {
		struct code code = coder->codes[i];

		if (code.length == 0)
			continue;
		printf("%c %3d ", i, coder->counts[i]);
		for (bit = code.length - 1; bit >= 0; bit--)
			putchar('0' + ((code.bits >> bit) & 1));
		putchar('\n');
	}
}

static void print_bits(const struct bits *bits)
{
	int bytes = (bits->count + 7) / 8;
	int i;

	for (i = 0; i < bytes; i++)
		printf("%02x", bits->bytes[i]);
	putchar('\n');
}

static void free_tree(struct node *node)
{
	if (node == NULL)
		return;
	free_tree(node->left);
	free_tree(node->right);
	free(node);
}

static int work_on(struct coder *coder, const char *text)
{
	struct bits bits = {NULL, 0, 0};
	struct node *tree = canonical_tree(coder);
	int length = strlen(text);
	char *again = malloc(length + 1);
	int decoded;

	encode(coder, text, &bits);
	print_bits(&bits);
	decoded = decode(tree, &bits, again, length);
	if (decoded != length || strcmp(text, again) != 0)
		printf("decoded as %s\n", decoded < 0 ? "nothing" : again);
	free(again);
	free(bits.bytes);
	free_tree(tree);
	return bits.count;
}

int main(int argc, char **argv)
{
	struct coder *coder = calloc(1, sizeof(struct coder));
	long before = 0;
	long after = 0;
	int i;

	for (i = 1; i < argc; i++)
		count_letters(coder, argv[i]);
	if (coder->symbols == 0)
		return 1;
	build_tree(coder);
	find_lengths(coder, coder->root, 0);
	assign_codes(coder);
	print_codes(coder);
	for (i = 1; i < argc; i++) {
		before += 8 * strlen(argv[i]);
		after += work_on(coder, argv[i]);
	}
	printf("%d symbols, weight %d, %ld bits instead of %ld\n",
		coder->symbols, coder->root->weight, after, before);
	free_tree(coder->root);
	free(coder);
	return 0;
}
