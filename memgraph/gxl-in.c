#include "gxl-in.h"

#include <errno.h>
#include <libxml/xmlreader.h>
#include <string.h>

/* The elements, and which may be inside which. */
enum element {
	NOTHING,
	GXL,
	GRAPH,
	NODE,
	EDGE,
	TYPE,
	ATTR,
	LIST,
	VALUE,
};
enum { DEEPEST = 8 };

static const struct {
	const char *name;
	enum element element;
	guint inside; /* a bit for each element that may be around it */
} elements[] = {
	{"gxl", GXL, 1 << NOTHING},
	{"graph", GRAPH, 1 << GXL},
	{"node", NODE, 1 << GRAPH},
	{"edge", EDGE, 1 << GRAPH},
	{"type", TYPE, 1 << NODE | 1 << EDGE},
	{"attr", ATTR, 1 << GRAPH | 1 << NODE | 1 << EDGE},
	{"seq", LIST, 1 << ATTR},
	{"tup", LIST, 1 << LIST},
	{"int", VALUE, 1 << ATTR | 1 << LIST},
	{"bool", VALUE, 1 << ATTR | 1 << LIST},
	{"enum", VALUE, 1 << ATTR | 1 << LIST},
	{"string", VALUE, 1 << ATTR | 1 << LIST},
};

struct mg_gxl_xml {
	xmlTextReaderPtr reader;
	FILE *file;
	char *path;
	enum element stack[DEEPEST];
	guint depth;
	gboolean begun; /* to read */
	gboolean ended; /* by an element that is empty */
	char *message; /* libxml2's first complaint */
	int line; /* its line */
	int error; /* errno */
};

static int read_from_file(void *data, char *bytes, int n)
{
	struct mg_gxl_xml *xml = data;
	size_t got = fread(bytes, 1, (size_t) n, xml->file);
	if (got == 0 && ferror(xml->file)) {
		xml->error = errno;
		return -1;
	}

	/* libxml2 would take it for another encoding. */
	if (!xml->begun && got > 0 &&
		(bytes[0] != '<' || (got > 1 && bytes[1] == '\0'))) {
		xml->message = g_strdup("no XML in UTF-8");
		xml->line = 1;
		got = 0;
	}

	xml->begun = TRUE;
	return (int) got;
}

static void take_complaint(void *data, xmlErrorPtr complaint)
{
	struct mg_gxl_xml *xml = data;
	if (xml->message || complaint->level < XML_ERR_ERROR)
		return;
	xml->message = g_strchomp(g_utf8_make_valid(
		complaint->message ? complaint->message : "unknown error", -1));
	xml->line = complaint->line;
}

gboolean mg_gxl_in_open(struct mg_gxl_in *in, const char *path, GError **error)
{
	FILE *file = fopen(path, "re");
	if (!file) {
		g_set_error(error, MG_GXL_ERROR, MG_GXL_ERROR_FILE, "%s: %s",
			path, g_strerror(errno));
		return FALSE;
	}

	memset(in, 0, sizeof *in);
	in->text = g_string_new(NULL);
	in->xml = g_new0(struct mg_gxl_xml, 1);
	in->xml->file = file;
	in->xml->path = g_strdup(path);
	/* Without XML_PARSE_HUGE, so that libxml2's own limits on the length
	 * of a text and on nested entities hold; without XML_PARSE_DTDLOAD and
	 * XML_PARSE_NOENT, so that nothing but this file is read. */
	in->xml->reader = xmlReaderForIO(read_from_file, NULL, in->xml, NULL,
		"UTF-8", XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
	xmlTextReaderSetStructuredErrorHandler(
		in->xml->reader, take_complaint, in->xml);

	return TRUE;
}

void mg_gxl_in_clear(struct mg_gxl_in *in)
{
	xmlFreeTextReader(in->xml->reader);
	fclose(in->xml->file);
	g_free(in->xml->path);
	g_free(in->xml->message);
	g_free(in->xml);
	g_string_free(in->text, TRUE);
}

/* A node has its line as a short number; beyond that, this is the parser's
 * line, which may be a little further on. */
static int line_of(const struct mg_gxl_xml *xml)
{
	long line = xmlGetLineNo(xmlTextReaderCurrentNode(xml->reader));
	if (line > 0 && line < G_MAXUINT16)
		return (int) line;
	return xmlTextReaderGetParserLineNumber(xml->reader);
}

gboolean mg_gxl_in_fail(struct mg_gxl_in *in, GError **error,
	enum mg_gxl_error code, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *what = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_set_error(error, MG_GXL_ERROR, (gint) code, "%s:%d: %s",
		in->xml->path, line_of(in->xml), what);
	return FALSE;
}

static gboolean fail_as_libxml2(struct mg_gxl_in *in, GError **error)
{
	const struct mg_gxl_xml *xml = in->xml;

	if (xml->error)
		g_set_error(error, MG_GXL_ERROR, MG_GXL_ERROR_FILE, "%s: %s",
			xml->path, g_strerror(xml->error));
	else
		g_set_error(error, MG_GXL_ERROR, MG_GXL_ERROR_XML, "%s:%d: %s",
			xml->path,
			xml->message
				? xml->line
				: xmlTextReaderGetParserLineNumber(xml->reader),
			xml->message ? xml->message
				     : "the document ends too early");

	return FALSE;
}

static const char *name_of(const struct mg_gxl_xml *xml)
{
	return (const char *) xmlTextReaderConstName(xml->reader);
}

static gboolean keep_attribute(struct mg_gxl_in *in, const char *name,
	const char *value, GError **error)
{
	static const char href[] = "xlink:href";
	char *to = strcmp(name, "id") == 0     ? in->id
		   : strcmp(name, "from") == 0 ? in->from
		   : strcmp(name, "to") == 0   ? in->to
		   : strcmp(name, "name") == 0 ? in->attr
		   : strcmp(name, href) == 0   ? in->id
					       : NULL;
	if (!to)
		return TRUE; /* xmlns:xlink, edgemode: known and constant */

	if (strcmp(name, href) == 0 && *value++ != '#')
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"a type must be in the same file");
	if (g_strlcpy(to, value, MG_GXL_NAME) >= MG_GXL_NAME)
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"the value of '%s' is too long", name);
	if (!in->suffix || to == in->attr)
		return TRUE;

	if (!g_str_has_suffix(to, in->suffix))
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"'%s' does not belong to the graph that it is in", to);
	to[strlen(to) - strlen(in->suffix)] = '\0';
	return TRUE;
}

