#include "say-written.h"

#include "cause-words.h"
#include "report.h"

static char *say_place(const struct hc_written *written)
{
	struct hc_frame frame = {
		written->function, written->file, written->line};
	g_autofree char *place = hc_frame_describe(&frame);
	return hc_report_safe(place);
}

/* "main (sample.c:31)", "strcpy, called by main (sample.c:31)" */
static char *say_who(const struct hc_written *written)
{
	g_autofree char *place = say_place(written);
	if (written->how != HC_WRITTEN_CALLED)
		return g_steal_pointer(&place);
	g_autofree char *library = written->library
					   ? hc_report_safe(written->library)
					   : g_strdup("a library");
	return g_strdup_printf("%s, called by %s", library, place);
}

/* What comes after "it was". */
static char *say_how(const struct hc_written *written)
{
	if (written->how == HC_WRITTEN_NEVER)
		return g_strdup("never written");
	g_autofree char *who = say_who(written);
	return g_strdup_printf("%s by %s",
		written->how == HC_WRITTEN_PASSED ? "passed" : "last written",
		who);
}

static gboolean is_write(const struct hc_written *written)
{
	return written->how == HC_WRITTEN_STORED ||
	       written->how == HC_WRITTEN_CALLED;
}

/* The passing run's, where it is another one. */
static void append_other(GString *text, const struct hc_written *pass,
	const struct hc_written *fail, gboolean plural)
{
	g_autofree char *how = say_how(pass);
	g_autofree char *who = NULL;
	g_string_append(text, "; in the passing run, ");
	if (pass->how == fail->how || (is_write(pass) && is_write(fail))) {
		who = say_who(pass);
		g_string_append_printf(text, "by %s", who);
	} else {
		g_string_append_printf(
			text, "%s %s", plural ? "they were" : "it was", how);
	}
}

char *hc_report_say_written(
	const struct hc_cause *cause, const struct hc_report_paint *p)
{
	const struct hc_written *pass = cause->written[HC_PASSING];
	const struct hc_written *fail = cause->written[HC_FAILING];
	if (!fail || (fail->how == HC_WRITTEN_NEVER &&
			     (!pass || pass->how == HC_WRITTEN_NEVER)))
		return NULL;

	gboolean plural = hc_report_is_plural(cause);
	const char *was = plural ? "were" : "was";
	g_autofree char *variable = hc_report_word_variable(cause, p->full);
	g_autofree char *how = say_how(fail);
	GString *text = g_string_new(NULL);
	g_string_append_printf(
		text, "%s%s%s %s %s", p->variable, variable, p->end, was, how);
	if (pass && !hc_written_same(pass, fail))
		append_other(text, pass, fail, plural);
	g_string_append_c(text, '.');
	return g_string_free(text, FALSE);
}
