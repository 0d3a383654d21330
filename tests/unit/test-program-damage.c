/* Damaged programs: whatever the bytes, the answer is a program or an error. */
#include "program-files.h"
#include "runner.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* Any answer will do, as long as it is one. */
static gboolean check_any(const char *name)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(hc_program) program = find_debuggable(name, &error);
	if ((program == NULL) == (error == NULL))
		test_fail("neither a program nor an error");
	else if (error && error->domain != HC_PROGRAM_ERROR)
		test_fail("a foreign error: %s", error->message);
	return program != NULL;
}

static void every_truncation_is_an_error(void)
{
	start_empty();
	static const char *const names[] = {"with-g", "linked"};
	copy_program("linked.debug", "linked.debug", 0644);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		gsize n;
		g_autofree char *data = read_program(names[i], &n);
		write_file("a", data, n, 0755);
		CU_ASSERT(check_any("./a"));
		for (gsize size = n; size-- > 0;) {
			/* All of the first 4 KiB, then some. */
			if (size > 4096 && n - size > 100 && size % 61 != 0)
				continue;
			ASSERT_INT(truncate("a", (off_t) size), 0);
			if (check_any("./a"))
				test_fail("%s: taken with %zu bytes", names[i],
					size);
		}
	}
}

/* Where flips matter most: the headers at the file's start, and the sections'
 * names and headers at its end. */
static gsize random_place(GRand *random, gsize n)
{
	gint32 head = 1024, tail = 4096;
	switch (g_rand_int_range(random, 0, 4)) {
	case 0:
		return (gsize) g_rand_int_range(random, 0, 64);
	case 1:
		return (gsize) g_rand_int_range(random, 0, head);
	case 2:
		return n - 1 - (gsize) g_rand_int_range(random, 0, tail);
	default:
		return (gsize) g_rand_int_range(random, 0, (gint32) n);
	}
}

static void check_flips(GRand *random, const char *name, guint rounds)
{
	static const guint8 values[] = {0, 1, 0x7f, 0x80, 0xfe, 0xff};
	gsize n;
	g_autofree char *data = read_program(name, &n);
	write_file("a", data, n, 0755);
	for (guint round = 0; round < rounds; round++) {
		gsize places[4];
		guint flips = (guint) g_rand_int_range(random, 1, 5);
		for (guint i = 0; i < flips; i++) {
			places[i] = random_place(random, n);
			guint32 r = g_rand_int(random);
			guint8 byte = r & 1 ? (guint8) (r >> 8)
					    : values[(r >> 8) % sizeof values];
			patch("a", places[i], &byte, 1);
		}
		check_any("./a");
		for (guint i = 0; i < flips; i++)
			patch("a", places[i], data + places[i], 1);
	}
	CU_ASSERT(check_any("./a"));
}

static void changed_bytes_are_judged_or_refused(void)
{
	start_empty();
	g_autoptr(GRand) random = g_rand_new_with_seed(17);
	copy_program("linked.debug", "linked.debug", 0644);
	check_flips(random, "with-g", 20000);
	check_flips(random, "linked", 10000);
	g_mkdir_with_parents(".build-id/01", 0777);
	copy_program(
		"identified.debug", ".build-id/01/23456789abcdef.debug", 0644);
	check_flips(random, "identified", 10000);
}

/* A debug file is judged like a program, but nothing it says is an error. */
static void changed_bytes_of_debug_files_are_no_errors_of_their_own(void)
{
	start_empty();
	g_autoptr(GRand) random = g_rand_new_with_seed(19);
	static const char file[] = ".build-id/01/23456789abcdef.debug";
	copy_program("identified", "prog", 0755);
	g_mkdir_with_parents(".build-id/01", 0777);
	gsize n;
	g_autofree char *data = read_program("identified.debug", &n);
	write_file(file, data, n, 0644);
	for (guint round = 0; round < 10000; round++) {
		gsize place = random_place(random, n);
		guint8 byte = (guint8) g_rand_int(random);
		patch(file, place, &byte, 1);
		g_autoptr(GError) error = NULL;
		g_autoptr(hc_program) program =
			find_debuggable("./prog", &error);
		if (error && !g_error_matches(error, HC_PROGRAM_ERROR,
				     HC_PROGRAM_ERROR_NO_DEBUG))
			test_fail("%s", error->message);
		patch(file, place, data + place, 1);
	}
	check_debug_path("./prog", file);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(every_truncation_is_an_error),
		TEST(changed_bytes_are_judged_or_refused),
		TEST(changed_bytes_of_debug_files_are_no_errors_of_their_own),
	};
	return run_in_directory("program", tests, G_N_ELEMENTS(tests));
}
