/* From *stopped to a reason with its data. */
#include "gdbmi-private.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *text;
	enum mi_stop_reason reason;
} reasons[] = {
	{"breakpoint-hit", MI_STOP_BREAKPOINT},
	{"watchpoint-trigger", MI_STOP_WATCHPOINT},
	{"read-watchpoint-trigger", MI_STOP_WATCHPOINT},
	{"access-watchpoint-trigger", MI_STOP_WATCHPOINT},
	{"watchpoint-scope", MI_STOP_WATCH_SCOPE},
	{"end-stepping-range", MI_STOP_STEP},
	{"function-finished", MI_STOP_FINISHED},
	{"location-reached", MI_STOP_LOCATION},
	{"signal-received", MI_STOP_SIGNAL},
	{"exited", MI_STOP_EXITED},
	{"exited-normally", MI_STOP_EXITED},
	{"exited-signalled", MI_STOP_KILLED},
	{"fork", MI_STOP_FORK},
	{"vfork", MI_STOP_FORK},
	{"exec", MI_STOP_EXEC},
	{"syscall-entry", MI_STOP_SYSCALL},
	{"syscall-return", MI_STOP_SYSCALL},
	{"solib-event", MI_STOP_SOLIB},
	{"no-history", MI_STOP_NO_HISTORY},
};

const char *mi_stop_reason_name(enum mi_stop_reason reason)
{
	static const char *const names[] = {"unknown", "breakpoint",
		"watchpoint", "watchpoint out of scope", "step", "finished",
		"location", "signal", "exited", "killed", "fork", "exec",
		"system call", "library", "no history"};
	return reason < G_N_ELEMENTS(names) ? names[reason] : "unknown";
}

void mi_stop_clear(struct mi_stop *stop)
{
	mi_record_free(stop->record);
	*stop = (struct mi_stop) MI_STOP_INIT;
}

void mi_frame_read(struct mi_frame *frame, const struct mi_value *value)
{
	int level = 0;

	*frame = (struct mi_frame){0};
	if (mi_value_int(value, "level", &level))
		frame->level = level;
	mi_value_u64(value, "addr", &frame->address);
	mi_value_int(value, "line", &frame->line);
	frame->function = mi_value_text(value, "func");
	frame->file = mi_value_text(value, "file");
	frame->fullname = mi_value_text(value, "fullname");
	frame->library = mi_value_text(value, "from");
}

static void read_watchpoint(struct mi_stop *stop, const struct mi_value *root)
{
	static const char *const names[] = {"wpt", "hw-rwpt", "hw-awpt"};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		const struct mi_value *point = mi_value_get(root, names[i]);
		if (!point)
			continue;
		mi_value_int(point, "number", &stop->breakpoint);
		stop->expression = mi_value_text(point, "exp");
	}

	const struct mi_value *values = mi_value_get(root, "value");
	stop->old_value = mi_value_text(values, "old");
	stop->value = mi_value_text(values, "new");
	if (!stop->value)
		stop->value = mi_value_text(values, "value");
}

static void read_exec(struct mi_stop *stop, const struct mi_value *root)
{
	if (stop->reason == MI_STOP_EXEC)
		stop->expression = mi_value_text(root, "new-exec");
	if (stop->reason == MI_STOP_SYSCALL)
		stop->expression = mi_value_text(root, "syscall-name");
	int child;
	if (stop->reason == MI_STOP_FORK &&
		mi_value_int(root, "newpid", &child))
		stop->child = child;
}

void mi_stop_read(struct mi_stop *stop, struct mi_record *record)
{
	mi_stop_clear(stop);

	const struct mi_value *root = &record->value;
	const char *reason = mi_value_text(root, "reason");
	stop->record = record;
	for (guint i = 0; reason && i < G_N_ELEMENTS(reasons); i++)
		if (strcmp(reason, reasons[i].text) == 0)
			stop->reason = reasons[i].reason;
	mi_value_int(root, "bkptno", &stop->breakpoint);
	stop->temporary = g_strcmp0(mi_value_text(root, "disp"), "del") == 0;
	stop->signal = mi_value_text(root, "signal-name");
	stop->meaning = mi_value_text(root, "signal-meaning");

	/* GDB writes the exit status in octal. */
	const char *status = mi_value_text(root, "exit-code");
	stop->status = status ? (int) strtol(status, NULL, 8) : 0;
	if (stop->reason == MI_STOP_WATCHPOINT)
		read_watchpoint(stop, root);
	else
		stop->value = mi_value_text(root, "return-value");

	if (stop->reason == MI_STOP_WATCH_SCOPE)
		mi_value_int(root, "wpnum", &stop->breakpoint);
	read_exec(stop, root);
	mi_value_int(root, "thread-id", &stop->thread);
	mi_frame_read(&stop->frame, mi_value_get(root, "frame"));
}
