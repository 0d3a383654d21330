#include "gxl-out.h"

#include "gxl-text.h"
#include "gxl.h"

#include <errno.h>
#include <libxml/xmlwriter.h>
#include <string.h>

#define XLINK "http://www.w3.org/1999/xlink"

/* Bytes in one element; more are written as a list of these. So no reader
 * needs room for the text of a large object. */
enum { PIECE = 1 << 15 };

struct mg_gxl_out {
	xmlTextWriterPtr writer;
	FILE *file;
	GString *text; /* reused */
	const char *suffix; /* of ids */
	const volatile sig_atomic_t *stop;
	int error; /* errno of the first failure; 0: none */
	gboolean failed;
};

static const xmlChar *as_xml(const char *text)
{
	return (const xmlChar *) text;
}

static int write_to_file(void *data, const char *bytes, int n)
{
	struct mg_gxl_out *out = data;
	if (!out->error &&
		fwrite(bytes, 1, (size_t) n, out->file) != (size_t) n)
		out->error = errno;
	return n; /* of a failure, libxml2 would write to stderr */
}

/* libxml2 returns -1 whatever goes wrong. */
static void check(struct mg_gxl_out *out, int result)
{
	if (result < 0)
		out->failed = TRUE;
}

static void start(struct mg_gxl_out *out, const char *element)
{
	check(out, xmlTextWriterStartElement(out->writer, as_xml(element)));
}

static void end(struct mg_gxl_out *out)
{
	check(out, xmlTextWriterEndElement(out->writer));
}

static void attribute(
	struct mg_gxl_out *out, const char *name, const char *value)
{
	check(out, xmlTextWriterWriteAttribute(
			   out->writer, as_xml(name), as_xml(value)));
}

static void raw(struct mg_gxl_out *out, const char *text, gsize n)
{
	check(out,
		xmlTextWriterWriteRawLen(out->writer, as_xml(text), (int) n));
}

gboolean mg_gxl_out_is_stopped(const struct mg_gxl_out *out)
{
	return out->stop && *out->stop;
}

struct mg_gxl_out *mg_gxl_out_new(FILE *file, const volatile sig_atomic_t *stop)
{
	struct mg_gxl_out *out = g_new0(struct mg_gxl_out, 1);

	out->file = file;
	out->stop = stop;
	out->suffix = "";
	out->text = g_string_new(NULL);
	out->writer = xmlNewTextWriter(
		xmlOutputBufferCreateIO(write_to_file, NULL, out, NULL));
	check(out,
		xmlTextWriterStartDocument(out->writer, NULL, "UTF-8", NULL));
	start(out, "gxl");
	attribute(out, "xmlns:xlink", XLINK);

	return out;
}

gboolean mg_gxl_out_close(struct mg_gxl_out *out, GError **error)
{
	raw(out, "\n", 1);
	check(out, xmlTextWriterEndDocument(out->writer));
	xmlFreeTextWriter(out->writer);
	if (fflush(out->file) != 0 && !out->error)
		out->error = errno;

	gboolean stopped = mg_gxl_out_is_stopped(out);
	gboolean fine = !stopped && !out->failed && !out->error;
	if (stopped)
		g_set_error_literal(error, MG_GXL_ERROR, MG_GXL_ERROR_STOPPED,
			"interrupted");
	else if (!fine)
		g_set_error(error, MG_GXL_ERROR, MG_GXL_ERROR_FILE,
			"writing GXL: %s",
			out->error ? g_strerror(out->error) : "libxml2 failed");

	g_string_free(out->text, TRUE);
	g_free(out);
	return fine;
}

void mg_gxl_out_suffix(struct mg_gxl_out *out, const char *suffix)
{
	out->suffix = suffix;
}

static void id_attribute(struct mg_gxl_out *out, const char *name,
	struct mg_gxl_id id, const char *suffix)
{
	char text[32];
	if (id.letter)
		g_snprintf(text, sizeof text, "%c%u%s", id.letter, id.number,
			suffix);
	else
		g_snprintf(text, sizeof text, "%s%s", id.word, suffix);
	attribute(out, name, text);
}

