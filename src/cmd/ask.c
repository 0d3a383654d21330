#include "ask.h"

#include "report-found.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How soon a signal ends the wait for an answer, in ms. */
enum { PATIENCE = 100 };

/* ---- Lines from stdin ---- */

static gboolean is_ready(void)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	return poll(&input, 1, PATIENCE) > 0;
}

/* Up to the next newline. NULL at the end, or if we are to stop. */
static char *read_line(struct hc_ask *ask)
{
	if (!ask->read)
		ask->read = g_string_new(NULL);
	while (!strchr(ask->read->str, '\n') && !ask->ended) {
		char bytes[256];
		if (hc_stop_flag_is_set(ask->stop))
			return NULL;
		if (!is_ready())
			continue;
		ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
		if (n < 0 && errno == EINTR)
			continue;
		ask->ended = n <= 0;
		g_string_append_len(ask->read, bytes, MAX(n, 0));
	}

	if (!ask->read->len)
		return NULL;
	gsize length = strcspn(ask->read->str, "\n");
	char *line = g_strndup(ask->read->str, length);
	g_string_erase(ask->read, 0, (gssize) MIN(length + 1, ask->read->len));
	return line;
}

/* ---- Words ---- */

static void say_question(struct hc_ask *ask, const struct hc_question *question)
{
	g_autofree char *what = hc_report_found(question->event);
	hc_progress_wipe(ask->line);
	if (question->step)
		fprintf(stderr, "\nStep %u of %u: %s.\n", question->step,
			question->steps, what);
	else
		fprintf(stderr, "\nBetween them: %s.\n", what);
}

static void say_prompt(struct hc_ask *ask)
{
	fputs(ask->explained ? "As intended? (y/n/d/s/q) "
			     : "Is that as intended? Yes, no, don't know, show "
			       "more, or quit (y/n/d/s/q): ",
		stderr);
	fflush(stderr);
	ask->explained = TRUE;
}

/* FALSE: it is no answer. */
static gboolean read_answer(const char *line, enum hc_answer *answer)
{
	static const struct {
		char letter;
		enum hc_answer answer;
	} answers[] = {
		{'y', HC_ANSWER_INTENDED},
		{'n', HC_ANSWER_FAULTY},
		{'d', HC_ANSWER_UNKNOWN},
		{'?', HC_ANSWER_UNKNOWN},
		{'q', HC_ANSWER_QUIT},
	};
	while (g_ascii_isspace(*line))
		line++;
	for (guint i = 0; i < G_N_ELEMENTS(answers); i++)
		if (g_ascii_tolower(*line) == answers[i].letter) {
			*answer = answers[i].answer;
			return TRUE;
		}
	return FALSE;
}

static gboolean is_for_more(const char *line)
{
	while (g_ascii_isspace(*line))
		line++;
	return g_ascii_tolower(*line) == 's';
}

static enum hc_answer talk(
	struct hc_ask *ask, const struct hc_question *question)
{
	say_question(ask, question);
	for (;;) {
		enum hc_answer answer;
		say_prompt(ask);
		g_autofree char *line = read_line(ask);
		if (!line) {
			fputc('\n', stderr);
			return HC_ANSWER_QUIT;
		}
		if (read_answer(line, &answer))
			return answer;
		if (is_for_more(line)) {
			g_autofree char *more =
				hc_report_found_more(question->event);
			fputs(more, stderr);
		}
	}
}

enum hc_answer hc_ask(const struct hc_question *question, gpointer data)
{
	struct hc_ask *ask = data;
	if (question->step && question->step <= ask->intended)
		return HC_ANSWER_INTENDED;
	if (question->step && ask->faulty && question->step >= ask->faulty)
		return HC_ANSWER_FAULTY;
	return ask->talk ? talk(ask, question) : HC_ANSWER_UNKNOWN;
}

void hc_ask_clear(struct hc_ask *ask)
{
	if (ask->read)
		g_string_free(ask->read, TRUE);
	ask->read = NULL;
}
