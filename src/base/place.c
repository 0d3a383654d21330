#include "place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

GQuark hc_place_error_quark(void)
{
	return g_quark_from_static_string("hc-place-error");
}

/* `both`: the place is one of two runs. */
static gboolean fail(
	const char *text, gboolean both, const char *why, GError **error)
{
	g_set_error(error, HC_PLACE_ERROR, HC_PLACE_ERROR_SYNTAX,
		"'%s' is no place: %s; write FUNCTION, FILE:LINE, or either "
		"with #N for the Nth time%s",
		text, why,
		both ? ", or with #P/F for the Pth time in the passing and "
		       "the Fth in the failing run"
		     : "");
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

/* "3" or, of two runs, "3/5". */
static gboolean parse_hits(
	const char *text, gboolean both, guint hits[HC_SIDES])
{
	g_auto(GStrv) parts = g_strsplit(text, "/", both ? 2 : 1);
	int pass, fail;
	if (!parts[0] || !parse_number(parts[0], &pass) ||
		!parse_number(parts[1] ? parts[1] : parts[0], &fail))
		return FALSE;
	hits[HC_PASSING] = (guint) pass;
	hits[HC_FAILING] = (guint) fail;
	return TRUE;
}

static gboolean parse(struct hc_place *place, const char *text, gboolean both,
	guint hits[HC_SIDES], GError **error)
{
	*place = (struct hc_place){.hit = 1};
	g_autofree char *name = g_strdup(text);
	char *mark = strrchr(name, '#');
	hits[HC_PASSING] = hits[HC_FAILING] = 1;
	if (mark) {
		if (!parse_hits(mark + 1, both, hits))
			return fail(text, both,
				both ? "what follows # is neither a number "
				       "from 1 on nor two of them with / "
				       "between"
				     : "what follows # is no number from 1 on",
				error);
		*mark = '\0';
	}
	if (!*name)
		return fail(text, both, "it is empty", error);
	place->hit = hits[HC_PASSING];
	/* A C++ name has colons, too, but none that a number follows. */
	char *colon = strrchr(name, ':');
	if (!colon || (colon > name && colon[-1] == ':')) {
		place->function = g_steal_pointer(&name);
		return TRUE;
	}
	if (colon == name || !parse_number(colon + 1, &place->line))
		return fail(
			text, both, "what follows the colon is no line", error);
	*colon = '\0';
	place->file = g_steal_pointer(&name);
	return TRUE;
}

gboolean hc_place_parse(
	struct hc_place *place, const char *text, GError **error)
{
	guint hits[HC_SIDES];
	return parse(place, text, FALSE, hits, error);
}

gboolean hc_place_parse_both(
	struct hc_place places[HC_SIDES], const char *text, GError **error)
{
	guint hits[HC_SIDES];
	struct hc_place *pass = &places[HC_PASSING];
	places[HC_FAILING] = (struct hc_place){0};
	if (!parse(pass, text, TRUE, hits, error))
		return FALSE;
	places[HC_FAILING] = (struct hc_place){
		.function = g_strdup(pass->function),
		.file = g_strdup(pass->file),
		.line = pass->line,
		.hit = hits[HC_FAILING],
	};
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
