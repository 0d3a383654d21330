/* Programs of the zoo, stopped under GDB, and what both say about them.
 *
 *	struct zoo zoo;
 *	for (gboolean stops = zoo_start(&zoo, "c-plain"); stops;
 *		stops = zoo_next(&zoo))
 *		zoo_compare_frames(&zoo);
 *	zoo_end(&zoo);
 *
 * A difference fails the running test and names the expression. */
#ifndef TESTS_ZOO_H
#define TESTS_ZOO_H

#include "debuginfo.h"
#include "mi-helper.h"

struct zoo {
	const char *name;
	char *path;
	struct session session;
	struct hc_debuginfo *info;
	GPtrArray *calls; /* struct hc_call * */
	guint stops;
	struct hc_registers registers; /* of the innermost frame */
	guint64 fs_base;
	gboolean optimised; /* GDB may know more than we say */
	gboolean weak; /* GDB knows less: what it doesn't is no difference */
	guint checks; /* how many comparisons were made */
	guint differences;
	guint known; /* variables of frames that are somewhere … */
	guint out; /* … and that are optimised out for both … */
	guint only_gdb; /* … and those that GDB alone has a value of */
};

/* The path of a program, NULL if this machine could not make it. */
char *zoo_path(const char *name);
/* Runs it to the first stop_here. FALSE: there is none, or no such program. */
gboolean zoo_start(struct zoo *zoo, const char *name);
gboolean zoo_next(struct zoo *zoo);
/* To the next line. */
gboolean zoo_step(struct zoo *zoo);
/* Fetches the registers again. */
gboolean zoo_registers(struct zoo *zoo);
/* As zoo_start, but nothing is read: info and calls stay NULL. */
gboolean zoo_run(struct zoo *zoo, const char *name);
void zoo_end(struct zoo *zoo);

gboolean zoo_read(guint64 address, void *bytes, gsize n, gpointer pid);
/* What GDB makes of an expression; NULL: an error. */
char *zoo_evaluate(struct zoo *zoo, const char *format, ...)
	G_GNUC_PRINTF(2, 3);
/* The same, as a number. */
gboolean zoo_number(struct zoo *zoo, guint64 *number, const char *format, ...)
	G_GNUC_PRINTF(3, 4);
void zoo_differs(struct zoo *zoo, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* It has no answer for what we know. */
void zoo_lacks(struct zoo *zoo, const char *what, const char *expression);

/* A value of a type at an address, with all that it is made of. */
void zoo_compare_value(struct zoo *zoo, const char *expression,
	const struct mg_type *type, guint64 address, guint depth);
/* GDB's frames that are one of ours: inlined functions have frames of their
 * own there, with the same pc; the last of them is the real one. */
struct zoo_group {
	guint first, last;
};
GArray *zoo_groups(struct zoo *zoo, const struct mi_backtrace *theirs);
void zoo_compare_frames(struct zoo *zoo);
void zoo_compare_locals(struct zoo *zoo);
void zoo_compare_globals(struct zoo *zoo);
void zoo_compare_types(struct zoo *zoo);

/* All of that for each of these programs that this machine could make; how
 * many comparisons. Without GDB the test is skipped: then there is no end. */
guint zoo_compare(const char *const *names);

#endif
