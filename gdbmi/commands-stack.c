/* Frames and threads. */
#include "gdbmi-private.h"

#include <stdlib.h>
#include <string.h>

struct mi_backtrace *mi_backtrace(
	struct mi_client *client, guint max, GError **error)
{
	/* One more than asked for, to tell whether there are more. */
	struct mi_record *record = mi_client_command(
		client, error, "-stack-list-frames 0 %u", max);
	if (!record)
		return NULL;

	const struct mi_value *stack = mi_value_get(&record->value, "stack");
	guint n = mi_value_count(stack);
	struct mi_backtrace *backtrace = g_new0(struct mi_backtrace, 1);
	backtrace->record = record;
	backtrace->more = n > max;
	backtrace->frames = g_new0(struct mi_frame, MIN(n, max) + 1);
	if (stack)
		for (const struct mi_value *v = stack->first;
			v && backtrace->n < max; v = v->next)
			mi_frame_read(&backtrace->frames[backtrace->n++], v);

	return backtrace;
}

void mi_backtrace_free(struct mi_backtrace *backtrace)
{
	if (!backtrace)
		return;
	mi_record_free(backtrace->record);
	g_free(backtrace->frames);
	g_free(backtrace);
}

/* If there is no such frame, GDB 13.1 takes the number for an address and makes
 * up a frame there; so check where we are. */
gboolean mi_select_frame(struct mi_client *client, guint level, GError **error)
{
	if (!mi_client_do(client, error, "-stack-select-frame %u", level))
		return FALSE;

	g_autoptr(mi_record) record =
		mi_client_command(client, NULL, "-stack-info-frame");
	struct mi_frame frame = {0};
	const struct mi_value *value =
		record ? mi_value_get(&record->value, "frame") : NULL;
	mi_frame_read(&frame, value);
	if (value && frame.level == level)
		return TRUE;

	mi_client_do(client, NULL, "-stack-select-frame 0");
	g_set_error(error, MI_ERROR, MI_ERROR_COMMAND,
		"-stack-select-frame %u: there is no such frame", level);
	return FALSE;
}

/* "Thread 0x7ffff7dd0740 (LWP 5455)" or "process 5455". */
static pid_t read_tid(const char *target)
{
	if (!target)
		return 0;
	const char *lwp = strstr(target, "LWP ");
	const char *process = strstr(target, "process ");
	if (lwp)
		return atoi(lwp + strlen("LWP "));
	return process ? atoi(process + strlen("process ")) : 0;
}

struct mi_threads *mi_threads(struct mi_client *client, GError **error)
{
	struct mi_record *record =
		mi_client_command(client, error, "-thread-info");
	if (!record)
		return NULL;

	const struct mi_value *list = mi_value_get(&record->value, "threads");
	int current = 0;
	mi_value_int(&record->value, "current-thread-id", &current);

	struct mi_threads *threads = g_new0(struct mi_threads, 1);
	threads->record = record;
	threads->threads = g_new0(struct mi_thread, mi_value_count(list) + 1);
	for (const struct mi_value *v = list ? list->first : NULL; v;
		v = v->next) {
		struct mi_thread *thread = &threads->threads[threads->n++];
		mi_value_int(v, "id", &thread->id);
		thread->tid = read_tid(mi_value_text(v, "target-id"));
		thread->name = mi_value_text(v, "name");
		thread->running =
			g_strcmp0(mi_value_text(v, "state"), "running") == 0;
		thread->current = thread->id == current;
		mi_frame_read(&thread->frame, mi_value_get(v, "frame"));
	}

	return threads;
}

void mi_threads_free(struct mi_threads *threads)
{
	if (!threads)
		return;
	mi_record_free(threads->record);
	g_free(threads->threads);
	g_free(threads);
}
