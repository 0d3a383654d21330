/* How fast graphs are saved and loaded: a list of nodes, each with a string, in
 * memory that is computed. */
#include "graph.h"
#include "gxl.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NODES = 200000, STEP = 64, TEXT = 32, HEAP = 0x10000000 };

/* struct node { long value; char *text; struct node *next; } at HEAP + STEP *
 * i, its string TEXT behind it; `list` before all of them. */
static void fill(guint64 at, guint8 *piece)
{
	guint64 i = (at - HEAP) / STEP;
	guint64 words[3] = {i * i, HEAP + STEP * i + TEXT,
		i + 1 < NODES ? HEAP + STEP * (i + 1) : 0};
	memset(piece, 0, STEP);
	memcpy(piece, words, sizeof words);
	g_snprintf((char *) piece + TEXT, 24, "string %" G_GUINT64_FORMAT, i);
}

static gboolean read_memory(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	guint64 list = HEAP;
	guint8 piece[STEP];
	if (address < HEAP) {
		memcpy(bytes, &list, n);
		return TRUE;
	}
	fill(address, piece);
	memcpy(bytes, piece + address % STEP, n);
	return TRUE;
}

static void place(guint64 address, struct mg_place *found, gpointer data)
{
	if (address < HEAP)
		*found = (struct mg_place){MG_PLACE_DATA, 0x1000, 0x1000};
	else
		*found = (struct mg_place){
			MG_PLACE_BLOCK, address / TEXT * TEXT, 24};
}

static double now(void)
{
	return g_get_monotonic_time() / 1e6;
}

static void show(const char *name, double value, const char *unit)
{
	g_print("BENCH gxl.%s %.3g %s\n", name, value, unit);
}

static void bench(const struct mg_graph *graph, const char *path)
{
	struct stat status;
	g_autoptr(GError) error = NULL;
	double start = now();
	FILE *file = g_fopen(path, "we");
	gboolean written = mg_gxl_write(graph, file, &error);
	fclose(file);
	double middle = now();
	g_autoptr(mg_graph) again = written ? mg_gxl_read(path, &error) : NULL;
	double end = now();
	if (!again || stat(path, &status) != 0)
		g_error("%s", error ? error->message : "no file");
	double megabytes = (double) status.st_size / 1e6;
	show("write", megabytes / (middle - start), "MB/s");
	show("read", megabytes / (end - middle), "MB/s");
	show("write_objects", (double) graph->objects->len / (middle - start),
		"1/s");
	show("read_objects", (double) graph->objects->len / (end - middle),
		"1/s");
	show("bytes_per_object",
		(double) status.st_size / (double) graph->objects->len, "B");
}

int main(void)
{
	struct mg_type number = {MG_INT, "long", 8, 8, .is_signed = TRUE};
	struct mg_type letter = {MG_CHAR, "char", 1, 1, .id = 1};
	struct mg_type text = {
		MG_POINTER, NULL, 8, 8, .target = &letter, .id = 2};
	struct mg_type node = {MG_STRUCT, "struct node", 24, 8, .id = 3};
	struct mg_type link = {
		MG_POINTER, NULL, 8, 8, .target = &node, .id = 4};
	struct mg_member members[] = {
		{"value", &number, 0}, {"text", &text, 8}, {"next", &link, 16}};
	node.members = members;
	node.n_members = G_N_ELEMENTS(members);
	struct mg_root root = {.name = "list",
		.class = MG_ROOT_GLOBAL,
		.type = &link,
		.address = 0x1000};
	struct mg_reader reader = {read_memory, place};
	g_autoptr(mg_graph) graph = mg_graph_new(&reader, &root, 1);
	g_autofree char *path = NULL;
	int fd = g_file_open_tmp("bench-XXXXXX.gxl", &path, NULL);
	if (fd < 0 || graph->objects->len != 2 * NODES + 1)
		g_error("no temporary file, or no graph");
	close(fd);
	bench(graph, path);
	g_unlink(path);
	return 0;
}
