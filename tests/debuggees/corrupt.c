/* A state that an error has spoilt, in one way or another: `corrupt wild`,
 * `heap`, `cycle`, `length`, `unmapped`; then calls stop(). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct node {
	long value;
	struct node *next, *other;
};

struct node *first;
struct {
	uint64_t length;
	char *text;
} claim;

static struct node *new_node(long value, struct node *next)
{
	struct node *node = calloc(1, sizeof *node);
	node->value = value;
	node->next = next;
	return node;
}

static int stop(void)
{
	return first == NULL; /* MARK: stop */
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	for (long i = 0; i < 100; i++)
		first = new_node(i, first);
	if (strcmp(how, "wild") == 0) {
		first->other = (struct node *) 0xdeadbeefcafe;
		first->next->other = (struct node *) ~0ul;
		first->next->next->other = (struct node *) (uintptr_t) main;
	}
	/* Writes over the size of the chunk behind. */
	if (strcmp(how, "heap") == 0)
		memset(&first->next->next[1], 0x41, 8);
	if (strcmp(how, "cycle") == 0)
		first->next->next->next = first;
	if (strcmp(how, "length") == 0) {
		claim.length = 1ul << 60;
		claim.text = malloc(8);
	}
	if (strcmp(how, "unmapped") == 0) {
		void *page = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		first->other = page;
		first->next->other = page;
		munmap(page, 1 << 16);
	}
	return stop();
}