void mg_gxl_out_graph(struct mg_gxl_out *out, const char *id)
{
	raw(out, "\n", 1);
	start(out, "graph");
	id_attribute(out, "id", (struct mg_gxl_id){.word = id}, out->suffix);
	attribute(out, "edgemode", "directed");
}

void mg_gxl_out_node(struct mg_gxl_out *out, struct mg_gxl_id id)
{
	raw(out, "\n", 1);
	start(out, "node");
	id_attribute(out, "id", id, out->suffix);
}

void mg_gxl_out_edge_to(struct mg_gxl_out *out, struct mg_gxl_id from,
	struct mg_gxl_id to, const char *suffix)
{
	raw(out, "\n", 1);
	start(out, "edge");
	id_attribute(out, "from", from, out->suffix);
	id_attribute(out, "to", to, suffix);
}

void mg_gxl_out_edge(
	struct mg_gxl_out *out, struct mg_gxl_id from, struct mg_gxl_id to)
{
	mg_gxl_out_edge_to(out, from, to, out->suffix);
}

void mg_gxl_out_end(struct mg_gxl_out *out)
{
	end(out);
}

void mg_gxl_out_type(struct mg_gxl_out *out, guint32 type)
{
	char href[32];
	g_snprintf(href, sizeof href, "#t%u%s", type, out->suffix);
	start(out, "type");
	attribute(out, "xlink:href", href);
	end(out);
}

/* An attribute of one value whose text needs no escaping. */
static void plain(struct mg_gxl_out *out, const char *name, const char *element,
	const char *text)
{
	start(out, "attr");
	attribute(out, "name", name);
	start(out, element);
	raw(out, text, strlen(text));
	end(out);
	end(out);
}

void mg_gxl_out_int(struct mg_gxl_out *out, const char *name, guint64 value)
{
	char text[24];
	g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT, value);
	plain(out, name, "int", text);
}

void mg_gxl_out_bool(struct mg_gxl_out *out, const char *name, gboolean value)
{
	plain(out, name, "bool", value ? "true" : "false");
}

void mg_gxl_out_enum(
	struct mg_gxl_out *out, const char *name, const char *value)
{
	plain(out, name, "enum", value);
}

void mg_gxl_out_address(struct mg_gxl_out *out, const char *name, guint64 value)
{
	char text[24];
	g_snprintf(text, sizeof text, "0x%" G_GINT64_MODIFIER "x", value);
	plain(out, name, "string", text);
}

/* libxml2 takes care of XML's own special characters. */
static void string_element(struct mg_gxl_out *out, const char *string)
{
	g_string_truncate(out->text, 0);
	mg_gxl_escape(out->text, string);
	start(out, "string");
	check(out,
		xmlTextWriterWriteString(out->writer, as_xml(out->text->str)));
	end(out);
}

void mg_gxl_out_string(
	struct mg_gxl_out *out, const char *name, const char *value)
{
	if (!value)
		return;
	start(out, "attr");
	attribute(out, "name", name);
	string_element(out, value);
	end(out);
}

void mg_gxl_out_bytes(
	struct mg_gxl_out *out, const char *name, const guint8 *bytes, gsize n)
{
	start(out, "attr");
	attribute(out, "name", name);
	if (n > PIECE)
		start(out, "seq");

	gsize at = 0;
	do {
		gsize piece = MIN(n - at, PIECE);
		g_string_truncate(out->text, 0);
		mg_gxl_encode(out->text, bytes + at, piece);
		start(out, "string");
		raw(out, out->text->str, out->text->len);
		end(out);
		at += piece;
	} while (at < n && !mg_gxl_out_is_stopped(out));

	if (n > PIECE)
		end(out);
	end(out);
}

void mg_gxl_out_list(struct mg_gxl_out *out, const char *name)
{
	start(out, "attr");
	attribute(out, "name", name);
	start(out, "seq");
}

void mg_gxl_out_pair(struct mg_gxl_out *out, const char *name, gint64 value)
{
	char text[24];
	g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, value);
	start(out, "tup");
	string_element(out, name);
	start(out, "int");
	raw(out, text, strlen(text));
	end(out);
	end(out);
}

void mg_gxl_out_list_end(struct mg_gxl_out *out)
{
	end(out);
	end(out);
}
