/* Evaluates assignments and expressions: a tree for each, simplified, printed
 * and computed. `calc 'a = 3' 'a * (2 + 4)'` */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, VARIABLE, UNARY, BINARY, CALL };

struct node {
	enum kind kind;
	char operation;
	long value;
	char name[16];
	struct node *left;
	struct node *right;
};

struct variable {
	char name[16];
	long value;
	struct variable *next;
};

struct parser {
	const char *text;
	int position;
	int depth;
};

static struct variable *variables;
static int nodes_made;

static void fail(const char *message, const char *detail)
{
	printf("error: %s '%s'\n", message, detail);
	exit(1);
}

static struct node *new_node(enum kind kind)
{
	struct node *node = malloc(sizeof(struct node));

	node->kind = kind;
	node->operation = 0;
	node->value = 0;
	node->name[0] = '\0';
	node->left = NULL;
	node->right = NULL;
	nodes_made++;
	return node;
}

static struct node *new_binary(
	char operation, struct node *left, struct node *right)
{
	struct node *node = new_node(BINARY);

	node->operation = operation;
	node->left = left;
	node->right = right;
	return node;
}

static void free_tree(struct node *node)
{
	if (node == NULL)
		return;
	free_tree(node->left);
	free_tree(node->right);
	free(node);
}

static struct variable *find_variable(const char *name)
{
	struct variable *variable = variables;

	while (variable != NULL && strcmp(variable->name, name) != 0)
		variable = variable->next;
	return variable;
}

static void set_variable(const char *name, long value)
{
	struct variable *variable = find_variable(name);

	if (variable == NULL) {
		variable = malloc(sizeof(struct variable));
		strcpy(variable->name, name);
		variable->next = variables;
		variables = variable;
	}
	variable->value = value;
}

static char peek(struct parser *parser)
{
	while (isspace((unsigned char) parser->text[parser->position]))
		parser->position++;
	return parser->text[parser->position];
}

static int accept(struct parser *parser, char wanted)
{
	if (peek(parser) != wanted)
		return 0;
	parser->position++;
	return 1;
}

static void read_name(struct parser *parser, char *name, int size)
{
	int length = 0;

	peek(parser);
	while (isalnum((unsigned char) parser->text[parser->position])) {
		if (length < size - 1) {
			name[length] = parser->text[parser->position];
			length++;
		}
		parser->position++;
	}
	name[length] = '\0';
}

static struct node *parse_sum(struct parser *parser);

static struct node *parse_number(struct parser *parser)
{
	struct node *node = new_node(NUMBER);
	long value = 0;

	while (isdigit((unsigned char) parser->text[parser->position])) {
		int digit = parser->text[parser->position] - '0';

		value = value * 10 + digit;
		parser->position++;
	}
	node->value = value;
	return node;
}

static struct node *parse_word(struct parser *parser)
{
	char name[16];
	struct node *node;

	read_name(parser, name, sizeof(name));
	if (accept(parser, '(')) {
		node = new_node(CALL);
		strcpy(node->name, name);
		node->left = parse_sum(parser);
		if (accept(parser, ','))
			node->right = parse_sum(parser);
		if (!accept(parser, ')'))
			fail("no ) after", name);
		return node;
	}
	node = new_node(VARIABLE);
	strcpy(node->name, name);
	return node;
}

static struct node *parse_atom(struct parser *parser)
{
	char next = peek(parser);
	struct node *node;

	if (next == '(') {
		parser->position++;
		parser->depth++;
		node = parse_sum(parser);
		if (!accept(parser, ')'))
			fail("no ) in", parser->text);
		parser->depth--;
		return node;
	}
	if (next == '-') {
		parser->position++;
		node = new_node(UNARY);
		node->operation = '-';
		node->left = parse_atom(parser);
		return node;
	}
	if (isdigit((unsigned char) next))
		return parse_number(parser);
	if (isalpha((unsigned char) next))
		return parse_word(parser);
	fail("no expression in", parser->text);
	return NULL;
}

static struct node *parse_power(struct parser *parser)
{
	struct node *base = parse_atom(parser);

	if (accept(parser, '^')) {
		struct node *exponent = parse_power(parser);

		return new_binary('^', base, exponent);
	}
	return base;
}

static struct node *parse_product(struct parser *parser)
{
	struct node *left = parse_power(parser);
	char next = peek(parser);

	while (next == '*' || next == '/' || next == '%') {
		parser->position++;
		left = new_binary(next, left, parse_power(parser));
		next = peek(parser);
	}
	return left;
}

static struct node *parse_sum(struct parser *parser)
{
	struct node *left = parse_product(parser);
	char next = peek(parser);

