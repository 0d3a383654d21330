/* How fast the parser is, and what the client adds to a round trip: the same
 * command through the client and through a bare loop of write and read, each
 * with its own GDB, in turns, so that noise hits both alike. */
#include "gdbmi.h"
#include "mi-lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define COMMAND "-data-evaluate-expression 1"

enum { ROUNDS = 40, TRIPS = 50, PIPELINED = 1000, MIX = 64 << 20 };

static double now(void)
{
	return g_get_monotonic_time() / 1e6;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *) a, y = *(const double *) b;
	return (x > y) - (x < y);
}

static double median(double *values, guint n)
{
	qsort(values, n, sizeof *values, compare);
	return values[n / 2];
}

static guint parse_all(const GString *text)
{
	enum { PIECE = 1 << 16 };
	g_autoptr(mi_parser) parser = mi_parser_new();
	guint n = 0;
	for (gsize at = 0; at < text->len; at += PIECE) {
		mi_parser_push(
			parser, text->str + at, MIN(PIECE, text->len - at));
		for (struct mi_record *record;
			mi_parser_next(parser, &record, NULL) && record; n++)
			mi_record_free(record);
	}
	return n;
}

static void bench_parse(void)
{
	g_autoptr(GPtrArray) lines = mi_lines_load();
	GString *text = g_string_sized_new(MIX + 10000);
	for (guint i = 0; lines->len > 0 && text->len < MIX; i++) {
		gsize n;
		const char *bytes =
			g_bytes_get_data(lines->pdata[i % lines->len], &n);
		g_string_append_len(text, bytes, n);
		g_string_append_c(text, '\n');
	}
	double rates[7];
	for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
		double start = now();
		parse_all(text);
		rates[i] = text->len / 1e6 / (now() - start);
	}
	printf("BENCH mi.parse_mb_per_s %.1f MB/s\n",
		median(rates, G_N_ELEMENTS(rates)));
	g_string_free(text, TRUE);
}

/* A GDB with nothing between it and us. */
static int start_bare(pid_t *pid)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return -1;
	*pid = fork();
	if (*pid == 0) {
		dup2(pair[1], 0);
		dup2(pair[1], 1);
		execlp("gdb", "gdb", "-nx", "-q", "--interpreter=mi3", "-iex",
			"set debuginfod enabled off", NULL);
		_exit(127);
	}
	close(pair[1]);
	return pair[0];
}

static gboolean bare_trip(int fd, const char *command)
{
	static const char prompt[] = "(gdb) \n";
	static char bytes[1 << 16];
	gsize n = 0;
	if (command && write(fd, command, strlen(command)) < 0)
		return FALSE;
	do {
		ssize_t got = read(fd, bytes + n, sizeof bytes - n);
		if (got <= 0)
			return FALSE;
		n += got;
	} while (n < sizeof prompt - 1 ||
		 memcmp(bytes + n - (sizeof prompt - 1), prompt,
			 sizeof prompt - 1) != 0);
	return TRUE;
}

static gboolean measure(
	struct mi_client *gdb, int fd, double *ours, double *bare)
{
	for (guint round = 0; round < ROUNDS; round++) {
		for (guint i = round * TRIPS; i < (round + 1) * TRIPS; i++) {
			double start = now();
			mi_record *record =
				mi_client_command(gdb, NULL, COMMAND);
			ours[i] = now() - start;
			if (!record)
				return FALSE;
			mi_record_free(record);
		}
		for (guint i = round * TRIPS; i < (round + 1) * TRIPS; i++) {
			double start = now();
			if (!bare_trip(fd, "1" COMMAND "\n"))
				return FALSE;
			bare[i] = now() - start;
		}
	}
	return TRUE;
}

static gboolean bench_pipelined(struct mi_client *gdb)
{
	static gint64 tokens[PIPELINED];
	double start = now();
	for (guint i = 0; i < PIPELINED; i++)
		tokens[i] = mi_client_send(gdb, COMMAND, NULL);
	for (guint i = 0; i < PIPELINED; i++) {
		mi_record *record = mi_client_wait(gdb, tokens[i], 10000, NULL);
		if (!record)
			return FALSE;
		mi_record_free(record);
	}
	printf("BENCH mi.pipelined_us %.1f us\n",
		(now() - start) / PIPELINED * 1e6);
	return TRUE;
}

int main(void)
{
	static double ours[ROUNDS * TRIPS], bare[ROUNDS * TRIPS];
	bench_parse();
	g_autoptr(GError) error = NULL;
	struct mi_options options = MI_OPTIONS_INIT;
	g_autoptr(mi_client) gdb = mi_client_new(&options, &error);
	if (!gdb) {
		fprintf(stderr, "%s\n", error->message);
		return g_error_matches(error, MI_ERROR, MI_ERROR_NO_GDB) ? 77
									 : 1;
	}
	pid_t pid = 0;
	int fd = start_bare(&pid);
	gboolean ok = bare_trip(fd, NULL) && measure(gdb, fd, ours, bare);
	double trip = median(ours, G_N_ELEMENTS(ours));
	if (ok) {
		printf("BENCH mi.roundtrip_us %.1f us\n", trip * 1e6);
		ok = bench_pipelined(gdb);
		printf("BENCH mi.roundtrip_ratio %.2f ratio\n",
			trip / median(bare, G_N_ELEMENTS(bare)));
	}
	close(fd);
	waitpid(pid, NULL, 0);
	return ok ? 0 : 1;
}
