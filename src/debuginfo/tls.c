/* Thread-local variables.
 *
 * A thread's fs_base leads to its block of the program's own thread-local
 * variables, which ends there, and to a table (the "dtv") of the blocks of all
 * modules that have such variables, by number. Only private data of the C
 * library say which number a library has; but it numbers them in the order in
 * which they were loaded, and lays out their blocks one below the other. So
 * both are worked out from the list of loaded libraries, and believed only if
 * the table agrees with the layout: a guess that fails gives no place rather
 * than a wrong one. Libraries loaded later by dlopen have no such place; their
 * number may be in a relocation. */
#include "debuginfo-inside.h"

#include <gelf.h>
#include <link.h>
#include <string.h>

enum { MAX_LIBRARIES = 4096 };

struct hc_tls {
	gboolean has; /* there is a segment */
	guint64 address, size, alignment, first; /* of it; unbiased */
	guint64 number; /* 0: unknown */
	guint64 offset; /* of the block below fs_base; 0: unknown */
	gboolean sure; /* the number is from a relocation */
};

void hc_di_tls_free(struct hc_tls *tls)
{
	g_free(tls);
}

static guint64 round_up(guint64 n, guint64 to)
{
	return (n + to - 1) / to * to;
}

static void read_segment(Elf *elf, struct hc_tls *tls)
{
	size_t n = 0;
	if (!elf || elf_getphdrnum(elf, &n) != 0)
		return;

	for (size_t i = 0; i < n; i++) {
		GElf_Phdr header;
		if (!gelf_getphdr(elf, i, &header) || header.p_type != PT_TLS)
			continue;
		tls->has = header.p_memsz > 0;
		tls->address = header.p_vaddr;
		tls->size = header.p_memsz;
		/* Not a power of two: damaged. */
		tls->alignment = MAX(header.p_align, 1);
		tls->has &= (tls->alignment & (tls->alignment - 1)) == 0;
		tls->first = header.p_vaddr & (tls->alignment - 1);
	}
}

static struct hc_tls *tls_of(struct hc_di_module *module)
{
	GElf_Addr bias;
	if (module->tls)
		return module->tls;
	module->tls = g_new0(struct hc_tls, 1);
	read_segment(dwfl_module_getelf(module->dwfl, &bias), module->tls);
	return module->tls;
}

/* The loader writes the module's number where a relocation asks for it. */
static void read_relocations(struct hc_debuginfo *info,
	struct hc_di_module *module, struct hc_tls *tls)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(module->dwfl, &bias);
	Elf_Scn *section = NULL;

	while (elf && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		if (!gelf_getshdr(section, &header) ||
			header.sh_type != SHT_RELA || header.sh_entsize == 0 ||
			!(header.sh_flags & SHF_ALLOC))
			continue;
		Elf_Data *data = elf_getdata(section, NULL);
		GElf_Rela rela;
		for (int i = 0; data && gelf_getrela(data, i, &rela); i++) {
			if (GELF_R_TYPE(rela.r_info) != R_X86_64_DTPMOD64 ||
				GELF_R_SYM(rela.r_info) != 0)
				continue;
			tls->sure = hc_di_read(info, rela.r_offset + bias,
					    &tls->number, sizeof tls->number) &&
				    tls->number > 0;
			return;
		}
	}
}

/* The list of loaded libraries, in order: through the dynamic section of the
 * program, which the loader fills in. */
