/* A transcript in GDB's place. What GDB wrote is passed on up to the next thing
 * that was sent to it; what is sent now must be what was sent then. Nothing
 * waits and no signal is sent: where GDB was silent until we did something,
 * waiting times out at once. */
#include "gdbmi-private.h"

#include <string.h>

struct replay {
	struct mi_transport base;
	char *path;
	GPtrArray *entries;
	guint at;
};

static struct mi_entry *current(struct replay *replay)
{
	return replay->at < replay->entries->len
		       ? replay->entries->pdata[replay->at]
		       : NULL;
}

static gboolean is_output(const struct mi_entry *entry)
{
	return entry->kind == '<' || entry->kind == '|';
}

static void give(struct replay *replay, const struct mi_entry *entry)
{
	gsize n;
	const char *bytes = g_bytes_get_data(entry->bytes, &n);
	mi_parser_push(replay->base.parser, bytes, n);
	if (entry->kind == '<')
		mi_parser_push(replay->base.parser, "\n", 1);
	replay->at++;
}

static char *text_of(const struct mi_entry *entry)
{
	gsize n;
	const char *bytes = g_bytes_get_data(entry->bytes, &n);
	return mi_excerpt(bytes, MIN(n, 200));
}

/* Checks that this is the next thing that was sent. */
static gboolean expect(struct replay *replay, char kind, const char *bytes,
	gsize n, GError **error)
{
	struct mi_entry *entry;
	while ((entry = current(replay)) && is_output(entry))
		give(replay, entry);

	gsize length = 0;
	const char *then = entry ? g_bytes_get_data(entry->bytes, &length) : "";
	if (entry && entry->kind == kind &&
		(kind == '}' || (n == length && memcmp(bytes, then, n) == 0))) {
		replay->at++;
		return TRUE;
	}

	g_autofree char *now = mi_excerpt(bytes, MIN(n, 200));
	g_autofree char *was = entry ? text_of(entry) : g_strdup("its end");
	g_set_error(error, MI_ERROR, MI_ERROR_REPLAY,
		"%s:%u: the transcript has '%s' where '%s' is sent now",
		replay->path, entry ? entry->line : 0, was, now);
	return FALSE;
}

static gboolean replay_send(struct mi_transport *transport, enum mi_send how,
	const char *line, gsize n, GError **error)
{
	return expect((struct replay *) transport,
		how == MI_SEND_LOCAL ? '}' : '>', line, n - 1, error);
}

static gboolean replay_signal(
	struct mi_transport *transport, int number, GError **error)
{
	g_autofree char *text = g_strdup_printf("%d", number);
	return expect(
		(struct replay *) transport, 's', text, strlen(text), error);
}

static gboolean replay_receive(
	struct mi_transport *transport, gint64 deadline, GError **error)
{
	struct replay *replay = (struct replay *) transport;
	struct mi_entry *entry = current(replay);
	if (entry && is_output(entry)) {
		give(replay, entry);
		return TRUE;
	}

	g_autofree char *text =
		entry ? text_of(entry) : g_strdup("the transcript ends here");
	if (entry && entry->kind != '!')
		g_set_error(error, MI_ERROR, MI_ERROR_TIMEOUT,
			"%s:%u: GDB wrote nothing more before '%s' was sent",
			replay->path, entry->line, text);
	else
		g_set_error(
			error, MI_ERROR, MI_ERROR_DIED, "GDB ended (%s)", text);

	return FALSE;
}

static void replay_nothing(struct mi_transport *transport)
{
}

static void replay_limit(G_GNUC_UNUSED struct mi_transport *transport,
	G_GNUC_UNUSED const struct hc_limits *limits)
{
}

static void replay_started(struct mi_transport *transport, pid_t pid)
{
}

static void replay_free(struct mi_transport *transport)
{
	struct replay *replay = (struct replay *) transport;
	g_ptr_array_unref(replay->entries);
	g_free(replay->path);
	g_free(replay);
}

struct mi_transport *mi_replay_new(const char *path, GError **error)
{
	static const struct mi_transport_ops ops = {
		.send = replay_send,
		.receive = replay_receive,
		.limit = replay_limit,
		.started = replay_started,
		.exited = replay_nothing,
		.signal = replay_signal,
		.kill_group = replay_nothing,
		.free = replay_free,
	};
	GPtrArray *entries = mi_transcript_read(path, error);
	if (!entries)
		return NULL;

	struct replay *replay = g_new0(struct replay, 1);
	replay->base.ops = &ops;
	replay->path = g_strdup(path);
	replay->entries = entries;

	return &replay->base;
}
