#include "advice.h"

#include "report.h"

#include <string.h>

/* ---- Why there is no cause ---- */

/* Moments that have no cause for the same reason. */
struct sum {
	const char *why;
	const struct hc_event *first, *last;
	guint n;
};

static const char *reason_of(const struct hc_event *event)
{
	return event->reason ? event->reason : "nothing was tried";
}

static const char *summary_of(const struct hc_event *event)
{
	return event->summary ? event->summary : reason_of(event);
}

static struct sum *find_sum(GArray *sums, const char *why)
{
	for (guint i = 0; i < sums->len; i++) {
		struct sum *sum = &g_array_index(sums, struct sum, i);
		if (strcmp(sum->why, why) == 0)
			return sum;
	}
	return NULL;
}

static GArray *find_sums(const struct hc_result *result)
{
	GArray *sums = g_array_new(FALSE, FALSE, sizeof(struct sum));
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		const char *why = summary_of(event);
		struct sum *known = find_sum(sums, why);
		if (known) {
			known->last = event;
			known->n++;
			continue;
		}
		struct sum sum = {why, event, event, 1};
		g_array_append_val(sums, sum);
	}
	return sums;
}

static void append_sum(
	const struct sum *sum, const struct hc_report_paint *p, GString *text)
{
	g_autofree char *first = hc_report_say_place(sum->first);
	g_autofree char *last = hc_report_say_place(sum->last);
	g_autofree char *why =
		hc_report_safe(sum->n == 1 ? reason_of(sum->first) : sum->why);
	if (sum->n == 1)
		g_string_append_printf(text,
			"   %sAt %s no cause was isolated: %s.%s\n", p->dim,
			first, why, p->end);
	else
		g_string_append_printf(text,
			"   %sAt %u moments, from %s to %s, no cause was "
			"isolated: %s.%s\n",
			p->dim, sum->n, first, last, why, p->end);
}

void hc_report_sum_up(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text)
{
	g_autoptr(GArray) sums = find_sums(result);
	for (guint i = 0; i < sums->len; i++)
		append_sum(&g_array_index(sums, struct sum, i), p, text);
}

/* ---- What to try ---- */

#define CLOSER "a passing run that is closer to the failing one"
#define SAY "say what a failure is with --fail-if REGEX or --test CMD"

/* Whether it helps to say what a failure is: the user has not, and the program
 * ends by itself. A crash is known by its place. */
static gboolean can_say(const struct hc_result *result)
{
	return !result->said && result->failure_kind != HC_FAILURE_SIGNAL &&
	       result->failure_kind != HC_FAILURE_HANG &&
	       result->failure_kind != HC_FAILURE_LIMIT;
}

/* The reason that most moments have; of several, the last one. */
static enum hc_why find_why(const struct hc_result *result)
{
	guint counts[HC_WHYS] = {0};
	enum hc_why most = HC_WHY_OTHER;
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		if (++counts[event->why] >= counts[most])
			most = event->why;
	}
	return most;
}

/* What to try next where no cause was found; NULL: nobody knows. */
static const char *find_next(const struct hc_result *result)
{
	if (result->events->len == 0)
		return "Take " CLOSER ": these have no moment in common.";
	switch (find_why(result)) {
	case HC_WHY_CALLS:
	case HC_WHY_MISSED:
		return "Take " CLOSER ", or name a place that both reach "
		       "with --at.";
	case HC_WHY_SAME:
		return "What differs between the runs is not in the program: "
		       "look at the files that it reads and writes, or name "
		       "an earlier place with --at.";
	case HC_WHY_WRITTEN:
		return "Name an earlier place with --at.";
	case HC_WHY_NO_PASS:
		return "A run that is stopped and goes on must do what it does "
		       "by itself: look for what depends on the time, on "
		       "other processes, or on files that an earlier run has "
		       "changed.";
	case HC_WHY_PASSES:
		return "Take " CLOSER ", or name a place next to the failure "
		       "with --at. What depends on the layout of the heap is "
		       "found by -fsanitize=address or valgrind.";
	case HC_WHY_ELSE:
		return can_say(result) ? "Take " CLOSER ", or " SAY "."
				       : "Take " CLOSER ".";
	default:
		return NULL;
	}
}

static void advise_unclear(const struct hc_result *result, GString *text)
{
	g_string_append(text,
		can_say(result)
			? "Most tests neither passed nor failed. For a sharper "
			  "answer, " SAY ".\n"
			: "Most tests neither passed nor failed: the program "
			  "did "
			  "something else. For a sharper answer, take " CLOSER
			  ".\n");
}

static void advise_several(const struct hc_result *result, GString *text)
{
	g_string_append_printf(text,
		"Most causes are one of several, each sufficient on its own: "
		"much of what differs between the runs makes the program fail. "
		"For a sharper answer, take " CLOSER "%s.\n",
		can_say(result) ? ", or " SAY : "");
}

static void tell_uncounted(const struct hc_result *result, GString *text)
{
	for (guint i = 0; i < result->events->len; i++) {
		const struct hc_event *event =
			g_ptr_array_index(result->events, i);
		if (!event->uncounted)
			continue;
		g_autofree char *line = hc_report_safe(event->uncounted);
		g_string_append_printf(text,
			"A line such as \"%s\" has other numbers in a run that "
			"is stopped for a while: it was not compared.\n",
			line);
	}
}

void hc_report_advise(const struct hc_result *result, GString *text)
{
	gboolean found = hc_result_n_isolated(result) > 0;
	tell_uncounted(result, text);
	const char *next =
		found || result->interrupted ? NULL : find_next(result);
	if (next)
		g_string_append_printf(text, "%s\n", next);
	if (result->unclear && (found || !next))
		advise_unclear(result, text);
	if (result->several)
		advise_several(result, text);
}
