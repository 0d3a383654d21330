/* From how two states differ to deltas: differences that can be put into the
 * passing run one by one, and in any combination.
 *
 *	g_autoptr(hc_deltas) deltas = hc_deltas_new(diff, NULL);
 *	sizes = hc_deltas_blocks(deltas, &n);
 *	… allocate n blocks of these sizes in the passing run, where none of
 *	  its dangling pointers leads: hc_deltas_stale() …
 *	hc_deltas_set_blocks(deltas, addresses);
 *	g_autoptr(hc_alteration) a = hc_deltas_alter(deltas, set);
 *
 * Deltas are numbered 0 … n-1, so sets of them are dd's sets. All together they
 * turn the passing state into the failing one; leaving one out is as if that
 * difference did not exist. What exists only in the failing run is created with
 * the first pointer that needs it, along with all that it needs in turn; what
 * exists only in the passing run becomes unreachable with its last pointer.
 * Nothing is ever freed. If elements are inserted into a list and others
 * deleted at the same place, these are two deltas, and the links are worked out
 * from the set that is applied.
 *
 * The diff, its match and both graphs must outlive the deltas. */
#ifndef HC_DELTAS_H
#define HC_DELTAS_H

#include "alteration.h"
#include "dd.h"
#include "diff.h"

enum hc_delta_kind {
	HC_DELTA_VALUE,
	HC_DELTA_POINTER, /* leads elsewhere, maybe to something new */
	HC_DELTA_INSERTION, /* into a list */
	HC_DELTA_DELETION, /* from a list */
	HC_DELTA_REGISTER, /* a variable that is in a register */
	HC_DELTA_FILE, /* an open descriptor */
	HC_DELTA_ENTRY, /* a variable of the environment, in one run only */
};

struct hc_deltas;

/* Differences that also show between two runs of the same invocation are noise
 * and make no deltas: what differs in `pass` (the same passing state and
 * another one) or in `fail` (the same failing state and another one). */
struct hc_noise {
	const struct mg_diff *pass, *fail; /* or NULL */
	/* Keys of streams whose state can't be a cause, since what they hold
	 * was written before: NULL-terminated, or NULL. This includes their
	 * buffers. */
	const char *const *streams;
	/* The failing process itself, or 0. Through it, its open files are
	 * found even if their names are gone, as for temporary files. */
	int process;
};

/* Whatever takes long here ends early if the user wants it to: see struct
 * mg_reader. This is NULL then. */
struct hc_deltas *hc_deltas_new(
	const struct mg_diff *diff, const struct hc_noise *noise);
void hc_deltas_free(struct hc_deltas *deltas);

guint hc_deltas_n(const struct hc_deltas *deltas);
/* How many differences were set aside as noise. */
guint hc_deltas_n_noise(const struct hc_deltas *deltas);
/* Vertices of the passing run that differ by noise alone. */
guint hc_deltas_noise_vertices(const struct hc_deltas *deltas);
/* Differences that can't be transferred: an array of struct hc_refused. */
struct hc_refused {
	char *name;
	const char *why;
	gboolean own; /* it is about its own run alone, and differs in any case
			 */
};
const GArray *hc_deltas_refused(const struct hc_deltas *deltas);
/* How many of these lead to freed memory, or to a stack that is gone. */
guint hc_deltas_n_dangling(const struct hc_deltas *deltas);
/* The deltas of pointers that lead there in the passing run. */
struct dd_set *hc_deltas_dangling(const struct hc_deltas *deltas);
/* A tree over the deltas, for dd: by frame, variable and object. */
const struct dd_groups *hc_deltas_groups(const struct hc_deltas *deltas);

/* ---- What a delta is, for people ---- */

enum hc_delta_kind hc_delta_kind(const struct hc_deltas *deltas, guint i);
/* The difference that it comes from. */
const struct mg_change *hc_delta_change(
	const struct hc_deltas *deltas, guint i);
/* What it changes, as an expression in the passing run; its type; what it is
 * in the passing (0) and the failing (1) run. The caller frees them. */
char *hc_delta_name(const struct hc_deltas *deltas, guint i);
char *hc_delta_type(const struct hc_deltas *deltas, guint i);
/* The name as a person would write it, also where GDB has only an address:
 * "f::x" for a variable of an inner block. */
