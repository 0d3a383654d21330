#include "pair-help.h"

#include "object.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Two runs ---- */

static gboolean stop_side(struct pair_side *side, const struct pair_run *run,
	const char *where, gboolean randomize)
{
	struct hc_gdb_options options = {.randomize = randomize};
	struct hc_snapshot_options how = {.debug_dir = ""};
	g_auto(hc_place) place = {0};
	g_autoptr(GError) error = NULL;
	side->env = g_environ_unsetenv(
		g_environ_unsetenv(g_get_environ(), "LINES"), "COLUMNS");
	for (guint i = 0; run->env && run->env[i]; i++) {
		g_auto(GStrv) parts = g_strsplit(run->env[i], "=", 2);
		side->env =
			g_environ_setenv(side->env, parts[0], parts[1], TRUE);
	}
	side->launch = (struct hc_launch){
		.path = run->argv[0],
		.argv = run->argv,
		.env = (const char *const *) side->env,
		.input = run->input,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
	};
	side->target = hc_target_new(&side->launch, &options, &error);
	if (side->target && hc_place_parse(&place, where, &error) &&
		hc_target_run_to(side->target, &place, &error))
		side->snapshot = hc_snapshot_new(side->target, &how, &error);
	ASSERT_NO_ERROR(error);
	if (side->snapshot)
		side->graph = hc_snapshot_graph(side->snapshot);
	return side->snapshot != NULL;
}

static void clear_side(struct pair_side *side)
{
	g_clear_pointer(&side->snapshot, hc_snapshot_free);
	g_clear_pointer(&side->target, hc_target_free);
	g_clear_pointer(&side->env, g_strfreev);
}

/* ---- What the passing run was ---- */

struct kept {
	guint64 start;
	gsize size;
	guint8 *bytes;
};

static void free_kept(gpointer data)
{
	struct kept *kept = data;
	g_free(kept->bytes);
	g_free(kept);
}

/* Mappings that are larger are no memory of a test's program. */
enum { LARGEST = 64 << 20 };

static gboolean keep(struct pair *pair)
{
	g_autoptr(GError) error = NULL;
	pair->kept = g_ptr_array_new_with_free_func(free_kept);
	g_autoptr(hc_memory) memory =
		hc_memory_new(hc_target_pid(pair->pass.target), &error);
	if (!memory || !hc_target_registers(
			       pair->pass.target, &pair->registers, &error)) {
		ASSERT_NO_ERROR(error);
		return FALSE;
	}
	const GPtrArray *regions = hc_memory_regions(memory);
	for (guint i = 0; i < regions->len; i++) {
		const struct hc_region *region = g_ptr_array_index(regions, i);
		gsize size = region->end - region->start;
		if (!region->writable || !region->readable || size > LARGEST)
			continue;
		struct kept *kept = g_new0(struct kept, 1);
		kept->start = region->start;
		kept->size = size;
		kept->bytes = g_malloc(size);
		g_ptr_array_add(pair->kept, kept);
		if (!hc_memory_read(
			    memory, kept->start, kept->bytes, kept->size))
			kept->size = 0;
	}
	return TRUE;
}

static gboolean restore_memory(
	struct pair *pair, const struct kept *kept, struct hc_memory *memory)
{
	enum { PAGE = 4096 };
	guint8 now[PAGE];
	for (gsize at = 0; at < kept->size; at += PAGE) {
		g_autoptr(GError) error = NULL;
		if (hc_memory_read(memory, kept->start + at, now, PAGE) &&
			memcmp(now, kept->bytes + at, PAGE) == 0)
			continue;
		if (!hc_target_write(pair->pass.target, kept->start + at,
			    kept->bytes + at, PAGE, &error)) {
			test_fail("restoring: %s", error->message);
			return FALSE;
		}
	}
	return TRUE;
}

gboolean pair_restore(struct pair *pair)
{
	g_autoptr(GError) error = NULL;
	struct hc_target_registers now;
	g_autoptr(hc_memory) memory =
		hc_memory_new(hc_target_pid(pair->pass.target), &error);
	gboolean fine =
		memory && hc_target_registers(pair->pass.target, &now, &error);
	for (guint i = 0; fine && i < G_N_ELEMENTS(now.values); i++)
		if (now.values[i] != pair->registers.values[i])
			fine = hc_target_set_register(pair->pass.target, i,
				pair->registers.values[i], &error);
	ASSERT_NO_ERROR(error);
	for (guint i = 0; fine && i < pair->kept->len; i++)
		fine = restore_memory(
			pair, g_ptr_array_index(pair->kept, i), memory);
	return fine;
}

