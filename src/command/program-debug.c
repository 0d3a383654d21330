/* Where a program's debug information is. The order and the places are GDB's:
 * in the program, by its build id, by its debug link. What GDB would refuse
 * does not count here. */
#include "program-inside.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_NOTE = 256, MAX_LINK = PATH_MAX + 8, CHUNK = 64 << 10 };

/* Split DWARF leaves a skeleton in .debug_info that leads to the rest. */
static gboolean has_dwarf(const struct hc_program_elf_file *file)
{
	static const char *const names[] = {".debug_info", ".zdebug_info"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		const Elf64_Shdr *s = hc_program_elf_section(file, names[i]);
		if (s && s->sh_type != SHT_NOBITS && s->sh_size > 0)
			return TRUE;
	}
	return FALSE;
}

/* The build id in hexadecimal, or NULL; the caller frees it. */
static char *build_id(const struct hc_program_elf_file *file)
{
	const Elf64_Shdr *s =
		hc_program_elf_section(file, ".note.gnu.build-id");
	struct {
		Elf64_Nhdr header;
		char name[4];
		guint8 id[MAX_NOTE];
	} note;
	const gsize before_id = sizeof note - MAX_NOTE;
	if (!s || s->sh_type != SHT_NOTE || s->sh_size <= before_id ||
		s->sh_size > sizeof note ||
		!hc_program_elf_read(file, s->sh_offset, &note, s->sh_size))
		return NULL;
	gsize n = note.header.n_descsz;
	if (note.header.n_namesz != sizeof note.name ||
		memcmp(note.name, "GNU", sizeof note.name) != 0 ||
		note.header.n_type != NT_GNU_BUILD_ID || n < 2 ||
		n > s->sh_size - before_id)
		return NULL;
	GString *hex = g_string_new(NULL);
	for (gsize i = 0; i < n; i++)
		g_string_append_printf(hex, "%02x", note.id[i]);
	return g_string_free(hex, FALSE);
}

/* The debug file's name and checksum, or NULL; the caller frees it. */
static char *debug_link(const struct hc_program_elf_file *file, guint32 *crc)
{
	const Elf64_Shdr *s = hc_program_elf_section(file, ".gnu_debuglink");
	if (!s || s->sh_type == SHT_NOBITS || s->sh_size < 8 ||
		s->sh_size > MAX_LINK)
		return NULL;
	g_autofree char *data = g_malloc(s->sh_size);
	if (!hc_program_elf_read(file, s->sh_offset, data, s->sh_size))
		return NULL;
	/* The checksum stands behind the name, at a multiple of four. */
	gsize length = strnlen(data, s->sh_size);
	gsize at = (length + 4) & ~(gsize) 3;
	if (length == 0 || at + sizeof *crc > s->sh_size)
		return NULL;
	memcpy(crc, data + at, sizeof *crc);
	return g_steal_pointer(&data);
}

/* The CRC of debug links (that of zlib and Ethernet), four bits at a time. */
static gboolean has_crc(
	const struct hc_program_elf_file *file, guint32 expected)
{
	guint32 table[16], crc = 0xffffffff;
	for (guint32 i = 0; i < G_N_ELEMENTS(table); i++) {
		table[i] = i;
		for (guint bit = 0; bit < 4; bit++)
			table[i] =
				table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	g_autofree guint8 *chunk = g_malloc(CHUNK);
	for (guint64 at = 0; at < file->size; at += CHUNK) {
		gsize n = MIN(CHUNK, file->size - at);
		if (!hc_program_elf_read(file, at, chunk, n))
			return FALSE;
		for (gsize i = 0; i < n; i++) {
			crc ^= chunk[i];
			crc = crc >> 4 ^ table[crc & 15];
			crc = crc >> 4 ^ table[crc & 15];
		}
	}
	return (crc ^ 0xffffffff) == expected;
}

/* What a separate debug file is recognised by: an id, or else a checksum. */
struct wanted {
	const char *id;
	guint32 crc;
};

static gboolean is_wanted(
	const struct hc_program_elf_file *file, const struct wanted *wanted)
{
	if (!has_dwarf(file))
		return FALSE;
	if (!wanted->id)
		return has_crc(file, wanted->crc);
	g_autofree char *id = build_id(file);
	return g_strcmp0(id, wanted->id) == 0;
}

static gboolean is_debug_file_for(const char *path, const struct wanted *wanted)
{
	struct stat st;
	struct hc_program_elf_file file;
	int fd = hc_program_open(path, &st, NULL);
	if (fd < 0)
		return FALSE;
	gboolean ok = FALSE;
	if (hc_program_elf_init(&file, fd, (guint64) st.st_size, NULL))
		ok = hc_program_check_header(&file, NULL) &&
		     hc_program_elf_read_tables(&file, NULL) &&
		     is_wanted(&file, wanted);
	hc_program_elf_clear(&file);
	close(fd);
	return ok;
}

static char *find_by_id(const char *id, const char *debug_dir)
{
	struct wanted wanted = {.id = id};
	g_autofree char *path = g_strdup_printf(
		"%s/.build-id/%.2s/%s.debug", debug_dir, id, id + 2);
	return is_debug_file_for(path, &wanted) ? g_steal_pointer(&path) : NULL;
}

static char *find_by_link(
	const char *link, guint32 crc, const char *path, const char *debug_dir)
{
	struct wanted wanted = {.crc = crc};
	/* Beside the file itself, not beside a symbolic link to it. */
	g_autofree char *real = realpath(path, NULL);
	g_autofree char *dir = g_path_get_dirname(real ? real : path);
	char *places[] = {
		g_build_filename(dir, link, NULL),
		g_build_filename(dir, ".debug", link, NULL),
		g_build_filename(debug_dir, dir, link, NULL),
	};
	char *found = NULL;
	for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
		if (!found && is_debug_file_for(places[i], &wanted))
			found = g_steal_pointer(&places[i]);
		g_free(places[i]);
	}
	return found;
}

static gboolean fail_no_debug(
	const char *link, const char *debug_dir, GError **error)
{
	g_autofree char *shown = link ? g_strescape(link, NULL) : NULL;
	g_autofree char *missing =
		link ? g_strdup_printf(
			       "; that was moved to a file '%s', which is "
			       "neither beside the program nor under %s, or "
			       "belongs to another build",
			       shown, debug_dir)
		     : g_strdup("");
	g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_NO_DEBUG,
		"has no debug information%s; compile it with -g (and -O0, so "
		"that all its variables can be seen)",
		missing);
	return FALSE;
}

gboolean hc_program_check_debug(const struct hc_program_elf_file *file,
	struct hc_program *program, const char *debug_dir, GError **error)
{
	guint32 crc = 0;
	if (has_dwarf(file))
		return TRUE;
	g_autofree char *id = build_id(file);
	g_autofree char *link = debug_link(file, &crc);
	if (id)
		program->debug_path = find_by_id(id, debug_dir);
	if (link && !program->debug_path)
		program->debug_path =
			find_by_link(link, crc, program->path, debug_dir);
	if (!program->debug_path)
		return fail_no_debug(link, debug_dir, error);
	return TRUE;
}
