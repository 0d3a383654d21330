#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean fail(const struct hc_output *output, GError **error)
{
	g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_IO,
		"cannot write to '%s': %s",
		output->path ? output->path : "stdout", g_strerror(errno));
	return FALSE;
}

void hc_output_prepare(void)
{
	int fd;
	do
		fd = open("/dev/null", O_RDONLY | O_NOCTTY);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

gboolean hc_output_open(
	struct hc_output *output, const char *path, GError **error)
{
	output->path = path;
	output->file = path ? fopen(path, "we") : stdout;
	return output->file || fail(output, error);
}

gboolean hc_output_close(struct hc_output *output, gboolean ok, GError **error)
{
	struct stat status;
	gboolean regular = fstat(fileno(output->file), &status) == 0 &&
			   S_ISREG(status.st_mode);
	if (ok && (ferror(output->file) || fflush(output->file) != 0))
		ok = fail(output, error);
	if (!output->path)
		return ok;
	if (fclose(output->file) != 0 && ok)
		ok = fail(output, error);
	/* A device is not ours to remove. */
	if (!ok && regular)
		remove(output->path);
	return ok;
}
