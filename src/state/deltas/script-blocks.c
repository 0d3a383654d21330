/* Blocks for new objects, as commands for GDB. */
#include "delta-script.h"

static gboolean needs_block(const struct hc_script *s, const GArray *needed)
{
	for (guint i = 0; i < needed->len; i++) {
		guint64 address;
		if (!hc_deltas_object_address(s->deltas,
			    g_array_index(needed, guint32, i), &address))
			return TRUE;
	}
	return FALSE;
}

/* A command that allocates until no pointer to freed memory leads into the
 * block. Blocks that won't do are put aside in a chain, by their first words.
 */
void hc_deltas_script_choose(struct hc_script *s, const GArray *needed)
{
	static const char take[] =
		"set variable $block = ((unsigned long (*)(unsigned long)) "
		"malloc)($arg0)";
	if (!needs_block(s, needed))
		return;

	const GPtrArray *names = s->deltas->stale_names;
	g_autoptr(GString) taken = g_string_new(NULL);
	if (!names->len)
		return;

	s->wary = TRUE;
	for (guint i = 0; i < names->len; i++) {
		hc_deltas_script_add(s, "set variable $freed%u = %s", i + 1,
			(const char *) g_ptr_array_index(names, i));
		g_string_append_printf(taken, "%s$freed%u - $block < $arg0",
			i ? " || " : "", i + 1);
	}

	hc_deltas_script_add(s, "set variable $aside = 0ul");
	hc_deltas_script_add(s, "define new-block");
	hc_deltas_script_add(s, "  %s", take);
	hc_deltas_script_add(s, "  while %s", taken->str);
	hc_deltas_script_add(
		s, "    set variable *(unsigned long *) $block = $aside");
	hc_deltas_script_add(s, "    set variable $aside = $block");
	hc_deltas_script_add(s, "    %s", take);
	hc_deltas_script_add(s, "  end");
	hc_deltas_script_add(s, "end");
}

/* What was free is free again, as the program had it. */
void hc_deltas_script_free_aside(struct hc_script *s)
{
	if (!s->wary)
		return;
	hc_deltas_script_add(s, "while $aside");
	hc_deltas_script_add(s, "  set variable $block = $aside");
	hc_deltas_script_add(
		s, "  set variable $aside = *(unsigned long *) $block");
	hc_deltas_script_add(
		s, "  call (void) ((void (*)(unsigned long)) free)($block)");
	hc_deltas_script_add(s, "end");
}

/* What malloc gives beyond the size is cleared. */
void hc_deltas_script_allocate(
	struct hc_script *s, guint number, const char *cast, guint64 size)
{
	guint64 room = hc_deltas_block_room(size);
	if (s->wary) {
		g_autofree guint8 *nothing = g_malloc0(room);
		hc_deltas_script_add(s, "new-block %" G_GUINT64_FORMAT, room);
		hc_deltas_script_add(
			s, "set variable $new%u = (%s) $block", number, cast);
		hc_deltas_script_bytes(
			s, "(char *) $block", nothing, size, room);
	} else if (room != size) {
		hc_deltas_script_add(s,
			"set variable $new%u = (%s) ((void *(*)(unsigned long, "
			"unsigned long)) calloc)(1, %" G_GUINT64_FORMAT ")",
			number, cast, size);
	} else {
		hc_deltas_script_add(s,
			"set variable $new%u = (%s) ((void *(*)(unsigned "
			"long)) malloc)(%" G_GUINT64_FORMAT ")",
			number, cast, size);
	}
}