static guint64 first_library(
	struct hc_debuginfo *info, struct hc_di_module *program)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(program->dwfl, &bias);
	size_t n = 0;
	if (!elf || elf_getphdrnum(elf, &n) != 0)
		return 0;

	for (size_t i = 0; i < n; i++) {
		GElf_Phdr header;
		if (!gelf_getphdr(elf, i, &header) ||
			header.p_type != PT_DYNAMIC)
			continue;
		guint64 at = header.p_vaddr + bias;
		Elf64_Dyn entry;
		for (guint j = 0; j < 1024; j++, at += sizeof entry) {
			struct r_debug debug;
			if (!hc_di_read(info, at, &entry, sizeof entry) ||
				entry.d_tag == DT_NULL)
				return 0;
			if (entry.d_tag != DT_DEBUG)
				continue;
			if (!hc_di_read(info, entry.d_un.d_ptr, &debug,
				    sizeof debug))
				return 0;
			return GPOINTER_TO_SIZE(debug.r_map);
		}
	}

	return 0;
}

/* Where blocks lie so far, as distances below fs_base. */
struct layout {
	guint64 number, offset;
	guint64 gap_top, gap_bottom; /* left by alignment, and used later */
};

/* As glibc does it (_dl_determine_tlsoffset). */
static void lay_block(struct layout *layout, struct hc_tls *tls)
{
	guint64 first = -tls->first & (tls->alignment - 1);
	guint64 gap = layout->gap_bottom - layout->gap_top;

	tls->number = ++layout->number;
	if (gap >= tls->size) {
		tls->offset = round_up(layout->gap_top + tls->size - first,
				      tls->alignment) +
			      first;
		if (tls->offset <= layout->gap_bottom) {
			layout->gap_top = tls->offset;
			return;
		}
	}

	tls->offset =
		round_up(layout->offset + tls->size - first, tls->alignment) +
		first;
	if (tls->offset > layout->offset + tls->size + gap) {
		layout->gap_top = layout->offset;
		layout->gap_bottom = tls->offset - tls->size;
	}
	layout->offset = tls->offset;
}

static void number_libraries(
	struct hc_debuginfo *info, struct hc_di_module *program)
{
	guint64 at = first_library(info, program);
	struct layout layout = {0};
	struct link_map map;

	for (guint i = 0; at && i < MAX_LIBRARIES; i++) {
		if (!hc_di_read(info, at, &map, sizeof map))
			return;
		struct hc_di_module *module =
			i == 0 ? program
			       : hc_di_module_at(
					 info, GPOINTER_TO_SIZE(map.l_ld));
		at = GPOINTER_TO_SIZE(map.l_next);
		struct hc_tls *tls = module ? tls_of(module) : NULL;
		if (!tls || !tls->has)
			continue;
		struct hc_tls known = *tls;
		lay_block(&layout, tls);
		if (known.sure)
			*tls = known;
	}
}

/* The block does not exist until the thread uses a variable in it. */
static gboolean block_of(struct hc_debuginfo *info, guint64 fs_base,
	guint64 number, guint64 *block)
{
	guint64 table;
	return number < MAX_LIBRARIES &&
	       hc_di_read(info, fs_base + 8, &table, sizeof table) &&
	       hc_di_read(info, table + 16 * number, block, sizeof *block) &&
	       *block != 0 && *block != G_MAXUINT64;
}

gboolean hc_di_tls_address(struct hc_debuginfo *info,
	struct hc_di_module *module, guint64 fs_base, guint64 offset,
	guint64 *address)
{
	struct hc_tls *tls = tls_of(module);
	struct hc_di_module *program = g_ptr_array_index(info->modules, 0);
	guint64 block;

	/* GCC 12 puts the address in the file into split DWARF's table. */
	if (offset >= tls->size && offset >= tls->address)
		offset -= tls->address;
	if (!tls->has || fs_base == 0 || offset >= tls->size)
		return FALSE;
	if (module->is_main) {
		*address =
			fs_base - round_up(tls->size, tls->alignment) + offset;
		return TRUE;
	}

	if (!tls->number)
		read_relocations(info, module, tls);
	if (!tls->number)
		number_libraries(info, program);
	if (!tls->number || !block_of(info, fs_base, tls->number, &block))
		return FALSE;

	if (!tls->sure && block != fs_base - tls->offset)
		return FALSE;
	*address = block + offset;
	return TRUE;
}
