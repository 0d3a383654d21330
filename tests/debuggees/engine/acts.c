/* Does something before and after event(), named by its first argument; what
 * follows the name are the files that it needs. Prints what it saw, so that a
 * test that is not like the native run can be told from it. */
#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int number = 7;
char text[32] = "unchanged";
char *pointer = text;
struct node {
	struct node *next;
	int value;
} * list;
volatile int seen;
volatile sig_atomic_t signals;

static __attribute__((noinline, used)) int event(int argument)
{
	seen++; /* MARK: event */
	return argument;
}

static void plain(char **files)
{
	printf("before\n");
	int got = event(5);
	printf("after %d %d %s %s\n", got, number, text, pointer);
	for (struct node *node = list, *next; node; node = next) {
		printf("node %d\n", node->value);
		next = node->next;
		free(node);
	}
	fprintf(stderr, "an error\n");
}

static void line(char **files)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("one line\nand a half");
	event(0);
	printf(", and the other half\n");
}

static void unbuffered(char **files)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("out");
	fprintf(stderr, "err");
	event(0);
	printf("out");
	fprintf(stderr, "err");
}

static void position(char **files)
{
	fputs("twelve bytes", stdout);
	fflush(stdout);
	event(0);
	fputs("!", stdout);
	fflush(stdout);
	fprintf(stderr, "%ld\n", (long) lseek(1, 0, SEEK_CUR));
}

static void twins(char **files)
{
	int other = dup(1);
	dup2(1, 2);
	write(1, "a", 1);
	event(0);
	write(other, "b", 1);
	write(2, "c", 1);
	write(1, "d", 1);
}

static void input(char **files)
{
	char words[64];
	setvbuf(stdin, NULL, _IONBF, 0);
	if (!fgets(words, sizeof words, stdin))
		exit(2);
	printf("first %s", words);
	event(0);
	while (fgets(words, sizeof words, stdin))
		printf("then %s", words);
}

static void buffered_input(char **files)
{
	char words[64];
	if (!fgets(words, sizeof words, stdin))
		exit(2);
	printf("first %s", words);
	event(0);
	while (fgets(words, sizeof words, stdin))
		printf("then %s", words);
}

static void reads(char **files)
{
	char bytes[8] = "";
	int fd = open(files[0], O_RDONLY);
	int same = dup(fd);
	read(fd, bytes, 3);
	event(0);
	read(same, bytes, 3);
	printf("%s at %ld\n", bytes, (long) lseek(fd, 0, SEEK_CUR));
}

static void writes(char **files)
{
	FILE *file = fopen(files[0], "w+");
	fprintf(file, "0123456789");
	fflush(file);
	event(0);
	fprintf(file, "abc");
	fseek(file, 2, SEEK_SET);
	fprintf(file, "XY");
	fclose(file);
	char bytes[32] = "";
	file = fopen(files[0], "r");
	fgets(bytes, sizeof bytes, file);
	printf("%s\n", bytes);
}

static void appends(char **files)
{
	FILE *file = fopen(files[0], "a");
	fprintf(file, "before\n");
	fflush(file);
	event(0);
	fprintf(file, "after\n");
	fclose(file);
	struct stat status;
	stat(files[0], &status);
	printf("%ld bytes\n", (long) status.st_size);
}

static void temporary(char **files)
{
	FILE *file = tmpfile();
	fprintf(file, "hidden");
	fflush(file);
	event(0);
	fprintf(file, " treasure");
	rewind(file);
	char bytes[32] = "";
	fgets(bytes, sizeof bytes, file);
	printf("%s\n", bytes);
}

static void directory(char **files)
{
	int fd = open("/", O_RDONLY | O_DIRECTORY);
	event(0);
	struct stat status;
	printf("%d\n", fstat(fd, &status) == 0 && S_ISDIR(status.st_mode));
}

