/* Stretches by their addresses: a sorted array, cut into rows, so that adding a
 * stretch moves a row and not everything. A pool is cut into pieces one by one,
 * as the pointers in one piece lead to the next. */
#include "extract.h"

enum { LONGEST_ROW = 1024 };

/* Between two stretches, or before the first, or after the last. */
struct spot {
	guint row, index;
};

static GArray *row_at(const struct mg_extract *x, guint row)
{
	return g_ptr_array_index(x->known, row);
}

static guint32 id_at(const struct mg_extract *x, struct spot spot)
{
	return g_array_index(row_at(x, spot.row), guint32, spot.index);
}

static guint64 address_at(const struct mg_extract *x, struct spot spot)
{
	return mg_stretch_at(x, id_at(x, spot))->address;
}

/* The number of rows whose first stretch starts at or below the address. */
static guint count_rows(const struct mg_extract *x, guint64 address)
{
	guint lo = 0, hi = x->known->len;
	while (lo < hi) {
		guint middle = lo + (hi - lo) / 2;
		if (address_at(x, (struct spot){middle, 0}) <= address)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* After all that start at or below the address. In a row, unless there is none;
 * maybe at its end. */
static struct spot spot_behind(const struct mg_extract *x, guint64 address)
{
	guint rows = count_rows(x, address);
	if (rows == 0)
		return (struct spot){0, 0};

	struct spot spot = {rows - 1, 0};
	guint hi = row_at(x, spot.row)->len;
	while (spot.index < hi) {
		guint middle = spot.index + (hi - spot.index) / 2;
		if (address_at(x, (struct spot){spot.row, middle}) <= address)
			spot.index = middle + 1;
		else
			hi = middle;
	}

	return spot;
}

/* Back over one stretch; FALSE if there is none. */
static gboolean step_back(const struct mg_extract *x, struct spot *spot)
{
	if (spot->index == 0) {
		if (spot->row == 0)
			return FALSE;
		spot->row--;
		spot->index = row_at(x, spot->row)->len;
	}
	spot->index--;
	return TRUE;
}

guint32 mg_known_at(const struct mg_extract *x, guint64 address)
{
	guint32 best = MG_NO_OBJECT;
	/* Only where variables overlap, which is rare, can a large one come
	 * before many small ones inside it: a few steps are enough. */
	struct spot spot = spot_behind(x, address);

	for (guint steps = 0; steps < 8 && step_back(x, &spot); steps++) {
		guint32 id = id_at(x, spot);
		const struct mg_stretch *stretch = mg_stretch_at(x, id);
		if (best != MG_NO_OBJECT &&
			mg_stretch_at(x, best)->address != stretch->address)
			break;
		if (address - stretch->address < stretch->size)
			best = id;
	}

	return best;
}

guint32 mg_known_after(const struct mg_extract *x, guint64 address)
{
	struct spot spot = spot_behind(x, address);
	if (spot.row < x->known->len &&
		spot.index == row_at(x, spot.row)->len) {
		spot.row++;
		spot.index = 0;
	}
	return spot.row < x->known->len ? id_at(x, spot) : MG_NO_OBJECT;
}

static GArray *new_row(void)
{
	return g_array_new(FALSE, FALSE, sizeof(guint32));
}

void mg_known_add(struct mg_extract *x, guint32 id)
{
	struct spot spot = spot_behind(x, mg_stretch_at(x, id)->address);
	if (x->known->len == 0)
		g_ptr_array_add(x->known, new_row());

	GArray *row = row_at(x, spot.row);
	g_array_insert_val(row, spot.index, id);
	if (row->len <= LONGEST_ROW)
		return;

	GArray *second = new_row();
	guint half = row->len / 2;
	g_array_append_vals(
		second, &g_array_index(row, guint32, half), row->len - half);
	g_array_set_size(row, half);
	g_ptr_array_insert(x->known, (gint) spot.row + 1, second);
}

void mg_known_remove(struct mg_extract *x, guint32 id)
{
	struct spot spot = spot_behind(x, mg_stretch_at(x, id)->address);
	while (step_back(x, &spot))
		if (id_at(x, spot) == id) {
			GArray *row = row_at(x, spot.row);
			g_array_remove_index(row, spot.index);
			if (row->len == 0)
				g_ptr_array_remove_index(x->known, spot.row);
			return;
		}
}
