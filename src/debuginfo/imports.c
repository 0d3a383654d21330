/* What the loader puts where. Code calls functions of other files through slots
 * that the loader fills; relocations tell beforehand whose they are. */
#include "debuginfo-inside.h"

static void add_section(struct hc_di_module *module, Elf *elf, Elf_Scn *section,
	const GElf_Shdr *header, GElf_Addr bias)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Shdr names;
	Elf_Scn *symbols = elf_getscn(elf, header->sh_link);
	Elf_Data *table = symbols ? elf_getdata(symbols, NULL) : NULL;
	gboolean named = table && gelf_getshdr(symbols, &names);
	gsize n = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (gsize i = 0; data && i < n && i < G_MAXINT; i++) {
		GElf_Rela rela;
		GElf_Sym sym;
		const char *name = NULL;
		if (!gelf_getrela(data, (int) i, &rela))
			break;
		int number = (int) GELF_R_SYM(rela.r_info);
		if (named && number > 0 && gelf_getsym(table, number, &sym))
			name = elf_strptr(elf, names.sh_link, sym.st_name);
		guint64 slot = rela.r_offset + bias;
		g_hash_table_insert(module->imports,
			g_memdup2(&slot, sizeof slot),
			(gpointer) (name ? name : ""));
	}
}

static void load_imports(struct hc_di_module *module)
{
	GElf_Addr bias = 0;
	Elf *elf = dwfl_module_getelf(module->dwfl, &bias);
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	module->imports = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, NULL);
	while (elf && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) &&
			header.sh_type == SHT_RELA &&
			(header.sh_flags & SHF_ALLOC))
			add_section(module, elf, section, &header, bias);
}

const char *hc_debuginfo_import(struct hc_debuginfo *info, guint64 slot)
{
	struct hc_di_module *module = hc_di_module_at(info, slot);
	if (!module)
		return NULL;
	if (!module->imports)
		load_imports(module);
	return g_hash_table_lookup(module->imports, &slot);
}
