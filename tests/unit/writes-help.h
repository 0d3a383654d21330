/* The debuggee `writes`, stopped where it knows which bytes it is about, and the
 * question who wrote them. */
#ifndef TESTS_WRITES_HELP_H
#define TESTS_WRITES_HELP_H

#include "target.h"
#include "writes.h"

struct asked {
	struct hc_launch launch;
	const char *argv[3];
	char *path;
	struct hc_target *target;
	struct hc_bring_place place;
	struct hc_writes_bytes bytes;
};

/* "writes", or "writes-optimised", with one of its kinds. FALSE with an error,
 * or without one if there is no telling where the bytes would be in another
 * run. The struct must be cleared in any case. */
gboolean asked_new(struct asked *asked, const char *program, const char *kind,
	gboolean randomize, GError **error);
/* A function of the program, by its distance from where the file is loaded; 0:
 * there is none. */
guint64 asked_function(const struct asked *asked, const char *name);
void asked_clear(struct asked *asked);

/* The line of MARK: name in the debuggee. */
int asked_line(const char *mark);

#endif
