/* Streams of stdio are one difference each.
 *
 * What a program will read next is in three places: the file, which has an
 * offset; a buffer; and pointers into the buffer. Half of one run's and half of
 * the other's is an input that nobody ever wrote. So all that belongs to a
 * stream that is read goes over together, led by one delta; the others follow
 * it, behind those that count, and nobody outside hears of them. */
#include "deltas-inside.h"

#include <string.h>

/* glibc's struct _IO_FILE, which programs have compiled in. */
enum {
	FLAGS = 0,
	READ_POINTER = 8,
	READ_END = 16,
	BUFFER = 56,
	NUMBER = 112,
	LEAST_SIZE = 216,
	/* flags */
	NO_READS = 0x4,
	WRITES_NOW = 0x800,
};

struct stream {
	guint32 objects[2]; /* the FILE, in each graph */
	guint32 buffers[2]; /* or MG_NO_OBJECT */
	guint32 number; /* of the descriptor */
};

/* ---- Which streams there are ---- */

static const struct mg_root *root_of(
	const struct mg_graph *graph, const struct mg_object *object)
{
	return object->root ? &graph->roots[object->root - 1] : NULL;
}

static guint32 word_at(
	const struct mg_graph *graph, const struct mg_object *o, guint64 offset)
{
	guint32 word;
	memcpy(&word, mg_graph_bytes(graph, o) + offset, sizeof word);
	return word;
}

static gboolean is_read(const struct mg_graph *graph, guint32 object)
{
	const struct mg_object *o = mg_graph_object(graph, object);
	const struct mg_root *root = root_of(graph, o);
	const struct mg_type *type = o->shape.type;
	if (!o->in_memory || !o->readable || o->size < LEAST_SIZE)
		return FALSE;
	if (!(root && strcmp(mg_root_key(root), "stdin") == 0) &&
		g_strcmp0(type ? type->name : NULL, "struct _IO_FILE") != 0)
		return FALSE;
	return !(word_at(graph, o, FLAGS) & (NO_READS | WRITES_NOW));
}

static guint32 buffer_of(const struct mg_graph *graph, guint32 object)
{
	const struct mg_link *link = mg_graph_link_at(graph, object, BUFFER);
	return link && link->end == MG_END_NONE ? link->to : MG_NO_OBJECT;
}

static gboolean find_stream(
	const struct hc_deltas *deltas, guint32 object, struct stream *stream)
{
	guint32 mate = mg_match_mate(deltas->match, 0, object);
	if (!is_read(deltas->a, object) || mate == MG_NO_MATE ||
		!is_read(deltas->b, mate))
		return FALSE;

	*stream = (struct stream){
		.objects = {object, mate},
		.buffers = {buffer_of(deltas->a, object),
			buffer_of(deltas->b, mate)},
		.number = word_at(
			deltas->a, mg_graph_object(deltas->a, object), NUMBER),
	};
	return stream->number ==
	       word_at(deltas->b, mg_graph_object(deltas->b, mate), NUMBER);
}

/* ---- What belongs to one ---- */

struct finding {
	struct hc_deltas *deltas;
	GArray *streams; /* struct stream */
	GHashTable *by_object; /* of the passing graph, plus one → its stream,
				  plus one */
	GHashTable *by_number; /* of a descriptor, plus one → the same */
};

static void note(GHashTable *table, guint32 key, guint32 stream)
{
	if (key != MG_NO_OBJECT)
		g_hash_table_insert(table, GUINT_TO_POINTER(key + 1),
			GUINT_TO_POINTER(stream + 1));
}

static void find_streams(struct finding *f)
{
	const struct mg_graph *graph = f->deltas->a;
	for (guint32 i = 0; i < mg_graph_n_objects(graph) &&
			    !hc_deltas_are_stopped(f->deltas);
		i++) {
		struct stream stream;
		guint32 number = f->streams->len;
		if (!find_stream(f->deltas, i, &stream))
			continue;
		g_array_append_val(f->streams, stream);
		note(f->by_object, i, number);
		note(f->by_object, stream.buffers[0], number);
		note(f->by_number, stream.number, number);
	}
}

