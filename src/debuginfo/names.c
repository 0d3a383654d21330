/* Names of types, and the scopes they belong to.
 *
 * Few qualified names of a C++ program are ever needed, so each is made when it
 * is asked for. The index of all types goes by their plain names. */
#include "debuginfo-inside.h"

#include <string.h>

struct definition {
	Dwarf_Die die;
	struct hc_di_module *module;
	struct definition *next;
};

struct hc_names {
	/* Plain name → struct definition *; NULL: not made yet. */
	GHashTable *defined[HC_N_NAME_SPACES];
	GPtrArray *definitions; /* all of them, to be freed */
	GHashTable *anonymous; /* DIE's address → Dwarf_Die of a typedef */
	GHashTable *qualified; /* DIE's address → name */
};

struct hc_names *hc_di_names_new(void)
{
	struct hc_names *names = g_new0(struct hc_names, 1);
	names->definitions = g_ptr_array_new_with_free_func(g_free);
	names->anonymous = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	names->qualified = g_hash_table_new(NULL, NULL);
	return names;
}

void hc_di_names_free(struct hc_names *names)
{
	for (guint i = 0; i < HC_N_NAME_SPACES; i++)
		if (names->defined[i])
			g_hash_table_unref(names->defined[i]);
	g_ptr_array_unref(names->definitions);
	g_hash_table_unref(names->anonymous);
	g_hash_table_unref(names->qualified);
	g_free(names);
}

enum hc_di_name_space hc_di_name_space(int tag)
{
	switch (tag) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
		return HC_NAMED_STRUCT;
	case DW_TAG_union_type:
		return HC_NAMED_UNION;
	case DW_TAG_enumeration_type:
		return HC_NAMED_ENUM;
	default:
		return HC_NAMED_OTHER;
	}
}

/* A name's chain has the definition that was added last in front. Units are
 * therefore added from the last to the first. */
static void add_definition(
	struct hc_names *names, Dwarf_Die *die, struct hc_di_module *m)
{
	const char *name = dwarf_diename(die);
	if (!name || hc_di_die_flag(die, DW_AT_declaration))
		return;
	GHashTable *table = names->defined[hc_di_name_space(dwarf_tag(die))];
	struct definition *d = g_new(struct definition, 1);
	*d = (struct definition){*die, m, g_hash_table_lookup(table, name)};
	g_hash_table_insert(table, (gpointer) name, d);
	g_ptr_array_add(names->definitions, d);
}

static void make_index(struct hc_debuginfo *info)
{
	struct hc_names *names = info->names;
	hc_di_scan_all(info);
	for (guint i = 0; i < HC_N_NAME_SPACES; i++)
		names->defined[i] = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = info->modules->len; i-- > 0;) {
		struct hc_di_module *m = g_ptr_array_index(info->modules, i);
		for (guint j = m->units ? m->units->len : 0;
			j-- > 0 && !hc_di_is_stopped(info);) {
			struct hc_di_unit *u = g_ptr_array_index(m->units, j);
			for (guint k = u->types ? u->types->len : 0; k-- > 0;)
				add_definition(names,
					&g_array_index(u->types, Dwarf_Die, k),
					m);
		}
	}
}

/* The last part of a qualified name: what follows the last "::" outside <>. */
static const char *plain_part(const char *name)
{
	const char *start = name;
	int nested = 0;
	for (const char *c = name; *c; c++) {
		nested += (*c == '<' || *c == '(') - (*c == '>' || *c == ')');
		if (nested == 0 && c[0] == ':' && c[1] == ':')
			start = c + 2;
	}
	return start;
}

gboolean hc_di_names_lookup(struct hc_debuginfo *info,
	enum hc_di_name_space space, const char *name,
	struct hc_di_module *module, Dwarf_Die *die)
{
	struct definition *found = NULL;
	if (!info->names->defined[space])
		make_index(info);
	struct definition *d = g_hash_table_lookup(
		info->names->defined[space], plain_part(name));
	/* A library's opaque struct is the library's own, if it defines one,
	 * even if the program has one of that name. */
	for (; d && !(found && found->module == module); d = d->next)
		if ((!found || d->module == module) &&
			g_strcmp0(hc_di_qualified_name(info, &d->die), name) ==
				0)
			found = d;

	if (found)
		*die = found->die;
	return found != NULL;
}

