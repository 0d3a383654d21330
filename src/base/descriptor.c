#include "descriptor.h"

#include <stdlib.h>
#include <string.h>

static const char offset_field[] = ", offset ", flags_field[] = ", flags ";

char *hc_descriptor_format(const struct hc_descriptor *descriptor)
{
	return g_strdup_printf("%s%s%" G_GUINT64_FORMAT "%s0%o",
		descriptor->path, offset_field, descriptor->offset, flags_field,
		(guint) descriptor->flags);
}

/* The last such field, since a path may have anything in it; the text is cut
 * there. */
static const char *cut_field(char *text, const char *field)
{
	char *found = g_strrstr(text, field);
	if (!found)
		return NULL;
	*found = '\0';
	return found + strlen(field);
}

gboolean hc_descriptor_parse(
	struct hc_descriptor *descriptor, const char *text, gsize n)
{
	g_autofree char *copy = g_strndup(text, n);
	const char *flags = cut_field(copy, flags_field);
	const char *offset = flags ? cut_field(copy, offset_field) : NULL;
	if (!offset)
		return FALSE;
	descriptor->offset = g_ascii_strtoull(offset, NULL, 10);
	descriptor->flags = (int) strtol(flags, NULL, 8);
	descriptor->path = g_steal_pointer(&copy);
	return TRUE;
}

void hc_descriptor_clear(struct hc_descriptor *descriptor)
{
	g_clear_pointer(&descriptor->path, g_free);
}
