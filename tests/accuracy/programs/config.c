/* Reads settings in sections, with `[child : parent]` to inherit and
 * `${section.key}` to refer to others. The arguments ask: section.key... */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 6

enum kind { TEXT, NUMBER, SWITCH };

struct setting {
	char *key;
	char *value;
	enum kind kind;
	int line;
	struct setting *next;
};

struct section {
	char *name;
	struct section *parent;
	struct setting *settings;
	int count;
	struct section *next;
};

struct config {
	struct section *first;
	struct section *current;
	int lines;
	int overridden;
	int looked_up;
};

struct text {
	char letters[200];
	int length;
};

static char *copy_text(const char *text, int length)
{
	char *copy = malloc(length + 1);

	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

static char *strip(char *text)
{
	int length;

	while (isspace((unsigned char) *text))
		text++;
	length = strlen(text);
	while (length > 0 && isspace((unsigned char) text[length - 1]))
		length--;
	text[length] = '\0';
	return text;
}

static struct section *find_section(
	const struct config *config, const char *name)
{
	struct section *section = config->first;

	while (section != NULL && strcmp(section->name, name) != 0)
		section = section->next;
	return section;
}

static struct section *add_section(struct config *config, const char *name)
{
	struct section **link = &config->first;
	struct section *section = malloc(sizeof(struct section));

	while (*link != NULL)
		link = &(*link)->next;
	section->name = copy_text(name, strlen(name));
	section->parent = NULL;
	section->settings = NULL;
	section->count = 0;
	section->next = NULL;
	*link = section;
	return section;
}

static struct setting *find_setting(
	const struct section *section, const char *key)
{
	struct setting *setting = section->settings;

	while (setting != NULL && strcmp(setting->key, key) != 0)
		setting = setting->next;
	return setting;
}

static enum kind kind_of(const char *value)
{
	int i = 0;

	if (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0 ||
		strcmp(value, "on") == 0 || strcmp(value, "off") == 0)
		return SWITCH;
	if (value[i] == '-')
		i++;
	if (value[i] == '\0')
		return TEXT;
	while (isdigit((unsigned char) value[i]))
		i++;
	return value[i] == '\0' ? NUMBER : TEXT;
}

/* A quoted value keeps its spaces; another one ends before a comment. */
static char *read_value(char *text)
{
	int length;

	if (text[0] == '"') {
		text++;
		length = strcspn(text, "\"");
	} else {
		length = strcspn(text, ";#");
		while (length > 0 && isspace((unsigned char) text[length - 1]))
			length--;
	}
	return copy_text(text, length);
}

static void set(struct config *config, const char *key, char *value)
{
	struct section *section = config->current;
	struct setting *setting = find_setting(section, key);

	if (setting != NULL) {
		free(setting->value);
		config->overridden++;
	} else {
		setting = malloc(sizeof(struct setting));
		setting->key = copy_text(key, strlen(key));
		setting->next = section->settings;
		section->settings = setting;
		section->count++;
	}
	setting->value = value;
	setting->kind = kind_of(value);
	setting->line = config->lines;
}

static int read_header(struct config *config, char *text)
{
	char *end = strchr(text, ']');
	char *colon = strchr(text, ':');
	struct section *parent = NULL;
	char *name;

	if (end == NULL)
		return 0;
	*end = '\0';
	if (colon != NULL) {
		*colon = '\0';
		parent = find_section(config, strip(colon + 1));
		if (parent == NULL)
			return 0;
	}
	name = strip(text + 1);
	config->current = find_section(config, name);
	if (config->current == NULL)
		config->current = add_section(config, name);
	if (parent != NULL)
		config->current->parent = parent;
	return 1;
}

static int read_line(struct config *config, char *line)
{
	char *text = strip(line);
	char *equals;

	config->lines++;
	if (text[0] == '\0' || text[0] == '#' || text[0] == ';')
		return 1;
	if (text[0] == '[')
		return read_header(config, text);
	equals = strchr(text, '=');
	if (equals == NULL || equals == text)
		return 0;
	*equals = '\0';
	if (config->current == NULL)
		config->current = add_section(config, "main");
	set(config, strip(text), read_value(strip(equals + 1)));
	return 1;
}

static const struct setting *look_up(
	struct config *config, const struct section *section, const char *key)
{
	const struct setting *setting = NULL;
	int depth = 0;

	while (section != NULL && depth < MAX_DEPTH) {
		setting = find_setting(section, key);
		config->looked_up++;
		if (setting != NULL)
			break;
		section = section->parent;
		depth++;
	}
	return setting;
}

static void add_letter(struct text *text, char letter)
{
	if (text->length < 199) {
		text->letters[text->length] = letter;
		text->length++;
	}
	text->letters[text->length] = '\0';
}

/* `section.key`, or a key of the section at hand. */
static const struct setting *resolve(
	struct config *config, const struct section *section, const char *path)
{
	char name[40];
	const char *dot = strchr(path, '.');
	const char *key = path;

	if (dot != NULL) {
		int length = dot - path;

		if (length > 39)
			return NULL;
		memcpy(name, path, length);
		name[length] = '\0';
		section = find_section(config, name);
		key = dot + 1;
	}
	return look_up(config, section, key);
}

static int expand(struct config *config, const struct section *section,
	const char *value, struct text *to, int depth)
{
	char path[80];

	if (depth > MAX_DEPTH)
		return 0;
	while (*value != '\0') {
		if (value[0] == '$' && value[1] == '{') {
			const struct setting *setting;
			int length = strcspn(value + 2, "}");

			if (length > 79)
				return 0;
			memcpy(path, value + 2, length);
			path[length] = '\0';
			setting = resolve(config, section, path);
			if (setting == NULL)
				return 0;
			if (!expand(config, section, setting->value, to,
				    depth + 1))
				return 0;
			value += length + 2;
			if (*value == '}')
				value++;
		} else {
			add_letter(to, *value);
			value++;
		}
	}
	return 1;
}

static int is_on(const char *value)
{
	return strcmp(value, "yes") == 0 || strcmp(value, "on") == 0;
}

static void print_setting(struct config *config, const struct section *section,
	const struct setting *setting)
{
	struct text text;

	text.length = 0;
	text.letters[0] = '\0';
	printf("%s.%s = ", section->name, setting->key);
	if (!expand(config, section, setting->value, &text, 0))
		printf("(cannot be expanded)");
	else if (setting->kind == SWITCH)
		printf("%s", is_on(text.letters) ? "true" : "false");
	else if (setting->kind == NUMBER)
		printf("%ld", atol(text.letters));
	else
		printf("'%s'", text.letters);
	printf(" (line %d)\n", setting->line);
}

static void print_all(struct config *config)
{
	const struct section *section;

	for (section = config->first; section != NULL;
		section = section->next) {
		const struct setting *setting = section->settings;

		while (setting != NULL) {
			print_setting(config, section, setting);
			setting = setting->next;
		}
	}
}

static void print_asked(struct config *config, char *path)
{
	const struct setting *setting = NULL;
	const struct section *section;
	char *dot = strchr(path, '.');

	if (dot == NULL) {
		printf("%s: no section\n", path);
		return;
	}
	*dot = '\0';
	section = find_section(config, path);
	if (section != NULL)
		setting = look_up(config, section, dot + 1);
	if (setting == NULL)
		printf("%s.%s is not set\n", path, dot + 1);
	else
		print_setting(config, section, setting);
}

int main(int argc, char **argv)
{
	struct config config = {NULL, NULL, 0, 0, 0};
	char line[128];
	int i;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (!read_line(&config, line)) {
			printf("line %d is wrong\n", config.lines);
			return 1;
		}
	}
	if (argc == 1)
		print_all(&config);
	for (i = 1; i < argc; i++)
		print_asked(&config, argv[i]);
	printf("%d lines, %d overridden, %d looked up\n", config.lines,
		config.overridden, config.looked_up);
	return 0;
}
