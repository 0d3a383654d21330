/* Inputs between two as a problem: each test is a native run on a mixture. */
#include "input-inside.h"

#include "launcher.h"
#include "process-scratch.h"

/* A run that is killed by the clock alone has this many times as long as the
 * processor time that it may use: the machine may be busy with other things. */
#define BUSY_TIMES 20.0

enum { DIGEST = 32 };

/* A test that runs. */
struct test {
	guint64 ticket;
	char *digest; /* of its input */
	GBytes **mixed; /* one for each channel, up to a NULL */
	char *folder; /* NULL: it needs none */
	char **argv, **env;
	char *input; /* stdin's file */
	guint runs; /* that have ended */
};

/* What a test said. */
struct answer {
	guint64 ticket; /* where it waits to be told */
	enum hc_verdict verdict;
	char *words;
};

struct input_problem {
	struct hc_problem problem;
	struct hc_input *input;
	struct hc_input_mix *mix;
	struct hc_launcher *launcher;
	GHashTable *running; /* ticket → struct test */
	GHashTable *known; /* digest of an input → struct answer */
	GQueue answers; /* struct answer: known without a run */
	char *words; /* of the last one */
};

static struct input_problem *mine(const struct hc_problem *problem)
{
	return (struct input_problem *) problem;
}

/* ---- Tests --------------------------------------------------------------- */

static void test_free(gpointer data)
{
	struct test *test = data;
	if (test->folder)
		hc_scratch_remove(test->folder);
	for (GBytes **b = test->mixed; b && *b; b++)
		g_bytes_unref(*b);
	g_free(test->mixed);
	g_free(test->digest);
	g_free(test->folder);
	g_strfreev(test->argv);
	g_strfreev(test->env);
	g_free(test->input);
	g_free(test);
}

static void answer_free(gpointer data)
{
	struct answer *answer = data;
	g_free(answer->words);
	g_free(answer);
}

/* Different sets often give the same text. */
static char *digest_of(GBytes *const *mixed, guint n)
{
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	for (guint i = 0; i < n; i++) {
		gsize size;
		const guchar *data = g_bytes_get_data(mixed[i], &size);
		g_checksum_update(
			checksum, (const guchar *) &size, sizeof size);
		for (gsize at = 0; at < size; at += 1 << 30)
			g_checksum_update(checksum, data + at,
				(gssize) MIN(size - at, 1 << 30));
	}
	return g_strdup(g_checksum_get_string(checksum));
}

/* Writes its input; again if a run of the test may have changed it. */
static gboolean prepare(
	struct hc_input *input, struct test *test, GError **error)
{
	g_autoptr(hc_args) args = hc_input_channels_fill(
		input->channels, input->fail, test->mixed, test->folder, error);
	if (!args)
		return FALSE;
	g_strfreev(test->argv);
	g_strfreev(test->env);
	g_free(test->input);
	test->argv = g_strdupv(args->argv);
	g_free(test->argv[0]);
	test->argv[0] = g_strdup(input->fail->program->path);
	test->env = g_strdupv(input->fail->env);
	for (guint i = 0; i < input->channels->len; i++) {
		const struct hc_input_channel *channel =
			input->channels->pdata[i];
		if (channel->kind == HC_INPUT_VARIABLE)
			test->env = g_environ_setenv(test->env, channel->name,
				g_environ_getenv(args->env, channel->name),
				TRUE);
	}
	test->input = g_strdup(args->input);
	return TRUE;
}

static struct test *test_new(struct hc_input *input, GBytes *const *mixed,
	guint64 ticket, GError **error)
{
	guint n = input->channels->len;
	struct test *test = g_new0(struct test, 1);
	test->ticket = ticket;
	test->digest = digest_of(mixed, n);
	test->mixed = g_new0(GBytes *, n + 1);
	for (guint i = 0; i < n; i++)
		test->mixed[i] = g_bytes_ref(mixed[i]);
	/* Each has a folder of its own: one that was cancelled may still be
	 * about to end, and write. All names are equally long. */
	if (input->folder)
		test->folder = g_strdup_printf(
			"%s/%08u", input->folder, ++input->folders);
	if (prepare(input, test, error))
		return test;
	test_free(test);
	return NULL;
}

