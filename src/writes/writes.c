#include "writes-inside.h"

#include "peek.h"

#include <string.h>

/* Stops for writes in one run: where the processor is a virtual one, they take
 * up to a fifth of a millisecond each. */
enum { MOST_STOPS = 500 };

gboolean hc_writes_bytes_find(pid_t pid, guint64 address, guint size,
	gboolean fixed, struct hc_writes_bytes *bytes)
{
	*bytes = (struct hc_writes_bytes){.size = size};
	memset(bytes->mask, 0xff, sizeof bytes->mask);
	return hc_bring_spot_find(pid, address, fixed, &bytes->spot);
}

void hc_writes_bytes_set_frame(
	struct hc_writes_bytes *bytes, pid_t pid, guint64 entry, guint64 frame)
{
	struct hc_bring_spot first;
	if (!hc_bring_spot_find(pid, entry, FALSE, &first) ||
		first.base != HC_BRING_PROGRAM ||
		!hc_bring_spot_find(pid, frame, TRUE, &bytes->frame))
		return;
	bytes->entry = first.offset;
}

/* ---- What came of a run -------------------------------------------------- */

static gboolean is_same(const struct hc_bring_watch *watch, const guint8 *value,
	const guint8 *other)
{
	for (guint i = 0; i < watch->size; i++)
		if ((value[i] ^ other[i]) & watch->mask[i])
			return FALSE;
	return TRUE;
}

static struct hc_written *make_never(void)
{
	struct hc_written *written = hc_written_new();
	written->how = HC_WRITTEN_NEVER;
	return written;
}

/* What is there at the end must be what was written last, or somebody has
 * written it whom nobody saw: the kernel. */
static gboolean is_seen(
	const struct hc_brought *program, const struct hc_bring_watch *watch)
{
	guint8 now[HC_BRING_WATCHED];
	return hc_process_peek(
		       program->pid, watch->address, now, watch->size) &&
	       is_same(watch, now, watch->before);
}

static gboolean is_watched(const struct hc_bring_watch *watch)
{
	return watch->began && !watch->lost;
}

static struct hc_written *conclude(const struct hc_brought *program,
	const struct hc_bring_watch *watch, const char *debug_dir,
	GError **error)
{
	if (watch->writes == 0)
		return watch->all && watch->spot.base == HC_BRING_PROGRAM
			       ? make_never()
			       : NULL;

	struct hc_written *written =
		hc_writes_explain(program, watch, debug_dir, error);
	/* What is in the heap, or in nobody's frame, may have been another's
	 * before. */
	if (written && watch->all &&
		(watch->entry || watch->spot.base == HC_BRING_PROGRAM))
		written->count = watch->writes;
	return written;
}

/* NULL with an error if it does not get there. The streams must outlive it. */
static struct hc_hold *hold(const struct hc_launch *launch,
	struct hc_streams *streams, const struct hc_bring_place *place,
	struct hc_bring_watch *watch, GError **error)
{
	struct hc_bring_place watched = *place;
	watched.watch = watch;
	return hc_streams_open(streams, launch->input, error)
		       ? hc_hold_new(launch, streams, &watched, error)
		       : NULL;
}

/* *unseen: the kernel wrote. */
static struct hc_written *run(const struct hc_launch *launch,
	const struct hc_bring_place *place, struct hc_bring_watch *watch,
	gboolean *unseen, GError **error)
{
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	g_autoptr(hc_hold) held = hold(launch, &streams, place, watch, error);
	const struct hc_brought *program = held ? hc_hold_program(held) : NULL;
	*unseen = program && is_watched(watch) && !is_seen(program, watch);
	return program && is_watched(watch) && !*unseen
		       ? conclude(program, watch, place->debug_dir, error)
		       : NULL;
}

/* ---- Runs ---------------------------------------------------------------- */

static struct hc_bring_watch watch_for(const struct hc_writes_bytes *bytes)
{
	struct hc_bring_watch watch = {
		.spot = bytes->spot,
		.size = bytes->size,
		.entry = bytes->entry,
		.frame = bytes->frame,
		.most = MOST_STOPS,
	};
	memcpy(watch.mask, bytes->mask, sizeof watch.mask);
	return watch;
}

/* Where somebody wrote whom nobody saw, it was the kernel; where there are too
 * many writes, those since the hit before may do. */
struct hc_written *hc_writes_find(const struct hc_launch *launch,
	const struct hc_bring_place *place, const struct hc_writes_bytes *bytes,
	GError **error)
{
	gboolean unseen, never;
	struct hc_bring_watch watch = watch_for(bytes);
	struct hc_written *written = run(launch, place, &watch, &unseen, error);
	gboolean late = watch.lost && place->hit > 1;
	hc_bring_watch_clear(&watch);
	if (!late && !unseen)
		return written;

	watch = watch_for(bytes);
	watch.late = late;
	watch.calls = unseen;
	written = run(launch, place, &watch, &never, error);
	hc_bring_watch_clear(&watch);
	return written;
}

static guint count(const struct hc_launch *launch,
	const struct hc_bring_place *place, struct hc_bring_watch *watch,
	gboolean *unseen, GError **error)
{
	g_auto(hc_streams) streams = HC_STREAMS_INIT;
	g_autoptr(hc_hold) held = hold(launch, &streams, place, watch, error);
	const struct hc_brought *program = held ? hc_hold_program(held) : NULL;
	*unseen = program && is_watched(watch) && !is_seen(program, watch);
	/* Other threads' hits would count as well. */
	return program && is_watched(watch) && !*unseen && watch->writes &&
			       program->threads->len == 1
		       ? watch->last.passed
		       : 0;
}

guint hc_writes_count(const struct hc_launch *launch,
	const struct hc_bring_place *place, const struct hc_writes_bytes *bytes,
	guint64 instruction, GError **error)
{
	guint passed = 0;
	gboolean unseen = FALSE;
	for (guint i = 0; i < 2 && (i == 0 || unseen); i++) {
		struct hc_bring_watch watch = watch_for(bytes);
		watch.counted = instruction;
		watch.calls = unseen;
		passed = count(launch, place, &watch, &unseen, error);
		hc_bring_watch_clear(&watch);
	}
	return passed;
}
