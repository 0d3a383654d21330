#include "stop-flag.h"

G_DEFINE_QUARK(hc_stopped_error, hc_stopped_error)

gboolean hc_stopped_fail(GError **error)
{
	g_set_error_literal(error, HC_STOPPED_ERROR, HC_STOPPED_ERROR_BY_USER,
		"interrupted");
	return FALSE;
}
