/* Statements of a function get their jumps.
 *
 * The code of a function falls into stretches that are only ever entered at
 * their beginning, and left at their end or by a jump. A stretch may run
 * elsewhere as a whole: one jump replaces the first bytes of what has
 * statements in it, and the stub has the same instructions with notes between
 * them. What follows the jump is never run: there is room for another jump,
 * which a stretch that is too short for one of its own reaches by a short one.
 * If that fails, it gets breakpoints. */
#include "trace-inside.h"

/* In bytes from the beginning of a piece. */
struct stretch {
	const struct hc_trace_code_piece *piece;
	const guint8 *flags;
	gsize low, high;
};

struct lines {
	struct hc_trace_patch *patch;
	guint first, end; /* the function's places */
	struct hc_trace_code_text text;
	guint8 **flags; /* of hc_trace_code_survey, by piece */
	gboolean lost; /* there are jumps to unknown places: only breakpoints
			  are safe */
	GArray *stretches; /* struct stretch: all of them */
	GPtrArray *detours; /* struct hc_trace_code_detour *, linked from the
			       last to the first */
	GArray *islands; /* guint64: CODE_JUMP bytes that are never run */
	GArray *rest; /* struct stretch: too short for a jump */
	GArray *spare; /* struct stretch: without statements */
};

struct lines *hc_trace_lines_new(struct hc_trace_patch *patch, guint function,
	const struct hc_trace_code_text *text)
{
	struct lines *lines = g_new0(struct lines, 1);
	lines->patch = patch;
	lines->first = hc_trace_run_places_begin(patch->run, function);
	lines->end = hc_trace_run_places_end(patch->run, function);

	const struct hc_code *code = patch->run->codes->pdata[function];
	lines->text = *text;
	lines->text.pads = code->cplusplus;
	lines->flags = g_new0(guint8 *, text->n_pieces + 1);

	for (guint i = 0; i < text->n_pieces; i++)
		lines->flags[i] = g_malloc0(text->pieces[i].n + 1);

	lines->stretches = g_array_new(FALSE, FALSE, sizeof(struct stretch));
	lines->detours = g_ptr_array_new_with_free_func(g_free);
	lines->islands = g_array_new(FALSE, FALSE, sizeof(guint64));
	lines->rest = g_array_new(FALSE, FALSE, sizeof(struct stretch));
	lines->spare = g_array_new(FALSE, FALSE, sizeof(struct stretch));

	if (hc_trace_code_survey(&lines->text, lines->flags, &lines->lost))
		return lines;

	hc_trace_lines_free(lines);
	return NULL;
}

void hc_trace_lines_free(struct lines *lines)
{
	if (!lines)
		return;

	for (guint i = 0; i < lines->text.n_pieces; i++)
		g_free(lines->flags[i]);

	g_free(lines->flags);
	g_array_unref(lines->stretches);
	g_ptr_array_unref(lines->detours);
	g_array_unref(lines->islands);
	g_array_unref(lines->rest);
	g_array_unref(lines->spare);
	g_free(lines);
}

/* The number of the function's first place at or after an address. */
static guint first_place(const struct lines *lines, guint64 address)
{
	const struct hc_trace_run *run = lines->patch->run;
	guint low = lines->first, high = lines->end;

	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (hc_trace_run_place(run, middle)->address < address)
			low = middle + 1;
		else
			high = middle;
	}

	return low;
}

static void note(struct hc_trace_patch *patch, guint place)
{
	struct hc_trace_run *run = patch->run;
	guint reg = G_MAXUINT;
	gint64 offset = 0;
	if (!hc_debuginfo_return_at(run->info,
		    hc_trace_run_place(run, place)->address, &reg, &offset))
		reg = G_MAXUINT;
	hc_trace_stubs_note_line(
		&patch->stubs, run->ring.functions + 1 + place, reg, offset);
}

guint8 *const *hc_trace_lines_flags(const struct lines *lines)
{
	return lines->flags;
}

static struct hc_trace_code_part cut(
	const struct hc_trace_code_part *part, gsize low, gsize high)
{
	return (struct hc_trace_code_part){
		.address = part->address + low,
		.bytes = part->bytes + low,
		.n = high - low,
		.flags = part->flags ? part->flags + low : NULL,
	};
}

