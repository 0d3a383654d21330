#include "type.h"

#include <string.h>

/* Types are read from the inside out: `text` is what is in the place of a
 * variable's name, and the type is written around it. */
static char *write_around(const struct mg_type *type, char *text);

static const char *name_without_tag(enum mg_kind kind)
{
	switch (kind) {
	case MG_STRUCT:
		return "struct {...}";
	case MG_UNION:
		return "union {...}";
	case MG_ENUM:
		return "enum {...}";
	default:
		return "void";
	}
}

/* Takes `text`, puts something before and after it, and goes on with the type
 * that is left. */
static char *wrap(const struct mg_type *left, char *text, const char *before,
	const char *behind)
{
	char *wrapped = g_strconcat(before, text, behind, NULL);
	g_free(text);
	return write_around(left, wrapped);
}

static gboolean binds_behind(const struct mg_type *type)
{
	return type && (type->kind == MG_ARRAY || type->kind == MG_FUNCTION);
}

static char *write_array(const struct mg_type *type, char *text)
{
	g_autofree char *length =
		type->open ? g_strdup("[]")
			   : g_strdup_printf(
				     "[%" G_GUINT64_FORMAT "]", type->count);
	return wrap(type->target, text, "", length);
}

static char *write_around(const struct mg_type *type, char *text)
{
	enum mg_kind kind = type ? type->kind : MG_VOID;
	gboolean tight = type && binds_behind(type->target);
	const char *sign = kind == MG_REFERENCE ? "&" : "*";

	switch (kind) {
	case MG_POINTER:
	case MG_REFERENCE:
		return wrap(type->target, text,
			tight ? (*sign == '&' ? "(&" : "(*") : sign,
			tight ? ")" : "");
	case MG_ARRAY:
		return write_array(type, text);
	case MG_FUNCTION:
		return wrap(type->target, text, "", "(void)");
	default:
		break;
	}

	const char *name =
		type && type->name ? type->name : name_without_tag(kind);
	/* GDB accepts a namespace without a name only in quotes. */
	const char *quote = strstr(name, "(anonymous") ? "'" : "";
	char *whole =
		g_strconcat(quote, name, quote, *text ? " " : "", text, NULL);
	g_free(text);
	return whole;
}

char *mg_type_name(const struct mg_type *type)
{
	return write_around(type, g_strdup(""));
}

const char *mg_type_enumerator(const struct mg_type *type, gint64 value)
{
	for (guint i = 0; i < type->n_enumerators; i++)
		if (type->enumerators[i].value == value)
			return type->enumerators[i].name;
	return NULL;
}
