/* Uses malloc in many ways and keeps book of it, then stops itself:
 *
 *	heap MODE SEED AMOUNT THREADS
 *
 * Says `table ADDRESS`, an array of struct record outside of the heap, one for
 * every block that is live or was freed, and `count ADDRESS`, their number.
 * MODE is one or more of the words that mode() is asked for, joined by commas;
 * with "churn" it stops before it starts as well. */
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct record {
	uint64_t start, usable, live;
};

static struct record *table;
static uint64_t records, room = 4000000;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t done;
static const char *modes;
static uint64_t amount, first_seed;

static int mode(const char *word)
{
	const char *at = strstr(modes, word);
	return at != NULL;
}

/* Without stdio, which uses malloc. */
static void say(const char *name, uint64_t number)
{
	char line[100];
	int n = snprintf(
		line, sizeof line, "%s %#lx\n", name, (unsigned long) number);
	if (write(1, line, n) != n)
		_exit(6);
}

/* Every thread's own, so that a seed gives the same calls each time. */
static uint64_t random_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 11;
}

static size_t random_size(uint64_t *state)
{
	static const size_t most[] = {1, 25, 25, 64, 160, 160, 700, 700, 1100,
		5000, 40000, 200000, 1 << 20};
	size_t kinds = sizeof most / sizeof *most;
	if (mode("tiny"))
		return random_next(state) % 80;
	if (mode("tcache"))
		return 620 + random_next(state) % 30;
	if (random_next(state) % 50)
		kinds -= 3;
	return random_next(state) % most[random_next(state) % kinds];
}

static void *allocate(uint64_t *state)
{
	size_t size = random_size(state);
	if (mode("plain"))
		return malloc(size);
	switch (random_next(state) % 12) {
	case 0:
		return calloc(1 + size / 16, 16);
	case 1:
		return memalign(16 << random_next(state) % 9, size);
	case 2:
		if (random_next(state) % 20 == 0)
			return memalign(
				16 << random_next(state) % 13, 150000 + size);
		return aligned_alloc(64, (size + 63) / 64 * 64);
	case 3:
		return realloc(malloc(random_size(state)), size + 1);
	default:
		return malloc(size);
	}
}

static struct record *record_new(void)
{
	pthread_mutex_lock(&lock);
	struct record *record = &table[records++];
	if (records >= room)
		_exit(3);
	pthread_mutex_unlock(&lock);
	return record;
}

static void note(struct record *record, void *block)
{
	if (!block)
		_exit(4);
	record->start = (uintptr_t) block;
	record->usable = malloc_usable_size(block);
	record->live = 1;
	/* No old headers inside, which a damaged neighbour could be misled
	 * by. */
	memset(block, mode("zero") ? 0 : 0x5a, record->usable);
	/* But single words that look like one, and lead nowhere. */
	for (uint64_t i = 24; mode("smash") && i + 56 < record->usable; i += 64)
		*(uint64_t *) ((char *) block + i) = 0x31;
}

/* A freed block is a record for good; what comes next gets a new one. */
static void use(uint64_t seed, uint64_t n, uint64_t keep)
{
	uint64_t state = seed * 0x9e3779b97f4a7c15 + 1;
	struct record **live = mmap(NULL, n * sizeof *live + 1,
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t lives = 0;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t what = random_next(&state) % 100;
		uint64_t which = lives ? random_next(&state) % lives : 0;
		if (lives && what < (lives > keep ? 70 : 30)) {
			free((void *) live[which]->start);
			live[which]->live = 0;
			live[which] = live[--lives];
		} else if (lives && what > 94) {
			struct record *old = live[which];
			void *moved = realloc(
				(void *) old->start, random_size(&state) + 1);
			live[which] = record_new();
			note(live[which], moved);
			old->live = 0;
		} else {
			live[lives] = record_new();
			note(live[lives++], allocate(&state));
		}
		if (mode("sbrk") && random_next(&state) % 200 == 0)
			sbrk(random_next(&state) % 5000);
	}
	munmap(live, n * sizeof *live + 1);
}

