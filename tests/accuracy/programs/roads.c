/* Shortest ways: roads between places on stdin (A B LENGTH, `>` for one way),
 * then lines `from A to B [avoiding C]`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PLACES 24
#define FAR 1000000

struct road {
	struct place *to;
	int length;
	int used;
	struct road *next;
};

struct place {
	char name[12];
	int index;
	int distance;
	int degree;
	int is_done;
	struct place *before;
	struct road *roads;
};

struct queue {
	struct place *waiting[MAX_PLACES];
	int keys[MAX_PLACES];
	int position[MAX_PLACES];
	int count;
};

struct map {
	struct place *places[MAX_PLACES];
	int count;
	int roads;
	int asked;
	long walked;
};

static struct place *find_place(struct map *map, const char *name, int create)
{
	struct place *place;
	int i;

	for (i = 0; i < map->count; i++)
		if (strcmp(map->places[i]->name, name) == 0)
			return map->places[i];
	if (!create || map->count == MAX_PLACES)
		return NULL;
	place = malloc(sizeof(struct place));
	strcpy(place->name, name);
	place->index = map->count;
	place->distance = FAR;
	place->degree = 0;
	place->is_done = 0;
	place->before = NULL;
	place->roads = NULL;
	map->places[map->count] = place;
	map->count++;
	return place;
}

static void add_road(
	struct map *map, struct place *from, struct place *to, int length)
{
	struct road *road;

	for (road = from->roads; road != NULL; road = road->next) {
		if (road->to == to) {
			if (length < road->length)
				road->length = length;
			return;
		}
	}
	road = malloc(sizeof(struct road));
	road->to = to;
	road->length = length;
	road->used = 0;
	road->next = from->roads;
	from->roads = road;
	from->degree++;
	map->roads++;
}

static void place_at(struct queue *queue, int at, struct place *place, int key)
{
	queue->waiting[at] = place;
	queue->keys[at] = key;
	queue->position[place->index] = at;
}

static void move_up(struct queue *queue, int at)
{
	struct place *place = queue->waiting[at];
	int key = queue->keys[at];

	while (at > 0) {
		int parent = (at - 1) / 2;

		if (queue->keys[parent] <= key)
			break;
		place_at(
			queue, at, queue->waiting[parent], queue->keys[parent]);
		at = parent;
	}
	place_at(queue, at, place, key);
}

static void move_down(struct queue *queue, int at)
{
	struct place *place = queue->waiting[at];
	int key = queue->keys[at];

	for (;;) {
		int child = 2 * at + 1;

		if (child >= queue->count)
			break;
		if (child + 1 < queue->count &&
			queue->keys[child + 1] < queue->keys[child])
			child++;
		if (queue->keys[child] >= key)
			break;
		place_at(queue, at, queue->waiting[child], queue->keys[child]);
		at = child;
	}
	place_at(queue, at, place, key);
}

static void enqueue(struct queue *queue, struct place *place, int key)
{
	int at = queue->position[place->index];

	if (at < 0) {
		at = queue->count;
		queue->count++;
	}
	place_at(queue, at, place, key);
	move_up(queue, at);
}

static struct place *dequeue(struct queue *queue)
{
	struct place *first = queue->waiting[0];
	int last = queue->count - 1;

	queue->position[first->index] = -1;
	queue->count = last;
	if (last > 0) {
		place_at(queue, 0, queue->waiting[last], queue->keys[last]);
		move_down(queue, 0);
	}
	return first;
}

static void reset(struct map *map, struct queue *queue)
{
	int i;

	queue->count = 0;
	for (i = 0; i < map->count; i++) {
		struct place *place = map->places[i];

		place->distance = FAR;
		place->is_done = 0;
		place->before = NULL;
		queue->position[i] = -1;
	}
}

static int search(struct map *map, struct place *from, struct place *to,
	const struct place *avoided)
{
	struct queue queue;
	struct road *road;

	reset(map, &queue);
	from->distance = 0;
	enqueue(&queue, from, 0);
	while (queue.count > 0) {
		struct place *place = dequeue(&queue);

		place->is_done = 1;
		if (place == to)
			return 1;
		for (road = place->roads; road != NULL; road = road->next) {
			int distance = place->distance + road->length;
			struct place *next = road->to;

			if (next == avoided || next->is_done)
				continue;
			if (distance < next->distance) {
				next->distance = distance;
				next->before = place;
				enqueue(&queue, next, distance);
			}
		}
	}
	return 0;
}

/* A road that was taken counts in both directions, if it has both. */
static void count_use(struct place *from, struct place *to)
{
	struct road *road;

	for (road = from->roads; road != NULL; road = road->next)
		if (road->to == to)
			road->used++;
}

static int print_way(struct place *place)
{
	int steps = 0;

	if (place->before != NULL) {
		steps = print_way(place->before) + 1;
		count_use(place->before, place);
		count_use(place, place->before);
		printf(" - ");
	}
	printf("%s", place->name);
	return steps;
}

static void answer(struct map *map, struct place *from, struct place *to,
	const struct place *avoided)
{
	int steps;

	map->asked++;
	if (!search(map, from, to, avoided)) {
		printf("no way from %s to %s\n", from->name, to->name);
		return;
	}
	steps = print_way(to);
	printf(": %d in %d steps\n", to->distance, steps);
	map->walked += to->distance;
}

static void print_busiest(const struct map *map)
{
	const struct road *busiest = NULL;
	const struct place *start = NULL;
	int i;

	for (i = 0; i < map->count; i++) {
		const struct place *place = map->places[i];
		const struct road *road = place->roads;

		while (road != NULL) {
			if (road->used > 0 &&
				(busiest == NULL ||
					road->used > busiest->used)) {
				busiest = road;
				start = place;
			}
			road = road->next;
		}
	}
	if (busiest != NULL)
		printf("busiest: %s - %s, %d times\n", start->name,
			busiest->to->name, busiest->used);
}

static int best_connected(const struct map *map)
{
	int best = 0;
	int i;

	for (i = 1; i < map->count; i++)
		if (map->places[i]->degree > map->places[best]->degree)
			best = i;
	return best;
}

static int execute(struct map *map, const char *line)
{
	char first[12];
	char second[12];
	char third[12];
	char sign[4];
	struct place *from;
	struct place *to;
	int length;
	int words = sscanf(
		line, "from %11s to %11s avoiding %11s", first, second, third);

	if (words >= 2) {
		from = find_place(map, first, 0);
		to = find_place(map, second, 0);
		if (from == NULL || to == NULL)
			return 0;
		answer(map, from, to,
			words == 3 ? find_place(map, third, 0) : NULL);
		return 1;
	}
	if (sscanf(line, "%11s %3[->] %11s %d", first, sign, second, &length) !=
		4)
		return 0;
	from = find_place(map, first, 1);
	to = find_place(map, second, 1);
	if (from == NULL || to == NULL || length <= 0)
		return 0;
	add_road(map, from, to, length);
	if (sign[0] == '-')
		add_road(map, to, from, length);
	return 1;
}

int main(void)
{
	struct map map = {{NULL}, 0, 0, 0, 0};
	char line[96];

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (!execute(&map, line)) {
			printf("bad line: %s", line);
			return 1;
		}
	}
	if (map.count == 0)
		return 1;
	print_busiest(&map);
	printf("%d places, %d roads, best connected %s\n", map.count, map.roads,
		map.places[best_connected(&map)]->name);
	printf("%d asked, %ld walked\n", map.asked, map.walked);
	return 0;
}
