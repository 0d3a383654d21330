/* A small language (let, print, if, while, end) on stdin: read into tokens,
 * compiled to code for a stack machine, and executed. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CODE 512
#define MAX_STACK 64
#define MAX_NAMES 16
#define MAX_OPEN 8
#define MAX_STEPS 20000

enum token_kind { NAME, NUMBER, SIGN, END_OF_LINE, END_OF_FILE };

enum operation {
	PUSH,
	LOAD,
	STORE,
	ADD,
	SUBTRACT,
	MULTIPLY,
	DIVIDE,
	LESS,
	EQUAL,
	PRINT,
	JUMP,
	JUMP_IF_ZERO,
	HALT
};

struct token {
	enum token_kind kind;
	char text[16];
	int number;
	int line;
	struct token *next;
};

struct instruction {
	enum operation operation;
	int operand;
};

struct block {
	int is_loop;
	int start;
	int jump;
};

struct compiler {
	struct token *token;
	struct instruction code[MAX_CODE];
	int length;
	char names[MAX_NAMES][16];
	int name_count;
	struct block open[MAX_OPEN];
	int open_count;
};

struct machine {
	int stack[MAX_STACK];
	int top;
	int values[MAX_NAMES];
	int counter;
	int steps;
	int printed;
};

static void fail(const char *message, int line)
{
	printf("line %d: %s\n", line, message);
	exit(1);
}

static struct token *new_token(enum token_kind kind, int line)
{
	struct token *token = malloc(sizeof(struct token));

	token->kind = kind;
	token->text[0] = '\0';
	token->number = 0;
	token->line = line;
	token->next = NULL;
	return token;
}

static const char *read_token(const char *from, struct token *token)
{
	int length = 0;

	if (isdigit((unsigned char) *from)) {
		token->kind = NUMBER;
		while (isdigit((unsigned char) *from)) {
			token->number = token->number * 10 + (*from - '0');
			from++;
		}
		return from;
	}
	if (!isalpha((unsigned char) *from)) {
		token->kind = SIGN;
		token->text[0] = *from;
		token->text[1] = '\0';
		return from + 1;
	}
	token->kind = NAME;
	while (isalnum((unsigned char) *from)) {
		if (length < 15) {
			token->text[length] = *from;
			length++;
		}
		from++;
	}
	token->text[length] = '\0';
	return from;
}

static struct token *read_tokens(FILE *file)
{
	struct token *first = NULL;
	struct token **link = &first;
	char line[128];
	int number = 0;

	while (fgets(line, sizeof(line), file) != NULL) {
		const char *here = line;

		number++;
		for (;;) {
			while (isspace((unsigned char) *here))
				here++;
			if (*here == '\0' || *here == '#')
				break;
			*link = new_token(SIGN, number);
			here = read_token(here, *link);
			link = &(*link)->next;
		}
		*link = new_token(END_OF_LINE, number);
		link = &(*link)->next;
	}
	*link = new_token(END_OF_FILE, number);
	return first;
}

static void emit(
	struct compiler *compiler, enum operation operation, int operand)
{
	struct instruction *instruction = &compiler->code[compiler->length];

	if (compiler->length == MAX_CODE)
		fail("too long", compiler->token->line);
	instruction->operation = operation;
	instruction->operand = operand;
	compiler->length++;
}

static int slot_of(struct compiler *compiler, const char *name)
{
	int i;

	for (i = 0; i < compiler->name_count; i++)
		if (strcmp(compiler->names[i], name) == 0)
			return i;
	if (compiler->name_count == MAX_NAMES)
		fail("too many names", compiler->token->line);
	strcpy(compiler->names[compiler->name_count], name);
	compiler->name_count++;
	return compiler->name_count - 1;
}

static int is_sign(const struct token *token, char sign)
{
	return token->kind == SIGN && token->text[0] == sign;
}

static void next_token(struct compiler *compiler)
{
	if (compiler->token->next != NULL)
		compiler->token = compiler->token->next;
}

static void need_sign(struct compiler *compiler, char sign)
{
	if (!is_sign(compiler->token, sign))
		fail("unexpected", compiler->token->line);
	next_token(compiler);
}

static void compile_sum(struct compiler *compiler);

static void compile_factor(struct compiler *compiler)
{
	struct token *token = compiler->token;

	if (is_sign(token, '(')) {
		next_token(compiler);
		compile_sum(compiler);
		need_sign(compiler, ')');
		return;
	}
	if (token->kind == NUMBER)
		emit(compiler, PUSH, token->number);
	else if (token->kind == NAME)
		emit(compiler, LOAD, slot_of(compiler, token->text));
	else
		fail("no value", token->line);
	next_token(compiler);
}

static void compile_product(struct compiler *compiler)
{
	compile_factor(compiler);
	while (is_sign(compiler->token, '*') || is_sign(compiler->token, '/')) {
		int multiplies = is_sign(compiler->token, '*');

		next_token(compiler);
		compile_factor(compiler);
		emit(compiler, multiplies ? MULTIPLY : DIVIDE, 0);
	}
}

static void compile_sum(struct compiler *compiler)
{
	compile_product(compiler);
	while (is_sign(compiler->token, '+') || is_sign(compiler->token, '-')) {
		int adds = is_sign(compiler->token, '+');

		next_token(compiler);
		compile_product(compiler);
		emit(compiler, adds ? ADD : SUBTRACT, 0);
	}
}

static void compile_condition(struct compiler *compiler)
{
	compile_sum(compiler);
	if (is_sign(compiler->token, '<')) {
		next_token(compiler);
		compile_sum(compiler);
		emit(compiler, LESS, 0);
	} else if (is_sign(compiler->token, '=')) {
		next_token(compiler);
		compile_sum(compiler);
		emit(compiler, EQUAL, 0);
	}
}

static void open_block(struct compiler *compiler, int is_loop)
{
	struct block *block = &compiler->open[compiler->open_count];

	if (compiler->open_count == MAX_OPEN)
		fail("too deep", compiler->token->line);
	block->is_loop = is_loop;
	block->start = compiler->length;
	compile_condition(compiler);
	block->jump = compiler->length;
	emit(compiler, JUMP_IF_ZERO, 0);
	compiler->open_count++;
}

static void switch_block(struct compiler *compiler)
{
	struct block *block;

	if (compiler->open_count == 0)
		fail("else without if", compiler->token->line);
	block = &compiler->open[compiler->open_count - 1];
	emit(compiler, JUMP, 0);
	compiler->code[block->jump].operand = compiler->length;
	block->jump = compiler->length - 1;
}

static void close_block(struct compiler *compiler)
{
	struct block *block;

	if (compiler->open_count == 0)
		fail("end of nothing", compiler->token->line);
	compiler->open_count--;
	block = &compiler->open[compiler->open_count];
	if (block->is_loop)
		emit(compiler, JUMP, block->start);
	compiler->code[block->jump].operand = compiler->length;
}

static void compile_statement(struct compiler *compiler)
{
	char verb[16];
	int slot;

	strcpy(verb, compiler->token->text);
	next_token(compiler);
	if (strcmp(verb, "let") == 0) {
		slot = slot_of(compiler, compiler->token->text);
		next_token(compiler);
		need_sign(compiler, '=');
		compile_condition(compiler);
		emit(compiler, STORE, slot);
	} else if (strcmp(verb, "print") == 0) {
		compile_condition(compiler);
		emit(compiler, PRINT, 0);
	} else if (strcmp(verb, "if") == 0) {
		open_block(compiler, 0);
	} else if (strcmp(verb, "while") == 0) {
		open_block(compiler, 1);
	} else if (strcmp(verb, "else") == 0) {
		switch_block(compiler);
	} else if (strcmp(verb, "end") == 0) {
		close_block(compiler);
	} else {
		fail("no statement", compiler->token->line);
	}
}

static void compile(struct compiler *compiler)
{
	while (compiler->token->kind != END_OF_FILE) {
		if (compiler->token->kind != END_OF_LINE)
			compile_statement(compiler);
		if (compiler->token->kind != END_OF_LINE)
			fail("more than a statement", compiler->token->line);
		next_token(compiler);
	}
	if (compiler->open_count > 0)
		fail("no end", compiler->token->line);
	emit(compiler, HALT, 0);
}

static void push(struct machine *machine, int value)
{
	if (machine->top == MAX_STACK)
		fail("stack is full", machine->counter);
	machine->stack[machine->top] = value;
	machine->top++;
}

static int pop(struct machine *machine)
{
	if (machine->top == 0)
		fail("stack is empty", machine->counter);
	machine->top--;
	return machine->stack[machine->top];
}

static void calculate(struct machine *machine, enum operation operation)
{
	int right = pop(machine);
	int left = pop(machine);
	int result = 0;

	switch (operation) {
	case ADD:
		result = left + right;
		break;
	case SUBTRACT:
		result = left - right;
		break;
	case MULTIPLY:
		result = left * right;
		break;
	case DIVIDE:
		if (right == 0)
			fail("division by zero", machine->counter);
		result = left / right;
		break;
	case LESS:
		result = left < right;
		break;
	default:
		result = left == right;
	}
	push(machine, result);
}

static void execute(struct machine *machine, const struct instruction *code)
{
	while (machine->steps < MAX_STEPS) {
		const struct instruction *now = &code[machine->counter];

		machine->steps++;
		machine->counter++;
		switch (now->operation) {
		case PUSH:
			push(machine, now->operand);
			break;
		case LOAD:
			push(machine, machine->values[now->operand]);
			break;
		case STORE:
			machine->values[now->operand] = pop(machine);
			break;
		case PRINT:
			printf("%d\n", pop(machine));
			machine->printed++;
			break;
		case JUMP:
			machine->counter = now->operand;
			break;
		case JUMP_IF_ZERO:
			if (pop(machine) == 0)
				machine->counter = now->operand;
			break;
		case HALT:
			return;
		default:
			calculate(machine, now->operation);
		}
	}
	fail("too many steps", machine->counter);
}

int main(void)
{
	struct compiler *compiler = calloc(1, sizeof(struct compiler));
	struct machine *machine = calloc(1, sizeof(struct machine));
	int i;

	compiler->token = read_tokens(stdin);
	compile(compiler);
	execute(machine, compiler->code);
	for (i = 0; i < compiler->name_count; i++)
		printf("%s = %d\n", compiler->names[i], machine->values[i]);
	printf("%d instructions, %d steps, %d printed\n", compiler->length,
		machine->steps, machine->printed);
	return 0;
}
