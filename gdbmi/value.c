/* Looking things up in GDB's trees. */
#include "gdbmi-private.h"

#include <errno.h>
#include <string.h>

const struct mi_value *mi_value_get(
	const struct mi_value *value, const char *name)
{
	if (!value)
		return NULL;
	for (const struct mi_value *v = value->first; v; v = v->next)
		if (v->name && strcmp(v->name, name) == 0)
			return v;
	return NULL;
}

const char *mi_value_text(const struct mi_value *value, const char *name)
{
	const struct mi_value *v = mi_value_get(value, name);
	return v && v->kind == MI_CONST ? v->text : NULL;
}

gboolean mi_value_u64(
	const struct mi_value *value, const char *name, guint64 *number)
{
	const struct mi_value *v = mi_value_get(value, name);
	if (!v || v->kind != MI_CONST || !g_ascii_isdigit(*v->text))
		return FALSE;

	const char *text = v->text;
	/* Base 0 would read a count of "010" as octal, so only look for 0x. */
	gboolean hex = text[0] == '0' && (text[1] | 0x20) == 'x';
	char *end;
	errno = 0;

	guint64 parsed = g_ascii_strtoull(text, &end, hex ? 16 : 10);
	if (errno || end != text + v->length)
		return FALSE;

	*number = parsed;
	return TRUE;
}

gboolean mi_value_int(const struct mi_value *value, const char *name, int *n)
{
	guint64 number;
	if (!mi_value_u64(value, name, &number) || number > G_MAXINT)
		return FALSE;
	*n = (int) number;
	return TRUE;
}

guint mi_value_count(const struct mi_value *value)
{
	guint n = 0;
	if (value)
		for (const struct mi_value *v = value->first; v; v = v->next)
			n++;
	return n;
}
