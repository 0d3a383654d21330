/* What comes to stderr: a terminal, or none. */
#include "progress.h"
#include "runner.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* stderr leads to the other end of this until it is put back. */
struct listener {
	int end, saved;
};

static void listen_to(struct listener *listener, int end, int other)
{
	fflush(stderr);
	listener->saved = dup(STDERR_FILENO);
	listener->end = end;
	dup2(other, STDERR_FILENO);
	close(other);
}

static void listen_to_pipe(struct listener *listener)
{
	int ends[2];
	if (pipe(ends) < 0)
		abort();
	listen_to(listener, ends[0], ends[1]);
}

static gboolean listen_to_terminal(struct listener *listener)
{
	int end = posix_openpt(O_RDWR | O_NOCTTY);
	if (end < 0 || grantpt(end) < 0 || unlockpt(end) < 0)
		return FALSE;
	int other = open(ptsname(end), O_RDWR | O_NOCTTY);
	if (other < 0)
		return FALSE;
	listen_to(listener, end, other);
	return TRUE;
}

/* All of it, for the caller to free; a terminal ends its lines with CR LF. */
static char *heard(struct listener *listener)
{
	char text[4096];
	GString *all = g_string_new(NULL);
	ssize_t n;
	fflush(stderr);
	dup2(listener->saved, STDERR_FILENO);
	close(listener->saved);
	while ((n = read(listener->end, text, sizeof text)) > 0)
		g_string_append_len(all, text, n);
	close(listener->end);
	return g_string_free(all, FALSE);
}

static void say_some(struct hc_progress *line)
{
	hc_progress_say(line, "tracing both runs");
	hc_progress_say(line, "moment 1 of 2: narrowing, 1 test");
	hc_progress_say(line, "moment 1 of 2: confirming the cause, 31 tests");
	hc_progress_tell(line, "found: at f, a is now 1 (was 0)");
	hc_progress_say(
		line, "moment 2 of 2, 1 cause so far: narrowing, 1 test");
	hc_progress_free(line);
}

static void plain_lines_say_what_is_done_and_now_and_then_how_far_it_is(void)
{
	struct listener listener;
	listen_to_pipe(&listener);
	say_some(hc_progress_new(FALSE, FALSE));
	g_autofree char *text = heard(&listener);
	ASSERT_STR(text, "howcome: tracing both runs\n"
			 "howcome: moment 1 of 2: narrowing, 1 test\n"
			 "howcome: found: at f, a is now 1 (was 0)\n");
}

static void who_wants_to_know_more_gets_all_of_them(void)
{
	struct listener listener;
	listen_to_pipe(&listener);
	say_some(hc_progress_new(FALSE, TRUE));
	g_autofree char *text = heard(&listener);
	ASSERT_STR(text,
		"howcome: tracing both runs\n"
		"howcome: moment 1 of 2: narrowing, 1 test\n"
		"howcome: moment 1 of 2: confirming the cause, 31 tests\n"
		"howcome: found: at f, a is now 1 (was 0)\n"
		"howcome: moment 2 of 2, 1 cause so far: narrowing, 1 test\n");
}

static void a_terminal_has_a_live_line_below_those_that_stay(void)
{
	struct listener listener;
	if (!listen_to_terminal(&listener)) {
		test_skip("no terminals here");
		return;
	}
	struct hc_progress *line = hc_progress_new(FALSE, FALSE);
	hc_progress_say(line, "one");
	hc_progress_tell(line, "found: it");
	hc_progress_say(line, "two");
	hc_progress_free(line);
	g_autofree char *text = heard(&listener);
	/* It may tick in between. */
	if (!g_str_has_prefix(text, "\r\033[Kone ...") ||
		!strstr(text, "\r\033[Khowcome: found: it\r\n"
			      "\r\033[Kone ...") ||
		!strstr(text, "\r\033[Ktwo ...") ||
		!g_str_has_suffix(text, "\r\033[K"))
		test_fail("%s", text);
}

static void quiet_has_only_what_is_printed_in_any_case(void)
{
	struct listener listener;
	listen_to_pipe(&listener);
	struct hc_progress *line = hc_progress_new(TRUE, FALSE);
	hc_progress_say(line, "one");
	hc_progress_tell(line, "found: it");
	hc_progress_print(line, "test 1");
	hc_progress_free(line);
	g_autofree char *text = heard(&listener);
	ASSERT_STR(text, "howcome: test 1\n");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(plain_lines_say_what_is_done_and_now_and_then_how_far_it_is),
		TEST(who_wants_to_know_more_gets_all_of_them),
		TEST(a_terminal_has_a_live_line_below_those_that_stay),
		TEST(quiet_has_only_what_is_printed_in_any_case),
	};
	return run_tests("progress", tests, G_N_ELEMENTS(tests));
}
