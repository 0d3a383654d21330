/* A tree over the tokens of a text, without a grammar: brackets, and between
 * them paragraphs, what indentation keeps together, statements, lines, items.
 * Internal to input. */
#ifndef HC_INPUT_TREE_H
#define HC_INPUT_TREE_H

#include "input-tokens.h"

/* A forest: each token is in a group, or in none, and each group in another. */
struct hc_input_tree {
	GArray *group_of; /* guint32, for each token; HC_INPUT_NONE: none */
	GArray *parent_of; /* guint32, for each group; of outer ones, none */
};

/* Near-linear in the tokens, all but the last, which is the end. If they are no
 * text, there are no groups. */
void hc_input_tree_init(
	struct hc_input_tree *tree, const GArray *tokens, gboolean text);
void hc_input_tree_clear(struct hc_input_tree *tree);
/* Adds a group to it. */
guint32 hc_input_tree_add(struct hc_input_tree *tree, guint32 parent);

#endif