static void descriptors(char **files)
{
	dup2(0, 9);
	event(0);
	for (int fd = 0; fd < 100; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			printf("%d %x\n", fd, (unsigned) fcntl(fd, F_GETFL));
}

static void environment(char **files)
{
	setenv("ENGINE_TEST", "one", 1);
	event(0);
	printf("%s %d\n", getenv("ENGINE_TEST"), getenv("PATH") != NULL);
}

static void on_signal(int signal)
{
	signals++;
}

static void handled(char **files)
{
	signal(SIGUSR1, on_signal);
	signal(SIGUSR2, SIG_IGN);
	raise(SIGUSR1);
	event(0);
	raise(SIGUSR1);
	raise(SIGUSR2);
	raise(SIGCHLD);
	printf("%d signals\n", signals);
}

static void alarmed(char **files)
{
	struct itimerval soon = {.it_value = {.tv_usec = 300000}};
	signal(SIGALRM, on_signal);
	setitimer(ITIMER_REAL, &soon, NULL);
	event(0);
	while (!signals)
		pause();
	printf("%d alarm\n", signals);
}

static void killed(char **files)
{
	printf("not flushed");
	event(0);
	raise(SIGTERM);
}

static void trapped(char **files)
{
	event(0);
	__asm__ volatile("int3");
}

static void aborts(char **files)
{
	event(0);
	abort();
}

static void asserts(char **files)
{
	event(0);
	assert(number == 8);
}

static void at_exit(void)
{
	printf("at exit\n");
}

static void leaves(char **files)
{
	atexit(at_exit);
	printf("before\n");
	event(0);
	exit(42);
}

static jmp_buf back;

static void jumps(char **files)
{
	if (setjmp(back)) {
		printf("back with %d\n", number);
		return;
	}
	event(0);
	number++;
	longjmp(back, 1);
}

/* Values that live in registers while event() runs. */
static void floats(char **files)
{
	double in[4] = {1.5, -2.25, 3e100, 0.1}, out[4];
	long double first = 1.0L / 3, second = 0;
	__asm__ volatile("fldt %0" ::"m"(first));
	__asm__ volatile("movupd (%0), %%xmm14\n\tmovupd 16(%0), %%xmm15\n\t"
			 "mov $3, %%edi\n\tcall event\n\t"
			 "movupd %%xmm14, (%1)\n\tmovupd %%xmm15, 16(%1)"
			 :
			 : "b"(in), "r"(out)
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
			 "r11", "xmm14", "xmm15", "memory");
	__asm__ volatile("fstpt %0" : "=m"(second));
	printf("%g %g %g %g %Lg\n", out[0], out[1], out[2], out[3], second);
}

static void registers(char **files)
{
	static unsigned long *where;
	unsigned long value, local = 5;
	where = &local;
	__asm__ volatile("mov $11, %%r12\n\tcall event\n\tmov %%r12, %0"
			 : "=b"(value)
			 :
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
			 "r11", "r12", "memory");
	printf("%lu %lu\n", value, local);
	if (value > 4096)
		printf("%s\n", (char *) value);
}

static void vectors(char **files)
{
	unsigned char in[32], out[32] = {0};
	for (int i = 0; i < 32; i++)
		in[i] = (unsigned char) (i * 7 + 1);
	if (!__builtin_cpu_supports("avx")) {
		event(0);
		return;
	}
	__asm__ volatile("vmovdqu (%0), %%ymm13\n\tcall event\n\t"
			 "vmovdqu %%ymm13, (%1)"
			 :
			 : "b"(in), "r"(out)
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
			 "r11", "xmm13", "memory");
	for (int i = 0; i < 32; i++)
		printf("%d ", out[i]);
}

static void large(char **files)
{
	size_t n = (size_t) atoi(files[0]) << 20, sum = 0;
	char *block = malloc(n);
	memset(block, 1, n);
	char *small = malloc(100);
	strcpy(small, "small");
	event(0);
	for (size_t i = 0; i < n; i += 4096)
		sum += (size_t) block[i];
	block[n / 2] = 2;
	printf("%zu %d %s\n", sum, block[n / 2], small);
	free(block);
	free(small);
}

static int descend(int depth)
{
	volatile char room[1000];
	room[0] = (char) depth;
	if (depth == 0)
		return event(0);
	return descend(depth - 1) + (room[0] == (char) depth);
}

static void deep(char **files)
{
	printf("%d\n", descend(5000));
}

static void maps(char **files)
{
	int fd = open(files[0], O_RDWR);
	char *bytes =
		mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	close(fd);
	bytes[0] = 'P';
	event(0);
	bytes[1] = 'Q';
	printf("%.6s\n", bytes);
}

static void shares(char **files)
{
	char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	strcpy(bytes, "shared");
	event(0);
	if (fork() == 0) {
		strcat(bytes, " with a child");
		_exit(0);
	}
	wait(NULL);
	printf("%s\n", bytes);
}

static void forks(char **files)
{
	int status;
	event(0);
	for (int i = 0; i < 3; i++) {
		pid_t child = fork();
		if (child == 0) {
			write(1, "child\n", 6);
			_exit(3 + i);
		}
		waitpid(child, &status, 0);
		dprintf(1, "status %d\n", WEXITSTATUS(status));
	}
}

static void system_calls(char **files)
{
	event(0);
	dprintf(1, "before\n");
	int status = system("echo from the shell; exit 5");
	dprintf(1, "status %d\n", WEXITSTATUS(status));
}

static void execs(char **files)
{
	event(0);
	execl("/bin/sh", "sh", "-c", "echo another; exit 9", NULL);
}

static void *run_thread(void *data)
{
	*(int *) data += 1;
	return data;
}

static void threads(char **files)
{
	pthread_t ids[4];
	int values[4] = {1, 2, 3, 4}, sum = 0;
	event(0);
	for (int i = 0; i < 4; i++)
		pthread_create(&ids[i], NULL, run_thread, &values[i]);
	for (int i = 0; i < 4; i++) {
		pthread_join(ids[i], NULL);
		sum += values[i];
	}
	printf("%d\n", sum);
}

static pthread_barrier_t barrier;

static void *wait_thread(void *data)
{
	pthread_barrier_wait(&barrier);
	*(int *) data += 1;
	return data;
}

/* Here the other thread is there at the event. */
static void threaded(char **files)
{
	pthread_t id;
	int value = 10;
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&id, NULL, wait_thread, &value);
	event(0);
	pthread_barrier_wait(&barrier);
	pthread_join(id, NULL);
	printf("%d %d\n", value, number);
}

