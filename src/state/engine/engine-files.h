/* The descriptors that a program has open at the event, and how a copy of it
 * gets its own. Internal to engine.
 *
 * A fork shares offsets with its parent, so each test opens its files anew and
 * seeks to where they were; what was one open file under two descriptors stays
 * one. stdout and stderr become files in memory of the test's own, with a hole
 * where the earlier output was, so that the offsets are right. Contents of
 * files that the program may write are kept and put back. */
#ifndef HC_ENGINE_FILES_H
#define HC_ENGINE_FILES_H

#include "launch.h"
#include "tracee.h"

enum hc_open_kind {
	HC_OPEN_OUT, /* the run's stdout, whatever the descriptor */
	HC_OPEN_ERR,
	HC_OPEN_FILE, /* regular files and directories: to be opened anew */
	HC_OPEN_DEVICE, /* has no offset: may be shared */
	HC_OPEN_OTHER, /* pipes, sockets, …: can't be copied */
};

struct hc_open {
	int fd;
	enum hc_open_kind kind;
	int flags; /* as open(2) takes them */
	guint64 offset;
	guint64 size; /* of a regular file */
	dev_t device;
	ino_t inode;
	int same; /* an earlier descriptor of the same open file; -1: none */
	/* A regular file that the program may write, and tests share. */
	gboolean writable;
	gboolean locked;
	gboolean named; /* tests find it by its path, in layers of their own */
	char *path; /* what the kernel calls it, for messages */
	int ours; /* our way to a writable one; -1: none */
	GBytes *contents; /* of a writable one */
};

struct hc_files {
	GArray *files; /* struct hc_open, by descriptor */
	int free; /* the lowest descriptor that is not in use */
};

/* What process `pid` has open; `streams` are those it was started with.
 * `layers`: each test will have layers of its own, as the process has. */
gboolean hc_engine_files_read(struct hc_files *files, pid_t pid,
	const struct hc_streams *streams, gboolean layers, GError **error);
void hc_engine_files_clear(struct hc_files *files);

/* Why a copy can't have these, NULL if it can. The caller frees it. */
char *hc_engine_files_obstacle(const struct hc_files *files);
/* Whether tests would write to the same file. */
gboolean hc_engine_files_any_writable(const struct hc_files *files);

/* Keeps what is in the files that may be written; puts it back. */
gboolean hc_engine_files_keep(
	struct hc_files *files, pid_t pid, GError **error);
gboolean hc_engine_files_restore(const struct hc_files *files, GError **error);

/* The first descriptor for the stream, -1: it has none. */
int hc_engine_files_stream(
	const struct hc_files *files, enum hc_open_kind stream);

#endif
