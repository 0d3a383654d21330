/* What GDB says unasked: kept in order until somebody wants it, and searched
 * for what the client itself must know. */
#include "gdbmi-private.h"

#include <string.h>

/* A breakpoint that is passed a million times says so a million times. */
enum { MAX_WAITING = 4096 };

/* A stop, or an answer saying that there will be none. */
static gboolean is_stop(const struct mi_record *record)
{
	return record->kind == MI_RESULT ||
	       (record->kind == MI_EXEC &&
		       strcmp(record->class, "stopped") == 0);
}

static void note_group(struct mi_client *client, const struct mi_record *record)
{
	int pid;
	struct mi_transport *transport = client->transport;

	if (strcmp(record->class, "thread-group-started") == 0 &&
		mi_value_int(&record->value, "pid", &pid)) {
		client->pid = pid;
		transport->ops->started(transport, pid);
	} else if (strcmp(record->class, "thread-group-exited") == 0) {
		client->pid = 0;
		client->stale_interrupt = FALSE;
		transport->ops->exited(transport);
	}
}

static void drop_oldest(struct mi_client *client)
{
	for (GList *l = client->async.head; l; l = l->next)
		if (!is_stop(l->data)) {
			mi_record_free(l->data);
			g_queue_delete_link(&client->async, l);
			return;
		}
}

void mi_async_handle(struct mi_client *client, struct mi_record *record)
{
	if (record->kind == MI_NOTIFY)
		note_group(client, record);
	if (record->kind == MI_EXEC)
		client->running = strcmp(record->class, "running") == 0;
	g_queue_push_tail(&client->async, record);
	if (client->async.length > MAX_WAITING)
		drop_oldest(client);
}

void mi_async_clear(struct mi_client *client)
{
	g_queue_clear_full(&client->async, (GDestroyNotify) mi_record_free);
}

struct mi_record *mi_async_take_stop(struct mi_client *client)
{
	GList *l = client->async.head;
	while (l && !is_stop(l->data))
		l = l->next;
	if (!l)
		return NULL;
	while (client->async.head != l)
		mi_record_free(g_queue_pop_head(&client->async));
	return g_queue_pop_head(&client->async);
}

struct mi_record *mi_client_next_async(
	struct mi_client *client, int timeout_ms, GError **error)
{
	gint64 deadline = mi_client_deadline(timeout_ms);
	while (g_queue_is_empty(&client->async))
		if (!mi_client_pump(client, deadline, error))
			return NULL;
	return g_queue_pop_head(&client->async);
}
