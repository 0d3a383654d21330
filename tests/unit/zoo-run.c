/* Whole programs of the zoo, compared at each stop. */
#include "zoo.h"

#include <stdio.h>
#include <string.h>

static guint compare(const char *name)
{
	struct zoo zoo;
	gboolean stops = zoo_start(&zoo, name);
	zoo.optimised = strstr(name, "optimised") != NULL ||
			strstr(name, "frame-pointer") != NULL;
	/* GDB 13 can't follow a split unit's variable-length arrays. */
	zoo.weak = strcmp(name, "c-clang-split") == 0;
	if (!zoo.path) {
		zoo_end(&zoo);
		return 0;
	}
	for (; stops; stops = zoo_next(&zoo)) {
		zoo_compare_frames(&zoo);
		zoo_compare_locals(&zoo);
		if (zoo.stops == 1)
			zoo_compare_globals(&zoo);
	}
	if (zoo.info)
		zoo_compare_types(&zoo);
	CU_ASSERT_TRUE(zoo.stops > 4);
	CU_ASSERT_TRUE(zoo.checks > 300);
	if (zoo.differences > 0)
		test_fail("%s: %u differences", name, zoo.differences);
	printf("# %s: %u stops, %u checks; of variables of frames %u known, "
	       "%u optimised out, %u to us alone\n",
		name, zoo.stops, zoo.checks, zoo.known, zoo.out, zoo.only_gdb);
	zoo_end(&zoo);
	return zoo.checks;
}

guint zoo_compare(const char *const *names)
{
	guint checks = 0;
	if (!can_debug())
		return G_MAXUINT;
	for (guint i = 0; names[i]; i++)
		checks += compare(names[i]);
	return checks;
}
