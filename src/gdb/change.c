/* Changing a stopped program. */
#include "peek.h"
#include "process-registers.h"
#include "target-inside.h"

gboolean hc_target_write(struct hc_target *target, guint64 address,
	const void *bytes, gsize n, GError **error)
{
	if (n == 0)
		return TRUE;
	if (!hc_process_poke(hc_target_pid(target), address, bytes, n))
		return mi_write_memory(target->gdb, address, bytes, n, error);
	/* GDB keeps the stack and code that it has read in its own cache. */
	g_autofree char *said =
		mi_console(target->gdb, "maintenance flush dcache", error);
	return said != NULL;
}

gboolean hc_target_set_register(
	struct hc_target *target, guint number, guint64 value, GError **error)
{
	if (number >= HC_REGISTERS) {
		g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_CHANGE,
			"there is no general register %u", number);
		return FALSE;
	}
	g_autofree char *assignment =
		g_strdup_printf("$%s = 0x%" G_GINT64_MODIFIER "x",
			hc_register_names[number], value);
	return mi_set_variable(target->gdb, assignment, error);
}

/* GDB's answer as a number, in decimal or hexadecimal. */
static gboolean ask_number(struct hc_target *target, const char *expression,
	guint64 *number, GError **error)
{
	g_autofree char *text = mi_evaluate(target->gdb, expression, error);
	if (!text)
		return FALSE;

	char *end;
	*number = g_ascii_strtoull(text, &end, 0);
	if (end != text && !*end)
		return TRUE;

	g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_CHANGE,
		"GDB says '%s' for %s, which is not a number", text,
		expression);
	return FALSE;
}

gboolean hc_target_call(struct hc_target *target, guint64 function,
	guint64 argument, guint64 *result, GError **error)
{
	/* Should it crash, the program goes back to where it was. */
	g_autofree char *said =
		mi_console(target->gdb, "set unwindonsignal on", error);
	g_autofree char *expression = g_strdup_printf(
		"((unsigned long (*)(unsigned long)) "
		"0x%" G_GINT64_MODIFIER "x)(0x%" G_GINT64_MODIFIER "x)",
		function, argument);
	return said && ask_number(target, expression, result, error);
}

guint64 hc_target_function(
	struct hc_target *target, const char *name, GError **error)
{
	guint64 address = 0;
	g_autofree char *expression =
		g_strdup_printf("(unsigned long) &%s", name);
	return ask_number(target, expression, &address, error) ? address : 0;
}

gboolean hc_target_allocate(struct hc_target *target, const guint64 *sizes,
	guint n, guint64 *addresses, GError **error)
{
	guint64 function = n ? hc_target_function(target, "malloc", error) : 0;
	if (n && !function)
		return FALSE;

	for (guint i = 0; i < n; i++) {
		if (!hc_target_call(
			    target, function, sizes[i], &addresses[i], error))
			return FALSE;
		if (addresses[i])
			continue;
		g_set_error(error, HC_TARGET_ERROR, HC_TARGET_ERROR_CHANGE,
			"the program's malloc can't provide %" G_GUINT64_FORMAT
			" bytes",
			sizes[i]);
		return FALSE;
	}

	return TRUE;
}

char *hc_target_command(
	struct hc_target *target, const char *command, GError **error)
{
	return mi_console(target->gdb, command, error);
}
