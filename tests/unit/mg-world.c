#include "mg-world.h"

#include <stdlib.h>
#include <string.h>

enum { STATICS = 0x10000, HEAP = 0x1000000, STEP = 0x40 };

static struct mg_type *self_type(
	struct world *w, const char *name, const char *const *pointers)
{
	guint n = g_strv_length((char **) pointers);
	struct mg_type *type =
		mg_fake_struct(w->fake, MG_STRUCT, name, 8 + 8 * n);
	mg_fake_member(w->fake, type, "value", w->integer, 0);
	for (guint i = 0; i < n; i++)
		mg_fake_member(w->fake, type, pointers[i],
			mg_fake_pointer(w->fake, type), 8 + 8 * i);
	return type;
}

struct world *world_new(guint number)
{
	static const char *const next[] = {"next", NULL};
	static const char *const both[] = {"next", "prev", NULL};
	static const char *const two[] = {"left", "right", NULL};
	struct world *w = g_new0(struct world, 1);
	w->fake = mg_fake_new();
	w->statics = STATICS * (number + 1);
	w->heap = HEAP * (number + 1) + number * 0x130;
	w->integer = mg_fake_int(w->fake);
	w->text = mg_fake_pointer(w->fake, mg_fake_char(w->fake));
	w->node = self_type(w, "struct node", next);
	w->link = self_type(w, "struct link", both);
	w->tree = self_type(w, "struct tree", two);
	w->item = mg_fake_struct(w->fake, MG_STRUCT, "struct item", 16);
	mg_fake_member(w->fake, w->item, "kind", w->integer, 0);
	mg_fake_member(w->fake, w->item, "value", w->integer, 4);
	mg_fake_member(
		w->fake, w->item, "next", mg_fake_pointer(w->fake, w->item), 8);
	w->entry = mg_fake_struct(w->fake, MG_STRUCT, "struct entry", 24);
	mg_fake_member(w->fake, w->entry, "name", w->text, 0);
	mg_fake_member(w->fake, w->entry, "count", w->integer, 8);
	mg_fake_member(w->fake, w->entry, "next",
		mg_fake_pointer(w->fake, w->entry), 16);
	return w;
}

void world_free(struct world *w)
{
	mg_fake_free(w->fake);
	g_free(w);
}

guint64 world_variable(struct world *w, const char *name,
	const struct mg_type *type, guint64 value)
{
	guint64 at = w->statics;
	w->statics += (type->size + 15) / 8 * 8;
	mg_fake_map(w->fake, at, type->size, MG_PLACE_DATA);
	mg_fake_put(w->fake, at, value, MIN(type->size, sizeof value));
	mg_fake_root(w->fake, name, MG_ROOT_GLOBAL, type, at);
	return at;
}

guint64 world_pointer(struct world *w, const char *name,
	const struct mg_type *target, guint64 value)
{
	return world_variable(w, name, mg_fake_pointer(w->fake, target), value);
}

guint64 world_block(struct world *w, gsize size)
{
	guint64 at = w->heap;
	size = MAX(24, (size + 7) / 16 * 16 + 8);
	mg_fake_map(w->fake, at, size, MG_PLACE_BLOCK);
	w->heap += (size + STEP) / STEP * STEP;
	return at;
}

guint64 world_string(struct world *w, const char *text)
{
	guint64 at = world_block(w, strlen(text) + 1);
	mg_fake_text(w->fake, at, text);
	return at;
}

/* Makes the elements of a list from the last to the first. */
typedef guint64 (*element_func)(
	struct world *w, const char *word, guint64 next);

static guint64 make_list(struct world *w, const char *text, element_func func)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	guint64 next = 0;
	for (guint i = g_strv_length(words); i-- > 0;)
		if (words[i][0])
			next = func(w, words[i], next);
	return next;
}

static guint64 make_node(struct world *w, const char *word, guint64 next)
{
	guint64 at = world_block(w, w->node->size);
	mg_fake_put(w->fake, at, (guint64) atoi(word), 4);
	mg_fake_put(w->fake, at + 8, next, 8);
	return at;
}

