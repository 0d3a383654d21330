/* Whether two moments have the same cause. */
#include "look.h"

#include <string.h>

gboolean hc_look_same_places(
	const struct hc_look *look, const struct hc_look *other)
{
	char **a = look->identity, **b = other->identity;
	if (!a || !b || g_strv_length(a) != g_strv_length(b))
		return FALSE;
	for (guint i = 0; a[i]; i++) {
		gsize n = strcspn(a[i], "=");
		if (strcspn(b[i], "=") != n || strncmp(a[i], b[i], n) != 0)
			return FALSE;
	}
	return TRUE;
}

const char *hc_look_bare(const char *name)
{
	const char *colons = strstr(name, "::");
	return colons ? colons + 2 : name;
}

static const char *bare_name(const struct hc_cause *cause)
{
	return hc_look_bare(cause->shown ? cause->shown : cause->variable);
}

static gboolean same_name(const struct hc_cause *a, const struct hc_cause *b)
{
	/* A text, and what leads to it, are shown alike. */
	gboolean texts = a->fail[0] == '"' && b->fail[0] == '"';
	return strcmp(bare_name(a), bare_name(b)) == 0 &&
	       (texts || g_strcmp0(a->type, b->type) == 0);
}

/* What is left to read of a stream gets less with each read, but it is the same
 * input that is to come. */
static gboolean is_rest(const struct hc_cause *cause)
{
	return cause->shown && g_str_has_prefix(cause->shown, "the rest of ");
}

static gboolean same_variable(
	const struct hc_cause *a, const struct hc_cause *b)
{
	return same_name(a, b) &&
	       (is_rest(a) || (strcmp(a->pass, b->pass) == 0 &&
				      strcmp(a->fail, b->fail) == 0));
}

gboolean hc_look_same_variables(
	const struct hc_look *look, const struct hc_look *other)
{
	const GPtrArray *a = look->event->causes, *b = other->event->causes;
	if (a->len != b->len || !hc_look_same_places(look, other))
		return FALSE;
	for (guint i = 0; i < a->len; i++)
		if (!same_name(
			    g_ptr_array_index(a, i), g_ptr_array_index(b, i)))
			return FALSE;
	return TRUE;
}

static gboolean has_variable(
	const GPtrArray *causes, const struct hc_cause *cause)
{
	for (guint i = 0; i < causes->len; i++)
		if (same_variable(cause, g_ptr_array_index(causes, i)))
			return TRUE;
	return FALSE;
}

static gboolean same_identity(
	const struct hc_look *look, const struct hc_look *other)
{
	return look->identity && other->identity &&
	       g_strv_equal((const char *const *) look->identity,
		       (const char *const *) other->identity);
}

gboolean hc_look_same_cause(
	const struct hc_look *look, const struct hc_look *other)
{
	const GPtrArray *a = look->event->causes, *b = other->event->causes;
	if (same_identity(look, other))
		return TRUE;
	if (a->len == 0 || a->len != b->len)
		return FALSE;
	for (guint i = 0; i < a->len; i++)
		if (!has_variable(b, g_ptr_array_index(a, i)))
			return FALSE;
	return TRUE;
}

/* Another pointer to the same thing: it was handed on. */
static gboolean same_target(const struct hc_cause *a, const struct hc_cause *b)
{
	return a->type && g_str_has_suffix(a->type, "*") &&
	       g_strcmp0(a->type, b->type) == 0 &&
	       strcmp(a->fail, b->fail) == 0;
}

static gboolean is_named(const GPtrArray *causes, const struct hc_cause *cause)
{
	for (guint i = 0; i < causes->len; i++) {
		const struct hc_cause *one = g_ptr_array_index(causes, i);
		if (same_name(cause, one) || same_target(cause, one))
			return TRUE;
	}
	return FALSE;
}

gboolean hc_look_needs_more(
	const struct hc_look *look, const struct hc_look *later)
{
	const struct hc_event *told = look->event;
	const GPtrArray *needed = later->event->context;
	for (guint i = 0; i < needed->len; i++) {
		const struct hc_cause *one = g_ptr_array_index(needed, i);
		if (!is_named(told->context, one) &&
			!is_named(told->causes, one))
			return TRUE;
	}
	return FALSE;
}