/* ---- The whole ---- */

static gboolean is_stale(const struct pair *pair, guint64 address, guint64 size)
{
	guint n;
	const guint64 *stale = hc_deltas_stale(pair->deltas, &n);
	for (guint i = 0; i < n; i++)
		if (stale[i] - address < size)
			return TRUE;
	return FALSE;
}

/* A block that no pointer to freed memory leads into. Others go to `aside`. */
static gboolean allocate_one(struct pair *pair, guint64 size, guint64 *address,
	GArray *aside, GError **error)
{
	enum { TRIES = 100 };
	for (guint i = 0; i < TRIES; i++) {
		if (!hc_target_allocate(
			    pair->pass.target, &size, 1, address, error))
			return FALSE;
		if (!is_stale(pair, *address, size))
			return TRUE;
		g_array_append_vals(aside, address, 1);
	}
	g_set_error_literal(error, HC_TARGET_ERROR, HC_TARGET_ERROR_CHANGE,
		"all memory was in use before");
	return FALSE;
}

static gboolean free_aside(
	struct pair *pair, const GArray *aside, GError **error)
{
	guint64 function = aside->len ? hc_target_function(pair->pass.target,
						"free", error)
				      : 0;
	gboolean fine = function || !aside->len;
	for (guint i = aside->len; fine && i-- > 0;) {
		guint64 nothing;
		fine = hc_target_call(pair->pass.target, function,
			g_array_index(aside, guint64, i), &nothing, error);
	}
	return fine;
}

static gboolean allocate(struct pair *pair)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GArray) aside = g_array_new(FALSE, FALSE, sizeof(guint64));
	guint n;
	const guint64 *sizes = hc_deltas_blocks(pair->deltas, &n);
	g_autofree guint64 *addresses = g_new0(guint64, n + 1);
	gboolean fine = TRUE;
	for (guint i = 0; fine && i < n; i++)
		fine = allocate_one(
			pair, sizes[i], &addresses[i], aside, &error);
	fine = fine && free_aside(pair, aside, &error);
	ASSERT_NO_ERROR(error);
	if (fine)
		hc_deltas_set_blocks(pair->deltas, addresses);
	return fine;
}

gboolean pair_compare(struct pair *pair, const struct pair_run *pass,
	const struct pair_run *fail, const char *where, gboolean randomize)
{
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	*pair = (struct pair){0};
	if (!stop_side(&pair->pass, pass, where, randomize) ||
		!stop_side(&pair->fail, fail, where, randomize))
		return FALSE;
	pair->match =
		mg_match_new(pair->pass.graph, pair->fail.graph, &options);
	pair->diff = mg_diff_new(pair->match);
	pair->deltas = hc_deltas_new(pair->diff, NULL);
	return TRUE;
}

gboolean pair_stop(struct pair *pair, const struct pair_run *pass,
	const struct pair_run *fail, const char *where, gboolean randomize)
{
	return pair_compare(pair, pass, fail, where, randomize) &&
	       allocate(pair) && keep(pair);
}

void pair_clear(struct pair *pair)
{
	g_clear_pointer(&pair->deltas, hc_deltas_free);
	g_clear_pointer(&pair->diff, mg_diff_free);
	g_clear_pointer(&pair->match, mg_match_free);
	g_clear_pointer(&pair->kept, g_ptr_array_unref);
	clear_side(&pair->pass);
	clear_side(&pair->fail);
}

/* ---- Altering ---- */

static gboolean set_registers(struct pair *pair, const struct hc_alteration *a)
{
	guint n;
	const struct hc_register *registers = hc_alteration_registers(a, &n);
	for (guint i = 0; i < n; i++) {
		g_autoptr(GError) error = NULL;
		const struct hc_register *r = &registers[i];
		guint64 value = 0;
		if (r->number < G_N_ELEMENTS(pair->registers.values))
			value = pair->registers.values[r->number];
		memcpy(&value, r->bytes, MIN(r->n, sizeof value));
		if (!hc_target_set_register(
			    pair->pass.target, r->number, value, &error)) {
			test_fail("register %u: %s", r->number, error->message);
			return FALSE;
		}
	}
	return TRUE;
}

gboolean pair_write(struct pair *pair, const struct dd_set *set)
{
	g_autoptr(hc_alteration) a = hc_deltas_alter(pair->deltas, set);
	for (guint i = 0; i < hc_alteration_n_writes(a); i++) {
		g_autoptr(GError) error = NULL;
		struct hc_write w = hc_alteration_get_write(a, i);
		if (!hc_target_write(pair->pass.target, w.address, w.bytes, w.n,
			    &error)) {
			test_fail("writing: %s", error->message);
			return FALSE;
		}
	}
	return set_registers(pair, a);
}

