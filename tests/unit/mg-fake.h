/* Faked memory for the tests of memgraph: stretches of bytes at addresses of
 * the test's choice, and types made by hand. */
#ifndef TESTS_MG_FAKE_H
#define TESTS_MG_FAKE_H

#include "memgraph.h"
#include "vertex.h"

struct mg_fake;
struct mg_fake *mg_fake_new(void);
void mg_fake_free(struct mg_fake *fake);
typedef struct mg_fake mg_fake;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mg_fake, mg_fake_free)

/* `size` bytes of memory, all 0, of a kind. With MG_PLACE_BLOCK it is one
 * block. Returns its bytes, to be filled in; they stay the fake's. */
guint8 *mg_fake_map(struct mg_fake *fake, guint64 address, gsize size,
	enum mg_place_kind kind);
/* A block that was freed, as glibc has it in a list of its own size, or else in
 * one of its bins. From now on, what is left in such blocks is asked for. */
void mg_fake_map_freed(
	struct mg_fake *fake, guint64 address, gsize size, gboolean whole);
void mg_fake_put(
	struct mg_fake *fake, guint64 address, guint64 value, gsize size);
void mg_fake_place(
	struct mg_fake *fake, guint64 address, struct mg_place *place);
/* FALSE if it is not all mapped. */
gboolean mg_fake_write(
	struct mg_fake *fake, guint64 address, const void *bytes, gsize size);
void mg_fake_text(struct mg_fake *fake, guint64 address, const char *text);

/* Types; they live as long as the fake. */
struct mg_type *mg_fake_int(struct mg_fake *fake);
struct mg_type *mg_fake_char(struct mg_fake *fake);
struct mg_type *mg_fake_scalar(struct mg_fake *fake, enum mg_kind kind,
	const char *name, guint64 size, gboolean is_signed);
struct mg_type *mg_fake_pointer(
	struct mg_fake *fake, const struct mg_type *target);
struct mg_type *mg_fake_array(
	struct mg_fake *fake, const struct mg_type *element, guint64 count);
struct mg_type *mg_fake_struct(struct mg_fake *fake, enum mg_kind kind,
	const char *name, guint64 size);
void mg_fake_member(struct mg_fake *fake, struct mg_type *type,
	const char *name, const struct mg_type *member, guint64 offset);

/* The reader knows all structs by their sizes, from the first time that one is
 * asked for. */
void mg_fake_know_structs(struct mg_fake *fake);
/* The reader knows what the nodes of a container are. */
void mg_fake_know_nodes(struct mg_fake *fake, const struct mg_type *container,
	const struct mg_type *node);
/* A word of this value is `offset` bytes inside an object of a class. */
void mg_fake_know_class(struct mg_fake *fake, guint64 table,
	const struct mg_type *type, guint64 offset);

void mg_fake_root(struct mg_fake *fake, const char *name,
	enum mg_root_class class, const struct mg_type *type, guint64 address);
/* The last root may hold anything. */
void mg_fake_unsure(struct mg_fake *fake);
/* It may hold nothing yet. */
void mg_fake_pending(struct mg_fake *fake);
/* A root that is in rbx, with these bytes. */
void mg_fake_value(struct mg_fake *fake, const char *name,
	const struct mg_type *type, const void *bytes, gsize n);

/* A mapped file; in the order of addresses. */
void mg_fake_module(
	struct mg_fake *fake, const char *name, guint64 start, guint64 end);

/* The graph of all of it. */
struct mg_graph *mg_fake_extract(struct mg_fake *fake);
/* The same in so much room. */
struct mg_graph *mg_fake_extract_in(struct mg_fake *fake, guint64 room);
/* One line a vertex, "name = text", pointers that lead somewhere as "name ->
 * name", those that don't as "name: why". */
char *mg_fake_show(struct mg_fake *fake);

#endif
