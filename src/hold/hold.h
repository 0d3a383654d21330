/* A program that is held at a place: stopped there, without a debugger, for as
 * long as we like.
 *
 *	struct hc_hold *hold = hc_hold_new(&launch, &streams, &place, &error);
 *	const struct hc_brought *program = hc_hold_program(hold);
 *	... read its memory; its registers are in `program` ...
 *	hc_hold_do(hold, my_task, me, &error);
 *	hc_hold_free(hold);
 *
 * ptrace belongs to a thread, so a hold has a thread of its own. */
#ifndef HC_HOLD_H
#define HC_HOLD_H

#include "bring.h"

struct hc_hold;

/* Launch and streams must outlive it. Errors are those of hc_bring(). */
struct hc_hold *hc_hold_new(const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_bring_place *place,
	GError **error);
/* Ends the program. */
void hc_hold_free(struct hc_hold *hold);

/* The hold's own. */
const struct hc_brought *hc_hold_program(const struct hc_hold *hold);

/* Has something done in the thread that traces the program, and waits for it.
 * Whatever it does, the program must be stopped again in the end. */
typedef gboolean (*hc_hold_task)(
	const struct hc_brought *program, gpointer data, GError **error);
gboolean hc_hold_do(
	struct hc_hold *hold, hc_hold_task task, gpointer data, GError **error);

typedef struct hc_hold hc_hold; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_hold, hc_hold_free)

#endif
