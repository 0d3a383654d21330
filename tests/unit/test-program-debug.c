/* Where debug information is looked for, and what does not count as such. */
#include "program-files.h"
#include "runner.h"

#include <elf.h>
#include <glib/gstdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static void program_without_debug_information_is_an_error(void)
{
	check_error(PROGRAMS "/without-g", HC_PROGRAM_ERROR_NO_DEBUG,
		"has no debug information; compile it with -g (and -O0");
}

static void program_without_sections_has_no_debug_information(void)
{
	start_empty();
	static const char zero[16];
	copy_program("with-g", "a", 0755);
	patch("a", offsetof(Elf64_Ehdr, e_shoff), zero, 8);
	patch("a", offsetof(Elf64_Ehdr, e_shnum), zero, 4);
	check_error("./a", HC_PROGRAM_ERROR_NO_DEBUG, "no debug information");
}

static void debug_link_leads_to_the_debug_file(void)
{
	start_empty();
	g_autofree char *here = realpath(".", NULL);
	g_autofree char *below = g_strconcat(".", here, NULL);
	copy_program("linked", "prog", 0755);
	check_error("./prog", HC_PROGRAM_ERROR_NO_DEBUG,
		"moved to a file 'linked.debug', which is");

	g_mkdir_with_parents(below, 0777);
	g_autofree char *file = g_build_filename(below, "linked.debug", NULL);
	copy_program("linked.debug", file, 0644);
	check_debug_path("./prog", file);
	g_mkdir(".debug", 0777);
	copy_program("linked.debug", ".debug/linked.debug", 0644);
	check_debug_path("./prog", "/.debug/linked.debug");
	copy_program("linked.debug", "linked.debug", 0644);
	g_autofree char *beside = g_build_filename(here, "linked.debug", NULL);
	check_debug_path("./prog", beside);

	g_mkdir("sub", 0777);
	ASSERT_INT(symlink("../prog", "sub/link"), 0);
	check_debug_path("sub/link", beside);
}

static void debug_file_of_another_build_does_not_count(void)
{
	start_empty();
	copy_program("linked", "prog", 0755);
	copy_program("identified.debug", "linked.debug", 0644);
	check_error("./prog", HC_PROGRAM_ERROR_NO_DEBUG, "another build");
	write_text("linked.debug", "no ELF file");
	check_error("./prog", HC_PROGRAM_ERROR_NO_DEBUG, "another build");
}

static void build_id_leads_to_the_debug_file(void)
{
	start_empty();
	static const char file[] = ".build-id/01/23456789abcdef.debug";
	copy_program("identified", "prog", 0755);
	check_error("./prog", HC_PROGRAM_ERROR_NO_DEBUG, "compile it with -g");
	g_mkdir_with_parents(".build-id/01", 0777);
	copy_program("identified.debug", file, 0644);
	check_debug_path("./prog", file);
	copy_program("linked.debug", file, 0644);
	check_error("./prog", HC_PROGRAM_ERROR_NO_DEBUG, "compile it with -g");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(program_without_debug_information_is_an_error),
		TEST(program_without_sections_has_no_debug_information),
		TEST(debug_link_leads_to_the_debug_file),
		TEST(debug_file_of_another_build_does_not_count),
		TEST(build_id_leads_to_the_debug_file),
	};
	return run_in_directory("program", tests, G_N_ELEMENTS(tests));
}
