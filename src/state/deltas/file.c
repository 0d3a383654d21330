/* Open descriptors that a program can open again. */
#include "deltas-inside.h"

#include <fcntl.h>

gboolean hc_deltas_opened_parse(
	struct hc_descriptor *opened, const char *text, gsize n)
{
	g_auto(hc_descriptor) found = {0};
	/* Pipes, sockets and files in memory have no path that leads there. */
	if (!hc_descriptor_parse(&found, text, n) || found.path[0] != '/' ||
		g_str_has_suffix(found.path, " (deleted)") ||
		g_str_has_prefix(found.path, "/memfd:"))
		return FALSE;
	opened->path = g_steal_pointer(&found.path);
	opened->offset = found.offset;
	opened->flags = found.flags & ~O_CREAT & ~O_TRUNC & ~O_EXCL;
	return TRUE;
}
