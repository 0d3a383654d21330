/* As much work and as many calls as a small tool: hashes lines, and
 * looks for each of them among the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4900, BUCKETS = 64, LONGEST = 64 };

struct line {
	struct line *next;
	unsigned hash;
	char text[LONGEST];
};

static struct line *buckets[BUCKETS];
static unsigned equal;

static unsigned hash(const char *text)
{
	unsigned value = 5381;
	for (; *text; text++)
		value = value * 33 + (unsigned char) *text;
	return value;
}

static struct line *find(const char *text, unsigned value)
{
	struct line *line = buckets[value % BUCKETS];
	while (line && (line->hash != value || strcmp(line->text, text) != 0))
		line = line->next;
	return line;
}

static void add(const char *text)
{
	unsigned value = hash(text);
	if (find(text, value)) {
		equal++;
		return;
	}
	struct line *line = malloc(sizeof *line);
	strcpy(line->text, text);
	line->hash = value;
	line->next = buckets[value % BUCKETS];
	buckets[value % BUCKETS] = line;
}

int main(void)
{
	char text[LONGEST];
	for (int i = 0; i < LINES; i++) {
		snprintf(text, sizeof text, "line %d of a file, as it is", i);
		add(text);
	}
	for (int i = 0; i < LINES; i++) {
		snprintf(text, sizeof text, "line %d of a file, as it is",
			i + (i % 50 == 0 ? LINES : 0));
		add(text);
	}
	printf("%u\n", equal);
	return 0;
}
