/* What is to be changed, before anything is. */
#include "alteration.h"
#include "runner.h"

#include <fcntl.h>
#include <string.h>

static void writes_keep_their_order_and_bytes(void)
{
	g_autoptr(hc_alteration) a = hc_alteration_new();
	char text[] = "abc";
	hc_alteration_write(a, 0x1000, text, 3);
	hc_alteration_write(a, 0x1001, "x", 1);
	hc_alteration_point(a, 0x2000, 0xdeadbeef);
	memset(text, 0, sizeof text);
	ASSERT_INT(hc_alteration_n_writes(a), 3);
	struct hc_write first = hc_alteration_get_write(a, 0);
	ASSERT_INT(first.address, 0x1000);
	ASSERT_INT(first.n, 3);
	CU_ASSERT_FALSE(first.is_pointer);
	ASSERT_INT(memcmp(first.bytes, "abc", 3), 0);
	struct hc_write third = hc_alteration_get_write(a, 2);
	guint64 value;
	ASSERT_INT(third.n, sizeof value);
	CU_ASSERT_TRUE(third.is_pointer);
	memcpy(&value, third.bytes, sizeof value);
	ASSERT_INT(value, 0xdeadbeef);
}

static void nothing_is_nothing(void)
{
	g_autoptr(hc_alteration) a = hc_alteration_new();
	CU_ASSERT_TRUE(hc_alteration_is_empty(a));
	hc_alteration_write(a, 0x1000, NULL, 0);
	CU_ASSERT_TRUE(hc_alteration_is_empty(a));
	hc_alteration_set_register(a, 3, 1, FALSE);
	CU_ASSERT_FALSE(hc_alteration_is_empty(a));
}

static void the_last_value_of_a_register_wins(void)
{
	g_autoptr(hc_alteration) a = hc_alteration_new();
	guint n;
	CU_ASSERT_TRUE(hc_alteration_set_register(a, 3, 1, TRUE));
	CU_ASSERT_TRUE(hc_alteration_set_register(a, 4, 2, FALSE));
	CU_ASSERT_TRUE(hc_alteration_set_register(a, 3, 3, FALSE));
	CU_ASSERT_TRUE(hc_alteration_set_register_bytes(a, 4, "\7", 1));
	const struct hc_register *registers = hc_alteration_registers(a, &n);
	ASSERT_INT(n, 2);
	ASSERT_INT(registers[0].bytes[0], 3);
	CU_ASSERT_FALSE(registers[0].is_pointer);
	ASSERT_INT(registers[1].bytes[0], 7);
	ASSERT_INT(registers[1].n, 8);
}

static void registers_have_their_size(void)
{
	g_autoptr(hc_alteration) a = hc_alteration_new();
	const char bytes[32] = "";
	CU_ASSERT_FALSE(hc_alteration_set_register(a, 17, 1, FALSE));
	CU_ASSERT_FALSE(hc_alteration_set_register_bytes(a, 0, bytes, 9));
	CU_ASSERT_FALSE(hc_alteration_set_register_bytes(a, 17, bytes, 17));
	CU_ASSERT_FALSE(hc_alteration_set_register_bytes(a, 33, bytes, 11));
	CU_ASSERT_FALSE(hc_alteration_set_register_bytes(a, 41, bytes, 1));
	CU_ASSERT_FALSE(hc_alteration_set_register_bytes(a, 0, bytes, 0));
	CU_ASSERT_TRUE(hc_alteration_is_empty(a));
	CU_ASSERT_TRUE(hc_alteration_set_register_bytes(a, 17, bytes, 16));
	CU_ASSERT_TRUE(hc_alteration_set_register_bytes(a, 40, bytes, 10));
}

static void the_last_file_of_a_descriptor_wins(void)
{
	g_autoptr(hc_alteration) a = hc_alteration_new();
	guint n;
	CU_ASSERT_TRUE(hc_alteration_set_file(a, 3, "one", O_RDONLY, 7));
	CU_ASSERT_TRUE(hc_alteration_set_file(a, 4, NULL, 0, 0));
	CU_ASSERT_TRUE(hc_alteration_set_file(
		a, 3, "two", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 8));
	CU_ASSERT_FALSE(hc_alteration_set_file(a, -1, "x", 0, 0));
	CU_ASSERT_FALSE(hc_alteration_set_file(a, 1, "x", 0, G_MAXUINT64));
	const struct hc_file *files = hc_alteration_files(a, &n);
	ASSERT_INT(n, 2);
	ASSERT_INT(files[0].fd, 4);
	CU_ASSERT_PTR_NULL(files[0].path);
	ASSERT_STR(files[1].path, "two");
	ASSERT_INT(files[1].flags, O_WRONLY | O_APPEND);
	ASSERT_INT(files[1].offset, 8);
}

static void a_copy_stands_by_itself(void)
{
	struct hc_alteration *a = hc_alteration_new();
	hc_alteration_write(a, 0x1000, "abc", 3);
	hc_alteration_set_register(a, 3, 5, FALSE);
	hc_alteration_set_file(a, 0, "name", O_RDONLY, 0);
	g_autoptr(hc_alteration) copy = hc_alteration_copy(a);
	hc_alteration_free(a);
	guint n;
	ASSERT_INT(memcmp(hc_alteration_get_write(copy, 0).bytes, "abc", 3), 0);
	ASSERT_INT(hc_alteration_registers(copy, &n)[0].bytes[0], 5);
	ASSERT_STR(hc_alteration_files(copy, &n)[0].path, "name");
	g_autoptr(hc_alteration) nothing = hc_alteration_new();
	g_autoptr(hc_alteration) same = hc_alteration_copy(nothing);
	CU_ASSERT_TRUE(hc_alteration_is_empty(same));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(writes_keep_their_order_and_bytes),
		TEST(nothing_is_nothing),
		TEST(the_last_value_of_a_register_wins),
		TEST(registers_have_their_size),
		TEST(the_last_file_of_a_descriptor_wins),
		TEST(a_copy_stands_by_itself),
	};
	return run_tests("alterations", tests, G_N_ELEMENTS(tests));
}
