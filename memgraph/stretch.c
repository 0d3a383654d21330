/* The known stretches of memory, and which of them a pointer leads to. */
#include "extract.h"

#include <string.h>

/* A string that is not in a block is read up to this length. */
enum { LONGEST_TEXT = 1 << 16 };
/* As long as most are. */
enum { SHORT_TEXT = 32 };

guint32 mg_stretch_add(struct mg_extract *x, guint64 address, guint64 size,
	struct mg_shape shape, gboolean known)
{
	struct mg_stretch stretch = {
		.address = address,
		.size = size,
		.shape = shape,
		.object = MG_NO_OBJECT,
		.whole = MG_NO_OBJECT,
	};
	guint32 id = x->stretches->len;

	g_array_append_val(x->stretches, stretch);
	if (known)
		mg_known_add(x, id);
	return id;
}

/* The stretch of a block, MG_NO_OBJECT if it has none yet. */
static guint32 find_block(struct mg_extract *x, const struct mg_place *place)
{
	if (!place->block)
		return mg_map_get(&x->blocks, place->start);
	guint length = x->numbered->len;
	if (place->block >= length) {
		g_array_set_size(x->numbered, 2 * place->block + 64);
		memset(&g_array_index(x->numbered, guint32, length), 0xff,
			(x->numbered->len - length) * sizeof(guint32));
	}
	return g_array_index(x->numbered, guint32, place->block);
}

/* MG_NO_OBJECT if there is no room for a new one. */
static guint32 stretch_of_block(
	struct mg_extract *x, const struct mg_place *place)
{
	guint32 id = find_block(x, place);
	if (id != MG_NO_OBJECT ||
		!mg_room_for_stretch(x, place->start, place->size))
		return id;

	struct mg_shape bytes = {.count = place->size};
	id = mg_stretch_add(x, place->start, place->size, bytes, FALSE);
	mg_stretch_at(x, id)->block = TRUE;
	mg_stretch_at(x, id)->area = place->kind == MG_PLACE_AREA;
	if (place->block)
		g_array_index(x->numbered, guint32, place->block) = id;
	else
		mg_map_put(&x->blocks, place->start, id);

	return id;
}

/* Up to and including the NUL, at most `size` bytes. */
static guint64 text_size(struct mg_extract *x, guint64 address, guint64 size)
{
	guint64 length = 0;

	size = MIN(size, LONGEST_TEXT);
	while (length < size) {
		char piece[64];
		guint64 n = MIN(sizeof piece, size - length);
		if (!x->reader->read(
			    address + length, piece, n, x->reader->data))
			return length;
		const char *end = memchr(piece, '\0', n);
		if (end)
			return length + (guint64) (end - piece) + 1;
		length += n;
	}

	return length;
}

static gboolean is_text(const struct mg_type *type)
{
	return type && type->kind == MG_CHAR && type->size == 1;
}

/* Memory that belongs to no variable and no block: one element, or a string, up
 * to the next thing that is known. */
static guint32 make_found(struct mg_extract *x, guint64 address,
	const struct mg_type *type, const struct mg_place *place)
{
	guint64 room = place->start + place->size - address;
	guint32 next = mg_known_after(x, address);

	if (next != MG_NO_OBJECT)
		room = MIN(room, mg_stretch_at(x, next)->address - address);

	gboolean text = is_text(type);
	guint64 size =
		text ? text_size(x, address, room) : MIN(type->size, room);
	struct mg_shape shape = {.count = size};
	if (size >= type->size)
		shape = (struct mg_shape){type, size / type->size, FALSE};

	guint32 id = mg_stretch_add(x, address, size, shape, TRUE);
	mg_stretch_at(x, id)->text = text;
	mg_stretch_at(x, id)->constant = place->kind == MG_PLACE_CONSTANT;
	return id;
}

static void hit(const struct mg_extract *x, guint32 id, guint64 value,
	struct mg_target *target)
{
	if (mg_stretch_at(x, id)->left_out || mg_stretch_at(x, id)->dead) {
		target->end = mg_stretch_at(x, id)->dead ? MG_END_DEAD
							 : MG_END_NO_ROOM;
		target->stretch = id;
		return;
	}
	target->end = MG_END_NONE;
	target->stretch = id;
	target->offset = value - mg_stretch_at(x, id)->address;
}

static gboolean is_complete(const struct mg_type *type)
{
	return type && type->size > 0 && type->kind != MG_VOID &&
	       type->kind != MG_FUNCTION;
}

/* What is not in a block: a variable, something met before, or new. */
static void follow_elsewhere(struct mg_extract *x, guint64 value,
	const struct mg_type *type, const struct mg_place *place,
	struct mg_target *target)
{
	guint32 known = mg_known_at(x, value);
	if (known != MG_NO_OBJECT)
		hit(x, known, value, target);
	else if (place->kind == MG_PLACE_CONSTANT && !is_text(type))
		target->end = MG_END_CONSTANT;
	else if (!is_complete(type))
		target->end = MG_END_OPAQUE;
	else if (!mg_room_for_stretch(
			 x, value, is_text(type) ? SHORT_TEXT : type->size))
		target->end = MG_END_NO_ROOM;
	else
		hit(x, make_found(x, value, type, place), value, target);
}

static void follow_block(struct mg_extract *x, guint64 value,
	const struct mg_place *place, struct mg_target *target)
{
	guint32 id = stretch_of_block(x, place);
	if (id == MG_NO_OBJECT) {
		target->end = MG_END_NO_ROOM;
		return;
	}
	if (mg_stretch_at(x, id)->split) {
		guint32 piece = mg_known_at(x, value);
		if (piece != MG_NO_OBJECT)
			id = piece;
	}
	hit(x, id, value, target);
}

