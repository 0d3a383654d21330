/* Whatever is altered, and however little sense it makes: a fork and a rerun
 * come to the same end, at the same place, with the same output. */
#include "engine-help.h"
#include "process-memory.h"
#include "runner.h"

#include <string.h>

#ifdef LONG
enum { ALTERATIONS = 100 };
#else
enum { ALTERATIONS = 10 };
#endif

/* Memory that the program may write and has touched. */
static GArray *find_pages(struct act *act)
{
	GArray *pages = g_array_new(FALSE, FALSE, sizeof(guint64));
	g_autoptr(hc_memory) memory =
		hc_memory_new(hc_target_pid(act->target), NULL);
	const GPtrArray *regions = hc_memory_regions(memory);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = regions->pdata[i];
		if (!region->writable || !region->readable)
			continue;
		for (guint64 at = region->start; at < region->end;
			at += HC_PAGE) {
			at = hc_memory_touched(memory, at, region->end);
			if (at < region->end)
				g_array_append_val(pages, at);
		}
	}
	return pages;
}

/* A few words, some near the stack pointer, some anywhere. */
static struct hc_alteration *make(
	struct act *act, const GArray *pages, GRand *random)
{
	struct hc_alteration *a = hc_alteration_new();
	struct hc_target_registers registers;
	hc_target_registers(act->target, &registers, NULL);
	guint n = (guint) g_rand_int_range(random, 1, 5);
	for (guint i = 0; i < n; i++) {
		guint page = (guint) g_rand_int_range(
			random, 0, (gint32) pages->len);
		guint64 at = g_array_index(pages, guint64, page);
		at += (guint64) g_rand_int_range(random, 0, HC_PAGE / 8) * 8;
		if (g_rand_boolean(random))
			at = registers.values[7] +
			     (guint64) g_rand_int_range(random, 0, 40) * 8;
		guint64 value = g_rand_int(random);
		if (g_rand_boolean(random))
			value %= 256;
		hc_alteration_write(a, at, &value, sizeof value);
	}
	if (g_rand_int_range(random, 0, 4) == 0)
		hc_alteration_set_register(a,
			(guint) g_rand_int_range(random, 0, 16),
			g_rand_int(random), FALSE);
	return a;
}

static char *describe(const struct hc_outcome *outcome)
{
	GString *text = g_string_new(NULL);
	g_autofree char *end = hc_outcome_describe(outcome);
	g_string_append_printf(text, "%s;", end);
	/* Where a hang is caught is a matter of time. */
	if (outcome->end == HC_END_HANG)
		return g_string_free(text, FALSE);
	for (guint i = 0; i < outcome->frames->len; i++) {
		g_autofree char *frame =
			hc_frame_describe(outcome->frames->pdata[i]);
		g_string_append_printf(text, " %s", frame);
	}
	g_autofree char *out = act_out(outcome);
	g_string_append_printf(text, "; %s", out);
	return g_string_free(text, FALSE);
}

static void compare(const char *name, guint32 seed)
{
	struct hc_engine_options options = {.timeout = 2};
	g_auto(act_t)
		forked = {.name = name, .argument = "1", .no_native = TRUE};
	g_auto(act_t) rerun = forked;
	options.kind = HC_ENGINE_FORK;
	if (!act_start_with(&forked, &options))
		return;
	options.kind = HC_ENGINE_RERUN;
	if (!act_start_with(&rerun, &options))
		return;
	g_autoptr(GRand) random = g_rand_new_with_seed(seed);
	g_autoptr(GArray) pages = find_pages(&forked);
	for (guint i = 0; i < ALTERATIONS; i++) {
		g_autoptr(hc_alteration) a = make(&forked, pages, random);
		g_autoptr(hc_outcome) one = act_run(&forked, a);
		g_autoptr(hc_outcome) other = act_run(&rerun, a);
		g_autofree char *first = describe(one);
		g_autofree char *second = describe(other);
		if (g_strcmp0(first, second) != 0 ||
			!g_bytes_equal(one->out, other->out) ||
			(one->end != HC_END_HANG &&
				!g_bytes_equal(one->err, other->err)))
			test_fail("%s, seed %u, alteration %u: forked %s\n"
				  "rerun %s",
				name, seed, i, first, second);
	}
}

static void whatever_is_altered_fork_and_rerun_agree(void)
{
	static const char *const names[] = {
		"plain", "counts", "deep", "leaves", "large"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		compare(names[i], 1000 + i);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(whatever_is_altered_fork_and_rerun_agree),
	};
	return run_tests("two ways", tests, G_N_ELEMENTS(tests));
}
