/* Frames and their variables, ours and GDB's. */
#include "zoo.h"

#include <string.h>

static void compare_cfa(struct zoo *zoo, const struct hc_call *call)
{
	g_autofree char *text =
		mi_console(zoo->session.gdb, "info frame", NULL);
	const char *at = text ? strstr(text, "rame at 0x") : NULL;
	guint64 theirs = at ? g_ascii_strtoull(at + 10, NULL, 16) : 0;
	zoo->checks++;
	if (theirs != call->cfa)
		zoo_differs(zoo,
			"frame %u of %s is at 0x%" G_GINT64_MODIFIER
			"x, GDB says 0x%" G_GINT64_MODIFIER "x",
			call->level, call->function, call->cfa, theirs);
}

/* "ns::f(int)" is ns::f to us, "f<int>(int)" f<int>. */
static char *without_parameters(const char *name)
{
	char *copy = g_strdup(name ? name : "");
	char *end = g_str_has_prefix(copy, "(") ? strchr(copy + 1, '(')
						: strchr(copy, '(');
	const char *operator_call = strstr(copy, "operator()");
	if (operator_call)
		end = copy + (operator_call - copy) + strlen("operator()");
	if (end && g_str_has_prefix(end, "(anonymous"))
		end = strchr(end + 1, '(');
	if (end)
		*end = '\0';
	return copy;
}

/* A lambda: GDB names the function that it is in, DWARF doesn't. */
static gboolean is_in_function(const char *name)
{
	return strchr(name, '<') || strstr(name, ")::");
}

static void compare_frame(struct zoo *zoo, const struct hc_call *call,
	const struct mi_frame *inner, const struct mi_frame *outer)
{
	g_autofree char *theirs = without_parameters(outer->function);
	zoo->checks += 3;
	if (call->registers.values[HC_PC] != outer->address)
		zoo_differs(zoo,
			"frame %u: %s at 0x%" G_GINT64_MODIFIER
			"x, GDB says %s at 0x%" G_GINT64_MODIFIER "x",
			call->level, call->function,
			call->registers.values[HC_PC], outer->function,
			outer->address);
	if (g_strcmp0(call->function, theirs) != 0 && !is_in_function(theirs) &&
		call->has_debug)
		zoo_differs(zoo, "frame %u is %s, GDB says %s", call->level,
			call->function, theirs);
	if (call->line != inner->line)
		zoo_differs(zoo, "frame %u, %s: line %d, GDB says %d",
			call->level, call->function, call->line, inner->line);
	if (mi_select_frame(zoo->session.gdb, outer->level, NULL))
		compare_cfa(zoo, call);
}

GArray *zoo_groups(struct zoo *zoo, const struct mi_backtrace *theirs)
{
	GArray *groups = g_array_new(FALSE, FALSE, sizeof(struct zoo_group));
	guint i = 0;
	for (guint level = 0; level < zoo->calls->len && i < theirs->n;
		level++, i++) {
		struct zoo_group group = {i, i};
		const struct hc_call *call =
			g_ptr_array_index(zoo->calls, level);
		while (i + 1 < theirs->n && theirs->frames[i + 1].address ==
						    theirs->frames[i].address) {
			g_autofree char *name =
				without_parameters(theirs->frames[i].function);
			if (g_strcmp0(call->function, name) == 0)
				break;
			i++;
		}
		group.last = i;
		g_array_append_val(groups, group);
	}
	return groups;
}

/* Each of the functions that run in a frame is one of GDB's frames. */
static void compare_running(struct zoo *zoo, const struct hc_call *call,
	const struct mi_frame *theirs, guint n)
{
	g_autoptr(GArray) running = hc_debuginfo_running(zoo->info, call);
	zoo->checks++;
	if (running->len != n)
		zoo_differs(zoo, "%u functions run in frame %u, GDB says %u",
			running->len, call->level, n);
	for (guint i = 0; i < MIN(running->len, n); i++) {
		const struct hc_running *ours =
			&g_array_index(running, struct hc_running, i);
		g_autofree char *name = without_parameters(theirs[i].function);
		zoo->checks += 2;
		if (g_strcmp0(ours->function, name) != 0 &&
			!is_in_function(name) && call->has_debug)
			zoo_differs(zoo, "in frame %u %s runs, GDB says %s",
				call->level, ours->function, name);
		if (ours->line != theirs[i].line)
			zoo_differs(zoo,
				"in frame %u %s is in line %d, GDB says %d",
				call->level, name, ours->line, theirs[i].line);
	}
}