static struct dd_set *without_files(
	const struct pair *pair, const struct dd_set *set)
{
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint i = 0; i < set->n_ranges; i++)
		for (guint32 k = set->ranges[i].lo; k < set->ranges[i].hi; k++)
			if (hc_delta_kind(pair->deltas, k) != HC_DELTA_FILE)
				g_array_append_val(members, k);
	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}

gboolean pair_source(struct hc_target *target, char **commands)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *path = NULL;
	g_autofree char *text = g_strjoinv("\n", commands);
	int file = g_file_open_tmp("howcome-commands-XXXXXX", &path, &error);
	if (file >= 0)
		close(file);
	g_autofree char *command = g_strconcat("source ", path, NULL);
	g_autofree char *said = NULL;
	if (file >= 0 && g_file_set_contents(path, text, -1, &error))
		said = hc_target_command(target, command, &error);
	if (path)
		g_unlink(path);
	if (!said)
		test_fail("%s\n%s", error->message, text);
	return said != NULL;
}

gboolean pair_command(struct pair *pair, const struct dd_set *set)
{
	g_autoptr(dd_set) rest = without_files(pair, set);
	g_auto(GStrv) commands = hc_deltas_commands(pair->deltas, rest);
	return pair_source(pair->pass.target, commands);
}

/* ---- Looking ---- */

struct hc_snapshot *pair_look(struct pair *pair)
{
	struct hc_snapshot_options how = {.debug_dir = ""};
	g_autoptr(GError) error = NULL;
	struct hc_snapshot *snapshot =
		hc_snapshot_new(pair->pass.target, &how, &error);
	ASSERT_NO_ERROR(error);
	return snapshot;
}

static gboolean is_refused(const struct pair *pair, const char *name)
{
	const GArray *refused = hc_deltas_refused(pair->deltas);
	for (guint i = 0; i < refused->len; i++) {
		const char *known =
			g_array_index(refused, struct hc_refused, i).name;
		if (strcmp(known, name) == 0)
			return TRUE;
	}
	return FALSE;
}

/* In memory or a register; the rest can't be altered through GDB. */
static gboolean counts(const struct mg_graph *graph, const struct mg_vertex *v)
{
	guint32 root = mg_graph_object(graph, v->object)->root;
	return !root || graph->roots[root - 1].place <= MG_IN_REGISTER;
}

/* The string at a place, NULL if there is none. */
static const char *text_at(const struct mg_graph *graph, const struct mg_aim *a)
{
	if (a->kind != MG_AIM_OBJECT)
		return NULL;
	const struct mg_object *o = mg_graph_object(graph, a->object);
	const char *text = (const char *) mg_graph_bytes(graph, o);
	return o->text && o->readable && a->offset < o->size &&
			       memchr(text + a->offset, 0, o->size - a->offset)
		       ? text + a->offset
		       : NULL;
}

/* An argument that did not fit its place is now elsewhere: the same string. */
static gboolean is_argument(const struct mg_graph *a, const struct mg_graph *b,
	const struct mg_change *c)
{
	if (c->kind != MG_CHANGE_LINK)
		return FALSE;
	const char *s = text_at(a, &c->from), *t = text_at(b, &c->to);
	return s && t && strcmp(s, t) == 0 &&
	       (mg_graph_object(a, c->from.object)->root ||
		       mg_graph_object(b, c->to.object)->root);
}

static gboolean was_there(const struct pair *pair, guint64 address)
{
	const struct mg_graph *graph = pair->pass.graph;
	for (guint32 i = 0; i < mg_graph_n_objects(graph); i++)
		if (mg_graph_address(graph, i) == address)
			return TRUE;
	return FALSE;
}

/* What follows the string in a block that was made for it alone: malloc's. */
static gboolean is_rounding(const struct pair *pair, const struct mg_graph *a,
	const struct mg_graph *b, const struct mg_change *c)
{
	struct mg_aim before = {MG_AIM_OBJECT, .object = c->before.object};
	struct mg_aim after = {MG_AIM_OBJECT, .object = c->after.object};
	if (c->kind != MG_CHANGE_VALUE)
		return FALSE;
	const char *s = text_at(a, &before), *t = text_at(b, &after);
	return s && t && strcmp(s, t) == 0 &&
	       mg_graph_object(a, before.object)->home == MG_HOME_BLOCK &&
	       !was_there(pair, mg_graph_address(a, before.object));
}

