/* One name for one thing, as long as the thing can be called so. */
#include "steps.h"

#include <string.h>

/* What the chain called something last. The pointers are the looks'. */
struct calling {
	GHashTable *names; /* place → name */
};

static const char *name_of(const struct hc_cause *cause)
{
	return cause->shown ? cause->shown : cause->variable;
}

/* Whether a pointer's value is told without a name: a text, an object by its
 * members, a word. */
static gboolean is_nameless(const char *value)
{
	static const char *const starts[] = {"\"", "a ", "the ", "0x"};
	static const char *const words[] = {
		"NULL", "freed memory", "not there"};
	for (guint i = 0; i < G_N_ELEMENTS(starts); i++)
		if (g_str_has_prefix(value, starts[i]))
			return TRUE;
	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (strcmp(value, words[i]) == 0)
			return TRUE;
	return FALSE;
}

/* Where a pointer leads may be told by a name of the same moment, which begins
 * as its own does. */
static gboolean may_change(const struct hc_cause *cause)
{
	gboolean pointer = cause->type && g_str_has_suffix(cause->type, "*");
	return cause->aliases &&
	       (!pointer ||
		       (is_nameless(cause->pass) && is_nameless(cause->fail)));
}

/* The other name that is this one; else one that is the same but for the
 * function that it begins with. NULL if there is neither. */
static struct hc_alias *find_alias(
	const struct hc_cause *cause, const char *name)
{
	struct hc_alias *similar = NULL;
	for (guint i = 0; i < cause->aliases->len; i++) {
		struct hc_alias *one = g_ptr_array_index(cause->aliases, i);
		if (strcmp(one->shown, name) == 0)
			return one;
		if (!similar && strcmp(hc_look_bare(one->shown),
					hc_look_bare(name)) == 0)
			similar = one;
	}
	return similar;
}

static void rename_cause(struct hc_cause *cause, const struct hc_alias *alias)
{
	g_free(cause->shown);
	g_free(cause->local);
	g_free(cause->local_place);
	cause->shown = g_strdup(alias->shown);
	cause->local = g_strdup(alias->local);
	cause->local_place = g_strdup(alias->local_place);
	cause->local_own = alias->local_own;
}

/* `told`: the chain calls them so from here on. */
static void unify(
	struct calling *calling, const GPtrArray *causes, gboolean told)
{
	for (guint i = 0; i < causes->len; i++) {
		struct hc_cause *cause = g_ptr_array_index(causes, i);
		const char *known =
			cause->place ? g_hash_table_lookup(
					       calling->names, cause->place)
				     : NULL;
		gboolean same =
			known && strcmp(hc_look_bare(known),
					 hc_look_bare(name_of(cause))) == 0;
		const struct hc_alias *alias =
			known && !same && may_change(cause)
				? find_alias(cause, known)
				: NULL;
		if (alias)
			rename_cause(cause, alias);
		if (told && cause->place)
			g_hash_table_replace(calling->names,
				g_strdup(cause->place),
				g_strdup(name_of(cause)));
	}
}

void hc_steps_unify(const GPtrArray *looks, const struct hc_telling *telling)
{
	g_autoptr(GHashTable) names =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	struct calling calling = {names};
	for (guint i = 0; i < looks->len; i++) {
		const struct hc_look *look = g_ptr_array_index(looks, i);
		enum hc_fate fate =
			g_array_index(telling->told, struct hc_told, i).fate;
		gboolean told = fate == HC_FATE_STEP || fate == HC_FATE_HELD;
		unify(&calling, look->event->causes, told);
		unify(&calling, look->event->context, told);
	}
}

static gboolean is_called(const GPtrArray *causes, const struct hc_cause *cause)
{
	const char *name = hc_look_bare(name_of(cause));
	for (guint i = 0; i < causes->len; i++)
		if (strcmp(hc_look_bare(name_of(g_ptr_array_index(causes, i))),
			    name) == 0)
			return TRUE;
	return FALSE;
}

void hc_steps_find_renamed(const GPtrArray *looks, struct hc_telling *telling)
{
	for (guint i = 0; i < telling->steps->len; i++) {
		struct hc_step *step =
			&g_array_index(telling->steps, struct hc_step, i);
		const struct hc_look *look =
			g_ptr_array_index(looks, step->event);
		const struct hc_look *held =
			g_ptr_array_index(looks, step->held);
		const GPtrArray *causes = held->event->causes;
		step->renamed = FALSE;
		for (guint k = 0; k < causes->len; k++)
			step->renamed |= !is_called(look->event->causes,
				g_ptr_array_index(causes, k));
	}
}
