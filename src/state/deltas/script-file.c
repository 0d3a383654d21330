/* Open files, as commands for GDB. */
#include "delta-script.h"

#include <fcntl.h>
#include <string.h>

static void open_file(struct hc_script *s, const struct hc_deltas_file *d)
{
	g_autofree char *path =
		mg_quote(d->opened.path, strlen(d->opened.path), G_MAXSIZE);
	hc_deltas_script_add(s,
		"set variable $file = ((int (*)(char *, int)) "
		"open)(%s, %d)",
		path, d->opened.flags);

	/* If it happens to get the right number it must not be closed at the
	 * end, and GDB has no `if` for one line: so it is moved to a number
	 * that is surely not the right one. */
	hc_deltas_script_add(s,
		"set variable $spare = ((int (*)(int, int, int)) "
		"fcntl)($file, %d, %u)",
		F_DUPFD, d->number + 1);
	hc_deltas_script_add(s, "call (void) ((int (*)(int)) close)($file)");
	hc_deltas_script_add(s,
		"call (void) ((int (*)(int, int, int)) dup3)($spare, "
		"%u, %d)",
		d->number, d->opened.flags & O_CLOEXEC);
	hc_deltas_script_add(s, "call (void) ((int (*)(int)) close)($spare)");

	hc_deltas_script_add(s,
		"call (void) ((long (*)(int, long, int)) "
		"lseek)(%u, %" G_GUINT64_FORMAT ", 0)",
		d->number, d->opened.offset);
}

void hc_deltas_script_file(struct hc_script *s, const struct mg_change *change)
{
	struct hc_deltas_file d;
	if (!hc_deltas_descriptor(s->deltas, change, &d))
		return;
	if (d.open) {
		open_file(s, &d);
		g_free(d.opened.path);
	} else {
		hc_deltas_script_add(
			s, "call (void) ((int (*)(int)) close)(%u)", d.number);
	}
}
