/* A process that runs the user's command for us and ends with all that the
 * command started. Internal to the oracle. */
#ifndef HC_ORACLE_GUARD_H
#define HC_ORACLE_GUARD_H

#include <sys/types.h>

struct hc_guard_job {
	const char *const *argv;
	const char *const *env;
	int in, out, err; /* descriptors above 2 for the command's streams */
	int control; /* a pipe; when nobody has its other end open any more,
			all is ended (here it is closed at once) */
	int report; /* where the wait status goes, an int */
};

/* The whole life of the process, after fork: no allocation, no GLib. Our other
 * children are none of its business, so it collects what the command leaves
 * behind itself, instead of us. */
void hc_oracle_guard_live(const struct hc_guard_job *job)
	__attribute__((noreturn));

#endif
