#include "program-elf.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
	/* The kernel starts no program whose segments' headers are larger. */
	MAX_SEGMENTS = 65536 / sizeof(Elf64_Phdr),
	/* A linked program has some dozens; this allows 4 MiB of headers. */
	MAX_SECTIONS = 65536,
	MAX_NAMES = 16 << 20,
};

gboolean hc_program_elf_fail_damaged(GError **error, const char *what)
{
	g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_DAMAGED,
		"is damaged or cut short: %s; build it again", what);
	return FALSE;
}

gboolean hc_program_elf_read(const struct hc_program_elf_file *file,
	guint64 offset, void *buffer, gsize n)
{
	if (offset > file->size || n > file->size - offset)
		return FALSE;
	char *at = buffer;
	while (n > 0) {
		ssize_t done = pread(file->fd, at, n, (off_t) offset);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) /* it shrank under our hands */
			return FALSE;
		at += done;
		offset += (guint64) done;
		n -= (gsize) done;
	}
	return TRUE;
}

gboolean hc_program_elf_init(
	struct hc_program_elf_file *file, int fd, guint64 size, GError **error)
{
	*file = (struct hc_program_elf_file){.fd = fd, .size = size};
	char magic[SELFMAG];
	if (!hc_program_elf_read(file, 0, magic, SELFMAG) ||
		memcmp(magic, ELFMAG, SELFMAG) != 0) {
		g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_NOT_ELF,
			"%s; name a program as the compiler makes it (ELF)",
			size == 0 ? "is empty" : "is not a program file");
		return FALSE;
	}
	/* A 32-bit header is shorter, and such a file may end with it. */
	gsize n = MIN(size, sizeof file->header);
	if (n < sizeof(Elf32_Ehdr) ||
		!hc_program_elf_read(file, 0, &file->header, n))
		return hc_program_elf_fail_damaged(
			error, "its header is incomplete");
	return TRUE;
}

void hc_program_elf_clear(struct hc_program_elf_file *file)
{
	g_free(file->segments);
	g_free(file->sections);
	g_free(file->names);
}

static gboolean read_segments(struct hc_program_elf_file *file, GError **error)
{
	guint n = file->header.e_phnum;
	if (n == 0)
		return TRUE;
	if (n > MAX_SEGMENTS ||
		file->header.e_phentsize != sizeof *file->segments)
		return hc_program_elf_fail_damaged(
			error, "its segments' headers have a wrong size");
	file->segments = g_new(Elf64_Phdr, n);
	if (!hc_program_elf_read(file, file->header.e_phoff, file->segments,
		    n * sizeof *file->segments))
		return hc_program_elf_fail_damaged(
			error, "its segments' headers lie outside the file");
	file->n_segments = n;
	return TRUE;
}

/* Where there are too many sections for the header's fields, the first
 * section's header has the numbers. */
static gboolean count_sections(struct hc_program_elf_file *file, guint64 *n,
	guint32 *names, GError **error)
{
	Elf64_Shdr first;
	if (file->header.e_shentsize != sizeof first)
		return hc_program_elf_fail_damaged(
			error, "its sections' headers have a wrong size");
	if (!hc_program_elf_read(
		    file, file->header.e_shoff, &first, sizeof first))
		return hc_program_elf_fail_damaged(
			error, "its sections' headers lie outside the file");
	*n = file->header.e_shnum;
	*names = file->header.e_shstrndx;
	if (*n == 0)
		*n = first.sh_size;
	if (*names == SHN_XINDEX)
		*names = first.sh_link;
	if (*n > MAX_SECTIONS)
		return hc_program_elf_fail_damaged(
			error, "it has too many sections");
	return TRUE;
}

static gboolean check_sections(
	const struct hc_program_elf_file *file, GError **error)
{
	for (guint i = 1; i < file->n_sections; i++) {
		const Elf64_Shdr *s = &file->sections[i];
		if (s->sh_type == SHT_NULL || s->sh_type == SHT_NOBITS)
			continue;
		if (s->sh_offset > file->size ||
			s->sh_size > file->size - s->sh_offset)
			return hc_program_elf_fail_damaged(
				error, "a section lies outside the file");
	}
	return TRUE;
}

static gboolean read_names(
	struct hc_program_elf_file *file, guint32 index, GError **error)
{
	if (index == SHN_UNDEF)
		return TRUE;
	if (index >= file->n_sections ||
		file->sections[index].sh_type != SHT_STRTAB ||
		file->sections[index].sh_size > MAX_NAMES)
		return hc_program_elf_fail_damaged(
			error, "its sections' names are not where it says");
	const Elf64_Shdr *s = &file->sections[index];
	file->names = g_malloc0(s->sh_size + 1);
	file->names_size = s->sh_size;
	if (!hc_program_elf_read(file, s->sh_offset, file->names, s->sh_size))
		return hc_program_elf_fail_damaged(
			error, "its sections' names lie outside the file");
	return TRUE;
}

gboolean hc_program_elf_read_tables(
	struct hc_program_elf_file *file, GError **error)
{
	guint64 n = 0;
	guint32 names = 0;
	if (!read_segments(file, error))
		return FALSE;
	if (file->header.e_shoff == 0)
		return TRUE;
	if (!count_sections(file, &n, &names, error))
		return FALSE;
	file->sections = g_new0(Elf64_Shdr, n);
	if (!hc_program_elf_read(file, file->header.e_shoff, file->sections,
		    n * sizeof *file->sections))
		return hc_program_elf_fail_damaged(
			error, "its sections' headers lie outside the file");
	file->n_sections = (guint) n;
	return check_sections(file, error) && read_names(file, names, error);
}

const Elf64_Shdr *hc_program_elf_section(
	const struct hc_program_elf_file *file, const char *name)
{
	for (guint i = 1; i < file->n_sections; i++)
		if (file->sections[i].sh_name < file->names_size &&
			strcmp(file->names + file->sections[i].sh_name, name) ==
				0)
			return &file->sections[i];
	return NULL;
}

const Elf64_Phdr *hc_program_elf_segment(
	const struct hc_program_elf_file *file, guint32 type)
{
	for (guint i = 0; i < file->n_segments; i++)
		if (file->segments[i].p_type == type)
			return &file->segments[i];
	return NULL;
}
