/* What a process has besides variables: arguments, environment, libc's
 * streams, open descriptors. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the kernel put the strings: arg_start, arg_end, env_start, env_end. */
static gboolean read_bounds(pid_t pid, guint64 bounds[4])
{
	enum { ARG_START = 48 };
	g_autofree char *file = g_strdup_printf("/proc/%d/stat", (int) pid);
	g_autofree char *text = NULL;
	if (!g_file_get_contents(file, &text, NULL, NULL))
		return FALSE;
	/* The second field is a name in parentheses and may hold anything. */
	char *rest = strrchr(text, ')');
	if (!rest)
		return FALSE;
	g_auto(GStrv) fields = g_strsplit(rest + 1, " ", -1);
	/* fields[0] is empty, fields[1] is the third of proc(5). */
	guint first = ARG_START - 2;
	if (g_strv_length(fields) < first + 4)
		return FALSE;
	for (guint i = 0; i < 4; i++)
		bounds[i] = g_ascii_strtoull(fields[first + i], NULL, 10);
	return bounds[0] && bounds[0] <= bounds[1] && bounds[2] &&
	       bounds[2] <= bounds[3];
}

/* An expression for an array of pointers to strings, if it has this one. */
static char *name_string(struct hc_snapshot *snapshot, const char *array,
	guint64 array_address, guint index, guint64 string, gsize size)
{
	guint64 pointer = 0;
	if (array &&
		hc_memory_read(snapshot->memory, array_address + 8 * index,
			&pointer, sizeof pointer) &&
		pointer == string)
		return g_strdup_printf(
			"*%s[%u]@%" G_GSIZE_FORMAT, array, index, size);
	return g_strdup_printf("*(char *) 0x%" G_GINT64_MODIFIER
			       "x@%" G_GSIZE_FORMAT,
		string, size);
}

struct strings {
	guint64 start, end;
	const char *array; /* an expression for the pointers, or NULL */
	guint64 array_address;
	gboolean environment;
};

static void add_strings(
	struct hc_snapshot *snapshot, const struct strings *strings)
{
	gsize length = strings->end - strings->start;
	g_autofree char *text = g_try_malloc(length + 1);
	if (!text ||
		!hc_memory_read(snapshot->memory, strings->start, text, length))
		return;
	text[length] = '\0';
	guint index = 0;
	for (gsize at = 0; at < length; index++) {
		gsize size = strlen(text + at) + 1;
		g_autofree char *name = name_string(snapshot, strings->array,
			strings->array_address, index, strings->start + at,
			size);
		g_autofree char *key =
			strings->environment
				? g_strdup_printf("env %.*s",
					  (int) strcspn(text + at, "="),
					  text + at)
				: g_strdup_printf("argv[%u]", index);
		struct mg_root root = {
			.name = name,
			.key = key,
			.class = MG_ROOT_PROCESS,
			.address = strings->start + at,
			.size = MIN(size, length - at),
			.text = TRUE,
		};
		hc_snapshot_add_root(snapshot, &root);
		at += size;
	}
}

/* main's second parameter, as an expression and a value. */
static char *find_argv(struct hc_snapshot *snapshot, guint64 *address)
{
	for (guint i = snapshot->calls->len; i-- > 0;) {
		const struct hc_call *call =
			g_ptr_array_index(snapshot->calls, i);
		if (g_strcmp0(call->function, "main") != 0 || !call->has_debug)
			continue;
		g_autoptr(GPtrArray) locals =
			hc_debuginfo_locals(snapshot->info, call);
		const struct hc_variable *second =
			locals->len > 1 ? g_ptr_array_index(locals, 1) : NULL;
		if (!second || !second->parameter || !second->name ||
			second->where != HC_WHERE_MEMORY ||
			!hc_memory_read(snapshot->memory, second->address,
				address, sizeof *address))
			return NULL;
		return call->level ? g_strdup_printf("main::%s", second->name)
				   : g_strdup(second->name);
	}
	return NULL;
}

