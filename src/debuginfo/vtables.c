/* The class that an object of C++ really has: its first word leads to the
 * table of its virtual functions, and the linker's symbol of that table has the
 * name of the class in it.
 *
 * That name is encoded ("_ZTVN5shape6CircleE"), and there is no need to decode
 * it: the names of the class's functions contain the same code
 * ("_ZN5shape6Circle4areaEv"), and the debug information has these.
 *
 * Not so for what only one unit knows, being in a namespace without a name:
 * other units may have a class of the same name. But the functions in the table
 * are in the debug information, and so is the class that declares them. */
#include "debuginfo-types.h"

#include <string.h>

struct hc_vtables {
	GArray *tables; /* struct hc_di_symbol, by address */
	GHashTable *classes; /* code of a class → Dwarf_Die */
	GHashTable *known; /* address of a table → struct known * */
};

struct known {
	const struct mg_type *type; /* NULL: unknown */
	gint64 to_start; /* from the word to the start of the object */
};

void hc_di_vtables_free(struct hc_vtables *vtables)
{
	g_array_unref(vtables->tables);
	g_hash_table_unref(vtables->classes);
	g_hash_table_unref(vtables->known);
	g_free(vtables);
}

/* ---- Tables ---- */

static int by_address(gconstpointer a, gconstpointer b)
{
	const struct hc_di_symbol *p = a, *q = b;
	if (p->address != q->address)
		return p->address < q->address ? -1 : 1;
	return strcmp(p->name, q->name);
}

static void add_tables(struct hc_debuginfo *info, struct hc_di_module *module)
{
	hc_di_symbol_at(info, module, 0); /* reads them */
	g_array_append_vals(info->vtables->tables, module->vtables->data,
		module->vtables->len);
}

static const struct hc_di_symbol *table_at(
	const struct hc_vtables *vtables, guint64 address)
{
	guint low = 0, high = vtables->tables->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		const struct hc_di_symbol *s = &g_array_index(
			vtables->tables, struct hc_di_symbol, middle);
		if (address < s->address)
			high = middle;
		else if (address >= s->address + s->size)
			low = middle + 1;
		else
			return s;
	}
	return NULL;
}

/* ---- Classes ---- */

/* Where the code of a function's class ends in that of the function itself;
 * NULL if it can't be told. */
static const char *end_of_class(
	const char *code, const char *function, const char *class)
{
	static const char destructor[] = "D4Ev", constructor[] = "C4E";
	if (function[0] == '~') {
		gsize n = strlen(code);
		return n > strlen(destructor) &&
				       g_str_has_suffix(code, destructor)
			       ? code + n - strlen(destructor)
			       : NULL;
	}
	gsize n = strlen(function);
	if (strncmp(function, class, n) == 0 &&
		(class[n] == '\0' || class[n] == '<'))
		return strstr(code, constructor);
	g_autofree char *own =
		g_strdup_printf("%" G_GSIZE_FORMAT "%sE", n, function);
	return strstr(code, own);
}

/* What the names of its functions have in common. */
char *hc_di_class_code(Dwarf_Die *die)
{
	const char *class = dwarf_diename(die);
	Dwarf_Die child;
	if (!class || dwarf_child(die, &child) != 0)
		return NULL;
	do {
		Dwarf_Attribute attr;
		const char *name = dwarf_diename(&child);
		if (dwarf_tag(&child) != DW_TAG_subprogram || !name ||
			!dwarf_attr(&child, DW_AT_linkage_name, &attr))
			continue;
		const char *code = dwarf_formstring(&attr);
		if (!code || !g_str_has_prefix(code, "_ZN"))
			continue;
		code += strlen("_ZN");
		code += strspn(code, "rVKRO"); /* const and the like */
		const char *end = end_of_class(code, name, class);
		if (end > code)
			return g_strndup(code, (gsize) (end - code));
	} while (hc_di_die_next(&child));
	return NULL;
}

/* Only what has virtual functions says which class has its table. */
static void add_class(struct hc_vtables *vtables, Dwarf_Die *die)
{
	if (hc_di_name_space(dwarf_tag(die)) != HC_NAMED_STRUCT ||
		!dwarf_hasattr(die, DW_AT_containing_type) ||
		hc_di_die_flag(die, DW_AT_declaration))
		return;
	char *code = hc_di_class_code(die);
	if (code && !g_hash_table_contains(vtables->classes, code))
		g_hash_table_insert(
			vtables->classes, code, g_memdup2(die, sizeof *die));
	else
		g_free(code);
}

static void make_index(struct hc_debuginfo *info)
{
	struct hc_vtables *vtables = info->vtables =
		g_new0(struct hc_vtables, 1);
	vtables->tables =
		g_array_new(FALSE, FALSE, sizeof(struct hc_di_symbol));
	vtables->classes =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	vtables->known = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, g_free);
	hc_di_scan_all(info);
	for (guint i = 0; i < info->modules->len; i++) {
		struct hc_di_module *m = g_ptr_array_index(info->modules, i);
		add_tables(info, m);
		for (guint j = 0; m->units && j < m->units->len &&
				  !hc_di_is_stopped(info);
			j++) {
			struct hc_di_unit *u = g_ptr_array_index(m->units, j);
			for (guint k = 0;
				u->cplusplus && u->types && k < u->types->len;
				k++)
				add_class(vtables,
					&g_array_index(u->types, Dwarf_Die, k));
		}
	}
	g_array_sort(vtables->tables, by_address);
}

