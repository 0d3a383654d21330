#include "sort.h"

#include <string.h>

/* Elements that are sorted without a look at the flag. */
enum { RUN = 1 << 17 };

struct sort {
	gsize size; /* of an element */
	GCompareDataFunc compare;
	gpointer data;
};

/* [from, middle) and [middle, end), each sorted, become one. */
static void merge(const struct sort *s, const char *from, const char *middle,
	const char *end, char *to)
{
	const char *a = from, *b = middle;
	while (a < middle && b < end) {
		const char **next = s->compare(a, b, s->data) <= 0 ? &a : &b;
		memcpy(to, *next, s->size);
		*next += s->size;
		to += s->size;
	}
	memcpy(to, a, (gsize) (middle - a));
	memcpy(to + (middle - a), b, (gsize) (end - b));
}

void mg_sort(void *array, gsize n, gsize size, GCompareDataFunc compare,
	gpointer data, const volatile sig_atomic_t *stop)
{
	struct sort s = {size, compare, data};
	for (gsize at = 0; at < n && !(stop && *stop); at += RUN)
		g_qsort_with_data((char *) array + at * size,
			(gint) MIN(RUN, n - at), size, compare, data);
	if (n <= RUN)
		return;

	g_autofree char *spare = g_malloc_n(n, size);
	char *from = array, *to = spare;
	for (gsize width = RUN; width < n; width *= 2) {
		for (gsize at = 0; at < n; at += 2 * width) {
			if (stop && *stop)
				return;
			gsize middle = MIN(at + width, n);
			gsize end = MIN(at + 2 * width, n);
			merge(&s, from + at * size, from + middle * size,
				from + end * size, to + at * size);
		}
		char *last = from;
		from = to;
		to = last;
	}
	if (from != array)
		memcpy(array, from, n * size);
}
