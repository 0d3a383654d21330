/* The longest common subsequence of two sequences of numbers.
 *
 *	gint64 to[n];
 *	mg_align(a, n, b, m, to);
 *	if (to[i] >= 0)
 *		a[i] is b[to[i]]
 *
 * Near-linear where little differs. Where it would cost too much, the
 * subsequence may be shorter than possible. */
#ifndef MG_ALIGN_H
#define MG_ALIGN_H

#include <glib.h>
#include <signal.h>

/* to[i] is the place in b of a[i], or -1; rising. */
void mg_align(const guint64 *a, gsize n, const guint64 *b, gsize m, gint64 *to);
/* The same, but it ends early if *stop is not 0, with fewer pairs. */
void mg_align_until(const volatile sig_atomic_t *stop, const guint64 *a,
	gsize n, const guint64 *b, gsize m, gint64 *to);
/* The same for what two runs do one after the other: what comes once in each is
 * no anchor as long as few edits lead from one to the other. In loops it may be
 * far apart: the 60th turn of one run would be paired with the 93rd of the
 * other. */
void mg_align_steps_until(const volatile sig_atomic_t *stop, const guint64 *a,
	gsize n, const guint64 *b, gsize m, gint64 *to);

#endif
