#include "snapshot-help.h"

#include "runner.h"

#include <string.h>

void stop_at(struct stopped *stopped, const char *const *argv,
	const char *where, gboolean randomize)
{
	stop_at_reading(stopped, argv, where, randomize, 0);
}

void stop_at_reading(struct stopped *stopped, const char *const *argv,
	const char *where, gboolean randomize, enum hc_memory_way way)
{
	static char **env;
	if (!env)
		env = g_environ_unsetenv(
			g_environ_unsetenv(g_get_environ(), "LINES"),
			"COLUMNS");
	*stopped = (struct stopped){0};
	stopped->launch = (struct hc_launch){
		.path = argv[0],
		.argv = argv,
		.env = (const char *const *) env,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
	};
	struct hc_gdb_options options = {.randomize = randomize};
	struct hc_snapshot_options how = {.debug_dir = "", .way = way};
	g_auto(hc_place) place = {0};
	g_autoptr(GError) error = NULL;
	stopped->target = hc_target_new(&stopped->launch, &options, &error);
	if (stopped->target && hc_place_parse(&place, where, &error) &&
		hc_target_run_to(stopped->target, &place, &error))
		stopped->snapshot =
			hc_snapshot_new(stopped->target, &how, &error);
	ASSERT_NO_ERROR(error);
	if (stopped->snapshot)
		stopped->graph = hc_snapshot_graph(stopped->snapshot);
}

void stopped_clear(struct stopped *stopped)
{
	g_clear_pointer(&stopped->snapshot, hc_snapshot_free);
	g_clear_pointer(&stopped->target, hc_target_free);
}

/* Vertices that GDB can be asked about, with what it should answer. */
struct questions {
	const struct mg_graph *graph;
	const char *except;
	GPtrArray *expressions;
	GPtrArray *names;
	GPtrArray *expected;
	GHashTable *without_address; /* numbers of questions for an address
					that may have no answer */
	guint every; /* ask about one in so many, drawn by chance */
	GRand *rand;
};

/* A variable of an outer frame, as a whole. If it was in a register and an
 * inner frame has saved that, GDB gives and sets its value, but no address. */
static gboolean may_be_saved(const struct mg_vertex *vertex, const char *name)
{
	return vertex->depth == 0 && vertex->type && vertex->type->size <= 8 &&
	       strstr(name, "::") && !strpbrk(name, "*.[>");
}

static void ask(struct questions *questions, const char *name, char *expression,
	char *expected)
{
	g_ptr_array_add(questions->names, g_strdup(name));
	g_ptr_array_add(questions->expressions, expression);
	g_ptr_array_add(questions->expected, expected);
}

static gboolean add_questions(const struct mg_vertex *vertex, gpointer data)
{
	struct questions *questions = data;
	if (questions->every > 1 && g_rand_int_range(questions->rand, 0,
					    (gint32) questions->every) != 0)
		return TRUE;
	g_autofree char *name = mg_vertex_name(questions->graph, vertex);
	guint64 address = mg_graph_address(questions->graph, vertex->object);
	guint64 bits;
	/* GDB has no name for what is no variable. */
	if (questions->except && strstr(name, questions->except))
		return TRUE;
	if (name[0] == '<')
		return TRUE;
	gboolean whole = address && !vertex->member &&
			 (!vertex->type || vertex->type->kind != MG_REFERENCE);
	if (whole && may_be_saved(vertex, name))
		g_hash_table_add(questions->without_address,
			GUINT_TO_POINTER(questions->names->len));
	if (whole)
		ask(questions, name,
			g_strdup_printf("(unsigned long) &(%s)", name),
			g_strdup_printf("%" G_GUINT64_FORMAT,
				address + vertex->offset));
	if (mg_vertex_bits(questions->graph, vertex, &bits) &&
		vertex->type->kind != MG_REFERENCE)
		ask(questions, name,
			vertex->type->kind == MG_POINTER
				? g_strdup_printf("(unsigned long) (%s)", name)
				: g_strdup(name),
			vertex->type->kind == MG_POINTER
				? g_strdup_printf("%" G_GUINT64_FORMAT, bits)
				: mg_vertex_text(questions->graph, vertex));
	else if (vertex->type && vertex->type->kind == MG_FLOAT)
		ask(questions, name, g_strdup(name),
			mg_vertex_text(questions->graph, vertex));
	return TRUE;
}

/* GDB adds L'w' to a number that is a wide character, says where an enumerator
 * comes from, and has words for a number that is none. */
