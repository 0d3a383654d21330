#include "target-reach.h"

#include "trace-count.h"
#include "trace-watch.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct hc_target_reach {
	struct mi_client *gdb;
	int breakpoint; /* the place's */
	guint hit;
	char *debug_dir;
	struct hc_trace_count *count; /* NULL: … */
	int watch; /* … the system counts up to the hit before; -1: GDB does */
	guint64 watched; /* the place */
	int at_exec; /* a catchpoint; 0: none */
	const char *way;
};

void hc_target_reach_free(struct hc_target_reach *reach)
{
	g_clear_pointer(&reach->count, hc_trace_count_free);
	if (reach->watch >= 0)
		close(reach->watch);
	g_free(reach->debug_dir);
	g_free(reach);
}

struct hc_target_reach *hc_target_reach_new(
	struct mi_client *gdb, int breakpoint, guint hit, const char *debug_dir)
{
	struct hc_target_reach *reach = g_new0(struct hc_target_reach, 1);
	reach->gdb = gdb;
	reach->breakpoint = breakpoint;
	reach->hit = hit;
	reach->watch = -1;
	reach->way = "GDB";
	reach->debug_dir = g_strdup(debug_dir);
	return reach;
}

/* ---- The program, through GDB ----------------------------------------- */

static gboolean write_memory(guint64 address, const void *bytes, gsize n,
	gpointer data, GError **error)
{
	struct hc_target_reach *reach = data;
	return mi_write_memory(reach->gdb, address, bytes, n, error);
}

static gboolean set_register(
	struct mi_client *gdb, const char *name, guint64 value, GError **error)
{
	g_autofree char *text =
		g_strdup_printf("$%s = 0x%" G_GINT64_MODIFIER "x", name, value);
	return mi_set_variable(gdb, text, error);
}

static gboolean step(struct mi_client *gdb, GError **error)
{
	enum { PATIENCE_MS = 10000 };
	g_auto(mi_stop) stop = MI_STOP_INIT;

	g_autoptr(mi_record) record =
		mi_client_command(gdb, error, "-exec-step-instruction");
	if (!record || !mi_wait_stop(gdb, PATIENCE_MS, &stop, error))
		return FALSE;
	if (stop.reason == MI_STOP_STEP)
		return TRUE;

	g_set_error_literal(error, MI_ERROR, MI_ERROR_ANSWER,
		"the program did not complete its step");
	return FALSE;
}

/* Makes a system call at the pc, with all registers set, and puts the code
 * back. */
static gboolean step_call(
	struct mi_client *gdb, guint64 pc, gint64 *result, GError **error)
{
	static const guint8 code[] = {0x0f, 0x05};
	static const char *const rax[] = {"rax", NULL};

	g_autoptr(GBytes) before = mi_read_memory(gdb, pc, sizeof code, error);
	if (!before || !mi_write_memory(gdb, pc, code, sizeof code, error))
		return FALSE;

	gboolean ok = step(gdb, error);
	g_autoptr(mi_registers_t) after =
		ok ? mi_registers(gdb, rax, error) : NULL;
	const struct mi_register *one =
		after ? mi_registers_get(after, "rax") : NULL;
	*result = one ? (gint64) one->value : -1;

	return mi_write_memory(gdb, pc, g_bytes_get_data(before, NULL),
		       sizeof code, ok ? error : NULL) &&
	       one;
}

static gboolean do_call(long number, const guint64 arguments[6], gint64 *result,
	gpointer data, GError **error)
{
	static const char *const names[] = {"rdi", "rsi", "rdx", "r10", "r8",
		"r9", "rax", "rcx", "r11", "eflags", "rip", NULL};
	enum { ARGUMENTS = 6, RAX = 6, PC = 10 };
	struct hc_target_reach *reach = data;
	g_autoptr(mi_registers_t) before =
		mi_registers(reach->gdb, names, error);
	gboolean ok = before != NULL;

	for (guint i = 0; ok && i < ARGUMENTS; i++)
		ok = set_register(reach->gdb, names[i], arguments[i], error);

	const struct mi_register *pc =
		ok ? mi_registers_get(before, names[PC]) : NULL;
	ok = ok && pc &&
	     set_register(reach->gdb, names[RAX], (guint64) number, error) &&
	     step_call(reach->gdb, pc->value, result, error);
	for (guint i = 0; before && names[i]; i++) {
		const struct mi_register *one =
			mi_registers_get(before, names[i]);
		ok = one &&
		     set_register(reach->gdb, names[i], one->value,
			     ok ? error : NULL) &&
		     ok;
	}

	return ok;
}

GArray *hc_target_locations(
	struct mi_client *gdb, int breakpoint, guint64 *hits)
{
	g_autoptr(mi_record) record =
		mi_client_command(gdb, NULL, "-break-info %d", breakpoint);
	const struct mi_value *table =
		record ? mi_value_get(&record->value, "BreakpointTable") : NULL;
	const struct mi_value *body = mi_value_get(table, "body");
	const struct mi_value *bkpt = body ? body->first : NULL;
	const struct mi_value *list = mi_value_get(bkpt, "locations");
	const struct mi_value *one = list ? list->first : bkpt;
	GArray *places = g_array_new(FALSE, FALSE, sizeof(guint64));

