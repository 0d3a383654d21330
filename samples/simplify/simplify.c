/* Evaluates an expression of numbers, + and *, after it has multiplied out
 * its products of sums:
 *
 *	simplify EXPRESSION
 *
 * The tree is rewritten in place. One assignment comes too early there, and
 * the tree has a cycle: what walks it never comes back. This is the shape of
 * the failure of GCC 2.95.2 in "Isolating Cause-Effect Chains from Computer
 * Programs". */
#include <stdio.h>
#include <stdlib.h>

enum operation { NUMBER, PLUS, TIMES };

struct node {
	enum operation operation;
	long value;
	struct node *left;
	struct node *right;
};

static const char *next; /* what is still to be parsed */

static struct node *new_node(
	enum operation operation, struct node *left, struct node *right)
{
	struct node *node = calloc(1, sizeof *node);
	if (!node)
		exit(2);
	node->operation = operation;
	node->left = left;
	node->right = right;
	return node;
}

static struct node *parse_sum(void);

static struct node *parse_factor(void)
{
	struct node *node;
	if (*next == '(') {
		next++;
		node = parse_sum();
		if (*next == ')')
			next++;
		return node;
	}
	node = new_node(NUMBER, NULL, NULL);
	while (*next >= '0' && *next <= '9')
		node->value = 10 * node->value + (*next++ - '0');
	return node;
}

static struct node *parse_product(void)
{
	struct node *node = parse_factor();
	while (*next == '*') {
		next++;
		node = new_node(TIMES, node, parse_factor());
	}
	return node;
}

static struct node *parse_sum(void)
{
	struct node *node = parse_product();
	while (*next == '+') {
		next++;
		node = new_node(PLUS, node, parse_product());
	}
	return node;
}

/* (a + b) * c becomes a * c + b * c. The node of the sum is used again, for
 * the second product. */
static void multiply_out(struct node *node)
{
	struct node *sum = node->left;
	node->operation = PLUS;
	node->left = new_node(TIMES, sum->left, node->right);
	node->right = sum;
	sum->operation = TIMES;
	sum->left = sum->right;
	sum->right = node->right;
}

static void simplify(struct node *node)
{
	if (node->operation == NUMBER)
		return;
	simplify(node->left);
	simplify(node->right);
	if (node->operation == TIMES && node->left->operation == PLUS)
		multiply_out(node);
}

static long evaluate(const struct node *node)
{
	switch (node->operation) {
	case PLUS:
		return evaluate(node->left) + evaluate(node->right);
	case TIMES:
		return evaluate(node->left) * evaluate(node->right);
	default:
		return node->value;
	}
}

int main(int argc, char *argv[])
{
	if (argc != 2) {
		fprintf(stderr, "usage: simplify EXPRESSION\n");
		return 2;
	}
	next = argv[1];
	struct node *tree = parse_sum();
	simplify(tree);
	printf("%ld\n", evaluate(tree));
	return 0;
}
