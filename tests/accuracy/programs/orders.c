/* Reads orders (customer,item,quantity,price), sorts them, and prints totals
 * for each customer with a discount, and the best items. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 4

struct order {
	char *customer;
	char *item;
	int quantity;
	int cents;
	int line;
};

struct orders {
	struct order *list;
	int count;
	int room;
};

struct total {
	const char *name;
	int orders;
	int pieces;
	long cents;
	long discount;
};

static char *trim(char *text)
{
	char *end;

	while (isspace((unsigned char) *text))
		text++;
	end = text + strlen(text);
	while (end > text && isspace((unsigned char) end[-1]))
		end--;
	*end = '\0';
	return text;
}

static char *copy_text(const char *text)
{
	char *copy = malloc(strlen(text) + 1);

	strcpy(copy, text);
	return copy;
}

/* Splits at commas; a quoted field may hold some. */
static int split_line(char *line, char **fields)
{
	int count = 0;
	char *start = line;
	char *here = line;
	int quoted = 0;

	for (;;) {
		if (*here == '"') {
			quoted = !quoted;
		} else if (*here == '\0' || (*here == ',' && !quoted)) {
			int last = *here == '\0';

			*here = '\0';
			if (count < MAX_FIELDS)
				fields[count] = trim(start);
			count++;
			if (last)
				break;
			start = here + 1;
		}
		here++;
	}
	return count;
}

static char *unquote(char *text)
{
	int length = strlen(text);

	if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
		text[length - 1] = '\0';
		return text + 1;
	}
	return text;
}

static int read_cents(const char *text)
{
	int units = 0;
	int cents = 0;
	int digits = 0;

	while (isdigit((unsigned char) *text)) {
		units = units * 10 + (*text - '0');
		text++;
	}
	if (*text == '.') {
		text++;
		while (digits < 2 && isdigit((unsigned char) *text)) {
			cents = cents * 10 + (*text - '0');
			digits++;
			text++;
		}
		if (digits == 1)
			cents *= 10;
	}
	if (*text != '\0')
		return -1;
	return units * 100 + cents;
}

static void add_order(struct orders *orders, const struct order *order)
{
	if (orders->count == orders->room) {
		orders->room = orders->room * 2 + 2;
		orders->list = realloc(
			orders->list, orders->room * sizeof(struct order));
	}
	orders->list[orders->count] = *order;
	orders->count++;
}

static int read_orders(struct orders *orders, FILE *file)
{
	char line[256];
	int number = 0;
	int errors = 0;

	while (fgets(line, sizeof(line), file) != NULL) {
		char *fields[MAX_FIELDS];
		struct order order;
		char *text = trim(line);

		number++;
		if (text[0] == '\0' || text[0] == '#')
			continue;
		if (split_line(text, fields) != MAX_FIELDS) {
			printf("line %d: not %d fields\n", number, MAX_FIELDS);
			errors++;
			continue;
		}
		order.customer = copy_text(unquote(fields[0]));
		order.item = copy_text(unquote(fields[1]));
		order.quantity = atoi(fields[2]);
		order.cents = read_cents(fields[3]);
		order.line = number;
		if (order.quantity <= 0 || order.cents < 0) {
			printf("line %d: bad number\n", number);
			errors++;
			continue;
		}
		add_order(orders, &order);
	}
	return errors;
}

static int compare_orders(const struct order *a, const struct order *b)
{
	int order = strcmp(a->customer, b->customer);

	if (order == 0)
		order = strcmp(a->item, b->item);
	if (order == 0)
		order = b->quantity - a->quantity;
	if (order == 0)
		order = a->line - b->line;
	return order;
}

static void merge(
	struct order *list, struct order *spare, int low, int middle, int high)
{
	int left = low;
	int right = middle;
	int to = low;

	while (left < middle && right < high) {
		if (compare_orders(&list[left], &list[right]) <= 0) {
			spare[to] = list[left];
			left++;
		} else {
			spare[to] = list[right];
			right++;
		}
		to++;
	}
	while (left < middle) {
		spare[to] = list[left];
		to++;
		left++;
	}
	while (right < high) {
		spare[to] = list[right];
		to++;
		right++;
	}
	for (to = low; to < high; to++)
		list[to] = spare[to];
}

static void sort_part(
	struct order *list, struct order *spare, int low, int high)
{
	int middle = low + (high - low) / 2;

	if (high - low < 2)
		return;
	sort_part(list, spare, low, middle);
	sort_part(list, spare, middle, high);
	merge(list, spare, low, middle, high);
}

static void sort_orders(struct orders *orders)
{
	struct order *spare = malloc(orders->count * sizeof(struct order));

	sort_part(orders->list, spare, 0, orders->count);
	free(spare);
}

/* Ten or more pieces: 5 %. A hundred or more in value: 2 % more. */
static long discount_of(int pieces, long cents)
{
	long percent = 0;

	if (pieces >= 10)
		percent += 5;
	if (cents >= 10000)
		percent += 2;
	return cents * percent / 100;
}

static int sum_up(const struct orders *orders, struct total *totals)
{
	struct total *total = NULL;
	int count = 0;
	int i;

	for (i = 0; i < orders->count; i++) {
		const struct order *order = &orders->list[i];

		if (total == NULL ||
			strcmp(total->name, order->customer) != 0) {
			total = &totals[count];
			total->name = order->customer;
			total->orders = 0;
			total->pieces = 0;
			total->cents = 0;
			count++;
		}
		total->orders++;
		total->pieces += order->quantity;
		total->cents += (long) order->quantity * order->cents;
	}
	for (i = 0; i < count; i++)
		totals[i].discount =
			discount_of(totals[i].pieces, totals[i].cents);
	return count;
}

static void print_money(const char *label, long cents)
{
	printf("%s %ld.%02ld", label, cents / 100, cents % 100);
}

static const struct order *best_order(const struct orders *orders)
{
	const struct order *best = NULL;
	long most = 0;
	int i;

	for (i = 0; i < orders->count; i++) {
		const struct order *order = &orders->list[i];
		long value = (long) order->quantity * order->cents;

		if (value > most) {
			most = value;
			best = order;
		}
	}
	return best;
}

static void print_report(const struct orders *orders)
{
	struct total *totals = calloc(orders->count + 1, sizeof(struct total));
	int count = sum_up(orders, totals);
	const struct order *best = best_order(orders);
	long all = 0;
	int i;

	for (i = 0; i < count; i++) {
		long due = totals[i].cents - totals[i].discount;

		printf("%s: %d orders, %d pieces", totals[i].name,
			totals[i].orders, totals[i].pieces);
		print_money(",", totals[i].cents);
		if (totals[i].discount > 0)
			print_money(", less", totals[i].discount);
		printf("\n");
		all += due;
	}
	print_money("all", all);
	printf("\n");
	if (best != NULL)
		printf("best: %d %s for %s\n", best->quantity, best->item,
			best->customer);
	free(totals);
}

int main(void)
{
	struct orders orders = {NULL, 0, 0};
	int errors = read_orders(&orders, stdin);

	if (errors > 0) {
		printf("%d errors\n", errors);
		return 1;
	}
	sort_orders(&orders);
	print_report(&orders);
	return 0;
}