gboolean hc_trace_lines_stub(const struct lines *lines,
	const struct hc_trace_code_part *part,
	const struct hc_trace_code_detour *detour)
{
	struct hc_trace_patch *patch = lines->patch;
	const struct hc_trace_run *run = patch->run;
	struct hc_trace_code_part next;
	gsize done = 0;

	for (guint i = first_place(lines, part->address); i < lines->end; i++) {
		gsize at = hc_trace_run_place(run, i)->address - part->address;
		if (at >= part->n)
			break;
		next = cut(part, done, at);
		if (!hc_trace_stubs_move(&patch->stubs, &next, detour))
			return FALSE;
		note(patch, i);
		done = at;
	}

	next = cut(part, done, part->n);
	return hc_trace_stubs_move(&patch->stubs, &next, detour) &&
	       hc_trace_stubs_back(&patch->stubs,
		       hc_trace_code_led(detour, part->address + part->n));
}

static void mark(const struct lines *lines, guint64 address, gsize n,
	enum hc_trace_how how)
{
	struct hc_trace_run *run = lines->patch->run;
	for (guint i = first_place(lines, address); i < lines->end; i++) {
		struct hc_trace_line *line = run->trace->lines->pdata[i];
		if (hc_trace_run_place(run, i)->address - address >= n)
			break;
		line->how = how;
	}
}

static void take(const struct lines *lines, guint64 address, gsize n)
{
	for (guint i = 0; i < lines->text.n_pieces; i++) {
		const struct hc_trace_code_piece *piece =
			&lines->text.pieces[i];
		for (gsize j = 0; j < n; j++)
			if (address + j - piece->low < piece->n)
				lines->flags[i][address + j - piece->low] |=
					TAKEN;
	}
}

void hc_trace_lines_take(
	struct lines *lines, guint64 address, gsize n, enum hc_trace_how how)
{
	take(lines, address, n);
	mark(lines, address, n, how);
}

static void change(const struct lines *lines, guint64 address,
	const guint8 *bytes, gsize n)
{
	take(lines, address, n);
	hc_trace_patch_change(lines->patch, address, bytes, n);
}

/* ---- A stretch ----------------------------------------------------- */

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

static const struct hc_trace_code_detour *detours_of(const struct lines *lines)
{
	guint n = lines->detours->len;
	return n > 0 ? lines->detours->pdata[n - 1] : NULL;
}

static struct hc_trace_code_part part_of(
	const struct stretch *s, gsize low, gsize high)
{
	return (struct hc_trace_code_part){
		.address = s->piece->low + low,
		.bytes = s->piece->bytes + low,
		.n = high - low,
		.flags = s->flags + low,
	};
}

static guint64 add_stub(const struct lines *lines, const struct stretch *s,
	gsize low, gsize high)
{
	struct hc_trace_stubs *stubs = &lines->patch->stubs;
	const struct hc_trace_code_part part = part_of(s, low, high);
	guint64 begun = hc_trace_stubs_begin(stubs);
	if (hc_trace_lines_stub(lines, &part, detours_of(lines)))
		return begun;
	hc_trace_stubs_cancel(stubs, begun);
	return 0;
}

static gboolean patch_jump(const struct lines *lines, const struct stretch *s,
	gsize low, gsize high)
{
	guint8 jump[CODE_JUMP];
	guint64 address = s->piece->low + low;
	guint64 stub = add_stub(lines, s, low, high);
	if (!stub || !hc_trace_code_jump(address, stub, jump))
		return FALSE;
	mark(lines, address, high - low, HC_TRACE_JUMP);
	change(lines, address, jump, sizeof jump);
	return TRUE;
}

/* Gives the stub, or 0. */
static guint64 patch_trap(
	const struct lines *lines, const struct stretch *s, guint place)
{
	struct hc_trace_run *run = lines->patch->run;
	guint64 address = hc_trace_run_place(run, place)->address;
	gsize at = address - s->piece->low;

	guint64 stub = s->flags[at] & CODE_START
			       ? add_stub(lines, s, at, next_start(s, at))
			       : 0;
	if (!stub)
		return 0;

	take(lines, address, 1);
	hc_trace_patch_set_trap(
		lines->patch, address, stub, run->ring.functions + 1 + place);
	mark(lines, address, 1, HC_TRACE_TRAP);

	return stub;
}

