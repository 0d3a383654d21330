/* Memory with holes, then stops itself. Says `area ADDRESS`: PAGES pages, of
 * which byte i is pattern(i); then a page that may not be read, an unmapped
 * one, a page, one of a file that has no byte there, and a page. When it goes
 * on it unmaps page 1 of the area, changes page 2, and stops again; then it
 * ends. `sparse ADDRESS` is 64 MiB of which only page 5000 was touched. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 200 };

static unsigned char pattern(unsigned long i)
{
	return i * 7 + (i >> 8) * 13 + (i >> 16);
}

int main(void)
{
	unsigned char *area = mmap(NULL, (PAGES + 8) * PAGE,
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (unsigned long i = 0; i < (PAGES + 5) * PAGE; i++)
		area[i] = pattern(i);
	mprotect(area + PAGES * PAGE, PAGE, PROT_NONE);
	munmap(area + (PAGES + 1) * PAGE, PAGE);
	int file = memfd_create("a file", 0);
	if (mmap(area + (PAGES + 3) * PAGE, PAGE, PROT_READ,
		    MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED)
		return 1;
	munmap(area + (PAGES + 5) * PAGE, 3 * PAGE);
	unsigned char *sparse = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	sparse[5000 * PAGE] = 1;
	dprintf(1, "area %p\nsparse %p\n", (void *) area, (void *) sparse);
	raise(SIGSTOP);
	munmap(area + PAGE, PAGE);
	memset(area + 2 * PAGE, 0x33, PAGE);
	raise(SIGSTOP);
	return 0;
}
