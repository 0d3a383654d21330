#include "hold.h"

#include "thread.h"

struct hc_hold {
	const struct hc_launch *launch;
	const struct hc_streams *streams;
	const struct hc_bring_place *place; /* until it is there */
	struct hc_brought brought;

	GThread *thread;
	GMutex lock;
	GCond changed;
	gboolean done; /* with bringing it there, … */
	gboolean there; /* … which went well */
	gboolean over;
	hc_hold_task task; /* NULL: none */
	gpointer data;
	gboolean result;
	GError *error; /* of either */
};

static void do_task(struct hc_hold *hold)
{
	g_mutex_unlock(&hold->lock);
	gboolean result = hold->task(&hold->brought, hold->data, &hold->error);
	g_mutex_lock(&hold->lock);
	hold->result = result;
	hold->task = NULL;
	g_cond_broadcast(&hold->changed);
}

static gpointer live(gpointer data)
{
	struct hc_hold *hold = data;
	gboolean there = hc_bring(hold->launch, hold->streams, hold->place,
		&hold->brought, &hold->error);

	g_mutex_lock(&hold->lock);
	hold->there = there;
	hold->done = TRUE;
	g_cond_broadcast(&hold->changed);
	while (there && !hold->over) {
		if (hold->task)
			do_task(hold);
		else
			g_cond_wait(&hold->changed, &hold->lock);
	}
	g_mutex_unlock(&hold->lock);

	if (there)
		hc_brought_end(&hold->brought);
	return NULL;
}

struct hc_hold *hc_hold_new(const struct hc_launch *launch,
	const struct hc_streams *streams, const struct hc_bring_place *place,
	GError **error)
{
	g_autoptr(hc_hold) hold = g_new0(struct hc_hold, 1);
	hold->launch = launch;
	hold->streams = streams;
	hold->place = place;
	g_mutex_init(&hold->lock);
	g_cond_init(&hold->changed);

	hold->thread = hc_thread_new("hold", live, hold);
	g_mutex_lock(&hold->lock);
	while (!hold->done)
		g_cond_wait(&hold->changed, &hold->lock);
	hold->place = NULL;
	g_mutex_unlock(&hold->lock);

	if (hold->there)
		return g_steal_pointer(&hold);
	g_propagate_error(error, g_steal_pointer(&hold->error));
	return NULL;
}

void hc_hold_free(struct hc_hold *hold)
{
	g_mutex_lock(&hold->lock);
	hold->over = TRUE;
	g_cond_broadcast(&hold->changed);
	g_mutex_unlock(&hold->lock);
	g_thread_join(hold->thread);

	g_mutex_clear(&hold->lock);
	g_cond_clear(&hold->changed);
	g_clear_error(&hold->error);
	g_free(hold);
}

const struct hc_brought *hc_hold_program(const struct hc_hold *hold)
{
	return &hold->brought;
}

gboolean hc_hold_do(
	struct hc_hold *hold, hc_hold_task task, gpointer data, GError **error)
{
	g_mutex_lock(&hold->lock);
	hold->data = data;
	hold->task = task;
	g_cond_broadcast(&hold->changed);
	while (hold->task)
		g_cond_wait(&hold->changed, &hold->lock);
	gboolean result = hold->result;
	GError *problem = g_steal_pointer(&hold->error);
	g_mutex_unlock(&hold->lock);

	if (problem)
		g_propagate_error(error, problem);
	return result;
}
