/* Structs by their size: which of them may fill a block? Few sizes are ever
 * asked for, so types are made for these alone. */
#include "debuginfo-types.h"

struct hc_sizes {
	GHashTable *dies; /* size → GArray of Dwarf_Die */
	GHashTable *types; /* size → GPtrArray of const struct mg_type * */
};

static struct hc_sizes *sizes_new(void)
{
	struct hc_sizes *sizes = g_new0(struct hc_sizes, 1);
	sizes->dies = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free,
		(GDestroyNotify) g_array_unref);
	sizes->types = g_hash_table_new_full(g_int64_hash, g_int64_equal,
		g_free, (GDestroyNotify) g_ptr_array_unref);
	return sizes;
}

void hc_di_sizes_free(struct hc_sizes *sizes)
{
	g_hash_table_unref(sizes->dies);
	g_hash_table_unref(sizes->types);
	g_free(sizes);
}

static void add_die(struct hc_sizes *sizes, Dwarf_Die *die)
{
	guint64 size;
	if (hc_di_name_space(dwarf_tag(die)) != HC_NAMED_STRUCT ||
		!hc_di_die_number(die, DW_AT_byte_size, &size) || size == 0)
		return;
	GArray *dies = g_hash_table_lookup(sizes->dies, &size);
	if (!dies) {
		dies = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
		g_hash_table_insert(
			sizes->dies, g_memdup2(&size, sizeof size), dies);
	}
	g_array_append_vals(dies, die, 1);
}

static void make_index(struct hc_debuginfo *info)
{
	info->sizes = sizes_new();
	hc_di_scan_all(info);
	for (guint i = 0; i < info->modules->len; i++) {
		struct hc_di_module *m = g_ptr_array_index(info->modules, i);
		for (guint j = 0; m->units && j < m->units->len &&
				  !hc_di_is_stopped(info);
			j++) {
			struct hc_di_unit *u = g_ptr_array_index(m->units, j);
			for (guint k = 0; u->types && k < u->types->len; k++)
				add_die(info->sizes,
					&g_array_index(u->types, Dwarf_Die, k));
		}
	}
}

/* What the types of one name in many units have in common. Making each of them,
 * only to see that they are the same, would take longer than all else. The
 * caller frees it. */
static char *declaration_of(struct hc_debuginfo *info, Dwarf_Die *die)
{
	const char *name = hc_di_qualified_name(info, die);
	int line = 0;
	if (!name)
		name = hc_di_names_of_anonymous(info, die);
	dwarf_decl_line(die, &line);
	return name ? g_strdup_printf("%d %s", line, name) : NULL;
}

static GPtrArray *make_types(struct hc_debuginfo *info, guint64 size)
{
	GPtrArray *types = g_ptr_array_new();
	g_autoptr(GHashTable) declared =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	GArray *dies = g_hash_table_lookup(info->sizes->dies, &size);
	for (guint i = 0; dies && i < dies->len && !hc_di_is_stopped(info);
		i++) {
		Dwarf_Die *die = &g_array_index(dies, Dwarf_Die, i);
		char *declaration = declaration_of(info, die);
		/* It takes over the text, in any case. */
		if (!declaration || !g_hash_table_add(declared, declaration))
			continue;
		const struct mg_type *type = hc_di_type_of(info, die);
		if (type->kind == MG_STRUCT && type->name &&
			g_hash_table_add(seen, (gpointer) type))
			g_ptr_array_add(types, (gpointer) type);
	}
	return types;
}

const GPtrArray *hc_debuginfo_structs(struct hc_debuginfo *info, guint64 size)
{
	if (!info->sizes)
		make_index(info);
	GPtrArray *types = g_hash_table_lookup(info->sizes->types, &size);
	if (!types) {
		types = make_types(info, size);
		g_hash_table_insert(info->sizes->types,
			g_memdup2(&size, sizeof size), types);
	}
	return types;
}
