/* Nothing is left behind, even if we are killed.
 *
 *	int main(int argc, char **argv)
 *	{
 *		hc_warden_enter();
 *		...
 *
 * Those who start processes clean up after themselves, but not if they are
 * killed, and the kernel ends with them only what it was told to: not what the
 * program's own children do, nor a program that GDB is just starting, nor one
 * that GDB has let go of and that nobody else traces yet. So three processes
 * share the work. The first is the one that the user started, and does nothing
 * but hand on signals and wait. Its child is the warden. The warden's child
 * does all the rest, and whatever it starts comes to the warden if its own
 * parents end (a child subreaper). When the worker ends, in whatever way, the
 * warden kills all that is left,
 * and removes our folder (process-scratch.h). It does so, too, when the first process ends.
 * And should somebody kill the warden, the worker dies with it, and the first
 * process does what the warden would have done.
 *
 * So one of the three may be killed, or all that are in the user's process
 * group: the warden is not. Only if the warden and the first process are both
 * killed by their numbers nobody cleans up. */
#ifndef HC_WARDEN_H
#define HC_WARDEN_H

/* Returns in a new process, which is the worker, in the same process group as
 * before. The first process ends as the worker does, by the same status or
 * signal, and hands SIGINT, SIGTERM and SIGHUP on to it: who has handlers for
 * these sets them before. To be called first of all else, while there are
 * neither threads nor anything in the buffers of stdio.
 * If the system refuses, it returns in the same process: all works but this. */
void hc_warden_enter(void);

#endif
