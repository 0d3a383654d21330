/* Commands for GDB: what everything that writes them uses. */
#include "delta-script.h"

#include <string.h>

void hc_deltas_script_add(struct hc_script *s, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_ptr_array_add(s->lines, g_strdup_vprintf(format, arguments));
	va_end(arguments);
}

char *hc_deltas_script_start(const struct hc_deltas *deltas, guint32 object)
{
	struct mg_vertex whole = {
		.kind = MG_VERTEX_BYTES,
		.object = object,
		.size = mg_graph_object(deltas->a, object)->size,
	};
	g_autofree char *name = mg_vertex_name(deltas->a, &whole);
	return g_strdup_printf("(char *) &%s%s%s", name[0] == '*' ? "(" : "",
		name, name[0] == '*' ? ")" : "");
}

void hc_deltas_script_bytes(struct hc_script *s, const char *base,
	const guint8 *bytes, guint64 from, guint64 end)
{
	static const struct {
		guint64 size;
		const char *type;
	} words[] = {{8, "unsigned long"}, {4, "unsigned int"},
		{2, "unsigned short"}, {1, "unsigned char"}};

	while (from < end) {
		guint i = 0;
		while (words[i].size > end - from)
			i++;
		guint64 value = 0;
		memcpy(&value, bytes + from, words[i].size);
		hc_deltas_script_add(s,
			"set variable *(%s *) (%s + %" G_GUINT64_FORMAT
			") = 0x%" G_GINT64_MODIFIER "x",
			words[i].type, base, from, value);
		from += words[i].size;
	}
}
