/* System calls that don't touch errno. Internal to process.
 *
 * A guard shares our memory while it works (launch-guard.h), and errno would be
 * that of the thread which started it. So what a guard does, and what the
 * program does on its way to exec, is done by these alone. The result is the
 * kernel's: below 0 it is -errno. */
#ifndef HC_PROCESS_CALLS_H
#define HC_PROCESS_CALLS_H

#include <sys/syscall.h>

/* For functions that run in a guard: what a sanitizer knows of stacks is about
 * our threads. */
#define HC_IN_GUARD __attribute__((no_sanitize("address", "undefined")))

HC_IN_GUARD static inline long hc_call(
	long number, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	long result;
	__asm__ volatile(
		"syscall"
		: "=a"(result)
		: "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
		: "rcx", "r11", "memory");
	return result;
}

#ifdef __clang_analyzer__
/* The analyser does not see what the kernel writes through a number. */
long syscall(long number, ...);
#define HC_CALL_5(n, a, b, c, d, e) syscall(n, a, b, c, d, e)
#else
#define HC_CALL_5(n, a, b, c, d, e)                                            \
	hc_call(n, (long) (a), (long) (b), (long) (c), (long) (d), (long) (e))
#endif
#define HC_CALL_4(n, a, b, c, d) HC_CALL_5(n, a, b, c, d, 0)
#define HC_CALL_3(n, a, b, c) HC_CALL_5(n, a, b, c, 0, 0)
#define HC_CALL_2(n, a, b) HC_CALL_5(n, a, b, 0, 0, 0)
#define HC_CALL_1(n, a) HC_CALL_5(n, a, 0, 0, 0, 0)

#endif
