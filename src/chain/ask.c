/* Which moments to ask about: first steps of the chain, by halves, then what is
 * between the last one that is as intended and the first one that is not. */
#include "chain-asker.h"
#include "choose-inside.h"
#include "steps.h"

#include <string.h>

/* Moments that are opened for this, and how many of them may say nothing one
 * after the other. */
enum { MOST_OPENED = 40, MOST_IN_VAIN = 8 };

struct asking {
	struct hc_choosing *c;
	const struct hc_chain_asker *asker;
	GArray *steps; /* struct asked */
	gboolean over;
};

/* A step of the chain. */
struct asked {
	guint moment, held; /* where it begins, and where it last holds */
	gboolean open; /* nobody knows */
};

/* ---- One question ---- */

/* The same question in another process has the same digest. */
static void digest_of(
	const struct hc_look *look, guint8 digest[HC_JOURNAL_DIGEST])
{
	const struct hc_event *event = look->event;
	gsize size = HC_JOURNAL_DIGEST;
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_MD5);
	g_autofree char *identity = g_strjoinv("\n", look->identity);
	g_autofree char *text = g_strdup_printf(
		"intended?\n%s\n%s\n%d\n%u %u\n", event->function, event->file,
		event->line, event->hit_pass, event->hit_fail);
	g_checksum_update(sum, (const guchar *) text, -1);
	g_checksum_update(sum, (const guchar *) identity, -1);
	g_checksum_get_digest(sum, digest, &size);
}

/* As a journal keeps it. */
static enum hc_verdict verdict_of(enum hc_answer answer)
{
	return answer == HC_ANSWER_INTENDED ? HC_PASS
	       : answer == HC_ANSWER_FAULTY ? HC_FAIL
					    : HC_UNRESOLVED;
}

static enum hc_answer answer_of(enum hc_verdict verdict)
{
	return verdict == HC_PASS   ? HC_ANSWER_INTENDED
	       : verdict == HC_FAIL ? HC_ANSWER_FAULTY
				    : HC_ANSWER_UNKNOWN;
}

static gboolean find_known(const struct asking *a, const struct hc_look *look,
	enum hc_answer *answer)
{
	guint8 digest[HC_JOURNAL_DIGEST];
	enum hc_verdict verdict;
	digest_of(look, digest);
	if (!a->asker->journal ||
		!hc_journal_lookup(a->asker->journal, digest, &verdict, NULL))
		return FALSE;
	*answer = answer_of(verdict);
	return TRUE;
}

static void keep(
	struct asking *a, const struct hc_look *look, enum hc_answer answer)
{
	guint8 digest[HC_JOURNAL_DIGEST];
	digest_of(look, digest);
	if (a->asker->journal && !a->c->error)
		hc_journal_add(a->asker->journal, digest, verdict_of(answer),
			NULL, &a->c->error);
}

static gboolean is_stopped(const struct asking *a)
{
	return a->c->error || hc_stop_flag_is_set(a->c->choice->options->stop);
}

/* `step`: from 1; 0: it is none. */
static enum hc_answer ask(struct asking *a, guint moment, guint step)
{
	enum hc_answer answer;
	struct hc_look *look = hc_choosing_find(a->c, moment)->look;
	struct hc_question question = {
		.event = look->event,
		.step = step,
		.steps = a->steps->len,
	};
	if (!find_known(a, look, &answer)) {
		answer = a->asker->ask(&question, a->asker->data);
		if (answer != HC_ANSWER_QUIT)
			keep(a, look, answer);
	}
	a->over |= answer == HC_ANSWER_QUIT || is_stopped(a);
	return answer;
}

/* The cause at a moment is that of one that was asked about, or is one. */
static void judge(struct asking *a, guint moment, gboolean intended)
{
	hc_choosing_find(a->c, moment)->look->event->judged =
		intended ? HC_JUDGED_INTENDED : HC_JUDGED_FAULTY;
}

/* ---- Steps of the chain ---- */

/* What is told is decided as for the report. */
static void find_steps(struct asking *a)
{
	g_autoptr(GPtrArray) looks = g_ptr_array_new();
	g_autoptr(GArray) moments = g_array_new(FALSE, FALSE, sizeof(guint));
	g_auto(hc_telling) telling;
	for (guint i = 0; i < a->c->opened->len; i++) {
		struct hc_opened *o =
			&g_array_index(a->c->opened, struct hc_opened, i);
		if (!hc_choosing_is_good(a->c, o))
			continue;
		g_ptr_array_add(looks, o->look);
		g_array_append_val(moments, o->moment);
	}

	hc_telling_init(&telling);
	hc_steps_tell(looks, FALSE, &telling);
	for (guint i = 0; i < telling.steps->len; i++) {
		const struct hc_step *step =
			&g_array_index(telling.steps, struct hc_step, i);
		struct asked asked = {
			.moment = g_array_index(moments, guint, step->event),
			.held = g_array_index(moments, guint, step->held),
		};
		g_array_append_val(a->steps, asked);
	}
}