void zoo_compare_frames(struct zoo *zoo)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(mi_backtrace_t) theirs =
		mi_backtrace(zoo->session.gdb, 50, &error);
	ASSERT_NO_ERROR(error);
	if (!theirs)
		return;
	g_autoptr(GArray) groups = zoo_groups(zoo, theirs);
	for (guint i = 0; i < groups->len; i++) {
		struct zoo_group *g =
			&g_array_index(groups, struct zoo_group, i);
		compare_frame(zoo, g_ptr_array_index(zoo->calls, i),
			&theirs->frames[g->first], &theirs->frames[g->last]);
		compare_running(zoo, g_ptr_array_index(zoo->calls, i),
			&theirs->frames[g->first], g->last - g->first + 1);
	}
	struct zoo_group *last =
		&g_array_index(groups, struct zoo_group, groups->len - 1);
	if (last->last + 1 < theirs->n)
		zoo_differs(zoo, "we have %u frames, GDB has %u",
			zoo->calls->len, theirs->n);
}

/* A value that is in a register, or nowhere: GDB has the same. */
static void compare_bytes(struct zoo *zoo, const char *name,
	const struct mg_type *type, const guint8 *bytes)
{
	guint64 theirs = 0, ours = 0;
	if (type->size > 8 || type->size == 0)
		return;
	zoo->checks++;
	memcpy(&ours, bytes, type->size);
	if (type->kind == MG_FLOAT) {
		g_autofree char *text = zoo_evaluate(zoo, "(double)(%s)", name);
		double a = text ? g_ascii_strtod(text, NULL) : 0;
		double b;
		float f;
		memcpy(&b, &ours, sizeof b);
		memcpy(&f, &ours, sizeof f);
		if (!text || a != (type->size == 4 ? f : b))
			zoo_differs(zoo, "%s is not %s", name, text);
		return;
	}
	guint shift = 64 - type->size * 8;
	if (type->kind == MG_STRUCT || type->kind == MG_UNION ||
		type->kind == MG_COMPLEX || type->kind == MG_ARRAY)
		return;
	if (!zoo_number(zoo, &theirs, "(unsigned long)%s(%s)",
		    type->kind == MG_REFERENCE ? "&" : "", name))
		zoo_differs(zoo, "GDB has no value of %s", name);
	else if (theirs << shift != ours << shift)
		zoo_differs(zoo,
			"%s is %" G_GINT64_FORMAT
			", GDB says %" G_GINT64_FORMAT,
			name, ours, theirs);
}

static void compare_register(struct zoo *zoo, const struct hc_call *call,
	const struct hc_variable *v)
{
	guint8 bytes[8] = {0};
	if (v->reg >= HC_N_REGISTERS)
		return;
	if (v->saved_at == 0)
		memcpy(bytes, &call->registers.values[v->reg], 8);
	else if (!zoo_read(v->saved_at, bytes, 8,
			 GINT_TO_POINTER(mi_client_pid(zoo->session.gdb))))
		zoo_differs(zoo, "%s: nothing at its place", v->name);
	compare_bytes(zoo, v->name, v->type, bytes);
}

static void compare_missing(struct zoo *zoo, const struct hc_variable *v)
{
	g_autofree char *text = zoo_evaluate(zoo, "%s", v->name);
	zoo->checks++;
	if (!text || strstr(text, "<optimized out>") ||
		strstr(text, "<synthetic pointer>"))
		zoo->out++;
	else if (zoo->optimised)
		zoo->only_gdb++;
	else
		zoo_differs(zoo, "%s is nowhere, GDB says %s", v->name, text);
}