/* ---- Classes that only one unit knows ---- */

/* Whether a function is one of the class with this code. */
static gboolean is_of_class(struct hc_debuginfo *info,
	struct hc_di_module *module, guint64 function, const char *code)
{
	const struct hc_di_symbol *symbol =
		hc_di_symbol_at(info, module, function);
	if (!symbol || !g_str_has_prefix(symbol->name, "_ZN"))
		return FALSE;
	const char *name = symbol->name + strlen("_ZN");
	name += strspn(name, "rVKRO"); /* const and the like */
	return g_str_has_prefix(name, code);
}

static gboolean class_of_function(
	struct hc_debuginfo *info, guint64 function, Dwarf_Die *class)
{
	struct hc_di_unit *unit;
	const struct hc_di_function *found =
		hc_di_function_at(info, function, &unit);
	if (!found)
		return FALSE;
	Dwarf_Die die = found->die;
	return hc_di_scope_of(info, &die, class) &&
	       hc_di_name_space(dwarf_tag(class)) == HC_NAMED_STRUCT &&
	       !hc_di_die_flag(class, DW_AT_declaration);
}

struct others {
	struct hc_debuginfo *info;
	const struct mg_type *type;
	gboolean any;
};

static void note_other(Dwarf_Die *die, gpointer data)
{
	struct others *others = data;
	others->any |= hc_di_type_of(others->info, die) != others->type;
}

static const struct mg_type *hidden_type(
	struct hc_debuginfo *info, Dwarf_Die *class)
{
	const struct mg_type *type = hc_di_type_of(info, class);
	struct others others = {info, type, FALSE};
	if (type && type->name)
		hc_di_names_each(info, type->name, note_other, &others);
	if (others.any)
		((struct hc_di_node *) type)->type.namesakes = TRUE;
	return type;
}

/* By the first of the functions in the table that is of the class itself, not
 * inherited. */
static const struct mg_type *hidden_class(struct hc_debuginfo *info,
	const struct hc_di_symbol *table, const char *code)
{
	enum { MOST = 1 << 16 };
	struct hc_di_module *module = hc_di_module_at(info, table->address);
	guint64 size = MIN(table->size, MOST), function;
	Dwarf_Die class;

	for (guint64 at = 0; module && at + sizeof function <= size;
		at += sizeof function)
		if (hc_di_read(info, table->address + at, &function,
			    sizeof function) &&
			is_of_class(info, module, function, code) &&
			class_of_function(info, function, &class))
			return hidden_type(info, &class);
	return NULL;
}

/* ---- All together ---- */

/* The code of a class within other names stands between N and E; alone, it may
 * stand for itself. */
static const struct mg_type *class_of_table(
	struct hc_debuginfo *info, const struct hc_di_symbol *table)
{
	const char *code = table->name + strlen(HC_DI_VTABLE);
	gsize n = strlen(code);
	g_autofree char *inner = code[0] == 'N' && n > 2 && code[n - 1] == 'E'
					 ? g_strndup(code + 1, n - 2)
					 : g_strdup(code);
	if (strstr(code, "_GLOBAL__N_"))
		return hidden_class(info, table, inner);
	Dwarf_Die *die = g_hash_table_lookup(info->vtables->classes, inner);
	return die ? hc_di_type_of(info, die) : NULL;
}

/* Before the functions, a table has the way from this part of an object to its
 * start, and the class in another form. */
static struct known *find_out(struct hc_debuginfo *info, guint64 table)
{
	enum { BEFORE = 16, FARTHEST = 1 << 20 };
	struct known *known = g_new0(struct known, 1);
	const struct hc_di_symbol *symbol = table_at(info->vtables, table);
	if (!symbol || table - symbol->address < BEFORE ||
		!hc_di_read(info, table - BEFORE, &known->to_start,
			sizeof known->to_start) ||
		known->to_start > 0 || known->to_start < -FARTHEST)
		return known;
	known->type = class_of_table(info, symbol);
	return known;
}

const struct mg_type *hc_debuginfo_class_of(
	struct hc_debuginfo *info, guint64 object, guint64 *start)
{
	guint64 table;
	if (!hc_di_read(info, object, &table, sizeof table) || table == 0)
		return NULL;
	if (!info->vtables)
		make_index(info);

	struct known *known = g_hash_table_lookup(info->vtables->known, &table);
	if (!known) {
		known = find_out(info, table);
		g_hash_table_insert(info->vtables->known,
			g_memdup2(&table, sizeof table), known);
	}
	*start = object + (guint64) known->to_start;
	return known->type;
}
