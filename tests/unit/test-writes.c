/* Who wrote some bytes last: the debuggee says which, and the mark in its
 * source who it was. */
#include "runner.h"
#include "writes-help.h"

#include <string.h>

struct kind {
	const char *name; /* of the kind, and of the mark */
	enum hc_written_how how;
	const char *function;
	const char *library;
	guint count; /* 0: not known; … */
};

enum { ANY = 1000 }; /* … as many as the library needs */

static gboolean ask(struct asked *asked, const char *program, const char *kind,
	gboolean randomize)
{
	g_autoptr(GError) error = NULL;
	gboolean ok = asked_new(asked, program, kind, randomize, &error);
	if (!ok)
		test_fail("%s %s: %s", program, kind,
			error ? error->message : "its address is unknown");
	return ok;
}

static struct hc_written *find(struct asked *asked)
{
	struct hc_launch launch = *hc_target_launch(asked->target);
	g_autoptr(GError) error = NULL;
	struct hc_written *written =
		hc_writes_find(&launch, &asked->place, &asked->bytes, &error);
	ASSERT_NO_ERROR(error);
	return written;
}

static const char *const hows[] = {"stored", "library", "passed", "never"};

static void check(const char *program, const struct kind *kind,
	const struct hc_written *written)
{
	g_autofree char *what = g_strdup_printf("%s %s", program, kind->name);
	if (!written) {
		test_fail("%s: nobody knows", what);
		return;
	}
	if (written->how != kind->how)
		test_fail("%s: %s", what, hows[written->how]);
	if (kind->how == HC_WRITTEN_NEVER)
		return;
	if (written->line != asked_line(kind->name))
		test_fail("%s: %s:%d", what, written->function, written->line);
	if (g_strcmp0(written->function, kind->function) != 0 ||
		g_strcmp0(written->library, kind->library) != 0)
		test_fail("%s: %s, %s", what, written->function,
			written->library);
	if (kind->count != ANY && written->count != kind->count)
		test_fail("%s: %u times", what, written->count);
	CU_ASSERT(written->backtrace->len > 0);
}

static void check_all(const char *program, const struct kind *kinds, guint n,
	gboolean randomize)
{
	for (guint i = 0; i < n; i++) {
		struct asked asked;
		if (ask(&asked, program, kinds[i].name, randomize)) {
			g_autoptr(hc_written) written = find(&asked);
			check(program, &kinds[i], written);
		}
		asked_clear(&asked);
	}
}

static const struct kind kinds[] = {
	{"plain", HC_WRITTEN_STORED, "plain", NULL, 2},
	{"global", HC_WRITTEN_STORED, "outer", NULL, 2},
	{"alias", HC_WRITTEN_STORED, "set_to", NULL, 2},
	{"copied", HC_WRITTEN_CALLED, "copied", "memcpy", 1},
	{"overrun", HC_WRITTEN_CALLED, "overrun", "strcpy", 2},
	{"jumped", HC_WRITTEN_STORED, "jumped", NULL, 2},
	{"member", HC_WRITTEN_STORED, "member", NULL, 2},
	{"assigned", HC_WRITTEN_STORED, "assigned", NULL, 1},
	{"moved", HC_WRITTEN_CALLED, "moved", "realloc", 0},
	{"thread", HC_WRITTEN_STORED, "work", NULL, 2},
	{"never", HC_WRITTEN_NEVER, NULL, NULL, 0},
	{"callback", HC_WRITTEN_STORED, "compare", NULL, 1},
	{"sorted", HC_WRITTEN_CALLED, "sorted", "qsort", ANY},
	{"looped", HC_WRITTEN_STORED, "looped", NULL, 7},
	{"frame", HC_WRITTEN_STORED, "own_frame", NULL, 1},
	{"passed", HC_WRITTEN_PASSED, "passed", NULL, 1},
	{"strings", HC_WRITTEN_CALLED, "strings", "snprintf", 2},
	{"kernel", HC_WRITTEN_CALLED, "kernel", "read", 2},
};

static void the_line_that_wrote_last_is_found(void)
{
	check_all("writes", kinds, G_N_ELEMENTS(kinds), FALSE);
}

