/* Writes to files, before and after event(), in the way that its first argument
 * names. It works in the current directory, which has "input" ("one two\n"), a
 * symbolic link "link" to it, a folder "sub" with "note", and a folder "locked"
 * that nobody may write to; $HOME and $SCRATCH are folders elsewhere. At the end
 * it prints all that it sees of them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int seen;

static __attribute__((noinline, used)) void event(void)
{
	seen++; /* MARK: event */
}

/* ---- what can be done with files ------------------------------------------ */

static void check(const char *what, long result)
{
	printf("%s: %s\n", what, result < 0 ? strerror(errno) : "done");
}

static int put(const char *path, int flags, const char *text)
{
	int fd = open(path, flags, 0644);
	if (fd >= 0 && write(fd, text, strlen(text)) < 0)
		check("write", -1);
	if (fd < 0)
		check(path, -1);
	return fd;
}

static void put_all(const char *path, const char *text)
{
	close(put(path, O_WRONLY | O_CREAT | O_TRUNC, text));
}

static void show(const char *path)
{
	char text[200];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	text[n < 0 ? 0 : n] = '\0';
	printf("%s: %s\n", path, n < 0 ? strerror(errno) : text);
	if (fd >= 0)
		close(fd);
}

static int no_dots(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") != 0 &&
	       strcmp(entry->d_name, "..") != 0;
}

static void list(const char *folder, int depth)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, no_dots, alphasort);
	for (int i = 0; i < n; i++) {
		char path[4096];
		struct stat status;
		snprintf(
			path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		free(entries[i]);
		if (i >= 40 || lstat(path, &status) < 0)
			continue;
		printf("%*s%s %o", depth, "", strrchr(path, '/') + 1,
			(unsigned) status.st_mode);
		if (S_ISREG(status.st_mode))
			printf(" %ld", (long) status.st_size);
		printf("\n");
		if (S_ISDIR(status.st_mode))
			list(path, depth + 1);
	}
	if (n >= 0)
		free(entries);
	printf("%*s%d entries\n", depth, "", n);
}

static const char *in(const char *variable, const char *name)
{
	static char path[2][4096];
	static int next;
	const char *folder = getenv(variable);
	char *made = path[next++ % 2];
	snprintf(made, sizeof path[0], "%s/%s", folder ? folder : ".", name);
	return made;
}

/* ---- the acts ------------------------------------------------------------- */

static void nothing(void)
{
	show("input");
	event();
	show("input");
}

static void input(void)
{
	show("input");
	event();
	put_all("input", "three\n");
	show("input");
}

static void changed(void)
{
	put_all("input", "before\n");
	event();
	show("input");
	close(put("input", O_WRONLY | O_APPEND, "after\n"));
	show("input");
}

static void appended(void)
{
	int fd = put("log", O_RDWR | O_CREAT | O_APPEND, "first\n");
	event();
	check("append", write(fd, "second\n", 7));
	printf("at %ld\n", (long) lseek(fd, 0, SEEK_CUR));
	show("log");
	close(fd);
}

static void offsets(void)
{
	int fd = put("input", O_RDWR, "ABC"), other = dup(fd);
	int apart = open("input", O_RDONLY);
	char c[2] = "";
	check("read", read(apart, c, 1));
	event();
	check("write", write(other, "D", 1));
	check("read", read(fd, c, 1));
	printf("read '%s' at %ld\n", c, (long) lseek(other, 0, SEEK_CUR));
	check("read", read(apart, c, 1));
	printf("read '%s'\n", c);
	show("input");
}

static void streams(void)
{
	FILE *file = fopen("report", "w+");
	fprintf(file, "begun\n");
	fflush(file);
	fprintf(file, "pending\n");
	event();
	fprintf(file, "ended\n");
	fclose(file);
	show("report");
}

static void renamed(void)
{
	put_all("input.tmp", "new\n");
	event();
	check("rename", rename("input.tmp", "input"));
	show("input");
}

static void moved(void)
{
	int fd = put("draft", O_RDWR | O_CREAT, "a\n");
	check("rename", rename("draft", "sub/final"));
	event();
	check("write", write(fd, "b\n", 2));
	check("rename", rename("sub", "other"));
	show("other/final");
}

static void locked(void)
{
	event();
	int fd = put("lock", O_WRONLY | O_CREAT | O_EXCL, "mine\n");
	check("lock", fd);
	put_all("sub/left", "and left there\n");
}

