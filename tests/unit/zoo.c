#include "zoo.h"

#include <string.h>
#include <sys/uio.h>

enum { MAX_FRAMES = 50, MAX_SHOWN = 20 };

char *zoo_path(const char *name)
{
	char *path = g_build_filename(ZOO, name, NULL);
	if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE))
		return path;
	g_free(path);
	return NULL;
}

gboolean zoo_read(guint64 address, void *bytes, gsize n, gpointer data)
{
	struct iovec local = {bytes, n};
	struct iovec remote = {GSIZE_TO_POINTER(address), n};
	return n == 0 || process_vm_readv(GPOINTER_TO_INT(data), &local, 1,
				 &remote, 1, 0) == (gssize) n;
}

char *zoo_evaluate(struct zoo *zoo, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *expression = g_strdup_vprintf(format, args);
	va_end(args);
	return mi_evaluate(zoo->session.gdb, expression, NULL);
}

/* GDB writes 12, -3, 250 'ú', 0x7ffe0 <f>, (int *) 0x7f0, true, RED. */
static gboolean parse_number(const char *text, guint64 *number)
{
	const char *at = text;
	if (*at == '(' || *at == '@') {
		const char *end = strstr(at, ") 0x");
		if (!end)
			end = strstr(at, ": 0x");
		if (end)
			end += 2;
		at = *at == '@' ? at + 1 : end;
	}
	if (!at)
		return FALSE;
	char *end;
	*number = *at == '-' ? (guint64) g_ascii_strtoll(at, &end, 0)
			     : g_ascii_strtoull(at, &end, 0);
	return end != at;
}

gboolean zoo_number(struct zoo *zoo, guint64 *number, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *expression = g_strdup_vprintf(format, args);
	va_end(args);
	g_autofree char *text = mi_evaluate(zoo->session.gdb, expression, NULL);
	return text && parse_number(text, number);
}

void zoo_differs(struct zoo *zoo, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *text = g_strdup_vprintf(format, args);
	va_end(args);
	if (zoo->differences++ < MAX_SHOWN)
		test_fail("%s, stop %u: %s", zoo->name, zoo->stops, text);
}

void zoo_lacks(struct zoo *zoo, const char *what, const char *expression)
{
	if (!zoo->weak)
		zoo_differs(zoo, "GDB has no %s of %s", what, expression);
}

gboolean zoo_registers(struct zoo *zoo)
{
	struct hc_registers *registers = &zoo->registers;
	static const char *const names[] = {"rax", "rdx", "rcx", "rbx", "rsi",
		"rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
		"r14", "r15", "rip"};
	g_autoptr(GError) error = NULL;
	g_autoptr(mi_registers_t) all =
		mi_registers(zoo->session.gdb, NULL, &error);
	ASSERT_NO_ERROR(error);
	*registers = (struct hc_registers){0};
	for (guint i = 0; all && i < G_N_ELEMENTS(names); i++) {
		const struct mi_register *r = mi_registers_get(all, names[i]);
		if (!r)
			return FALSE;
		registers->values[i] = r->value;
		registers->known |= 1u << i;
	}
	const struct mi_register *fs =
		all ? mi_registers_get(all, "fs_base") : NULL;
	registers->fs_base = fs ? fs->value : 0;
	return all != NULL;
}

static gboolean look(struct zoo *zoo)
{
	g_autoptr(GError) error = NULL;
	gboolean more;
	if (!zoo->info) {
		struct hc_debuginfo_source source = {
			.pid = mi_client_pid(zoo->session.gdb),
			.read = zoo_read,
			.data = GINT_TO_POINTER(
				mi_client_pid(zoo->session.gdb)),
			.debug_dir = "",
		};
		zoo->info = hc_debuginfo_new(&source, &error);
		ASSERT_NO_ERROR(error);
	}
	if (!zoo->info)
		return FALSE;
	zoo->calls = hc_debuginfo_unwind(
		zoo->info, &zoo->registers, MAX_FRAMES, &more, &error);
	ASSERT_NO_ERROR(error);
	return zoo->calls != NULL;
}

static gboolean stopped(struct zoo *zoo, gboolean went)
{
	g_auto(mi_stop) stop = MI_STOP_INIT;
	g_autoptr(GError) error = NULL;
	if (!went)
		return FALSE;
	if (!mi_wait_stop(zoo->session.gdb, 30000, &stop, &error)) {
		ASSERT_NO_ERROR(error);
		return FALSE;
	}
	if (stop.reason == MI_STOP_EXITED)
		return FALSE;
	gboolean good = stop.reason == MI_STOP_BREAKPOINT ||
			stop.reason == MI_STOP_STEP;
	if (!good)
		test_fail("%s: stopped by %s", zoo->name,
			mi_stop_reason_name(stop.reason));
	zoo->stops++;
	mi_select_frame(zoo->session.gdb, 0, NULL);
	gboolean ok = good && zoo_registers(zoo);
	zoo->fs_base = zoo->registers.fs_base;
	return ok;
}

gboolean zoo_run(struct zoo *zoo, const char *name)
{
	g_autoptr(GError) error = NULL;
	struct mi_place place = {.function = "stop_here"};
	g_auto(mi_breakpoint) breakpoint = MI_BREAKPOINT_INIT;
	*zoo = (struct zoo){.name = name, .path = zoo_path(name)};
	if (!zoo->path || !session_start(&zoo->session, zoo->path, NULL))
		return FALSE;
	g_free(mi_console(
		zoo->session.gdb, "handle SIGUSR1 nostop noprint pass", NULL));
	g_free(mi_console(zoo->session.gdb, "set language c", NULL));
	if (g_str_has_prefix(name, "cc-"))
		g_free(mi_console(zoo->session.gdb, "set language c++", NULL));
	mi_break(zoo->session.gdb, &place, &breakpoint, &error);
	ASSERT_NO_ERROR(error);
	return stopped(zoo, mi_run(zoo->session.gdb, NULL));
}

gboolean zoo_start(struct zoo *zoo, const char *name)
{
	return zoo_run(zoo, name) && look(zoo);
}

gboolean zoo_next(struct zoo *zoo)
{
	g_clear_pointer(&zoo->calls, g_ptr_array_unref);
	return zoo->info && stopped(zoo, mi_continue(zoo->session.gdb, NULL)) &&
	       look(zoo);
}

gboolean zoo_step(struct zoo *zoo)
{
	g_clear_pointer(&zoo->calls, g_ptr_array_unref);
	return zoo->info && stopped(zoo, mi_next(zoo->session.gdb, NULL)) &&
	       look(zoo);
}

void zoo_end(struct zoo *zoo)
{
	g_clear_pointer(&zoo->calls, g_ptr_array_unref);
	g_clear_pointer(&zoo->info, hc_debuginfo_free);
	if (zoo->session.gdb)
		session_end(&zoo->session);
	g_free(zoo->path);
}
