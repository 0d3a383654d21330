/* Looks for untidy lines in a text:
 *
 *	lint CONFIG TEXT
 *
 * CONFIG has lines `key = value`. Untidy lines are warnings, and with
 * `strict` they are errors: lint ends with 1 then. Values can be yes and no;
 * whoever writes `off` gets something else than he wants. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
	int width;
	int tabs;
	int strict;
};

struct result {
	int warnings;
	int errors;
};

static char *trim(char *text)
{
	char *end = text + strlen(text);
	while (isspace((unsigned char) *text))
		text++;
	while (end > text && isspace((unsigned char) end[-1]))
		*--end = '\0';
	return text;
}

static int read_flag(const char *value)
{
	return strcmp(value, "no") != 0;
}

static void set_option(
	struct config *config, const char *key, const char *value)
{
	if (strcmp(key, "width") == 0)
		config->width = atoi(value);
	else if (strcmp(key, "tabs") == 0)
		config->tabs = read_flag(value);
	else if (strcmp(key, "strict") == 0)
		config->strict = read_flag(value);
}

static FILE *open_or_die(const char *path)
{
	FILE *file = fopen(path, "r");
	if (!file) {
		fprintf(stderr, "lint: cannot read %s\n", path);
		exit(2);
	}
	return file;
}

static void read_config(struct config *config, const char *path)
{
	char line[200] = "";
	FILE *file = open_or_die(path);
	while (fgets(line, sizeof line, file)) {
		char *equals = strchr(line, '=');
		if (!equals || line[0] == '#')
			continue;
		*equals = '\0';
		set_option(config, trim(line), trim(equals + 1));
	}
	fclose(file);
}

static void complain(struct result *result, const struct config *config, int n,
	const char *what)
{
	if (config->strict)
		result->errors++;
	else
		result->warnings++;
	printf("line %d: %s\n", n, what);
}

static void check_text(
	struct result *result, const struct config *config, const char *path)
{
	char line[1000] = "";
	int n = 0;
	FILE *file = open_or_die(path);
	while (fgets(line, sizeof line, file)) {
		size_t length = strcspn(line, "\n");
		n++;
		if ((int) length > config->width)
			complain(result, config, n, "too long");
		if (length > 0 && line[length - 1] == ' ')
			complain(result, config, n, "blank at the end");
		if (!config->tabs && strchr(line, '\t'))
			complain(result, config, n, "tab");
	}
	fclose(file);
}

int main(int argc, char *argv[])
{
	struct config config = {.width = 60, .tabs = 1, .strict = 0};
	struct result result = {0, 0};
	if (argc != 3) {
		fprintf(stderr, "usage: lint CONFIG TEXT\n");
		return 2;
	}
	read_config(&config, argv[1]);
	check_text(&result, &config, argv[2]);
	return result.errors > 0;
}
