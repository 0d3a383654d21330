/* What an analysis found out: plain data, filled in by it and read by who
 * reports. Strings and arrays belong to the structs that hold them; the free
 * functions free all of it. */
#ifndef HC_RESULT_H
#define HC_RESULT_H

#include "dd.h"
#include "failure.h"
#include "outcome.h"

/* One difference that matters. */
struct hc_cause {
	char *variable; /* as an expression in the passing run */
	char *shown; /* as a person writes it */
	char *type;
	char *pass, *fail; /* what it is there */
	char **commands; /* that put it into the passing run, for GDB */
};

enum hc_confirmed {
	HC_CONFIRMED_NOT, /* nobody has looked */
	HC_CONFIRMED_BOTH, /* taken out of the failing run, it passes */
	HC_CONFIRMED_ONE, /* … it does neither */
	HC_OVERDETERMINED, /* … or it fails all the same */
};

/* One moment of the run. */
struct hc_event {
	char *function, *file; /* file: NULL if unknown */
	int line;
	/* What GDB stops at in the passing run: a function, or a file and a
	 * line, and the how manyth time that is in each run. */
	char *at_function, *at_file;
	int at_line;
	guint hit_pass, hit_fail;
	GPtrArray
		*backtrace; /* char *: "main (sample.c:27)", innermost first */
	guint64 vertices[2], edges[2]; /* of both graphs: passing, failing */
	guint64 common; /* vertices that say the same */
	guint deltas;
	guint noise; /* differences set aside */
	/* Each run was stopped here twice, and its state was the same. */
	gboolean quiet;
	GPtrArray *refused; /* char *: those that can't be transferred, why */
	struct dd_counts tests;
	gboolean isolated;
	char *reason; /* why not */
	gboolean late; /* what tells the runs apart was written before */
	GPtrArray *causes; /* struct hc_cause * */
	GPtrArray *context; /* struct hc_cause *: must be there as well */
	char **script; /* commands for causes and context together */
	/* What the cause is, each part of it by where it is, and what is there
	 * ("place=value"), in words that don't depend on the moment; and the
	 * same of its context. NULL: not isolated. */
	char **identity, **context_identity;
	enum hc_confirmed confirmed;
	gboolean relaxed;
	gboolean forked; /* by the fork engine, else by rerun … */
	char *engine_reason; /* … and why */
	double stop, extract, compare, narrow; /* seconds */
};

/* All of it. */
struct hc_result {
	char *program; /* its path */
	struct {
		char *command; /* as one line of shell */
		char **argv;
		struct hc_outcome *outcome; /* under GDB */
	} pass, fail;
	GPtrArray *events; /* struct hc_event *, in the order of the run; also
			      those where nothing was isolated */
	enum hc_failure_kind failure_kind;
	char *failure_text; /* the rest of a sentence: prints "0 11" */
	struct dd_counts tests; /* of all events */
	gboolean unclear; /* most tests did neither pass nor fail */
	gboolean interrupted; /* there would be more */
	double seconds;
};

struct hc_result *hc_result_new(void);
void hc_result_free(struct hc_result *result);
/* How many events have a cause. */
guint hc_result_n_isolated(const struct hc_result *result);

struct hc_event *hc_event_new(void);
void hc_event_free(struct hc_event *event);
/* FALSE as well if one has none. */
gboolean hc_event_same_cause(
	const struct hc_event *event, const struct hc_event *other);
/* Whether they are in the same places, whatever is there. */
gboolean hc_event_same_places(
	const struct hc_event *event, const struct hc_event *other);
void hc_cause_free(struct hc_cause *cause);

typedef struct hc_event hc_event; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_event, hc_event_free)
typedef struct hc_result hc_result; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_result, hc_result_free)

#endif
