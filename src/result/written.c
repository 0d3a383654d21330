#include "written.h"

struct hc_written *hc_written_new(void)
{
	struct hc_written *written = g_new0(struct hc_written, 1);
	written->backtrace = g_ptr_array_new_with_free_func(g_free);
	return written;
}

void hc_written_free(struct hc_written *written)
{
	g_free(written->function);
	g_free(written->file);
	g_free(written->library);
	g_ptr_array_unref(written->backtrace);
	g_free(written);
}

gboolean hc_written_same(const struct hc_written *a, const struct hc_written *b)
{
	return a->how == b->how && a->line == b->line &&
	       g_strcmp0(a->function, b->function) == 0 &&
	       g_strcmp0(a->file, b->file) == 0 &&
	       g_strcmp0(a->library, b->library) == 0;
}
