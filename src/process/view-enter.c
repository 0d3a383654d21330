/* In the process that enters: no allocation, no errno. */
#include "view-plan.h"

#include "process-calls.h"

#include <errno.h>
#include <fcntl.h>

HC_IN_GUARD static long write_text(const char *file, const char *text)
{
	long n = 0;
	while (text[n])
		n++;
	long fd =
		HC_CALL_4(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return fd;
	long written = HC_CALL_3(SYS_write, fd, text, n);
	HC_CALL_1(SYS_close, fd);
	return written < 0 ? written : written == n ? 0 : -EIO;
}

HC_IN_GUARD long hc_view_walk(const struct hc_view *view, guint *at)
{
	const struct hc_view_step *steps = (const void *) view->steps->data;
	for (*at = 0; *at < view->steps->len; (*at)++) {
		const struct hc_view_step *step = &steps[*at];
		const long *a = step->arguments;
		long result = step->number == HC_VIEW_WRITE
				      ? write_text((const char *) a[0],
						(const char *) a[1])
				      : HC_CALL_5(step->number, a[0], a[1],
						a[2], a[3], a[4]);
		if (result < 0)
			return result;
	}
	return 0;
}

HC_IN_GUARD int hc_view_enter(const struct hc_view *view)
{
	guint step;
	return (int) -hc_view_walk(view, &step);
}
