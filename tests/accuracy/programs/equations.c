/* Solves systems of linear equations in fractions. A line is an equation such
 * as `2x + 3y = 12`; an empty line ends a system. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_UNKNOWNS 6
#define MAX_ROWS 8

struct fraction {
	long top;
	long bottom;
};

struct row {
	struct fraction factors[MAX_UNKNOWNS];
	struct fraction right;
};

struct equations {
	struct row *rows[MAX_ROWS];
	int row_count;
	char unknowns[MAX_UNKNOWNS];
	int unknown_count;
	int pivots[MAX_UNKNOWNS];
	int rank;
	int swaps;
};

static long gcd(long a, long b)
{
	while (b != 0) {
		long rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

static struct fraction make_fraction(long top, long bottom)
{
	struct fraction result;
	long divisor = gcd(top, bottom);

	if (bottom < 0)
		divisor = -divisor;
	result.top = top / divisor;
	result.bottom = bottom / divisor;
	return result;
}

static struct fraction subtract(struct fraction a, struct fraction b)
{
	return make_fraction(
		a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);
}

static struct fraction multiply(struct fraction a, struct fraction b)
{
	return make_fraction(a.top * b.top, a.bottom * b.bottom);
}

static struct fraction divide(struct fraction a, struct fraction b)
{
	return make_fraction(a.top * b.bottom, a.bottom * b.top);
}

static int is_zero(struct fraction a)
{
	return a.top == 0;
}

static void print_fraction(struct fraction a)
{
	printf("%ld", a.top);
	if (a.bottom != 1)
		printf("/%ld", a.bottom);
}

static struct row *new_row(void)
{
	struct row *row = malloc(sizeof(struct row));
	int i;

	for (i = 0; i < MAX_UNKNOWNS; i++)
		row->factors[i] = make_fraction(0, 1);
	row->right = make_fraction(0, 1);
	return row;
}

static int column_of(struct equations *equations, char name)
{
	int i;

	for (i = 0; i < equations->unknown_count; i++)
		if (equations->unknowns[i] == name)
			return i;
	if (equations->unknown_count == MAX_UNKNOWNS)
		return -1;
	equations->unknowns[equations->unknown_count] = name;
	equations->unknown_count++;
	return equations->unknown_count - 1;
}

static const char *skip_spaces(const char *text)
{
	while (*text == ' ')
		text++;
	return text;
}

/* Adds one term, such as `- 3x` or `7`, to its side of the equation. */
static const char *read_term(struct equations *equations, struct row *row,
	const char *text, int side)
{
	long sign = side;
	long value = 1;
	int digits = 0;

	text = skip_spaces(text);
	if (*text == '+' || *text == '-') {
		if (*text == '-')
			sign = -sign;
		text = skip_spaces(text + 1);
	}
	if (isdigit((unsigned char) *text))
		value = 0;
	while (isdigit((unsigned char) *text)) {
		value = value * 10 + (*text - '0');
		digits++;
		text++;
	}
	if (isalpha((unsigned char) *text)) {
		int column = column_of(equations, *text);

		if (column < 0)
			return NULL;
		row->factors[column] = subtract(
			row->factors[column], make_fraction(-sign * value, 1));
		text++;
	} else if (digits > 0) {
		row->right =
			subtract(row->right, make_fraction(sign * value, 1));
	} else {
		return NULL;
	}
	return skip_spaces(text);
}

static int read_equation(struct equations *equations, const char *text)
{
	struct row *row = new_row();
	int side = 1;

	while (*text != '\0') {
		text = read_term(equations, row, text, side);
		if (text == NULL)
			return 0;
		if (*text == '=') {
			if (side == -1)
				return 0;
			side = -1;
			text = skip_spaces(text + 1);
		}
	}
	if (side == 1 || equations->row_count == MAX_ROWS)
		return 0;
	equations->rows[equations->row_count] = row;
	equations->row_count++;
	return 1;
}

static int find_pivot(const struct equations *equations, int column, int from)
{
	int i;

	for (i = from; i < equations->row_count; i++)
		if (!is_zero(equations->rows[i]->factors[column]))
			return i;
	return -1;
}

static void swap_rows(struct equations *equations, int a, int b)
{
	struct row *row = equations->rows[a];

	if (a == b)
		return;
	equations->rows[a] = equations->rows[b];
	equations->rows[b] = row;
	equations->swaps++;
}

static void scale_row(struct equations *equations, int at, int column)
{
	struct row *row = equations->rows[at];
	struct fraction pivot = row->factors[column];
	int i;

	for (i = 0; i < equations->unknown_count; i++)
		row->factors[i] = divide(row->factors[i], pivot);
	row->right = divide(row->right, pivot);
}

static void clear_column(struct equations *equations, int at, int column)
{
	const struct row *pivot = equations->rows[at];
	int i;
	int j;

	for (i = 0; i < equations->row_count; i++) {
		struct row *row = equations->rows[i];
		struct fraction factor = row->factors[column];

		if (i == at || is_zero(factor))
			continue;
		for (j = 0; j < equations->unknown_count; j++)
			row->factors[j] = subtract(row->factors[j],
				multiply(factor, pivot->factors[j]));
		row->right =
			subtract(row->right, multiply(factor, pivot->right));
	}
}

static void eliminate(struct equations *equations)
{
	int column;

	equations->rank = 0;
	for (column = 0; column < equations->unknown_count; column++) {
		int pivot = find_pivot(equations, column, equations->rank);

		equations->pivots[column] = -1;
		if (pivot < 0)
			continue;
		swap_rows(equations, equations->rank, pivot);
		scale_row(equations, equations->rank, column);
		clear_column(equations, equations->rank, column);
		equations->pivots[column] = equations->rank;
		equations->rank++;
	}
}

static int has_solution(const struct equations *equations)
{
	int i;

	for (i = equations->rank; i < equations->row_count; i++)
		if (!is_zero(equations->rows[i]->right))
			return 0;
	return 1;
}

static void print_unknown(const struct equations *equations, int column)
{
	const struct row *row;
	int other;

	printf("%c = ", equations->unknowns[column]);
	if (equations->pivots[column] < 0) {
		printf("any\n");
		return;
	}
	row = equations->rows[equations->pivots[column]];
	print_fraction(row->right);
	for (other = 0; other < equations->unknown_count; other++) {
		if (other == column || is_zero(row->factors[other]))
			continue;
		printf(" - (");
		print_fraction(row->factors[other]);
		printf(")%c", equations->unknowns[other]);
	}
	printf("\n");
}

static void solve(struct equations *equations)
{
	int i;

	eliminate(equations);
	printf("%d equations, %d unknowns, rank %d, %d swaps\n",
		equations->row_count, equations->unknown_count, equations->rank,
		equations->swaps);
	if (has_solution(equations)) {
		for (i = 0; i < equations->unknown_count; i++)
			print_unknown(equations, i);
	} else {
		printf("no solution\n");
	}
	for (i = 0; i < equations->row_count; i++)
		free(equations->rows[i]);
	memset(equations, 0, sizeof(struct equations));
}

int main(void)
{
	struct equations equations;
	char line[128];
	int number = 0;

	memset(&equations, 0, sizeof(struct equations));
	while (fgets(line, sizeof(line), stdin) != NULL) {
		number++;
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\0') {
			if (equations.row_count > 0)
				solve(&equations);
		} else if (!read_equation(&equations, line)) {
			printf("line %d is no equation\n", number);
			return 1;
		}
	}
	if (equations.row_count > 0)
		solve(&equations);
	return 0;
}
