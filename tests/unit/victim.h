/* Processes that are started to be killed, and what is left of them.
 *
 *	const char *const words[] = {"fork", NULL};
 *	g_auto(victim_t) victim = {0};
 *	if (victim_start(&victim, words)) {
 *		victim_signal(&victim, VICTIM_FIRST, SIGKILL);
 *		int status = victim_wait(&victim);
 *		g_autofree char *left = victim_left(&victim);
 *	}
 *
 * A victim is this very program with other arguments, in a process group of its
 * own. All that comes from it is known by a word in its environment. */
#ifndef TESTS_VICTIM_H
#define TESTS_VICTIM_H

#include <glib.h>
#include <sys/types.h>

struct victim {
	GPid pid;
	int out; /* what it writes to stdout */
	char *mark; /* NULL: it does not run */
};

/* Its processes, if it has called hc_warden_enter(). */
enum victim_part {
	VICTIM_FIRST,
	VICTIM_WARDEN,
	VICTIM_WORKER,
	VICTIM_GROUP, /* all of its process group */
	VICTIM_PARTS,
};

/* words: its arguments. FALSE fails the running test. */
gboolean victim_start(struct victim *victim, const char *const *words);
/* Waits for this line on its stdout, as long as it lives. */
gboolean victim_says(struct victim *victim, const char *line);
/* Where it has no such part yet, the first process gets the signal. */
void victim_signal(
	const struct victim *victim, enum victim_part part, int signal);
/* The first process's wait status. */
int victim_wait(const struct victim *victim);
/* Gives what is left of it some time to end. What is there even then: each with
 * its state, and killed; NULL if nothing is. */
char *victim_left(const struct victim *victim);
void victim_clear(struct victim *victim);

/* The first child of a process; 0 if it has none. */
pid_t victim_child(pid_t pid);

typedef struct victim victim_t; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(victim_t, victim_clear)

#endif