static void compare_variable(struct zoo *zoo, const struct hc_call *call,
	const struct hc_variable *v)
{
	gsize n;
	if (v->where == HC_WHERE_OPTIMISED_OUT) {
		compare_missing(zoo, v);
		return;
	}
	zoo->known++;
	if (v->where == HC_WHERE_MEMORY)
		/* At entry, pointers hold anything. */
		zoo_compare_value(zoo, v->name, v->type, v->address,
			call->at_entry && !v->parameter ? 5 : 0);
	else if (v->where == HC_WHERE_REGISTER)
		compare_register(zoo, call, v);
	else
		compare_bytes(
			zoo, v->name, v->type, g_bytes_get_data(v->value, &n));
}

/* The names of variables that GDB lists in the frame it has selected. */
static GHashTable *names_in_frame(struct zoo *zoo)
{
	GHashTable *names =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(mi_record) record = mi_client_command(
		zoo->session.gdb, NULL, "-stack-list-variables --no-values");
	const struct mi_value *list =
		record ? mi_value_get(&record->value, "variables") : NULL;
	for (const struct mi_value *v = list ? list->first : NULL; v;
		v = v->next)
		g_hash_table_add(names, g_strdup(mi_value_text(v, "name")));
	return names;
}

static gboolean has_variable(
	GPtrArray *variables, const char *name, gboolean of_function)
{
	for (guint i = 0; i < variables->len; i++) {
		struct hc_variable *v = g_ptr_array_index(variables, i);
		if ((!of_function || v->function) &&
			g_strcmp0(v->name, name) == 0)
			return TRUE;
	}
	return FALSE;
}

/* Every variable that GDB lists for the frame is one that we have: among the
 * locals, or as a static among the globals. */
static void compare_names(struct zoo *zoo, const struct hc_call *call,
	GHashTable *names, GPtrArray *locals)
{
	g_autoptr(GPtrArray) globals =
		hc_debuginfo_globals(zoo->info, zoo->fs_base);
	GHashTableIter iter;
	gpointer name;
	g_hash_table_iter_init(&iter, names);
	while (g_hash_table_iter_next(&iter, &name, NULL)) {
		zoo->checks++;
		if (!has_variable(locals, name, FALSE) &&
			!has_variable(globals, name, TRUE))
			zoo_differs(zoo, "frame %u of %s lacks %s", call->level,
				call->function, (char *) name);
	}
}

/* Of GDB's frames for one of ours, the innermost that has a variable. */
static void compare_call(struct zoo *zoo, const struct hc_call *call,
	const struct zoo_group *group)
{
	g_autoptr(GPtrArray) locals = hc_debuginfo_locals(zoo->info, call);
	g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
	for (guint level = group->first; level <= group->last; level++) {
		if (!mi_select_frame(zoo->session.gdb, level, NULL))
			continue;
		g_autoptr(GHashTable) names = names_in_frame(zoo);
		compare_names(zoo, call, names, locals);
		for (guint i = 0; i < locals->len; i++) {
			struct hc_variable *v = g_ptr_array_index(locals, i);
			if (!v->shadowed &&
				g_hash_table_contains(names, v->name) &&
				g_hash_table_add(done, v))
				compare_variable(zoo, call, v);
		}
	}
	/* GDB doesn't list constants, but knows them. */
	for (guint i = 0; i < locals->len; i++) {
		struct hc_variable *v = g_ptr_array_index(locals, i);
		g_autofree char *text = NULL;
		if (v->shadowed || v->where == HC_WHERE_OPTIMISED_OUT ||
			g_hash_table_contains(done, v))
			continue;
		for (guint level = group->first; level <= group->last && !text;
			level++)
			if (mi_select_frame(zoo->session.gdb, level, NULL))
				text = zoo_evaluate(zoo, "%s", v->name);
		if (text)
			compare_variable(zoo, call, v);
		else
			zoo_differs(zoo, "frame %u of %s has %s, GDB's has not",
				call->level, call->function, v->name);
	}
}

void zoo_compare_locals(struct zoo *zoo)
{
	g_autoptr(mi_backtrace_t) theirs =
		mi_backtrace(zoo->session.gdb, 50, NULL);
	if (!theirs)
		return;
	g_autoptr(GArray) groups = zoo_groups(zoo, theirs);
	for (guint i = 0; i < groups->len; i++) {
		const struct hc_call *call = g_ptr_array_index(zoo->calls, i);
		if (call->has_debug)
			compare_call(zoo, call,
				&g_array_index(groups, struct zoo_group, i));
	}
}
