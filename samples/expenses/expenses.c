/* Adds up what was spent, from stdin:
 *
 *	expenses < FILE
 *
 * A line has a name and an amount. One who writes 12,50 for 12.50 gets no
 * message and a wrong sum. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, NAME_SIZE = 24 };

struct expense {
	char name[NAME_SIZE];
	long cents;
};

struct book {
	struct expense expenses[MOST];
	int n;
	long total;
};

/* "12.50" as cents; less than two digits behind the point will do. */
static long read_amount(const char *text)
{
	long cents = 0;
	while (*text >= '0' && *text <= '9')
		cents = 10 * cents + (*text++ - '0');
	cents *= 100;
	if (*text == '.') {
		int unit = 10;
		for (text++; *text >= '0' && *text <= '9'; text++) {
			cents += unit * (*text - '0');
			unit /= 10;
		}
	}
	return cents;
}

static int read_line(struct book *book, const char *line)
{
	struct expense *expense = &book->expenses[book->n];
	char amount[NAME_SIZE];
	if (sscanf(line, "%23s %23s", expense->name, amount) != 2)
		return 0;
	expense->cents = read_amount(amount);
	book->n++;
	return 1;
}

static void read_book(struct book *book, FILE *file)
{
	char line[100] = "";
	while (book->n < MOST && fgets(line, sizeof line, file))
		read_line(book, line);
}

static void add_up(struct book *book)
{
	for (int i = 0; i < book->n; i++)
		book->total += book->expenses[i].cents;
}

static void print_book(const struct book *book)
{
	printf("%d expenses\n", book->n);
	printf("total %ld.%02ld\n", book->total / 100, book->total % 100);
}

int main(void)
{
	struct book *book = calloc(1, sizeof *book);
	if (!book)
		return 2;
	read_book(book, stdin);
	add_up(book);
	print_book(book);
	free(book);
	return 0;
}
