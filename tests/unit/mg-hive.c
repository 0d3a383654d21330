#include "mg-hive.h"

#include <string.h>

/* An entry and its name have a block each. */
enum {
	STATICS = 0x10000,
	ENTRY = 40,
	NAME_AT = 48,
	NAME = 24,
	STEP = 96,
	SPARE = 64,
};

/* struct entry { char *name; long count; struct entry *next; } */
static const struct mg_type number = {
	MG_INT, "long", 8, 8, .is_signed = TRUE, .id = 0};
static const struct mg_type letter = {MG_CHAR, "char", 1, 1, .id = 1};
static const struct mg_type text = {
	MG_POINTER, NULL, 8, 8, .target = &letter, .id = 2};
static const struct mg_type entry;
static const struct mg_type pointer = {
	MG_POINTER, NULL, 8, 8, .target = &entry, .id = 4};
static const struct mg_type table = {
	MG_POINTER, NULL, 8, 8, .target = &pointer, .id = 5};
static const struct mg_member members[] = {
	{"name", &text, 0}, {"count", &number, 8}, {"next", &pointer, 16}};
static const struct mg_type entry = {MG_STRUCT, "struct entry", 24, 8, .id = 3,
	.members = members, .n_members = G_N_ELEMENTS(members)};

static void count_call(struct hive *h)
{
	h->calls++;
	if (h->stop_after && h->calls > h->stop_after)
		h->stop = 1;
}

static guint64 table_address(const struct hive *h)
{
	return h->heap + (guint64) h->n * STEP;
}

static guint64 entry_address(const struct hive *h, guint i)
{
	return h->heap + (guint64) i * STEP;
}

static guint64 spare_address(const struct hive *h)
{
	return (table_address(h) + 8 * (guint64) h->n + SPARE) &
	       ~(guint64) (SPARE - 1);
}

/* Where an address is, and how many bytes follow it. */
static guint8 *bytes_at(struct hive *h, guint64 address, guint64 *left)
{
	guint64 end = table_address(h);
	if (address - STATICS < sizeof h->statics) {
		*left = STATICS + sizeof h->statics - address;
		return h->statics + (address - STATICS);
	}
	if (address >= h->heap && address < end) {
		*left = end - address;
		return h->bytes + (address - h->heap);
	}
	if (address >= end && address < end + 8 * (guint64) h->n) {
		*left = end + 8 * (guint64) h->n - address;
		return h->table + (address - end);
	}
	guint64 spare = spare_address(h);
	guint64 after = spare + SPARE * (guint64) h->n_spare;
	if (address >= spare && address < after) {
		*left = after - address;
		return h->spare + (address - spare);
	}
	return NULL;
}

static gboolean read_hive(guint64 address, void *bytes, gsize n, gpointer data)
{
	guint64 left;
	count_call(data);
	const guint8 *from = bytes_at(data, address, &left);
	if (!from || n > left)
		return FALSE;
	memcpy(bytes, from, n);
	return TRUE;
}

static void place_in_hive(
	guint64 address, struct mg_place *place, gpointer data)
{
	struct hive *h = data;
	count_call(h);
	*place = (struct mg_place){MG_PLACE_NOWHERE};
	if (address - STATICS < sizeof h->statics)
		*place = (struct mg_place){
			MG_PLACE_DATA, STATICS, sizeof h->statics};
	if (address >= table_address(h) &&
		address < table_address(h) + 8 * (guint64) h->n)
		*place = (struct mg_place){MG_PLACE_BLOCK, table_address(h),
			8 * (guint64) h->n, 2 * h->n + 1};
	guint64 spare = spare_address(h);
	if (address >= spare && address < spare + SPARE * (guint64) h->n_spare)
		*place = (struct mg_place){MG_PLACE_BLOCK,
			address / SPARE * SPARE, SPARE - 16,
			2 * h->n + 2 + (guint32) ((address - spare) / SPARE)};
	if (address < h->heap || address >= table_address(h))
		return;

	guint64 i = (address - h->heap) / STEP;
	guint64 at = (address - h->heap) % STEP;
	if (at < ENTRY)
		*place = (struct mg_place){MG_PLACE_BLOCK, h->heap + i * STEP,
			ENTRY, (guint32) (2 * i + 1)};
	else if (at >= NAME_AT && at < NAME_AT + NAME)
		*place = (struct mg_place){MG_PLACE_BLOCK,
			h->heap + i * STEP + NAME_AT, NAME,
			(guint32) (2 * i + 2)};
	else
		*place = (struct mg_place){MG_PLACE_DEAD};
}

