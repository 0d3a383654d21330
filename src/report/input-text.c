/* What of the input makes the program fail, in sentences (FSE 2002, section 2).
 */
#include "input-excerpt.h"
#include "report-input.h"
#include "report.h"

#include <string.h>

enum { MOST_CHANGES = 10 };

struct writer {
	const struct hc_result_input *result;
	const struct hc_input_text_options *how;
	const struct hc_report_paint *p;
	GString *text;
};

static void add(struct writer *w, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void add(struct writer *w, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_string_append_vprintf(w->text, format, arguments);
	va_end(arguments);
}

static const struct hc_result_part *part_of(
	const struct writer *w, const struct hc_result_change *change)
{
	return w->result->parts->pdata[change->part];
}

static void add_headline(struct writer *w)
{
	const struct hc_result_input *r = w->result;
	g_autofree char *command = hc_report_safe(r->command);
	g_autofree char *passing =
		hc_report_safe(r->passing ? r->passing : "another input");
	if (r->pass_argv)
		add(w, "%sWhy does '%s' fail while '%s' passes?%s\n\n",
			w->p->head, command, passing, w->p->end);
	else
		add(w, "%sWhat makes '%s' fail, while it passes on %s?%s\n\n",
			w->p->head, command, passing, w->p->end);
}

/* ---- Differences --------------------------------------------------------- */

/* Without the blanks at its end. */
static guint64 end_of(GBytes *bytes, guint64 from, guint64 length)
{
	const char *data = g_bytes_get_data(bytes, NULL);
	guint64 end = from + length;
	while (end > from && g_ascii_isspace(data[end - 1]))
		end--;
	return end > from ? end : from + length;
}

static void add_place(struct writer *w, const struct hc_result_part *part,
	const struct hc_result_change *change)
{
	guint64 line = 1, column = 1;
	g_autofree char *said = hc_report_safe(part->said);
	hc_report_input_place(
		part->base_fail, change->fail_from, &line, &column);
	if (part->binary)
		add(w, "%s%s, byte %" G_GUINT64_FORMAT ":%s\n", w->p->head,
			said, change->fail_from, w->p->end);
	else
		add(w, "%s%s:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ":%s\n",
			w->p->head, said, line, column, w->p->end);
}

static void add_words(struct writer *w, const struct hc_result_part *part,
	const struct hc_result_change *change)
{
	g_autofree char *fail =
		hc_report_quote_bytes(part->base_fail, change->fail_from,
			change->fail_length, part->binary, w->p->full);
	g_autofree char *pass =
		hc_report_quote_bytes(part->base_pass, change->pass_from,
			change->pass_length, part->binary, w->p->full);
	if (change->pass_length == 0)
		return;
	if (change->fail_length == 0)
		add(w, "        The passing input has %s here.\n", pass);
	else
		add(w, "        The passing input has %s in place of %s.\n",
			pass, fail);
}

static const struct hc_result_change *change_at(const struct writer *w, guint i)
{
	return &g_array_index(w->result->changes, struct hc_result_change, i);
}

/* Those that are in one line are shown together. */
static guint end_of_line(const struct writer *w, guint i)
{
	const struct hc_result_change *first = change_at(w, i);
	const struct hc_result_part *part = part_of(w, first);
	guint64 end =
		end_of(part->base_fail, first->fail_from, first->fail_length);
	for (i++; i < w->result->changes->len && !part->binary; i++) {
		const struct hc_result_change *next = change_at(w, i);
		if (next->part != first->part ||
			!hc_report_same_line(
				part->base_fail, end, next->fail_from))
			return i;
		end = end_of(
			part->base_fail, next->fail_from, next->fail_length);
	}
	return i;
}

static void add_line_of_changes(struct writer *w, guint lo, guint hi)
{
	const struct hc_result_change *first = change_at(w, lo);
	const struct hc_result_part *part = part_of(w, first);
	g_autofree struct hc_report_mark *marks =
		g_new0(struct hc_report_mark, hi - lo);
	for (guint i = lo; i < hi; i++) {
		const struct hc_result_change *change = change_at(w, i);
		marks[i - lo] = (struct hc_report_mark){change->fail_from,
			end_of(part->base_fail, change->fail_from,
				change->fail_length)};
	}
	add_place(w, part, first);
	if (part->binary)
		hc_report_dump(w->text, part->base_fail, marks[0].from,
			marks[0].to, w->p);
	else
		hc_report_excerpt(
			w->text, part->base_fail, marks, hi - lo, w->p);
	for (guint i = lo; i < hi; i++)
		add_words(w, part, change_at(w, i));
}

static void add_changes(struct writer *w)
{
	guint n = w->result->changes->len, lines = 0;
	for (guint i = 0; i < n;) {
		guint end = end_of_line(w, i);
		if (lines++ == MOST_CHANGES && !w->p->full) {
			add(w, "... and %u more places; --full shows all.\n",
				n - i);
			return;
		}
		add_line_of_changes(w, i, end);
		i = end;
	}
}

/* ---- What it means ------------------------------------------------------- */

/* What the difference is called: in short if it is one piece. */
static char *name_difference(const struct writer *w)
{
	const GArray *changes = w->result->changes;
	const struct hc_result_change *first =
		&g_array_index(changes, struct hc_result_change, 0);
	if (changes->len > 1)
		return g_strdup("these differences");
	if (first->fail_length == 0)
		return g_strdup("this difference");
	return hc_report_quote_bytes(part_of(w, first)->base_fail,
		first->fail_from, first->fail_length, part_of(w, first)->binary,
		w->p->full);
}

static void add_meaning(struct writer *w)
{
	const struct hc_result_input *r = w->result;
	g_autofree char *name = name_difference(w);
	g_autofree char *fails =
		hc_report_safe(r->failure_text ? r->failure_text : "fails");
	g_autofree char *passes =
		hc_report_safe(r->passes_text ? r->passes_text : "passes");
	add(w, "\nWith %s, the program %s%s%s; without, it %s.\n", name,
		w->p->fail, fails, w->p->end, passes);
	add(w,
		"The closest inputs: %" G_GUINT64_FORMAT
		" bytes fail, %" G_GUINT64_FORMAT " bytes pass.\n",
		hc_result_input_size(r, TRUE), hc_result_input_size(r, FALSE));
}

static void add_proof(struct writer *w)
{
	const struct hc_result_input *r = w->result;
	add(w, "Proven by %" G_GUINT64_FORMAT " test%s among %u difference%s.",
		r->tests.tests, r->tests.tests == 1 ? "" : "s", r->deltas,
		r->deltas == 1 ? "" : "s");
	if (r->confirmed == HC_CONFIRMED_BOTH)
		add(w, " The whole failing input passes without it, too.\n");
	else if (r->confirmed == HC_OVERDETERMINED)
		add(w, " The whole failing input fails without it, too: there "
		       "is more that makes it fail.\n");
	else if (r->confirmed == HC_CONFIRMED_ONE)
		add(w, " The whole failing input without it neither passes "
		       "nor shows this failure.\n");
	else
		add(w, "\n");
}

static void add_doubts(struct writer *w)
{
	const struct hc_result_input *r = w->result;
	if (r->repeat > 1)
		add(w,
			"Each test was made up to %u times; one that failed "
			"was enough.\n",
			r->repeat);
	if (r->doubtful)
		add(w, "Made once more, these two inputs did something else: "
		       "the program does not do the same each time. Try "
		       "--repeat.\n");
	if (r->confirmed != HC_CONFIRMED_BOTH &&
		r->tests.unresolved * 2 > r->tests.tests)
		add(w,
			"%" G_GUINT64_FORMAT " of the tests neither passed nor "
			"failed; if that is too many, say what a failure is: "
			"--fail-if or --test.\n",
			r->tests.unresolved);
	if (r->limited)
		add(w, "A limit on tests or time came first: the difference "
		       "may get smaller.\n");
	if (r->interrupted)
		add(w, "Interrupted: the difference may get smaller.\n");
	if (w->how->pair && r->narrowed) {
		g_autofree char *folder = hc_report_safe(w->how->pair);
		add(w,
			"The closest inputs are in %s: howcome %s/pass.args "
			"%s/fail.args\n",
			folder, folder, folder);
	}
}

/* Why that is all. */
static void add_no_chain(struct writer *w)
{
	if (!w->result->no_chain)
		return;
	g_autofree char *why = hc_report_safe(w->result->no_chain);
	add(w, "\nWhat that does in the program is not known: %s.\n", why);
}

char *hc_report_input_text(const struct hc_result_input *result,
	const struct hc_input_text_options *how)
{
	struct hc_report_paint paint = *hc_report_paint(how->colour);
	struct writer w = {
		.result = result,
		.how = how,
		.p = &paint,
		.text = g_string_new(NULL),
	};
	paint.full = how->full;
	add_headline(&w);
	if (result->narrowed && result->changes->len) {
		add_changes(&w);
		add_meaning(&w);
		add_proof(&w);
	} else {
		add(&w, "Nothing was narrowed.\n");
	}
	add_doubts(&w);
	add_no_chain(&w);
	return g_string_free(w.text, FALSE);
}
