/* A little compiler for something like C: it reads functions from a file, checks
 * them, and folds their expressions. Like the compiler in FSE 2002, Figure 1, it
 * never ends to fold a product with a sum of which one part is a floating-point
 * number, until its stack is used up. Whatever is no program is an error. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	char kind; /* an operator, '[', 'i' a number, 'd' a double, 'n' a name */
	struct node *left, *right;
};

static char text[1 << 20];
static char *at = text;
static char names[1000][32];
static int n_names, line = 1;

static void fail(const char *what)
{
	fprintf(stderr, "line %d: %s\n", line, what);
	exit(1);
}

static void skip(void)
{
	for (; isspace((unsigned char) *at); at++)
		line += *at == '\n';
}

static int accept(const char *token)
{
	size_t n = strlen(token);
	skip();
	if (strncmp(at, token, n) != 0 ||
		(isalpha((unsigned char) *token) &&
			isalnum((unsigned char) at[n])))
		return 0;
	at += n;
	return 1;
}

static void expect(const char *token)
{
	if (!accept(token))
		fail("syntax error");
}

static void take_name(char name[32])
{
	int n = 0;
	skip();
	if (!isalpha((unsigned char) *at))
		fail("a name is missing");
	while (isalnum((unsigned char) *at) || *at == '_') {
		if (n < 31)
			name[n++] = *at;
		at++;
	}
	name[n] = '\0';
}

static void declare(void)
{
	if (n_names == 1000)
		fail("too many names");
	take_name(names[n_names++]);
}

static struct node *node(char kind, struct node *left, struct node *right)
{
	struct node *new = malloc(sizeof *new);
	new->kind = kind;
	new->left = left;
	new->right = right;
	return new;
}

static struct node *expression(void);

static struct node *primary(void)
{
	char name[32];
	struct node *inner;
	if (accept("(")) {
		inner = expression();
		expect(")");
		return inner;
	}
	skip();
	if (isdigit((unsigned char) *at)) {
		char *end;
		strtod(at, &end);
		char kind = memchr(at, '.', (size_t) (end - at)) ? 'd' : 'i';
		at = end;
		return node(kind, NULL, NULL);
	}
	take_name(name);
	for (int i = 0; i < n_names; i++)
		if (strcmp(names[i], name) == 0)
			return node('n', NULL, NULL);
	fail("undeclared");
	return NULL;
}

static struct node *postfix(void)
{
	struct node *left = primary();
	while (accept("[")) {
		left = node('[', left, expression());
		expect("]");
	}
	return left;
}

static struct node *product(void)
{
	struct node *left = postfix();
	while (accept("*"))
		left = node('*', left, postfix());
	return left;
}

static struct node *sum(void)
{
	struct node *left = product();
	while (accept("+"))
		left = node('+', left, product());
	return left;
}

static struct node *comparison(void)
{
	struct node *left = sum();
	while (accept("<"))
		left = node('<', left, sum());
	return left;
}

static struct node *expression(void)
{
	struct node *left = comparison();
	return accept("=") ? node('=', left, expression()) : left;
}

/* a * (b + 1.0) becomes a * b + a * 1.0, which is folded again, and again. */
static struct node *fold(struct node *e)
{
	if (e == NULL)
		return NULL;
	if (e->kind == '*' && e->right->kind == '+' &&
		e->right->right->kind == 'd') {
		struct node *b = e->right->left, *c = e->right->right;
		struct node *whole = node('*', e->left, node('+', b, c));
		return fold(whole); /* MARK: fold */
	}
	e->left = fold(e->left);
	e->right = fold(e->right);
	return e;
}

static void statement(void);

static void block(void)
{
	int before = n_names;
	while (!accept("}"))
		statement();
	n_names = before;
}

static int type(void)
{
	return accept("double") || accept("int");
}

static void statement(void)
{
	skip();
	if (*at == '\0')
		fail("the end is missing");
	if (accept("{")) {
		block();
	} else if (accept("for")) {
		expect("(");
		fold(expression());
		expect(";");
		fold(expression());
		expect(";");
		fold(expression());
		expect(")");
		statement();
	} else if (type()) {
		do
			declare();
		while (accept(","));
		expect(";");
	} else if (accept("return")) {
		fold(expression());
		expect(";");
	} else if (!accept(";")) {
		fold(expression());
		expect(";");
	}
}

static void function(void)
{
	int before;
	if (!type())
		fail("syntax error");
	declare();
	expect("(");
	before = n_names;
	while (!accept(")")) {
		if (!type())
			fail("a type is missing");
		declare();
		if (accept("["))
			expect("]");
		if (!accept(",")) {
			expect(")");
			break;
		}
	}
	expect("{");
	block();
	n_names = before;
}

int main(int argc, char **argv)
{
	FILE *file = argc > 1 ? fopen(argv[argc - 1], "r") : stdin;
	if (file == NULL) {
		perror(argv[argc - 1]);
		return 2;
	}
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	int functions = 0;
	for (skip(); *at; skip()) {
		function();
		functions++;
	}
	printf("%d functions\n", functions);
	return 0;
}
