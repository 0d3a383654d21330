/* Where runs may write: which directories get a layer in the view that they
 * happen in (process-view.h). */
#ifndef HC_LAYERS_H
#define HC_LAYERS_H

#include "runs.h"

/* A view for all of these (struct hc_runs *); the caller frees it. `limit` is
 * how much a run may write (size.h); NULL: a gigabyte. */
struct hc_view *hc_layers_view(
	const GPtrArray *pairs, const char *limit, GError **error);

#endif
