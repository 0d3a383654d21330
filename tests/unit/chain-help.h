/* Chains made by hand: what was seen at each moment, and the result that comes
 * of it.
 *
 *	g_autoptr(test_story) story = story_new();
 *	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
 *	use(story_tell(story));
 */
#ifndef CHAIN_HELP_H
#define CHAIN_HELP_H

#include "look.h"

struct test_story {
	GPtrArray *looks; /* struct hc_look * */
	struct hc_result *result;
};

struct test_story *story_new(void);
void story_free(struct test_story *story);

struct hc_cause *make_cause(const char *variable, const char *type,
	const char *pass, const char *fail);
/* In a.c. The event is the story's. */
struct hc_event *story_add(
	struct test_story *story, const char *function, int line);
/* With a cause that is confirmed both ways, and becomes the story's. */
struct hc_event *story_add_cause(struct test_story *story, const char *function,
	int line, struct hc_cause *cause);
/* The same by an int that is in a place, and 0 in the passing run. */
struct hc_event *story_add_placed(struct test_story *story, int line,
	const char *place, const char *variable, const char *fail);
struct hc_event *story_event(const struct test_story *story, guint index);

/* All that was added so far as the story's result, with its steps. */
const struct hc_result *story_tell(struct test_story *story);

typedef struct test_story test_story; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(test_story, story_free)

#endif
