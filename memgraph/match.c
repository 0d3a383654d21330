#include "match.h"

#include "environment.h"
#include "match-inside.h"

#include <string.h>

/* ---- Pairs ---- */

static gboolean tags_differ(struct mg_match *match, guint32 x, guint32 y)
{
	const struct mg_side *a = &match->side[0], *b = &match->side[1];
	const struct mg_object *p = mg_graph_object(a->graph, x);
	const struct mg_object *q = mg_graph_object(b->graph, y);
	struct mg_class *class = mg_class_at(&match->classes, a->class[x]);
	guint64 s, t;
	return p->shape.count == 1 && q->shape.count == 1 &&
	       mg_class_tag(class, mg_graph_bytes(a->graph, p), p->size, &s) &&
	       mg_class_tag(class, mg_graph_bytes(b->graph, q), q->size, &t) &&
	       s != t;
}

enum mg_fit mg_match_fit(struct mg_match *match, guint32 x, guint32 y)
{
	const struct mg_side *a = &match->side[0], *b = &match->side[1];
	const struct mg_object *p = mg_graph_object(a->graph, x);
	const struct mg_object *q = mg_graph_object(b->graph, y);
	gboolean constant = p->home == MG_HOME_CONSTANT;
	/* Bytes are bytes, whether or not a char * leads there. */
	gboolean texts =
		p->text == q->text || (!p->shape.type && !q->shape.type);
	gboolean freed = p->home == MG_HOME_FREED || q->home == MG_HOME_FREED;
	if (a->class[x] != b->class[y] || !texts || freed || !p->readable ||
		!q->readable || constant != (q->home == MG_HOME_CONSTANT) ||
		(constant && a->says[x] != b->says[y]) ||
		tags_differ(match, x, y))
		return MG_FIT_NOT;

	return mg_object_used(q) <= p->size ? MG_FIT : MG_FIT_TOO_LARGE;
}

void mg_match_pair(struct mg_match *match, guint32 x, guint32 y)
{
	match->side[0].mate[x] = y;
	match->side[1].mate[y] = x;
}

/* ---- The common subgraph ---- */

/* Where the pointers of one object and of its mate lead, noted for one object
 * at a time: an array may have a million of them. For objects of the first
 * graph, the last x that leads there at an offset where its mate leads to the
 * mate; for objects of the second graph, the last x whose mate leads there; plus
 * one each. */
struct agreement {
	guint32 *same, *any;
	guint32 noted; /* the last x, plus one */
};

static gboolean is_edge(const struct mg_link *link)
{
	return !link->beside && link->end == MG_END_NONE;
}

static void note_edges(
	const struct mg_match *match, struct agreement *agreement, guint32 x)
{
	const struct mg_side *a = &match->side[0], *b = &match->side[1];
	const struct mg_object *p = mg_graph_object(a->graph, x);
	const struct mg_object *q = mg_graph_object(b->graph, a->mate[x]);
	const struct mg_link *k = mg_graph_links(a->graph, p);
	const struct mg_link *l = mg_graph_links(b->graph, q);

	agreement->noted = x + 1;
	for (guint32 j = 0; j < q->n_links; j++)
		if (is_edge(&l[j]))
			agreement->any[l[j].to] = x + 1;

	for (guint32 i = 0, j = 0; i < p->n_links && j < q->n_links;) {
		guint64 s = k[i].offset, t = l[j].offset;
		if (k[i].beside || l[j].beside)
			break;
		if (s == t && is_edge(&k[i]) && is_edge(&l[j]) &&
			a->mate[k[i].to] == l[j].to &&
			k[i].to_offset == l[j].to_offset)
			agreement->same[k[i].to] = x + 1;
		i += s <= t;
		j += t <= s;
	}
}

/* Whether x points to v at some offset where x's mate points to v's mate, if
 * that points to it at all. */
static gboolean agree(const struct mg_match *match, struct agreement *agreement,
	guint32 x, guint32 v)
{
	const struct mg_side *a = &match->side[0];
	if (agreement->noted != x + 1)
		note_edges(match, agreement, x);
	return agreement->same[v] == x + 1 ||
	       agreement->any[a->mate[v]] != x + 1;
}

/* Which of two that disagree is not in the common subgraph. */
static guint32 loser(const struct mg_match *match, guint32 x, guint32 v)
{
	return match->sure[x] && !match->sure[v]   ? v
	       : match->sure[v] && !match->sure[x] ? x
						   : MAX(x, v);
}

/* Pairs that say the same, without those that disagree with an earlier one on a
 * link: both graphs have a link between them, but not the same one. */
