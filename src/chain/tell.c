#include "isolation.h"

#include <string.h>

static void add_causes(
	struct isolation *x, const struct dd_set *set, GPtrArray *into)
{
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi;
			k++) {
			struct hc_cause *cause = g_new0(struct hc_cause, 1);
			g_autoptr(dd_set) one = dd_set_new_range(k, k + 1);
			cause->variable = hc_delta_name(x->deltas, k);
			cause->shown = hc_delta_shown(x->deltas, k);
			cause->type = hc_delta_type(x->deltas, k);
			cause->pass = hc_delta_text(x->deltas, k, 0);
			cause->fail = hc_delta_text(x->deltas, k, 1);
			cause->commands = hc_deltas_commands(x->deltas, one);
			g_ptr_array_add(into, cause);
		}
}

char *hc_tell_place(const struct isolation *x, guint32 delta)
{
	guint64 address;
	guint bit = 0;
	g_autofree char *place =
		hc_delta_address(x->deltas, delta, &address, &bit)
			? hc_snapshot_place(
				  x->stops[HC_PASSING].snapshot, address)
			: hc_delta_name(x->deltas, delta);
	return g_strdup_printf("%s.%u=", place, bit);
}

/* What a pointer leads to has another name whenever a variable moves on. */
static char *tell_value(const struct isolation *x, guint32 delta)
{
	guint64 address;
	guint side;
	return hc_delta_target(x->deltas, delta, &address, &side)
		       ? hc_snapshot_place(x->stops[side].snapshot, address)
		       : hc_delta_text(x->deltas, delta, 1);
}

char *hc_tell_identity(const struct isolation *x, guint32 delta)
{
	g_autofree char *place = hc_tell_place(x, delta);
	g_autofree char *value = tell_value(x, delta);
	return g_strconcat(place, value, NULL);
}

static int compare_texts(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

static char **identify(const struct isolation *x, const struct dd_set *set)
{
	GPtrArray *all = g_ptr_array_new();
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			g_ptr_array_add(all, hc_tell_identity(x, k));
	g_ptr_array_sort(all, compare_texts);
	g_ptr_array_add(all, NULL);
	return (char **) g_ptr_array_free(all, FALSE);
}

void hc_tell(struct isolation *x)
{
	struct hc_event *event = x->event;
	g_autoptr(dd_set) both = dd_set_union(x->difference, x->context);
	add_causes(x, x->difference, event->causes);
	add_causes(x, x->context, event->context);
	x->look->identity = identify(x, x->difference);
	x->look->context_identity = identify(x, x->context);
	event->script = hc_deltas_commands(x->deltas, both);
	event->isolated = TRUE;
	g_clear_pointer(&event->reason, g_free);
}
