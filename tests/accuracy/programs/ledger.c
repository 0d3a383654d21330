/* A bank: accounts in a list, each with its entries in a list. Lines are
 * open NAME, put NAME AMOUNT, move FROM TO AMOUNT, close NAME, interest P */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum entry_kind { DEPOSIT, WITHDRAWAL, RECEIVED, SENT, INTEREST, FEE };

struct entry {
	enum entry_kind kind;
	long amount;
	long balance_after;
	struct account *partner;
	struct entry *next;
};

struct account {
	char name[20];
	int number;
	long balance;
	long lowest;
	int entries;
	struct entry *first;
	struct entry *last;
	struct account *next;
};

struct bank {
	struct account *accounts;
	int next_number;
	int rejected;
	long fees;
	long limit;
};

static struct account *find_account(struct bank *bank, const char *name)
{
	struct account *account;

	for (account = bank->accounts; account != NULL; account = account->next)
		if (strcmp(account->name, name) == 0)
			return account;
	return NULL;
}

static struct account *open_account(struct bank *bank, const char *name)
{
	struct account **link = &bank->accounts;
	struct account *account = malloc(sizeof(struct account));

	/* The list is kept in the order of names. */
	while (*link != NULL && strcmp((*link)->name, name) < 0)
		link = &(*link)->next;
	strncpy(account->name, name, sizeof(account->name) - 1);
	account->name[sizeof(account->name) - 1] = '\0';
	account->number = bank->next_number;
	account->balance = 0;
	account->lowest = 0;
	account->entries = 0;
	account->first = NULL;
	account->last = NULL;
	account->next = *link;
	*link = account;
	bank->next_number++;
	return account;
}

static struct entry *new_entry(enum entry_kind kind, long amount)
{
	struct entry *entry = malloc(sizeof(struct entry));

	entry->kind = kind;
	entry->amount = amount;
	entry->balance_after = 0;
	entry->partner = NULL;
	entry->next = NULL;
	return entry;
}

static int is_debit(enum entry_kind kind)
{
	return kind == WITHDRAWAL || kind == SENT || kind == FEE;
}

static struct entry *post(
	struct account *account, enum entry_kind kind, long amount)
{
	struct entry *entry = new_entry(kind, amount);

	if (is_debit(kind))
		account->balance -= amount;
	else
		account->balance += amount;
	if (account->balance < account->lowest)
		account->lowest = account->balance;
	entry->balance_after = account->balance;
	if (account->last == NULL)
		account->first = entry;
	else
		account->last->next = entry;
	account->last = entry;
	account->entries++;
	return entry;
}

static int may_take(
	const struct bank *bank, const struct account *account, long amount)
{
	return account->balance - amount >= -bank->limit;
}

/* Every fifth entry of an account costs a fee. */
static void charge_fee(struct bank *bank, struct account *account)
{
	long fee = 25;

	if (account->entries % 5 != 0)
		return;
	if (account->balance > 10000)
		fee = 10;
	post(account, FEE, fee);
	bank->fees += fee;
}

static void put_money(struct bank *bank, struct account *account, long amount)
{
	if (amount >= 0) {
		post(account, DEPOSIT, amount);
	} else if (may_take(bank, account, -amount)) {
		post(account, WITHDRAWAL, -amount);
	} else {
		bank->rejected++;
		return;
	}
	charge_fee(bank, account);
}

static void move_money(struct bank *bank, struct account *from,
	struct account *to, long amount)
{
	struct entry *sent;
	struct entry *received;

	if (from == to || amount <= 0 || !may_take(bank, from, amount)) {
		bank->rejected++;
		return;
	}
	sent = post(from, SENT, amount);
	sent->partner = to;
	received = post(to, RECEIVED, amount);
	received->partner = from;
	charge_fee(bank, from);
}

static void free_entries(struct entry *entry)
{
	while (entry != NULL) {
		struct entry *next = entry->next;

		free(entry);
		entry = next;
	}
}

/* Other accounts may remember this one as their partner. */
static void forget_partner(struct bank *bank, const struct account *gone)
{
	struct account *account;
	struct entry *entry;

	for (account = bank->accounts; account != NULL; account = account->next)
		for (entry = account->first; entry != NULL; entry = entry->next)
			if (entry->partner == gone)
				entry->partner = NULL;
}

static void close_account(struct bank *bank, struct account *account)
{
	struct account **link = &bank->accounts;

	if (account->balance != 0) {
		bank->rejected++;
		return;
	}
	while (*link != account)
		link = &(*link)->next;
	*link = account->next;
	forget_partner(bank, account);
	free_entries(account->first);
	free(account);
}

static void add_interest(struct bank *bank, long percent)
{
	struct account *account = bank->accounts;

	while (account != NULL) {
		long interest = account->balance * percent / 100;

		if (interest > 0)
			post(account, INTEREST, interest);
		account = account->next;
	}
}

static const char *kind_name(enum entry_kind kind)
{
	switch (kind) {
	case DEPOSIT:
		return "deposit";
	case WITHDRAWAL:
		return "withdrawal";
	case RECEIVED:
		return "from";
	case SENT:
		return "to";
	case INTEREST:
		return "interest";
	default:
		return "fee";
	}
}

static void print_account(const struct account *account)
{
	const struct entry *entry;

	printf("%d %s: %ld, lowest %ld\n", account->number, account->name,
		account->balance, account->lowest);
	for (entry = account->first; entry != NULL; entry = entry->next) {
		printf("    %s", kind_name(entry->kind));
		if (entry->partner != NULL)
			printf(" %s", entry->partner->name);
		else if (entry->kind == SENT || entry->kind == RECEIVED)
			printf(" nobody");
		printf(" %ld -> %ld\n", entry->amount, entry->balance_after);
	}
}

static struct account *need_account(struct bank *bank, const char *name)
{
	struct account *account = find_account(bank, name);

	if (account == NULL) {
		printf("no account %s\n", name);
		exit(1);
	}
	return account;
}

static int execute(struct bank *bank, const char *line)
{
	char verb[16];
	char name[20];
	char other[20];
	long amount = 0;
	int words = sscanf(line, "%15s %19s", verb, name);

	if (words < 2)
		return words <= 0;
	if (strcmp(verb, "open") == 0) {
		if (find_account(bank, name) != NULL)
			bank->rejected++;
		else
			open_account(bank, name);
	} else if (strcmp(verb, "put") == 0 &&
		   sscanf(line, "%*s %*s %ld", &amount) == 1) {
		put_money(bank, need_account(bank, name), amount);
	} else if (strcmp(verb, "move") == 0 &&
		   sscanf(line, "%*s %*s %19s %ld", other, &amount) == 2) {
		struct account *from = need_account(bank, name);

		move_money(bank, from, need_account(bank, other), amount);
	} else if (strcmp(verb, "close") == 0) {
		close_account(bank, need_account(bank, name));
	} else if (strcmp(verb, "interest") == 0) {
		add_interest(bank, atol(name));
	} else {
		return 0;
	}
	return 1;
}

int main(void)
{
	struct bank bank = {NULL, 100, 0, 0, 500};
	struct account *account;
	char line[128];
	long total = 0;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (!execute(&bank, line)) {
			printf("bad line: %s", line);
			return 1;
		}
	}
	for (account = bank.accounts; account != NULL;
		account = account->next) {
		print_account(account);
		total += account->balance;
	}
	printf("total %ld, fees %ld, %d rejected\n", total, bank.fees,
		bank.rejected);
	return 0;
}