static void find_common(struct mg_match *match)
{
	const struct mg_side *a = &match->side[0], *b = &match->side[1];
	g_autofree guint32 *same = g_new0(guint32, a->n + 1);
	g_autofree guint32 *any = g_new0(guint32, b->n + 1);
	struct agreement agreement = {same, any, 0};

	for (guint32 x = 0; x < a->n; x++)
		match->common[x] = a->mate[x] != MG_NO_MATE &&
				   a->says[x] == b->says[a->mate[x]];
	for (guint32 x = 0; x < a->n && !mg_match_is_stopped(match); x++) {
		const struct mg_object *o = mg_graph_object(a->graph, x);
		const struct mg_link *links = mg_graph_links(a->graph, o);
		for (guint32 i = 0; i < o->n_links && match->common[x] &&
				    !mg_match_is_stopped(match);
			i++) {
			guint32 v = links[i].to;
			if (links[i].beside || links[i].end != MG_END_NONE ||
				!match->common[v])
				continue;
			const struct mg_link *other = mg_graph_link_at(
				b->graph, a->mate[x], links[i].offset);
			if (other && other->end == MG_END_NONE &&
				other->to == a->mate[v] &&
				other->to_offset == links[i].to_offset)
				continue;
			if (!agree(match, &agreement, x, v))
				match->common[loser(match, x, v)] = FALSE;
		}
	}
}

/* ---- Freed memory ---- */

/* What is left of an object is compared with what mates have at the same place,
 * if that was freed, too. It comes behind the objects that lead there. */
static void pair_freed(struct mg_match *match)
{
	const struct mg_side *a = &match->side[0], *b = &match->side[1];
	for (guint32 x = 0; x < a->n && !mg_match_is_stopped(match); x++) {
		const struct mg_object *p = mg_graph_object(a->graph, x);
		if (p->home != MG_HOME_FREED)
			continue;
		const struct mg_link *link = &g_array_index(
			a->graph->links, struct mg_link, p->named_by - 1);
		guint32 y = a->mate[link->from];
		const struct mg_link *other =
			y == MG_NO_MATE
				? NULL
				: mg_graph_link_at(b->graph, y, link->offset);
		if (other && other->end == MG_END_DEAD &&
			other->to != MG_NO_OBJECT &&
			b->mate[other->to] == MG_NO_MATE &&
			a->class[x] == b->class[other->to])
			mg_match_pair(match, x, other->to);
	}
}

/* ---- The whole ---- */

static void init_side(
	struct mg_match *match, guint number, const struct mg_graph *graph)
{
	struct mg_side *side = &match->side[number];
	guint32 n = graph->objects->len;

	side->graph = graph;
	side->n = n;
	side->class = g_new(guint32, n + 1);
	side->mate = g_new(guint32, n + 1);
	side->says = g_new(guint64, n + 1);
	side->near = g_new(guint64, n + 1);
	side->far = g_new(guint64, n + 1);
	side->stamp = g_new0(guint32, n + 1);
	side->place = g_new0(guint32, n + 1);
	side->replaced = g_new0(gboolean, n + 1);
	side->environment = mg_environment_of(graph);
	mg_map_init(&side->by_far);
	memset(side->mate, 0xff, n * sizeof *side->mate);
	for (guint32 i = 0; i < n; i++)
		side->class[i] = mg_class_of(&match->classes, number,
			mg_graph_object(side->graph, i)->shape.type);
}

/* Whether a pointer leads to another object of the same type. */
static gboolean is_self_link(
	const struct mg_side *side, guint32 from, const struct mg_link *link)
{
	return !link->beside && link->end == MG_END_NONE &&
	       side->class[link->to] == side->class[from] &&
	       mg_graph_object(side->graph, link->to)->shape.count == 1;
}

static gboolean leads_to(
	const struct mg_side *side, guint32 from, guint64 offset, guint32 to)
{
	const struct mg_link *link =
		mg_graph_link_at(side->graph, from, offset);
	return link && link->end == MG_END_NONE && link->to == to;
}

/* Two pointers of an object make a list, not a tree, if each is the way back
 * for the other. */
static gboolean is_branch(const struct mg_side *side, guint32 object,
	const struct mg_link *one, const struct mg_link *two)
{
	return one->to != two->to && one->to != object && two->to != object &&
	       !(leads_to(side, one->to, two->offset, object) &&
		       leads_to(side, two->to, one->offset, object));
}

