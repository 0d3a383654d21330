/* `grow N` builds a structure of N nodes, mixed as in real programs: lists,
 * trees, strings, numbers; then calls stop(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum color { RED, GREEN, BLUE };

struct node {
	int number;
	enum color color;
	double weight;
	char *name; /* every fourth has one */
	struct node *next;
	struct node *left, *right;
};

struct node *first;
struct node *root;
long count;

static struct node *build(long n)
{
	struct node **nodes = malloc((size_t) n * sizeof *nodes);
	for (long i = 0; i < n; i++) {
		struct node *node = calloc(1, sizeof *node);
		node->number = (int) (i * 7919);
		node->color = (enum color)(i % 3);
		node->weight = (double) i / 3;
		if (i % 4 == 0) {
			char text[32];
			snprintf(text, sizeof text, "node %ld", i);
			node->name = strdup(text);
		}
		nodes[i] = node;
		if (i > 0) {
			struct node *parent = nodes[(i - 1) / 2];
			if (i % 2)
				parent->left = node;
			else
				parent->right = node;
			nodes[i - 1]->next = node;
		}
	}
	struct node *top = nodes[0];
	free(nodes);
	return top;
}

static int stop(long n)
{
	return n == count; /* MARK: stop */
}

int main(int argc, char **argv)
{
	count = argc > 1 ? atol(argv[1]) : 1000;
	first = root = build(count);
	return !stop(count);
}