static void folders(void)
{
	check("mkdir", mkdir("new", 0750));
	put_all("new/a", "a\n");
	event();
	check("rmdir", rmdir("new"));
	check("unlink", unlink("new/a"));
	check("rmdir", rmdir("new"));
	check("unlink", unlink("sub/note"));
	check("rmdir", rmdir("sub"));
	check("mkdir", mkdir("sub", 0700));
	check("mkdir", mkdir("more", 0755));
}

static void modes(void)
{
	check("chmod", chmod("input", 0600));
	event();
	check("chmod", chmod("sub", 0700));
	check("chmod", chmod("sub/note", 0400));
	check("chmod", chmod(".", 0700));
}

static void times(void)
{
	struct timespec both[2] = {{1000, 0}, {2000, 0}};
	struct stat status;
	event();
	check("utimensat", utimensat(AT_FDCWD, "sub/note", both, 0));
	stat("sub/note", &status);
	printf("%ld\n", (long) status.st_mtime);
}

/* Nothing is left of it but the time of the directory. */
static void brief(void)
{
	struct stat before, after;
	stat(".", &before);
	event();
	put_all("brief", "x");
	check("unlink", unlink("brief"));
	stat(".", &after);
	printf("%d\n", before.st_mtime > after.st_mtime);
}

static void unlinked(void)
{
	int fd = put("gone", O_RDWR | O_CREAT, "kept\n");
	char text[20] = "";
	check("unlink", unlink("gone"));
	event();
	check("write", write(fd, "more\n", 5));
	lseek(fd, 0, SEEK_SET);
	check("read", read(fd, text, sizeof text - 1));
	printf("%s", text);
	close(fd);
}

static void unlinked_later(void)
{
	int fd = open("input", O_RDWR);
	char text[20] = "";
	event();
	check("unlink", unlink("input"));
	put_all("input", "another\n");
	check("read", read(fd, text, sizeof text - 1));
	check("write", write(fd, "x", 1));
	printf("%s", text);
}

static void nameless(void)
{
	int fd = open(".", O_RDWR | O_TMPFILE, 0644);
	check("open", fd);
	check("write", write(fd, "kept\n", 5));
	event();
	check("write", write(fd, "more\n", 5));
	char path[40], text[20] = "";
	lseek(fd, 0, SEEK_SET);
	check("read", read(fd, text, sizeof text - 1));
	printf("%s", text);
	(void) path;
}

static void cut(void)
{
	int fd = open("input", O_RDWR);
	event();
	check("ftruncate", ftruncate(fd, 3));
	check("truncate", truncate("sub/note", 100));
	show("input");
}

static void through_link(void)
{
	event();
	close(put("link", O_WRONLY | O_APPEND, "through\n"));
	check("symlink", symlink("sub/note", "way"));
	close(put("way", O_WRONLY | O_APPEND, "through\n"));
	show("input");
	show("sub/note");
	check("unlink", unlink("link"));
}

static void mapped_before(void)
{
	int fd = open("input", O_RDWR);
	char *at = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	at[0] = 'X';
	event();
	at[1] = 'Y';
	show("input");
}

static void mapped_after(void)
{
	int fd = open("input", O_RDWR);
	event();
	char *at = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	at[0] = 'X';
	munmap(at, 8);
	show("input");
}

static void mapped_private(void)
{
	int fd = open("input", O_RDWR);
	char *at = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	at[0] = 'X';
	event();
	at[1] = 'Y';
	printf("%.7s\n", at);
	show("input");
}

static void absolute(void)
{
	char folder[4096], path[8192];
	event();
	snprintf(path, sizeof path, "%s/here", getcwd(folder, sizeof folder));
	put_all(path, "absolute\n");
	show("here");
}

static void temporary(void)
{
	char first[] = "/tmp/scribe-XXXXXX", second[] = "/tmp/scribe-XXXXXX";
	int fd = mkstemp(first);
	check("write", write(fd, "temporary\n", 10));
	event();
	check("write", write(fd, "more\n", 5));
	check("mkstemp", mkstemp(second));
	close(fd);
}

static void home(void)
{
	put_all(in("HOME", ".rc"), "before\n");
	event();
	put_all(in("HOME", ".history"), "after\n");
	close(put(in("SCRATCH", "cache"), O_WRONLY | O_CREAT | O_APPEND,
		"entry\n"));
}

static void fifo(void)
{
	char text[8] = "";
	event();
	check("mkfifo", mkfifo("fifo", 0600));
	int fd = open("fifo", O_RDWR | O_NONBLOCK);
	check("write", write(fd, "through", 7));
	check("read", read(fd, text, 7));
	printf("%s\n", text);
}

