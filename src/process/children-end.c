#include "children-end.h"

#include "children-visit.h"
#include "process-calls.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>

/* Between two looks where there is no descriptor. */
enum { LOOK_MS = 2 };

HC_IN_GUARD int hc_children_open(void)
{
	guint64 mask = 1UL << (SIGCHLD - 1);
	return (int) HC_CALL_4(SYS_signalfd4, -1, &mask, sizeof mask,
		SFD_CLOEXEC | SFD_NONBLOCK);
}

HC_IN_GUARD gboolean hc_children_poll(int children, int line)
{
	struct pollfd two[2];
	two[0].fd = line;
	two[1].fd = children;
	two[0].events = two[1].events = POLLIN;
	two[0].revents = two[1].revents = 0;
	HC_CALL_3(SYS_poll, two, 2, children < 0 ? LOOK_MS : -1);
	if (two[1].revents) {
		struct signalfd_siginfo info;
		while (HC_CALL_3(SYS_read, children, &info, sizeof info) > 0)
			;
	}
	return two[0].revents != 0;
}

HC_IN_GUARD gboolean hc_children_reap_others(pid_t pid)
{
	for (;;) {
		siginfo_t info;
		info.si_pid = 0;
		if (HC_CALL_5(SYS_waitid, P_ALL, 0, &info,
			    WEXITED | WNOHANG | WNOWAIT, NULL) < 0 ||
			info.si_pid == 0)
			return FALSE;
		if (info.si_pid == pid)
			return TRUE;
		HC_CALL_4(SYS_wait4, info.si_pid, NULL, __WALL, NULL);
	}
}

struct sweep {
	hc_children_spares spares;
	const void *data;
	guint found, reaped;
};

HC_IN_GUARD static gboolean is_spared(const struct sweep *sweep, pid_t pid)
{
	return sweep->spares && sweep->spares(pid, sweep->data);
}

HC_IN_GUARD static void kill_one(pid_t pid, void *data)
{
	struct sweep *sweep = data;
	sweep->found += !is_spared(sweep, pid) &&
			HC_CALL_2(SYS_kill, pid, SIGKILL) == 0;
}

HC_IN_GUARD static void reap_one(pid_t pid, void *data)
{
	struct sweep *sweep = data;
	sweep->reaped +=
		!is_spared(sweep, pid) &&
		HC_CALL_4(SYS_wait4, pid, NULL, __WALL | WNOHANG, NULL) == pid;
}

/* Whether there is a child still, dead or alive; those that are dead and not to
 * be spared are reaped. Of those that are spared nobody knows but the list. */
HC_IN_GUARD static gboolean is_any_left(struct sweep *sweep)
{
	if (sweep->spares) {
		hc_children_visit("/proc/self/task", reap_one, sweep);
		return sweep->found > 0;
	}
	long pid;
	while ((pid = HC_CALL_4(SYS_wait4, -1, NULL, __WALL | WNOHANG, NULL)) >
		0)
		sweep->reaped++;
	return pid == 0;
}

HC_IN_GUARD static gint64 seconds_now(void)
{
	struct timespec now;
	HC_CALL_2(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

/* All are killed before any is waited for: a child that another one traces can
 * be reaped only after that one. Killing one may bring its children to us. On a
 * busy machine it takes a process seconds to die. */
HC_IN_GUARD void hc_children_kill_all(
	hc_children_spares spares, const void *data, guint seconds)
{
	/* What lives but is not on the list for so many looks can't be killed:
	 * the kernel does not tell us who it is. */
	enum { UNLISTED = 20, SHORTEST_NS = 100000, LONGEST_NS = 10000000 };
	gint64 end = seconds_now() + seconds;
	struct timespec nap = {0, SHORTEST_NS};
	for (guint unlisted = 0; seconds_now() <= end;) {
		struct sweep sweep = {spares, data, 0, 0};
		hc_children_visit("/proc/self/task", kill_one, &sweep);
		unlisted = sweep.found ? 0 : unlisted + 1;
		if (!is_any_left(&sweep) || unlisted > UNLISTED)
			return;
		if (sweep.reaped) {
			nap.tv_nsec = SHORTEST_NS;
			continue;
		}
		HC_CALL_2(SYS_nanosleep, &nap, NULL);
		nap.tv_nsec = MIN(2 * nap.tv_nsec, LONGEST_NS);
	}
}