static void it_is_the_same_where_addresses_vary(void)
{
	check_all("writes", kinds, G_N_ELEMENTS(kinds), TRUE);
}

/* What a compiler keeps in registers, or leaves out, has no writes to count. */
static void it_is_found_in_optimised_code(void)
{
	static const struct kind optimised[] = {
		{"plain", HC_WRITTEN_STORED, "plain", NULL, 2},
		{"alias", HC_WRITTEN_STORED, "set_to", NULL, ANY},
		{"copied", HC_WRITTEN_CALLED, "copied", "memcpy", 1},
		{"thread", HC_WRITTEN_STORED, "work", NULL, 2},
		{"callback", HC_WRITTEN_STORED, "compare", NULL, 1},
		{"looped", HC_WRITTEN_STORED, "looped", NULL, 7},
		{"global", HC_WRITTEN_STORED, "outer", NULL, ANY},
		{"overrun", HC_WRITTEN_CALLED, "overrun", "strcpy", ANY},
		{"jumped", HC_WRITTEN_STORED, "jumped", NULL, 2},
		{"member", HC_WRITTEN_STORED, "member", NULL, 2},
		{"assigned", HC_WRITTEN_STORED, "assigned", NULL, 1},
		{"moved", HC_WRITTEN_CALLED, "moved", "realloc", 0},
		{"never", HC_WRITTEN_NEVER, NULL, NULL, 0},
		{"sorted", HC_WRITTEN_CALLED, "sorted", "qsort", ANY},
		{"frame", HC_WRITTEN_STORED, "own_frame", NULL, ANY},
		{"strings", HC_WRITTEN_CALLED, "strings", "snprintf", 2},
		{"kernel", HC_WRITTEN_CALLED, "kernel", "read", ANY},
	};
	check_all(
		"writes-optimised", optimised, G_N_ELEMENTS(optimised), FALSE);
}

static void only_writes_to_the_bits_of_a_field_count(void)
{
	static const struct kind field = {
		"field", HC_WRITTEN_STORED, "field", NULL, 1};
	enum { MIDDLE = 0xf8 };
	struct asked asked;
	if (ask(&asked, "writes", "field", FALSE)) {
		asked.bytes.mask[0] = MIDDLE;
		g_autoptr(hc_written) written = find(&asked);
		check("bits", &field, written);
	}
	asked_clear(&asked);
}

static void what_is_written_too_often_is_given_up(void)
{
	struct asked asked;
	if (ask(&asked, "writes", "often", FALSE)) {
		g_autoptr(hc_written) written = find(&asked);
		CU_ASSERT_PTR_NULL(written);
	}
	asked_clear(&asked);
}

/* In the last turn of the loop, forget() is called after the write. */
static void when_that_was_is_told_by_the_hits_of_an_instruction(void)
{
	struct asked asked;
	if (ask(&asked, "writes", "looped", FALSE)) {
		g_autoptr(GError) error = NULL;
		guint64 forget = asked_function(&asked, "forget");
		guint passed = hc_writes_count(hc_target_launch(asked.target),
			&asked.place, &asked.bytes, forget, &error);
		ASSERT_NO_ERROR(error);
		CU_ASSERT_EQUAL(passed, 6);
	}
	asked_clear(&asked);
}

static void it_can_be_interrupted(void)
{
	volatile sig_atomic_t stop = 1;
	struct asked asked;
	g_autoptr(GError) error = NULL;
	if (ask(&asked, "writes", "often", FALSE)) {
		struct hc_launch launch = *hc_target_launch(asked.target);
		launch.stop = &stop;
		g_autoptr(hc_written) written = hc_writes_find(
			&launch, &asked.place, &asked.bytes, &error);
		CU_ASSERT_PTR_NULL(written);
		ASSERT_ERROR(error, "");
	}
	asked_clear(&asked);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(the_line_that_wrote_last_is_found),
		TEST(it_is_the_same_where_addresses_vary),
		TEST(it_is_found_in_optimised_code),
		TEST(only_writes_to_the_bits_of_a_field_count),
		TEST(what_is_written_too_often_is_given_up),
		TEST(when_that_was_is_told_by_the_hits_of_an_instruction),
		TEST(it_can_be_interrupted),
	};
	return run_tests("writes", tests, G_N_ELEMENTS(tests));
}