static void *event_thread(void *data)
{
	event(*(int *) data);
	return NULL;
}

/* And here it is the one that gets there. */
static void threaded_event(char **files)
{
	pthread_t id;
	pthread_create(&id, NULL, event_thread, &number);
	pthread_join(id, NULL);
	printf("%d %d\n", seen, number);
}

static void parent(char **files)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0) {
		usleep(1000);
		_exit(6);
	}
	event(0);
	waitpid(child, &status, 0);
	printf("%d\n", WEXITSTATUS(status));
}

static void pipes(char **files)
{
	int ends[2];
	char bytes[16] = "";
	pipe(ends);
	write(ends[1], "through", 7);
	event(0);
	read(ends[0], bytes, sizeof bytes);
	printf("%s\n", bytes);
}

static void sockets(char **files)
{
	int ends[2];
	char bytes[16] = "";
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	write(ends[1], "across", 6);
	event(0);
	read(ends[0], bytes, sizeof bytes);
	printf("%s\n", bytes);
}

static void closed(char **files)
{
	fclose(stdout);
	event(0);
	fprintf(stderr, "%d\n", printf("nowhere\n") < 0);
}

static void chatty(char **files)
{
	static char bytes[1 << 20];
	int n = atoi(files[0]);
	memset(bytes, 'x', sizeof bytes);
	fwrite(bytes, 1000, 1, stdout);
	event(0);
	for (int i = 0; i < n; i++)
		fwrite(bytes, sizeof bytes, 1, stdout);
}

static void hangs(char **files)
{
	event(0);
	printf("until here\n");
	fflush(stdout);
	for (;;)
		seen++; /* MARK: hang */
}

static void stops(char **files)
{
	event(0);
	raise(SIGSTOP);
}

static void sleeps(char **files)
{
	event(0);
	sleep(1000);
}

static void bomb(char **files)
{
	event(0);
	for (;;)
		fork();
}

static void hog(char **files)
{
	event(0);
	for (;;) {
		char *more = malloc(1 << 20);
		if (!more)
			exit(13);
		memset(more, 1, 1 << 20);
	}
}

static void spins(char **files)
{
	event(0);
	for (;;)
		;
}

/* A grandchild that hides: its own session, its parent gone. */
static void hide(void)
{
	if (fork() == 0) {
		setsid();
		pid_t hidden = fork();
		if (hidden == 0) {
			signal(SIGTERM, SIG_IGN);
			for (;;)
				sleep(1000);
		}
		dprintf(1, "%d", (int) hidden);
		_exit(0);
	}
	wait(NULL);
}

static void daemon_left(char **files)
{
	event(0);
	hide();
}

static void hides(char **files)
{
	event(0);
	if (number == 8)
		hide();
}

static int recurse(int n)
{
	volatile char room[100] = {0};
	return recurse(n + 1) + room[n % 100]; /* MARK: recurse */
}

static void overflows(char **files)
{
	event(0);
	recurse(0);
}

static void crashes(char **files)
{
	int *nowhere = NULL;
	event(0);
	*nowhere = number; /* MARK: crash */
}

/* GDB has a breakpoint of its own where libraries are loaded. */
static void loads(char **files)
{
	event(0);
	void *library = dlopen("libm.so.6", RTLD_NOW);
	double (*root)(double) = NULL;
	if (library)
		*(void **) &root = dlsym(library, "sqrt");
	printf("%g\n", root ? root(16) : -1);
}