char *pair_differences(const struct pair *pair, const struct mg_graph *a,
	const struct mg_graph *b)
{
	struct mg_match_options options = {.way = MG_MATCH_TRAVERSAL};
	g_autoptr(mg_match) match = mg_match_new(a, b, &options);
	g_autoptr(mg_diff) diff = mg_diff_new(match);
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < diff->changes->len; i++) {
		const struct mg_change *c =
			&g_array_index(diff->changes, struct mg_change, i);
		gboolean new = c->kind == MG_CHANGE_NEW;
		g_autofree char *name = mg_change_name(diff, c);
		if (!counts(new ? b : a, new ? &c->after : &c->before) ||
			is_refused(pair, name) || is_argument(a, b, c) ||
			is_rounding(pair, a, b, c))
			continue;
		g_autofree char *before = mg_change_text(diff, c, 0);
		g_autofree char *after = mg_change_text(diff, c, 1);
		g_string_append_printf(
			text, "%s: %s > %s\n", name, before, after);
	}
	return g_string_free(text, FALSE);
}

char *pair_left(struct pair *pair)
{
	g_autoptr(hc_snapshot) now = pair_look(pair);
	return now ? pair_differences(
			     pair, hc_snapshot_graph(now), pair->fail.graph)
		   : g_strdup("it can't be looked at");
}

/* ---- Wild pointers ---- */

/* What pointers that lead nowhere say, in a graph. */
static void add_ends(const struct mg_graph *graph, GHashTable *values)
{
	for (guint i = 0; i < graph->links->len; i++) {
		const struct mg_link *link =
			&g_array_index(graph->links, struct mg_link, i);
		if (link->beside || link->end == MG_END_NONE)
			continue;
		guint64 value = mg_link_value(graph, link);
		g_hash_table_add(values, g_memdup2(&value, sizeof value));
	}
}

struct problems {
	const struct mg_graph *graph;
	GString *text;
	guint n;
};

static void add_problem(
	struct problems *p, guint32 object, guint64 offset, const char *what)
{
	struct mg_vertex vertex = {
		.kind = MG_VERTEX_BYTES,
		.object = object,
		.offset = offset,
		.size = 8,
	};
	if (p->n++ > 8)
		return;
	g_autofree char *name = mg_vertex_name(p->graph, &vertex);
	g_string_append_printf(p->text, "%s %s\n", name, what);
}

static void find_dangling(struct pair *pair, struct problems *p)
{
	g_autoptr(GHashTable) known = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	add_ends(pair->pass.graph, known);
	/* Numbers that are no addresses at all. */
	add_ends(pair->fail.graph, known);
	for (guint i = 0; i < p->graph->links->len; i++) {
		const struct mg_link *link =
			&g_array_index(p->graph->links, struct mg_link, i);
		if (link->beside || (link->end != MG_END_UNMAPPED &&
					    link->end != MG_END_DEAD))
			continue;
		guint64 value = mg_link_value(p->graph, link);
		if (!g_hash_table_contains(known, &value))
			add_problem(p, link->from, link->offset, "dangles");
	}
}

/* Words that are addresses in the failing run, and none in the passing. */
static void find_foreign(struct problems *p, const struct hc_memory *here,
	const struct hc_memory *there)
{
	for (guint32 i = 0; i < mg_graph_n_objects(p->graph); i++) {
		const struct mg_object *o = mg_graph_object(p->graph, i);
		const guint8 *bytes = mg_graph_bytes(p->graph, o);
		if (!o->readable || !o->in_memory)
			continue;
		for (guint64 at = -o->address & 7; at + 8 <= o->size; at += 8) {
			guint64 word;
			memcpy(&word, bytes + at, sizeof word);
			if (hc_memory_region_at(there, word) &&
				!hc_memory_region_at(here, word))
				add_problem(p, i, at,
					"is an address of the failing run");
		}
	}
}

char *pair_problems(struct pair *pair, const struct mg_graph *graph)
{
	struct problems p = {graph, g_string_new(NULL), 0};
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_memory) here =
		hc_memory_new(hc_target_pid(pair->pass.target), &error);
	g_autoptr(hc_memory) there =
		here ? hc_memory_new(hc_target_pid(pair->fail.target), &error)
		     : NULL;
	ASSERT_NO_ERROR(error);
	find_dangling(pair, &p);
	if (there)
		find_foreign(&p, here, there);
	return g_string_free(p.text, FALSE);
}

struct dd_set *pair_subset(GRand *random, guint32 n)
{
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < n; i++)
		if (g_rand_boolean(random))
			g_array_append_val(members, i);
	return dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
}
