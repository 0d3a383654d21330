/* Internal to memgraph: the variable that an object has its name from. */
#ifndef MG_ORIGIN_H
#define MG_ORIGIN_H

#include "object.h"

struct mg_origin {
	guint32 object; /* the variable's; it has no root if nothing leads
			   there */
	guint32 away; /* how many pointers */
};

/* Made when an object far away from its variable is first asked about. */
struct mg_origins {
	gsize made; /* for g_once_init_enter() */
	struct mg_origin *list; /* one for each object; NULL: not made */
};

struct mg_origin mg_graph_origin(const struct mg_graph *graph, guint32 object);

#endif
