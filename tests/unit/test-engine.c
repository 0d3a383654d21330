#include "engine-help.h"
#include "runner.h"
static void first(void)
{
	for (int k = 1; k <= 2; k++) {
	g_auto(act_t) act = {.name="plain"};
	if (!act_start(&act, k)) return;
	printf("# %d %s\n", hc_engine_kind(act.engine), hc_engine_reason(act.engine));
	for (int i = 0; i < 5; i++) {
	gint64 t = g_get_monotonic_time();
	g_autoptr(hc_outcome) outcome = act_run(&act, NULL);
	printf("# %d us\n", (int) (g_get_monotonic_time() - t));
	act_compare(&act, outcome);
	}
	}
}
int main(void)
{
	static const struct test tests[] = {TEST(first)};
	return run_tests("engine", tests, G_N_ELEMENTS(tests));
}
