#include "parting.h"

/* The first that is not as intended, and before it the last that is. NULL: there
 * is none. */
struct parting {
	const struct hc_event *intended, *faulty;
};

static struct parting find_parting(const struct hc_result *result)
{
	struct parting parting = {NULL, NULL};
	for (guint i = 0; i < result->events->len && !parting.faulty; i++) {
		const struct hc_event *event = result->events->pdata[i];
		if (event->judged == HC_JUDGED_INTENDED)
			parting.intended = event;
		else if (event->judged == HC_JUDGED_FAULTY)
			parting.faulty = event;
	}
	return parting;
}

/* "argc is 3 at main (sample.c:32#2)" */
static char *say(const struct hc_event *event, const struct hc_report_paint *p)
{
	g_autofree char *is = hc_report_say_is(event->causes, p);
	g_autofree char *place = hc_report_say_place(event);
	return g_strdup_printf("%s at %s", is, place);
}

void hc_report_say_parting(const struct hc_result *result,
	const struct hc_report_paint *p, GString *text)
{
	struct parting parting = find_parting(result);
	g_autofree char *good =
		parting.intended ? say(parting.intended, p) : NULL;
	g_autofree char *bad = parting.faulty ? say(parting.faulty, p) : NULL;
	if (good && bad)
		g_string_append_printf(text,
			"By your word it is as intended that %s, but not that "
			"%s: %sthe error is between these two.%s\n",
			good, bad, p->head, p->end);
	else if (good)
		g_string_append_printf(text,
			"By your word it is still as intended that %s: %sthe "
			"error comes after that.%s\n",
			good, p->head, p->end);
	else if (bad)
		g_string_append_printf(text,
			"By your word it is not as intended any more that %s: "
			"%sthe error comes before that.%s\n",
			bad, p->head, p->end);
}
