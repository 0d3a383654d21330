#include "start.h"

struct hc_target {
	const struct hc_launch *launch;
	struct hc_streams streams;
	struct mi_client *gdb;
	char *place;
};

struct hc_target *hc_target_new(const struct hc_launch *launch,
	const struct hc_gdb_options *options, GError **error)
{
	g_autoptr(hc_target) target = g_new0(struct hc_target, 1);
	target->launch = launch;
	target->streams = (struct hc_streams) HC_STREAMS_INIT;
	if (!hc_streams_open(&target->streams, launch->input, error))
		return NULL;
	target->gdb = hc_start_gdb(launch, options, &target->streams, error);
	return target->gdb ? g_steal_pointer(&target) : NULL;
}

void hc_target_free(struct hc_target *target)
{
	g_clear_pointer(&target->gdb, mi_client_free);
	hc_streams_clear(&target->streams);
	g_free(target->place);
	g_free(target);
}

static char *describe_where(const struct hc_where *where)
{
	g_autofree char *place =
		where->function
			? g_strdup(where->function)
			: g_strdup_printf("%s:%d", where->file, where->line);
	return where->hit > 1 ? g_strdup_printf("%s#%u", place, where->hit)
			      : g_steal_pointer(&place);
}

static gboolean set_breakpoint(struct hc_target *target,
	const struct hc_where *where, int *number, GError **error)
{
	struct mi_place place = {
		.function = where->function,
		.file = where->file,
		.line = where->line,
		.ignore = (int) where->hit - 1,
	};
	g_auto(mi_breakpoint) breakpoint = MI_BREAKPOINT_INIT;
	g_autoptr(GError) refused = NULL;
	if (mi_break(target->gdb, &place, &breakpoint, &refused)) {
		*number = breakpoint.number;
		return TRUE;
	}
	if (!g_error_matches(refused, MI_ERROR, MI_ERROR_COMMAND)) {
		g_propagate_error(error, g_steal_pointer(&refused));
		return FALSE;
	}
	g_autofree char *text = describe_where(where);
	g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_NO_PLACE,
		"the program has no place '%s'", text);
	return FALSE;
}

static void set_not_reached(const struct hc_where *where,
	const struct mi_stop *stop, GError **error)
{
	g_autofree char *text = describe_where(where);
	const char *how = !stop                            ? "the time is over"
			  : stop->reason == MI_STOP_EXITED ? "it exits"
							   : "it is killed";
	g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_NOT_REACHED,
		"the run does not reach '%s' before %s", text, how);
}

static void note_place(struct hc_target *target, const struct mi_stop *stop)
{
	const struct hc_frame frame = {(char *) stop->frame.function,
		(char *) stop->frame.file, stop->frame.line};
	g_free(target->place);
	target->place = hc_frame_describe(&frame);
}

/* Other stops on the way are signals: the program gets them. */
static gboolean wait_there(struct hc_target *target,
	const struct hc_where *where, int breakpoint, GError **error)
{
	gint64 deadline = g_get_monotonic_time() +
			  (gint64) (target->launch->timeout * G_USEC_PER_SEC);
	for (;;) {
		g_auto(mi_stop) stop = MI_STOP_INIT;
		gint64 left = (deadline - g_get_monotonic_time()) / 1000;
		g_autoptr(GError) failure = NULL;
		if (!mi_wait_stop(
			    target->gdb, (int) MAX(left, 1), &stop, &failure)) {
			if (g_error_matches(
				    failure, MI_ERROR, MI_ERROR_TIMEOUT))
				set_not_reached(where, NULL, error);
			else
				g_propagate_error(
					error, g_steal_pointer(&failure));
			return FALSE;
		}
		if (stop.thread == 0) {
			set_not_reached(where, &stop, error);
			return FALSE;
		}
		if (stop.reason == MI_STOP_BREAKPOINT &&
			stop.breakpoint == breakpoint) {
			note_place(target, &stop);
			return TRUE;
		}
		if (!mi_continue(target->gdb, error))
			return FALSE;
	}
}

gboolean hc_target_run_to(
	struct hc_target *target, const struct hc_where *where, GError **error)
{
	int breakpoint;
	return set_breakpoint(target, where, &breakpoint, error) &&
	       mi_run(target->gdb, error) &&
	       wait_there(target, where, breakpoint, error);
}

pid_t hc_target_pid(const struct hc_target *target)
{
	return mi_client_pid(target->gdb);
}

const char *hc_target_place(const struct hc_target *target)
{
	return target->place;
}

gboolean hc_target_registers(struct hc_target *target,
	struct hc_target_registers *registers, GError **error)
{
	static const char *const names[] = {"rax", "rdx", "rcx", "rbx", "rsi",
		"rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
		"r14", "r15", "rip", "fs_base", NULL};
	g_autoptr(mi_registers_t) all = mi_registers(target->gdb, names, error);
	if (!all)
		return FALSE;
	for (guint i = 0; names[i]; i++) {
		const struct mi_register *one = mi_registers_get(all, names[i]);
		guint64 value = one ? one->value : 0;
		if (i < G_N_ELEMENTS(registers->values))
			registers->values[i] = value;
		else
			registers->fs_base = value;
	}
	return TRUE;
}
