/* Blocks that no pointer knows as a whole, one rule a function:
 *
 *	debuggee-untyped RULE
 *
 * calls the function, which makes what the rule is about and stops in stop().
 * Pointers that know more than they should are cleared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static void stop(void)
{
	__asm__ volatile("" ::: "memory"); /* MARK: stop */
}

/* ---- What is around what a pointer leads to ---- */

struct object {
	int kind;
	double weight;
	struct object *other;
};
/* The only struct with an object at 16; another one has it elsewhere. */
struct boxed {
	long mark, size;
	struct object object;
};
struct boxed_late {
	struct object object;
	long mark, size;
};

static struct object *new_object(int kind, struct object *other)
{
	struct boxed *boxed = calloc(1, sizeof *boxed);
	boxed->mark = 100 + kind;
	boxed->object.kind = kind;
	boxed->object.other = other;
	return &boxed->object;
}

static void headers(void)
{
	struct object *object = new_object(1, new_object(2, NULL));
	(void) object;
	stop();
}

struct link {
	struct link *next, *prev;
};
struct task {
	struct object *uses;
	int id;
	struct link link;
	int level;
};
/* As large, but without a link. */
struct not_task {
	struct object *uses;
	long numbers[5];
};

static struct link tasks = {&tasks, &tasks};

static void add_task(int id)
{
	struct task *task = calloc(1, sizeof *task);
	task->id = id;
	task->uses = new_object(id * 10, NULL);
	task->link.next = &tasks;
	task->link.prev = tasks.prev;
	tasks.prev->next = &task->link;
	tasks.prev = &task->link;
}

static void links(void)
{
	struct not_task not_task = {0};
	add_task(7);
	add_task(8);
	(void) not_task;
	stop();
}

/* The link comes first: it could also be an array of links. */
struct entry {
	struct link link;
	int id;
	long value;
};

static struct link *entries;

static void first_links(void)
{
	struct entry *entry = calloc(1, sizeof *entry);
	entry->id = 5;
	entry->link.next = entry->link.prev = &entry->link;
	entries = &entry->link;
	entry = NULL;
	stop();
}

struct shape {
	int kind;
	const char *name;
	struct shape *next;
};
struct circle {
	struct shape shape;
	double radius;
	struct object *object;
};

static struct shape *shapes;

static void larger(void)
{
	struct circle *circle = calloc(1, sizeof *circle);
	circle->shape.kind = 3;
	circle->radius = 2.5;
	circle->object = new_object(9, NULL);
	shapes = &circle->shape;
	circle = NULL;
	stop();
}

/* ---- What a void pointer leads to ---- */

struct cell {
	void *data;
	struct cell *next;
};

static struct cell *add_cell(void *data, struct cell *next)
{
	struct cell *cell = malloc(sizeof *cell);
	cell->data = data;
	cell->next = next;
	return cell;
}

static struct shape *new_shape(int kind)
{
	struct shape *shape = calloc(1, sizeof *shape);
	shape->kind = kind;
	return shape;
}

/* One is known, and so are all that are in a list or an array with it; but not
 * those of a list of its own. */
static void siblings(void)
{
	struct shape *known = new_shape(31);
	struct cell *list = add_cell(
		new_shape(32), add_cell(known, add_cell(new_shape(33), NULL)));
	void **array = calloc(5, sizeof *array);
	struct cell *alone = add_cell(new_shape(36), NULL);
	array[0] = known;
	array[3] = new_shape(34);
	alone = add_cell(new_shape(37), alone);
	(void) list;
	stop();
}

/* Lists of several kinds of things tell nothing; nor does one for what is too
 * large. */
static void mixed_siblings(void)
{
	struct shape *known = new_shape(31);
	struct object *object = calloc(1, sizeof *object);
	struct cell *mixed = add_cell(
		new_shape(32), add_cell(known, add_cell(object, NULL)));
	struct cell *sizes = add_cell(calloc(1, 40), add_cell(known, NULL));
	(void) mixed;
	(void) sizes;
	stop();
}

/* ---- Counter-examples ---- */

struct pixel {
	int x, y, z;
};
struct apple {
	long weight;
	struct pixel pixel;
	int colour;
};
struct pear {
	double weight;
	struct pixel pixel;
	float colour;
};

/* Either may be there. */
static void either(void)
{
	struct apple apple = {0};
	struct pear pear = {0};
	struct apple *block = calloc(1, sizeof *block);
	struct pixel *pixel = &block->pixel;
	pixel->x = 4;
	block = NULL;
	(void) apple;
	(void) pear;
	stop();
}

struct corner {
	long x, y;
	char name[8];
};
struct triangle {
	struct corner a, b, c;
};

/* Three corners; that a struct also has three, at the same places, says
 * nothing. */
static void arrays(void)
{
	struct triangle triangle = {0};
	struct corner *corners = calloc(3, sizeof *corners);
	struct corner *second = corners + 1;
	second->x = 6;
	corners = NULL;
	(void) triangle;
	stop();
}

/* An array is what its first pointer says, and large enough for others. */
static void plain_arrays(void)
{
	struct circle circle = {{0}, 0, NULL};
	struct shape *two = calloc(2, sizeof *two);
	two[1].kind = 12;
	(void) circle;
	stop();
}

/* No struct is as large as the block. */
static void other_size(void)
{
	char *block = calloc(1, 200);
	struct object *object = (struct object *) (block + 16);
	object->kind = 21;
	block = NULL;
	stop();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} rules[] = {
		{"headers", headers},
		{"links", links},
		{"first_links", first_links},
		{"larger", larger},
		{"siblings", siblings},
		{"mixed_siblings", mixed_siblings},
		{"either", either},
		{"arrays", arrays},
		{"plain_arrays", plain_arrays},
		{"other_size", other_size},
	};
	struct boxed_late late = {{0}, 0, 0};
	(void) late;
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (argc > 1 && strcmp(argv[1], rules[i].name) == 0) {
			rules[i].function();
			return 0;
		}
	fprintf(stderr, "no such rule\n");
	return 2;
}
