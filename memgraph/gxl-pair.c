/* From a file with two graphs to these and their pairs. */
#include "gxl-pair.h"

#include "gxl-read.h"
#include "gxl-words.h"

#include <string.h>

struct reading {
	struct mg_gxl_in *in;
	struct mg_gxl_pair *pair;
	gboolean *taken; /* of the second graph's objects: has a mate */
};

/* "o12-b" → 12. */
static gboolean second_reference(const char *id, guint32 end, guint32 *n)
{
	gsize length = strlen(id), tail = strlen(MG_GXL_SECOND);
	char first[MG_GXL_NAME];
	if (!g_str_has_suffix(id, MG_GXL_SECOND))
		return FALSE;
	g_strlcpy(first, id, length - tail + 1);
	return mg_gxl_reference(first, 'o', end, n);
}

static gboolean read_mates(struct reading *r, GError **error)
{
	struct mg_gxl_pair *pair = r->pair;
	guint32 x, y, *mate;
	struct mg_gxl_field fields[] = {{"equal", MG_GXL_BOOL, NULL, TRUE}};

	if (r->in->piece != MG_GXL_EDGE ||
		!mg_gxl_reference(r->in->from, 'o', pair->mates->len, &x) ||
		!second_reference(r->in->to, pair->b->objects->len, &y))
		return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
			"'%s' and '%s' are not a pair of objects", r->in->from,
			r->in->to);

	mate = &g_array_index(pair->mates, guint32, x);
	if (*mate != MG_NO_MATE || r->taken[y])
		return mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
			"'%s' or '%s' already has a mate", r->in->from,
			r->in->to);

	*mate = y;
	r->taken[y] = TRUE;
	fields[0].value = &g_array_index(pair->equal, gboolean, x);

	return mg_gxl_fields_read(r->in, NULL, fields, 1, error);
}

static gboolean read_match(struct reading *r, GError **error)
{
	if (!mg_gxl_enter_graph(r->in, "match", error))
		return FALSE;

	for (;;) {
		if (!mg_gxl_in_next(r->in, error))
			return FALSE;
		if (r->in->piece == MG_GXL_END)
			break;
		if (!read_mates(r, error))
			return FALSE;
	}

	if (!mg_gxl_in_next(r->in, error))
		return FALSE;

	return r->in->piece == MG_GXL_OVER ||
	       mg_gxl_in_fail(r->in, error, MG_GXL_ERROR_FORMAT,
		       "the file has more than two memory graphs");
}

static gboolean read_all(
	struct mg_gxl_in *in, struct mg_gxl_pair *pair, GError **error)
{
	pair->a = mg_gxl_read_graph(in, error);
	if (!pair->a)
		return FALSE;

	in->suffix = MG_GXL_SECOND;
	pair->b = mg_gxl_read_graph(in, error);
	in->suffix = NULL;
	if (!pair->b)
		return FALSE;

	guint32 none = MG_NO_MATE;
	for (guint i = 0; i < pair->a->objects->len; i++)
		g_array_append_val(pair->mates, none);
	g_array_set_size(pair->equal, pair->a->objects->len);

	g_autofree gboolean *taken =
		g_new0(gboolean, pair->b->objects->len + 1);
	struct reading r = {in, pair, taken};
	return read_match(&r, error);
}

gboolean mg_gxl_read_pair(
	const char *path, struct mg_gxl_pair *pair, GError **error)
{
	struct mg_gxl_in in;
	if (!mg_gxl_in_open(&in, path, error))
		return FALSE;

	*pair = (struct mg_gxl_pair){
		.mates = g_array_new(FALSE, FALSE, sizeof(guint32)),
		.equal = g_array_new(FALSE, TRUE, sizeof(gboolean)),
	};

	gboolean fine = read_all(&in, pair, error);
	mg_gxl_in_clear(&in);
	if (!fine)
		mg_gxl_pair_clear(pair);
	return fine;
}

void mg_gxl_pair_clear(struct mg_gxl_pair *pair)
{
	g_clear_pointer(&pair->a, mg_graph_free);
	g_clear_pointer(&pair->b, mg_graph_free);
	g_clear_pointer(&pair->mates, g_array_unref);
	g_clear_pointer(&pair->equal, g_array_unref);
}
