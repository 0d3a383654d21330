/* Texts in pools: what a char * leads to where nothing else is known to be, up
 * to its NUL, if a person could read it.
 *
 * An allocator that hands out memory in pieces hands out texts, too: names,
 * words, lines. Without bounds of their own they would be a row of bytes
 * between two objects, and be told, compared and altered in words of eight. */
#include "extract.h"
#include "sort.h"

#include <string.h>

/* What a pool aligns its objects to, at least; most align to more. */
enum { ALIGNMENT = 8 };

void mg_string_note(struct mg_extract *x, guint32 id, guint64 offset,
	const struct mg_type *type)
{
	const struct mg_stretch *s = mg_stretch_at(x, id);
	guint64 address = s->address + offset;
	if (type && type->kind == MG_CHAR && type->size == 1 && !s->area &&
		mg_in_pool(s, offset))
		g_array_append_val(x->strings, address);
}

static int by_address(gconstpointer a, gconstpointer b, gpointer data)
{
	guint64 p = *(const guint64 *) a, q = *(const guint64 *) b;
	return p < q ? -1 : p > q;
}

/* Bytes between objects of a pool, of which nobody has said what they are. */
static gboolean is_gap(const struct mg_stretch *s)
{
	return s->whole != MG_NO_OBJECT && !s->root && !s->shape.type &&
	       !s->text && !s->dead && !s->left_out && !s->gone;
}

static gboolean is_readable(const char *text, gsize length)
{
	for (gsize i = 0; i < length; i++)
		if ((guint8) text[i] < ' ' && !g_ascii_isspace(text[i]))
			return FALSE;
	return g_utf8_validate(text, (gssize) length, NULL);
}

/* The length of the text there, without its NUL, which must be in front of
 * `end`; 0: there is none. */
static guint64 length_of_text(
	const struct mg_extract *x, guint64 address, guint64 end)
{
	enum { PIECE = 64, LONGEST = 1 << 16 };

	g_autoptr(GString) text = g_string_new(NULL);
	end = MIN(end, address + LONGEST);
	for (guint64 at = address; at < end; at += PIECE) {
		char piece[PIECE];
		gsize n = MIN(sizeof piece, end - at);
		if (!x->reader->read(at, piece, n, x->reader->data))
			return 0;
		gsize length = strnlen(piece, n);
		g_string_append_len(text, piece, (gssize) length);
		if (length < n)
			return is_readable(text->str, text->len) ? text->len
								 : 0;
	}
	return 0;
}

/* Whether what is there may begin, and is not the rest of something. */
static gboolean may_begin(
	const struct mg_extract *x, guint64 address, guint64 start)
{
	guint8 before;
	if (address == start || address % ALIGNMENT == 0)
		return TRUE;
	return x->reader->read(address - 1, &before, 1, x->reader->data) &&
	       before == 0;
}

/* A dangling pointer may say that there is an object where there is a text now:
 * its pointers lead nowhere, then. */
static void take_back(struct mg_extract *x, guint32 id)
{
	struct mg_stretch object = *mg_stretch_at(x, id);
	if (object.whole == MG_NO_OBJECT || object.root || object.gone ||
		object.left_out ||
		!mg_has_pointers(&x->pointers, object.shape.type) ||
		!length_of_text(
			x, object.address, object.address + object.size))
		return;
	if (mg_leads_nowhere(x, object.address, &object.shape, object.size))
		mg_stretch_at(x, id)->shape =
			(struct mg_shape){.count = object.size};
}

/* One more text, unless it is in the middle of another. `next`: the next place
 * that a char * leads to, 0 if there is none. */
static void put(struct mg_extract *x, guint64 address, guint64 next)
{
	guint32 id = mg_known_at(x, address);
	if (id == MG_NO_OBJECT)
		return;
	if (mg_stretch_at(x, id)->address == address)
		take_back(x, id);
	if (!is_gap(mg_stretch_at(x, id)))
		return;
	const struct mg_stretch *gap = mg_stretch_at(x, id);
	guint64 limit = gap->address + gap->size;
	guint64 length = may_begin(x, address, gap->address)
				 ? length_of_text(x, address, limit)
				 : 0;
	if (length == 0)
		return;

	guint64 behind = address + length + 1;
	guint64 end = (behind + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (next >= behind)
		end = MIN(end, next);
	mg_piece_put_string(x, id, address, MIN(end, limit));
}

/* Those in front come first, so that what leads into the middle of a text finds
 * it. */
void mg_strings_put(struct mg_extract *x)
{
	GArray *strings = x->strings;
	mg_sort(strings->data, strings->len, sizeof(guint64), by_address, NULL,
		x->reader->stop);
	for (guint i = 0; i < strings->len && !mg_extract_is_stopped(x); i++) {
		guint64 address = g_array_index(strings, guint64, i);
		guint k = i + 1;
		while (k < strings->len &&
			g_array_index(strings, guint64, k) == address)
			k++;
		put(x, address,
			k < strings->len ? g_array_index(strings, guint64, k)
					 : 0);
		i = k - 1;
	}
}
