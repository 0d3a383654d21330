#include "dd-front.h"

void dd_front_init(struct dd_front *front, const struct dd_task *task,
	const struct dd_order *order)
{
	front->role = !task->pass_known   ? DD_ROLE_PASSING_END
		      : !task->fail_known ? DD_ROLE_FAILING_END
					  : DD_ROLE_SEARCH;
	front->fail_known = task->fail_known;
	front->wrong_end = FALSE;
	front->search = dd_search_new(task->algorithm, order);
}

void dd_front_copy(struct dd_front *copy, const struct dd_front *front)
{
	*copy = *front;
	copy->search = dd_search_copy(front->search);
}

void dd_front_clear(struct dd_front *front)
{
	dd_search_free(front->search);
}

struct dd_set *dd_front_next(const struct dd_front *front)
{
	if (front->wrong_end)
		return NULL;

	switch (front->role) {
	case DD_ROLE_PASSING_END:
		return dd_set_new_empty();
	case DD_ROLE_FAILING_END:
		return dd_set_new_range(0, dd_order_size(front->search->order));
	case DD_ROLE_SEARCH:
		break;
	}

	return dd_search_next(front->search);
}

void dd_front_tell(
	struct dd_front *front, enum hc_verdict outcome, struct dd_step *step)
{
	step->role = front->role;
	step->remaining = front->search->remaining;
	switch (front->role) {
	case DD_ROLE_PASSING_END:
		front->wrong_end = outcome != HC_PASS;
		front->role = front->fail_known ? DD_ROLE_SEARCH
						: DD_ROLE_FAILING_END;
		break;
	case DD_ROLE_FAILING_END:
		front->wrong_end = outcome != HC_FAIL;
		front->role = DD_ROLE_SEARCH;
		break;
	case DD_ROLE_SEARCH:
		dd_search_tell(front->search, outcome, step);
		break;
	}
}
