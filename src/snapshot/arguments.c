/* Arguments and environment: the strings, each by its name, and the arrays of
 * pointers that lead to them. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- The arrays of pointers to the strings ---- */

static guint64 word_at(struct hc_snapshot *snapshot, guint64 address)
{
	guint64 word = 0;
	hc_memory_read(snapshot->memory, address, &word, sizeof word);
	return word;
}

/* The kernel puts argc, the pointers to the arguments, those to the environment
 * and a few other things below the strings. Returns where the arguments are, 0
 * if that can't be told. */
static guint64 find_vector(
	struct hc_snapshot *snapshot, const guint64 bounds[4])
{
	enum { FURTHEST = 1 << 22 };
	g_autofree char *text = NULL;
	gsize length = bounds[1] - bounds[0];
	guint64 n = 0, low = bounds[0] - MIN(bounds[0], FURTHEST);
	text = g_try_malloc(length + 1);
	if (!text || !hc_memory_read(snapshot->memory, bounds[0], text, length))
		return 0;
	for (gsize i = 0; i < length; i++)
		n += text[i] == '\0';
	for (guint64 at = bounds[0] & ~G_GUINT64_CONSTANT(7); at > low + 8;
		at -= 8) {
		guint64 word;
		if (!hc_memory_read(snapshot->memory, at, &word, sizeof word))
			return 0;
		if (word == bounds[0] && word_at(snapshot, at - 8) == n &&
			word_at(snapshot, at + 8 * n) == 0)
			return at;
	}
	return 0;
}

/* Pointers up to and with the one that is null are one block. Returns where it
 * ends. */
static guint64 add_vector(struct hc_snapshot *snapshot, guint64 start)
{
	enum { MOST = 1 << 20 };
	guint64 n = 0;
	while (n < MOST && word_at(snapshot, start + 8 * n))
		n++;
	struct hc_area area = {start, start + 8 * (n + 1)};
	g_array_append_val(snapshot->areas, area);
	return area.end;
}

/* `char **`, if the program has that type. */
static const struct mg_type *find_vector_type(struct hc_snapshot *snapshot)
{
	guint n = hc_debuginfo_n_types(snapshot->info);
	for (guint i = 0; i < n; i++) {
		const struct mg_type *type =
			hc_debuginfo_type(snapshot->info, i);
		const struct mg_type *to =
			type->kind == MG_POINTER ? type->target : NULL;
		if (to && to->kind == MG_POINTER && to->target &&
			to->target->kind == MG_CHAR && to->target->size == 1)
			return type;
	}
	return NULL;
}

static void add_vectors(struct hc_snapshot *snapshot, const guint64 bounds[4],
	guint64 environ_at)
{
	const struct mg_type *type = find_vector_type(snapshot);
	guint64 vector = find_vector(snapshot, bounds);
	if (!vector || !type)
		return;
	add_vector(snapshot, add_vector(snapshot, vector));
	hc_snapshot_sort_areas(snapshot);
	g_autoptr(GBytes) value = g_bytes_new(&vector, sizeof vector);
	struct mg_root arguments = {
		.name = "<arguments>",
		.class = MG_ROOT_PROCESS,
		.type = type,
		.value = value,
		.place = MG_IN_NOTHING,
	};
	struct mg_root environment = {
		.name = "*(char ***) &environ",
		.key = "environ",
		.class = MG_ROOT_PROCESS,
		.type = type,
		.address = environ_at,
	};
	hc_snapshot_add_root(snapshot, &arguments);
	if (environ_at)
		hc_snapshot_add_root(snapshot, &environment);
}

/* A program that names the variable itself has one of its own, which is then
 * libc's, too. */
static guint64 find_environ(const struct hc_snapshot *snapshot)
{
	g_autofree char *link =
		g_strdup_printf("/proc/%d/exe", (int) snapshot->pid);
	g_autofree char *path = g_file_read_link(link, NULL);
	g_autofree char *name = path ? g_path_get_basename(path) : NULL;
	guint64 address = name ? hc_debuginfo_symbol(
					 snapshot->info, name, "environ", NULL)
			       : 0;
	return address ? address
		       : hc_debuginfo_symbol(
				 snapshot->info, NULL, "environ", NULL);
}

void hc_snapshot_add_arguments(struct hc_snapshot *snapshot)
{
	guint64 bounds[4], argv = 0, environ_at = 0, environ_value = 0;
	if (!read_bounds(snapshot->pid, bounds))
		return;
	g_autofree char *name = find_argv(snapshot, &argv);
	struct strings arguments = {bounds[0], bounds[1], name, argv, FALSE};
	add_strings(snapshot, &arguments);
	environ_at = find_environ(snapshot);
	gboolean known =
		environ_at && hc_memory_read(snapshot->memory, environ_at,
				      &environ_value, sizeof environ_value);
	struct strings environment = {bounds[2], bounds[3],
		known ? "((char **) environ)" : NULL, environ_value, TRUE};
	add_strings(snapshot, &environment);
	add_vectors(snapshot, bounds, environ_at);
}