void hc_di_names_each(struct hc_debuginfo *info, const char *name,
	hc_di_named_func func, gpointer data)
{
	if (!info->names->defined[HC_NAMED_STRUCT])
		make_index(info);
	struct definition *d = g_hash_table_lookup(
		info->names->defined[HC_NAMED_STRUCT], plain_part(name));
	for (; d; d = d->next)
		if (g_strcmp0(hc_di_qualified_name(info, &d->die), name) == 0)
			func(&d->die, data);
}

void hc_di_names_typedef(struct hc_debuginfo *info, const Dwarf_Die *anonymous,
	const Dwarf_Die *by)
{
	GHashTable *table = info->names->anonymous;
	if (!g_hash_table_contains(table, anonymous->addr))
		g_hash_table_insert(
			table, anonymous->addr, g_memdup2(by, sizeof *by));
}

const char *hc_di_names_of_anonymous(
	struct hc_debuginfo *info, const Dwarf_Die *die)
{
	Dwarf_Die *by = g_hash_table_lookup(info->names->anonymous, die->addr);
	return by ? hc_di_qualified_name(info, by) : NULL;
}

/* The innermost namespace or class that a DIE is in; NULL: none. */
static struct hc_di_scope *scope_of(
	struct hc_di_unit *unit, const Dwarf_Die *die)
{
	guint low = 0, high = unit->scopes->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if ((char *) g_array_index(
			    unit->scopes, struct hc_di_scope, middle)
				.die.addr < (char *) die->addr)
			low = middle + 1;
		else
			high = middle;
	}

	for (int i = (int) low - 1; i >= 0;) {
		struct hc_di_scope *s =
			&g_array_index(unit->scopes, struct hc_di_scope, i);
		struct hc_di_scope *end = s;
		while (!end->end && end->parent >= 0)
			end = &g_array_index(
				unit->scopes, struct hc_di_scope, end->parent);
		if (!end->end || (char *) die->addr < end->end)
			return s;
		i = s->parent;
	}

	return NULL;
}

static const char *name_in(
	struct hc_debuginfo *info, Dwarf_Die *die, guint depth);

static const char *prefix_of(
	struct hc_debuginfo *info, Dwarf_Die *die, guint depth)
{
	struct hc_di_unit *unit = hc_di_unit_of(info, die);
	struct hc_di_scope *scope =
		unit && unit->cplusplus ? scope_of(unit, die) : NULL;
	/* What is declared in a function has no prefix for it. */
	if (!scope || depth > MAX_NESTING ||
		dwarf_tag(&scope->die) == DW_TAG_subprogram)
		return NULL;
	Dwarf_Die outer = scope->die;
	return name_in(info, &outer, depth + 1);
}

static const char *plain_name(struct hc_debuginfo *info, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	if (dwarf_attr(die, DW_AT_name, &attr))
		return dwarf_formstring(&attr);
	if (dwarf_tag(die) == DW_TAG_namespace)
		return "(anonymous namespace)";
	return NULL;
}

static const char *name_in(
	struct hc_debuginfo *info, Dwarf_Die *die, guint depth)
{
	Dwarf_Die at = *die, next;
	const char *plain = plain_name(info, &at);

	for (guint i = 0; i < MAX_HOPS; i++, at = next) {
		if (!hc_di_die_ref(&at, DW_AT_abstract_origin, &next) &&
			!hc_di_die_ref(&at, DW_AT_specification, &next))
			break;
		if (!plain)
			plain = plain_name(info, &next);
	}

	const char *known =
		g_hash_table_lookup(info->names->qualified, at.addr);
	if (known)
		return known;

	const char *prefix = plain ? prefix_of(info, &at, depth) : NULL;
	if (!prefix)
		return plain;

	g_autofree char *whole = g_strconcat(prefix, "::", plain, NULL);
	known = g_string_chunk_insert_const(info->strings, whole);
	g_hash_table_insert(info->names->qualified, at.addr, (gpointer) known);
	return known;
}

const char *hc_di_qualified_name(struct hc_debuginfo *info, Dwarf_Die *die)
{
	return name_in(info, die, 0);
}

gboolean hc_di_scope_of(
	struct hc_debuginfo *info, Dwarf_Die *die, Dwarf_Die *scope)
{
	Dwarf_Die at = *die, next;
	for (guint i = 0; i < MAX_HOPS; i++, at = next)
		if (!hc_di_die_ref(&at, DW_AT_abstract_origin, &next) &&
			!hc_di_die_ref(&at, DW_AT_specification, &next))
			break;

	struct hc_di_unit *unit = hc_di_unit_of(info, &at);
	const struct hc_di_scope *found =
		unit && unit->cplusplus ? scope_of(unit, &at) : NULL;
	if (found)
		*scope = found->die;
	return found != NULL;
}