static void put(struct hive *h, guint64 address, guint64 value)
{
	guint64 left;
	memcpy(bytes_at(h, address, &left), &value, sizeof value);
}

struct hive *hive_new(guint number_of, guint n)
{
	struct hive *h = g_new0(struct hive, 1);
	h->heap = 0x100000000 + number_of * (guint64) 0x700001230;
	h->n = n;
	h->bytes = g_malloc0((gsize) n * STEP);
	h->table = g_malloc0((gsize) n * 8);
	h->spare = g_malloc0((gsize) n * SPARE);
	for (guint i = 0; i < n; i++) {
		guint64 at = entry_address(h, i);
		g_snprintf((char *) h->bytes + (gsize) i * STEP + NAME_AT, NAME,
			"name %u", i);
		put(h, at, at + NAME_AT);
		/* Now and then a number that is an address. */
		put(h, at + 8, i % 97 ? i : h->heap);
		put(h, at + 16, i + 1 < n ? at + STEP : 0);
		put(h, table_address(h) + 8 * (guint64) i, at);
	}

	put(h, STATICS, h->heap);
	put(h, STATICS + 8, table_address(h));
	h->roots[0] = (struct mg_root){.name = "list",
		.class = MG_ROOT_GLOBAL,
		.type = &pointer,
		.address = STATICS};
	h->roots[1] = (struct mg_root){.name = "table",
		.class = MG_ROOT_GLOBAL,
		.type = &table,
		.address = STATICS + 8};
	h->mapped[0] = (struct mg_mapped){
		h->heap, spare_address(h) + SPARE * (guint64) n};
	h->reader = (struct mg_reader){
		.read = read_hive,
		.place = place_in_hive,
		.data = h,
		.mapped = h->mapped,
		.n_mapped = 1,
		.stop = &h->stop,
	};
	return h;
}

void hive_free(struct hive *h)
{
	g_free(h->bytes);
	g_free(h->table);
	g_free(h->spare);
	g_free(h);
}

void hive_vary(struct hive *h)
{
	for (guint i = 1; i + 2 < h->n; i++) {
		guint64 at = entry_address(h, i);
		if (i % 31 == 0)
			put(h, at + 8, i + 1000000);
		if (i % 101 == 0)
			h->bytes[(gsize) i * STEP + NAME_AT] = 'N';
		if (i % 211 == 0) {
			put(h, at - STEP + 16, at + STEP);
			put(h, table_address(h) + 8 * (guint64) i, 0);
		}
	}
}

struct mg_graph *hive_extract(struct hive *h)
{
	return mg_graph_new(&h->reader, h->roots, G_N_ELEMENTS(h->roots));
}

guint64 hive_block(struct hive *h)
{
	if (h->n_spare == h->n)
		g_error("no more blocks");
	return spare_address(h) + SPARE * (guint64) h->n_spare++;
}

gboolean hive_write(struct hive *h, guint64 address, const void *bytes, gsize n)
{
	guint64 left;
	guint8 *to = bytes_at(h, address, &left);
	if (!to || n > left)
		return FALSE;
	memcpy(to, bytes, n);
	return TRUE;
}

guint hive_length(struct hive *h)
{
	guint length = 0;
	guint64 at, left;
	memcpy(&at, h->statics, sizeof at);
	while (at && length <= 2 * h->n) {
		const guint8 *bytes = bytes_at(h, at, &left);
		length++;
		memcpy(&at, bytes + 16, sizeof at);
	}
	return length;
}

static gpointer set_later(gpointer data)
{
	struct hive *h = data;
	gint64 end = g_get_monotonic_time() + h->later;
	while (g_get_monotonic_time() < end)
		;
	h->stop = 1;
	return NULL;
}

void hive_stop_later(struct hive *h, gint64 microseconds)
{
	h->later = microseconds;
	h->thread = g_thread_new("later", set_later, h);
}

void hive_wait(struct hive *h)
{
	g_thread_join(g_steal_pointer(&h->thread));
	h->stop = 0;
}
