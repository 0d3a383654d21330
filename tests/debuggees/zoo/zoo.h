/* Types that several units of the zoo share. */
#ifndef ZOO_H
#define ZOO_H

struct hidden; /* defined in other.c alone */

struct shared {
	int id;
	struct shared *next;
	struct hidden *opaque;
	union {
		int as_int;
		float as_float;
	};
	struct {
		short low, high;
	} halves;
};

typedef struct {
	double x, y;
} point;

extern struct shared first;
extern int counted;
/* Where thread-local variables are: GDB doesn't know in a static program. */
extern void *thread_places[7];
extern __thread int of_library;
struct hidden *other_hidden(int n);
int other_work(struct shared *s, int depth);
int library_work(int n, int (*back)(int));
void stop_here(void);

#endif
