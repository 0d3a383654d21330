/* What variables are called: by GDB at this stop (names), and in any run that
 * is stopped at the same place (keys). */
#include "object.h"
#include "process-registers.h"
#include "snapshot-inside.h"

#include <string.h>

char *hc_snapshot_name_by_address(const struct mg_type *type, guint64 address)
{
	if (!type)
		return g_strdup_printf(
			"*(char *) 0x%" G_GINT64_MODIFIER "x", address);
	/* A pointer is named as a whole: arrays and functions need that. */
	struct mg_type pointer = {.kind = MG_POINTER, .target = type};
	g_autofree char *name = mg_type_name(&pointer);
	return g_strdup_printf(
		"*(%s) 0x%" G_GINT64_MODIFIER "x", name, address);
}

/* "list.c:41 i": where a variable is declared tells those of one name apart. */
static char *name_by_declaration(const struct hc_variable *variable)
{
	if (!variable->file)
		return g_strdup(variable->name);
	g_autofree char *file = g_path_get_basename(variable->file);
	return g_strdup_printf(
		"%s:%d %s", file, variable->line, variable->name);
}

/* ---- Globals ---- */

/* Members of what `this` points to, including those of its bases. */
static void add_members(GHashTable *names, const struct mg_type *type)
{
	for (guint i = 0; type && i < type->n_members; i++) {
		const struct mg_member *member = &type->members[i];
		if (member->name)
			g_hash_table_add(names, (gpointer) member->name);
		else
			add_members(names, member->type);
	}
}

static void add_locals(
	GHashTable *names, struct hc_snapshot *snapshot, GPtrArray *locals)
{
	for (guint i = 0; i < locals->len; i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(locals, i);
		if (!variable->name)
			continue;
		g_hash_table_add(names, (gpointer) variable->name);
		if (strcmp(variable->name, "this") == 0 && variable->type &&
			variable->type->kind == MG_POINTER)
			add_members(names, variable->type->target);
	}
	g_ptr_array_add(snapshot->variables, g_ptr_array_ref(locals));
}

GHashTable *hc_snapshot_names_nearby(
	struct hc_snapshot *snapshot, const GPtrArray *globals)
{
	GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
	const struct hc_call *call =
		snapshot->calls->len ? g_ptr_array_index(snapshot->calls, 0)
				     : NULL;
	if (!call)
		return names;

	g_autoptr(GPtrArray) locals = hc_debuginfo_locals(snapshot->info, call);
	add_locals(names, snapshot, locals);
	for (guint i = 0; i < globals->len; i++) {
		const struct hc_variable *variable =
			g_ptr_array_index(globals, i);
		const char *last =
			variable->name ? g_strrstr(variable->name, "::") : NULL;
		if (last)
			g_hash_table_add(names, (gpointer) (last + 2));
		else if (variable->name && variable->function &&
			 g_strcmp0(variable->function, call->function) == 0)
			g_hash_table_add(names, (gpointer) variable->name);
	}

	return names;
}

/* GDB finds a function's static by the function's name, unless it is in an
 * inner block, and a file's static by the file's name if others have the same
 * name. It can't find thread-local variables in a static program, and needs
 * quotes around "(anonymous namespace)". */
char *hc_snapshot_name_of_global(const struct hc_snapshot *snapshot,
	const struct hc_variable *variable, gboolean ambiguous,
	GHashTable *nearby)
{
	if (variable->thread_local && !snapshot->dynamic)
		return NULL;
	/* In C++ the function's name would need its parameters, too. */
	if (variable->function &&
		(variable->depth > 0 || strstr(variable->function, "::")))
		return NULL;
	if (variable->function)
		return g_strdup_printf(
			"%s::%s", variable->function, variable->name);
	if (strstr(variable->name, "(anonymous namespace)"))
		return g_strdup_printf("'%s'", variable->name);
	if (ambiguous && !variable->external && variable->unit) {
		g_autofree char *file = g_path_get_basename(variable->unit);
		return g_strdup_printf("'%s'::%s", file, variable->name);
	}

	return g_hash_table_contains(nearby, variable->name)
		       ? g_strconcat("::", variable->name, NULL)
		       : g_strdup(variable->name);
}

char *hc_snapshot_key_of_global(const struct hc_variable *variable)
{
	g_autofree char *declared = name_by_declaration(variable);
	return variable->function
		       ? g_strdup_printf("%s %s", variable->function, declared)
		       : g_steal_pointer(&declared);
}

/* ---- Frames ---- */

/* GDB's name for a variable of the function then means that frame's. */
gboolean hc_snapshot_is_again(
	const struct hc_snapshot *snapshot, const struct hc_call *call)
{
	for (guint i = 0; i < call->level; i++) {
		const struct hc_call *inner =
			g_ptr_array_index(snapshot->calls, i);
		if (g_strcmp0(inner->function, call->function) == 0)
			return TRUE;
	}
	return FALSE;
}

