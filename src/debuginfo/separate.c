/* Debug information in a separate file: by build id, by debug link, or by the
 * link to what several files share. libdwfl's own search would also ask servers
 * on the network, if the environment names any, and wait for them. */
#include "debuginfo-inside.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 64 << 10 };

/* The CRC of debug links, the same as zlib's, four bits at a time. */
static gboolean has_crc(int fd, guint32 expected)
{
	guint32 table[16], crc = 0xffffffff;
	for (guint32 i = 0; i < G_N_ELEMENTS(table); i++) {
		table[i] = i;
		for (guint bit = 0; bit < 4; bit++)
			table[i] =
				table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}

	g_autofree guint8 *chunk = g_malloc(CHUNK);
	off_t at = 0;
	gssize n;
	while ((n = pread(fd, chunk, CHUNK, at)) > 0) {
		for (gssize i = 0; i < n; i++) {
			crc = crc >> 4 ^ table[(crc ^ chunk[i]) & 15];
			crc = crc >> 4 ^ table[(crc ^ chunk[i] >> 4) & 15];
		}
		at += n;
	}

	return n == 0 && (crc ^ 0xffffffff) == expected;
}

static int try_file(
	char *path, const char * not, gboolean check, guint32 crc, char **found)
{
	int fd = g_strcmp0(path, not ) == 0 ? -1
					    : open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && check && !has_crc(fd, crc)) {
		close(fd);
		fd = -1;
	}
	if (fd >= 0)
		*found = strdup(path);
	g_free(path);
	return fd;
}

/* One element of the path: an empty one means beside the file, a relative one a
 * folder there, an absolute one a folder that repeats the whole tree. */
static int try_element(const char *element, const char *file, const char *link,
	guint32 crc, char **found)
{
	g_autofree char *directory = g_path_get_dirname(file);
	if (!g_path_is_absolute(element))
		return try_file(
			g_build_filename(directory, element, link, NULL), file,
			TRUE, crc, found);
	int fd = try_file(g_build_filename(element, directory, link, NULL),
		file, TRUE, crc, found);
	return fd >= 0 ? fd
		       : try_file(g_build_filename(element, link, NULL), file,
				 TRUE, crc, found);
}

/* What dwz put aside for several files: beside the file that links to it. */
static int find_shared(Dwfl_Module *mod, const char *link, char **found)
{
	const char *file = NULL, *debug = NULL;
	dwfl_module_info(mod, NULL, NULL, NULL, NULL, NULL, &file, &debug);
	if (g_path_is_absolute(link))
		return try_file(g_strdup(link), NULL, FALSE, 0, found);

	if (!debug)
		debug = file;
	if (!debug)
		return -1;

	g_autofree char *directory = g_path_get_dirname(debug);
	return try_file(
		g_build_filename(directory, link, NULL), NULL, FALSE, 0, found);
}

int hc_di_find_separate(Dwfl_Module *mod, void **userdata, const char *name,
	Dwarf_Addr base, const char *file, const char *link, GElf_Word crc,
	char **found)
{
	const struct hc_di_module *module = *userdata;
	if (!file && link)
		return find_shared(mod, link, found);

	int fd = dwfl_build_id_find_debuginfo(
		mod, userdata, name, base, file, link, crc, found);
	if (fd >= 0 || !file || !link || !module)
		return fd;

	g_auto(GStrv) elements = g_strsplit(module->debug_path, ":", -1);
	for (guint i = 0; elements[i] && fd < 0; i++)
		fd = try_element(elements[i], file, link, crc, found);
	return fd;
}
