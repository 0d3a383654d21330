#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* µs between two repetitions of the live line, and between two plain lines of
 * the same kind. */
enum { TICK = 1000000, PLAIN_TICK = 5000000 };

struct hc_progress {
	gboolean quiet, verbose, terminal;
	GThread *ticker; /* NULL: none is needed */
	GMutex lock; /* of all below */
	GCond changed;
	gboolean over;
	char *what; /* NULL: no live line */
	gint64 since; /* when that was said */
	gint64 printed; /* the last plain line */
};

/* A line that is wider than the terminal would not be wiped. */
static int columns(void)
{
	struct winsize size;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
		return 79;
	return size.ws_col - 1;
}

/* With the lock held. */
static void show(const struct hc_progress *p)
{
	gint64 seconds = (g_get_monotonic_time() - p->since) / G_USEC_PER_SEC;
	g_autofree char *text =
		seconds ? g_strdup_printf("%s ... %d s", p->what, (int) seconds)
			: g_strdup_printf("%s ...", p->what);
	fprintf(stderr, "\r\033[K%.*s", columns(), text);
	fflush(stderr);
}

static gpointer tick(gpointer data)
{
	struct hc_progress *p = data;
	g_mutex_lock(&p->lock);
	while (!p->over) {
		/* The next whole second since it was said. */
		gint64 past = g_get_monotonic_time() - p->since;
		gint64 until = p->since + (past / TICK + 1) * TICK;
		if (!g_cond_wait_until(&p->changed, &p->lock, until) && p->what)
			show(p);
	}
	g_mutex_unlock(&p->lock);
	return NULL;
}

/* Signals are for the thread that has made it. */
static GThread *start_ticker(struct hc_progress *p)
{
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	GThread *ticker = g_thread_try_new("progress", tick, p, NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ticker;
}

struct hc_progress *hc_progress_new(gboolean quiet, gboolean verbose)
{
	struct hc_progress *p = g_new0(struct hc_progress, 1);
	p->quiet = quiet;
	p->verbose = verbose;
	p->terminal = isatty(STDERR_FILENO);
	g_mutex_init(&p->lock);
	g_cond_init(&p->changed);
	if (p->terminal && !quiet)
		p->ticker = start_ticker(p);
	return p;
}

void hc_progress_free(struct hc_progress *p)
{
	hc_progress_wipe(p);
	if (p->ticker) {
		g_mutex_lock(&p->lock);
		p->over = TRUE;
		g_cond_signal(&p->changed);
		g_mutex_unlock(&p->lock);
		g_thread_join(p->ticker);
	}
	g_mutex_clear(&p->lock);
	g_cond_clear(&p->changed);
	g_free(p->what);
	g_free(p);
}

/* Whether a plain line says something new. The words before the first number
 * tell what is done, all behind that tells how far it is: now and then will
 * do. */
static gboolean is_news(const struct hc_progress *p, const char *what)
{
	gsize n = strcspn(what, "0123456789");
	return p->verbose || !p->what || !what[n] ||
	       strncmp(p->what, what, n) != 0 ||
	       g_get_monotonic_time() - p->printed >= PLAIN_TICK;
}

void hc_progress_say(struct hc_progress *p, const char *what)
{
	if (p->quiet)
		return;
	g_mutex_lock(&p->lock);
	gboolean news = is_news(p, what);
	g_free(p->what);
	p->what = g_strdup(what);
	p->since = g_get_monotonic_time();
	if (p->terminal) {
		show(p);
		g_cond_signal(&p->changed);
	} else if (news) {
		p->printed = p->since;
		fprintf(stderr, "howcome: %s\n", what);
		fflush(stderr);
	}
	g_mutex_unlock(&p->lock);
}

void hc_progress_print(struct hc_progress *p, const char *line)
{
	g_mutex_lock(&p->lock);
	gboolean live = p->what && p->terminal;
	fprintf(stderr, "%showcome: %s\n", live ? "\r\033[K" : "", line);
	if (live)
		show(p);
	g_mutex_unlock(&p->lock);
}

void hc_progress_tell(struct hc_progress *p, const char *line)
{
	if (!p->quiet)
		hc_progress_print(p, line);
}

void hc_progress_wipe(struct hc_progress *p)
{
	g_mutex_lock(&p->lock);
	if (p->what && p->terminal) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
		g_clear_pointer(&p->what, g_free);
	}
	g_mutex_unlock(&p->lock);
}
