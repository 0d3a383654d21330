#include "sentence.h"

#include "cause-words.h"
#include "report.h"

#include <string.h>

const struct hc_report_paint *hc_report_paint(gboolean colour)
{
	static const struct hc_report_paint plain = {
		"", "", "", "", "", "", FALSE};
	static const struct hc_report_paint coloured = {
		.head = "\033[1m",
		.variable = "\033[1m",
		.pass = "\033[32m",
		.fail = "\033[31m",
		.dim = "\033[2m",
		.end = "\033[0m",
	};
	return colour ? &coloured : &plain;
}

static char *say_frame(const char *function, const struct hc_event *event)
{
	struct hc_frame frame = {(char *) function, event->file, event->line};
	g_autofree char *place = hc_frame_describe(&frame);
	return hc_report_safe(place);
}

/* "#3", of both runs "#3/5", as --at takes it; "" for the first time. */
static char *say_hits(const struct hc_event *event)
{
	guint pass = event->hit_pass, fail = event->hit_fail;
	if (pass == fail)
		return pass > 1 ? g_strdup_printf("#%u", pass) : g_strdup("");
	return g_strdup_printf("#%u/%u", pass, fail);
}

char *hc_report_say_place(const struct hc_event *event)
{
	g_autofree char *hits = say_hits(event);
	if (!*hits || (!event->function && !event->at_file))
		return say_frame(event->function, event);
	if (event->at_file) {
		g_autofree char *place = say_frame(event->function, event);
		gsize n = strlen(place);
		if (g_str_has_suffix(place, ")"))
			place[n - 1] = '\0';
		return g_strdup_printf(
			"%s%s%s", place, hits, strlen(place) < n ? ")" : "");
	}
	g_autofree char *name = g_strconcat(event->function, hits, NULL);
	return say_frame(name, event);
}

static char *ordinal(guint n)
{
	static const char *const ends[] = {"th", "st", "nd", "rd"};
	gboolean teen = n % 100 / 10 == 1;
	return g_strdup_printf(
		"%u%s", n, n % 10 < 4 && !teen ? ends[n % 10] : "th");
}

char *hc_report_say_reached(
	const struct hc_event *event, const struct hc_report_paint *p)
{
	g_autofree char *place = say_frame(event->function, event);
	g_autofree char *pass = ordinal(event->hit_pass);
	g_autofree char *fail = ordinal(event->hit_fail);
	GString *text = g_string_new(NULL);
	g_string_append_printf(
		text, "Execution reaches %s%s%s", p->head, place, p->end);
	if (event->hit_pass != event->hit_fail)
		g_string_append_printf(text,
			" for the %s time (in the passing run, the %s)", fail,
			pass);
	else if (event->hit_pass != 1)
		g_string_append_printf(text, " for the %s time", pass);
	g_string_append_c(text, '.');
	return g_string_free(text, FALSE);
}

/* ---- Causes ---- */

/* What a variable is called that one of the runs does not have. */
static const char absent[] = "not there";

/* "; cut from 300 characters" */
static char *say_lengths(
	const struct hc_report_value *pass, const struct hc_report_value *fail)
{
	guint one = fail->length ? fail->length : pass->length;
	if (!one)
		return g_strdup("");
	return pass->length && pass->length != one
		       ? g_strdup_printf("; cut from %u and %u characters", one,
				 pass->length)
		       : g_strdup_printf("; cut from %u characters", one);
}

/* The words between a variable and its value. */
enum tense { NOW, IS, WAS, TO_BE, N_TENSES };
struct verbs {
	const char *in[N_TENSES];
};

/* Bytes are several, and a pointer that closes a circle is told as one. */
static const struct verbs *verbs_of(const struct hc_cause *cause)
{
	static const struct verbs one = {{"is now", "is", "was", "to be"}};
	static const struct verbs many = {{"are now", "are", "were", "to be"}};
	static const struct verbs back = {{"now points back to",
		"points back to", "pointed back to", "to point back to"}};
	return hc_report_leads_back(cause)  ? &back
	       : hc_report_is_plural(cause) ? &many
					    : &one;
}

