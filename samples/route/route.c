/* Plans a drive to town, and says whether the fuel will last:
 *
 *	route [--via NAME]... [--avoid NAME]...
 *
 * Stops can be added and left out. One of the stops that can be left out is
 * the pump. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TANK = 12 };

struct stop {
	const char *name;
	int distance; /* from the stop before */
	int refuel;
	struct stop *next;
};

/* All stops there are, in the order in which one passes them. */
static const struct {
	const char *name;
	int distance;
	int refuel;
	int usual;
} known[] = {
	{"farm", 4, 0, 1},
	{"pump", 2, 1, 1},
	{"mill", 4, 0, 1},
	{"ford", 5, 0, 0},
	{"town", 3, 0, 1},
};

enum { N_KNOWN = sizeof known / sizeof known[0] };

static int find(const char *name)
{
	for (int i = 0; i < N_KNOWN; i++)
		if (strcmp(known[i].name, name) == 0)
			return i;
	fprintf(stderr, "route: there is no stop '%s'\n", name);
	exit(2);
}

static struct stop *new_stop(int index, struct stop *next)
{
	struct stop *stop = malloc(sizeof *stop);
	if (!stop)
		exit(2);
	stop->name = known[index].name;
	stop->distance = known[index].distance;
	stop->refuel = known[index].refuel;
	stop->next = next;
	return stop;
}

static struct stop *usual_route(void)
{
	struct stop *route = NULL;
	for (int i = N_KNOWN - 1; i >= 0; i--)
		if (known[i].usual)
			route = new_stop(i, route);
	return route;
}

static void add(struct stop **route, const char *name)
{
	int index = find(name);
	while (*route && find((*route)->name) < index)
		route = &(*route)->next;
	*route = new_stop(index, *route);
}

static void leave_out(struct stop **route, const char *name)
{
	find(name);
	while (*route && strcmp((*route)->name, name) != 0)
		route = &(*route)->next;
	if (*route) {
		struct stop *gone = *route;
		*route = gone->next;
		free(gone);
	}
}

/* Returns whether one gets there. */
static int drive(const struct stop *route)
{
	int fuel = TANK;
	for (const struct stop *stop = route; stop; stop = stop->next) {
		fuel -= stop->distance;
		if (fuel < 0) {
			printf("out of fuel before %s\n", stop->name);
			return 0;
		}
		if (stop->refuel)
			fuel = TANK;
	}
	printf("arrives\n");
	return 1;
}

static void free_route(struct stop *route)
{
	while (route) {
		struct stop *next = route->next;
		free(route);
		route = next;
	}
}

int main(int argc, char *argv[])
{
	struct stop *route = usual_route();

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--via") == 0)
			add(&route, argv[i + 1]);
		else if (strcmp(argv[i], "--avoid") == 0)
			leave_out(&route, argv[i + 1]);
	}

	int arrives = drive(route);

	free_route(route);
	return arrives ? 0 : 1;
}
