/* Internal to memgraph's names: an expression in C, or its words for people, that
 * grows step by step on the way from a variable to a value. */
#ifndef MG_NAME_EXPRESSION_H
#define MG_NAME_EXPRESSION_H

#include "graph.h"
#include "name-steps.h"
#include "vertex.h"

/* An expression under construction. As a pointer, it stands for what it points
 * to. */
struct mg_expression {
	GString *text;
	gboolean pointer;
	gboolean unary; /* starts with an operator that binds less than -> */
	gboolean plain; /* a char *, since the type there has no name */
	/* It points to one of the elements that the object has, `first`. */
	gboolean element;
	gint64 first;
	/* In words: it is what has the elements, and not a pointer to one. */
	gboolean container;
	/* In words: where an expression would need a cast, what is there is
	 * told, and `text` begins anew with what is inside of that: "balance" of
	 * "the struct account at box->content". NULL: nothing told yet. */
	gboolean words;
	char *of;
};

void mg_expression_parenthesise(struct mg_expression *e);
/* A pointer to an object of this type, as a cast: "struct node *". A type
 * without a name counts as bytes. */
char *mg_expression_cast_to(
	struct mg_expression *e, const struct mg_type *type);
/* From a pointer to what it points to. */
void mg_expression_dereference(struct mg_expression *e);
/* All of it; the text is empty then. */
char *mg_expression_take(struct mg_expression *e);
/* "the struct account at box->content"; from here on, names are those of its
 * members. `where`: "at", "around". */
void mg_expression_tell_object(struct mg_expression *e,
	const struct mg_object *object, const char *where);
void mg_expression_append_index(struct mg_expression *e, gint64 i);
void mg_expression_append_member(struct mg_expression *e, const char *name);
/* From a pointer to one element to a pointer to the whole. */
void mg_expression_become_whole(
	struct mg_expression *e, const struct mg_object *object);
/* Goes from an object to a value inside; FALSE if types don't lead there. */
gboolean mg_expression_go_inside(struct mg_expression *e,
	const struct mg_object *object, const struct mg_goal *goal,
	guint64 offset);
void mg_expression_take_word(struct mg_expression *e,
	const struct mg_object *object, guint64 offset);
void mg_expression_take_bytes(struct mg_expression *e,
	const struct mg_object *object, const struct mg_vertex *vertex);

/* ---- name.c ---- */

/* From an object to one that a link of it leads to. */
void mg_expression_follow(const struct mg_graph *graph, struct mg_expression *e,
	const struct mg_link *link);
/* From its object to the vertex, and all of it; frees the expression. */
char *mg_expression_finish(const struct mg_graph *graph,
	const struct mg_vertex *vertex, struct mg_expression e);

#endif
