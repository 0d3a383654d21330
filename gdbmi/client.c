/* Commands out, answers in: tokens match them, so any number may be under
 * way. async.c keeps what GDB says unasked. */
#include "gdbmi-private.h"

#include <string.h>

/* Far longer than the answer to any command that we send. */
enum { LONGEST_LINE = 256 << 20 };

static void free_pending(gpointer data)
{
	struct mi_pending *pending = data;
	mi_record_free(pending->result);
	g_clear_error(&pending->error);
	g_free(pending->command);
	g_free(pending->console);
	g_free(pending);
}

struct mi_client *mi_client_start(
	const struct mi_options *options, GError **error)
{
	struct mi_transport *transport =
		options->replay ? mi_replay_new(options->replay, error)
				: mi_process_new(options, error);
	if (!transport)
		return NULL;

	struct mi_client *client = g_new0(struct mi_client, 1);
	client->transport = transport;
	client->parser = transport->parser = mi_parser_new();
	mi_parser_set_limit(client->parser, LONGEST_LINE);
	client->options = *options;
	transport->timeout = options->timeout;
	client->pending = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, NULL, free_pending);
	client->next_token = 1;
	client->resume_token = -1;
	client->console = g_string_new(NULL);
	client->log = g_string_new(NULL);
	client->exports = g_string_new(NULL);

	return client;
}

struct mi_client *mi_client_new(
	const struct mi_options *options, GError **error)
{
	g_autoptr(mi_client) client = mi_client_start(options, error);
	return client && mi_client_greet(client, error)
		       ? g_steal_pointer(&client)
		       : NULL;
}

void mi_client_free(struct mi_client *client)
{
	if (!client)
		return;

	client->transport->ops->free(client->transport);
	mi_parser_free(client->parser);
	g_hash_table_unref(client->pending);
	mi_async_clear(client);
	g_string_free(client->console, TRUE);
	g_string_free(client->log, TRUE);
	g_string_free(client->exports, TRUE);
	g_free(client->junk);
	g_free(client->version);
	g_free(client->resume);
	g_free(client->program);
	g_strfreev(client->register_names);
	g_free(client);
}

pid_t mi_client_gdb_pid(const struct mi_client *client)
{
	return client->transport->pid;
}

pid_t mi_client_pid(const struct mi_client *client)
{
	return client->pid;
}

gboolean mi_client_running(const struct mi_client *client)
{
	return client->running;
}

gboolean mi_client_randomized(const struct mi_client *client)
{
	return client->randomized || client->options.randomize;
}

const char *mi_client_version(const struct mi_client *client)
{
	return client->version;
}

gint64 mi_client_deadline(int timeout_ms)
{
	return g_get_monotonic_time() + (gint64) timeout_ms * 1000;
}

gint64 mi_client_send_how(struct mi_client *client, enum mi_send how,
	const char *command, GError **error)
{
	if (strchr(command, '\n')) {
		g_set_error(error, MI_ERROR, MI_ERROR_COMMAND,
			"a command must not contain a newline: %s", command);
		return -1;
	}

	gint64 token = client->next_token;
	g_autofree char *line =
		g_strdup_printf("%" G_GINT64_FORMAT "%s\n", token, command);
	if (!client->transport->ops->send(
		    client->transport, how, line, strlen(line), error))
		return -1;
	client->next_token++;

	struct mi_pending *pending = g_new0(struct mi_pending, 1);
	pending->token = token;
	pending->command = g_strdup(command);
	g_hash_table_insert(client->pending, &pending->token, pending);
	client->transport->in_flight++;

	return token;
}

gint64 mi_client_send(
	struct mi_client *client, const char *command, GError **error)
{
	return mi_client_send_how(client, MI_SEND, command, error);
}

static struct mi_pending *find_pending(struct mi_client *client, gint64 token)
{
	return g_hash_table_lookup(client->pending, &token);
}

static void forget_output(struct mi_client *client)
{
	g_string_truncate(client->console, 0);
	g_string_truncate(client->log, 0);
}

/* GDB has answered a command. In the mode that we use it accepts no command
 * while the program runs, so any answer other than ^running means that the
 * program is not running. */
static void handle_result(struct mi_client *client, struct mi_record *record)
{
	struct mi_pending *pending = find_pending(client, record->token);

	client->running = strcmp(record->class, "running") == 0;
	g_clear_pointer(&client->junk, g_free);
	if (!pending || pending->result || pending->error) {
		/* A second answer: the program could not go on after all
		 * ("Cannot insert breakpoint"). Whoever waits for the stop must
		 * be told. */
		if (record->token == client->resume_token && !client->running)
			mi_async_handle(client, record);
		else
			mi_record_free(record);
		return;
	}

	pending->result = record;
	client->transport->in_flight--;
	if (client->console->len > 0)
		pending->console =
			g_strndup(client->console->str, client->console->len);
	if (client->running) {
		client->prompts = 0;
		client->resume_token = pending->token;
		g_free(client->resume);
		client->resume = g_strdup(pending->command);
	}

	if (strcmp(record->class, "error") != 0)
		forget_output(client);
}