char *hc_delta_shown(const struct hc_deltas *deltas, guint i);
/* The variable of the innermost frame that the name begins with; NULL: it is
 * another's. Also where that is in the passing run (its own place), or what it
 * leads to if the name goes on from there; 0: in no memory. */
const char *hc_delta_local(const struct hc_deltas *deltas, guint i,
	guint64 *address, gboolean *own);
/* What else it could be called: by the other ways that lead there. Made once for
 * all deltas that are asked about, which outlive it. */
struct hc_namer;
struct hc_namer *hc_namer_new(const struct hc_deltas *deltas);
void hc_namer_free(struct hc_namer *namer);
struct hc_other_name {
	char *shown; /* as hc_delta_shown() has it */
	const char *local; /* as hc_delta_local(), with `own` and `address` */
	gboolean own;
	guint64 address;
};
/* struct hc_other_name, short ways first; freed with g_array_unref. */
GArray *hc_namer_others(struct hc_namer *namer, guint i);
char *hc_delta_text(const struct hc_deltas *deltas, guint i, guint side);
/* The same, as all of a set together make it in the failing run: an insertion
 * and a deletion may be about one pointer. */
char *hc_delta_text_in(const struct hc_deltas *deltas, guint i, guint side,
	const struct dd_set *set);

/* Where it is in the memory of a run (side), and at which bit. FALSE if it is
 * not in memory. */
gboolean hc_delta_address(const struct hc_deltas *deltas, guint i, guint side,
	guint64 *address, guint *bit);

/* The bytes by which one sees that somebody writes to it: all of a number or a
 * pointer, of anything else the first byte that differs. They can be watched by
 * the processor: 1, 2, 4 or 8, at a multiple of that; and which of their bits
 * are meant. FALSE if it is not in memory. */
struct hc_delta_bytes {
	guint64 address;
	guint size;
	guint8 mask[8];
};
gboolean hc_delta_bytes(const struct hc_deltas *deltas, guint i, guint side,
	struct hc_delta_bytes *bytes);

/* Where the object is that a pointer leads to in the run `of`, which identifies
 * it at all moments of a run: in the other run's memory, or, if that does not
 * have it, in its own; *side says whose. FALSE if it leads to no object. */
gboolean hc_delta_target(const struct hc_deltas *deltas, guint i, guint of,
	guint64 *address, guint *side);

/* ---- Putting them in ---- */

/* Sizes of the blocks that may be needed, allocated once in the program that
 * is altered, by its own malloc. */
const guint64 *hc_deltas_blocks(const struct hc_deltas *deltas, guint *n);
/* Addresses that the passing run holds and that lead to nothing, such as those
 * of freed memory: no block may contain one of them, or a dangling pointer
 * would come to life. Sorted; none if no block is needed. */
const guint64 *hc_deltas_stale(const struct hc_deltas *deltas, guint *n);
/* Says where the blocks are, one address for each. */
void hc_deltas_set_blocks(struct hc_deltas *deltas, const guint64 *addresses);

/* What the set changes in the passing run; NULL only if the user wants it to
 * end. */
struct hc_alteration *hc_deltas_alter(
	const struct hc_deltas *deltas, const struct dd_set *set);

/* The same as commands for GDB, to be given in this order at the same place of
 * the passing run: lines of a script, some of which belong together (define,
 * while, end). NULL-terminated; the caller frees it with g_strfreev. Some are
 * missing if the user wants it to end. */
char **hc_deltas_commands(
	const struct hc_deltas *deltas, const struct dd_set *set);

/* ---- Finer and the other way round ---- */

/* New deltas, with the set's arrays and buffers divided into the elements that
 * differ. `origin` has the old number of each new delta, and belongs to the new
 * deltas. NULL if there is nothing to divide, or if the user wants it to
 * end. */
struct hc_deltas *hc_deltas_refine(const struct hc_deltas *deltas,
	const struct dd_set *set, const guint32 **origin);

/* The deltas of a reversed diff that undo those of a set; some are missing if
 * the user wants it to end. */
struct dd_set *hc_deltas_mirror(const struct hc_deltas *deltas,
	const struct dd_set *set, const struct hc_deltas *reversed);

typedef struct hc_deltas hc_deltas; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_deltas, hc_deltas_free)
typedef struct hc_namer hc_namer; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_namer, hc_namer_free)

#endif
