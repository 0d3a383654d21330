/* Registers in one call. */
#include "gdbmi-private.h"

#include <string.h>

/* The low 64 bits of "0x...", however long it is. */
static guint64 low_bits(const char *text)
{
	gsize n = strlen(text);
	const char *digits = g_str_has_prefix(text, "0x") ? text + 2 : text;
	if (n - (digits - text) > 16)
		digits = text + n - 16;
	return g_ascii_strtoull(digits, NULL, 16);
}

/* GDB's names by number, asked for once per program; "" for registers that the
 * machine lacks. */
static const char *const *all_names(struct mi_client *client, GError **error)
{
	if (client->register_names)
		return (const char *const *) client->register_names;

	g_autoptr(mi_record) record =
		mi_client_command(client, error, "-data-list-register-names");
	if (!record)
		return NULL;

	const struct mi_value *list =
		mi_value_get(&record->value, "register-names");
	client->register_names = g_new0(char *, mi_value_count(list) + 1);

	guint n = 0;
	for (const struct mi_value *v = list ? list->first : NULL; v;
		v = v->next)
		client->register_names[n++] =
			g_strdup(v->kind == MI_CONST ? v->text : "");

	return (const char *const *) client->register_names;
}

/* The command for these registers, or for all of them. */
static char *make_command(
	const char *const *known, const char *const *names, GError **error)
{
	GString *command =
		g_string_new("-data-list-register-values --skip-unavailable r");

	for (; names && *names; names++) {
		guint i = 0;
		while (known[i] && strcmp(known[i], *names) != 0)
			i++;
		if (!known[i]) {
			g_set_error(error, MI_ERROR, MI_ERROR_ANSWER,
				"GDB does not know a register '%s'", *names);
			g_string_free(command, TRUE);
			return NULL;
		}
		g_string_append_printf(command, " %u", i);
	}

	return g_string_free(command, FALSE);
}

static struct mi_registers *read_values(
	struct mi_record *record, const char *const *known)
{
	struct mi_registers *registers = g_new0(struct mi_registers, 1);
	const struct mi_value *list =
		mi_value_get(&record->value, "register-values");
	guint n = g_strv_length((char **) known);

	registers->record = record;
	registers->registers =
		g_new0(struct mi_register, mi_value_count(list) + 1);
	for (const struct mi_value *v = list ? list->first : NULL; v;
		v = v->next) {
		int number;
		const char *text = mi_value_text(v, "value");
		if (!mi_value_int(v, "number", &number) || number >= n || !text)
			continue;
		registers->registers[registers->n++] = (struct mi_register){
			.name = known[number],
			.text = text,
			.value = low_bits(text),
		};
	}

	return registers;
}

struct mi_registers *mi_registers(
	struct mi_client *client, const char *const *names, GError **error)
{
	const char *const *known = all_names(client, error);
	g_autofree char *command =
		known ? make_command(known, names, error) : NULL;
	struct mi_record *record =
		command ? mi_client_command(client, error, "%s", command)
			: NULL;
	return record ? read_values(record, known) : NULL;
}

const struct mi_register *mi_registers_get(
	const struct mi_registers *registers, const char *name)
{
	for (guint i = 0; i < registers->n; i++)
		if (strcmp(registers->registers[i].name, name) == 0)
			return &registers->registers[i];
	return NULL;
}

void mi_registers_free(struct mi_registers *registers)
{
	if (!registers)
		return;
	mi_record_free(registers->record);
	g_free(registers->registers);
	g_free(registers);
}