	*hits = 0;
	if (!bkpt)
		return places;

	mi_value_u64(bkpt, "times", hits);
	for (; one; one = list ? one->next : NULL) {
		guint64 address = 0;
		if (mi_value_u64(one, "addr", &address))
			g_array_append_val(places, address);
	}

	return places;
}

/* ---- Its stops ---------------------------------------------------------- */

static gboolean set_breakpoint(struct hc_target_reach *reach, gboolean on)
{
	return mi_break_enable(reach->gdb, reach->breakpoint, on, NULL);
}

/* GDB must never touch code that the count has replaced: its breakpoint is off
 * during the count. Hits before main were counted by GDB. */
static void begin(struct hc_target_reach *reach, guint64 pc)
{
	guint64 hits;
	g_autoptr(GArray) places =
		hc_target_locations(reach->gdb, reach->breakpoint, &hits);
	if (places->len == 0 || reach->hit <= hits ||
		!set_breakpoint(reach, FALSE))
		return;

	struct hc_count_host host = {
		.pid = mi_client_pid(reach->gdb),
		.pc = pc,
		.write = write_memory,
		.call = do_call,
		.data = reach,
		.debug_dir = reach->debug_dir,
	};
	reach->count =
		hc_trace_count_new(&host, (guint64 *) (void *) places->data,
			places->len, reach->hit - hits, NULL);
	if (!reach->count && places->len == 1 && reach->hit - hits > 1) {
		reach->watched = g_array_index(places, guint64, 0);
		reach->watch = hc_trace_watch_place(host.pid, reach->watched,
			reach->hit - hits - 1, reach->debug_dir, NULL);
	}

	if (!reach->count && reach->watch < 0) {
		set_breakpoint(reach, TRUE);
		return;
	}

	reach->way = reach->count ? "jump" : "watch";

	/* After an exec the program has none of our code. */
	g_autofree char *said = mi_console(reach->gdb, "catch exec", NULL);
	if (said && sscanf(said, "Catchpoint %d", &reach->at_exec) != 1)
		reach->at_exec = 0;
}

static void forget_exec(struct hc_target_reach *reach)
{
	if (reach->at_exec)
		mi_break_delete(reach->gdb, reach->at_exec, NULL);
	reach->at_exec = 0;
}

/* The next hit is the one. */
static gboolean hand_over(struct hc_target_reach *reach)
{
	g_autoptr(mi_record) record = mi_client_command(
		reach->gdb, NULL, "-break-after %d 0", reach->breakpoint);
	forget_exec(reach);
	return record && set_breakpoint(reach, TRUE);
}

/* GDB steps over a breakpoint that it stopped at, but not over one that the pc
 * was set to: the program hits it at once, without having moved. */
static gboolean finish_count(struct hc_target_reach *reach, guint64 place)
{
	if (!set_register(reach->gdb, "pc", place, NULL) ||
		!hc_trace_count_remove(reach->count, NULL))
		return FALSE;
	g_clear_pointer(&reach->count, hc_trace_count_free);
	return hand_over(reach);
}

/* It has stopped at the place, one hit early: GDB steps over it. */
static gboolean finish_watch(struct hc_target_reach *reach)
{
	close(reach->watch);
	reach->watch = -1;
	return hand_over(reach);
}

static gboolean finish(
	struct hc_target_reach *reach, guint64 pc, gboolean *ours)
{
	guint64 place;
	*ours = TRUE;
	if (reach->count && hc_trace_count_reached(reach->count, pc, &place))
		return finish_count(reach, place);
	if (reach->watch >= 0 && pc == reach->watched)
		return finish_watch(reach);
	*ours = FALSE;
	return TRUE;
}

const char *hc_target_reach_way(const struct hc_target_reach *reach)
{
	return reach ? reach->way : "GDB";
}

void hc_target_reach_begin(struct hc_target_reach *reach, guint64 pc)
{
	if (reach)
		begin(reach, pc);
}

enum hc_reach_stop hc_target_reach_take(
	struct hc_target_reach *reach, const struct mi_stop *stop)
{
	gboolean ours;

	if (!reach)
		return HC_REACH_NOT;
	if (!reach->count && reach->watch < 0)
		return HC_REACH_NOT;
	if (stop->reason == MI_STOP_EXEC) {
		forget_exec(reach);
		return HC_REACH_AGAIN;
	}
	if (stop->reason != MI_STOP_SIGNAL ||
		g_strcmp0(stop->signal, "SIGTRAP") != 0)
		return HC_REACH_NOT;
	if (!finish(reach, stop->frame.address, &ours))
		return HC_REACH_AGAIN;

	return ours ? HC_REACH_OURS : HC_REACH_NOT;
}
