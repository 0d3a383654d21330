/* The system calls that make a fork independent of what it was forked from.
 * Internal to engine. */
#ifndef HC_ENGINE_OPS_H
#define HC_ENGINE_OPS_H

#include "alteration.h"
#include "engine-code.h"
#include "engine-files.h"

/* A list of system calls and the names that they use, as they will lie in the
 * program's memory at `address`. */
struct hc_ops {
	GArray *ops; /* struct hc_op */
	GPtrArray *labels; /* what each is for, for messages */
	GString *names;
	guint64 address; /* of the first; names come after `room` of them */
	guint room;
};
void hc_engine_ops_init(struct hc_ops *ops, guint64 address, guint room);
void hc_engine_ops_clear(struct hc_ops *ops);

/* Streams of its own, files opened anew, what a fork loses of its timers and its
 * thread, a process group of its own. */
void hc_engine_ops_add_own(struct hc_ops *ops, const struct hc_files *files,
	const struct hc_code_left *left);
/* Entering a view. What is written to files goes through descriptor `free`,
 * which must be the lowest that is not in use. */
void hc_engine_ops_add_view(
	struct hc_ops *ops, const struct hc_view *view, int free);
/* What the program may do beyond other users, where entering a view has given
 * it more: three sets of capabilities, as bits. */
struct hc_rights {
	guint64 effective, permitted, inheritable;
};
void hc_engine_ops_add_rights(
	struct hc_ops *ops, const struct hc_rights *rights);
/* What an alteration wants; `free` is a descriptor that is not in use. FALSE
 * if there is no room. */
gboolean hc_engine_ops_add_files(struct hc_ops *ops,
	const struct hc_alteration *alteration, int free, GError **error);

/* Writes the list into a process, as often as one likes once all is added, and
 * reads back how it went; the error is HC_ENGINE_ERROR_ALTERATION. */
gboolean hc_engine_ops_write(struct hc_ops *ops, pid_t pid, GError **error);
gboolean hc_engine_ops_check(
	const struct hc_ops *ops, pid_t pid, GError **error);

#endif
