/* memgraph: the state of a program as a graph of typed values.
 *
 * So far it has the part that all who show values need: bytes of a program
 * written as people, and GDB, write them.
 *
 * memgraph knows no debugger: it never includes gdbmi's header. */
#ifndef MEMGRAPH_H
#define MEMGRAPH_H

#include <glib.h>

/* The bytes as a C string literal, quotes included, such that GDB reads it
 * back to the same bytes: "caf\303\251\n". Printable UTF-8 stays as it is,
 * everything else is escaped, so that the result is always valid UTF-8 and one
 * line. After `limit` bytes it ends in "..." outside the quotes; a character
 * is never cut in two. The caller frees it. */
char *mg_quote(const void *bytes, gsize length, gsize limit);

#endif
