/* Call stacks that are cut short, endless or broken, and programs that we can
 * say nothing about. */
#include "zoo.h"

#include <elf.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct hc_debuginfo *read_process(
	pid_t pid, const char *directory, GError **error)
{
	struct hc_debuginfo_source source = {
		.pid = pid,
		.read = zoo_read,
		.data = GINT_TO_POINTER(pid),
		.debug_dir = directory,
	};
	return hc_debuginfo_new(&source, error);
}

/* Stops a function at its breakpoint, and again a line later. */
static void check_entry(const char *name, const char *function)
{
	struct zoo zoo;
	struct mi_place place = {.function = function};
	g_auto(mi_breakpoint) breakpoint = MI_BREAKPOINT_INIT;
	if (!zoo_start(&zoo, name)) {
		zoo_end(&zoo);
		return;
	}
	const struct hc_call *call = g_ptr_array_index(zoo.calls, 0);
	CU_ASSERT_TRUE(call->at_entry);
	call = g_ptr_array_index(zoo.calls, 1);
	CU_ASSERT_FALSE(call->at_entry);
	mi_break(zoo.session.gdb, &place, &breakpoint, NULL);
	while (zoo_next(&zoo)) {
		call = g_ptr_array_index(zoo.calls, 0);
		if (g_strcmp0(call->function, function) == 0)
			break;
	}
	CU_ASSERT_PTR_NOT_NULL_FATAL(zoo.calls);
	if (!call->at_entry)
		test_fail("%s: %s is past its entry at 0x%" G_GINT64_MODIFIER
			  "x",
			name, function, call->registers.values[HC_PC]);
	CU_ASSERT_TRUE(zoo_step(&zoo));
	call = g_ptr_array_index(zoo.calls, 0);
	ASSERT_STR(call->function, function);
	CU_ASSERT_FALSE(call->at_entry);
	zoo_end(&zoo);
}

static void at_its_breakpoint_no_statement_of_a_function_has_run(void)
{
	static const char *const names[] = {
		"c-plain", "c-dwarf4", "c-split", "c-no-pie", "c-clang"};
	if (!can_debug())
		return;
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		check_entry(names[i], "numbers_of");
		check_entry(names[i], "recurse");
		check_entry(names[i], "call_back");
	}
}

static void an_endless_recursion_is_walked_as_far_as_one_wants(void)
{
	static const guint limits[] = {1, 16, 20000};
	struct session session;
	g_auto(mi_stop) stop = MI_STOP_INIT;
	g_autoptr(GError) error = NULL;
	struct zoo zoo = {0};
	if (!can_debug() || !session_start(&session, DEBUGGEE("recurse"), NULL))
		return;
	CU_ASSERT_TRUE(session_run(&session, &stop));
	zoo.session = session;
	CU_ASSERT_TRUE_FATAL(zoo_registers(&zoo));
	g_autoptr(hc_debuginfo) info =
		read_process(mi_client_pid(session.gdb), "", &error);
	ASSERT_NO_ERROR(error);
	for (guint i = 0; info && i < G_N_ELEMENTS(limits); i++) {
		gboolean more = FALSE;
		g_autoptr(GPtrArray) calls = hc_debuginfo_unwind(
			info, &zoo.registers, limits[i], &more, &error);
		ASSERT_NO_ERROR(error);
		ASSERT_INT(calls->len, limits[i]);
		CU_ASSERT_TRUE(more);
		const struct hc_call *last =
			g_ptr_array_index(calls, calls->len - 1);
		ASSERT_STR(last->function, "down");
		ASSERT_INT(last->level, limits[i] - 1);
	}
	session_end(&session);
}

static void a_call_through_a_wild_pointer_leads_back_to_its_caller(void)
{
	struct zoo zoo;
	gboolean more;
	if (!can_debug())
		return;
	if (!zoo_start(&zoo, "c-plain")) {
		zoo_end(&zoo);
		return;
	}
	/* As if stop_here's caller had called 0x10: only the return address
	 * has been pushed. */
	const struct hc_call *second = g_ptr_array_index(zoo.calls, 1);
	struct hc_registers wild = zoo.registers;
	wild.values[HC_PC] = 0x10;
	wild.values[HC_RSP] = second->registers.values[HC_RSP] - 8;
	wild.values[HC_RBP] = second->registers.values[HC_RBP];
	g_autoptr(GPtrArray) calls =
		hc_debuginfo_unwind(zoo.info, &wild, 50, &more, NULL);
	ASSERT_INT(calls->len, zoo.calls->len);
	const struct hc_call *first = g_ptr_array_index(calls, 0);
	CU_ASSERT_PTR_NULL(first->function);
	CU_ASSERT_FALSE(first->has_debug);
	for (guint i = 1; i < MIN(calls->len, zoo.calls->len); i++) {
		const struct hc_call *a = g_ptr_array_index(calls, i);
		const struct hc_call *b = g_ptr_array_index(zoo.calls, i);
		ASSERT_STR(a->function, b->function);
		ASSERT_INT(a->cfa, b->cfa);
	}
	/* And nothing at all to go by. */
	wild.values[HC_RSP] = wild.values[HC_RBP] = 0x20;
	g_autoptr(GPtrArray) lost =
		hc_debuginfo_unwind(zoo.info, &wild, 50, &more, NULL);
	ASSERT_INT(lost->len, 1);
	CU_ASSERT_FALSE(more);
	zoo_end(&zoo);
}