guint64 world_list(struct world *w, const char *numbers)
{
	return make_list(w, numbers, make_node);
}

guint64 world_links(struct world *w, const char *numbers, gboolean around)
{
	g_auto(GStrv) words = g_strsplit(numbers, " ", -1);
	guint n = g_strv_length(words);
	g_autofree guint64 *at = g_new(guint64, n + 1);
	for (guint i = 0; i < n; i++) {
		at[i] = world_block(w, w->link->size);
		mg_fake_put(w->fake, at[i], (guint64) atoi(words[i]), 4);
	}
	for (guint i = 0; i < n; i++) {
		if (i + 1 < n || around)
			mg_fake_put(w->fake, at[i] + 8, at[(i + 1) % n], 8);
		if (i > 0 || around)
			mg_fake_put(
				w->fake, at[i] + 16, at[(i + n - 1) % n], 8);
	}
	return n ? at[0] : 0;
}

static guint64 make_item(struct world *w, const char *word, guint64 next)
{
	guint64 at = world_block(w, w->item->size);
	mg_fake_put(w->fake, at, (guint64) atoi(word), 4);
	mg_fake_put(w->fake, at + 4, (guint64) atoi(strchr(word, ':') + 1), 4);
	mg_fake_put(w->fake, at + 8, next, 8);
	return at;
}

guint64 world_items(struct world *w, const char *items)
{
	return make_list(w, items, make_item);
}

static guint64 make_entry(struct world *w, const char *word, guint64 next)
{
	guint64 at = world_block(w, w->entry->size);
	g_autofree char *name = g_strndup(word, strcspn(word, ":"));
	mg_fake_put(w->fake, at, world_string(w, name), 8);
	mg_fake_put(w->fake, at + 8, (guint64) atoi(strchr(word, ':') + 1), 4);
	mg_fake_put(w->fake, at + 16, next, 8);
	return at;
}

guint64 world_entries(struct world *w, const char *entries)
{
	return make_list(w, entries, make_entry);
}

static guint64 make_tree(struct world *w, const char **text)
{
	while (**text == ' ')
		(*text)++;
	if (**text == '-') {
		(*text)++;
		return 0;
	}
	char *end;
	guint64 at = world_block(w, w->tree->size);
	mg_fake_put(w->fake, at, (guint64) strtol(*text, &end, 10), 4);
	*text = end;
	if (**text == '(') {
		(*text)++;
		mg_fake_put(w->fake, at + 8, make_tree(w, text), 8);
		mg_fake_put(w->fake, at + 16, make_tree(w, text), 8);
		while (**text == ' ' || **text == ')')
			if (*(*text)++ == ')')
				break;
	}
	return at;
}

guint64 world_tree(struct world *w, const char *text)
{
	return make_tree(w, &text);
}

char *graph_diff(const struct mg_graph *a, const struct mg_graph *b,
	enum mg_match_way way)
{
	struct mg_match_options options = {.way = way};
	g_autoptr(mg_match) match = mg_match_new(a, b, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *change =
			&g_array_index(diff->changes, struct mg_change, i);
		g_autofree char *name = mg_change_name(diff, change);
		g_autofree char *before = mg_change_text(diff, change, 0);
		g_autofree char *after = mg_change_text(diff, change, 1);
		g_string_append_printf(
			text, "%s: %s > %s\n", name, before, after);
	}
	for (guint i = 0; i < diff->skipped->len; i++)
		g_string_append_printf(text, "skipped: %s\n",
			g_array_index(diff->skipped, struct mg_skipped, i).why);
	if (diff->inserted || diff->deleted)
		g_string_append_printf(text, "inserted %u, deleted %u\n",
			diff->inserted, diff->deleted);
	return g_string_free(text, FALSE);
}

char *world_diff(struct world *a, struct world *b, enum mg_match_way way)
{
	g_autoptr(mg_graph) first = mg_fake_extract(a->fake);
	g_autoptr(mg_graph) second = mg_fake_extract(b->fake);
	return graph_diff(first, second, way);
}