static void add_arguments_and_environment(struct hc_snapshot *snapshot)
{
	guint64 bounds[4], argv = 0, environ_at = 0, environ_value = 0;
	if (!read_bounds(snapshot->pid, bounds))
		return;
	g_autofree char *name = find_argv(snapshot, &argv);
	struct strings arguments = {bounds[0], bounds[1], name, argv, FALSE};
	add_strings(snapshot, &arguments);
	environ_at = hc_debuginfo_symbol(snapshot->info, NULL, "environ", NULL);
	gboolean known =
		environ_at && hc_memory_read(snapshot->memory, environ_at,
				      &environ_value, sizeof environ_value);
	struct strings environment = {bounds[2], bounds[3],
		known ? "((char **) environ)" : NULL, environ_value, TRUE};
	add_strings(snapshot, &environment);
}

/* libc's own FILE objects, which are state even where no variable of the
 * program leads to them. Typed if the program knows the type. */
static void add_streams(struct hc_snapshot *snapshot)
{
	static const char *const symbols[] = {
		"_IO_2_1_stdin_", "_IO_2_1_stdout_", "_IO_2_1_stderr_"};
	static const char *const keys[] = {"stdin", "stdout", "stderr"};
	const struct mg_type *type =
		hc_debuginfo_find_type(snapshot->info, "struct _IO_FILE");
	for (guint i = 0; i < G_N_ELEMENTS(symbols); i++) {
		guint64 size = 0;
		guint64 address = hc_debuginfo_symbol(
			snapshot->info, NULL, symbols[i], &size);
		if (!address || !size)
			continue;
		gboolean typed = type && type->size && type->size <= size;
		g_autofree char *name =
			typed ? g_strdup_printf(
					"*(struct _IO_FILE *) &%s", symbols[i])
			      : g_strdup_printf("*(char (*)[%" G_GUINT64_FORMAT
						"]) &%s",
					size, symbols[i]);
		struct mg_root root = {
			.name = name,
			.key = keys[i],
			.class = MG_ROOT_PROCESS,
			.type = typed ? type : NULL,
			.size = size,
			.address = address,
		};
		hc_snapshot_add_root(snapshot, &root);
	}
}

/* A line of /proc/PID/fdinfo/FD, "pos:\t12". */
static char *find_field(const char *text, const char *field)
{
	const char *line = strstr(text, field);
	if (!line)
		return g_strdup("?");
	line += strlen(field);
	line += strspn(line, " \t");
	return g_strndup(line, strcspn(line, "\n"));
}

static void add_descriptor(struct hc_snapshot *snapshot, const char *number)
{
	g_autofree char *link =
		g_strdup_printf("/proc/%d/fd/%s", (int) snapshot->pid, number);
	g_autofree char *info = g_strdup_printf(
		"/proc/%d/fdinfo/%s", (int) snapshot->pid, number);
	g_autofree char *path = g_file_read_link(link, NULL);
	g_autofree char *text = NULL;
	if (!path || !g_file_get_contents(info, &text, NULL, NULL))
		return;
	g_autofree char *offset = find_field(text, "pos:");
	g_autofree char *flags = find_field(text, "flags:");
	char *value =
		g_strdup_printf("%s, offset %s, flags %s", path, offset, flags);
	g_autofree char *name = g_strdup_printf("<fd %s>", number);
	struct mg_root root = {
		.name = name,
		.class = MG_ROOT_PROCESS,
		.text = TRUE,
		.value = g_bytes_new_take(value, strlen(value)),
		.place = MG_IN_DESCRIPTOR,
		.number = (guint) g_ascii_strtoull(number, NULL, 10),
	};
	hc_snapshot_add_root(snapshot, &root);
	g_bytes_unref(root.value);
}

static int by_number(gconstpointer a, gconstpointer b)
{
	return atoi(*(const char *const *) a) - atoi(*(const char *const *) b);
}

static void add_descriptors(struct hc_snapshot *snapshot)
{
	g_autofree char *folder =
		g_strdup_printf("/proc/%d/fd", (int) snapshot->pid);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func(g_free);
	const char *name;
	while (dir && (name = g_dir_read_name(dir)))
		g_ptr_array_add(numbers, g_strdup(name));
	g_ptr_array_sort(numbers, by_number);
	for (guint i = 0; i < numbers->len; i++)
		add_descriptor(snapshot, g_ptr_array_index(numbers, i));
}

void hc_snapshot_add_process(struct hc_snapshot *snapshot)
{
	add_arguments_and_environment(snapshot);
	add_streams(snapshot);
	add_descriptors(snapshot);
}
