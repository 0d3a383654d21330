/* What GNU's C++ library does not tell a debugger: its containers have pointers
 * to the base of their nodes alone, and keep elements as bytes. The names of
 * its types tell both. */
#include "debuginfo-types.h"

#include <string.h>

/* The argument of a template, by number, as it is written; NULL if there is
 * none. The caller frees it. */
static char *template_argument(const char *name, guint number)
{
	const char *start = strchr(name, '<');
	int nested = 0;
	if (!start)
		return NULL;
	for (const char *c = ++start; *c; c++) {
		gboolean end = nested == 0 && (*c == ',' || *c == '>');
		if (end && number == 0)
			return g_strstrip(
				g_strndup(start, (gsize) (c - start)));
		if (end && *c == '>')
			return NULL;
		if (end) {
			start = c + 1;
			number--;
		}
		nested += (*c == '<' || *c == '(') - (*c == '>' || *c == ')');
	}
	return NULL;
}

/* What has pointers to bases of nodes, which of its arguments is the type of
 * the elements, and what the nodes are called. */
static const struct {
	const char *container;
	guint argument;
	const char *node, *rest;
} containers[] = {
	{"std::_Rb_tree<", 1, "std::_Rb_tree_node<", ""},
	{"std::_Rb_tree_iterator<", 0, "std::_Rb_tree_node<", ""},
	{"std::_Rb_tree_const_iterator<", 0, "std::_Rb_tree_node<", ""},
	{"std::__cxx11::_List_base<", 0, "std::_List_node<", ""},
	{"std::_List_iterator<", 0, "std::_List_node<", ""},
	{"std::_List_const_iterator<", 0, "std::_List_node<", ""},
	{"std::_Fwd_list_base<", 0, "std::_Fwd_list_node<", ""},
	{"std::_Fwd_list_iterator<", 0, "std::_Fwd_list_node<", ""},
	/* Some keep the hash of an element beside it, and some don't. */
	{"std::_Hashtable<", 1, "std::__detail::_Hash_node<", ", true"},
	{"std::_Hashtable<", 1, "std::__detail::_Hash_node<", ", false"},
};

static const struct mg_type *find_node(
	struct hc_debuginfo *info, const char *name, guint i)
{
	g_autofree char *argument =
		template_argument(name, containers[i].argument);
	if (!argument)
		return NULL;
	g_autofree char *inner =
		g_strconcat(argument, containers[i].rest, NULL);
	/* "> >", as before C++11. */
	g_autofree char *node = g_strconcat(containers[i].node, inner,
		g_str_has_suffix(inner, ">") ? " >" : ">", NULL);
	const struct mg_type *type = hc_debuginfo_find_type(info, node);
	return type && type->kind == MG_STRUCT ? type : NULL;
}

const struct mg_type *hc_debuginfo_nodes(
	struct hc_debuginfo *info, const struct mg_type *type)
{
	const struct mg_type *found = NULL;
	if (type->kind != MG_STRUCT || !type->name ||
		!g_str_has_prefix(type->name, "std::_"))
		return NULL;
	for (guint i = 0; i < G_N_ELEMENTS(containers); i++) {
		/* A node's pointers lead to nodes. */
		if (g_str_has_prefix(type->name, containers[i].node))
			return type;
		if (!g_str_has_prefix(type->name, containers[i].container))
			continue;
		const struct mg_type *node = find_node(info, type->name, i);
		/* A program may have both kinds for the same elements. */
		if (found && node && node != found)
			return NULL;
		found = node ? node : found;
	}
	return found;
}

gboolean hc_di_stored(Dwarf_Die *type, Dwarf_Die *content)
{
	Dwarf_Die bytes, wide, child;
	if (!hc_di_peel(type, &bytes, &wide) ||
		hc_di_name_space(dwarf_tag(&bytes)) != HC_NAMED_STRUCT)
		return FALSE;
	const char *name = dwarf_diename(&bytes);
	if (!name || !(g_str_has_prefix(name, "__aligned_membuf<") ||
			     g_str_has_prefix(name, "__aligned_buffer<")))
		return FALSE;
	if (dwarf_child(&bytes, &child) != 0)
		return FALSE;
	do
		if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
			return hc_di_die_type(&child, content);
	while (hc_di_die_next(&child));
	return FALSE;
}
