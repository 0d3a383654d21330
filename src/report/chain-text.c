/* The chain in sentences, after FSE 2002, section 3.4. */
#include "advice.h"
#include "cause-values.h"
#include "chain-suspects.h"
#include "parting.h"
#include "report-chain.h"
#include "report-input.h"
#include "report.h"
#include "say-written.h"
#include "sentence.h"

struct writer {
	const struct hc_result *result;
	const struct hc_text_options *how;
	const struct hc_report_paint *p;
	GString *text;
	const struct hc_telling *telling;
	guint number; /* of the last step */
	const struct hc_step *last; /* NULL: none yet */
};

static void add(struct writer *w, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void add(struct writer *w, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_string_append_vprintf(w->text, format, arguments);
	va_end(arguments);
}

static const struct hc_event *event_at(const struct writer *w, guint index)
{
	return g_ptr_array_index(w->result->events, index);
}

/* What of the input decides, and so which input the passing run gets. */
static void add_input(struct writer *w)
{
	const struct hc_result_input *input = w->result->input;
	if (!input)
		return;
	const struct hc_input_text_options how = {
		.colour = w->how->colour, .full = w->how->full};
	g_autofree char *text = hc_report_input_text(input, &how);
	add(w, "%s\n", text);
	if (!w->how->pair)
		return;
	g_autofree char *folder = hc_report_safe(w->how->pair);
	add(w, "%s has %s%s.\n\n", folder,
		input->confirmed == HC_CONFIRMED_BOTH
			? "the failing input without the difference"
			: "the closest input that passes",
		w->how->pair_gone ? " while howcome runs; --pair DIR keeps it"
				  : "");
}

static void add_headline(struct writer *w)
{
	const struct hc_result *r = w->result;
	g_autofree char *pass =
		hc_report_command(r->pass.command, r->fail.command, w->p->full);
	g_autofree char *fail =
		hc_report_command(r->fail.command, r->pass.command, w->p->full);
	add(w, "%sWhy does '%s' fail while '%s' passes?%s\n\n", w->p->head,
		fail, pass, w->p->end);
}

/* The cause did not move at once: it was still the same at a later place. */
static void add_transition(struct writer *w, gboolean moves)
{
	const struct hc_step *step = w->last;
	if (step->held == step->event)
		return;
	g_autofree char *place = hc_report_say_place(event_at(w, step->held));
	g_autofree char *names =
		step->renamed ? hc_report_say_names(
					event_at(w, step->held)->causes, w->p)
			      : NULL;
	g_autofree char *from =
		names ? g_strdup_printf(
				"%s, as %s%s", place, names, moves ? "," : "")
		      : g_strdup_printf("%s%s", place, moves ? "," : "");
	if (moves) {
		g_autofree char *to = hc_report_say_place(
			event_at(w, (guint) step->moves_to));
		add(w,
			"   %sThis is still the cause at %s but no longer at "
			"%s.%s\n",
			w->p->dim, from, to, w->p->end);
	} else {
		add(w, "   %sThis is still the cause at %s.%s\n", w->p->dim,
			from, w->p->end);
	}
}

/* What the next cause follows from, as it was called last. */
static char *reason_for(struct writer *w)
{
	const struct hc_step *last = w->last;
	if (last)
		return hc_report_say_was(
			event_at(w, last->renamed ? last->held : last->event)
				->causes,
			w->p);
	g_autofree char *command = hc_report_command(
		w->result->fail.command, w->result->pass.command, w->p->full);
	return g_strdup_printf("the program was invoked as '%s'", command);
}

static void add_move(struct writer *w, const struct hc_event *event)
{
	g_autofree char *reason = reason_for(w);
	g_autofree char *now = hc_report_say_now(event->causes, w->p);
	add(w, "   Since %s, %s.\n", reason, now);
	if (event->context->len) {
		g_autofree char *context =
			hc_report_say_to_be(event->context, w->p);
		add(w, "   The cause also needs %s.\n", context);
	}
}

/* The cause is the one of the step before, but that alone no longer does. */
static void add_still(struct writer *w, const struct hc_event *event)
{
	g_autofree char *is = hc_report_say_is(event->causes, w->p);
	g_autofree char *context = hc_report_say_to_be(event->context, w->p);
	add(w, "   The cause is still that %s; it now also needs %s.\n", is,
		context);
}

/* Who gave the causes their values, as far as that is known. */
static void add_writers(struct writer *w, const struct hc_event *event)
{
	for (guint i = 0; i < event->causes->len; i++) {
		g_autofree char *text = hc_report_say_written(
			g_ptr_array_index(event->causes, i), w->p);
		if (text)
			add(w, "   %s\n", text);
	}
}

static void add_doubts(struct writer *w, const struct hc_event *event)
{
	if (event->confirmed == HC_CONFIRMED_ONE)
		add(w, "   Without the cause, the failing run neither passes "
		       "nor shows this failure.\n");
	else if (event->confirmed == HC_OVERDETERMINED)
		add(w, "   Without the cause, the failing run still fails: "
		       "there is another one.\n");
	else if (event->confirmed == HC_CONFIRMED_REVERSE)
		add(w, "   Without the cause, the failing run passes; but the "
		       "cause alone can't make the passing run fail.\n");
	if (event->relaxed)
		add(w, "   (The runs get here by different calls: they share "
		       "no closer moment.)\n");
}

static void add_script(struct writer *w, guint index)
{
	if (!w->how->scripts)
		return;
	g_autofree char *name = hc_report_event_name(w->result, index);
	g_autofree char *folder = hc_report_safe(w->how->scripts);
	add(w, "   %sTry it: gdb -x %s/%s.gdb%s\n", w->p->dim, folder, name,
		w->p->end);
}

static void add_omission(struct writer *w, guint n, const char *what)
{
	if (n)
		add(w, "   %sAt %u later moment%s %s; -v shows %s.%s\n",
			w->p->dim, n, n == 1 ? "" : "s", what,
			n == 1 ? "it" : "them", w->p->end);
}

/* What there is to say of the last step before the next one, if any. */
static void end_step(struct writer *w, const struct hc_step *next)
{
	if (!w->last)
		return;
	add_transition(w, next && !next->still);
	const struct hc_only *only = hc_result_only_between(w->result, w->last);
	if (only)
		hc_report_tell_only(only, w->p, w->text);
	add_omission(w, w->last->moving, "the cause has other values");
	add_omission(w, w->last->several,
		"there are several causes, each sufficient on its own");
}

static void add_step(struct writer *w, const struct hc_step *step)
{
	const struct hc_event *event = event_at(w, step->event);
	g_autofree char *reached = hc_report_say_reached(event, w->p);
	end_step(w, step);
	add(w, "%u. %s\n", ++w->number, reached);
	if (step->still && event->context->len)
		add_still(w, event);
	else
		add_move(w, event);
	add_writers(w, event);
	add_doubts(w, event);
	add_script(w, step->event);
	w->last = step;
}

static void add_unresolved(struct writer *w, const struct hc_event *event)
{
	g_autofree char *place = hc_report_say_place(event);
	g_autofree char *reason = event->reason ? hc_report_safe(event->reason)
						: g_strdup("nothing was tried");
	add(w, "   %sAt %s no cause was isolated: %s.%s\n", w->p->dim, place,
		reason, w->p->end);
}

/* What the last cause leads to; what was printed before it, came from others.
 */
static char *say_failure(const struct writer *w)
{
	const char *failure =
		w->last ? event_at(w, w->last->held)->failure : NULL;
	if (!failure)
		failure = w->result->failure_text;
	return failure ? hc_report_safe(failure) : g_strdup("fails");
}

static void add_failure(struct writer *w)
{
	g_autofree char *reason = reason_for(w);
	g_autofree char *failure = say_failure(w);
	end_step(w, NULL);
	add(w,
		"%u. %sExecution ends.%s\n   Since %s, the program %s%s%s%s "
		"The "
		"program fails.\n\n",
		++w->number, w->p->head, w->p->end, reason, w->p->fail, failure,
		w->p->end, g_str_has_suffix(failure, ".") ? "" : ".");
}

static void add_proof(struct writer *w)
{
	guint64 tests = w->result->tests.tests;
	guint isolated = hc_result_n_isolated(w->result);
	guint both = hc_result_n_confirmed(w->result, HC_CONFIRMED_BOTH);
	guint reverse = hc_result_n_confirmed(w->result, HC_CONFIRMED_REVERSE);
	gboolean all = both == isolated || reverse == isolated;
	add(w, "Proven by %" G_GUINT64_FORMAT " test run%s; ", tests,
		tests == 1 ? "" : "s");
	if (all)
		add(w, "%s confirmed %s.\n",
			isolated == 1 ? "the cause is" : "all causes",
			both ? "both ways" : "in the failing run only");
	else if (both == 0)
		add(w, "no cause could be confirmed both ways");
	else
		add(w, "%u of %u causes confirmed both ways", both, isolated);
	if (!all && reverse)
		add(w, ", %u in the failing run only", reverse);
	if (!all)
		add(w, ".\n");
}

static char *quote(const char *pattern)
{
	g_autofree char *quoted = g_shell_quote(pattern);
	return hc_report_safe(quoted);
}

/* What was taken for the failure, in a form that can be given again. */
static void add_criterion(struct writer *w)
{
	char **others = w->result->other_criteria;
	if (!w->result->criterion)
		return;
	g_autofree char *taken = quote(w->result->criterion);
	add(w,
		"The output as a whole left too much open, so --fail-if %s was "
		"taken for the failure. If it is another one, say so",
		taken);
	for (guint i = 0; others && others[i]; i++) {
		g_autofree char *other = quote(others[i]);
		add(w, "%s%s",
			i == 0          ? ": --fail-if "
			: others[i + 1] ? ", "
					: " or ",
			other);
	}
	add(w, ".\n");
}

/* Which of several passing runs it is about. */
static void add_passing(struct writer *w)
{
	guint given = w->result->passing, nearer = w->result->nearer;
	if (given > 1 && !nearer)
		add(w,
			"Of %u passing runs, this is the one that is most like "
			"the failing run.\n",
			given);
	else if (given > 1)
		add(w,
			"Of %u passing runs, %s more like the failing run, but "
			"with %s no cause was found.\n",
			given, nearer == 1 ? "one is" : "others are",
			nearer == 1 ? "it" : "them");
}

/* What both runs do alike, no difference between them can show. */
static void add_shared(struct writer *w)
{
	const struct hc_result *r = w->result;
	if (!r->named && !r->interrupted && r->brief.steps->len <= 1 &&
		r->passing > 1)
		add(w, "The fault may do the same in the passing run: look as "
		       "well at what both runs execute before the first "
		       "cause.\n");
}

static void add_advice(struct writer *w)
{
	add_passing(w);
	add_shared(w);
	hc_report_say_parting(w->result, w->p, w->text);
	add_criterion(w);
	hc_report_advise(w->result, w->text);
	guint64 left_out = hc_result_not_followed(w->result);
	if (left_out)
		add(w,
			"The state is larger than --memory allows: "
			"%" G_GUINT64_FORMAT " pointer%s not followed.\n",
			left_out, left_out == 1 ? " was" : "s were");
	if (w->result->interrupted)
		add(w, "Interrupted: there may be more to find.\n");
}

char *hc_report_chain_text(
	const struct hc_result *result, const struct hc_text_options *how)
{
	struct hc_report_paint paint = *hc_report_paint(how->colour);
	paint.full = how->full;
	struct writer w = {
		.result = result,
		.how = how,
		.telling = how->verbose ? &result->full : &result->brief,
		.p = &paint,
		.text = g_string_new(NULL),
	};
	gboolean found = hc_result_n_isolated(result) > 0;
	add_input(&w);
	add_headline(&w);
	hc_report_tell_first_suspect(result, w.p, w.text);
	gboolean all = how->verbose || result->named;
	if (!found)
		add(&w, "No cause was found.\n");
	if (!found && !all)
		hc_report_sum_up(result, w.p, w.text);
	for (guint i = 0; i < w.telling->told->len; i++) {
		const struct hc_told *told =
			&g_array_index(w.telling->told, struct hc_told, i);
		if (told->fate == HC_FATE_STEP)
			add_step(&w, &g_array_index(w.telling->steps,
					     struct hc_step, told->step));
		else if (told->fate == HC_FATE_UNRESOLVED && all)
			add_unresolved(&w, event_at(&w, i));
	}
	if (found) {
		add_failure(&w);
		add_proof(&w);
	}
	add_advice(&w);
	hc_report_tell_suspects(result, w.p, w.text);
	return g_string_free(w.text, FALSE);
}
