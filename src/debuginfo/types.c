/* Types, for those who have a DIE or a name. */
#include "debuginfo-types.h"

#include <string.h>

static void free_node(gpointer data)
{
	struct hc_di_node *node = data;
	g_free(node->members);
	g_free(node->enumerators);
	g_free(node);
}

struct hc_types *hc_di_types_new(void)
{
	struct hc_types *types = g_new0(struct hc_types, 1);
	types->by_die = g_hash_table_new(NULL, NULL);
	types->merged = g_hash_table_new(g_int64_hash, g_int64_equal);
	types->all = g_ptr_array_new_with_free_func(free_node);
	types->batch = g_ptr_array_new();
	types->nothing = g_new0(struct hc_di_node, 1);
	types->nothing->type.name = types->nothing->plain = "void";
	types->nothing->type.alignment = 1;
	g_ptr_array_add(types->batch, types->nothing);
	hc_di_merge(types);

	return types;
}

void hc_di_types_free(struct hc_types *types)
{
	g_hash_table_unref(types->by_die);
	g_hash_table_unref(types->merged);
	g_ptr_array_unref(types->all);
	g_ptr_array_unref(types->batch);
	g_free(types);
}

const struct mg_type *hc_di_type_of(struct hc_debuginfo *info, Dwarf_Die *die)
{
	struct hc_types *types = info->types;
	struct hc_di_node *node = hc_di_node_of(info, die);
	if (types->batch->len == 0)
		return &node->type;

	gpointer key = node->key;
	while (types->filled < types->batch->len) {
		struct hc_di_node *next =
			g_ptr_array_index(types->batch, types->filled++);
		/* Inner dimensions have no DIE: they are filled already. */
		if (next->die.addr)
			hc_di_fill(info, next);
	}

	hc_di_layout_sizes(types);
	hc_di_merge(types);
	node = g_hash_table_lookup(types->by_die, key);
	return &node->type;
}

guint hc_debuginfo_n_types(const struct hc_debuginfo *info)
{
	return info->types->all->len;
}

const struct mg_type *hc_debuginfo_type(
	const struct hc_debuginfo *info, guint id)
{
	struct hc_di_node *node =
		id < info->types->all->len
			? g_ptr_array_index(info->types->all, id)
			: NULL;
	return node ? &node->type : NULL;
}

static const struct mg_type *pointer_to(
	struct hc_debuginfo *info, const struct mg_type *target)
{
	struct hc_di_node *node = g_new0(struct hc_di_node, 1);
	node->type.kind = MG_POINTER;
	node->type.size = 8;
	node->type.target = target;
	return &hc_di_merge_one(info->types, node)->type;
}

const struct mg_type *hc_debuginfo_texts(struct hc_debuginfo *info)
{
	struct hc_di_node *node = g_new0(struct hc_di_node, 1);
	node->type.kind = MG_CHAR;
	node->type.name = node->plain = "char";
	node->type.size = node->type.alignment = 1;
	node->type.is_signed = TRUE;
	const struct mg_type *character =
		&hc_di_merge_one(info->types, node)->type;
	return pointer_to(info, pointer_to(info, character));
}

static gboolean find_named(
	struct hc_debuginfo *info, const char *name, Dwarf_Die *die)
{
	static const struct {
		const char *keyword;
		enum hc_di_name_space space;
	} keywords[] = {
		{"struct ", HC_NAMED_STRUCT},
		{"class ", HC_NAMED_STRUCT},
		{"union ", HC_NAMED_UNION},
		{"enum ", HC_NAMED_ENUM},
	};

	for (guint i = 0; i < G_N_ELEMENTS(keywords); i++)
		if (g_str_has_prefix(name, keywords[i].keyword))
			return hc_di_names_lookup(info, keywords[i].space,
				name + strlen(keywords[i].keyword), NULL, die);

	if (hc_di_names_lookup(info, HC_NAMED_OTHER, name, NULL, die))
		return TRUE;

	/* In C++ the name alone will do. */
	for (guint i = 0; i < G_N_ELEMENTS(keywords); i++)
		if (hc_di_names_lookup(
			    info, keywords[i].space, name, NULL, die)) {
			struct hc_di_unit *unit = hc_di_unit_of(info, die);
			return unit && unit->cplusplus;
		}

	return FALSE;
}

const struct mg_type *hc_debuginfo_find_type(
	struct hc_debuginfo *info, const char *name)
{
	Dwarf_Die die;
	if (strcmp(name, "void") == 0)
		return &info->types->nothing->type;
	if (!find_named(info, name, &die))
		return NULL;
	return hc_di_type_of(info, &die);
}
