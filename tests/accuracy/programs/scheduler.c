/* Simulates a machine with several workers: tasks wait in a heap by priority,
 * may depend on others, and run in slices. Lines: task NAME TIME PRIORITY
 * ARRIVAL [NEEDS...]; workers N; slice N */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TASKS 32
#define MAX_NEEDS 4
#define MAX_WORKERS 4

enum state { WAITING, READY, RUNNING, DONE };

struct task {
	char name[12];
	int length;
	int left;
	int priority;
	int arrival;
	int started;
	int ended;
	int waited;
	enum state state;
	char need_names[MAX_NEEDS][12];
	struct task *needs[MAX_NEEDS];
	int need_count;
	int number;
};

struct heap {
	struct task *tasks[MAX_TASKS + 1];
	int count;
};

struct machine {
	struct task tasks[MAX_TASKS];
	int task_count;
	struct task *running[MAX_WORKERS];
	int slice_left[MAX_WORKERS];
	int workers;
	int slice;
	int clock;
	int switches;
	struct heap heap;
};

static int goes_first(const struct task *a, const struct task *b)
{
	if (a->priority != b->priority)
		return a->priority > b->priority;
	if (a->left != b->left)
		return a->left < b->left;
	return a->number < b->number;
}

static void push(struct heap *heap, struct task *task)
{
	int at = heap->count + 1;

	while (at > 1 && goes_first(task, heap->tasks[at / 2])) {
		heap->tasks[at] = heap->tasks[at / 2];
		at /= 2;
	}
	heap->tasks[at] = task;
	heap->count++;
}

static struct task *pop(struct heap *heap)
{
	struct task *top = heap->tasks[1];
	struct task *last = heap->tasks[heap->count];
	int at = 1;

	heap->count--;
	for (;;) {
		int child = at * 2;

		if (child > heap->count)
			break;
		if (child + 1 <= heap->count &&
			goes_first(heap->tasks[child + 1], heap->tasks[child]))
			child++;
		if (!goes_first(heap->tasks[child], last))
			break;
		heap->tasks[at] = heap->tasks[child];
		at = child;
	}
	heap->tasks[at] = last;
	return top;
}

static struct task *find_task(struct machine *machine, const char *name)
{
	int i;

	for (i = 0; i < machine->task_count; i++)
		if (strcmp(machine->tasks[i].name, name) == 0)
			return &machine->tasks[i];
	return NULL;
}

static int read_task(struct machine *machine, const char *line)
{
	struct task *task = &machine->tasks[machine->task_count];
	const char *rest;
	int length = 0;

	if (machine->task_count == MAX_TASKS)
		return 0;
	if (sscanf(line, "task %11s %d %d %d%n", task->name, &task->length,
		    &task->priority, &task->arrival, &length) != 4)
		return 0;
	if (task->length < 1 || task->arrival < 0)
		return 0;
	task->left = task->length;
	task->number = machine->task_count;
	task->state = WAITING;
	task->need_count = 0;
	task->started = -1;
	rest = line + length;
	while (task->need_count < MAX_NEEDS &&
		sscanf(rest, "%11s%n", task->need_names[task->need_count],
			&length) == 1) {
		task->need_count++;
		rest += length;
	}
	machine->task_count++;
	return 1;
}

static int read_machine(struct machine *machine, FILE *file)
{
	char line[128];

	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == '\n')
			continue;
		if (sscanf(line, "workers %d", &machine->workers) == 1)
			continue;
		if (sscanf(line, "slice %d", &machine->slice) == 1)
			continue;
		if (!read_task(machine, line)) {
			printf("bad line: %s", line);
			return 0;
		}
	}
	return machine->workers >= 1 && machine->workers <= MAX_WORKERS &&
	       machine->slice >= 1;
}

