#include "place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

GQuark hc_place_error_quark(void)
{
	return g_quark_from_static_string("hc-place-error");
}

static gboolean fail(const char *text, const char *why, GError **error)
{
	g_set_error(error, HC_PLACE_ERROR, HC_PLACE_ERROR_SYNTAX,
		"'%s' is no place: %s; write FUNCTION, FILE:LINE, or either "
		"with #N for the Nth time",
		text, why);
	return FALSE;
}

/* A whole number from 1 to what an int holds, up to the end of the text. */
static gboolean parse_number(const char *text, int *number)
{
	char *end;
	errno = 0;
	long value = strtol(text, &end, 10);
	if (!g_ascii_isdigit(*text) || *end || errno || value < 1 ||
		value > G_MAXINT)
		return FALSE;
	*number = (int) value;
	return TRUE;
}

gboolean hc_place_parse(
	struct hc_place *place, const char *text, GError **error)
{
	*place = (struct hc_place){.hit = 1};
	g_autofree char *name = g_strdup(text);
	char *mark = strrchr(name, '#');
	int hit = 1;
	if (mark) {
		if (!parse_number(mark + 1, &hit))
			return fail(text, "what follows # is no number", error);
		*mark = '\0';
	}
	if (!*name)
		return fail(text, "it is empty", error);
	place->hit = (guint) hit;
	/* A C++ name has colons, too, but none that a number follows. */
	char *colon = strrchr(name, ':');
	if (!colon || (colon > name && colon[-1] == ':')) {
		place->function = g_steal_pointer(&name);
		return TRUE;
	}
	if (colon == name || !parse_number(colon + 1, &place->line))
		return fail(text, "what follows the colon is no line", error);
	*colon = '\0';
	place->file = g_steal_pointer(&name);
	return TRUE;
}

void hc_place_clear(struct hc_place *place)
{
	g_clear_pointer(&place->function, g_free);
	g_clear_pointer(&place->file, g_free);
}

gboolean hc_place_is_foreign(const char *file)
{
	static const char *const folders[] = {
		"/usr/include/", "/usr/lib/gcc/", "/usr/local/include/"};
	for (guint i = 0; file && i < G_N_ELEMENTS(folders); i++)
		if (g_str_has_prefix(file, folders[i]))
			return TRUE;
	return FALSE;
}
