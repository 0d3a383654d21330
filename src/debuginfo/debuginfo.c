/* The whole of it: made, freed, and asked for memory. */
#include "debuginfo-inside.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

G_DEFINE_QUARK(hc_debuginfo_error, hc_debuginfo_error)

gboolean hc_di_read(
	struct hc_debuginfo *info, guint64 address, void *bytes, gsize n)
{
	return info->source.read && address + n >= address &&
	       info->source.read(address, bytes, n, info->source.data);
}

/* libdwfl also accepts files for other machines; our registers are those of
 * x86-64. */
static gboolean check_machine(struct hc_debuginfo *info, GError **error)
{
	Elf64_Ehdr header = {0};
	g_autofree char *link =
		g_strdup_printf("/proc/%d/exe", (int) info->source.pid);
	int fd = open(link, O_RDONLY | O_CLOEXEC);
	gssize n = fd < 0 ? -1 : read(fd, &header, sizeof header);
	int saved = errno;

	if (fd >= 0)
		close(fd);
	if (n < 0) {
		g_set_error(error, HC_DEBUGINFO_ERROR,
			HC_DEBUGINFO_ERROR_SYSTEM, "cannot read '%s': %s", link,
			g_strerror(saved));
		return FALSE;
	}
	if (n == sizeof header && header.e_ident[EI_CLASS] == ELFCLASS64 &&
		header.e_machine == EM_X86_64)
		return TRUE;

	g_set_error(error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_MACHINE,
		"'%s' is %s; only x86-64 programs can be examined", info->exe,
		header.e_ident[EI_CLASS] == ELFCLASS32
			? "a 32-bit program"
			: "made for another machine");

	return FALSE;
}

static gboolean find_program(struct hc_debuginfo *info, GError **error)
{
	g_autofree char *link =
		g_strdup_printf("/proc/%d/exe", (int) info->source.pid);
	g_autoptr(GError) reason = NULL;
	info->exe = g_file_read_link(link, &reason);
	if (info->exe)
		return TRUE;
	g_set_error(error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_SYSTEM,
		"no program in process %d: %s", (int) info->source.pid,
		reason->message);
	return FALSE;
}

/* Where GDB looks: beside the file, in .debug there, in the directory. */
static char *make_debug_path(const char *directory)
{
	if (!directory)
		return g_strdup(":.debug:/usr/lib/debug");
	if (!*directory)
		return g_strdup(":.debug");
	return g_strconcat(":.debug:", directory, NULL);
}

struct hc_debuginfo *hc_debuginfo_new(
	const struct hc_debuginfo_source *source, GError **error)
{
	g_autoptr(hc_debuginfo) info = g_new0(struct hc_debuginfo, 1);
	info->source = *source;
	info->debug_path = make_debug_path(source->debug_dir);
	info->modules = g_ptr_array_new_with_free_func(
		(GDestroyNotify) hc_di_module_free);
	info->units = g_hash_table_new_full(
		NULL, NULL, NULL, (GDestroyNotify) hc_di_unit_free);
	info->strings = g_string_chunk_new(16 << 10);
	info->names = hc_di_names_new();
	info->types = hc_di_types_new();
	info->frames = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, g_free, hc_di_rules_free);
	if (!find_program(info, error) || !check_machine(info, error) ||
		!hc_di_modules_load(info, error))
		return NULL;
	if (hc_di_is_stopped(info)) {
		g_set_error_literal(error, HC_DEBUGINFO_ERROR,
			HC_DEBUGINFO_ERROR_STOPPED, "interrupted");
		return NULL;
	}

	return g_steal_pointer(&info);
}

void hc_debuginfo_free(struct hc_debuginfo *info)
{
	if (!info)
		return;

	g_hash_table_unref(info->frames);
	g_clear_pointer(&info->sizes, hc_di_sizes_free);
	g_clear_pointer(&info->vtables, hc_di_vtables_free);
	hc_di_types_free(info->types);
	hc_di_names_free(info->names);
	g_hash_table_unref(info->units);
	g_ptr_array_unref(info->modules);
	if (info->dwfl)
		dwfl_end(info->dwfl);
	g_string_chunk_free(info->strings);
	g_free(info->debug_path);
	g_free(info->exe);
	g_free(info);
}
