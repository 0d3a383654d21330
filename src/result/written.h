/* Who wrote a value, as far as a run shows it: plain data. */
#ifndef HC_WRITTEN_H
#define HC_WRITTEN_H

#include <glib.h>

enum hc_written_how {
	HC_WRITTEN_STORED, /* by a statement of the program */
	HC_WRITTEN_CALLED, /* by a function of a library that it called there */
	HC_WRITTEN_PASSED, /* by a call: it is a parameter */
	HC_WRITTEN_NEVER, /* it is what the program started with */
};

/* The last write before a moment. */
struct hc_written {
	enum hc_written_how how;
	/* Where; NULL if it was never written. */
	char *function, *file;
	int line;
	char *library; /* HC_WRITTEN_CALLED: the function; NULL: unknown */
	guint count; /* writes so far, this one included; 0: not known */
	GPtrArray
		*backtrace; /* char *: "main (sample.c:27)", innermost first */
};

struct hc_written *hc_written_new(void);
void hc_written_free(struct hc_written *written);
/* Whether both tell of the same place in the same way. */
gboolean hc_written_same(
	const struct hc_written *a, const struct hc_written *b);

typedef struct hc_written hc_written; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_written, hc_written_free)

#endif