static struct hc_launch launch_of(
	const struct hc_input *input, const struct test *test, double patience)
{
	const struct hc_runs *runs = input->runs;
	struct hc_launch launch = hc_run_launch(&runs->run[HC_FAILING],
		runs->timeout * patience, input->options->stop);
	launch.argv = (const char *const *) test->argv;
	launch.env = (const char *const *) test->env;
	launch.input = test->input;
	launch.busy = runs->busy * patience;
	if (launch.busy > 0)
		launch.timeout = MAX(launch.timeout, BUSY_TIMES * launch.busy);
	return launch;
}

/* ---- Verdicts ------------------------------------------------------------ */

/* Where it crashes is looked at only if it could be the same crash. */
static gboolean look_at_crash(struct hc_input *input, struct test *test,
	double patience, struct hc_outcome **outcome, GError **error)
{
	const struct hc_outcome *fail = input->runs->run[HC_FAILING].native;
	if (!input->crash_oracle || (*outcome)->end != HC_END_SIGNAL ||
		(*outcome)->signal != fail->signal)
		return TRUE;
	if (!prepare(input, test, error))
		return FALSE;
	struct hc_launch launch = launch_of(input, test, patience);
	struct hc_outcome *traced =
		hc_input_crash_run(&input->crash, &launch, error);
	if (!traced)
		return FALSE;
	hc_outcome_free(*outcome);
	*outcome = traced;
	return TRUE;
}

static gboolean judge(struct hc_input *input, struct test *test,
	double patience, struct hc_outcome **outcome, enum hc_verdict *verdict,
	GError **error)
{
	return look_at_crash(input, test, patience, outcome, error) &&
	       hc_oracle_judge(
		       hc_input_oracle(input), *outcome, NULL, verdict, error);
}

static void remember(struct input_problem *p, const struct test *test,
	enum hc_verdict verdict, const char *words)
{
	struct answer *answer = g_new0(struct answer, 1);
	answer->verdict = verdict;
	answer->words = g_strdup(words);
	g_hash_table_replace(p->known, g_strdup(test->digest), answer);
	g_free(p->words);
	p->words = g_strdup(words);
}

/* What was stopped by the user tells nothing, and is no error. */
static gboolean is_stop(const GError *error)
{
	return g_error_matches(
		       error, HC_LAUNCH_ERROR, HC_LAUNCH_ERROR_STOPPED) ||
	       g_error_matches(error, HC_ORACLE_ERROR, HC_ORACLE_ERROR_STOPPED);
}

/* A run of the test is over. DD_WAIT_NOTHING: it runs once more. */
static enum dd_wait take(struct input_problem *p, struct test *test,
	struct hc_outcome **outcome, enum hc_verdict *verdict, GError **error)
{
	guint repeat = MAX(p->input->options->repeat, 1);
	if (!judge(p->input, test, 1, outcome, verdict, error))
		return DD_WAIT_ERROR;
	if (*verdict != HC_FAIL && ++test->runs < repeat) {
		if (!prepare(p->input, test, error))
			return DD_WAIT_ERROR;
		struct hc_launch launch = launch_of(p->input, test, 1);
		hc_launcher_submit(p->launcher, test->ticket, &launch);
		return DD_WAIT_NOTHING;
	}
	g_autofree char *words = hc_outcome_describe(*outcome);
	remember(p, test, *verdict, words);
	g_hash_table_remove(p->running, &test->ticket);
	return DD_WAIT_DONE;
}

/* ---- The problem --------------------------------------------------------- */

static guint32 count(const struct hc_problem *problem)
{
	return hc_input_mix_count(mine(problem)->mix);
}

static const struct dd_groups *groups(const struct hc_problem *problem)
{
	return hc_input_mix_groups(mine(problem)->mix);
}

static guint jobs(const struct hc_problem *problem)
{
	return MAX(mine(problem)->input->options->jobs, 1);
}

static gboolean submit(struct hc_problem *problem, guint64 ticket,
	const struct dd_set *set, GError **error)
{
	struct input_problem *p = mine(problem);
	guint n = p->input->channels->len;
	g_autofree GBytes **mixed = g_new0(GBytes *, n);
	hc_input_mix_apply(p->mix, set, mixed, NULL);
	g_autofree char *digest = digest_of(mixed, n);
	const struct answer *known = g_hash_table_lookup(p->known, digest);
	struct test *test = NULL;
	if (known) {
		struct answer *answer = g_new0(struct answer, 1);
		*answer = *known;
		answer->ticket = ticket;
		answer->words = g_strdup(known->words);
		g_queue_push_tail(&p->answers, answer);
	} else {
		test = test_new(p->input, mixed, ticket, error);
	}
	for (guint i = 0; i < n; i++)
		g_bytes_unref(mixed[i]);
	if (test) {
		struct hc_launch launch = launch_of(p->input, test, 1);
		g_hash_table_insert(p->running,
			g_memdup2(&test->ticket, sizeof test->ticket), test);
		hc_launcher_submit(p->launcher, ticket, &launch);
	}
	return known || test;
}

