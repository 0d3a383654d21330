/* Internal to memgraph's names: elements of C++'s std::deque. */
#ifndef MG_NAME_DEQUE_H
#define MG_NAME_DEQUE_H

#include "name-expression.h"

/* Goes from the object that an expression means along the next links of a chain,
 * of which `left` are left, if they lead from a deque to a block of its elements,
 * and the value at this offset is in one of these. In words, the elements are
 * counted from the first one: "queue[5]"; GDB can do so only in the first block:
 * "queue._M_impl._M_start._M_cur[5]". Returns how many links that were, 0 if
 * they lead elsewhere. */
guint mg_deque_append(const struct mg_graph *graph, struct mg_expression *e,
	const GArray *chain, guint left, guint64 offset);

#endif
