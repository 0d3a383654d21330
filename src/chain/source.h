/* Internal to chain: the text of the program's source, as far as it is there,
 * and what can be read off it without understanding C: where a statement ends,
 * whether it decides where to go on, which names it gives a value.
 *
 *	g_autoptr(hc_source) source = hc_source_new(program);
 *	const char *text = hc_source_line(source, file, 12);
 *	if (text && hc_source_sets(text, "cents")) …
 */
#ifndef HC_SOURCE_H
#define HC_SOURCE_H

#include "suspect.h"

struct hc_source;
/* Of the program with this path. */
struct hc_source *hc_source_new(const char *program);
void hc_source_free(struct hc_source *source);

/* Where a file is that was compiled in a folder: there or, if it is not, in the
 * current one. The source's own; never NULL. */
const char *hc_source_path(
	struct hc_source *source, const char *folder, const char *file);

/* Whether a file's text is there and older than the program. */
enum hc_source_state hc_source_state(
	struct hc_source *source, const char *file);
/* A line of it, without its end; the source's own. NULL: not there. */
const char *hc_source_line(
	struct hc_source *source, const char *file, int line);
/* All lines from one to another, for the caller; NULL: not there. */
char **hc_source_lines(
	struct hc_source *source, const char *file, int first, int last);
/* The line on which what begins on this one ends: its brackets are closed and
 * a ';', '{', '}' or ':' ends it, or nothing is open. At most a few more. */
int hc_source_end(struct hc_source *source, const char *file, int line);

/* Whether a text assigns to a name, or to an element of it, or counts it up or down:
 * `x = …`, `p->x += …`, `x[i]++`, not `x.y = …`. */
gboolean hc_source_sets(const char *text, const char *name);
/* Whether it decides where to go on: if, while, for, switch. */
gboolean hc_source_decides(const char *text);

/* Whether it does nothing but call functions, none of which is handed a place
 * to write to. */
gboolean hc_source_only_calls(const char *text);

/* The last name of an expression outside of brackets: "cents" of
 * `book->expenses[1].cents`; NULL: it has none. The caller frees it. */
char *hc_source_last_name(const char *expression);

typedef struct hc_source hc_source; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_source, hc_source_free)

#endif
