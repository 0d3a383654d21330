#include "keep.h"

#include "dot-diff.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hc_keep {
	const struct hc_chain_observer *user; /* who else is told */
	struct hc_look_options options;
	guint64 most;
	GHashTable *texts; /* struct hc_event * → DOT */
};

static const struct hc_chain_observer *user_of(gpointer keep)
{
	return ((struct hc_keep *) keep)->user;
}

static void progress(const struct hc_chain_progress *progress, gpointer keep)
{
	user_of(keep)->progress(progress, user_of(keep)->data);
}

static void tested(const struct hc_chain_tested *test, gpointer keep)
{
	user_of(keep)->tested(test, user_of(keep)->data);
}

static void found(const struct hc_event *event, gpointer keep)
{
	user_of(keep)->found(event, user_of(keep)->data);
}

/* NULL with an error if it can't be drawn. */
static char *draw(const struct mg_diff *diff, GError **error)
{
	struct mg_dot_diff_options how = {0};
	char *text = NULL;
	gsize n;
	FILE *file = open_memstream(&text, &n);
	gboolean fine = file && mg_dot_diff_write(diff, &how, file, error);
	if (file && fclose(file) == 0 && fine) {
		char *copy = g_strndup(text, n);
		free(text);
		return copy;
	}
	free(text);
	if (!file || fine)
		g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
			"cannot keep a state: %s", g_strerror(errno));
	return NULL;
}

static gboolean compared(const struct mg_diff *diff,
	const struct hc_event *event, gpointer data, GError **error)
{
	struct hc_keep *keep = data;
	const struct hc_chain_observer *user = keep->user;
	char *text = draw(diff, error);
	if (!text)
		return FALSE;
	/* An event that is gone may have had the same address. */
	g_hash_table_replace(keep->texts, (gpointer) event, text);
	return !user->compared ||
	       user->compared(diff, event, user->data, error);
}

struct hc_keep *hc_keep_new(const struct hc_look_options *options, guint64 most)
{
	struct hc_keep *keep = g_new0(struct hc_keep, 1);
	keep->user = &options->observer;
	keep->options = *options;
	keep->most = most;
	keep->texts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	if (most == 0)
		return keep;

	keep->options.observer = (struct hc_chain_observer){
		.progress = keep->user->progress ? progress : NULL,
		.tested = keep->user->tested ? tested : NULL,
		.found = keep->user->found ? found : NULL,
		.compared = compared,
		.data = keep,
	};
	return keep;
}

void hc_keep_free(struct hc_keep *keep)
{
	g_hash_table_unref(keep->texts);
	g_free(keep);
}

const struct hc_look_options *hc_keep_options(const struct hc_keep *keep)
{
	return &keep->options;
}

void hc_keep_publish(struct hc_keep *keep, struct hc_result *result)
{
	const GArray *steps = result->brief.steps;
	guint64 left = keep->most;
	for (guint i = 0; i < steps->len; i++) {
		struct hc_event *event = g_ptr_array_index(result->events,
			g_array_index(steps, struct hc_step, i).event);
		const char *text = g_hash_table_lookup(keep->texts, event);
		if (!text)
			continue;
		guint64 size = strlen(text);
		event->no_room = size > left;
		left -= event->no_room ? left : size;
		if (!event->no_room)
			event->dot = g_strdup(text);
	}
}