static enum dd_wait wait_once(struct input_problem *p, gint64 until,
	guint64 *ticket, enum hc_verdict *verdict, GError **error)
{
	struct hc_outcome *outcome = NULL;
	g_autoptr(GError) problem = NULL;
	enum hc_launcher_wait over = hc_launcher_wait(
		p->launcher, until, ticket, &outcome, &problem);
	enum dd_wait done = DD_WAIT_NOTHING;
	if (over == HC_LAUNCHER_NOTHING)
		return done;
	if (over == HC_LAUNCHER_FAILED)
		done = DD_WAIT_ERROR;
	else
		done = take(p, g_hash_table_lookup(p->running, ticket),
			&outcome, verdict, &problem);
	g_clear_pointer(&outcome, hc_outcome_free);
	if (done != DD_WAIT_ERROR)
		return done;
	g_hash_table_remove(p->running, ticket);
	if (is_stop(problem))
		return DD_WAIT_NOTHING;
	g_propagate_error(error, g_steal_pointer(&problem));
	return DD_WAIT_ERROR;
}

static enum dd_wait wait_for(struct hc_problem *problem, gint64 until,
	guint64 *ticket, enum hc_verdict *verdict, GError **error)
{
	struct input_problem *p = mine(problem);
	struct answer *answer = g_queue_pop_head(&p->answers);
	if (!answer)
		return wait_once(p, until, ticket, verdict, error);
	*ticket = answer->ticket;
	*verdict = answer->verdict;
	g_free(p->words);
	p->words = g_strdup(answer->words);
	answer_free(answer);
	return DD_WAIT_DONE;
}

static void cancel(struct hc_problem *problem, guint64 ticket)
{
	struct input_problem *p = mine(problem);
	for (GList *l = p->answers.head; l; l = l->next) {
		struct answer *answer = l->data;
		if (answer->ticket != ticket)
			continue;
		g_queue_delete_link(&p->answers, l);
		answer_free(answer);
		return;
	}
	hc_launcher_cancel(p->launcher, ticket);
	g_hash_table_remove(p->running, &ticket);
}

static const char *explain(const struct hc_problem *problem)
{
	return mine(problem)->words;
}

static char *identify(const struct hc_problem *problem, guint32 delta)
{
	return hc_input_mix_identify(mine(problem)->mix, delta);
}

static void problem_free(struct hc_problem *problem)
{
	struct input_problem *p = mine(problem);
	hc_launcher_free(p->launcher);
	g_hash_table_unref(p->running);
	g_hash_table_unref(p->known);
	g_queue_clear_full(&p->answers, answer_free);
	hc_input_mix_free(p->mix);
	g_free(p->words);
	g_free(p);
}

struct hc_problem *hc_input_problem_new(
	struct hc_input *input, struct hc_input_mix *mix)
{
	static const struct hc_problem_class class = {
		.count = count,
		.groups = groups,
		.jobs = jobs,
		.submit = submit,
		.wait = wait_for,
		.cancel = cancel,
		.explain = explain,
		.identify = identify,
		.describe = identify,
		.free = problem_free,
	};
	struct input_problem *p = g_new0(struct input_problem, 1);
	hc_problem_init(&p->problem, &class);
	p->input = input;
	p->mix = mix;
	p->launcher = hc_launcher_new(input->options->jobs);
	p->running = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, test_free);
	p->known = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, answer_free);
	g_queue_init(&p->answers);
	return &p->problem;
}

gboolean hc_input_run_once(struct hc_input *input, GBytes *const *mixed,
	double patience, enum hc_verdict *verdict, GError **error)
{
	struct test *test = test_new(input, mixed, 0, error);
	if (!test)
		return FALSE;
	struct hc_launch launch = launch_of(input, test, patience);
	struct hc_outcome *outcome = hc_launch_native(&launch, error);
	gboolean fine = outcome &&
			judge(input, test, patience, &outcome, verdict, error);
	g_clear_pointer(&outcome, hc_outcome_free);
	test_free(test);
	return fine;
}
