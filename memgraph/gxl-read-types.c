#include "gxl-read.h"

#include "gxl-text.h"
#include "gxl-words.h"

#include <string.h>

/* References to types are numbers until all types are there. */
enum { NO_TYPE = G_MAXUINT32 };

struct reading {
	struct mg_gxl_in *in;
	struct mg_gxl_loaded *loaded;
	GArray *targets; /* guint32, for each type */
	GArray *parts; /* guint32, for each member */
	guint32 whole; /* the one whose members are being read */
	const char *enumerator; /* the name, before its number comes */
};

static struct mg_type *type_at(const struct reading *r, guint32 number)
{
	return &g_array_index(r->loaded->types, struct mg_type, number);
}

static gboolean fail(struct reading *r, GError **error, const char *what)
{
	return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT, "%s", what);
}

/* Names and numbers take turns. */
static gboolean take_enumerator(
	struct mg_gxl_in *in, gpointer data, GError **error)
{
	struct reading *r = data;
	if (!r->enumerator) {
		r->enumerator =
			mg_gxl_keep_string(in, r->loaded->strings, error);
		return r->enumerator != NULL;
	}

	struct mg_enumerator enumerator = {.name = r->enumerator};
	if (!mg_gxl_signed(in->text->str, &enumerator.value))
		return mg_gxl_fail_value(in, error);

	g_array_append_val(r->loaded->enumerators, enumerator);
	r->enumerator = NULL;
	return TRUE;
}

static gboolean read_type(struct reading *r, GError **error)
{
	struct mg_type type = {.id = r->loaded->types->len};
	guint kind = 0, first = r->loaded->enumerators->len;
	guint32 number, none = NO_TYPE;
	struct mg_gxl_field fields[] = {
		{"kind", MG_GXL_WORD, &kind, TRUE, mg_gxl_kinds,
			G_N_ELEMENTS(mg_gxl_kinds)},
		{"name", MG_GXL_STRING, &type.name},
		{"size", MG_GXL_U64, &type.size, TRUE},
		{"alignment", MG_GXL_U64, &type.alignment, TRUE},
		{"signed", MG_GXL_BOOL, &type.is_signed},
		{"count", MG_GXL_U64, &type.count},
		{"open", MG_GXL_BOOL, &type.open},
		{"partial", MG_GXL_BOOL, &type.partial},
		{"namesakes", MG_GXL_BOOL, &type.namesakes},
		{"enumerators", MG_GXL_CALL, r, .call = take_enumerator},
	};

	if (!mg_gxl_reference(r->in->id, 't', G_MAXUINT32, &number) ||
		number != type.id)
		return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
			"the type 't%u' was expected, not '%s'", type.id,
			r->in->id);

	if (!mg_gxl_fields_read(r->in, r->loaded->strings, fields,
		    G_N_ELEMENTS(fields), error))
		return FALSE;
	if (r->enumerator)
		return fail(r, error, "an enumerator has no value");

	type.kind = kind;
	type.n_enumerators = r->loaded->enumerators->len - first;
	g_array_append_val(r->loaded->types, type);
	g_array_append_val(r->targets, none);

	return TRUE;
}

static gboolean add_member(struct reading *r, guint32 whole,
	const struct mg_member *member, guint32 type, GError **error)
{
	if (whole < r->whole)
		return fail(r, error, "members are not in the order of types");
	r->whole = whole;
	type_at(r, whole)->n_members++;
	g_array_append_vals(r->loaded->members, member, 1);
	g_array_append_val(r->parts, type);
	return TRUE;
}

static gboolean add_target(
	struct reading *r, guint32 from, guint32 to, GError **error)
{
	guint32 *target = &g_array_index(r->targets, guint32, from);
	if (*target != NO_TYPE || to == NO_TYPE)
		return fail(r, error, "a type can have only one target");
	*target = to;
	return TRUE;
}

