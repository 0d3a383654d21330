/* Expressions and memory. */
#include "gdbmi-private.h"

#include <string.h>

enum {
	READ_CHUNK = 1 << 20,
	WRITE_CHUNK = 1 << 16,
};

char *mi_evaluate(
	struct mi_client *client, const char *expression, GError **error)
{
	g_autofree char *quoted = mi_quote(expression);
	g_autoptr(mi_record) record = mi_client_command(
		client, error, "-data-evaluate-expression %s", quoted);
	if (!record)
		return NULL;

	const char *value = mi_value_text(&record->value, "value");
	if (!value)
		g_set_error(error, MI_ERROR, MI_ERROR_ANSWER,
			"GDB gave no value for '%s'", expression);
	return g_strdup(value);
}

gboolean mi_set_variable(
	struct mi_client *client, const char *assignment, GError **error)
{
	g_autofree char *command =
		g_strdup_printf("set variable %s", assignment);
	g_autofree char *said = mi_console(client, command, error);
	return said != NULL;
}

static gboolean missing(guint64 address, GError **error)
{
	g_set_error(error, MI_ERROR, MI_ERROR_MEMORY,
		"cannot access memory at 0x%" G_GINT64_MODIFIER "x", address);
	return FALSE;
}

/* Appends the bytes that the digits stand for; FALSE if these are not n bytes
 * in hexadecimal. */
static gboolean append_hex(GByteArray *bytes, const char *text, gsize n)
{
	if (!text || strlen(text) != 2 * n)
		return FALSE;

	gsize old = bytes->len;
	g_byte_array_set_size(bytes, old + n);
	for (gsize i = 0; i < n; i++) {
		int high = g_ascii_xdigit_value(text[2 * i]);
		int low = g_ascii_xdigit_value(text[2 * i + 1]);
		if (high < 0 || low < 0)
			return FALSE;
		bytes->data[old + i] = high * 16 + low;
	}

	return TRUE;
}

/* GDB returns the readable parts of a range as a list of blocks. */
static gboolean append_blocks(GByteArray *bytes, const struct mi_record *record,
	guint64 address, gsize n, GError **error)
{
	guint64 at = address;
	const struct mi_value *list = mi_value_get(&record->value, "memory");

	for (const struct mi_value *v = list ? list->first : NULL;
		v && at - address < n; v = v->next) {
		guint64 begin, end;
		if (!mi_value_u64(v, "begin", &begin) ||
			!mi_value_u64(v, "end", &end) || begin != at ||
			end < begin || end - begin > n - (at - address) ||
			!append_hex(bytes, mi_value_text(v, "contents"),
				end - begin))
			return missing(at, error);
		at = end;
	}

	return at - address == n || missing(at, error);
}

GBytes *mi_read_memory(
	struct mi_client *client, guint64 address, gsize n, GError **error)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();

	for (gsize at = 0; at < n;) {
		gsize chunk = MIN(n - at, READ_CHUNK);
		GError *failure = NULL;
		g_autoptr(mi_record) record =
			mi_client_command(client, &failure,
				"-data-read-memory-bytes 0x%" G_GINT64_MODIFIER
				"x %" G_GSIZE_FORMAT,
				address + at, chunk);
		if (g_error_matches(failure, MI_ERROR, MI_ERROR_COMMAND)) {
			g_clear_error(&failure);
			missing(address + at, error);
			return NULL;
		}
		if (!record) {
			g_propagate_error(error, failure);
			return NULL;
		}
		if (!append_blocks(bytes, record, address + at, chunk, error))
			return NULL;
		at += chunk;
	}

	return g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
}

gboolean mi_write_memory(struct mi_client *client, guint64 address,
	const void *bytes, gsize n, GError **error)
{
	const guint8 *from = bytes;
	static const char digits[] = "0123456789abcdef";

	for (gsize at = 0; at < n;) {
		gsize chunk = MIN(n - at, WRITE_CHUNK);
		GString *hex = g_string_sized_new(2 * chunk);
		for (gsize i = at; i < at + chunk; i++) {
			g_string_append_c(hex, digits[from[i] >> 4]);
			g_string_append_c(hex, digits[from[i] & 15]);
		}
		GError *failure = NULL;
		gboolean ok = mi_client_do(client, &failure,
			"-data-write-memory-bytes 0x%" G_GINT64_MODIFIER "x %s",
			address + at, hex->str);
		g_string_free(hex, TRUE);
		if (g_error_matches(failure, MI_ERROR, MI_ERROR_COMMAND)) {
			g_clear_error(&failure);
			return missing(address + at, error);
		}
		if (!ok) {
			g_propagate_error(error, failure);
			return FALSE;
		}
		at += chunk;
	}

	return TRUE;
}
