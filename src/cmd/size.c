#include "size.h"

#include <string.h>
#include <unistd.h>

gboolean hc_size_parse(const char *text, guint64 *bytes)
{
	static const char letters[] = "KMG";
	gsize digits = strspn(text, "0123456789");
	const char *letter =
		text[digits] ? strchr(letters, g_ascii_toupper(text[digits]))
			     : NULL;
	guint shift = letter ? 10 * (guint) (letter - letters + 1) : 0;
	g_autofree char *number = g_strndup(text, digits);
	guint64 n;
	if (text[digits] && (!letter || text[digits + 1]))
		return FALSE;
	if (!g_ascii_string_to_unsigned(
		    number, 10, 1, G_MAXUINT64 >> shift, &n, NULL))
		return FALSE;
	*bytes = n << shift;
	return TRUE;
}

guint64 hc_size_half_of_memory(void)
{
	return (guint64) sysconf(_SC_PHYS_PAGES) / 2 *
	       (guint64) sysconf(_SC_PAGESIZE);
}
