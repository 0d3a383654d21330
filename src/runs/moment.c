#include "moment.h"

#include <string.h>

/* How long a wait lasts, at most, before *stop is checked again. */
enum { SLICE_MS = 20 };
/* Of a long run, only its first seconds are looked for: it is in another one
 * when it is made again. */
enum { MOST_SECONDS = 3 };

gint64 hc_moment_now(void)
{
	return g_get_real_time() / G_USEC_PER_SEC;
}

static gboolean has(GBytes *stream, const char *text)
{
	gsize n;
	const char *data = g_bytes_get_data(stream, &n);
	return n && memmem(data, n, text, strlen(text));
}

static gboolean has_time(GBytes *stream, GDateTime *time)
{
	static const char *const forms[] = {"%H:%M:%S", "%H%M%S", "%s"};
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autofree char *text = g_date_time_format(time, forms[i]);
		if (text && has(stream, text))
			return TRUE;
	}
	return FALSE;
}

gboolean hc_moment_is_in(const struct hc_moment *moment, GBytes *stream)
{
	gint64 last = MIN(moment->to, moment->from + MOST_SECONDS - 1);
	for (gint64 second = moment->from; second <= last; second++) {
		g_autoptr(GDateTime) here =
			g_date_time_new_from_unix_local(second);
		g_autoptr(GDateTime) utc =
			g_date_time_new_from_unix_utc(second);
		if ((here && has_time(stream, here)) ||
			(utc && has_time(stream, utc)))
			return TRUE;
	}
	return FALSE;
}

void hc_moment_pass(gint64 second, hc_stop_flag stop)
{
	while (hc_moment_now() == second && !hc_stop_flag_is_set(stop))
		g_usleep(SLICE_MS * 1000);
}
