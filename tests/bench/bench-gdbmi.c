/* How fast the parser is, and what the client adds to a round trip: the same
 * command through the client and through a bare loop of write and read, each
 * with its own GDB, in turns, so that noise hits both alike. Several pairs of
 * GDBs, since where the system happens to put a process matters as much as
 * what the process does. */
#include "gdbmi.h"
#include "mi-lines.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COMMAND "-data-evaluate-expression 1"

enum { PAIRS = 5, ROUNDS = 20, TRIPS = 50, N = ROUNDS * TRIPS };
enum { BATCHES = 3, PIPELINED = 500, MIX = 64 << 20 };

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

/* A GDB with nothing between it and us; fds[0] is for reading. */
static gboolean start_bare(pid_t *pid, int *fds)
{
	int in[2], out[2];
	if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0)
		return FALSE;
	*pid = fork();
	if (*pid == 0) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execlp("gdb", "gdb", "-nx", "-q", "--interpreter=mi3", "-iex",
			"set debuginfod enabled off", NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	fds[0] = out[0];
	fds[1] = in[1];
	return *pid > 0;
}

static gboolean bare_trip(const int *fds, const char *command)
{
	static const char prompt[] = "(gdb) \n";
	static char bytes[1 << 16];
	gsize n = 0;
	if (command && write(fds[1], command, strlen(command)) < 0)
		return FALSE;
	do {
		ssize_t got = read(fds[0], bytes + n, sizeof bytes - n);
		if (got <= 0)
			return FALSE;
		n += got;
	} while (n < sizeof prompt - 1 ||
		 memcmp(bytes + n - (sizeof prompt - 1), prompt,
			 sizeof prompt - 1) != 0);
	return TRUE;
}

static gboolean measure(
	struct mi_client *gdb, const int *fds, double *ours, double *bare)
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
			if (!bare_trip(fds, "1" COMMAND "\n"))
				return FALSE;
			bare[i] = now() - start;
		}
	}
	return TRUE;
}

/* Seconds a command when many are under way; below 0 on failure. */
static double pipelined(struct mi_client *gdb)
{
	static gint64 tokens[PIPELINED];
	double start = now();
	for (guint i = 0; i < PIPELINED; i++)
		tokens[i] = mi_client_send(gdb, COMMAND, NULL);
	for (guint i = 0; i < PIPELINED; i++) {
		mi_record *record = mi_client_wait(gdb, tokens[i], 10000, NULL);
		if (!record)
			return -1;
		mi_record_free(record);
	}
	return (now() - start) / PIPELINED;
}

struct result {
	double trip[PAIRS], ratio[PAIRS], pipelined[PAIRS * BATCHES];
};

static gboolean bench_pair(
	struct mi_client *gdb, struct result *result, guint pair)
{
	static double ours[N], bare[N];
	pid_t pid = 0;
	int fds[2] = {-1, -1};
	gboolean ok = start_bare(&pid, fds) && bare_trip(fds, NULL) &&
		      measure(gdb, fds, ours, bare);
	close(fds[1]);
	close(fds[0]);
	waitpid(pid, NULL, 0);
	result->trip[pair] = median(ours, N);
	result->ratio[pair] = result->trip[pair] / median(bare, N);
	for (guint i = 0; ok && i < BATCHES; i++) {
		double seconds = pipelined(gdb);
		result->pipelined[pair * BATCHES + i] = seconds;
		ok = seconds > 0;
	}
	return ok;
}

int main(void)
{
	static struct result result;
	bench_parse();
	for (guint pair = 0; pair < PAIRS; pair++) {
		g_autoptr(GError) error = NULL;
		struct mi_options options = MI_OPTIONS_INIT;
		g_autoptr(mi_client) gdb = mi_client_new(&options, &error);
		if (!gdb) {
			fprintf(stderr, "%s\n", error->message);
			return g_error_matches(error, MI_ERROR, MI_ERROR_NO_GDB)
				       ? 77
				       : 1;
		}
		if (!bench_pair(gdb, &result, pair))
			return 1;
	}
	printf("BENCH mi.roundtrip_us %.1f us\n",
		median(result.trip, PAIRS) * 1e6);
	printf("BENCH mi.pipelined_us %.1f us\n",
		median(result.pipelined, PAIRS * BATCHES) * 1e6);
	printf("BENCH mi.roundtrip_ratio %.2f ratio\n",
		median(result.ratio, PAIRS));
	return 0;
}
