#include "outcome.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static void frame_free(gpointer data)
{
	struct hc_frame *frame = data;
	g_free(frame->function);
	g_free(frame->file);
	g_free(frame);
}

struct hc_outcome *hc_outcome_new(void)
{
	struct hc_outcome *outcome = g_new0(struct hc_outcome, 1);
	outcome->out = g_bytes_new(NULL, 0);
	outcome->err = g_bytes_new(NULL, 0);
	outcome->frames = g_ptr_array_new_with_free_func(frame_free);
	return outcome;
}

void hc_outcome_free(struct hc_outcome *outcome)
{
	g_bytes_unref(outcome->out);
	g_bytes_unref(outcome->err);
	g_ptr_array_unref(outcome->frames);
	g_free(outcome);
}

struct hc_outcome *hc_outcome_copy(const struct hc_outcome *outcome)
{
	struct hc_outcome *copy = hc_outcome_new();
	copy->end = outcome->end;
	copy->status = outcome->status;
	copy->signal = outcome->signal;
	copy->seconds = outcome->seconds;
	copy->more_frames = outcome->more_frames;
	copy->waits = outcome->waits;
	g_bytes_unref(copy->out);
	g_bytes_unref(copy->err);
	copy->out = g_bytes_ref(outcome->out);
	copy->err = g_bytes_ref(outcome->err);
	for (guint i = 0; i < outcome->frames->len; i++) {
		const struct hc_frame *frame =
			g_ptr_array_index(outcome->frames, i);
		hc_outcome_add_frame(
			copy, frame->function, frame->file, frame->line);
	}
	return copy;
}

void hc_outcome_add_frame(struct hc_outcome *outcome, const char *function,
	const char *file, int line)
{
	struct hc_frame *frame = g_new(struct hc_frame, 1);
	frame->function = g_strdup(function);
	frame->file = g_strdup(file);
	frame->line = line;
	g_ptr_array_add(outcome->frames, frame);
}

char *hc_frame_describe(const struct hc_frame *frame)
{
	const char *function = frame->function ? frame->function : "?";
	if (!frame->file)
		return g_strdup(function);
	g_autofree char *file = g_path_get_basename(frame->file);
	return frame->line ? g_strdup_printf(
				     "%s (%s:%d)", function, file, frame->line)
			   : g_strdup_printf("%s (%s)", function, file);
}

const char *hc_outcome_signal_name(int number)
{
	const char *abbreviation = sigabbrev_np(number);
	g_autofree char *name = abbreviation
					? g_strdup_printf("SIG%s", abbreviation)
					: g_strdup_printf("signal %d", number);
	return g_intern_string(name);
}

/* Which limit sends this signal, or NULL. */
static const char *limit_of(int number)
{
	switch (number) {
	case SIGXCPU:
		return "CPU time";
	case SIGXFSZ:
		return "file size";
	default:
		return NULL;
	}
}

const struct hc_frame *hc_outcome_crash(const struct hc_outcome *outcome)
{
	const struct hc_frame *named = NULL;
	for (guint i = 0; i < outcome->frames->len; i++) {
		const struct hc_frame *frame =
			g_ptr_array_index(outcome->frames, i);
		if (!frame->function || frame->function[0] == '?')
			continue;
		if (frame->file)
			return frame;
		if (!named)
			named = frame;
	}
	return named;
}

static char *describe_signal(const struct hc_outcome *outcome)
{
	const char *meaning = sigdescr_np(outcome->signal);
	const struct hc_frame *innermost = hc_outcome_crash(outcome);
	g_autofree char *where =
		innermost ? hc_frame_describe(innermost) : NULL;
	return g_strdup_printf("is killed by %s (%s)%s%s",
		hc_outcome_signal_name(outcome->signal),
		meaning ? meaning : "unknown signal", where ? " in " : "",
		where ? where : "");
}

char *hc_outcome_describe(const struct hc_outcome *outcome)
{
	switch (outcome->end) {
	case HC_END_EXIT:
		return g_strdup_printf("exits with status %d", outcome->status);
	case HC_END_SIGNAL:
		return describe_signal(outcome);
	case HC_END_HANG:
		return g_strdup("does not end in time");
	case HC_END_LIMIT:
		break;
	}
	const char *limit = limit_of(outcome->signal);
	return g_strdup_printf(
		"runs into the limit on %s", limit ? limit : "resources");
}

gboolean hc_outcome_same(const struct hc_outcome *a, const struct hc_outcome *b)
{
	return a->end == b->end && a->status == b->status &&
	       a->signal == b->signal && g_bytes_equal(a->out, b->out) &&
	       g_bytes_equal(a->err, b->err);
}

void hc_outcome_set_wait_status(struct hc_outcome *outcome, int status)
{
	outcome->status = 0;
	outcome->signal = 0;
	if (WIFEXITED(status)) {
		outcome->end = HC_END_EXIT;
		outcome->status = WEXITSTATUS(status);
		return;
	}
	outcome->signal = WTERMSIG(status);
	outcome->end = limit_of(outcome->signal) ? HC_END_LIMIT : HC_END_SIGNAL;
}