static char *plain_answer(const char *answer)
{
	if (!answer)
		return NULL;
	static const char unknown[] = "(unknown: 0x";
	if (g_str_has_prefix(answer, unknown))
		return g_strdup_printf("%" G_GUINT64_FORMAT,
			g_ascii_strtoull(answer + strlen(unknown), NULL, 16));
	const char *scope = g_strrstr(answer, "::");
	char *plain = g_strdup(scope ? scope + 2 : answer);
	static const char *const wide[] = {" L'", " u'", " U'"};
	for (guint i = 0; i < G_N_ELEMENTS(wide); i++) {
		char *at = strstr(plain, wide[i]);
		if (at)
			*at = '\0';
	}
	return plain;
}

/* Every name and every number, against GDB; returns how many it asked. */
guint compare_with_gdb(struct stopped *stopped, guint every, guint seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autoptr(GPtrArray) expressions =
		g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) expected = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) without_address = g_hash_table_new(NULL, NULL);
	struct questions questions = {stopped->graph, stopped->except,
		expressions, names, expected, without_address, every, rand};
	mg_graph_visit(stopped->graph, add_questions, &questions);
	g_ptr_array_add(expressions, NULL);
	g_autoptr(GError) error = NULL;
	char **answers = hc_target_evaluate(stopped->target,
		(const char *const *) expressions->pdata, &error);
	ASSERT_NO_ERROR(error);
	guint wrong = 0;
	for (guint i = 0; answers && i < names->len; i++) {
		const char *want = g_ptr_array_index(expected, i);
		if (!answers[i] && g_hash_table_contains(without_address,
					   GUINT_TO_POINTER(i)))
			continue;
		g_autofree char *answer = plain_answer(answers[i]);
		if (g_strcmp0(answer, want) != 0 && wrong++ < 12)
			test_fail("seed %u: GDB says %s of %s, not %s", seed,
				answers[i] ? answers[i] : "nothing",
				(char *) g_ptr_array_index(expressions, i),
				want);
		g_free(answers[i]);
	}
	g_free(answers);
	return names->len;
}

struct tabling {
	const struct mg_graph *graph;
	GHashTable *table;
	GPtrArray *objects; /* the name of each one's first vertex */
};

static gboolean name_objects(const struct mg_vertex *vertex, gpointer data)
{
	struct tabling *tabling = data;
	if (vertex->object >= tabling->objects->len)
		g_ptr_array_add(tabling->objects,
			mg_vertex_name(tabling->graph, vertex));
	return TRUE;
}

static char *describe(
	const struct tabling *tabling, const struct mg_vertex *vertex)
{
	if (vertex->kind != MG_VERTEX_VALUE || !vertex->type ||
		vertex->type->kind != MG_POINTER)
		return mg_vertex_text(tabling->graph, vertex);
	if (vertex->end == MG_END_FUNCTION && vertex->function)
		return g_strdup_printf("(function %s)", vertex->function);
	if (vertex->end != MG_END_NONE)
		return g_strdup_printf("(%s)", mg_end_name(vertex->end));
	const char *name = g_ptr_array_index(tabling->objects, vertex->to);
	return vertex->to_offset ? g_strdup_printf("-> %s + %" G_GUINT64_FORMAT,
					   name, vertex->to_offset)
				 : g_strdup_printf("-> %s", name);
}

static gboolean add_to_table(const struct mg_vertex *vertex, gpointer data)
{
	struct tabling *tabling = data;
	g_hash_table_insert(tabling->table,
		mg_vertex_name(tabling->graph, vertex),
		describe(tabling, vertex));
	return TRUE;
}

GHashTable *table_of(const struct stopped *stopped)
{
	GHashTable *table =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func(g_free);
	struct tabling tabling = {stopped->graph, table, objects};
	mg_graph_visit(stopped->graph, name_objects, &tabling);
	mg_graph_visit(stopped->graph, add_to_table, &tabling);
	return table;
}

void check_facts(
	GHashTable *table, const char *where, const struct fact *facts, guint n)
{
	for (guint i = 0; i < n; i++) {
		const char *text = g_hash_table_lookup(table, facts[i].name);
		if (g_strcmp0(text, facts[i].text) != 0)
			test_fail("%s: %s is %s, not %s", where, facts[i].name,
				text ? text : "not there",
				facts[i].text ? facts[i].text : "nothing");
	}
}

void check_facts_at(const char *const *argv, const char *where,
	const struct fact *facts, guint n)
{
	g_auto(stopped_t) stopped;
	stop_at(&stopped, argv, where, FALSE);
	if (!stopped.graph)
		return;
	CU_ASSERT_TRUE(compare_with_gdb(&stopped, 1, 0) > 10);
	g_autoptr(GHashTable) table = table_of(&stopped);
	check_facts(table, argv[1] ? argv[1] : where, facts, n);
}
