/* How much memory a graph takes. It need not be exact: what counts is that a
 * state too large for us is cut, and not we. */
#include "extract.h"

enum {
	/* A stretch, its object and its places in tables, while it is found and
	 * when it is compared with another state's. */
	PER_STRETCH = 400,
	PER_LINK = 100,
	/* What is larger costs nothing where it was never written. */
	PIECE = 1 << 16,
};

static guint64 bytes_of(
	const struct mg_extract *x, guint64 address, guint64 size)
{
	const struct mg_reader *reader = x->reader;
	guint64 bytes = 0;
	if (size <= PIECE || !reader->touched)
		return size;

	for (guint64 at = 0; at < size && !mg_extract_is_stopped(x);) {
		at = reader->touched(
			     address + at, address + size, reader->data) -
		     address;
		guint64 n = MIN(PIECE, size - at);
		bytes += n;
		at += n;
	}
	return bytes;
}

gboolean mg_room_for_stretch(
	struct mg_extract *x, guint64 address, guint64 size)
{
	guint64 room = x->reader->room;
	if (!room)
		return TRUE;
	if (x->full)
		return FALSE;

	guint64 cost = PER_STRETCH + bytes_of(x, address, size);
	/* One huge array alone does not close the door to all else. */
	if (cost > room / 2)
		return FALSE;
	x->full = cost > room - MIN(room, x->used);
	if (!x->full)
		x->used += cost;
	return !x->full;
}

void mg_room_for_link(struct mg_extract *x)
{
	x->used += PER_LINK;
}