static void group(char **files)
{
	event(0);
	signal(SIGTERM, on_signal);
	kill(0, SIGTERM);
	printf("%d %d\n", signals, getpgrp() == getpid());
}

/* Keeps a core busy for so many ms of CPU time. */
static void burn(int ms)
{
	struct timespec start, now;
	volatile unsigned long sum = 0;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	do {
		for (int i = 0; i < 10000; i++)
			sum += (unsigned long) i;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	} while ((now.tv_sec - start.tv_sec) * 1000 +
			 (now.tv_nsec - start.tv_nsec) / 1000000 <
		 ms);
}

static void work(char **files)
{
	event(0);
	burn(atoi(files[0]));
	printf("%d\n", number);
}

/* Says how long it took from the event on, as it took it. */
static void rest(char **files)
{
	struct timespec start, now;
	event(0);
	clock_gettime(CLOCK_MONOTONIC, &start);
	burn(atoi(files[0]));
	clock_gettime(CLOCK_MONOTONIC, &now);
	printf("%.6f\n", (double) (now.tv_sec - start.tv_sec) +
				 (double) (now.tv_nsec - start.tv_nsec) / 1e9);
}

static void length(char **files)
{
	int n = 0;
	event(0);
	for (struct node *node = list, *next; node; node = next, n++) {
		next = node->next;
		free(node);
	}
	printf("%d\n", n);
}

/* Has pointers to what it freed: does a list have any of that, and does malloc
 * still have it? */
static void dangling(char **files)
{
	static struct node *volatile freed[20];
	enum { N = sizeof freed / sizeof *freed };
	int n = 0, in_list = 0, again = 0;
	for (int i = 0; i < N; i++)
		freed[i] = malloc(sizeof *freed[i]);
	for (int i = 0; i < N; i++)
		free(freed[i]);
	event(0);
	for (struct node *node = list; node; node = node->next, n++)
		for (int i = 0; i < N; i++)
			in_list += node == freed[i];
	for (int j = 0; j < N; j++) {
		struct node *volatile node = malloc(sizeof *node);
		for (int i = 0; i < N; i++)
			again += node == freed[i];
	}
	printf("%d nodes, %d freed before, %d still free\n", n, in_list, again);
}

/* Comes to the event many times. */
static void counts(char **files)
{
	int sum = 0;
	for (int i = 0; i < 1000; i++)
		sum += event(i);
	printf("%d %d\n", sum, seen);
}

static const struct act {
	const char *name;
	void (*run)(char **files);
} acts[] = {
	{"plain", plain},
	{"line", line},
	{"unbuffered", unbuffered},
	{"position", position},
	{"twins", twins},
	{"input", input},
	{"buffered-input", buffered_input},
	{"reads", reads},
	{"writes", writes},
	{"appends", appends},
	{"temporary", temporary},
	{"directory", directory},
	{"descriptors", descriptors},
	{"environment", environment},
	{"handled", handled},
	{"alarmed", alarmed},
	{"killed", killed},
	{"trapped", trapped},
	{"aborts", aborts},
	{"asserts", asserts},
	{"leaves", leaves},
	{"jumps", jumps},
	{"floats", floats},
	{"registers", registers},
	{"vectors", vectors},
	{"loads", loads},
	{"large", large},
	{"deep", deep},
	{"maps", maps},
	{"shares", shares},
	{"forks", forks},
	{"system", system_calls},
	{"execs", execs},
	{"threads", threads},
	{"threaded", threaded},
	{"threaded-event", threaded_event},
	{"parent", parent},
	{"pipes", pipes},
	{"sockets", sockets},
	{"closed", closed},
	{"chatty", chatty},
	{"hangs", hangs},
	{"stops", stops},
	{"sleeps", sleeps},
	{"bomb", bomb},
	{"hog", hog},
	{"spins", spins},
	{"daemon", daemon_left},
	{"hides", hides},
	{"overflows", overflows},
	{"crashes", crashes},
	{"group", group},
	{"counts", counts},
	{"length", length},
	{"dangling", dangling},
	{"work", work},
	{"rest", rest},
};

int main(int argc, char **argv)
{
	for (unsigned i = 0; i < sizeof acts / sizeof *acts; i++)
		if (argc > 1 && strcmp(argv[1], acts[i].name) == 0) {
			acts[i].run(argv + 2);
			return number;
		}
	fprintf(stderr, "acts: what?\n");
	return 99;
}
