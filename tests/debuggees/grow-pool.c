/* `grow-pool N` builds a list of N nodes in an array of its own, then calls
 * stop(). */
#include <stdlib.h>

struct node {
	long number;
	struct node *next;
};

static char pool[1 << 26] __attribute__((aligned(16)));
struct node *list;

static void stop(void)
{
	__asm__ volatile("" ::: "memory"); /* MARK: stop */
}

int main(int argc, char **argv)
{
	size_t each = 2 * sizeof(struct node), n = sizeof pool / each;
	if (argc > 1 && strtoul(argv[1], NULL, 0) < n)
		n = strtoul(argv[1], NULL, 0);
	for (size_t i = 0; i < n; i++) {
		struct node *node = (struct node *) (pool + each * i);
		node->number = (long) i;
		node->next = list;
		list = node;
	}
	stop();
	return 0;
}
