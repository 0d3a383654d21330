#include "gxl-fields.h"

#include "gxl-text.h"

#include <string.h>

/* How much of a wrong value is shown. */
enum { MOST_SHOWN = 40 };

gboolean mg_gxl_fail_value(struct mg_gxl_in *in, GError **error)
{
	g_autofree char *shown =
		mg_quote(in->text->str, in->text->len, MOST_SHOWN);
	return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
		"'%s' can't be %s", in->attr, shown);
}

gboolean mg_gxl_reference(const char *id, char letter, guint32 end, guint32 *n)
{
	guint64 number;
	if (id[0] != letter || end == 0 ||
		!mg_gxl_number(id + 1, end - 1, &number))
		return FALSE;
	*n = (guint32) number;
	return TRUE;
}

const char *mg_gxl_keep_string(
	struct mg_gxl_in *in, GStringChunk *strings, GError **error)
{
	if (!mg_gxl_unescape(in->text->str)) {
		mg_gxl_fail_value(in, error);
		return NULL;
	}
	return g_string_chunk_insert_const(strings, in->text->str);
}

static gboolean take_word(
	struct mg_gxl_in *in, const struct mg_gxl_field *field)
{
	for (guint i = 0; i < field->n_words; i++)
		if (strcmp(field->words[i], in->text->str) == 0) {
			*(guint *) field->value = i;
			return TRUE;
		}
	return FALSE;
}

static gboolean take_bool(struct mg_gxl_in *in, gboolean *value)
{
	*value = strcmp(in->text->str, "true") == 0;
	return *value || strcmp(in->text->str, "false") == 0;
}

static gboolean take_uint(struct mg_gxl_in *in, guint *value)
{
	guint64 number;
	if (!mg_gxl_number(in->text->str, G_MAXUINT, &number))
		return FALSE;
	*value = (guint) number;
	return TRUE;
}

static gboolean take(struct mg_gxl_in *in, GStringChunk *strings,
	const struct mg_gxl_field *field, GError **error)
{
	const char *text = in->text->str;
	gboolean fine = FALSE;

	switch (field->kind) {
	case MG_GXL_U64:
		fine = mg_gxl_number(text, G_MAXUINT64, field->value);
		break;
	case MG_GXL_UINT:
		fine = take_uint(in, field->value);
		break;
	case MG_GXL_BOOL:
		fine = take_bool(in, field->value);
		break;
	case MG_GXL_ADDRESS:
		fine = mg_gxl_address(text, field->value);
		break;
	case MG_GXL_WORD:
		fine = take_word(in, field);
		break;
	case MG_GXL_STRING:
		*(const char **) field->value =
			mg_gxl_keep_string(in, strings, error);
		return *(const char **) field->value != NULL;
	case MG_GXL_TYPE_OF:
		break;
	case MG_GXL_CALL:
		return field->call(in, field->value, error);
	}

	return fine || mg_gxl_fail_value(in, error);
}

static gboolean take_type(
	struct mg_gxl_in *in, struct mg_gxl_field *field, GError **error)
{
	if (!mg_gxl_reference(in->id, 't', G_MAXUINT32, field->value))
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"'%s' is no type", in->id);
	return TRUE;
}

/* The field of this piece; NULL if there is none. Nothing says which values
 * belong to one list, so a field with a call may come again. */
static struct mg_gxl_field *find(
	const struct mg_gxl_in *in, struct mg_gxl_field *fields, guint n)
{
	for (guint i = 0; i < n; i++) {
		gboolean type = fields[i].kind == MG_GXL_TYPE_OF;
		if (type != (in->piece == MG_GXL_TYPE) ||
			(!type && strcmp(fields[i].name, in->attr) != 0))
			continue;
		if (fields[i].seen && fields[i].kind != MG_GXL_CALL)
			return NULL;
		return &fields[i];
	}

	return NULL;
}

gboolean mg_gxl_fields_read(struct mg_gxl_in *in, GStringChunk *strings,
	struct mg_gxl_field *fields, guint n, GError **error)
{
	while (mg_gxl_in_next(in, error)) {
		if (in->piece == MG_GXL_END) {
			for (guint i = 0; i < n; i++)
				if (fields[i].needed && !fields[i].seen)
					return mg_gxl_in_fail(in, error,
						MG_GXL_ERROR_FORMAT,
						"'%s' is missing here",
						fields[i].name);
			return TRUE;
		}
		struct mg_gxl_field *field = find(in, fields, n);
		if (!field)
			return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
				"'%s' is unexpected here, or repeated",
				in->piece == MG_GXL_TYPE ? "type" : in->attr);
		field->seen = TRUE;
		if (field->kind == MG_GXL_TYPE_OF
				? !take_type(in, field, error)
				: !take(in, strings, field, error))
			return FALSE;
	}

	return FALSE;
}