static void *use_in_thread(void *number)
{
	uint64_t n = (uintptr_t) number;
	use(first_seed + n, amount, amount / 8);
	pthread_barrier_wait(&done);
	/* Some end, and their blocks stay. */
	if (n % 3 == 0)
		return NULL;
	for (;;)
		pause();
}

static void use_threads(unsigned n)
{
	pthread_t threads[64];
	pthread_barrier_init(&done, NULL, n + 1);
	for (unsigned i = 1; i <= n; i++)
		pthread_create(&threads[i], NULL, use_in_thread,
			(void *) (uintptr_t) i);
	use(first_seed, amount, amount / 8);
	pthread_barrier_wait(&done);
	for (unsigned i = 3; i <= n; i += 3)
		pthread_join(threads[i], NULL);
}

/* The break can't be moved any further: malloc goes on with mmap. */
static void block_break(void)
{
	uintptr_t end = ((uintptr_t) sbrk(0) + 4095) & ~(uintptr_t) 4095;
	if (mmap((void *) end, 4096, PROT_NONE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
		    0) == MAP_FAILED)
		_exit(5);
}

static int by_start(const void *a, const void *b)
{
	const struct record *left = a, *right = b;
	return (left->start > right->start) - (left->start < right->start);
}

/* Writes past the end of one block in 50 that has a live one behind it, into
 * that one's size; "byte": only the lowest. Never close together: several
 * damaged chunks in a row can't be told apart. */
static void smash(void)
{
	uint64_t state = first_seed + 7, lives = 0, n = 0;
	struct record *sorted = mmap(NULL, records * sizeof *sorted,
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (uint64_t i = 0; i < records; i++) {
		if (table[i].live)
			sorted[lives++] = table[i];
	}
	qsort(sorted, lives, sizeof *sorted, by_start);
	for (uint64_t i = 0; i + 1 < lives; i++) {
		if (sorted[i].start + sorted[i].usable + 8 !=
				sorted[i + 1].start ||
			random_next(&state) % 50)
			continue;
		memset((char *) sorted[i].start + sorted[i].usable,
			mode("byte") ? 'a' : 0xee, mode("byte") ? 1 : 8);
		n++;
		i += 10;
	}
	munmap(sorted, records * sizeof *sorted);
	say("smashed", n);
}

/* Writes into blocks that were freed, where their list goes on. Seven of them
 * first empty the tcache's list, then fill it. */
static void write_freed(void)
{
	struct record *last[7];
	for (int i = 0; i < 7; i++) {
		last[i] = record_new();
		note(last[i], malloc(40));
	}
	for (int i = 0; i < 7; i++) {
		free((void *) last[i]->start);
		last[i]->live = 0;
	}
	memset((void *) last[3]->start, 0xee, 16);
	memset((void *) last[5]->start, 0xee, 16);
}

/* A new last block, and over its end into the top's size. */
static void smash_top(void)
{
	uint64_t *size;
	do {
		struct record *record = record_new();
		note(record, malloc(100000));
		size = (uint64_t *) (record->start + record->usable);
	} while ((char *) (size - 1) + (*size & ~7UL) != (char *) sbrk(0));
	memset(size, 0xee, 8);
}

int main(int argc, char **argv)
{
	if (argc < 5)
		return 2;
	modes = argv[1];
	first_seed = strtoull(argv[2], NULL, 0);
	amount = strtoull(argv[3], NULL, 0);
	unsigned threads = strtoul(argv[4], NULL, 0);
	table = mmap(NULL, room * sizeof *table, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	say("table", (uintptr_t) table);
	say("count", (uintptr_t) &records);
	if (mode("churn"))
		raise(SIGSTOP);
	if (mode("none"))
		amount = 0;
	if (mode("block"))
		use(first_seed + 1000, amount / 4, amount / 8), block_break();
	if (threads)
		use_threads(threads);
	else
		use(first_seed, amount, mode("keep") ? amount : amount / 8);
	if (mode("smash"))
		smash();
	if (mode("freed"))
		write_freed();
	if (mode("top"))
		smash_top();
	raise(SIGSTOP);
	return 0;
}
