/* What an analysis found out: plain data, filled in by it and read by who
 * reports. Strings and arrays belong to the structs that hold them; the free
 * functions free all of it. */
#ifndef HC_RESULT_H
#define HC_RESULT_H

#include "failure.h"
#include "isolate.h"
#include "outcome.h"
#include "result-input.h"
#include "suspect.h"
#include "written.h"

/* Another name of it, valid at the same moment; see struct hc_cause. */
struct hc_alias {
	char *shown;
	char *local, *local_place;
	gboolean local_own;
};

/* One difference that matters. */
struct hc_cause {
	/* As an expression in the passing run; in the failing one, if it was
	 * found there (HC_CONFIRMED_REVERSE). */
	char *variable;
	char *shown; /* as a person writes it */
	/* The innermost function's variable that it is, or begins with; and
	 * where that is, or what it leads to if the name goes on from there.
	 * NULL: none. */
	char *local, *local_place;
	gboolean local_own; /* it is the variable's own place */
	/* Where it is, in words that mean the same at all moments; NULL:
	 * nobody knows. And what else it could be called there; NULL:
	 * nothing. */
	char *place;
	GPtrArray *aliases; /* struct hc_alias * */
	char *type;
	char *pass, *fail; /* what it is there */
	/* Who gave it that value, there (passing, failing); NULL: nobody
	 * knows. */
	struct hc_written *written[2];
	char **commands; /* that put it into the passing run, or take it out of
			    the failing one, for GDB */
};

/* Why a moment has no cause, roughly. */
enum hc_why {
	HC_WHY_OTHER, /* it has one, or none of these */
	HC_WHY_MISSED, /* a run does not get there */
	HC_WHY_CALLS, /* they get there by different calls */
	HC_WHY_SAME, /* the states don't differ */
	HC_WHY_WRITTEN, /* what decides was written before */
	HC_WHY_NO_PASS, /* unaltered, the passing run does not pass */
	HC_WHY_PASSES, /* with all differences it still does */
	HC_WHY_ELSE, /* … or does something else */
	HC_WHYS,
};

/* What somebody who knows the program says of the cause. */
enum hc_judged {
	HC_JUDGED_NOT, /* nothing, or nobody was asked */
	HC_JUDGED_INTENDED,
	HC_JUDGED_FAULTY,
};

/* One moment of the run. */
struct hc_event {
	char *function, *file; /* file: NULL if unknown */
	int line;
	/* What GDB stops at in the passing run: a function, or a file and a
	 * line; and how often each run has been there by then, this time
	 * included. */
	char *at_function, *at_file;
	int at_line;
	guint hit_pass, hit_fail;
	GPtrArray
		*backtrace; /* char *: "main (sample.c:27)", innermost first */
	guint64 vertices[2], edges[2]; /* of both graphs: passing, failing */
	guint64 common; /* vertices that say the same */
	guint64 not_followed; /* pointers of the graph that has more of them,
				 for lack of memory */
	guint deltas;
	struct dd_counts tests;
	gboolean isolated;
	enum hc_why why; /* why not, … */
	char *reason; /* … in words, … */
	char *summary; /* … and in words for several moments; NULL: the same */
	/* A line that has other numbers in a run that was stopped: such lines
	 * don't count from here on. NULL: there are none. */
	char *uncounted;
	GPtrArray *causes; /* struct hc_cause * */
	GPtrArray *context; /* struct hc_cause *: must be there as well */
	char **script; /* commands for causes and context together */
	enum hc_confirmed confirmed;
	char *failure; /* what it leads to, as the rest of a sentence; NULL: all
			  of the failure */
	enum hc_judged judged;
	gboolean relaxed;
	gboolean forked; /* by the fork engine, else by rerun … */
	char *engine_reason; /* … and why */
	/* How the states differ, as DOT for Graphviz, if they were to be kept;
	 * NULL: they were not, or (no_room) there were too many. */
	char *dot;
	gboolean no_room;
	double stop, extract, compare, narrow; /* seconds */
};

/* What becomes of an event when the chain is told. */
enum hc_fate {
	HC_FATE_UNRESOLVED, /* there is no cause to tell */
	HC_FATE_STEP, /* it is a step of the chain */
	HC_FATE_HELD, /* the cause of its step still holds */
	/* Left out: one of several causes, each enough by itself. */
	HC_FATE_SEVERAL,
	/* Left out: the variables of its step, and of the next one, with other
	 * values, such as something that grows or goes along a list. */
	HC_FATE_MOVING,
};

struct hc_told {
	enum hc_fate fate;
	gint step; /* that it is, or follows; -1: there was none yet */
};

/* Events are named by their numbers in the result. */
struct hc_step {
	guint event;
	guint held; /* the last event with the same cause; maybe itself */
	gboolean renamed; /* there it is called otherwise */
	/* The cause of the step before is still the cause, but needs something
	 * that it did not need there. */
	gboolean still;
	gint moves_to; /* where the next cause was found; -1: nowhere */
	guint several, moving; /* events after it that are left out */
};

/* The chain from the first cause to the last. */
struct hc_telling {
	GArray *steps; /* struct hc_step */
	GArray *told; /* struct hc_told, one for each event */
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
	/* The chain as it is told: in short, and with nothing left out. */
	struct hc_telling brief, full;
	enum hc_failure_kind failure_kind;
	char *failure_text; /* the rest of a sentence: prints "0 11" */
	/* What a failure was taken to be, as for --fail-if, since all of the
	 * output together said too little; NULL: nothing had to be taken. */
	char *criterion;
	char **other_criteria; /* what it could have been as well, in the same
				  form; NULL: nothing */
	/* Where to look: struct hc_suspect *, best first; and, where the runs
	 * were traced, what only one of them executes: at all, and from the end
	 * of each step of `brief` to the next one, as far as one knows (struct
	 * hc_only). */
	GPtrArray *suspects;
	struct hc_only only;
	GArray *only_between;
	struct dd_counts tests; /* of all events */
	gboolean unclear; /* most tests did neither pass nor fail */
	gboolean several; /* most causes are one of several */
	gboolean said; /* the user said what a failure is */
	gboolean named; /* the user named the places of the events */
	gboolean interrupted; /* there would be more */
	guint passing; /* passing runs that were given; 0: one */
	guint nearer; /* of these, nearer ones with which nothing was found */
	/* What of the input decides, if that is where the passing run comes
	 * from; else NULL. */
	struct hc_result_input *input;
	double seconds;
};

struct hc_result *hc_result_new(void);
void hc_result_free(struct hc_result *result);
/* How many events have a cause. */
guint hc_result_n_isolated(const struct hc_result *result);
/* Pointers that were not followed for lack of memory, at the event with most of
 * them. */
guint64 hc_result_not_followed(const struct hc_result *result);
/* How many of these causes are confirmed in this way. */
guint hc_result_n_confirmed(
	const struct hc_result *result, enum hc_confirmed confirmed);

/* What only one run executes from the end of a step to the next one; NULL:
 * nobody knows. */
const struct hc_only *hc_result_only_between(
	const struct hc_result *result, const struct hc_step *step);

void hc_telling_init(struct hc_telling *telling);
void hc_telling_clear(struct hc_telling *telling);

struct hc_event *hc_event_new(void);
void hc_event_free(struct hc_event *event);
void hc_cause_free(struct hc_cause *cause);
void hc_alias_free(struct hc_alias *alias);

typedef struct hc_event hc_event; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_event, hc_event_free)
typedef struct hc_telling hc_telling; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_telling, hc_telling_clear)
typedef struct hc_result hc_result; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_result, hc_result_free)

#endif