/* ---- Windows ------------------------------------------------------- */

/* The part of a stretch that has all its statements and the bytes needed; FALSE
 * if it is too short. */
static gboolean find_window(const struct lines *lines, const struct stretch *s,
	gsize needed, gsize *low, gsize *high)
{
	const struct hc_trace_run *run = lines->patch->run;
	guint first = first_place(lines, s->piece->low + s->low);
	guint end = first_place(lines, s->piece->low + s->high);

	for (guint i = first; i < end; i++) {
		gsize at = hc_trace_run_place(run, i)->address - s->piece->low;
		if (!(s->flags[at] & CODE_START))
			return FALSE;
	}

	*low = hc_trace_run_place(run, first)->address - s->piece->low;
	*high = next_start(
		s, hc_trace_run_place(run, end - 1)->address - s->piece->low);
	while (*high - *low < needed && *high < s->high)
		*high = next_start(s, *high);

	while (s->low < *low && *high - *low < needed)
		*low = last_start(s, *low);

	return *high - *low >= needed && !lines->lost &&
	       !(s->flags[s->low] & CODE_FIXED);
}

/* The room that a window leaves after its jump. */
static void add_islands(struct lines *lines, guint64 address, gsize n)
{
	for (gsize at = CODE_JUMP; at + CODE_JUMP <= n; at += CODE_JUMP) {
		guint64 island = address + at;
		g_array_append_val(lines->islands, island);
	}
}

/* Up to where a stretch must move so that its jumps reach detours. */
static gsize end_for_detours(const struct lines *lines, const struct stretch *s,
	gsize low, gsize high)
{
	const struct hc_trace_code_part part = part_of(s, low, s->high);
	return MAX(
		high, low + hc_trace_detours_reach(detours_of(lines), &part));
}

/* With room for another jump after its own, if the stretch is long enough. */
static gboolean patch_window(struct lines *lines, const struct stretch *s)
{
	gsize low, high;
	if (!find_window(lines, s, CODE_JUMP, &low, &high))
		return FALSE;

	while (high - low < CODE_JUMP + CODE_JUMP && high < s->high)
		high = next_start(s, high);

	high = end_for_detours(lines, s, low, high);
	if (!patch_jump(lines, s, low, high))
		return FALSE;

	add_islands(lines, s->piece->low + low, high - low);
	return TRUE;
}

/* Moves a stretch without statements, to make room for a jump at an address. */
static gboolean move_spare(struct lines *lines, guint64 address)
{
	for (guint i = 0; i < lines->spare->len; i++) {
		struct stretch s =
			g_array_index(lines->spare, struct stretch, i);
		guint8 hop[CODE_SHORT];
		gsize high = s.low;

		if (!hc_trace_code_short_jump(
			    address, s.piece->low + s.low + CODE_JUMP, hop))
			continue;

		while (high - s.low < CODE_JUMP + CODE_JUMP && high < s.high)
			high = next_start(&s, high);

		g_array_remove_index(lines->spare, i--);
		if (patch_jump(lines, &s, s.low, high)) {
			add_islands(lines, s.piece->low + s.low, high - s.low);
			return TRUE;
		}
	}

	return FALSE;
}

/* The number of an island that a short jump reaches; if there is none, how many
 * there are. */
static guint find_island(const struct lines *lines, guint64 address)
{
	guint8 hop[CODE_SHORT];
	guint i = 0;
	while (i < lines->islands->len &&
		!hc_trace_code_short_jump(address,
			g_array_index(lines->islands, guint64, i), hop))
		i++;
	return i;
}

/* By a short jump to where there is room for a long one. */
static gboolean patch_hop(struct lines *lines, const struct stretch *s)
{
	gsize low, high;
	guint8 hop[CODE_SHORT], jump[CODE_JUMP];

	if (!find_window(lines, s, CODE_SHORT, &low, &high))
		return FALSE;

	guint64 address = s->piece->low + low;
	guint i = find_island(lines, address);
	if (i == lines->islands->len) {
		if (!move_spare(lines, address))
			return FALSE;
		i = find_island(lines, address);
	}

	guint64 island = g_array_index(lines->islands, guint64, i);
	guint64 stub = add_stub(lines, s, low, high);
	if (!stub || !hc_trace_code_jump(island, stub, jump) ||
		!hc_trace_code_short_jump(address, island, hop))
		return FALSE;

	g_array_remove_index_fast(lines->islands, i);
	mark(lines, address, high - low, HC_TRACE_JUMP);
	change(lines, island, jump, sizeof jump);
	change(lines, address, hop, sizeof hop);

	return TRUE;
}

