/* What undoes deltas, in the other run. */
#include "deltas-inside.h"

/* What a set does at a place: which kinds of deltas it has there. */
enum { ANY = 1, INSERTS = 2, DELETES = 4 };

static guint role_of(enum hc_delta_kind kind)
{
	return kind == HC_DELTA_INSERTION  ? INSERTS
	       : kind == HC_DELTA_DELETION ? DELETES
					   : ANY;
}

struct mirror {
	const struct hc_deltas *deltas;
	const struct dd_set *set;
	GHashTable *places; /* in the other run → what is done there */
};

static char *key_of(guint32 object, guint64 offset, guint bit)
{
	return g_strdup_printf(
		"%u %" G_GUINT64_FORMAT " %u", object, offset, bit);
}

static void add_role(struct mirror *m, char *key, guint role)
{
	guint known = GPOINTER_TO_UINT(g_hash_table_lookup(m->places, key));
	g_hash_table_insert(m->places, key, GUINT_TO_POINTER(known | role));
}

/* Where a delta's change is in one of the runs. */
static char *key_of_delta(
	const struct hc_deltas *deltas, guint32 number, guint side)
{
	const struct hc_delta *delta = hc_delta_at(deltas, number);
	const struct mg_change *change =
		hc_deltas_change_at(deltas, delta->change);
	const struct mg_vertex *v = side ? &change->after : &change->before;
	const struct mg_vertex *w = side ? &change->before : &change->after;

	/* A descriptor that is open in one run only, or a variable of the
	 * environment. */
	if (v->object == MG_NO_MATE || w->object == MG_NO_MATE) {
		const struct mg_vertex *one = v->object == MG_NO_MATE ? w : v;
		return g_strdup_printf("alone %u %" G_GUINT64_FORMAT,
			one->object, one->offset);
	}

	return key_of(v->object, delta->size ? delta->offset : v->offset,
		v->member ? v->member->bit_offset : 0);
}

static void add_slot(
	struct mirror *m, const struct hc_slot *slot, guint32 delta)
{
	if (delta == HC_NO_DELTA || !dd_set_contains(m->set, delta) ||
		slot->side != 0)
		return;
	/* The array's pointers are elsewhere there; their deltas know where. */
	if (slot->object == m->deltas->environment)
		return;
	guint32 mate = mg_match_mate(m->deltas->match, 0, slot->object);
	if (mate != MG_NO_MATE)
		add_role(m, key_of(mate, slot->offset, 0),
			role_of(hc_delta_at(m->deltas, delta)->kind));
}

/* What a set does, by places of the other run. */
static GHashTable *places_of(
	const struct hc_deltas *deltas, const struct dd_set *set)
{
	struct mirror m = {deltas, set,
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};

	for (guint32 i = 0;
		i < deltas->list->len && !hc_deltas_are_stopped(deltas); i++)
		if (dd_set_contains(set, i))
			add_role(&m, key_of_delta(deltas, i, 1),
				role_of(hc_delta_at(deltas, i)->kind));

	for (guint i = 0; i < deltas->slots->len; i++) {
		const struct hc_slot *slot =
			&g_array_index(deltas->slots, struct hc_slot, i);
		add_slot(&m, slot, slot->first);
		add_slot(&m, slot, slot->second);
	}

	return m.places;
}

/* An insertion there undoes a deletion here, and the other way round. If the
 * set has everything that is done at a place, whatever happens there in reverse
 * undoes it. */
static gboolean takes_back(guint done, guint all, guint role)
{
	return done != 0 &&
	       (done == all || role == ANY || done & ANY ||
		       (role == INSERTS ? done & DELETES : done & INSERTS));
}

/* Objects that a set changes in place, plus one. */
static GHashTable *changed_by(
	const struct hc_deltas *deltas, const struct dd_set *set)
{
	GHashTable *changed = g_hash_table_new(NULL, NULL);
	for (guint k = 0; k < set->n_ranges; k++)
		for (guint32 n = set->ranges[k].lo; n < set->ranges[k].hi;
			n++) {
			guint32 object = hc_deltas_change_at(
				deltas, hc_delta_at(deltas, n)->change)
						 ->before.object;
			g_hash_table_add(changed, GUINT_TO_POINTER(object + 1));
		}
	return changed;
}

/* What was changed in place here, and has too little room for that there, is
 * made anew: all pointers to it change. */
static gboolean makes_anew(
	GHashTable *changed, const struct hc_deltas *reversed, guint32 i)
{
	const struct mg_change *back =
		hc_deltas_change_at(reversed, hc_delta_at(reversed, i)->change);
	return back->kind == MG_CHANGE_LINK && back->to.kind == MG_AIM_OBJECT &&
	       mg_match_mate(reversed->match, 1, back->to.object) ==
		       MG_NO_MATE &&
	       g_hash_table_contains(
		       changed, GUINT_TO_POINTER(back->to.object + 1));
}

struct dd_set *hc_deltas_mirror(const struct hc_deltas *deltas,
	const struct dd_set *of, const struct hc_deltas *reversed)
{
	g_autoptr(dd_set) set = hc_deltas_with_followers(deltas, of);
	g_autoptr(dd_set) all = dd_set_new_range(0, deltas->list->len);
	g_autoptr(GHashTable) places = places_of(deltas, set);
	g_autoptr(GHashTable) known = places_of(deltas, all);
	g_autoptr(GHashTable) changed = changed_by(deltas, set);
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));

	for (guint32 i = 0;
		i < reversed->list->len && !hc_deltas_are_stopped(reversed);
		i++) {
		g_autofree char *key = key_of_delta(reversed, i, 0);
		if (takes_back(
			    GPOINTER_TO_UINT(g_hash_table_lookup(places, key)),
			    GPOINTER_TO_UINT(g_hash_table_lookup(known, key)),
			    role_of(hc_delta_at(reversed, i)->kind)) ||
			makes_anew(changed, reversed, i)) {
			guint32 leader = hc_deltas_leader(reversed, i);
			g_array_append_val(members, leader);
		}
	}

	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}
