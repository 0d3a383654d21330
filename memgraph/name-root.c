#include "vertex.h"

#include <string.h>

/* From "f#2 a.c:41 x", as keys of variables are, to "f::x". The function may be
 * C++'s, and have spaces in its name. */
static char *short_key(const char *key)
{
	const char *name = strrchr(key, ' ');
	const char *frame = strrchr(key, '#');
	gsize length = frame && frame > key ? (gsize) (frame - key)
					    : strcspn(key, " ");
	if (name && g_str_has_suffix(name, ")") && name > key &&
		g_ascii_isdigit(name[2])) {
		/* … x (2): the second of that name */
		g_autofree char *rest = g_strndup(key, (gsize) (name - key));
		g_autofree char *inner = short_key(rest);
		return g_strconcat(inner, name, NULL);
	}
	return name ? g_strdup_printf("%.*s::%s", (int) length, key, name + 1)
		    : g_strdup(key);
}

char *mg_root_shown(const struct mg_root *root)
{
	gboolean place = strstr(root->name, "0x") || root->name[0] == '(' ||
			 g_str_has_prefix(root->name, "_Z");
	return root->key && place ? short_key(root->key) : g_strdup(root->name);
}
