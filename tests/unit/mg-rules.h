/* What the tests of extraction's rules share: where faked memory is, and what
 * must come out. */
#ifndef TESTS_MG_RULES_H
#define TESTS_MG_RULES_H

#include "mg-fake.h"
#include "runner.h"

enum { STATIC = 0x1000, HEAP = 0x100000, CODE = 0x400000, STACK = 0x700000 };

/* struct node { int value; struct node *next; } */
struct mg_type *node_type(struct mg_fake *fake);

/* The graph in words, as mg_fake_show() has them; it must survive being saved
 * as well. */
void assert_shows(struct mg_fake *fake, const char *expected);

#endif
