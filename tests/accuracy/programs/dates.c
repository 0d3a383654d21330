/* A calendar: dates, appointments that repeat, and the days between. Words:
 * YEAR-MONTH-DAY starts; then +N days, every=N:NAME, until=DATE, month */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SHOWN 40

struct date {
	int year;
	int month;
	int day;
};

struct appointment {
	struct date date;
	char name[16];
	int step;
	int number;
	struct appointment *next;
};

struct calendar {
	struct date today;
	struct date end;
	struct appointment *appointments;
	int appointment_count;
	int added;
	int weekends;
};

static const char *const day_names[] = {
	"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

static int is_leap(int year)
{
	if (year % 400 == 0)
		return 1;
	if (year % 100 == 0)
		return 0;
	return year % 4 == 0;
}

static int days_in(int year, int month)
{
	int days = 31;

	if (month == 4 || month == 6 || month == 9 || month == 11)
		days = 30;
	if (month == 2)
		days = is_leap(year) ? 29 : 28;
	return days;
}

static int is_valid(struct date date)
{
	return date.year >= 1900 && date.year < 2200 && date.month >= 1 &&
	       date.month <= 12 && date.day >= 1 &&
	       date.day <= days_in(date.year, date.month);
}

/* Days since the first of January 1900, which was a Monday. */
static long number_of(struct date date)
{
	long days = 0;
	int year;
	int month;

	for (year = 1900; year < date.year; year++)
		days += 365 + is_leap(year);
	for (month = 1; month < date.month; month++)
		days += days_in(date.year, month);
	return days + date.day - 1;
}

static struct date date_of(long days)
{
	struct date date;

	date.year = 1900;
	date.month = 1;
	while (days >= 365 + is_leap(date.year)) {
		days -= 365 + is_leap(date.year);
		date.year++;
	}
	while (days >= days_in(date.year, date.month)) {
		days -= days_in(date.year, date.month);
		date.month++;
	}
	date.day = days + 1;
	return date;
}

static int weekday(struct date date)
{
	return number_of(date) % 7;
}

static int compare(struct date a, struct date b)
{
	if (a.year != b.year)
		return a.year - b.year;
	if (a.month != b.month)
		return a.month - b.month;
	return a.day - b.day;
}

/* The ISO number of the week: week 1 has the year's first Thursday. */
static int week_of(struct date date)
{
	long monday = number_of(date) - weekday(date);
	struct date thursday = date_of(monday + 3);
	struct date first = {thursday.year, 1, 1};

	return (number_of(thursday) - number_of(first)) / 7 + 1;
}

static struct date add_days(struct date date, long days)
{
	return date_of(number_of(date) + days);
}

/* A month later; at the latest on its last day. */
static struct date add_months(struct date date, int months)
{
	int month = date.month - 1 + months;
	struct date result;
	int last;

	result.year = date.year + month / 12;
	result.month = month % 12 + 1;
	last = days_in(result.year, result.month);
	result.day = date.day < last ? date.day : last;
	return result;
}

static void print_date(struct date date)
{
	printf("%s %04d-%02d-%02d", day_names[weekday(date)], date.year,
		date.month, date.day);
}

static void insert(struct calendar *calendar, struct date date,
	const char *name, int step, int number)
{
	struct appointment **link = &calendar->appointments;
	struct appointment *appointment = malloc(sizeof(struct appointment));

	appointment->date = date;
	strncpy(appointment->name, name, sizeof(appointment->name) - 1);
	appointment->name[sizeof(appointment->name) - 1] = '\0';
	appointment->step = step;
	appointment->number = number;
	while (*link != NULL && compare((*link)->date, date) <= 0)
		link = &(*link)->next;
	appointment->next = *link;
	*link = appointment;
	calendar->appointment_count++;
}

static struct appointment *take_first(struct calendar *calendar)
{
	struct appointment *first = calendar->appointments;

	calendar->appointments = first->next;
	calendar->appointment_count--;
	return first;
}

static int is_weekend(struct date date)
{
	return weekday(date) >= 5;
}

/* Moved to the Monday, if on a weekend. */
static struct date working_day(struct calendar *calendar, struct date date)
{
	while (is_weekend(date)) {
		date = add_days(date, 1);
		calendar->weekends++;
	}
	return date;
}

static void print_appointment(
	struct calendar *calendar, const struct appointment *appointment)
{
	struct date day = working_day(calendar, appointment->date);

	print_date(day);
	printf(" week %2d: %s", week_of(day), appointment->name);
	if (appointment->number > 1)
		printf(" (%d)", appointment->number);
	if (compare(day, appointment->date) != 0)
		printf(" moved");
	printf("\n");
}

static void run_calendar(struct calendar *calendar)
{
	int shown = 0;

	while (calendar->appointments != NULL && shown < MAX_SHOWN) {
		struct appointment *appointment = take_first(calendar);

		if (compare(appointment->date, calendar->end) > 0) {
			free(appointment);
			continue;
		}
		print_appointment(calendar, appointment);
		shown++;
		if (appointment->step > 0) {
			struct date next =
				add_days(appointment->date, appointment->step);

			insert(calendar, next, appointment->name,
				appointment->step, appointment->number + 1);
			calendar->added++;
		}
		free(appointment);
	}
}

static void print_month(struct date date)
{
	struct date first = {date.year, date.month, 1};
	int column = weekday(first);
	int days = days_in(date.year, date.month);
	int day;

	printf("%*s", 3 * column, "");
	for (day = 1; day <= days; day++) {
		if (day == date.day)
			printf("[%d]", day);
		else
			printf("%3d", day);
		column++;
		if (column == 7 || day == days) {
			printf("\n");
			column = 0;
		}
	}
}

static int read_date(const char *word, struct date *date)
{
	if (sscanf(word, "%d-%d-%d", &date->year, &date->month, &date->day) !=
		3)
		return 0;
	return is_valid(*date);
}

static int execute(struct calendar *calendar, const char *word)
{
	struct date date;
	char name[16];
	int count;

	if (strcmp(word, "month") == 0) {
		print_month(calendar->today);
	} else if (sscanf(word, "every=%d:%15s", &count, name) == 2) {
		if (count < 1)
			return 0;
		insert(calendar, calendar->today, name, count, 1);
	} else if (sscanf(word, "in=%d:%15s", &count, name) == 2) {
		insert(calendar, add_days(calendar->today, count), name, 0, 1);
	} else if (sscanf(word, "+%dm", &count) == 1 &&
		   word[strlen(word) - 1] == 'm') {
		calendar->today = add_months(calendar->today, count);
	} else if (sscanf(word, "+%d", &count) == 1) {
		calendar->today = add_days(calendar->today, count);
	} else if (strncmp(word, "until=", 6) == 0 &&
		   read_date(word + 6, &date)) {
		calendar->end = date;
	} else if (read_date(word, &date)) {
		calendar->today = date;
	} else {
		return 0;
	}
	return 1;
}

int main(int argc, char **argv)
{
	struct calendar calendar = {
		{2000, 1, 1}, {2000, 12, 31}, NULL, 0, 0, 0};
	int i;

	for (i = 1; i < argc; i++) {
		if (!execute(&calendar, argv[i])) {
			printf("what is %s?\n", argv[i]);
			return 1;
		}
	}
	printf("from ");
	print_date(calendar.today);
	printf(" to ");
	print_date(calendar.end);
	printf(": %ld days\n",
		number_of(calendar.end) - number_of(calendar.today));
	run_calendar(&calendar);
	printf("%d left, %d repeated, %d days moved\n",
		calendar.appointment_count, calendar.added, calendar.weekends);
	return 0;
}
