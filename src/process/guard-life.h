/* What we tell a guard, and its life. Internal to process. */
#ifndef HC_GUARD_LIFE_H
#define HC_GUARD_LIFE_H

#include "launch-guard.h"

enum { HC_GUARD_STACK = 64 << 10 };

struct hc_guard_job {
	const struct hc_launch *launch;
	struct hc_streams streams;
	struct hc_guard_hold hold;
	int control; /* its end of the pipe */
	int report; /* where the report goes */
	char *program_stack; /* its top; for the way from clone to exec */
	pid_t guard;
	volatile int code; /* why there was no exec */
};

/* The whole life of the process, for clone. */
int hc_guard_live(void *job);

#endif
