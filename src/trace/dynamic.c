#include "trace-dynamic.h"

#include "trace-process.h"

#include <elf.h>
#include <string.h>

/* Damaged files may have any number; these are more than real ones have. */
enum { MAX_SEGMENTS = 256, MAX_DYNAMIC = 1024, MAX_CHAIN = 4096 };

struct tables {
	pid_t pid;
	guint64 base; /* what addresses in the file are relative to */
	guint64 symbols, strings, hash;
};

static void find_segments(
	struct tables *t, const struct hc_trace_map *map, guint64 *dynamic)
{
	Elf64_Ehdr header;

	*dynamic = 0;
	if (!hc_process_peek(t->pid, map->start, &header, sizeof header) ||
		memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
		return;

	for (guint i = 0; i < MIN(header.e_phnum, MAX_SEGMENTS); i++) {
		Elf64_Phdr segment;
		if (!hc_process_peek(t->pid,
			    map->start + header.e_phoff + i * sizeof segment,
			    &segment, sizeof segment))
			return;
		if (segment.p_type == PT_LOAD && segment.p_offset == 0)
			t->base = map->start - segment.p_vaddr;
		if (segment.p_type == PT_DYNAMIC)
			*dynamic = segment.p_vaddr;
	}
}

static gboolean find_tables(struct tables *t, const struct hc_trace_map *map)
{
	guint64 dynamic;

	find_segments(t, map, &dynamic);
	for (guint i = 0; dynamic && i < MAX_DYNAMIC; i++) {
		Elf64_Dyn one;
		if (!hc_process_peek(t->pid, t->base + dynamic + i * sizeof one,
			    &one, sizeof one) ||
			one.d_tag == DT_NULL)
			break;

		/* The loader may have added the base already. */
		guint64 value = one.d_un.d_ptr;
		if (value < t->base)
			value += t->base;
		if (one.d_tag == DT_SYMTAB)
			t->symbols = value;
		else if (one.d_tag == DT_STRTAB)
			t->strings = value;
		else if (one.d_tag == DT_GNU_HASH)
			t->hash = value;
	}

	return t->symbols && t->strings && t->hash;
}

static gboolean is_it(const struct tables *t, guint32 index, const char *name,
	Elf64_Sym *symbol)
{
	char text[64] = {0};
	gsize n = strlen(name) + 1;
	return n <= sizeof text &&
	       hc_process_peek(t->pid, t->symbols + index * sizeof *symbol,
		       symbol, sizeof *symbol) &&
	       hc_process_peek(t->pid, t->strings + symbol->st_name, text, n) &&
	       strcmp(text, name) == 0 && symbol->st_shndx != SHN_UNDEF &&
	       ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
}

static guint32 hash_of(const char *name)
{
	guint32 hash = 5381;
	for (; *name; name++)
		hash = hash * 33 + (guint8) *name;
	return hash;
}

guint64 hc_trace_dynamic_symbol(pid_t pid, const struct hc_trace_map *map,
	const char *name, guint64 *size)
{
	struct tables t = {.pid = pid};
	guint32 head[4], index, hash = hash_of(name), entry = 0;
	if (!find_tables(&t, map) ||
		!hc_process_peek(pid, t.hash, head, sizeof head) ||
		head[0] == 0)
		return 0;

	guint64 buckets = t.hash + sizeof head + head[2] * sizeof(guint64);
	guint64 chains = buckets + head[0] * sizeof(guint32);

	if (!hc_process_peek(pid, buckets + hash % head[0] * sizeof index,
		    &index, sizeof index) ||
		index < head[1])
		return 0;

	for (guint i = 0; i < MAX_CHAIN && !(entry & 1); i++, index++) {
		Elf64_Sym symbol;
		if (!hc_process_peek(pid,
			    chains + (index - head[1]) * sizeof entry, &entry,
			    sizeof entry))
			return 0;
		if ((entry | 1) == (hash | 1) &&
			is_it(&t, index, name, &symbol)) {
			*size = symbol.st_size;
			return t.base + symbol.st_value;
		}
	}

	return 0;
}