static void append_now(GString *text, const struct hc_cause *cause,
	const struct hc_report_paint *p)
{
	g_autofree char *variable = hc_report_word_variable(cause, p->full);
	const struct verbs *verbs = verbs_of(cause);
	struct hc_report_value pass, fail;
	hc_report_word_values(cause, p->full, &pass, &fail);
	g_autofree char *lengths = say_lengths(&pass, &fail);
	gboolean gone = strcmp(fail.text, absent) == 0;
	g_string_append_printf(text, "%s%s%s %s %s%s%s (%s %s%s%s%s)",
		p->variable, variable, p->end, gone ? "is" : verbs->in[NOW],
		p->fail, gone ? "no longer there" : fail.text, p->end,
		hc_report_is_plural(cause) ? "were" : "was", p->pass, pass.text,
		p->end, lengths);
	g_free(pass.text);
	g_free(fail.text);
}

static void append_with(GString *text, const struct hc_cause *cause,
	enum tense tense, const struct hc_report_paint *p)
{
	g_autofree char *variable = hc_report_word_variable(cause, p->full);
	g_autofree char *fail = hc_report_word_value_again(cause, p->full);
	const struct verbs *verbs = verbs_of(cause);
	/* It is "not to be there" rather than "to be not there". */
	gboolean turn = tense == TO_BE && strcmp(fail, absent) == 0;
	g_string_append_printf(text, "%s%s%s %s %s%s%s", p->variable, variable,
		p->end, turn ? "not to be" : verbs->in[tense], p->fail,
		turn ? "there" : fail, p->end);
}

/* Nobody reads more in one sentence, unless asked for. */
enum { MOST_TOLD = 5 };

/* "a, b and c" */
static const char *separator(guint i, guint n)
{
	return i == 0 ? "" : i + 1 == n ? " and " : ", ";
}

/* How many are told, and how many parts the sentence has: "… and 12 more" is
 * one. */
static guint told(guint n, gboolean full, guint *parts)
{
	guint most = n > MOST_TOLD + 1 && !full ? MOST_TOLD : n;
	*parts = most < n ? most + 1 : most;
	return most;
}

static void append_more(GString *text, guint n, guint most)
{
	if (most < n)
		g_string_append_printf(text, " and %u more", n - most);
}

char *hc_report_say_now(
	const GPtrArray *causes, const struct hc_report_paint *p)
{
	GString *text = g_string_new(NULL);
	guint parts, most = told(causes->len, p->full, &parts);
	for (guint i = 0; i < most; i++) {
		g_string_append(text, separator(i, parts));
		append_now(text, g_ptr_array_index(causes, i), p);
	}
	append_more(text, causes->len, most);
	return g_string_free(text, FALSE);
}

static char *say_with(const GPtrArray *causes, enum tense tense,
	const struct hc_report_paint *p)
{
	GString *text = g_string_new(NULL);
	guint parts, most = told(causes->len, p->full, &parts);
	for (guint i = 0; i < most; i++) {
		g_string_append(text, separator(i, parts));
		append_with(text, g_ptr_array_index(causes, i), tense, p);
	}
	append_more(text, causes->len, most);
	return g_string_free(text, FALSE);
}

char *hc_report_say_names(
	const GPtrArray *causes, const struct hc_report_paint *p)
{
	GString *text = g_string_new(NULL);
	guint parts, most = told(causes->len, p->full, &parts);
	for (guint i = 0; i < most; i++) {
		g_autofree char *name = hc_report_word_variable(
			g_ptr_array_index(causes, i), p->full);
		g_string_append_printf(text, "%s%s", separator(i, parts), name);
	}
	append_more(text, causes->len, most);
	return g_string_free(text, FALSE);
}

char *hc_report_say_was(
	const GPtrArray *causes, const struct hc_report_paint *p)
{
	return say_with(causes, WAS, p);
}

char *hc_report_say_is(const GPtrArray *causes, const struct hc_report_paint *p)
{
	return say_with(causes, IS, p);
}

char *hc_report_say_to_be(
	const GPtrArray *causes, const struct hc_report_paint *p)
{
	return say_with(causes, TO_BE, p);
}
