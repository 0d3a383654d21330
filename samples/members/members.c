/* Lists the members of groups:
 *
 *	members NAME:GROUP...
 *
 * A name is copied into a field of its own, however long it is. The field
 * behind it is a pointer, and that is used much later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 8, MOST = 32 };

struct group {
	const char *title;
	int size;
};

struct member {
	char name[NAME_SIZE];
	struct group *group;
};

static struct group groups[] = {
	{"staff", 0},
	{"guests", 0},
	{"others", 0},
};

enum { N_GROUPS = sizeof groups / sizeof groups[0] };

static struct member *members[MOST];
static int n_members;

static struct group *find_group(const char *title)
{
	for (int i = 0; i < N_GROUPS; i++)
		if (strcmp(groups[i].title, title) == 0)
			return &groups[i];
	return &groups[N_GROUPS - 1];
}

static void copy_name(struct member *member, const char *from, const char *end)
{
	char *to = member->name;
	while (from < end)
		*to++ = *from++;
	*to = '\0';
}

static void enter(const char *text)
{
	const char *colon = strchr(text, ':');
	struct member *member = malloc(sizeof *member);
	if (!colon || !member || n_members == MOST)
		exit(2);
	member->group = find_group(colon + 1);
	member->group->size++;
	copy_name(member, text, colon);
	members[n_members++] = member;
}

static int compare(const struct member *a, const struct member *b)
{
	return strncmp(a->name, b->name, NAME_SIZE);
}

static void sort_members(void)
{
	for (int i = 1; i < n_members; i++) {
		struct member *member = members[i];
		int k = i;
		while (k > 0 && compare(members[k - 1], member) > 0) {
			members[k] = members[k - 1];
			k--;
		}
		members[k] = member;
	}
}

static void print_groups(void)
{
	for (int i = 0; i < N_GROUPS; i++)
		printf("%s: %d\n", groups[i].title, groups[i].size);
}

static void print_members(void)
{
	for (int i = 0; i < n_members; i++)
		printf("%-8.8s %s\n", members[i]->name,
			members[i]->group->title);
}

int main(int argc, char *argv[])
{
	for (int i = 1; i < argc; i++)
		enter(argv[i]);
	sort_members();
	print_groups();
	print_members();
	for (int i = 0; i < n_members; i++)
		free(members[i]);
	return 0;
}