static gboolean has_places(const struct lines *lines, const struct stretch *s)
{
	return first_place(lines, s->piece->low + s->low) <
	       first_place(lines, s->piece->low + s->high);
}

/* Not even room for a short jump. */
static void patch_shortest(struct lines *lines, const struct stretch *s)
{
	guint64 address = s->piece->low + s->low;
	guint64 stub = patch_trap(lines, s, first_place(lines, address));
	if (!stub)
		return;
	struct hc_trace_code_detour *detour =
		g_new(struct hc_trace_code_detour, 1);
	*detour =
		(struct hc_trace_code_detour){address, stub, detours_of(lines)};
	g_ptr_array_add(lines->detours, detour);
}

static void patch_stretch(struct lines *lines, const struct stretch *s)
{
	if (has_places(lines, s)) {
		if (!patch_window(lines, s))
			g_array_append_vals(lines->rest, s, 1);
		return;
	}
	if (s->high - s->low < CODE_JUMP || lines->lost ||
		(s->flags[s->low] & CODE_FIXED))
		return;

	gsize high = end_for_detours(lines, s, s->low, s->low);
	if (high > s->low && s->high - s->low >= CODE_JUMP)
		patch_jump(lines, s, s->low, s->high);
	else if (s->high - s->low >= CODE_JUMP + CODE_JUMP)
		g_array_append_vals(lines->spare, s, 1);
}

/* What is left after all windows are patched. */
static void patch_rest(struct lines *lines)
{
	for (guint i = 0; i < lines->rest->len; i++) {
		const struct stretch *s =
			&g_array_index(lines->rest, struct stretch, i);
		if (patch_hop(lines, s))
			continue;
		guint end = first_place(lines, s->piece->low + s->high);
		for (guint j = first_place(lines, s->piece->low + s->low);
			j < end; j++)
			patch_trap(lines, s, j);
	}
}

/* Up to what may be jumped to, or must stay. */
static gsize stretch_end(const struct stretch *s)
{
	gsize at = next_start(s, s->low);
	if (s->flags[s->low] & CODE_FIXED)
		return at;
	while (at < s->piece->n &&
		!(s->flags[at] & (CODE_LEADER | CODE_FIXED | TAKEN)))
		at = next_start(s, at);
	return at;
}

static void find_stretches(struct lines *lines)
{
	for (guint i = 0; i < lines->text.n_pieces; i++) {
		struct stretch s = {&lines->text.pieces[i], lines->flags[i]};
		while (s.low < s.piece->n) {
			/* A jump may end in the middle of padding. */
			if ((s.flags[s.low] & TAKEN) ||
				!(s.flags[s.low] & CODE_START)) {
				s.low++;
				continue;
			}
			s.high = stretch_end(&s);
			g_array_append_val(lines->stretches, s);
			s.low = s.high;
		}
	}
}

static void lead_jumps(const struct lines *lines)
{
	for (guint i = 0; i < lines->text.n_pieces; i++) {
		const struct hc_trace_code_piece *piece =
			&lines->text.pieces[i];
		const struct hc_trace_code_part part = {
			piece->low, piece->bytes, piece->n, lines->flags[i]};
		hc_trace_detours_lead(lines->patch, detours_of(lines), &part);
	}
}

void hc_trace_lines_patch(struct lines *lines)
{
	find_stretches(lines);
	const struct stretch *all = (void *) lines->stretches->data;
	guint n = lines->stretches->len;

	/* From the last to the first, so that one that runs into another is led
	 * there, too. */
	for (guint i = n; i-- > 0;)
		if (all[i].high - all[i].low < CODE_SHORT &&
			has_places(lines, &all[i]))
			patch_shortest(lines, &all[i]);

	for (guint i = 0; i < n; i++)
		if (!(all[i].flags[all[i].low] & TAKEN))
			patch_stretch(lines, &all[i]);

	patch_rest(lines);
	lead_jumps(lines);
}