static gboolean read_edge(struct reading *r, GError **error)
{
	static const char *const kinds[] = {"target", "member", "base"};
	struct mg_member member = {0};
	guint kind = 0;
	guint32 from, to = NO_TYPE, n = r->loaded->types->len;
	struct mg_gxl_field fields[] = {
		{"kind", MG_GXL_WORD, &kind, TRUE, kinds, G_N_ELEMENTS(kinds)},
		{"name", MG_GXL_STRING, &member.name},
		{"offset", MG_GXL_U64, &member.offset},
		{"bit-offset", MG_GXL_UINT, &member.bit_offset},
		{"bit-size", MG_GXL_UINT, &member.bit_size},
		{"virtual", MG_GXL_BOOL, &member.virtual_base},
		{"artificial", MG_GXL_BOOL, &member.artificial},
		{"stored", MG_GXL_BOOL, &member.stored},
		{"tag", MG_GXL_UINT, &member.tag},
	};

	if (!mg_gxl_reference(r->in->from, 't', n, &from) ||
		(strcmp(r->in->to, "unknown") != 0 &&
			!mg_gxl_reference(r->in->to, 't', n, &to)))
		return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
			"an edge from '%s' to '%s', which are not both types "
			"before it",
			r->in->from, r->in->to);

	if (!mg_gxl_fields_read(r->in, r->loaded->strings, fields,
		    G_N_ELEMENTS(fields), error))
		return FALSE;

	member.base = kind == 2;
	return kind == 0 ? add_target(r, from, to, error)
			 : add_member(r, from, &member, to, error);
}

static gboolean read_version(struct reading *r, GError **error)
{
	guint64 version;
	if (strcmp(r->in->attr, "version") != 0 ||
		!mg_gxl_number(r->in->text->str, G_MAXUINT64, &version) ||
		version == 0)
		return mg_gxl_fail_value(r->in, error);

	if (version != MG_GXL_VERSION)
		return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_VERSION,
			"the file has version %" G_GUINT64_FORMAT
			" of the format, but only version %d is known",
			version, MG_GXL_VERSION);

	return TRUE;
}

/* Arrays don't move any more: numbers become pointers. */
static void settle(struct reading *r)
{
	struct mg_gxl_loaded *l = r->loaded;
	guint member = 0, enumerator = 0;

	for (guint i = 0; i < l->types->len; i++) {
		struct mg_type *type = type_at(r, i);
		guint32 target = g_array_index(r->targets, guint32, i);
		type->target = target == NO_TYPE ? NULL : type_at(r, target);
		if (type->n_members)
			type->members = &g_array_index(
				l->members, struct mg_member, member);
		if (type->n_enumerators)
			type->enumerators = &g_array_index(l->enumerators,
				struct mg_enumerator, enumerator);
		member += type->n_members;
		enumerator += type->n_enumerators;
	}

	for (guint i = 0; i < l->members->len; i++) {
		guint32 part = g_array_index(r->parts, guint32, i);
		g_array_index(l->members, struct mg_member, i).type =
			part == NO_TYPE ? NULL : type_at(r, part);
	}
}

static gboolean read_node(struct reading *r, GError **error)
{
	if (strcmp(r->in->id, "unknown") == 0)
		return mg_gxl_fields_read(
			r->in, r->loaded->strings, NULL, 0, error);
	return read_type(r, error);
}

static gboolean read_all(struct reading *r, GError **error)
{
	gboolean version = FALSE;

	while (mg_gxl_in_next(r->in, error)) {
		if (r->in->piece == MG_GXL_VALUE) {
			version = read_version(r, error);
			if (!version)
				return FALSE;
			continue;
		}
		if (!version)
			return fail(r, error,
				"the file does not say which version of the "
				"format it has");
		if (r->in->piece == MG_GXL_END)
			return TRUE;
		if (r->in->piece == MG_GXL_NODE ? !read_node(r, error)
						: !read_edge(r, error))
			return FALSE;
	}

	return FALSE;
}

gboolean mg_gxl_read_types(
	struct mg_gxl_in *in, struct mg_gxl_loaded *loaded, GError **error)
{
	g_autoptr(GArray) targets = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(guint32));
	struct reading r = {
		.in = in, .loaded = loaded, .targets = targets, .parts = parts};
	if (!read_all(&r, error))
		return FALSE;
	settle(&r);
	g_autofree char *wrong = mg_gxl_check_types(loaded);
	return !wrong || fail(&r, error, wrong);
}

gboolean mg_gxl_read_type_of(struct mg_gxl_in *in,
	const struct mg_gxl_loaded *loaded, guint32 number,
	const struct mg_type **type, GError **error)
{
	*type = NULL;
	if (number == NO_TYPE)
		return TRUE;
	if (number >= loaded->types->len)
		return mg_gxl_in_fail(in, error, MG_GXL_ERROR_FORMAT,
			"there is no type 't%u'", number);
	*type = &g_array_index(loaded->types, struct mg_type, number);
	return TRUE;
}
