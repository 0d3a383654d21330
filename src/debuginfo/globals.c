/* Variables that exist as long as the program runs. */
#include "debuginfo-inside.h"

/* A variable is often described twice: where it is declared and where it is
 * defined, or in each copy of an inlined function. */
struct listing {
	struct hc_debuginfo *info;
	guint64 fs_base;
	GPtrArray *variables;
	GHashTable *seen; /* struct hc_variable: by address and name */
	GHashTable *missing; /* names without a location */
};

static guint hash_variable(gconstpointer data)
{
	const struct hc_variable *v = data;
	return g_int64_hash(&v->address) ^ g_str_hash(v->name);
}

static gboolean same_variable(gconstpointer a, gconstpointer b)
{
	const struct hc_variable *x = a, *y = b;
	return x->address == y->address && g_str_equal(x->name, y->name);
}

static gboolean is_artificial(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	bool flag = false;
	return dwarf_attr_integrate(die, DW_AT_artificial, &attr) &&
	       dwarf_formflag(&attr, &flag) == 0 && flag;
}

/* The linker gives address 0 to what it left out of the program. */
static gboolean is_discarded(
	const struct hc_variable *v, const struct hc_di_module *module)
{
	return v->where == HC_WHERE_MEMORY && !v->thread_local &&
	       (v->address == module->bias || v->address < 4096);
}

static void list_variable(struct listing *listing, struct hc_di_unit *unit,
	struct hc_di_found *found)
{
	struct hc_di_context context = {
		.info = listing->info,
		.unit = unit,
		.fs_base = listing->fs_base,
	};
	struct hc_variable *v = hc_di_variable_make(&context, &found->die);

	v->depth = found->depth;
	if (found->owner >= 0)
		v->function = hc_di_qualified_name(listing->info,
			&g_array_index(unit->owners, Dwarf_Die, found->owner));
	else
		v->name = hc_di_qualified_name(listing->info, &found->die);

	if (is_discarded(v, unit->module))
		v->where = HC_WHERE_OPTIMISED_OUT;
	gboolean out = v->where == HC_WHERE_OPTIMISED_OUT && !v->thread_local;
	if (!v->name || is_artificial(&found->die) ||
		(out && found->owner >= 0)) {
		hc_di_variable_free(v);
	} else if (out) {
		g_hash_table_add(listing->missing, (gpointer) v->name);
		hc_di_variable_free(v);
	} else if (v->where == HC_WHERE_MEMORY &&
		   g_hash_table_contains(listing->seen, v)) {
		hc_di_variable_free(v);
	} else {
		if (v->where == HC_WHERE_MEMORY)
			g_hash_table_add(listing->seen, v);
		g_ptr_array_add(listing->variables, v);
	}
}

static void list_unit(struct listing *listing, struct hc_di_unit *unit)
{
	for (guint i = 0;
		i < unit->variables->len && !hc_di_is_stopped(listing->info);
		i++)
		list_variable(listing, unit,
			&g_array_index(unit->variables, struct hc_di_found, i));
}

/* One unit may lack a location for what another unit defines. */
static guint count_missing(struct listing *listing)
{
	for (guint i = 0; i < listing->variables->len; i++) {
		struct hc_variable *v =
			g_ptr_array_index(listing->variables, i);
		g_hash_table_remove(listing->missing, v->name);
	}
	return g_hash_table_size(listing->missing);
}

GPtrArray *hc_debuginfo_globals(struct hc_debuginfo *info, guint64 fs_base)
{
	struct listing listing = {
		.info = info,
		.fs_base = fs_base,
		.variables =
			g_ptr_array_new_with_free_func(hc_di_variable_free),
		.seen = g_hash_table_new(hash_variable, same_variable),
		.missing = g_hash_table_new(g_str_hash, g_str_equal),
	};

	hc_di_scan_all(info);
	for (guint i = 0; i < info->modules->len; i++) {
		struct hc_di_module *module =
			g_ptr_array_index(info->modules, i);
		for (guint j = 0; module->units && j < module->units->len;
			j++) {
			struct hc_di_unit *unit =
				g_ptr_array_index(module->units, j);
			hc_di_scan_unit(info, unit);
			list_unit(&listing, unit);
		}
	}

	info->n_optimised_out = count_missing(&listing);
	g_hash_table_unref(listing.seen);
	g_hash_table_unref(listing.missing);
	return listing.variables;
}

guint hc_debuginfo_globals_optimised_out(const struct hc_debuginfo *info)
{
	return info->n_optimised_out;
}