static struct asked *step_at(const struct asking *a, gint index)
{
	return &g_array_index(a->steps, struct asked, index);
}

/* The step between two that is next to the middle, of those that are not left
 * open; `low` if there is none. */
static gint next_step(const struct asking *a, gint low, gint high)
{
	gint middle = low + (high - low) / 2;
	for (gint i = 0; i < high - low; i++) {
		gint before = middle - i, after = middle + i;
		if (before > low && before < high && !step_at(a, before)->open)
			return before;
		if (after > low && after < high && !step_at(a, after)->open)
			return after;
	}
	return low;
}

/* The last step that is as intended, -1: none, and the first that is not, the
 * number of steps: none. */
static void ask_about_steps(struct asking *a, gint *low, gint *high)
{
	*low = -1;
	*high = (gint) a->steps->len;
	while (!a->over) {
		gint at = next_step(a, *low, *high);
		if (at == *low)
			break;
		enum hc_answer answer =
			ask(a, step_at(a, at)->moment, (guint) at + 1);
		if (answer == HC_ANSWER_INTENDED)
			*low = at;
		else if (answer == HC_ANSWER_FAULTY)
			*high = at;
		else
			step_at(a, at)->open = TRUE;
	}
}

/* ---- Moments between two of them ---- */

/* Moments; `known`: it was looked at, and has a cause. */
struct between {
	guint from, to;
	gboolean from_known, to_known;
};

static gboolean is_like(const struct asking *a, guint moment, guint other)
{
	const struct hc_look *look = hc_choosing_find(a->c, moment)->look;
	const struct hc_look *than = hc_choosing_find(a->c, other)->look;
	return hc_look_same_cause(look, than) &&
	       !hc_look_needs_more(look, than) &&
	       !hc_look_needs_more(than, look);
}

/* Whether it brought the two nearer to each other. */
static gboolean take(struct asking *a, struct between *b, guint moment)
{
	enum hc_answer answer;
	if (b->from_known && is_like(a, moment, b->from))
		answer = HC_ANSWER_INTENDED;
	else if (b->to_known && is_like(a, moment, b->to))
		answer = HC_ANSWER_FAULTY;
	else
		answer = ask(a, moment, 0);
	if (answer != HC_ANSWER_INTENDED && answer != HC_ANSWER_FAULTY)
		return FALSE;

	judge(a, moment, answer == HC_ANSWER_INTENDED);
	if (answer == HC_ANSWER_INTENDED)
		*b = (struct between){moment, b->to, TRUE, b->to_known};
	else
		*b = (struct between){b->from, moment, b->from_known, TRUE};
	return TRUE;
}

/* For one more moment: the budget was for the chain itself. */
static void make_room(struct asking *a)
{
	while (!is_stopped(a) && hc_choosing_is_over(a->c))
		a->c->beside++;
}

/* The statement that wrote what is not as intended says more than the middle. */
static guint choose_between(struct asking *a, const struct between *b)
{
	guint at = b->to_known ? hc_choosing_find_written(a->c, b->from, b->to)
			       : b->from;
	return at != b->from ? at
			     : hc_choosing_find_middle(a->c, b->from, b->to);
}

static void look_between(struct asking *a, struct between *b)
{
	guint vain = 0;
	for (guint i = 0; i < MOST_OPENED && vain < MOST_IN_VAIN && !a->over &&
			  b->to > b->from + 1;
		i++) {
		guint moment = choose_between(a, b);
		if (moment == b->from)
			break;
		make_room(a);
		hc_choosing_look(a->c, moment);
		const struct hc_opened *opened = hc_choosing_find(a->c, moment);
		gboolean near = opened && hc_choosing_is_good(a->c, opened) &&
				take(a, b, moment);
		vain = near ? 0 : vain + 1;
		a->over |= is_stopped(a);
	}
}

/* ---- The whole ---- */

void hc_choosing_ask(struct hc_choosing *c, guint end)
{
	gint low = -1, high = 0;
	struct asking a = {
		.c = c,
		.asker = c->choice->asker,
		.steps = g_array_new(FALSE, FALSE, sizeof(struct asked)),
	};
	if (!c->error && !hc_stop_flag_is_set(c->choice->options->stop)) {
		find_steps(&a);
		ask_about_steps(&a, &low, &high);
	}

	if (a.steps->len && (low >= 0 || high < (gint) a.steps->len)) {
		struct between b = {
			0, end, low >= 0, high < (gint) a.steps->len};
		if (b.from_known) {
			b.from = step_at(&a, low)->held;
			judge(&a, step_at(&a, low)->moment, TRUE);
			judge(&a, b.from, TRUE);
		}
		if (b.to_known) {
			b.to = step_at(&a, high)->moment;
			judge(&a, b.to, FALSE);
		}
		look_between(&a, &b);
	}
	g_array_unref(a.steps);
}
