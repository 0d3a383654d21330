/* What objects say, as numbers: equal numbers, equal contents. Addresses don't
 * count, nor does padding, nor what follows the NUL of a text, nor which object
 * of its own type an object points to: an element of a list is the same
 * wherever it is in the list. */
#include "match-inside.h"

#include <string.h>

enum level { SAYS, NEAR, FAR };

static guint64 add_bytes(guint64 digest, const guint8 *bytes, guint64 n)
{
	guint64 word;
	for (; n >= sizeof word; n -= sizeof word, bytes += sizeof word) {
		memcpy(&word, bytes, sizeof word);
		digest = mg_digest_add(digest, word);
	}
	word = n;
	memcpy(&word, bytes, n);
	return mg_digest_add(digest, word ^ n << 56);
}

static guint64 digest_text(const char *text)
{
	return add_bytes(1, (const guint8 *) text, strlen(text));
}

/* A pointer into a mapped file: which file, and where in it. */
static guint64 digest_static(
	const struct mg_side *side, const struct mg_link *link)
{
	guint64 value = mg_link_value(side->graph, link);
	const struct mg_module *module = mg_module_at(side->graph, value);
	return module ? mg_digest_add(digest_text(module->name),
				value - module->start)
		      : 2;
}

static guint64 digest_end(
	const struct mg_side *side, const struct mg_link *link)
{
	switch (link->end) {
	case MG_END_FUNCTION:
		return link->function ? digest_text(link->function)
				      : digest_static(side, link);
	case MG_END_CONSTANT:
		return digest_static(side, link);
	case MG_END_UNMAPPED:
		return mg_link_value(side->graph, link);
	default:
		return link->end;
	}
}

static guint64 digest_link(const struct mg_side *side,
	const struct mg_link *link, enum level level)
{
	/* The other graph may have had room for what is there. */
	if (link->end == MG_END_NO_ROOM || link->allocator)
		return 4;
	if (link->end != MG_END_NONE)
		return mg_digest_add(3, digest_end(side, link));
	if (level == SAYS)
		return 4;

	const struct mg_object *to = mg_graph_object(side->graph, link->to);
	guint64 what = to->root        ? digest_text(mg_root_key(
						 &side->graph->roots[to->root - 1]))
		       : level == NEAR ? side->says[link->to]
				       : side->near[link->to];
	return mg_digest_add(what, link->to_offset + 5);
}

struct digest {
	const struct mg_side *side;
	const guint8 *bytes; /* of the object */
	guint64 size;
	const struct mg_link *link, *end; /* those not passed yet */
	enum level level;
	guint64 value;
};

/* Bytes that hold pointers here and there. */
static void add_mixed(struct digest *d, guint64 offset, guint64 end)
{
	while (d->link < d->end && d->link->offset < offset)
		d->link++;
	while (d->link < d->end && d->link->offset + 8 <= end) {
		/* Those of a union can overlap. */
		if (d->link->offset < offset) {
			d->link++;
			continue;
		}
		d->value = add_bytes(
			d->value, d->bytes + offset, d->link->offset - offset);
		d->value = mg_digest_add(
			d->value, digest_link(d->side, d->link, d->level));
		offset = d->link->offset + 8;
		d->link++;
	}

	d->value = add_bytes(d->value, d->bytes + offset, end - offset);
}

static void add_text(struct digest *d, guint64 offset, guint64 size)
{
	const guint8 *end = memchr(d->bytes + offset, 0, size);
	if (end)
		size = (guint64) (end - (d->bytes + offset));
	d->value = add_bytes(d->value, d->bytes + offset, size);
}

static void add_value(struct digest *d, struct mg_class *class, guint64 offset)
{
	const GArray *ranges = mg_class_ranges(class);

	for (guint i = 0; i < ranges->len; i++) {
		const struct mg_range *r =
			&g_array_index(ranges, struct mg_range, i);
		guint64 at = offset + r->offset;
		if (at > d->size || r->size > d->size - at)
			break;
		if (r->text)
			add_text(d, at, r->size);
		else
			add_mixed(d, at, at + r->size);
	}
}

static void begin(struct digest *d, const struct mg_side *side, guint32 object,
	enum level level)
{
	const struct mg_object *o = mg_graph_object(side->graph, object);
	const struct mg_link *links = mg_graph_links(side->graph, o);
	gsize n = mg_graph_n_pointers(side->graph, o);

	*d = (struct digest){
		.side = side,
		.bytes = mg_graph_bytes(side->graph, o),
		.size = o->size,
		.link = links,
		.end = links + n,
		.level = level,
		.value = side->class[object],
	};
}

static guint64 digest_object(struct mg_match *match, const struct mg_side *side,
	guint32 object, enum level level)
{
	const struct mg_object *o = mg_graph_object(side->graph, object);
	struct mg_class *class =
		mg_class_at(&match->classes, side->class[object]);
	struct digest d;

	begin(&d, side, object, level);
	if (!o->readable)
		return 6;

	if (o->text && (!o->shape.type || o->shape.count != 1)) {
		add_text(&d, 0, o->size);
	} else if (!o->shape.type) {
		add_mixed(&d, 0, o->size);
	} else if (o->shape.tail) {
		const struct mg_type *type = o->shape.type;
		add_value(&d, class, 0);
		guint64 open = type->members[type->n_members - 1].offset;
		if (o->size > open)
			add_mixed(&d, open, o->size);
	} else {
		for (guint64 i = 0;
			i < o->shape.count && !mg_match_is_stopped(match); i++)
			add_value(&d, class, i * o->shape.type->size);
	}

	return d.value;
}

void mg_digest_objects(struct mg_match *match)
{
	for (guint level = SAYS; level <= FAR; level++)
		for (guint i = 0; i < 2; i++) {
			struct mg_side *side = &match->side[i];
			guint64 *into = level == SAYS   ? side->says
					: level == NEAR ? side->near
							: side->far;
			for (guint32 object = 0;
				object < side->n && !mg_match_is_stopped(match);
				object++)
				into[object] =
					level > SAYS && !mg_graph_object(
								side->graph,
								object)
								 ->n_links
						? side->says[object]
						: digest_object(match, side,
							  object, level);
		}
}

guint64 mg_digest_element(struct mg_match *match, guint side, guint32 object,
	guint64 offset, guint32 class, gsize *near)
{
	struct digest d;
	begin(&d, &match->side[side], object, FAR);

	/* From the first of its links on. */
	*near = mg_links_from(d.link, (gsize) (d.end - d.link), offset, *near);
	d.link += *near;
	add_value(&d, mg_class_at(&match->classes, class), offset);
	return d.value;
}
