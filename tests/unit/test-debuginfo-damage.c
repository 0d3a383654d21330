/* Damaged debug information: errors or missing parts, never a crash or a hang.
 *
 * The program runs once; its debug information is in a file of its own, of
 * which each try gets a copy with bytes changed. Tries run in children, so
 * that a crash can be told with the number of the try that made it. */
#include "zoo.h"

#include <elf.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 1000, BATCH = 50, SECONDS = 60, SEED = 20021 };

struct damage {
	struct zoo *zoo;
	struct hc_registers registers;
	char *directory, *file; /* where the copy is put */
	guint8 *original;
	gsize size;
	GArray *sections; /* Elf64_Shdr of debug information */
};

static void find_sections(struct damage *damage)
{
	const Elf64_Ehdr *header = (const void *) damage->original;
	const Elf64_Shdr *all =
		(const void *) (damage->original + header->e_shoff);
	const char *names = (const char *) damage->original +
			    all[header->e_shstrndx].sh_offset;
	damage->sections = g_array_new(FALSE, FALSE, sizeof(Elf64_Shdr));
	for (guint i = 0; i < header->e_shnum; i++)
		if (g_str_has_prefix(names + all[i].sh_name, ".debug_") &&
			all[i].sh_size > 0)
			g_array_append_val(damage->sections, all[i]);
}

static gboolean write_copy(struct damage *damage, guint try)
{
	g_autoptr(GRand) random = g_rand_new_with_seed(SEED + try);
	g_autofree guint8 *copy = g_memdup2(damage->original, damage->size);
	guint n = 1 << g_rand_int_range(random, 0, 7);
	for (guint i = 0; i < n; i++) {
		const Elf64_Shdr *s = &g_array_index(damage->sections,
			Elf64_Shdr,
			g_rand_int_range(random, 0, damage->sections->len));
		gsize at = s->sh_offset + g_rand_int(random) % s->sh_size;
		copy[at] = g_rand_boolean(random)
				   ? g_rand_int_range(random, 0, 256)
				   : copy[at] ^ 1 << g_rand_int_range(
							random, 0, 8);
	}
	return g_file_set_contents_full(damage->file, (char *) copy,
		damage->size, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
}

/* All questions that there are; the answers may be anything. */
static guint ask(struct hc_debuginfo *info, const struct hc_registers *r)
{
	gboolean more;
	guint64 offset;
	g_autoptr(GPtrArray) globals = hc_debuginfo_globals(info, r->fs_base);
	g_autoptr(GPtrArray) calls =
		hc_debuginfo_unwind(info, r, 50, &more, NULL);
	guint seen = globals->len;
	for (guint i = 0; calls && i < calls->len; i++) {
		const struct hc_call *call = g_ptr_array_index(calls, i);
		g_autoptr(GPtrArray) locals = hc_debuginfo_locals(info, call);
		g_autoptr(GArray) running = hc_debuginfo_running(info, call);
		seen += locals->len + running->len;
	}
	for (guint i = 0; i < hc_debuginfo_n_types(info); i++) {
		const struct mg_type *type = hc_debuginfo_type(info, i);
		g_free(mg_type_name(type));
		seen += type->n_members > 0;
		if (type->alignment < 1 || type->id != i)
			abort();
	}
	hc_debuginfo_find_type(info, "struct shared");
	hc_debuginfo_function_at(info, r->values[HC_PC], &offset);
	return seen;
}

static guint try_one(struct damage *damage, guint try)
{
	struct hc_debuginfo_source source = {
		.pid = mi_client_pid(damage->zoo->session.gdb),
		.read = zoo_read,
		.data = GINT_TO_POINTER(
			mi_client_pid(damage->zoo->session.gdb)),
		.debug_dir = damage->directory,
	};
	g_autoptr(GError) error = NULL;
	if (try > 0 && !write_copy(damage, try))
		abort();
	g_autoptr(hc_debuginfo) info = hc_debuginfo_new(&source, &error);
	if (!info && !error)
		abort();
	return info ? ask(info, &damage->registers) : 0;
}

/* The status of a child that makes tries first to last. */
static int in_child(struct damage *damage, guint first, guint last)
{
	int status;
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		alarm(SECONDS);
		for (guint i = first; i <= last; i++)
			try_one(damage, i);
		_exit(0);
	}
	return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

static void tell_which(struct damage *damage, guint first)
{
	for (guint i = first; i < first + BATCH; i++) {
		int status = in_child(damage, i, i);
		if (status != 0)
			test_fail("%s, seed %d, try %u: status 0x%x",
				damage->zoo->name, SEED, i, status);
	}
}

static gboolean set_up(struct damage *damage, struct zoo *zoo, const char *id)
{
	g_autofree char *debug = g_strconcat(zoo->path, ".debug", NULL);
	g_autofree char *text = g_strconcat(id + 2, ".debug", NULL);
	g_autofree char *start = g_strndup(id, 2);
	damage->zoo = zoo;
	damage->directory = g_dir_make_tmp("damage-XXXXXX", NULL);
	damage->file = g_build_filename(
		damage->directory, ".build-id", start, text, NULL);
	g_autofree char *parent = g_path_get_dirname(damage->file);
	damage->registers = zoo->registers;
	if (g_mkdir_with_parents(parent, 0700) != 0 ||
		!g_file_get_contents(debug, (char **) &damage->original,
			&damage->size, NULL) ||
		!g_file_set_contents(damage->file, (char *) damage->original,
			damage->size, NULL))
		return FALSE;
	find_sections(damage);
	return damage->sections->len > 5;
}

static void tear_down(struct damage *damage)
{
	g_unlink(damage->file);
	for (char *at = damage->file; strlen(at) > strlen(damage->directory);) {
		*strrchr(at, '/') = '\0';
		g_rmdir(at);
	}
	g_free(damage->directory);
	g_free(damage->file);
	g_free(damage->original);
	g_array_unref(damage->sections);
}

static void damage_program(const char *name, const char *id)
{
	struct damage damage = {0};
	struct zoo zoo;
	if (!can_debug())
		return;
	if (!zoo_run(&zoo, name) || !set_up(&damage, &zoo, id)) {
		test_fail("%s can't be tried", name);
		zoo_end(&zoo);
		return;
	}
	/* Undamaged, there is something to be read. */
	CU_ASSERT_TRUE(try_one(&damage, 0) > 100);
	for (guint i = 1; i <= TRIES; i += BATCH)
		if (in_child(&damage, i, i + BATCH - 1) != 0)
			tell_which(&damage, i);
	tear_down(&damage);
	zoo_end(&zoo);
}

static void a_thousand_damaged_files_do_no_harm(void)
{
	damage_program("c-identified", "0123456789abcdef");
}

static void a_thousand_of_optimised_code_do_neither(void)
{
	damage_program("c-identified-optimised", "0123456789abcdff");
}

int main(void)
{
	static const struct test tests[] = {
		TEST(a_thousand_damaged_files_do_no_harm),
		TEST(a_thousand_of_optimised_code_do_neither),
	};
	return run_tests("debuginfo-damage", tests, G_N_ELEMENTS(tests));
}