void mg_extract_follow(struct mg_extract *x, guint64 value,
	const struct mg_type *type, struct mg_target *target)
{
	struct mg_place place = {MG_PLACE_NOWHERE, 0, 0, 0};

	*target = (struct mg_target){.stretch = MG_NO_OBJECT};
	if (value == 0) {
		target->end = MG_END_NULL;
		return;
	}

	x->reader->place(value, &place, x->reader->data);
	switch (place.kind) {
	case MG_PLACE_NOWHERE:
		target->end = MG_END_UNMAPPED;
		break;
	case MG_PLACE_DEAD:
		target->end = MG_END_DEAD;
		break;
	case MG_PLACE_CODE:
		target->end = MG_END_FUNCTION;
		if (x->reader->function)
			target->function =
				x->reader->function(value, x->reader->data);
		break;
	case MG_PLACE_BLOCK:
	case MG_PLACE_AREA:
		follow_block(x, value, &place, target);
		break;
	case MG_PLACE_CONSTANT:
	case MG_PLACE_DATA:
		follow_elsewhere(x, value, type, &place, target);
		break;
	}
}

gboolean mg_extract_follow_word(
	struct mg_extract *x, guint64 value, struct mg_target *target)
{
	struct mg_place place = {MG_PLACE_NOWHERE, 0, 0, 0};
	x->reader->place(value, &place, x->reader->data);
	if (place.kind != MG_PLACE_BLOCK || place.start != value)
		return FALSE;
	*target = (struct mg_target){.stretch = MG_NO_OBJECT};
	follow_block(x, value, &place, target);
	return TRUE;
}

static guint64 size_of_root(const struct mg_root *root)
{
	if (root->value)
		return g_bytes_get_size(root->value);
	return root->type ? root->type->size : root->size;
}

/* Roots have the numbers 0 … n-1, in memory or not. */
static void add_roots(struct mg_extract *x)
{
	for (guint32 i = 0; i < x->n_roots; i++) {
		const struct mg_root *root = &x->roots[i];
		guint64 size = size_of_root(root);
		struct mg_shape shape = mg_shape_of_block(root->type, size);
		guint32 id = mg_stretch_add(
			x, root->value ? 0 : root->address, size, shape, FALSE);
		mg_stretch_at(x, id)->root = i + 1;
		mg_stretch_at(x, id)->text = root->text;
	}

	/* The last one first: of several at one address, the last is found. */
	for (guint32 i = x->n_roots; i-- > 0;)
		if (!x->roots[i].value && mg_stretch_at(x, i)->size > 0)
			mg_known_add(x, i);
}

void mg_extract_init(struct mg_extract *x, const struct mg_reader *reader,
	const struct mg_root *roots, guint n_roots)
{
	memset(x, 0, sizeof *x);
	x->reader = reader;
	x->roots = roots;
	x->n_roots = n_roots;
	x->pointers.known = g_array_new(FALSE, TRUE, 1);
	x->pointers.reader = reader;
	x->pointers.nodes =
		g_array_new(FALSE, TRUE, sizeof(const struct mg_type *));
	x->stretches = g_array_new(FALSE, FALSE, sizeof(struct mg_stretch));
	x->known =
		g_ptr_array_new_with_free_func((GDestroyNotify) g_array_unref);
	x->numbered = g_array_new(FALSE, FALSE, sizeof(guint32));
	x->queue = g_array_new(FALSE, FALSE, sizeof(guint32));
	x->insides = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	x->held = g_hash_table_new_full(
		NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
	x->parts = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	x->unions = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	x->waiting = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	x->texts = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	x->strings = g_array_new(FALSE, FALSE, sizeof(guint64));
	x->tails = g_array_new(FALSE, FALSE, sizeof(struct mg_inside));
	x->loose = g_array_new(FALSE, FALSE, sizeof(struct mg_loose));
	x->cells = g_array_new(FALSE, FALSE, sizeof(struct mg_cell));
	x->pools = g_array_new(FALSE, FALSE, sizeof(guint32));
	x->counts = g_array_new(FALSE, FALSE, sizeof(struct mg_count));
	x->allocators = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	x->pool_types = g_hash_table_new_full(
		NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
	x->buffer = g_byte_array_sized_new(64); /* never NULL */
	x->untyped = mg_untyped_new();
	x->siblings = mg_siblings_new();
	mg_map_init(&x->blocks);
	add_roots(x);
}

void mg_extract_clear(struct mg_extract *x)
{
	g_array_unref(x->pointers.known);
	g_array_unref(x->pointers.nodes);
	g_array_unref(x->stretches);
	g_ptr_array_unref(x->known);
	g_array_unref(x->numbered);
	g_array_unref(x->queue);
	g_array_unref(x->insides);
	g_hash_table_unref(x->held);
	g_array_unref(x->parts);
	g_array_unref(x->unions);
	g_array_unref(x->waiting);
	g_array_unref(x->texts);
	g_array_unref(x->strings);
	g_array_unref(x->tails);
	g_array_unref(x->loose);
	g_array_unref(x->cells);
	g_array_unref(x->pools);
	g_array_unref(x->counts);
	g_hash_table_unref(x->allocators);
	g_hash_table_unref(x->pool_types);
	g_byte_array_unref(x->buffer);
	mg_untyped_free(x->untyped);
	mg_siblings_free(x->siblings);
	mg_map_clear(&x->blocks);
}
