/* Internal to debuginfo: how types are made. Every type DIE that something
 * needs becomes a node, and so does all that it leads to; then nodes that are
 * the same type are merged.
 *
 * A node is a type whose target and members point to other nodes. Nodes are
 * made in batches, from a queue, without recursion, since types may be nested
 * and linked in any way. At the end of a batch all of its nodes are merged into
 * the types known so far, and all pointers lead to those. */
#ifndef HC_DEBUGINFO_TYPES_H
#define HC_DEBUGINFO_TYPES_H

#include "debuginfo-inside.h"

/* How far two types are compared: this many steps from a struct to a member or
 * from a pointer to its target. */
enum { ROUNDS = 8 };

struct hc_di_node {
	struct mg_type type; /* first: a type of ours is a node */
	const char *plain; /* its name without "struct " */
	struct mg_member *members;
	struct mg_enumerator *enumerators;
	Dwarf_Die die;
	gpointer key; /* in by_die; NULL: not there */
	gboolean partial; /* a base without its virtual bases */
	gboolean dynamic; /* an array whose length is the frame's matter */
	gboolean sized, aligned, visiting;
	guint64 hashes[ROUNDS + 1];
	struct hc_di_node *same; /* what it was merged into; NULL: not yet */
};

struct hc_types {
	GHashTable *by_die; /* DIE's address → struct hc_di_node * */
	GHashTable *merged; /* &hashes[ROUNDS] → struct hc_di_node * */
	GPtrArray *all; /* struct hc_di_node *, by id: the types there are */
	GPtrArray *batch; /* struct hc_di_node *, not merged yet */
	guint filled; /* how many of the batch have been filled */
	struct hc_di_node *nothing; /* void */
};

/* The node of a type; a new one is queued. */
struct hc_di_node *hc_di_node_of(struct hc_debuginfo *info, Dwarf_Die *die);
struct hc_di_node *hc_di_node_new(struct hc_debuginfo *info);
/* Through typedefs and qualifiers; FALSE: void. *wide: a typedef that says
 * that the integer is a character, e.g. wchar_t; else its addr is NULL. */
gboolean hc_di_peel(Dwarf_Die *die, Dwarf_Die *result, Dwarf_Die *wide);
const char *hc_di_keep(struct hc_debuginfo *info, const char *text);

/* containers.c: what is kept in a type that is nothing but bytes for it; FALSE
 * if it is something else. */
gboolean hc_di_stored(Dwarf_Die *type, Dwarf_Die *content);

/* The node of a class as it is in one that is derived from it. */
struct hc_di_node *hc_di_node_of_base(
	struct hc_debuginfo *info, Dwarf_Die *die);

/* virtual-bases.c: where the virtual bases of a class are in an object that is
 * no base itself, those of its bases included. NULL: there are none, or it can't
 * be told; the caller unrefs it. */
struct hc_di_virtual_base {
	Dwarf_Die class;
	guint64 offset;
};
GArray *hc_di_virtual_bases(struct hc_debuginfo *info, Dwarf_Die *class);
gboolean hc_di_has_virtual_bases(Dwarf_Die *class);

/* vtables.c: the code of a class in the linker's symbols, as its functions have
 * it; NULL if none tells. The caller frees it. */
char *hc_di_class_code(Dwarf_Die *class);

/* Filling a node from its DIE, by what it is. */
void hc_di_fill(struct hc_debuginfo *info, struct hc_di_node *node);
void hc_di_fill_base(struct hc_debuginfo *info, struct hc_di_node *node);
void hc_di_fill_enum(struct hc_debuginfo *info, struct hc_di_node *node);
void hc_di_fill_members(struct hc_debuginfo *info, struct hc_di_node *node);
void hc_di_fill_array(struct hc_debuginfo *info, struct hc_di_node *node);

/* One dimension; *attr is its bound if that isn't a number. */
enum hc_di_bound { BOUND_NONE, BOUND_NUMBER, BOUND_DYNAMIC };
enum hc_di_bound hc_di_array_bound(
	Dwarf_Die *subrange, guint64 *count, Dwarf_Attribute *attr);

/* Sizes of arrays; then merging; alignments. */
void hc_di_layout_sizes(struct hc_types *types);
void hc_di_layout_align(struct hc_di_node *node, guint depth);
void hc_di_merge(struct hc_types *types);
/* For a node whose target is merged and that has no members. Takes over the
 * node. */
struct hc_di_node *hc_di_merge_one(
	struct hc_types *types, struct hc_di_node *node);

#endif