static void named_socket(void)
{
	struct sockaddr_un name = {AF_UNIX, "socket"};
	event();
	int here = socket(AF_UNIX, SOCK_STREAM, 0);
	int there = socket(AF_UNIX, SOCK_STREAM, 0);
	check("bind", bind(here, (struct sockaddr *) &name, sizeof name));
	check("listen", listen(here, 1));
	check("connect",
		connect(there, (struct sockaddr *) &name, sizeof name));
}

static void shared_memory(void)
{
	close(put("/dev/shm/scribe-1", O_WRONLY | O_CREAT, "before\n"));
	event();
	close(put("/dev/shm/scribe-1", O_WRONLY | O_APPEND, "after\n"));
	show("/dev/shm/scribe-1");
	unlink("/dev/shm/scribe-1");
}

static void child(void)
{
	fflush(stdout);
	event();
	if (fork() == 0) {
		put_all("by-child", "child\n");
		_exit(0);
	}
	wait(NULL);
	show("by-child");
}

static void command(void)
{
	fflush(stdout);
	put_all("source", "text\n");
	event();
	check("system", system("cp source sub/copy && echo more >> source"));
	show("source");
}

static void removed_folder(void)
{
	mkdir("below", 0755);
	check("chdir", chdir("below"));
	check("rmdir", rmdir("../below"));
	event();
	check("open", open("x", O_WRONLY | O_CREAT, 0644));
	printf("%s\n", getcwd((char[100]){0}, 100) ? "somewhere" : "nowhere");
}

static void other_folder(void)
{
	check("chdir", chdir("sub"));
	event();
	put_all("here", "in sub\n");
	check("chdir", chdir(".."));
}

static void open_folder(void)
{
	DIR *folder = opendir("sub");
	int fd = open("sub", O_RDONLY | O_DIRECTORY);
	event();
	check("openat", openat(fd, "by", O_WRONLY | O_CREAT, 0644));
	for (struct dirent *entry; (entry = readdir(folder));)
		if (entry->d_name[0] == 'n')
			printf("%s\n", entry->d_name);
	check("fchdir", fchdir(fd));
	put_all("there", "x\n");
	check("chdir", chdir(".."));
}

static void read_only(void)
{
	event();
	check("open", open("locked/x", O_WRONLY | O_CREAT, 0644));
	show("locked");
}

static void full(void)
{
	FILE *file = fopen("/dev/full", "w");
	event();
	fprintf(file, "too much\n");
	check("fclose", fclose(file));
}

static void many(void)
{
	enum { N = 300 };
	char path[40];
	for (int i = 0; i < 2 * N; i++) {
		if (i == N)
			event();
		snprintf(path, sizeof path, "sub/%d", i);
		put_all(path, "x");
	}
	for (int i = 0; i < 2 * N; i += 3) {
		snprintf(path, sizeof path, "sub/%d", i);
		unlink(path);
	}
}

static void devices(void)
{
	event();
	check("null", open("/dev/null", O_WRONLY));
	check("unlink", unlink("/dev/null"));
	check("null", open("/dev/null", O_WRONLY));
}

#define ACT(function)                                                          \
	{                                                                      \
#function, function                                            \
	}
static const struct {
	const char *name;
	void (*run)(void);
} acts[] = {ACT(nothing), ACT(input), ACT(changed), ACT(appended), ACT(offsets),
	ACT(streams), ACT(renamed), ACT(moved), ACT(locked), ACT(folders),
	ACT(modes), ACT(times), ACT(brief), ACT(unlinked), ACT(unlinked_later),
	ACT(nameless), ACT(cut), ACT(through_link), ACT(mapped_before),
	ACT(mapped_after), ACT(mapped_private), ACT(absolute), ACT(temporary),
	ACT(home), ACT(fifo), ACT(named_socket), ACT(shared_memory), ACT(child),
	ACT(command), ACT(removed_folder), ACT(other_folder), ACT(open_folder),
	ACT(read_only), ACT(full), ACT(many), ACT(devices)};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
		if (argc < 2)
			printf("%s\n", acts[i].name);
		else if (strcmp(argv[1], acts[i].name) == 0)
			acts[i].run();
	}
	if (argc < 2)
		return 0;
	list(".", 0);
	list(in("HOME", ""), 0);
	list(in("SCRATCH", ""), 0);
	return 0;
}
