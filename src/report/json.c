#include "json.h"

#include <string.h>

/* JSON allows no control character in a string. json-glib (1.6) escapes all of
 * them but the last one, 0x1f, which is nowhere else in what it writes. */
char *hc_report_generate(JsonBuilder *builder)
{
	g_autoptr(JsonGenerator) generator = json_generator_new();
	g_autoptr(JsonNode) root = json_builder_get_root(builder);
	json_generator_set_root(generator, root);
	json_generator_set_pretty(generator, TRUE);

	g_autofree char *data = json_generator_to_data(generator, NULL);
	GString *text = g_string_new(NULL);
	for (const char *at = data; *at;) {
		gsize n = strcspn(at, "\x1f");
		g_string_append_len(text, at, (gssize) n);
		at += n;
		if (*at) {
			g_string_append(text, "\\u001f");
			at++;
		}
	}

	g_string_append_c(text, '\n');
	return g_string_free(text, FALSE);
}