/* Some warnings decide how a later error or state is reported. */
static void handle_log(struct mi_client *client, const char *text)
{
	g_string_append(client->log, text);
	const char *log = client->log->str;
	if (strstr(log, "isabling address space randomization"))
		client->randomized = TRUE;
	if (strstr(log, "Could not trace the inferior process") ||
		strstr(log, "ptrace: Operation not permitted"))
		client->ptrace_refused = TRUE;
	if (client->log->len > 4096)
		g_string_erase(client->log, 0, 2048);
}

/* Nobody has asked for what is printed between two stops: it must not pile
 * up. */
static void handle_console(struct mi_client *client, const struct mi_value *v)
{
	if (strstr(v->text, "is executing new program: "))
		client->replaced = TRUE;
	if (client->running && client->console->len > 1 << 20)
		g_string_truncate(client->console, 0);
	g_string_append_len(client->console, v->text, v->length);
}

/* After ^running GDB prompts once, and again when the program has stopped. A
 * second prompt without *stopped means that GDB has given up on the program in
 * the middle of something ("Cannot insert breakpoint" after it was killed);
 * whoever waits for the stop gets GDB's last words. */
static void handle_prompt(struct mi_client *client)
{
	if (!client->running || ++client->prompts < 2)
		return;

	g_autofree char *words =
		g_strstrip(g_strdelimit(g_strdup(client->log->str), "\n", ' '));
	g_autofree char *quoted =
		mi_quote(*words ? words : "GDB gave up on the program");
	g_autofree char *line = g_strdup_printf("^error,msg=%s", quoted);
	struct mi_failure failure;
	client->running = FALSE;

	struct mi_record *record =
		mi_record_parse(line, strlen(line), &failure);
	if (record)
		mi_async_handle(client, record);
}

static void handle_record(struct mi_client *client, struct mi_record *record)
{
	switch (record->kind) {
	case MI_RESULT:
		handle_result(client, record);
		return;
	case MI_EXEC:
	case MI_STATUS:
	case MI_NOTIFY:
		mi_async_handle(client, record);
		if (!client->running && record->kind == MI_EXEC)
			forget_output(client);
		return;
	case MI_CONSOLE:
		handle_console(client, &record->value);
		break;
	case MI_LOG:
		handle_log(client, record->value.text);
		break;
	case MI_PROMPT:
		handle_prompt(client);
		break;
	case MI_TARGET:
		break;
	}

	mi_record_free(record);
}

/* A line that is not MI: fatal for the command that it answers, else kept for
 * the error message if somebody waits in vain. */
static void handle_junk(struct mi_client *client, GError *error)
{
	struct mi_pending *pending =
		find_pending(client, mi_parser_failed_token(client->parser));
	g_free(client->junk);
	client->junk = g_strdup(error->message);
	if (pending && !pending->result && !pending->error) {
		pending->error = error;
		client->transport->in_flight--;
	} else
		g_error_free(error);
}

gboolean mi_client_pump(
	struct mi_client *client, gint64 deadline, GError **error)
{
	for (;;) {
		struct mi_record *record;
		GError *junk = NULL;
		if (!mi_parser_next(client->parser, &record, &junk)) {
			handle_junk(client, junk);
			return TRUE;
		}
		if (record) {
			handle_record(client, record);
			return TRUE;
		}
		GError *failure = NULL;
		if (client->transport->ops->receive(
			    client->transport, deadline, &failure))
			continue;
		if (failure->code == MI_ERROR_DIED) {
			client->running = FALSE;
			client->pid = 0;
		}
		if (failure->code == MI_ERROR_TIMEOUT && client->junk)
			g_prefix_error(&failure, "%s; ", client->junk);
		g_propagate_error(error, failure);
		return FALSE;
	}
}

/* What GDB answered, as the caller's record or error. */
static struct mi_record *take_answer(
	struct mi_pending *pending, char **console, GError **error)
{
	struct mi_record *record = g_steal_pointer(&pending->result);
	if (pending->error) {
		g_propagate_error(error, g_steal_pointer(&pending->error));
		g_prefix_error(error, "%s: ", pending->command);
		return NULL;
	}
	if (strcmp(record->class, "error") == 0) {
		const char *message = mi_value_text(&record->value, "msg");
		g_set_error(error, MI_ERROR, MI_ERROR_COMMAND, "%s: %s",
			pending->command,
			message ? message : "GDB refused this");
		mi_record_free(record);
		return NULL;
	}

	if (console)
		*console = pending->console ? g_steal_pointer(&pending->console)
					    : g_strdup("");
	return record;
}

struct mi_record *mi_client_wait_console(struct mi_client *client, gint64 token,
	gint64 deadline, char **console, GError **error)
{
	struct mi_pending *pending = find_pending(client, token);
	if (!pending) {
		g_set_error(error, MI_ERROR, MI_ERROR_ANSWER,
			"no command with token %" G_GINT64_FORMAT
			" is under way",
			token);
		return NULL;
	}

	while (!pending->result && !pending->error)
		if (!mi_client_pump(client, deadline, error)) {
			g_prefix_error(error, "%s: ", pending->command);
			return NULL;
		}

	struct mi_record *record = take_answer(pending, console, error);
	g_hash_table_remove(client->pending, &token);
	return record;
}

struct mi_record *mi_client_wait(
	struct mi_client *client, gint64 token, int timeout_ms, GError **error)
{
	return mi_client_wait_console(
		client, token, mi_client_deadline(timeout_ms), NULL, error);
}
