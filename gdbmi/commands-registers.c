/* All registers in one call. */
#include "private.h"

#include <string.h>

static gboolean is_answer(
	const struct mi_record *record, const char *name, GError **error)
{
	if (mi_value_get(&record->value, name))
		return TRUE;
	g_set_error(error, MI_ERROR, MI_ERROR_ANSWER, "GDB gave no %s", name);
	return FALSE;
}

/* The low 64 bits of "0x..." however long. */
static guint64 low_bits(const char *text)
{
	gsize n = strlen(text);
	const char *digits = g_str_has_prefix(text, "0x") ? text + 2 : text;
	if (n - (digits - text) > 16)
		digits = text + n - 16;
	return g_ascii_strtoull(digits, NULL, 16);
}

/* Names by number; GDB counts registers that the machine lacks as "". */
static const char **index_names(const struct mi_record *record, guint *n)
{
	const struct mi_value *list =
		mi_value_get(&record->value, "register-names");
	const char **names = g_new0(const char *, mi_value_count(list) + 1);
	*n = 0;
	for (const struct mi_value *v = list->first; v; v = v->next)
		names[(*n)++] = v->kind == MI_CONST ? v->text : "";
	return names;
}

static void read_values(struct mi_registers *registers)
{
	guint n;
	g_autofree const char **names = index_names(registers->names, &n);
	const struct mi_value *list =
		mi_value_get(&registers->record->value, "register-values");
	registers->registers =
		g_new0(struct mi_register, mi_value_count(list) + 1);
	for (const struct mi_value *v = list->first; v; v = v->next) {
		int number;
		const char *text = mi_value_text(v, "value");
		if (!mi_value_int(v, "number", &number) || number >= n || !text)
			continue;
		registers->registers[registers->n++] = (struct mi_register){
			.name = names[number],
			.text = text,
			.value = low_bits(text),
		};
	}
}

/* Names and values are asked for at once: a round trip costs more than either
 * answer. GDB may change the numbers with the architecture, so that the names
 * are not kept. */
struct mi_registers *mi_registers(struct mi_client *client, GError **error)
{
	static const char names[] = "-data-list-register-names";
	static const char values[] =
		"-data-list-register-values --skip-unavailable r";
	if (!mi_client_is_idle(client, values, error))
		return NULL;
	gint64 first = mi_client_send(client, names, error), second;
	if (first < 0 || (second = mi_client_send(client, values, error)) < 0)
		return NULL;
	int timeout = client->options.timeout;
	struct mi_registers *registers = g_new0(struct mi_registers, 1);
	registers->names = mi_client_wait(client, first, timeout, error);
	/* The second is waited for in any case, or its answer would stay. */
	registers->record = mi_client_wait(
		client, second, timeout, registers->names ? error : NULL);
	if (registers->names && registers->record &&
		is_answer(registers->names, "register-names", error) &&
		is_answer(registers->record, "register-values", error)) {
		read_values(registers);
		return registers;
	}
	mi_registers_free(registers);
	return NULL;
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
	mi_record_free(registers->names);
	g_free(registers->registers);
	g_free(registers);
}