/* A variable in a register that no inner frame has touched. */
static char *name_by_register(const struct hc_variable *variable)
{
	g_autofree char *type = mg_type_name(variable->type);
	return variable->reg < HC_REGISTERS
		       ? g_strdup_printf("(%s) $%s", type,
				 hc_register_names[variable->reg])
		       : g_strdup_printf("<%s in a register>", variable->name);
}

/* GDB finds a variable of the innermost frame by its name, and one of another
 * frame by its function's name if it is in the function's outermost block. To
 * GDB, an inlined call is a frame of its own. */
static gboolean has_name(const struct hc_snapshot *snapshot,
	const struct hc_call *call, const struct hc_variable *variable,
	guint inlined)
{
	if (variable->shadowed || !call->function)
		return FALSE;
	if (call->level == 0)
		return variable->inlined == inlined;
	return variable->depth == 0 && variable->inlined == 0 &&
	       !hc_snapshot_is_again(snapshot, call);
}

/* Identifiers and scopes, but no templates, lambdas, operators or anonymous
 * namespaces. */
static gboolean is_plain(const char *function)
{
	for (const char *c = function; *c; c++)
		if (!g_ascii_isalnum(*c) && !strchr("_:~", *c))
			return FALSE;
	return TRUE;
}

/* Names that several functions of the program have. */
static GHashTable *find_overloaded(struct hc_debuginfo *info)
{
	GHashTable *several =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) met = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) functions = hc_debuginfo_functions(info, TRUE);
	for (guint i = 0; i < functions->len; i++) {
		const struct hc_code *code = functions->pdata[i];
		if (code->name && !g_hash_table_add(met, (gpointer) code->name))
			g_hash_table_add(several, g_strdup(code->name));
	}
	return several;
}

/* Whether a function of C++ is no method, and the only one of its name. */
static gboolean is_unique(struct hc_snapshot *snapshot, const char *function)
{
	if (strstr(function, "::"))
		return FALSE;
	if (!snapshot->overloaded)
		snapshot->overloaded = find_overloaded(snapshot->info);
	return !g_hash_table_contains(snapshot->overloaded, function);
}

/* The function of an outer frame, as GDB finds it. In C++ several may have the
 * same name, and GDB does not take a method's name for a function's: then it is
 * what the linker calls it. NULL: GDB's own name for it is not what the linker's
 * stands for, so it won't find it. */
static const char *find_function(
	struct hc_snapshot *snapshot, const struct hc_call *call)
{
	guint64 offset;
	const char *linked = hc_debuginfo_function_at(snapshot->info,
		call->registers.values[HC_PC] - (call->exact_pc ? 0 : 1),
		&offset);
	if (!linked || !g_str_has_prefix(linked, "_Z"))
		return call->function;
	if (!is_plain(call->function))
		return NULL;
	return is_unique(snapshot, call->function) ? call->function : linked;
}

char *hc_snapshot_name_of_local(struct hc_snapshot *snapshot,
	const struct hc_call *call, const struct hc_variable *variable,
	guint inlined, char **key)
{
	*key = NULL;
	gboolean named = has_name(snapshot, call, variable, inlined);
	if (named && call->level == 0)
		return g_strdup(variable->name);

	const char *function = named ? find_function(snapshot, call) : NULL;
	if (function && function == call->function)
		return g_strdup_printf("%s::%s", function, variable->name);

	g_autofree char *declared = name_by_declaration(variable);
	*key = g_strdup_printf("%s#%u %s",
		call->function ? call->function : "?", call->level, declared);
	if (function)
		return g_strdup_printf("%s::%s", function, variable->name);

	gboolean in_register = variable->where == HC_WHERE_REGISTER;
	guint64 address = in_register ? variable->saved_at : variable->address;
	if (variable->where == HC_WHERE_VALUE)
		return g_strdup_printf("<%s, computed>", variable->name);

	return in_register && !address
		       ? name_by_register(variable)
		       : hc_snapshot_name_by_address(variable->type, address);
}

/* ---- All of them ---- */

void hc_snapshot_settle_keys(struct hc_snapshot *snapshot)
{
	g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < snapshot->roots->len; i++)
		g_hash_table_add(
			taken, (gpointer) mg_root_key(&g_array_index(
				       snapshot->roots, struct mg_root, i)));

	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < snapshot->roots->len; i++) {
		struct mg_root *root =
			&g_array_index(snapshot->roots, struct mg_root, i);
		gpointer key = (gpointer) mg_root_key(root);
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(seen, key));
		while (n > 0) {
			g_autofree char *other =
				g_strdup_printf("%s (%u)", (char *) key, ++n);
			if (g_hash_table_contains(taken, other))
				continue;
			root->key =
				g_string_chunk_insert(snapshot->names, other);
			g_hash_table_add(taken, (gpointer) root->key);
			break;
		}
		g_hash_table_insert(seen, key, GUINT_TO_POINTER(MAX(n, 1)));
	}
}