/* Where objects point to others of their own type. */
static void find_self_links(struct mg_match *match, guint number)
{
	const struct mg_side *side = &match->side[number];

	for (guint32 i = 0; i < side->n && !mg_match_is_stopped(match); i++) {
		const struct mg_object *o = mg_graph_object(side->graph, i);
		const struct mg_link *links = mg_graph_links(side->graph, o);
		const struct mg_link *before = NULL;
		if (!o->shape.type || o->shape.count != 1)
			continue;
		struct mg_class *class =
			mg_class_at(&match->classes, side->class[i]);
		for (guint32 k = 0; k < o->n_links; k++) {
			if (!is_self_link(side, i, &links[k]))
				continue;
			mg_class_add_self(class, links[k].offset);
			if (before && !class->branches)
				class->branches =
					is_branch(side, i, before, &links[k]);
			before = &links[k];
		}
	}
}

static struct mg_match *new_match(
	const struct mg_graph *a, const struct mg_graph *b)
{
	struct mg_match *match = g_new0(struct mg_match, 1);

	mg_classes_init(&match->classes);
	init_side(match, 0, a);
	init_side(match, 1, b);
	match->common = g_new0(gboolean, match->side[0].n + 1);
	match->sure = g_new0(gboolean, match->side[0].n + 1);
	find_self_links(match, 0);
	find_self_links(match, 1);

	return match;
}

/* Loops ended early, here or there, if the user wants it to end. */
static struct mg_match *finish(struct mg_match *match)
{
	pair_freed(match);
	find_common(match);
	if (mg_match_is_stopped(match))
		g_clear_pointer(&match, mg_match_free);
	return match;
}

struct mg_match *mg_match_new(const struct mg_graph *a,
	const struct mg_graph *b, const struct mg_match_options *options)
{
	struct mg_match *match = new_match(a, b);
	mg_digest_objects(match);
	if (options->way == MG_MATCH_CLIQUE)
		mg_match_clique(match, options->work);
	mg_match_walk(match);
	if (options->way == MG_MATCH_AUTO &&
		mg_match_leftovers(match, options->work))
		mg_match_walk(match);
	return finish(match);
}

/* There may be enough room one way, but too little the other way; variables
 * stay what they are. */
static gboolean outgrows(struct mg_match *match, guint32 x, guint32 y)
{
	const struct mg_object *p = mg_graph_object(match->side[0].graph, x);
	const struct mg_object *q = mg_graph_object(match->side[1].graph, y);
	gboolean variable =
		p->root && !(p->text && p->in_memory && !p->shape.type);
	/* What is in an environment is matched by names, not by room. */
	return !variable && x != match->side[0].environment &&
	       mg_object_used(q) > p->size;
}

struct mg_match *mg_match_reversed(const struct mg_match *match)
{
	struct mg_match *other =
		new_match(match->side[1].graph, match->side[0].graph);

	/* What objects say is known. */
	for (guint i = 0; i < 2; i++)
		memcpy(other->side[i].says, match->side[1 - i].says,
			match->side[1 - i].n * sizeof *match->side[1 - i].says);

	for (guint32 y = 0; y < match->side[1].n && !mg_match_is_stopped(other);
		y++) {
		guint32 x = match->side[1].mate[y];
		if (x == MG_NO_MATE || outgrows(other, y, x))
			continue;
		mg_match_pair(other, y, x);
		other->sure[y] = match->sure[x];
	}

	return finish(other);
}

guint mg_match_ways(const struct mg_match *match, guint side, guint32 object,
	guint64 offsets[MG_MOST_WAYS])
{
	const struct mg_class *class =
		mg_class_at(&match->classes, match->side[side].class[object]);
	memcpy(offsets, class->self, class->n_self * sizeof *offsets);
	return class->n_self;
}

void mg_match_free(struct mg_match *match)
{
	for (guint i = 0; i < 2; i++) {
		struct mg_side *side = &match->side[i];
		g_free(side->class);
		g_free(side->mate);
		g_free(side->says);
		g_free(side->near);
		g_free(side->far);
		g_free(side->stamp);
		g_free(side->place);
		g_free(side->replaced);
		mg_map_clear(&side->by_far);
	}

	mg_classes_clear(&match->classes);
	g_free(match->common);
	g_free(match->sure);
	g_free(match);
}

const struct mg_graph *mg_match_graph(const struct mg_match *match, guint side)
{
	return match->side[side].graph;
}

guint32 mg_match_mate(const struct mg_match *match, guint side, guint32 object)
{
	return match->side[side].mate[object];
}

gboolean mg_match_is_common(const struct mg_match *match, guint32 object)
{
	return match->common[object];
}

void mg_match_facts(const struct mg_match *match, struct mg_match_facts *facts)
{
	*facts = (struct mg_match_facts){.limited = match->limited};
	for (guint32 i = 0; i < match->side[0].n; i++) {
		facts->pairs += match->side[0].mate[i] != MG_NO_MATE;
		facts->common += match->common[i] != 0;
	}
}