/* The stream that a delta belongs to, plus one; 0: none. */
static guint32 stream_of(const struct finding *f, guint32 number)
{
	const struct hc_delta *delta = hc_delta_at(f->deltas, number);
	const struct mg_change *change =
		hc_deltas_change_at(f->deltas, delta->change);
	struct hc_deltas_file file;
	if (delta->kind == HC_DELTA_FILE) {
		if (!hc_deltas_descriptor(f->deltas, change, &file))
			return 0;
		g_free(file.opened.path);
		return GPOINTER_TO_UINT(g_hash_table_lookup(
			f->by_number, GUINT_TO_POINTER(file.number + 1)));
	}
	if (delta->kind != HC_DELTA_VALUE && delta->kind != HC_DELTA_POINTER)
		return 0;
	return GPOINTER_TO_UINT(g_hash_table_lookup(
		f->by_object, GUINT_TO_POINTER(change->before.object + 1)));
}

/* ---- What is left to read ---- */

/* In the buffer; FALSE if the stream has none yet, or is damaged. */
static gboolean find_rest(const struct hc_deltas *deltas,
	const struct stream *stream, guint side, const guint8 **rest,
	guint64 *size)
{
	const struct mg_graph *graph = side ? deltas->b : deltas->a;
	guint32 object = stream->objects[side];
	const struct mg_link *from =
		mg_graph_link_at(graph, object, READ_POINTER);
	guint64 start, end;
	const guint8 *bytes =
		mg_graph_bytes(graph, mg_graph_object(graph, object));
	if (!from || from->end != MG_END_NONE ||
		from->to != stream->buffers[side])
		return FALSE;

	const struct mg_object *buffer = mg_graph_object(graph, from->to);
	memcpy(&start, bytes + READ_POINTER, sizeof start);
	memcpy(&end, bytes + READ_END, sizeof end);
	if (!buffer->readable || end < start ||
		end > buffer->address + buffer->size)
		return FALSE;
	*rest = mg_graph_bytes(graph, buffer) + from->to_offset;
	*size = end - start;
	return TRUE;
}

/* Whether what waits in the buffers tells the difference. */
static gboolean rests_differ(
	const struct hc_deltas *deltas, const struct stream *stream)
{
	const guint8 *rest[2];
	guint64 size[2];
	for (guint side = 0; side < 2; side++)
		if (!find_rest(deltas, stream, side, &rest[side], &size[side]))
			return FALSE;
	return size[0] != size[1] || memcmp(rest[0], rest[1], size[0]) != 0;
}

/* ---- Leaders and followers ---- */

/* The better leader has the better words: what is left to read; the file; else
 * the first. */
static guint rank_of(const struct finding *f, guint32 number, gboolean rests)
{
	const struct hc_delta *delta = hc_delta_at(f->deltas, number);
	const struct mg_change *change =
		hc_deltas_change_at(f->deltas, delta->change);
	if (delta->kind == HC_DELTA_FILE)
		return rests ? 2 : 0;
	if (!rests)
		return 1;
	return delta->kind == HC_DELTA_POINTER &&
			       change->before.offset == READ_POINTER
		       ? 0
		       : 1;
}

/* For each delta: its leader, or itself. */
static guint32 *find_leaders(const struct finding *f, gboolean *any)
{
	guint n = f->deltas->list->len;
	guint32 *leaders = g_new(guint32, n + 1);
	g_autofree guint32 *first = g_new(guint32, f->streams->len + 1);
	g_autofree guint32 *of = g_new(guint32, n + 1);
	g_autofree gboolean *rests = g_new0(gboolean, f->streams->len + 1);
	for (guint i = 0; i < f->streams->len; i++) {
		first[i] = HC_NO_DELTA;
		rests[i] = rests_differ(f->deltas,
			&g_array_index(f->streams, struct stream, i));
	}

	for (guint32 i = 0; i < n; i++) {
		of[i] = stream_of(f, i);
		if (!of[i])
			continue;
		guint32 *leader = &first[of[i] - 1];
		if (*leader == HC_NO_DELTA ||
			rank_of(f, i, rests[of[i] - 1]) <
				rank_of(f, *leader, rests[of[i] - 1]))
			*leader = i;
	}

	*any = FALSE;
	for (guint32 i = 0; i < n; i++) {
		leaders[i] = of[i] ? first[of[i] - 1] : i;
		*any |= leaders[i] != i;
		if (of[i] && leaders[i] == i && rests[of[i] - 1])
			hc_delta_at(f->deltas, i)->stream =
				g_array_index(
					f->streams, struct stream, of[i] - 1)
					.objects[0] +
				1;
	}
	return leaders;
}

