/* The transcript: everything said between GDB and us, one line each.
 *
 *	KIND SECONDS ID TEXT
 *
 * KIND    >  we sent this line
 *         }  we sent it, and what it says depends on this machine
 *         s  we sent the program a signal: its number
 *         <  GDB wrote this line
 *         |  GDB wrote this and no newline after it
 *         !  how GDB ended
 *         #  a comment
 * SECONDS since the start, with microseconds ID      GDB's process number:
 * several GDBs may share one file TEXT    the line without its newline; control
 * characters and % as %XX, all
 *         other bytes as they are
 *
 * Each line is a single write to a file opened for appending, so that the lines
 * of several GDBs do not mix. */
#include "gdbmi-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct mi_transcript {
	int fd;
	gint64 start;
	pid_t id;
	GString *partial; /* received without a newline yet */
};

struct mi_transcript *mi_transcript_open(const char *path, GError **error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd < 0) {
		g_set_error(error, MI_ERROR, MI_ERROR_SYSTEM,
			"cannot write the MI log '%s': %s", path,
			g_strerror(errno));
		return NULL;
	}

	struct mi_transcript *transcript = g_new0(struct mi_transcript, 1);
	transcript->fd = fd;
	transcript->partial = g_string_new(NULL);
	return transcript;
}

static void flush_partial(struct mi_transcript *transcript)
{
	GString *partial = transcript->partial;
	if (partial->len > 0)
		mi_transcript_line(transcript, '|', partial->str, partial->len);
	g_string_truncate(partial, 0);
}

void mi_transcript_close(struct mi_transcript *transcript)
{
	if (!transcript)
		return;
	flush_partial(transcript);
	close(transcript->fd);
	g_string_free(transcript->partial, TRUE);
	g_free(transcript);
}

void mi_transcript_start(struct mi_transcript *transcript, pid_t id)
{
	static const char text[] = "GDB/MI transcript, version 1";
	if (!transcript)
		return;
	transcript->start = g_get_monotonic_time();
	transcript->id = id;
	mi_transcript_line(transcript, '#', text, sizeof text - 1);
}

static void append_text(GString *out, const char *bytes, gsize n)
{
	for (gsize i = 0; i < n; i++) {
		guchar c = bytes[i];
		if ((c < ' ' && c != '\t') || c == 0x7f || c == '%')
			g_string_append_printf(out, "%%%02X", c);
		else
			g_string_append_c(out, c);
	}
}

void mi_transcript_line(
	struct mi_transcript *transcript, char kind, const char *bytes, gsize n)
{
	if (!transcript)
		return;

	gint64 time = g_get_monotonic_time() - transcript->start;
	GString *line = g_string_sized_new(n + 64);
	g_string_append_printf(line,
		"%c %" G_GINT64_FORMAT ".%06" G_GINT64_FORMAT " %d ", kind,
		time / G_USEC_PER_SEC, time % G_USEC_PER_SEC,
		(int) transcript->id);
	append_text(line, bytes, n);
	g_string_append_c(line, '\n');
	/* A log that cannot be written must not end the analysis. */
	for (gsize at = 0; at < line->len;) {
		ssize_t done =
			write(transcript->fd, line->str + at, line->len - at);
		if (done < 0 && errno != EINTR)
			break;
		at += MAX(done, 0);
	}

	g_string_free(line, TRUE);
}

void mi_transcript_ended(struct mi_transcript *transcript, const char *how)
{
	if (!transcript)
		return;
	flush_partial(transcript);
	mi_transcript_line(transcript, '!', how, strlen(how));
}

void mi_transcript_received(
	struct mi_transcript *transcript, const char *bytes, gsize n)
{
	if (!transcript)
		return;

	GString *partial = transcript->partial;
	const char *newline;
	while ((newline = memchr(bytes, '\n', n))) {
		gsize length = newline - bytes;
		g_string_append_len(partial, bytes, length);
		mi_transcript_line(transcript, '<', partial->str, partial->len);
		g_string_truncate(partial, 0);
		bytes += length + 1;
		n -= length + 1;
	}

	g_string_append_len(partial, bytes, n);
}
