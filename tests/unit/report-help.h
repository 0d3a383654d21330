/* What the tests of the chain's reports share: a story that is told.
 *
 *	g_autoptr(test_story) story = story_new();
 *	story_add_cause(story, "main", 3, make_cause("x", "int", "1", "2"));
 *	assert_tells(story, "x is now 2 (was 1)");
 */
#ifndef REPORT_HELP_H
#define REPORT_HELP_H

#include "chain-help.h"
#include "report-chain.h"
#include "runner.h"

#include <string.h>

/* As text; the caller frees it. */
static inline char *tell(struct test_story *story)
{
	struct hc_text_options how = {0};
	return hc_report_chain_text(story_tell(story), &how);
}

/* Whether the text has this in it. */
static inline void assert_tells(struct test_story *story, const char *part)
{
	g_autofree char *text = tell(story);
	if (!strstr(text, part))
		test_fail("no \"%s\" in \"%s\"", part, text);
}

#endif
