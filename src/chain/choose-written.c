/* Moments at which what decides got its value. */
#include "choose-inside.h"
#include "writers.h"

/* Whether a moment lies between two others, and was not looked at. */
static gboolean is_new(
	const struct hc_choosing *c, guint moment, guint from, guint to)
{
	return moment > from && moment < to && !hc_choosing_find(c, moment);
}

/* The last moment that a run comes to before it has executed an entry, and that
 * is not behind `to`; `from` if there is none. */
static guint find_before(const struct hc_choosing *c, enum hc_side side,
	guint32 entry, guint from, guint to)
{
	guint low = from;
	for (guint i = from; i < to; i++)
		if (hc_choosing_moment(c, i)->entry[side] <= entry)
			low = i;
	return low;
}

/* Before it and, if that was looked at already, behind it. */
static guint find_beside(struct hc_choosing *c, const struct hc_look *look,
	enum hc_side side, guint from, guint to)
{
	const struct hc_chain_choice *choice = c->choice;
	guint32 entry;
	if (!hc_writers_when(look, 0, side, choice->alignment->trace[side],
		    choice->debuggees, choice->options->stop, &entry))
		return from;
	guint before = find_before(c, side, entry, from, to);
	return is_new(c, before, from, to)       ? before
	       : is_new(c, before + 1, from, to) ? before + 1
						 : from;
}

/* What is written in several places is half done between them: the states there
 * have little in common. */
guint hc_choosing_find_written(struct hc_choosing *c, guint from, guint to)
{
	const struct hc_look *look = hc_choosing_find(c, to)->look;
	guint found = from;
	if (look->event->causes->len > 1)
		return from;
	for (guint side = HC_SIDES; found == from && side-- > 0;)
		found = find_beside(c, look, side, from, to);
	return found;
}
