/* Names that mean one thing in one function and another in the next. */
#include "steps.h"

#include <string.h>

/* A variable of the innermost function. */
struct local {
	const struct hc_cause *cause;
	const char *function;
	gboolean ambiguous; /* another function has another of that name */
};

/* What the chain speaks of. */
struct speech {
	GHashTable *locals; /* name → struct local */
	GHashTable *qualified; /* "f::x" */
};

/* What is handed on is often called the same in both functions. (One function's
 * variable may well be where another's was before.) */
static gboolean are_same(const struct hc_cause *a, const struct hc_cause *b)
{
	return a->local_place && !(a->local_own && b->local_own) &&
	       g_strcmp0(a->local_place, b->local_place) == 0;
}

static void add_local(struct speech *speech, const struct hc_cause *cause,
	const struct hc_event *event)
{
	struct local *known = g_hash_table_lookup(speech->locals, cause->local);
	if (!known) {
		known = g_new0(struct local, 1);
		known->cause = cause;
		known->function = event->function;
		g_hash_table_insert(speech->locals, cause->local, known);
	} else if (strcmp(known->function, event->function) != 0 &&
		   !are_same(known->cause, cause)) {
		known->ambiguous = TRUE;
	}
}

static gboolean is_part(char c)
{
	return g_ascii_isalnum(c) || c == '_' || c == ':';
}

/* All that is written as "f::x". */
static void add_qualified(struct speech *speech, const char *name)
{
	for (const char *colons = name; (colons = strstr(colons, "::"));) {
		const char *start = colons, *end = colons;
		while (start > name && is_part(start[-1]))
			start--;
		while (is_part(*end))
			end++;
		g_hash_table_add(speech->qualified,
			g_strndup(start, (gsize) (end - start)));
		colons = end;
	}
}

static void listen(struct speech *speech, const struct hc_event *event,
	const GPtrArray *causes)
{
	for (guint i = 0; i < causes->len; i++) {
		const struct hc_cause *cause = g_ptr_array_index(causes, i);
		if (cause->local && event->function)
			add_local(speech, cause, event);
		if (cause->shown)
			add_qualified(speech, cause->shown);
	}
}

/* Where a name has a variable of this name, by itself; NULL if nowhere. */
static char *find_local(const char *name, const char *local)
{
	gsize n = strlen(local);
	for (const char *at = name; (at = strstr(at, local)); at += n) {
		char before = at == name ? ' ' : at[-1];
		gboolean whole = !g_ascii_isalnum(at[n]) && at[n] != '_' &&
				 !g_str_has_prefix(at + n, " of ");
		if (whole && !g_ascii_isalnum(before) &&
			!strchr("_.>:\"", before))
			return (char *) at;
	}
	return NULL;
}

/* Whether the chain speaks of a variable of the same name in another function,
 * or of this one under its long name. */
static gboolean is_ambiguous(
	const struct speech *speech, const char *local, const char *function)
{
	const struct local *known = g_hash_table_lookup(speech->locals, local);
	g_autofree char *long_name = g_strdup_printf("%s::%s", function, local);
	return (known && known->ambiguous) ||
	       g_hash_table_contains(speech->qualified, long_name);
}

static void qualify_all(const struct speech *speech,
	const struct hc_event *event, const GPtrArray *causes)
{
	for (guint i = 0; i < causes->len; i++) {
		struct hc_cause *cause = g_ptr_array_index(causes, i);
		const char *at =
			cause->local && cause->shown
				? find_local(cause->shown, cause->local)
				: NULL;
		if (!at || !event->function ||
			!is_ambiguous(speech, cause->local, event->function))
			continue;
		char *shown =
			g_strdup_printf("%.*s%s::%s", (int) (at - cause->shown),
				cause->shown, event->function, at);
		g_free(cause->shown);
		cause->shown = shown;
	}
}

void hc_steps_qualify(const GPtrArray *looks, const struct hc_telling *telling)
{
	g_autoptr(GHashTable) locals =
		g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	g_autoptr(GHashTable) qualified =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct speech speech = {locals, qualified};

	for (guint i = 0; i < telling->steps->len; i++) {
		const struct hc_step *step =
			&g_array_index(telling->steps, struct hc_step, i);
		const struct hc_look *look =
			g_ptr_array_index(looks, step->event);
		listen(&speech, look->event, look->event->causes);
		listen(&speech, look->event, look->event->context);
	}

	for (guint i = 0; i < looks->len; i++) {
		const struct hc_look *look = g_ptr_array_index(looks, i);
		qualify_all(&speech, look->event, look->event->causes);
		qualify_all(&speech, look->event, look->event->context);
	}
}
