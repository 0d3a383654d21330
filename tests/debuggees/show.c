/* Shows what it was started with: arguments, the environment variables named
 * in SHOW, limits, directory, descriptors, then its stdin. Lines that look
 * like MI must not confuse anybody. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void show_limit(const char *name, int resource)
{
	struct rlimit limit;
	getrlimit(resource, &limit);
	printf("%s=%lld\n", name, (long long) limit.rlim_cur);
}

int main(int argc, char **argv)
{
	printf("^done\n(gdb) \n*stopped,reason=\"exited\"\n");
	for (int i = 1; i < argc; i++)
		printf("argument=[%s]\n", argv[i]);
	char *names = getenv("SHOW") ? strdup(getenv("SHOW")) : NULL;
	for (char *n = names ? strtok(names, ",") : NULL; n;
		n = strtok(NULL, ","))
		printf("%s=[%s]\n", n, getenv(n) ? getenv(n) : "(unset)");
	show_limit("stack", RLIMIT_STACK);
	show_limit("core", RLIMIT_CORE);
	show_limit("memory", RLIMIT_AS);
	show_limit("file", RLIMIT_FSIZE);
	show_limit("cpu", RLIMIT_CPU);
	printf("directory=%s\n", getcwd(NULL, 0));
	int descriptors = -1; /* the directory's own */
	DIR *dir = opendir("/proc/self/fd");
	for (struct dirent *e; (e = readdir(dir));)
		descriptors += e->d_name[0] != '.';
	printf("descriptors=%d\n", descriptors);
	fprintf(stderr, "to stderr\n");
	for (int c; (c = getchar()) != EOF;)
		putchar(c);
	return 0;
}
