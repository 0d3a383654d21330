/* Statements of a function get their jumps.
 *
 * The code of a function falls into stretches that are only ever entered at
 * their beginning, and left at their end or by a jump. A stretch may run
 * elsewhere as a whole: one jump replaces the first bytes of what has
 * statements in it, and the stub has the same instructions with notes between
 * them. A stretch that is too short for a jump gets breakpoints. */
#include "inside.h"
#include "stubs.h"

#include <string.h>

struct lines {
	struct patch *patch;
	guint function;
	const struct code_text *text;
	guint8 **flags; /* of code_survey, by piece */
	gboolean lost; /* there are jumps to we don't know where: no jump of
			  ours may replace more than one instruction */
};

struct lines *lines_new(
	struct patch *patch, guint function, const struct code_text *text)
{
	struct lines *lines = g_new0(struct lines, 1);
	lines->patch = patch;
	lines->function = function;
	lines->text = text;
	lines->flags = g_new0(guint8 *, text->n_pieces + 1);
	for (guint i = 0; i < text->n_pieces; i++)
		lines->flags[i] = g_malloc0(text->pieces[i].n + 1);
	if (code_survey(text, lines->flags, &lines->lost))
		return lines;
	lines_free(lines);
	return NULL;
}

void lines_free(struct lines *lines)
{
	if (!lines)
		return;
	for (guint i = 0; i < lines->text->n_pieces; i++)
		g_free(lines->flags[i]);
	g_free(lines->flags);
	g_free(lines);
}

/* The number of the first place of the function from an address on. */
static guint first_place(const struct lines *lines, guint64 address)
{
	const struct run *run = lines->patch->run;
	guint low = run_places_begin(run, lines->function);
	guint high = run_places_end(run, lines->function);
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (run_place(run, middle)->address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void note(struct patch *patch, guint place)
{
	struct run *run = patch->run;
	guint reg = G_MAXUINT;
	gint64 offset = 0;
	if (!hc_debuginfo_return_at(
		    run->info, run_place(run, place)->address, &reg, &offset))
		reg = G_MAXUINT;
	stubs_note_line(
		&patch->stubs, run->codes->len + 1 + place, reg, offset);
}

gboolean lines_stub(
	const struct lines *lines, guint64 address, const guint8 *code, gsize n)
{
	struct patch *patch = lines->patch;
	const struct run *run = patch->run;
	guint end = run_places_end(run, lines->function);
	gsize done = 0;
	for (guint i = first_place(lines, address); i < end; i++) {
		gsize at = run_place(run, i)->address - address;
		if (at >= n)
			break;
		if (!stubs_move(&patch->stubs, address + done, code + done,
			    at - done))
			return FALSE;
		note(patch, i);
		done = at;
	}
	return stubs_move(
		       &patch->stubs, address + done, code + done, n - done) &&
	       stubs_back(&patch->stubs, address + n);
}

void lines_mark(const struct lines *lines, guint64 address, gsize n,
	enum hc_trace_how how)
{
	struct run *run = lines->patch->run;
	guint end = run_places_end(run, lines->function);
	for (guint i = first_place(lines, address); i < end; i++) {
		struct hc_trace_line *line = run->trace->lines->pdata[i];
		if (run_place(run, i)->address - address >= n)
			break;
		line->how = how;
	}
}

/* ---- A stretch ----------------------------------------------------------- */

/* In bytes from the beginning of a piece. */
struct stretch {
	const struct code_piece *piece;
	const guint8 *flags;
	gsize low, high;
};

static gsize next_start(const struct stretch *s, gsize at)
{
	do
		at++;
	while (at < s->piece->n && !(s->flags[at] & CODE_START));
	return at;
}

static gsize last_start(const struct stretch *s, gsize at)
{
	do
		at--;
	while (at > s->low && !(s->flags[at] & CODE_START));
	return at;
}

static guint64 add_stub(const struct lines *lines, const struct stretch *s,
	gsize low, gsize high)
{
	struct stubs *stubs = &lines->patch->stubs;
	guint64 begun = stubs_begin(stubs);
	if (lines_stub(lines, s->piece->low + low, s->piece->bytes + low,
		    high - low))
		return begun;
	stubs_cancel(stubs, begun);
	return 0;
}

static gboolean patch_jump(const struct lines *lines, const struct stretch *s,
	gsize low, gsize high)
{
	guint8 jump[CODE_JUMP];
	guint64 address = s->piece->low + low;
	guint64 stub = add_stub(lines, s, low, high);
	if (!stub || !code_jump(address, stub, jump))
		return FALSE;
	lines_mark(lines, address, high - low, HC_TRACE_JUMP);
	patch_change(lines->patch, address, jump, sizeof jump);
	return TRUE;
}

static void patch_trap(
	const struct lines *lines, const struct stretch *s, guint place)
{
	struct run *run = lines->patch->run;
	guint64 address = run_place(run, place)->address;
	gsize at = address - s->piece->low;
	guint64 stub = s->flags[at] & CODE_START
			       ? add_stub(lines, s, at, next_start(s, at))
			       : 0;
	if (!stub)
		return;
	patch_set_trap(
		lines->patch, address, stub, run->codes->len + 1 + place);
	lines_mark(lines, address, 1, HC_TRACE_TRAP);
}

static void patch_stretch(const struct lines *lines, const struct stretch *s)
{
	const struct run *run = lines->patch->run;
	guint first = first_place(lines, s->piece->low + s->low);
	guint end = first_place(lines, s->piece->low + s->high);
	if (first == end)
		return;
	gsize low = run_place(run, first)->address - s->piece->low;
	gsize high =
		next_start(s, run_place(run, end - 1)->address - s->piece->low);
	while (high - low < CODE_JUMP && high < s->high)
		high = next_start(s, high);
	while (high - low < CODE_JUMP && low > s->low)
		low = last_start(s, low);
	gboolean sound = high <= s->high && !lines->lost;
	for (guint i = first; i < end; i++)
		sound = sound &&
			s->flags[run_place(run, i)->address - s->piece->low] &
				CODE_START;
	if (sound && high - low >= CODE_JUMP && patch_jump(lines, s, low, high))
		return;
	for (guint i = first; i < end; i++)
		patch_trap(lines, s, i);
}

void lines_patch(const struct lines *lines, guint64 taken, gsize n_taken)
{
	for (guint i = 0; i < lines->text->n_pieces; i++) {
		struct stretch s = {&lines->text->pieces[i], lines->flags[i]};
		gsize at = 0;
		if (taken - s.piece->low < s.piece->n)
			at = MIN(taken - s.piece->low + n_taken, s.piece->n);
		while (at < s.piece->n) {
			s.low = at;
			if (!(s.flags[at] & CODE_FIXED))
				do
					at = next_start(&s, at);
				while (at < s.piece->n &&
					!(s.flags[at] &
						(CODE_LEADER | CODE_FIXED)));
			else
				at = next_start(&s, at);
			s.high = at;
			patch_stretch(lines, &s);
		}
	}
}
