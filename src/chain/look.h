/* Internal to chain: what came of looking at one moment. The event in it is
 * what is published in the end; all else is only for the analysis itself, which
 * chooses further moments, and the steps of the chain, by it.
 *
 * A cause is known by its identity: each part of it by where it is and what is
 * there ("place=value"), in words that mean the same in other runs and at other
 * moments, sorted. */
#ifndef HC_LOOK_H
#define HC_LOOK_H

#include "place.h"
#include "result.h"

struct hc_look {
	struct hc_event *event;
	/* Of the cause and of its context; NULL: not isolated. */
	char **identity, **context_identity;
	/* Each run was stopped here twice, and its state was the same. */
	gboolean quiet;
	/* Where its causes are, to find out who wrote them: struct hc_writer *,
	 * one for each; NULL: it has none. */
	GPtrArray *writers;
	gboolean late; /* what tells the runs apart was written before */
	guint noise; /* differences set aside */
};

struct hc_look *hc_look_new(void);
/* At a moment that one of the runs does not reach after all. */
struct hc_look *hc_look_new_missed(const struct hc_place *pass,
	const struct hc_place *fail, const char *why);
void hc_look_free(struct hc_look *look);
/* Its event, which is the caller's from now on; frees the rest. */
struct hc_event *hc_look_publish(struct hc_look *look);

/* ---- same-cause.c: what two looks have in common ---- */

/* A name without the function that it may have before it: a variable of an outer
 * frame has. It is a part of the name. */
const char *hc_look_bare(const char *name);

/* Whether they found the same cause: the same values in the same places, or
 * under the same names, as where a function hands them on to another. Never if
 * one of them has none. */
gboolean hc_look_same_cause(
	const struct hc_look *look, const struct hc_look *other);
/* Whether the later cause needs something that was not named with the first:
 * that has become part of it in between. Values go on changing, and what is no
 * longer needed has been told. */
gboolean hc_look_needs_more(
	const struct hc_look *look, const struct hc_look *later);
/* Whether the causes are in the same places, whatever is there. */
gboolean hc_look_same_places(
	const struct hc_look *look, const struct hc_look *other);
/* The same, and these have the same names. */
gboolean hc_look_same_variables(
	const struct hc_look *look, const struct hc_look *other);

typedef struct hc_look hc_look; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_look, hc_look_free)

#endif