static void without_a_stack_pointer_there_is_an_error(void)
{
	struct zoo zoo;
	struct hc_registers none = {0};
	g_autoptr(GError) error = NULL;
	if (!can_debug())
		return;
	if (zoo_start(&zoo, "c-plain")) {
		CU_ASSERT_PTR_NULL(
			hc_debuginfo_unwind(zoo.info, &none, 10, NULL, &error));
		ASSERT_ERROR(error, "without rip and rsp");
		CU_ASSERT_TRUE(g_error_matches(
			error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_UNWIND));
	}
	zoo_end(&zoo);
}

static void a_program_without_debug_information_is_an_error(void)
{
	struct zoo zoo;
	g_autoptr(GError) error = NULL;
	if (!can_debug())
		return;
	if (zoo_run(&zoo, "c-identified")) {
		CU_ASSERT_PTR_NULL(read_process(
			mi_client_pid(zoo.session.gdb), "", &error));
		ASSERT_ERROR(error, "has no debug information");
		CU_ASSERT_TRUE(g_error_matches(
			error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_NONE));
	}
	zoo_end(&zoo);
}

static void a_process_that_is_none_is_an_error(void)
{
	g_autoptr(GError) error = NULL;
	CU_ASSERT_PTR_NULL(read_process(G_MAXINT, "", &error));
	ASSERT_ERROR(error, "no program in process");
}

/* A 32-bit program that waits for ever. */
static char *write_small_program(void)
{
	static const guint8 code[] = {
		0xb8, 29, 0, 0, 0, /* mov $29, %eax: pause */
		0xcd, 0x80, /* int $0x80 */
		0xeb, 0xf7, /* jmp back */
	};
	struct {
		Elf32_Ehdr header;
		Elf32_Phdr segment;
		guint8 code[sizeof code];
	} file = {0};
	memcpy(file.header.e_ident, ELFMAG, SELFMAG);
	file.header.e_ident[EI_CLASS] = ELFCLASS32;
	file.header.e_ident[EI_DATA] = ELFDATA2LSB;
	file.header.e_ident[EI_VERSION] = EV_CURRENT;
	file.header.e_type = ET_EXEC;
	file.header.e_machine = EM_386;
	file.header.e_version = EV_CURRENT;
	file.header.e_phoff = sizeof file.header;
	file.header.e_ehsize = sizeof file.header;
	file.header.e_phentsize = sizeof file.segment;
	file.header.e_phnum = 1;
	file.segment.p_type = PT_LOAD;
	file.segment.p_vaddr = 0x8048000;
	file.segment.p_filesz = file.segment.p_memsz = sizeof file;
	file.segment.p_flags = PF_R | PF_X;
	file.segment.p_align = 4096;
	file.header.e_entry =
		0x8048000 + sizeof file.header + sizeof file.segment;
	memcpy(file.code, code, sizeof code);
	char *path = NULL;
	close(g_file_open_tmp("small-XXXXXX", &path, NULL));
	g_file_set_contents_full(path, (char *) &file, sizeof file,
		G_FILE_SET_CONTENTS_NONE, 0700, NULL);
	g_chmod(path, 0700);
	return path;
}

static void a_32_bit_program_is_an_error_that_says_so(void)
{
	g_autofree char *path = write_small_program();
	g_autoptr(GError) error = NULL;
	g_autofree char *exe = NULL;
	pid_t child = fork();
	if (child == 0) {
		execl(path, path, (char *) NULL);
		_exit(1);
	}
	g_autofree char *link = g_strdup_printf("/proc/%d/exe", (int) child);
	for (guint i = 0; i < 500 && g_strcmp0(exe, path) != 0; i++) {
		g_free(exe);
		g_usleep(10000);
		exe = g_file_read_link(link, NULL);
	}
	if (g_strcmp0(exe, path) != 0) {
		test_skip("32-bit programs don't run here");
	} else {
		CU_ASSERT_PTR_NULL(read_process(child, "", &error));
		ASSERT_ERROR(error, "a 32-bit program");
		CU_ASSERT_TRUE(g_error_matches(
			error, HC_DEBUGINFO_ERROR, HC_DEBUGINFO_ERROR_MACHINE));
	}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	g_unlink(path);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(at_its_breakpoint_no_statement_of_a_function_has_run),
		TEST(an_endless_recursion_is_walked_as_far_as_one_wants),
		TEST(a_call_through_a_wild_pointer_leads_back_to_its_caller),
		TEST(without_a_stack_pointer_there_is_an_error),
		TEST(a_program_without_debug_information_is_an_error),
		TEST(a_process_that_is_none_is_an_error),
		TEST(a_32_bit_program_is_an_error_that_says_so),
	};
	return run_tests("debuginfo-stack", tests, G_N_ELEMENTS(tests));
}
