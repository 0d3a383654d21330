#include "trace-count.h"

#include "debuginfo.h"
#include "trace-code.h"
#include "trace-maps.h"
#include "trace-process.h"
#include "trace.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

enum { PAGE = 4096, MAX_PLACES = 16 };

struct site {
	struct hc_trace_code_plan plan;
	guint64 stub, trap; /* its code; the pc when it traps */
};

/* A page of code, and one with the counter: it is wiped in children, and no
 * cache line has both. */
struct hc_trace_count {
	struct hc_count_host host;
	guint64 area;
	guint n;
	struct site sites[MAX_PLACES];
	GByteArray *code;
};

static gboolean write_traced(guint64 address, const void *bytes, gsize n,
	gpointer data, GError **error)
{
	return hc_trace_process_write(
		GPOINTER_TO_INT(data), address, bytes, n, error);
}

static gboolean call_traced(long number, const guint64 arguments[6],
	gint64 *result, gpointer data, GError **error)
{
	return hc_trace_process_call(
		GPOINTER_TO_INT(data), number, arguments, result, error);
}

void hc_count_host_traced(struct hc_count_host *host, pid_t pid, guint64 pc,
	const char *debug_dir)
{
	*host = (struct hc_count_host){
		.pid = pid,
		.pc = pc,
		.write = write_traced,
		.call = call_traced,
		.data = GINT_TO_POINTER(pid),
		.debug_dir = debug_dir,
	};
}

void hc_trace_count_free(struct hc_trace_count *count)
{
	g_byte_array_unref(count->code);
	g_free(count);
}

static gboolean refuse(GError **error, const char *why)
{
	g_set_error(error, HC_TRACE_ERROR, HC_TRACE_ERROR_ROOM,
		"cannot count in the program: %s", why);
	return FALSE;
}

static gboolean read_process(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	const struct hc_trace_count *count = data;
	return hc_process_peek(count->host.pid, address, bytes, n);
}

/* ---- What runs there -------------------------------------------------- */

static void append(GByteArray *code, const void *bytes, gsize n)
{
	g_byte_array_append(code, bytes, (guint) n);
}

/* Skips the red zone below the stack pointer, and keeps the flags. */
static gboolean append_stub(struct hc_trace_count *count, struct site *site)
{
	static const guint8 before[] = {0x48, 0x8d, 0x64, 0x24,
		0x80, /* lea -128(%rsp), %rsp */
		0x9c, /* pushf */
		0xf0, 0x48, 0xff, 0x0d}; /* lock decq …(%rip) */
	static const guint8 after[] = {0x9d, /* popf */
		0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0,
		0}; /* lea 128(%rsp), %rsp */
	static const guint8 trap = 0xcc;
	guint8 skip[] = {0x75, sizeof after + 1}; /* jnz */
	GByteArray *code = count->code;

	site->stub = count->area + code->len;
	append(code, before, sizeof before);

	gint32 distance = (gint32) (PAGE - (code->len + sizeof distance));
	append(code, &distance, sizeof distance);
	append(code, skip, sizeof skip);
	append(code, after, sizeof after);
	append(code, &trap, sizeof trap);
	site->trap = count->area + code->len;
	append(code, after, sizeof after);

	return hc_trace_code_move(
		&site->plan, count->area + code->len, NULL, code);
}

/* ---- Whether it can be done ------------------------------------------- */

/* The function's code, starting with the piece that contains the place. */
static gboolean plan_site(struct hc_trace_count *count,
	struct hc_trace_map *map, const struct hc_code *code, guint64 place,
	struct site *site)
{
	guint n = code->ranges->len;
	g_autofree struct hc_trace_code_piece *pieces =
		g_new0(struct hc_trace_code_piece, n + 1);

	for (guint i = 0; i < n; i++) {
		const struct hc_range *range =
			&g_array_index(code->ranges, struct hc_range, i);
		if (range->low < map->start || range->high > map->end ||
			range->low >= range->high)
			return FALSE;

		pieces[i] = (struct hc_trace_code_piece){range->low,
			map->image + (range->low - map->start),
			range->high - range->low};
		if (place >= range->low && place < range->high && i > 0) {
			struct hc_trace_code_piece first = pieces[0];
			pieces[0] = pieces[i];
			pieces[i] = first;
		}
	}

	struct hc_trace_code_text text = {.pieces = pieces,
		.n_pieces = n,
		.pads = code->cplusplus,
		.read = read_process,
		.data = count};
	return hc_trace_code_plan(&text, place, CODE_JUMP, &site->plan);
}

static gboolean is_single(pid_t pid)
{
	g_autoptr(GArray) threads = hc_process_threads(pid);
	return threads->len == 1;
}