static gboolean keep_attributes(struct mg_gxl_in *in, GError **error)
{
	xmlTextReaderPtr reader = in->xml->reader;
	gboolean fine = TRUE;

	while (fine && xmlTextReaderMoveToNextAttribute(reader) == 1) {
		const char *value =
			(const char *) xmlTextReaderConstValue(reader);
		fine = keep_attribute(
			in, name_of(in->xml), value ? value : "", error);
	}

	xmlTextReaderMoveToElement(reader);
	return fine;
}

/* The start of an element: sets what it is a piece of, if anything. */
static gboolean enter(struct mg_gxl_in *in, gboolean *is_piece, GError **error)
{
	struct mg_gxl_xml *xml = in->xml;
	enum element around = xml->depth ? xml->stack[xml->depth - 1] : NOTHING;
	enum element element = NOTHING;
	const char *name = name_of(xml);

	for (guint i = 0; i < G_N_ELEMENTS(elements) && !element; i++)
		if (elements[i].inside & 1u << around &&
			strcmp(elements[i].name, name) == 0)
			element = elements[i].element;

	if (element == NOTHING || xml->depth == DEEPEST)
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"an element <%s> is not expected here", name);
	/* What an element lacks must not be left over from the one before. */
	if (element <= TYPE)
		in->id[0] = in->from[0] = in->to[0] = '\0';
	if (element <= ATTR)
		in->attr[0] = '\0';
	xml->stack[xml->depth++] = element;
	xml->ended = xmlTextReaderIsEmptyElement(xml->reader) == 1;
	g_string_truncate(in->text, 0);
	*is_piece = element >= GRAPH && element <= TYPE;
	in->piece = element == GRAPH  ? MG_GXL_GRAPH
		    : element == NODE ? MG_GXL_NODE
		    : element == EDGE ? MG_GXL_EDGE
				      : MG_GXL_TYPE;

	return keep_attributes(in, error);
}

/* The end of an element. */
static gboolean leave(struct mg_gxl_in *in)
{
	struct mg_gxl_xml *xml = in->xml;
	enum element element = xml->stack[--xml->depth];
	xml->ended = FALSE;
	in->piece = element == VALUE ? MG_GXL_VALUE : MG_GXL_END;
	return element == VALUE || element == GRAPH || element == NODE ||
	       element == EDGE;
}

static gboolean is_blank(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '\0';
}

static gboolean take_text(struct mg_gxl_in *in, GError **error)
{
	struct mg_gxl_xml *xml = in->xml;
	const char *text = (const char *) xmlTextReaderConstValue(xml->reader);
	if (!text)
		return TRUE;

	if (xml->depth && xml->stack[xml->depth - 1] == VALUE)
		g_string_append(in->text, text);
	else if (!is_blank(text))
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"text is not expected here");

	return TRUE;
}

static gboolean take(struct mg_gxl_in *in, gboolean *is_piece, GError **error)
{
	switch (xmlTextReaderNodeType(in->xml->reader)) {
	case XML_READER_TYPE_ELEMENT:
		return enter(in, is_piece, error);
	case XML_READER_TYPE_END_ELEMENT:
		*is_piece = leave(in);
		return TRUE;
	case XML_READER_TYPE_TEXT:
	case XML_READER_TYPE_CDATA:
	case XML_READER_TYPE_WHITESPACE:
	case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
		return take_text(in, error);
	case XML_READER_TYPE_COMMENT:
		return TRUE;
	default: /* document types, entities, processing instructions */
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"'%s' is not expected here", name_of(in->xml));
	}
}

gboolean mg_gxl_in_next(struct mg_gxl_in *in, GError **error)
{
	if (in->stop && *in->stop) {
		g_set_error_literal(error, MG_GXL_ERROR, MG_GXL_ERROR_STOPPED,
			"interrupted");
		return FALSE;
	}

	for (gboolean is_piece = FALSE; !is_piece;) {
		if (in->xml->ended) {
			is_piece = leave(in);
			continue;
		}
		int result = xmlTextReaderRead(in->xml->reader);
		if (result < 0 || in->xml->message || in->xml->error)
			return fail_as_libxml2(in, error);
		if (result == 0) {
			in->piece = MG_GXL_OVER;
			return TRUE;
		}
		if (!take(in, &is_piece, error))
			return FALSE;
	}

	return TRUE;
}
