/* Globals and types, ours and GDB's. */
#include "zoo.h"

#include <string.h>

/* As GDB finds it from everywhere, whatever the frame has of that name. */
static char *expression_of(struct zoo *zoo, const struct hc_variable *v)
{
	if (v->function)
		return g_strdup_printf("'%s'::%s", v->function, v->name);
	if (strchr(v->name, '('))
		return g_strdup_printf("'%s'", v->name);
	if (strstr(v->name, "::") || g_str_has_prefix(zoo->name, "cc-"))
		return g_strdup(v->name);
	return g_strdup_printf("'%s'::%s", strrchr(v->file, '/') + 1, v->name);
}

/* GDB has no name for a static of an inner block: the linker has, "x.1"
 * or "f.x". */
static void compare_symbol(struct zoo *zoo, const struct hc_variable *v)
{
	g_autofree char *command = g_strdup_printf(
		"info symbol 0x%" G_GINT64_MODIFIER "x", v->address);
	g_autofree char *text = mi_console(zoo->session.gdb, command, NULL);
	zoo->checks++;
	if (!text || !strstr(text, v->name) || strstr(text, " + "))
		zoo_differs(zoo, "%s of %s is at another place: %s", v->name,
			v->function, text);
}

/* The program has noted where its thread-local variables are. */
static void compare_thread_place(struct zoo *zoo, const struct hc_variable *v)
{
	guint64 place;
	zoo->checks++;
	for (guint i = 0; i < 7; i++)
		if (zoo_number(zoo, &place,
			    "(unsigned long)'zoo.c'::thread_places[%u]", i) &&
			place == v->address)
			return;
	zoo_differs(zoo, "%s of its thread is at another place", v->name);
}

static void compare_constant(
	struct zoo *zoo, const char *expression, const struct hc_variable *v)
{
	guint64 theirs = 0, ours = 0;
	gsize n;
	if (v->type->size > 8 || v->type->kind != MG_INT)
		return;
	memcpy(&ours, g_bytes_get_data(v->value, &n), v->type->size);
	zoo->checks++;
	if (!zoo_number(zoo, &theirs, "(unsigned long)%s", expression) ||
		theirs != ours)
		zoo_differs(zoo, "%s is a constant of another value", v->name);
}

static void compare_global(struct zoo *zoo, const struct hc_variable *v)
{
	g_autofree char *expression = expression_of(zoo, v);
	guint64 address;
	gboolean named =
		zoo_number(zoo, &address, "(unsigned long)&(%s)", expression);
	if (v->where == HC_WHERE_VALUE)
		compare_constant(zoo, expression, v);
	else if (v->where != HC_WHERE_MEMORY)
		zoo_differs(zoo, "%s has no place", v->name);
	else if (v->thread_local && g_str_has_prefix(zoo->name, "c-"))
		compare_thread_place(zoo, v);
	else if (v->thread_local && !named)
		return; /* nobody to ask */
	else if (v->function && !named)
		compare_symbol(zoo, v);
	else if (address != v->address && !v->external)
		/* With type units, GDB takes the file for another one. */
		compare_symbol(zoo, v);
	else
		zoo_compare_value(zoo, expression, v->type, v->address, 0);
	/* In split DWARF, and in static programs, GDB looks elsewhere. */
	if (v->thread_local && named && address == v->address)
		zoo_compare_value(zoo, expression, v->type, v->address, 0);
}

static gboolean is_of_zoo(const struct hc_variable *v)
{
	return v->file && strstr(v->file, "debuggees/zoo/");
}

/* What GDB lists for the files of the zoo must be in our list. */
static void compare_list(struct zoo *zoo, GPtrArray *globals)
{
	g_autoptr(mi_record) record = mi_client_command(
		zoo->session.gdb, NULL, "-symbol-info-variables");
	const struct mi_value *symbols =
		record ? mi_value_get(&record->value, "symbols") : NULL;
	const struct mi_value *files =
		symbols ? mi_value_get(symbols, "debug") : NULL;
	CU_ASSERT_PTR_NOT_NULL(files);
	for (const struct mi_value *f = files ? files->first : NULL; f;
		f = f->next) {
		const char *file = mi_value_text(f, "filename");
		const struct mi_value *list = mi_value_get(f, "symbols");
		if (!file || !strstr(file, "debuggees/zoo/"))
			continue;
		for (const struct mi_value *s = list->first; s; s = s->next) {
			const char *name = mi_value_text(s, "name");
			gboolean found = FALSE;
			for (guint i = 0; i < globals->len && !found; i++) {
				struct hc_variable *v =
					g_ptr_array_index(globals, i);
				found = g_strcmp0(v->name, name) == 0;
			}
			zoo->checks++;
			/* The linker may have left it out. */
			if (!found && !zoo->optimised &&
				hc_debuginfo_symbol(
					zoo->info, NULL, name, NULL) != 0)
				zoo_differs(zoo, "%s is missing", name);
		}
	}
}

