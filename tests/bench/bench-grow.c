/* How time and memory grow with the size of a state: for each kind of
 * structure, the exponents of all phases. 1 is proportional; 2 is a corner
 * where something is done for each element that costs as much as all of them.
 *
 *	bench-grow			all kinds
 *	bench-grow KIND [MOST]		one of them, up to a size
 *	bench-grow KIND PROGRAM N	one size, in seconds
 */
#include "grow-phases.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Seconds of the processor after which a size is given up. */
enum { MOST_SECONDS = 100 };
enum { MOST_SIZES = 3, MOST_PHASES = 20 };

struct kind {
	const char *name;
	guint64 sizes[MOST_SIZES];
};

/* Exponents are those of the two largest sizes: before that, it is what does not
 * grow that counts, and caches that are large enough. */
static const struct kind kinds[] = {
	{"unions", {10000, 200000, 1000000}},
	{"structs", {10000, 200000, 1000000}},
	{"list", {10000, 200000, 1000000}},
	{"tree", {10000, 200000, 1000000}},
	{"hash", {10000, 200000, 1000000}},
	{"words", {10000, 200000, 1000000}},
	{"pool", {10000, 200000, 1000000}},
	/* With more, GDB takes longer than all the rest. */
	{"globals", {10000, 60000, 300000}},
	/* No more frames are read. */
	{"stack", {50, 200, 1000}},
	{"environment", {500, 2000, 10000}},
};

struct phase {
	char name[32];
	double values[MOST_SIZES];
	gboolean known[MOST_SIZES];
};

struct table {
	struct phase phases[MOST_PHASES];
	guint n;
};

/* ---- One size ---- */

static void note(
	struct table *table, const char *name, guint size, double value)
{
	guint i = 0;
	while (i < table->n && strcmp(table->phases[i].name, name) != 0)
		i++;
	if (i == MOST_PHASES)
		return;
	if (i == table->n)
		g_strlcpy(table->phases[table->n++].name, name,
			sizeof table->phases[i].name);
	table->phases[i].values[size] = value;
	table->phases[i].known[size] = TRUE;
}

static void limit_time(gpointer data)
{
	(void) data;
	struct rlimit limit = {MOST_SECONDS, MOST_SECONDS};
	setrlimit(RLIMIT_CPU, &limit);
}

/* Runs ourselves; FALSE if it did not come to its end. */
static gboolean run_size(const char *self, const char *kind,
	const char *program, guint64 n, guint size, struct table *table)
{
	g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, n);
	g_autofree char *text = NULL;
	const char *argv[] = {self, kind, program, number, NULL};
	int status = 1;
	if (!g_spawn_sync(NULL, (char **) argv, NULL, 0, limit_time, NULL,
		    &text, NULL, &status, NULL))
		return FALSE;

	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++) {
		char *space = strchr(*line, ' ');
		if (!space)
			continue;
		printf("# %s %s: %s\n", kind, number, *line);
		if (**line == '#')
			continue;
		*space = '\0';
		note(table, *line, size, g_ascii_strtod(space + 1, NULL));
	}

	fflush(stdout);
	return status == 0;
}

/* ---- A program with many variables ---- */

static void write_globals(FILE *file, guint64 n)
{
	fprintf(file, "#include <stdlib.h>\n");
	for (guint64 i = 0; i < n; i++)
		fprintf(file,
			"int g%" G_GUINT64_FORMAT " = %" G_GUINT64_FORMAT ";\n",
			i, i + 1);
	fprintf(file,
		"static void stop(void) {}\n"
		"static void change(long n, long every)\n{\n"
		"\tint *first = &g0, *last = &g%" G_GUINT64_FORMAT ";\n"
		"\tif (last - first != n - 1)\n\t\tabort();\n"
		"\tfor (long i = every / 2; every && i < n; i += every)\n"
		"\t\tfirst[i]++;\n}\n"
		"int main(int argc, char **argv)\n{\n"
		"\tchange(atol(argv[2]), atol(argv[3]));\n"
		"\tstop();\n\treturn 0;\n}\n",
		n - 1);
}

