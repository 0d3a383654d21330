/* The words that stand for enums in a file. They belong to the format, and stay
 * when the words for people (mg_kind_name, mg_end_name) change. Internal to
 * memgraph. */
#ifndef MG_GXL_WORDS_H
#define MG_GXL_WORDS_H

#include "graph.h"

enum { MG_GXL_VERSION = 1 };

/* Where a file has two graphs, all ids of the second end in this. */
#define MG_GXL_SECOND "-b"

/* The limit for all bytes of a graph's objects together, in memory: a few
 * characters of a file can stand for any number of equal bytes. */
#define MG_GXL_MOST_BYTES (G_GUINT64_CONSTANT(4) << 30)

static const char *const mg_gxl_kinds[] = {"void", "bool", "char", "int",
	"enum", "float", "complex", "pointer", "reference", "member-pointer",
	"function", "array", "struct", "union"};
static const char *const mg_gxl_ends[] = {"none", "null", "unmapped", "dead",
	"function", "constant", "opaque", "unreadable", "implausible",
	"no-room"};
static const char *const mg_gxl_classes[] = {
	"local", "outer", "global", "process"};
static const char *const mg_gxl_homes[] = {
	"other", "block", "piece", "constant", "freed"};
static const char *const mg_gxl_places[] = {
	"memory", "register", "descriptor", "nothing"};

G_STATIC_ASSERT(G_N_ELEMENTS(mg_gxl_kinds) == MG_UNION + 1);
G_STATIC_ASSERT(G_N_ELEMENTS(mg_gxl_ends) == MG_N_ENDS);
G_STATIC_ASSERT(G_N_ELEMENTS(mg_gxl_classes) == MG_ROOT_PROCESS + 1);
G_STATIC_ASSERT(G_N_ELEMENTS(mg_gxl_homes) == MG_HOME_FREED + 1);
G_STATIC_ASSERT(G_N_ELEMENTS(mg_gxl_places) == MG_IN_NOTHING + 1);

#endif