void zoo_compare_globals(struct zoo *zoo)
{
	g_autoptr(GPtrArray) globals =
		hc_debuginfo_globals(zoo->info, zoo->fs_base);
	mi_select_frame(zoo->session.gdb, 0, NULL);
	for (guint i = 0; i < globals->len; i++) {
		const struct hc_variable *v = g_ptr_array_index(globals, i);
		if (is_of_zoo(v))
			compare_global(zoo, v);
	}
	compare_list(zoo, globals);
}

static void compare_enum(struct zoo *zoo, const struct mg_type *type)
{
	for (guint i = 0; i < type->n_enumerators; i++) {
		const struct mg_enumerator *e = &type->enumerators[i];
		guint64 theirs;
		zoo->checks++;
		if (!zoo_number(zoo, &theirs, "(long)%s", e->name) &&
			!zoo_number(zoo, &theirs, "(long)%s::%s", type->name,
				e->name))
			continue;
		if (theirs != (guint64) e->value)
			zoo_differs(zoo,
				"%s is %" G_GINT64_FORMAT
				", GDB says %" G_GINT64_FORMAT,
				e->name, e->value, (gint64) theirs);
	}
}

static void compare_members(struct zoo *zoo, const struct mg_type *type)
{
	for (guint i = 0; i < type->n_members; i++) {
		const struct mg_member *m = &type->members[i];
		guint64 offset, size;
		if (!m->name || m->bit_size > 0 || m->artificial ||
			m->type->kind == MG_REFERENCE)
			continue;
		zoo->checks++;
		if (!zoo_number(zoo, &offset, "(unsigned long)&((%s *)0)->%s",
			    type->name, m->name) ||
			offset != m->offset)
			zoo_differs(zoo, "%s.%s has another offset", type->name,
				m->name);
		if (m->type->size == 0 || m->type->open)
			continue;
		zoo->checks++;
		if (!zoo_number(zoo, &size, "sizeof(((%s *)0)->%s)", type->name,
			    m->name) ||
			size != m->type->size)
			zoo_differs(zoo, "%s.%s has another size", type->name,
				m->name);
	}
}

/* A name that several types have (one a file) means one of them to GDB. */
static gboolean is_unique(struct zoo *zoo, const struct mg_type *type)
{
	for (guint i = 0; i < hc_debuginfo_n_types(zoo->info); i++) {
		const struct mg_type *other = hc_debuginfo_type(zoo->info, i);
		if (other != type && g_strcmp0(other->name, type->name) == 0)
			return FALSE;
	}
	return TRUE;
}

void zoo_compare_types(struct zoo *zoo)
{
	for (guint i = 0; i < hc_debuginfo_n_types(zoo->info); i++) {
		const struct mg_type *type = hc_debuginfo_type(zoo->info, i);
		guint64 size;
		CU_ASSERT_TRUE(type->alignment >= 1);
		ASSERT_INT(type->id, i);
		if (!type->name || type->size == 0 ||
			type->kind == MG_MEMBER_POINTER ||
			strchr(type->name, '{') || !is_unique(zoo, type))
			continue;
		zoo->checks++;
		if (!zoo_number(zoo, &size, "sizeof(%s)", type->name))
			continue;
		if (size != type->size)
			zoo_differs(zoo,
				"%s has %" G_GUINT64_FORMAT
				" bytes, GDB says %" G_GUINT64_FORMAT,
				type->name, type->size, size);
		if (type->kind == MG_ENUM)
			compare_enum(zoo, type);
		else
			compare_members(zoo, type);
	}
}