	while (next == '+' || next == '-') {
		parser->position++;
		left = new_binary(next, left, parse_product(parser));
		next = peek(parser);
	}
	return left;
}

static int is_number(const struct node *node, long value)
{
	return node->kind == NUMBER && node->value == value;
}

/* Drops what does nothing: + 0, * 1, and a minus of a minus. */
static struct node *simplify(struct node *node)
{
	struct node *kept = node;

	if (node == NULL)
		return NULL;
	node->left = simplify(node->left);
	node->right = simplify(node->right);
	if (node->kind == UNARY && node->left->kind == UNARY) {
		kept = node->left->left;
		node->left->left = NULL;
	} else if (node->kind == BINARY) {
		char operation = node->operation;
		int right_is_one = is_number(node->right, 1);
		int right_is_zero = is_number(node->right, 0);

		if ((operation == '*' && right_is_one) ||
			(operation == '+' && right_is_zero) ||
			(operation == '-' && right_is_zero)) {
			kept = node->left;
			node->left = NULL;
		} else if (operation == '+' && is_number(node->left, 0)) {
			kept = node->right;
			node->right = NULL;
		}
	}
	if (kept != node)
		free_tree(node);
	return kept;
}

static long power(long base, long exponent)
{
	long result = 1;

	while (exponent > 0) {
		if (exponent % 2 == 1)
			result *= base;
		base *= base;
		exponent /= 2;
	}
	return result;
}

static long evaluate(const struct node *node);

static long evaluate_binary(const struct node *node)
{
	long left = evaluate(node->left);
	long right = evaluate(node->right);

	if ((node->operation == '/' || node->operation == '%') && right == 0)
		fail("division by zero at", "/");
	switch (node->operation) {
	case '+':
		return left + right;
	case '-':
		return left - right;
	case '*':
		return left * right;
	case '/':
		return left / right;
	case '%':
		return left % right;
	default:
		return power(left, right);
	}
}

static long evaluate_call(const struct node *node)
{
	long first = evaluate(node->left);
	long second = node->right != NULL ? evaluate(node->right) : 0;

	if (strcmp(node->name, "max") == 0)
		return first > second ? first : second;
	if (strcmp(node->name, "min") == 0)
		return first < second ? first : second;
	if (strcmp(node->name, "abs") == 0)
		return first < 0 ? -first : first;
	if (strcmp(node->name, "sq") == 0)
		return first * first;
	fail("no function", node->name);
	return 0;
}

static long evaluate(const struct node *node)
{
	struct variable *variable;

	switch (node->kind) {
	case NUMBER:
		return node->value;
	case VARIABLE:
		variable = find_variable(node->name);
		if (variable == NULL)
			fail("no variable", node->name);
		return variable->value;
	case UNARY:
		return -evaluate(node->left);
	case CALL:
		return evaluate_call(node);
	default:
		return evaluate_binary(node);
	}
}

static int height(const struct node *node)
{
	int left;
	int right;

	if (node == NULL)
		return 0;
	left = height(node->left);
	right = height(node->right);
	return 1 + (left > right ? left : right);
}

static void print_tree(const struct node *node)
{
	switch (node->kind) {
	case NUMBER:
		printf("%ld", node->value);
		return;
	case VARIABLE:
		printf("%s", node->name);
		return;
	case CALL:
		printf("(%s ", node->name);
		break;
	default:
		printf("(%c ", node->operation);
	}
	print_tree(node->left);
	if (node->right != NULL) {
		printf(" ");
		print_tree(node->right);
	}
	printf(")");
}

/* The name that is assigned to, or an empty text. */
static void read_target(struct parser *parser, char *name, int size)
{
	int start = parser->position;

	read_name(parser, name, size);
	if (name[0] == '\0' || !accept(parser, '=')) {
		parser->position = start;
		name[0] = '\0';
	}
}

static long run(const char *text)
{
	struct parser parser = {text, 0, 0};
	char target[16];
	struct node *tree;
	long value;

	read_target(&parser, target, sizeof(target));
	tree = parse_sum(&parser);
	if (peek(&parser) != '\0')
		fail("no end of", text);
	tree = simplify(tree);
	value = evaluate(tree);
	print_tree(tree);
	printf(" = %ld, height %d\n", value, height(tree));
	if (target[0] != '\0')
		set_variable(target, value);
	free_tree(tree);
	return value;
}

int main(int argc, char **argv)
{
	long sum = 0;
	int i;

	for (i = 1; i < argc; i++)
		sum += run(argv[i]);
	printf("%d nodes, sum %ld\n", nodes_made, sum);
	return 0;
}