/* Followers go behind all others. */
static void put_behind(struct hc_deltas *deltas, const guint32 *leaders)
{
	guint n = deltas->list->len;
	g_autoptr(GArray) old = g_steal_pointer(&deltas->list);
	g_autofree guint32 *numbers = g_new(guint32, n);
	deltas->list = g_array_new(FALSE, FALSE, sizeof(struct hc_delta));
	for (guint follow = 0; follow < 2; follow++)
		for (guint32 i = 0; i < n; i++) {
			if ((leaders[i] != i) != follow)
				continue;
			numbers[i] = deltas->list->len;
			g_array_append_val(deltas->list,
				g_array_index(old, struct hc_delta, i));
			if (!follow)
				continue;
			hc_delta_at(deltas, numbers[i])->element = 0;
			g_array_append_val(
				deltas->leaders, numbers[leaders[i]]);
		}

	for (guint32 i = 0; i < hc_deltas_n(deltas); i++)
		if (hc_delta_at(deltas, i)->stream)
			hc_delta_at(deltas, i)->element = 0;
	hc_deltas_renumber_slots(deltas, numbers);
}

void hc_deltas_join_streams(struct hc_deltas *deltas)
{
	struct finding f = {
		.deltas = deltas,
		.streams = g_array_new(FALSE, FALSE, sizeof(struct stream)),
		.by_object = g_hash_table_new(NULL, NULL),
		.by_number = g_hash_table_new(NULL, NULL),
	};
	gboolean any = FALSE;
	find_streams(&f);
	g_autofree guint32 *leaders = find_leaders(&f, &any);
	if (any)
		put_behind(deltas, leaders);
	g_array_unref(f.streams);
	g_hash_table_unref(f.by_object);
	g_hash_table_unref(f.by_number);
}

/* ---- Sets ---- */

struct dd_set *hc_deltas_with_followers(
	const struct hc_deltas *deltas, const struct dd_set *set)
{
	guint n = hc_deltas_n(deltas);
	g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < deltas->leaders->len; i++) {
		guint32 number = n + i;
		if (dd_set_contains(
			    set, g_array_index(deltas->leaders, guint32, i)))
			g_array_append_val(members, number);
	}
	g_autoptr(dd_set) followers = dd_set_new_members(
		(const guint32 *) (void *) members->data, members->len);
	return dd_set_union(set, followers);
}

guint32 hc_deltas_leader(const struct hc_deltas *deltas, guint32 number)
{
	guint n = hc_deltas_n(deltas);
	return number < n ? number
			  : g_array_index(deltas->leaders, guint32, number - n);
}

/* ---- Words ---- */

static gboolean find_told(
	const struct hc_deltas *deltas, guint i, struct stream *stream)
{
	guint32 object = hc_delta_at(deltas, i)->stream;
	return object && find_stream(deltas, object - 1, stream);
}

char *hc_deltas_stream_shown(const struct hc_deltas *deltas, guint i)
{
	struct stream stream;
	if (!find_told(deltas, i, &stream))
		return NULL;

	const struct mg_object *o =
		mg_graph_object(deltas->a, stream.objects[0]);
	const struct mg_root *root = root_of(deltas->a, o);
	if (root)
		return g_strdup_printf("the rest of %s", mg_root_key(root));

	/* The block has room for more than a FILE: "input[0]", and else
	 * "*input". */
	struct mg_vertex one = {
		.kind = MG_VERTEX_VALUE,
		.object = stream.objects[0],
		.size = o->shape.type->size,
		.type = o->shape.type,
	};
	g_autofree char *name = mg_vertex_name(deltas->a, &one);
	if (g_str_has_suffix(name, "[0]"))
		name[strlen(name) - strlen("[0]")] = '\0';
	return g_strdup_printf(
		"the rest of %s", name[0] == '*' ? name + 1 : name);
}

char *hc_deltas_stream_text(const struct hc_deltas *deltas, guint i, guint side)
{
	enum { MOST_TEXT = 200 };
	struct stream stream;
	const guint8 *rest;
	guint64 size;
	if (!find_told(deltas, i, &stream) ||
		!find_rest(deltas, &stream, side, &rest, &size))
		return NULL;
	return mg_quote(rest, size, MOST_TEXT);
}
