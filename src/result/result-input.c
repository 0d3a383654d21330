#include "result-input.h"

static void part_free(gpointer data)
{
	struct hc_result_part *part = data;
	g_free(part->said);
	g_clear_pointer(&part->base_pass, g_bytes_unref);
	g_clear_pointer(&part->base_fail, g_bytes_unref);
	g_clear_pointer(&part->pass, g_bytes_unref);
	g_clear_pointer(&part->fail, g_bytes_unref);
	g_free(part);
}

struct hc_result_input *hc_result_input_new(void)
{
	struct hc_result_input *result = g_new0(struct hc_result_input, 1);
	result->parts = g_ptr_array_new_with_free_func(part_free);
	result->changes =
		g_array_new(FALSE, FALSE, sizeof(struct hc_result_change));
	result->repeat = 1;
	return result;
}

void hc_result_input_free(struct hc_result_input *result)
{
	g_free(result->program);
	g_free(result->command);
	g_strfreev(result->argv);
	g_free(result->passing);
	g_strfreev(result->pass_argv);
	g_ptr_array_unref(result->parts);
	g_array_unref(result->changes);
	g_free(result->failure_text);
	g_free(result->passes_text);
	g_free(result->no_chain);
	g_free(result);
}

guint64 hc_result_input_size(
	const struct hc_result_input *result, gboolean failing)
{
	guint64 size = 0;
	for (guint i = 0; i < result->parts->len; i++) {
		const struct hc_result_part *part = result->parts->pdata[i];
		GBytes *bytes = failing ? part->fail : part->pass;
		size += bytes ? g_bytes_get_size(bytes) : 0;
	}
	return size;
}
