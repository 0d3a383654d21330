#include "steps.h"

struct finding {
	const GPtrArray *looks;
	gboolean all; /* nothing with a cause of its own is left out */
	gboolean several; /* most causes are one of several */
	struct hc_telling *telling;
};

static const struct hc_look *look_at(const struct finding *f, guint index)
{
	return g_ptr_array_index(f->looks, index);
}

static gboolean is_isolated(const struct finding *f, guint index)
{
	return look_at(f, index)->event->isolated;
}

/* NULL: there is none yet. */
static struct hc_step *last_step(const struct finding *f)
{
	GArray *steps = f->telling->steps;
	return steps->len
		       ? &g_array_index(steps, struct hc_step, steps->len - 1)
		       : NULL;
}

static gboolean is_overdetermined(const struct hc_event *event)
{
	return event->isolated && event->confirmed == HC_OVERDETERMINED;
}

static gboolean most_are_several(const GPtrArray *looks)
{
	guint isolated = 0, several = 0;
	for (guint i = 0; i < looks->len; i++) {
		const struct hc_look *look = g_ptr_array_index(looks, i);
		isolated += look->event->isolated != 0;
		several += is_overdetermined(look->event);
	}
	return 2 * several > isolated;
}

/* The nearest one on a side that has a cause, and no other beside it; NULL:
 * none. */
static const struct hc_look *find_sure(
	const struct finding *f, guint index, int direction)
{
	for (guint i = index + (guint) direction; i < f->looks->len;
		i += (guint) direction)
		if (is_isolated(f, i) &&
			!is_overdetermined(look_at(f, i)->event))
			return look_at(f, i);
	return NULL;
}

/* A single variable that makes the passing run fail all alone is no accident,
 * unless that is so nearly everywhere, or the cause is in the same variables
 * before and behind. Where the cause is still that of before, another one has
 * come up: it does not hold any longer. */
static gboolean is_exact(const struct finding *f, guint index)
{
	const struct hc_event *event = look_at(f, index)->event;
	const struct hc_look *before = find_sure(f, index, -1);
	const struct hc_look *behind = find_sure(f, index, 1);
	gboolean same =
		before &&
		(hc_look_same_cause(before, look_at(f, index)) ||
			(behind && (hc_look_same_cause(before, behind) ||
					   hc_look_same_variables(
						   before, behind))));
	return !f->several && !same && event->causes->len == 1 &&
	       event->context->len == 0;
}

/* Where one of many causes happened to be found, each of them enough by itself,
 * it is no link of the chain as long as there are others before and behind. */
static gboolean is_chance(const struct finding *f, guint index)
{
	gboolean before = FALSE, behind = FALSE;
	if (!is_overdetermined(look_at(f, index)->event) || is_exact(f, index))
		return FALSE;
	for (guint i = 0; i < f->looks->len; i++) {
		before |= i < index && is_isolated(f, i);
		behind |= i > index && is_isolated(f, i);
	}
	return before && behind;
}

/* Whether a later one says nothing new. */
static gboolean is_held(const struct hc_look *look, const struct hc_look *later)
{
	return hc_look_same_cause(look, later) &&
	       !hc_look_needs_more(look, later);
}

/* The next one that has another cause and is no chance; NULL: none. */
static const struct hc_look *find_next(const struct finding *f, guint index)
{
	for (guint i = index + 1; i < f->looks->len; i++)
		if (is_isolated(f, i) && !is_chance(f, i) &&
			!is_held(look_at(f, index), look_at(f, i)))
			return look_at(f, i);
	return NULL;
}

/* What grows or goes round has another value at each moment; the first and the
 * last of them will do. */
static gboolean is_moving(
	const struct finding *f, const struct hc_step *step, guint index)
{
	const struct hc_look *look = look_at(f, index);
	const struct hc_look *next = find_next(f, index);
	const struct hc_look *told = look_at(f, step->event);
	return next && hc_look_same_variables(told, look) &&
	       hc_look_same_variables(look, next) &&
	       !hc_look_needs_more(told, look);
}

static enum hc_fate decide(const struct finding *f, guint index)
{
	const struct hc_step *step = last_step(f);
	if (!is_isolated(f, index))
		return HC_FATE_UNRESOLVED;
	if (!f->all && is_chance(f, index))
		return HC_FATE_SEVERAL;
	if (!step)
		return HC_FATE_STEP;
	if (is_held(look_at(f, step->event), look_at(f, index)))
		return HC_FATE_HELD;
	return !f->all && is_moving(f, step, index) ? HC_FATE_MOVING
						    : HC_FATE_STEP;
}

static void add_step(struct finding *f, guint index)
{
	struct hc_step *last = last_step(f);
	struct hc_step step = {.event = index, .held = index, .moves_to = -1};
	if (last) {
		last->moves_to = (gint) index;
		step.still = hc_look_same_cause(
			look_at(f, last->event), look_at(f, index));
	}
	g_array_append_val(f->telling->steps, step);
}

static void add(struct finding *f, guint index)
{
	struct hc_step *step = last_step(f);
	/* The first with a cause is never left out, so that all that follow
	 * have a step. */
	struct hc_told told = {.fate = decide(f, index)};
	switch (told.fate) {
	case HC_FATE_STEP:
		add_step(f, index);
		break;
	case HC_FATE_HELD:
		step->held = index;
		break;
	case HC_FATE_SEVERAL:
		step->several++;
		break;
	case HC_FATE_MOVING:
		step->moving++;
		break;
	case HC_FATE_UNRESOLVED:
		break;
	}
	told.step = (gint) f->telling->steps->len - 1;
	g_array_append_val(f->telling->told, told);
}

void hc_steps_tell(
	const GPtrArray *looks, gboolean all, struct hc_telling *telling)
{
	struct finding f = {looks, all, most_are_several(looks), telling};
	g_array_set_size(telling->steps, 0);
	g_array_set_size(telling->told, 0);
	for (guint i = 0; i < looks->len; i++)
		add(&f, i);
}

void hc_steps_find(const GPtrArray *looks, struct hc_result *result)
{
	hc_steps_tell(looks, FALSE, &result->brief);
	hc_steps_tell(looks, TRUE, &result->full);
	result->several = most_are_several(looks);
	hc_steps_unify(looks, &result->brief);
	hc_steps_find_renamed(looks, &result->brief);
	hc_steps_find_renamed(looks, &result->full);
	hc_steps_qualify(looks, &result->brief);
}
