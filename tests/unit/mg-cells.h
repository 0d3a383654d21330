/* Random states, as plans that can be carried out at any addresses: lists,
 * trees, and graphs with aliases and cycles, and random changes of them.
 *
 *	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
 *	g_autoptr(cells) plan = cells_new(rand);
 *	g_autoptr(world) a = cells_build(plan, 0, rand);
 *	cells_edit(plan, 3, rand);
 *	g_autoptr(world) b = cells_build(plan, 1, rand);
 */
#ifndef TESTS_MG_CELLS_H
#define TESTS_MG_CELLS_H

#include "mg-world.h"

struct cells;
struct cells *cells_new(GRand *rand);
void cells_free(struct cells *plan);
typedef struct cells cells;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(cells, cells_free)

/* Values, pointers and variables changed, cells inserted and taken out. */
void cells_edit(struct cells *plan, guint times, GRand *rand);

/* The state in a world of this number, with its blocks in a random order. */
struct world *cells_build(const struct cells *plan, guint number, GRand *rand);

#endif