static gboolean plan(struct hc_trace_count *count, const guint64 *places,
	GPtrArray *maps, GError **error)
{
	struct hc_debuginfo_source source = {.pid = count->host.pid,
		.read = read_process,
		.data = count,
		.debug_dir = count->host.debug_dir};
	g_autoptr(hc_debuginfo) info = hc_debuginfo_new(&source, error);
	if (!info)
		return FALSE;

	struct hc_trace_map *map = hc_trace_maps_at(maps, places[0]);
	if (!map || !map->file || !hc_trace_maps_load(map, count->host.pid))
		return refuse(error, "its code can't be read");

	for (guint i = 0; i < count->n; i++) {
		g_autoptr(hc_code) code = hc_debuginfo_code_at(info, places[i]);
		if (!code || hc_trace_maps_at(maps, places[i]) != map ||
			!plan_site(
				count, map, code, places[i], &count->sites[i]))
			return refuse(error, "a jump does not fit there");
		if (count->host.pc - places[i] < count->sites[i].plan.length)
			return refuse(error, "it is at the place right now");
		for (guint j = 0; j < i; j++)
			if (ABS((gint64) (places[i] - places[j])) < CODE_MOST)
				return refuse(error,
					"the places are too close together");
	}

	count->area = hc_trace_maps_room(maps, map, 2 * PAGE);
	return count->area || refuse(error, "there is no room near its code");
}

/* ---- Doing it ---------------------------------------------------------- */

static gboolean call(struct hc_trace_count *count, long number,
	const guint64 arguments[6], guint64 expected, GError **error)
{
	gint64 result;
	if (!count->host.call(
		    number, arguments, &result, count->host.data, error))
		return FALSE;
	return (guint64) result == expected ||
	       refuse(error, "the system has no memory for that");
}

static gboolean unmap(struct hc_trace_count *count, GError **error)
{
	const guint64 arguments[6] = {count->area, 2 * PAGE};
	return call(count, SYS_munmap, arguments, 0, error);
}

static gboolean map_area(struct hc_trace_count *count, GError **error)
{
	const guint64 map[6] = {count->area, 2 * PAGE,
		PROT_READ | PROT_WRITE | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, (guint64) -1,
		0};
	const guint64 wipe[6] = {count->area + PAGE, PAGE, MADV_WIPEONFORK};

	if (!call(count, SYS_mmap, map, count->area, error))
		return FALSE;
	if (call(count, SYS_madvise, wipe, 0, error))
		return TRUE;

	unmap(count, NULL);
	return FALSE;
}

static gboolean write_bytes(struct hc_trace_count *count, guint64 address,
	const void *bytes, gsize n, GError **error)
{
	return count->host.write(address, bytes, n, count->host.data, error);
}

static gboolean restore(struct hc_trace_count *count, GError **error)
{
	gboolean ok = TRUE;
	for (guint i = 0; i < count->n; i++)
		ok = write_bytes(count, count->sites[i].plan.address,
			     count->sites[i].plan.original, CODE_JUMP,
			     ok ? error : NULL) &&
		     ok;
	return ok;
}

static gboolean install(
	struct hc_trace_count *count, guint64 hits, GError **error)
{
	for (guint i = 0; i < count->n; i++)
		if (!append_stub(count, &count->sites[i]) ||
			count->code->len > PAGE)
			return refuse(error, "its code can't be moved");

	if (!map_area(count, error))
		return FALSE;

	gboolean ok = write_bytes(count, count->area, count->code->data,
			      count->code->len, error) &&
		      write_bytes(count, count->area + PAGE, &hits, sizeof hits,
			      error);
	for (guint i = 0; ok && i < count->n; i++) {
		const struct site *site = &count->sites[i];
		guint8 jump[CODE_JUMP];
		ok = (hc_trace_code_jump(
			      site->plan.address, site->stub, jump) ||
			     refuse(error, "a jump does not reach that far")) &&
		     write_bytes(count, site->plan.address, jump, sizeof jump,
			     error);
	}

	if (ok)
		return TRUE;

	restore(count, NULL);
	unmap(count, NULL);
	return FALSE;
}

struct hc_trace_count *hc_trace_count_new(const struct hc_count_host *host,
	const guint64 *places, guint n_places, guint64 hits, GError **error)
{
	if (n_places == 0 || n_places > MAX_PLACES || hits == 0) {
		refuse(error, "too many places");
		return NULL;
	}
	if (!is_single(host->pid)) {
		refuse(error, "it has threads");
		return NULL;
	}

	g_autoptr(hc_trace_count) count = g_new0(struct hc_trace_count, 1);
	count->host = *host;
	count->n = n_places;
	count->code = g_byte_array_new();

	g_autoptr(GPtrArray) maps = hc_trace_maps_read(host->pid, error);
	if (!maps || !plan(count, places, maps, error) ||
		!install(count, hits, error))
		return NULL;

	return g_steal_pointer(&count);
}

gboolean hc_trace_count_reached(
	const struct hc_trace_count *count, guint64 pc, guint64 *place)
{
	for (guint i = 0; i < count->n; i++)
		if (count->sites[i].trap == pc) {
			*place = count->sites[i].plan.address;
			return TRUE;
		}
	return FALSE;
}

gboolean hc_trace_count_remove(struct hc_trace_count *count, GError **error)
{
	return restore(count, error) &&
	       (!is_single(count->host.pid) || unmap(count, error));
}