/* Compiles it; NULL if there is no compiler. */
static char *make_globals(const char *folder, guint64 n)
{
	g_autofree char *source = g_build_filename(folder, "globals.c", NULL);
	g_autofree char *program = g_build_filename(folder, "globals", NULL);
	const char *argv[] = {"cc", "-g", "-O0", "-o", program, source, NULL};
	FILE *file = fopen(source, "w");
	if (!file)
		return NULL;
	write_globals(file, n);
	fclose(file);

	int status = 1;
	gboolean made = g_spawn_sync(NULL, (char **) argv, NULL,
		G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL);
	unlink(source);
	return made && status == 0 ? g_steal_pointer(&program) : NULL;
}

/* ---- All sizes of a kind ---- */

/* The slope of the logarithms. What is too short to be measured counts as a
 * moment. */
static double exponent(const struct kind *kind, const struct phase *phase)
{
	const double moment = 0.01;
	guint last = MOST_SIZES - 1;
	while (last > 0 && !phase->known[last])
		last--;
	if (last == 0)
		return 0;
	double grown = MAX(phase->values[last], moment) /
		       MAX(phase->values[last - 1], moment);
	return log(grown) /
	       log((double) kind->sizes[last] / (double) kind->sizes[last - 1]);
}

static void tell(const struct kind *kind, const struct table *table)
{
	double worst = 0;
	for (guint i = 0; i < table->n; i++) {
		const struct phase *phase = &table->phases[i];
		double x = exponent(kind, phase);
		printf("BENCH grow.%s.%s %.2f exponent\n", kind->name,
			phase->name, x);
		worst = MAX(worst, x);
	}
	printf("BENCH grow.%s %.2f exponent\n", kind->name, worst);
	fflush(stdout);
}

static gboolean bench(const char *self, const struct kind *kind, guint64 most)
{
	struct table table = {0};
	gboolean whole = TRUE, globals = strcmp(kind->name, "globals") == 0;
	g_autofree char *folder = g_dir_make_tmp("grow-XXXXXX", NULL);

	for (guint i = 0; i < MOST_SIZES && whole && folder; i++) {
		guint64 n = kind->sizes[i];
		if (n > most)
			break;
		g_autofree char *program =
			globals ? make_globals(folder, n)
				: g_strdup(DEBUGGEES "kinds");
		whole = program &&
			run_size(self, kind->name, program, n, i, &table);
		if (globals && program)
			unlink(program);
	}

	if (folder)
		rmdir(folder);
	if (!whole)
		printf("# %s: took too long\n", kind->name);
	tell(kind, &table);
	return whole && folder;
}

/* ---- What caches make of it ---- */

/* Seconds to go once around n elements of 64 bytes, in any order. */
static double go_around(guint64 n)
{
	enum { STEP = 64 / sizeof(guint64), PRIME = 7919 };
	g_autofree guint64 *next = g_new0(guint64, n * STEP);
	for (guint64 i = 0; i < n; i++)
		next[i * PRIME % n * STEP] = (i + 1) * PRIME % n * STEP;

	gint64 start = g_get_monotonic_time();
	guint64 at = 0;
	do
		at = next[at];
	while (at);
	return (double) (g_get_monotonic_time() - start) / 1e6;
}

/* One step for each element, and nothing else: even that grows by more than 1,
 * since less of it is in the caches. */
static void bench_caches(const struct kind *kind)
{
	guint64 few = kind->sizes[MOST_SIZES - 2];
	guint64 many = kind->sizes[MOST_SIZES - 1];
	double best[2] = {G_MAXDOUBLE, G_MAXDOUBLE};
	for (guint i = 0; i < 5; i++) {
		best[0] = MIN(best[0], go_around(few));
		best[1] = MIN(best[1], go_around(many));
	}
	printf("BENCH grow.caches %.2f exponent\n",
		log(best[1] / best[0]) / log((double) many / (double) few));
}

int main(int argc, char **argv)
{
	if (argc == 4)
		return grow_phases(
			argv[2], argv[1], g_ascii_strtoull(argv[3], NULL, 10));

	if (argc == 1)
		bench_caches(&kinds[0]);

	gboolean all = TRUE;
	guint64 most =
		argc == 3 ? g_ascii_strtoull(argv[2], NULL, 10) : G_MAXUINT64;
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (argc == 1 || strcmp(argv[1], kinds[i].name) == 0)
			all = bench(argv[0], &kinds[i], most) && all;
	return all ? 0 : 1;
}
