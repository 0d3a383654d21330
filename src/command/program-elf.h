/* Internal to command: an ELF file's headers, read from a descriptor
 * and checked against its size. Only 64-bit little-endian files get past
 * hc_program_elf_init()'s caller, so there is one layout. (Called elf-file.h
 * since elf.h is the system's.)
 *
 * Errors are predicates ("is damaged: ...") for the caller to put the file's
 * name before. The descriptor stays the caller's. */
#ifndef HC_PROGRAM_ELF_H
#define HC_PROGRAM_ELF_H

#include "program.h"

#include <elf.h>

struct hc_program_elf_file {
	int fd;
	guint64 size;
	Elf64_Ehdr header;
	Elf64_Phdr *segments;
	guint n_segments;
	Elf64_Shdr *sections;
	guint n_sections;
	char *names; /* of the sections, with a NUL behind */
	gsize names_size;
};

/* Reads the header. Of it, only e_ident, and e_type and e_machine where
 * e_ident says little-endian, mean anything yet. */
gboolean hc_program_elf_init(
	struct hc_program_elf_file *file, int fd, guint64 size, GError **error);
void hc_program_elf_clear(struct hc_program_elf_file *file);

/* Reads segments, sections and their names. */
gboolean hc_program_elf_read_tables(
	struct hc_program_elf_file *file, GError **error);

/* Reads n bytes at offset; FALSE if not all of them are there. */
gboolean hc_program_elf_read(const struct hc_program_elf_file *file,
	guint64 offset, void *buffer, gsize n);

/* The first section of that name, or NULL. */
const Elf64_Shdr *hc_program_elf_section(
	const struct hc_program_elf_file *file, const char *name);

/* The first segment of that type, or NULL. */
const Elf64_Phdr *hc_program_elf_segment(
	const struct hc_program_elf_file *file, guint32 type);

/* Sets "is damaged: what"; always FALSE. */
gboolean hc_program_elf_fail_damaged(GError **error, const char *what);

#endif
