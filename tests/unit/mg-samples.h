/* Graphs that have everything a graph can have, for the tests of what is done
 * with whole graphs. */
#ifndef TESTS_MG_SAMPLES_H
#define TESTS_MG_SAMPLES_H

#include "mg-fake.h"

/* A list of as many nodes, in a global `list`. */
void mg_sample_list(struct mg_fake *fake, guint n);
/* A struct with an array of numbers, one of structs, a string, a bit field, an
 * enum, a base class and a union. */
void mg_sample_struct(struct mg_fake *fake);
/* A binary search tree whose nodes have a char * each. */
void mg_sample_tree(struct mg_fake *fake, guint n);
/* Pointers to nowhere, functions, words, a pool, unreadable memory, registers.
 */
void mg_sample_ends(struct mg_fake *fake);
/* Names of variables, members, types and enumerators with all kinds of bytes.
 */
void mg_sample_nasty(struct mg_fake *fake);
/* Random types in random memory. */
void mg_sample_random(struct mg_fake *fake, guint32 seed);

#endif
