#include "mg-rules.h"

#include "mg-same.h"

struct mg_type *node_type(struct mg_fake *fake)
{
	struct mg_type *node =
		mg_fake_struct(fake, MG_STRUCT, "struct node", 16);
	mg_fake_member(fake, node, "value", mg_fake_int(fake), 0);
	mg_fake_member(fake, node, "next", mg_fake_pointer(fake, node), 8);
	return node;
}

void assert_shows(struct mg_fake *fake, const char *expected)
{
	g_autofree char *text = mg_fake_show(fake);
	ASSERT_STR(text, expected);
	g_autoptr(mg_graph) graph = mg_fake_extract(fake);
	g_autofree char *wrong = mg_round_trip(graph);
	ASSERT_STR(wrong, NULL);
}