/* A task may need only tasks that come before it, so there are no cycles. */
static int link_needs(struct machine *machine)
{
	int i;
	int j;

	for (i = 0; i < machine->task_count; i++) {
		struct task *task = &machine->tasks[i];

		for (j = 0; j < task->need_count; j++) {
			struct task *need =
				find_task(machine, task->need_names[j]);

			if (need == NULL || need->number >= task->number) {
				printf("%s cannot need %s\n", task->name,
					task->need_names[j]);
				return 0;
			}
			task->needs[j] = need;
		}
	}
	return 1;
}

static int can_start(const struct task *task, int clock)
{
	int i;

	if (task->arrival > clock)
		return 0;
	for (i = 0; i < task->need_count; i++)
		if (task->needs[i]->state != DONE)
			return 0;
	return 1;
}

static void admit(struct machine *machine)
{
	int i;

	for (i = 0; i < machine->task_count; i++) {
		struct task *task = &machine->tasks[i];

		if (task->state == WAITING && can_start(task, machine->clock)) {
			task->state = READY;
			push(&machine->heap, task);
		}
	}
}

static void assign(struct machine *machine)
{
	int i;

	for (i = 0; i < machine->workers; i++) {
		struct task *task;

		if (machine->running[i] != NULL || machine->heap.count == 0)
			continue;
		task = pop(&machine->heap);
		task->state = RUNNING;
		if (task->started < 0)
			task->started = machine->clock;
		machine->running[i] = task;
		machine->slice_left[i] = machine->slice;
		machine->switches++;
	}
}

static void finish(struct machine *machine, int worker)
{
	struct task *task = machine->running[worker];

	task->state = DONE;
	task->ended = machine->clock + 1;
	machine->running[worker] = NULL;
}

static void put_back(struct machine *machine, int worker)
{
	struct task *task = machine->running[worker];

	task->state = READY;
	if (task->priority > 0)
		task->priority--;
	push(&machine->heap, task);
	machine->running[worker] = NULL;
}

static void work(struct machine *machine)
{
	int i;

	for (i = 0; i < machine->workers; i++) {
		struct task *task = machine->running[i];

		if (task == NULL)
			continue;
		task->left--;
		machine->slice_left[i]--;
		if (task->left == 0)
			finish(machine, i);
		else if (machine->slice_left[i] == 0)
			put_back(machine, i);
	}
}

static int all_done(const struct machine *machine)
{
	int i;

	for (i = 0; i < machine->task_count; i++)
		if (machine->tasks[i].state != DONE)
			return 0;
	return 1;
}

static void count_waiting(struct machine *machine)
{
	int i;

	for (i = 0; i < machine->task_count; i++) {
		struct task *task = &machine->tasks[i];

		if (task->state == READY)
			task->waited++;
	}
}

static void print_machine(const struct machine *machine)
{
	int longest = 0;
	int sum = 0;
	int i;

	for (i = 0; i < machine->task_count; i++) {
		const struct task *task = &machine->tasks[i];
		int turnaround = task->ended - task->arrival;

		printf("%-8s %3d to %3d, waited %d, turnaround %d\n",
			task->name, task->started, task->ended, task->waited,
			turnaround);
		if (turnaround > longest)
			longest = turnaround;
		sum += turnaround;
	}
	printf("%d ticks, %d switches, longest %d", machine->clock,
		machine->switches, longest);
	if (machine->task_count > 0)
		printf(", mean %d.%d", sum / machine->task_count,
			sum * 10 / machine->task_count % 10);
	printf("\n");
}

int main(void)
{
	struct machine *machine = calloc(1, sizeof(struct machine));

	machine->workers = 1;
	machine->slice = 3;
	if (!read_machine(machine, stdin) || !link_needs(machine))
		return 1;
	while (!all_done(machine) && machine->clock < 1000) {
		admit(machine);
		assign(machine);
		work(machine);
		count_waiting(machine);
		machine->clock++;
	}
	print_machine(machine);
	free(machine);
	return 0;
}
