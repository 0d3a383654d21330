#include "program-inside.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Entries of the dynamic section: some dozens, and one a needed library. */
enum { MAX_DYNAMIC = 4096 };

static const struct {
	guint16 number;
	const char *name;
} machines[] = {
	{EM_386, "32-bit x86"},
	{EM_AARCH64, "aarch64"},
	{EM_ARM, "32-bit ARM"},
	{EM_RISCV, "RISC-V"},
	{EM_PPC64, "64-bit PowerPC"},
	{EM_PPC, "32-bit PowerPC"},
	{EM_S390, "S/390"},
	{EM_MIPS, "MIPS"},
	{EM_SPARCV9, "64-bit SPARC"},
	{EM_SPARC, "32-bit SPARC"},
	{EM_IA_64, "Itanium"},
	{EM_ALPHA, "Alpha"},
	{EM_68K, "m68k"},
	{EM_SH, "SuperH"},
	{EM_BPF, "BPF"},
	{EM_AVR, "AVR"},
	{258, "LoongArch"}, /* EM_LOONGARCH: elf.h of glibc before 2.36 */
	{EM_X86_64, "x32, which is x86-64 with 32-bit pointers"},
};

static gboolean fail_machine(guint16 machine, GError **error)
{
	g_autofree char *name = g_strdup_printf("machine number %u", machine);
	const char *found = name;
	for (guint i = 0; i < G_N_ELEMENTS(machines); i++)
		if (machines[i].number == machine)
			found = machines[i].name;
	g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_ARCHITECTURE,
		"is built for %s; build it for x86-64%s", found,
		machine == EM_386 ? " (without -m32)" : "");
	return FALSE;
}

static gboolean check_machine(
	const struct hc_program_elf_file *file, GError **error)
{
	const unsigned char *ident = file->header.e_ident;
	guint16 machine = file->header.e_machine;
	if (ident[EI_DATA] == ELFDATA2MSB)
		return fail_machine(GUINT16_SWAP_LE_BE(machine), error);
	if (ident[EI_DATA] != ELFDATA2LSB || ident[EI_VERSION] != EV_CURRENT ||
		(ident[EI_CLASS] != ELFCLASS32 &&
			ident[EI_CLASS] != ELFCLASS64))
		return hc_program_elf_fail_damaged(
			error, "its header makes no sense");
	if (machine != EM_X86_64 || ident[EI_CLASS] != ELFCLASS64)
		return fail_machine(machine, error);
	if (file->size < sizeof file->header)
		return hc_program_elf_fail_damaged(
			error, "its header is incomplete");
	return TRUE;
}

static gboolean fail_kind(GError **error, const char *text)
{
	g_set_error_literal(
		error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_NOT_A_PROGRAM, text);
	return FALSE;
}

/* A static PIE has no loader to tell it from a shared library: the linker
 * marks it instead. */
static gboolean has_pie_flag(const struct hc_program_elf_file *file)
{
	const Elf64_Phdr *dynamic = hc_program_elf_segment(file, PT_DYNAMIC);
	Elf64_Dyn entry;
	if (!dynamic)
		return FALSE;
	guint64 n = MIN(dynamic->p_filesz / sizeof entry, MAX_DYNAMIC);
	for (guint64 i = 0; i < n; i++) {
		if (!hc_program_elf_read(file,
			    dynamic->p_offset + i * sizeof entry, &entry,
			    sizeof entry) ||
			entry.d_tag == DT_NULL)
			return FALSE;
		if (entry.d_tag == DT_FLAGS_1)
			return (entry.d_un.d_val & DF_1_PIE) != 0;
	}
	return FALSE;
}

/* Files that only hold the debug information of a program have its headers,
 * but no code behind them. */
static gboolean is_debug_file(const struct hc_program_elf_file *file)
{
	for (guint i = 1; i < file->n_sections; i++)
		if (file->sections[i].sh_type == SHT_NOBITS &&
			file->sections[i].sh_flags & SHF_EXECINSTR)
			return TRUE;
	return FALSE;
}

gboolean hc_program_check_header(
	const struct hc_program_elf_file *file, GError **error)
{
	if (!check_machine(file, error))
		return FALSE;
	switch (file->header.e_type) {
	case ET_EXEC:
	case ET_DYN:
		return TRUE;
	case ET_REL:
		return fail_kind(error,
			"is an object file; link it, and name the program");
	case ET_CORE:
		return fail_kind(
			error, "is a core file; name the program that left it");
	default:
		return hc_program_elf_fail_damaged(
			error, "it is of no known type");
	}
}

static gboolean check_executable(
	const struct hc_program_elf_file *file, GError **error)
{
	if (is_debug_file(file))
		return fail_kind(error,
			"holds only debug information; name the program that "
			"it belongs to");
	if (file->header.e_type == ET_DYN &&
		!hc_program_elf_segment(file, PT_INTERP) && !has_pie_flag(file))
		return fail_kind(error,
			"is a shared library; name a program that uses it");
	return TRUE;
}

static gboolean check_segments(
	const struct hc_program_elf_file *file, GError **error)
{
	for (guint i = 0; i < file->n_segments; i++) {
		const Elf64_Phdr *s = &file->segments[i];
		if (s->p_type == PT_LOAD &&
			(s->p_offset > file->size ||
				s->p_filesz > file->size - s->p_offset))
			return hc_program_elf_fail_damaged(
				error, "a segment lies outside the file");
	}
	if (!hc_program_elf_segment(file, PT_LOAD))
		return hc_program_elf_fail_damaged(
			error, "it has nothing to load");
	return TRUE;
}

/* Without its loader a program fails to start with "No such file", which is
 * hard to understand of a file that is there. */
static gboolean check_loader(
	const struct hc_program_elf_file *file, char **loader, GError **error)
{
	const Elf64_Phdr *s = hc_program_elf_segment(file, PT_INTERP);
	char path[PATH_MAX];
	if (!s)
		return TRUE;
	if (s->p_filesz < 2 || s->p_filesz > sizeof path ||
		!hc_program_elf_read(file, s->p_offset, path, s->p_filesz) ||
		path[s->p_filesz - 1] != '\0')
		return hc_program_elf_fail_damaged(
			error, "its loader has no name");
	if (access(path, F_OK) < 0) {
		g_autofree char *shown = g_strescape(path, NULL);
		g_set_error(error, HC_PROGRAM_ERROR, HC_PROGRAM_ERROR_NO_LOADER,
			"needs the loader '%s', which is missing; install the "
			"C library that it is linked with",
			shown);
		return FALSE;
	}
	*loader = g_strdup(path);
	return TRUE;
}

gboolean hc_program_check_kind(const struct hc_program_elf_file *file,
	struct hc_program *program, GError **error)
{
	program->pie = file->header.e_type == ET_DYN;
	return check_executable(file, error) && check_segments(file, error) &&
	       check_loader(file, &program->loader, error);
}
