/* Arguments and environment: the strings, each by its name, and the arrays of
 * pointers that lead to them. */
#include "process-status.h"
#include "snapshot-inside.h"

#include <stdlib.h>
#include <string.h>

/* Where the kernel put things on the stack: the strings of the arguments and of
 * the environment, and below them argc, the pointers to the arguments, NULL,
 * those to the environment, NULL. */
struct layout {
	guint64 arguments, arguments_end;
	guint64 environment, environment_end;
	guint64 vector; /* of the arguments, 0 if that can't be told … */
	guint64 argc; /* … and how many there are */
};

static gboolean read_layout(pid_t pid, struct layout *layout)
{
	g_autofree char *text = hc_process_file(pid, "stat");
	const struct {
		enum hc_stat field;
		guint64 *into;
	} wanted[] = {
		{HC_STAT_STACK, &layout->vector},
		{HC_STAT_ARG_START, &layout->arguments},
		{HC_STAT_ARG_END, &layout->arguments_end},
		{HC_STAT_ENV_START, &layout->environment},
		{HC_STAT_ENV_END, &layout->environment_end},
	};
	for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
		const char *at = hc_process_stat_field(text, wanted[i].field);
		if (!at)
			return FALSE;
		*wanted[i].into = g_ascii_strtoull(at, NULL, 10);
	}
	return layout->arguments &&
	       layout->arguments <= layout->arguments_end &&
	       layout->environment &&
	       layout->environment <= layout->environment_end;
}

static guint64 word_at(struct hc_snapshot *snapshot, guint64 address)
{
	guint64 word = 0;
	hc_memory_read(snapshot->memory, address, &word, sizeof word);
	return word;
}

/* The stack starts with argc. Each argument has at least a NUL, so there can't
 * be more than there are bytes. */
static void find_vector(struct hc_snapshot *snapshot, struct layout *layout)
{
	guint64 start = layout->vector;
	layout->argc = start ? word_at(snapshot, start) : 0;
	if (start && start < layout->arguments &&
		layout->argc <= layout->arguments_end - layout->arguments &&
		word_at(snapshot, start + 8 + 8 * layout->argc) == 0)
		layout->vector = start + 8;
	else
		layout->vector = layout->argc = 0;
}

/* An expression for a string: by the array of pointers, if that leads to it. */
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
	guint64 vector; /* pointers to them as the kernel made them, or 0 */
	const char *array; /* an expression for the pointers, or NULL */
	guint64 array_address;
	gboolean environment;
};

/* The strings that the kernel's pointers still lead to, and for each the number
 * of the pointer, plus one. */
static GHashTable *find_pointed(
	struct hc_snapshot *snapshot, const struct strings *strings)
{
	GHashTable *pointed = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	guint64 word, at = strings->vector;
	for (guint i = 1; at && (word = word_at(snapshot, at)); i++, at += 8)
		if (word >= strings->start && word < strings->end &&
			!g_hash_table_contains(pointed, &word))
			g_hash_table_insert(pointed,
				g_memdup2(&word, sizeof word),
				GUINT_TO_POINTER(i));
	return pointed;
}

/* How long the string is that starts there. A string that was shortened keeps
 * its room: what follows its NUL is not a string, since nothing points to it.
 */
static gsize size_with_room(const struct strings *strings, const char *text,
	gsize at, gsize length, GHashTable *pointed)
{
	gsize size = strlen(text + at) + 1;
	while (strings->vector && at + size < length) {
		guint64 address = strings->start + at + size;
		if (g_hash_table_contains(pointed, &address))
			break;
		size += strlen(text + at + size) + 1;
	}
	return MIN(size, length - at);
}

static void add_string(struct hc_snapshot *snapshot,
	const struct strings *strings, guint index, const char *text, gsize at,
	gsize size)
{
	guint64 address = strings->start + at;
	g_autofree char *name = name_string(snapshot, strings->array,
		strings->array_address, index, address, size);
	g_autofree char *key =
		strings->environment
			? g_strdup_printf("env %.*s",
				  (int) strcspn(text + at, "="), text + at)
			: g_strdup_printf("argv[%u]", index);
	struct mg_root root = {
		.name = name,
		.key = key,
		.class = MG_ROOT_PROCESS,
		.address = address,
		.size = size,
		.text = TRUE,
	};

	hc_snapshot_add_root(snapshot, &root);
}

static void add_strings(
	struct hc_snapshot *snapshot, const struct strings *strings)
{
	gsize length = strings->end - strings->start;
	g_autofree char *text = g_try_malloc(length + 1);
	if (!text ||
		!hc_memory_read(snapshot->memory, strings->start, text, length))
		return;

	text[length] = '\0';
	g_autoptr(GHashTable) pointed = find_pointed(snapshot, strings);
	guint index = 0;
	for (gsize at = 0; at < length; index++) {
		guint64 address = strings->start + at;
		guint which = GPOINTER_TO_UINT(
			g_hash_table_lookup(pointed, &address));
		gsize size = size_with_room(strings, text, at, length, pointed);
		if (which)
			index = which - 1;
		if (which || !strings->vector)
			add_string(snapshot, strings, index, text, at, size);
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

/* The pointers up to and including NULL are one block. The program may have
 * shortened an array, but not moved it. */
static void add_vector(struct hc_snapshot *snapshot, guint64 start, guint64 n)
{
	enum { MOST = 1 << 20 };
	while (n < MOST && word_at(snapshot, start + 8 * n))
		n++;
	struct hc_area area = {start, start + 8 * (n + 1)};
	g_array_append_val(snapshot->areas, area);
}

/* The program's `char **` or `const char **`. A program whose main takes no
 * arguments may have neither, but it has an environment. */
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

	return hc_debuginfo_texts(snapshot->info);
}

static void add_vectors(struct hc_snapshot *snapshot,
	const struct layout *layout, guint64 environ_at)
{
	const struct mg_type *type = find_vector_type(snapshot);
	guint64 vector = layout->vector;
	if (!vector)
		return;

	add_vector(snapshot, vector, layout->argc);
	add_vector(snapshot, vector + 8 * (layout->argc + 1), 0);
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

/* A program that uses the variable has its own copy of it, which libc then
 * uses, too. */
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
	struct layout layout;
	guint64 argv = 0, environ_value = 0;
	if (!read_layout(snapshot->pid, &layout))
		return;

	find_vector(snapshot, &layout);
	g_autofree char *name = find_argv(snapshot, &argv);
	struct strings arguments = {
		.start = layout.arguments,
		.end = layout.arguments_end,
		.vector = layout.vector,
		.array = name,
		.array_address = argv,
	};
	add_strings(snapshot, &arguments);

	guint64 environ_at = find_environ(snapshot);
	gboolean known =
		environ_at && hc_memory_read(snapshot->memory, environ_at,
				      &environ_value, sizeof environ_value);
	struct strings environment = {
		.start = layout.environment,
		.end = layout.environment_end,
		.vector = layout.vector ? layout.vector + 8 * (layout.argc + 1)
					: 0,
		.array = known ? "((char **) environ)" : NULL,
		.array_address = environ_value,
		.environment = TRUE,
	};
	add_strings(snapshot, &environment);
	add_vectors(snapshot, &layout, environ_at);
}
