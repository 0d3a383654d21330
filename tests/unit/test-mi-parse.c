/* The MI parser against the grammar of GDB's manual and what GDB makes of it.
 * No GDB here. */
#include "gdbmi.h"
#include "runner.h"

#include <string.h>

/* The first record of some text; NULL with error set if it has none. */
static struct mi_record *parse(const char *text, gssize n, GError **error)
{
	g_autoptr(mi_parser) parser = mi_parser_new();
	struct mi_record *record;
	mi_parser_push(parser, text, n < 0 ? strlen(text) : (gsize) n);
	return mi_parser_next(parser, &record, error) ? record : NULL;
}

static struct mi_record *parse_ok(const char *text)
{
	GError *error = NULL;
	struct mi_record *record = parse(text, -1, &error);
	ASSERT_NO_ERROR(error);
	if (!record)
		test_fail("no record in: %s", text);
	g_clear_error(&error);
	return record;
}

static void reads_every_kind_of_record(void)
{
	static const struct {
		const char *text;
		enum mi_record_kind kind;
		gint64 token;
		const char *class;
	} cases[] = {
		{"^done\n", MI_RESULT, -1, "done"},
		{"12^error,msg=\"x\"\n", MI_RESULT, 12, "error"},
		{"0^running\n", MI_RESULT, 0, "running"},
		{"9223372036854775799^exit\n", MI_RESULT, 9223372036854775799,
			"exit"},
		{"*stopped,reason=\"exited-normally\"\n", MI_EXEC, -1,
			"stopped"},
		{"7*running,thread-id=\"all\"\n", MI_EXEC, 7, "running"},
		{"+download,{section=\".text\"}\n", MI_STATUS, -1, "download"},
		{"=thread-group-added,id=\"i1\"\n", MI_NOTIFY, -1,
			"thread-group-added"},
		{"~\"text\"\n", MI_CONSOLE, -1, NULL},
		{"@\"text\"\n", MI_TARGET, -1, NULL},
		{"&\"text\"\n", MI_LOG, -1, NULL},
		{"(gdb) \n", MI_PROMPT, -1, NULL},
		{"(gdb)\n", MI_PROMPT, -1, NULL},
		{"(gdb) \r\n", MI_PROMPT, -1, NULL},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(mi_record) record = parse_ok(cases[i].text);
		if (!record)
			continue;
		ASSERT_INT(record->kind, cases[i].kind);
		ASSERT_INT(record->token, cases[i].token);
		ASSERT_STR(record->class, cases[i].class);
		if (record->kind >= MI_CONSOLE && record->kind < MI_PROMPT)
			ASSERT_STR(record->value.text, "text");
	}
}

static void reads_tuples_and_lists_of_values_and_of_results(void)
{
	g_autoptr(mi_record) record = parse_ok(
		"^done,a=\"1\",t={x=\"2\",y={}},l=[],v=[\"3\",\"4\",[\"5\"]],"
		"r=[frame={level=\"0\"},frame={level=\"1\"}]\n");
	const struct mi_value *root = &record->value;
	ASSERT_INT(mi_value_count(root), 5);
	ASSERT_STR(mi_value_text(root, "a"), "1");
	const struct mi_value *t = mi_value_get(root, "t");
	ASSERT_INT(t->kind, MI_TUPLE);
	ASSERT_STR(mi_value_text(t, "x"), "2");
	ASSERT_INT(mi_value_get(t, "y")->kind, MI_TUPLE);
	ASSERT_INT(mi_value_count(mi_value_get(t, "y")), 0);
	ASSERT_INT(mi_value_get(root, "l")->kind, MI_LIST);
	const struct mi_value *v = mi_value_get(root, "v");
	ASSERT_INT(mi_value_count(v), 3);
	ASSERT_STR(v->first->name, NULL);
	ASSERT_STR(v->first->next->text, "4");
	ASSERT_STR(v->first->next->next->first->text, "5");
	const struct mi_value *r = mi_value_get(root, "r");
	ASSERT_STR(r->first->next->name, "frame");
	ASSERT_STR(mi_value_text(r->first->next, "level"), "1");
}

static void accepts_the_shapes_of_older_versions(void)
{
	g_autoptr(mi_record) locations =
		parse_ok("^done,bkpt={number=\"1\",addr=\"<MULTIPLE>\"},"
			 "{number=\"1.1\",addr=\"0x10\"},{number=\"1.2\"}\n");
	ASSERT_INT(mi_value_count(&locations->value), 3);
	ASSERT_STR(mi_value_text(locations->value.first->next, "addr"), "0x10");
	g_autoptr(mi_record) script =
		parse_ok("=breakpoint-modified,bkpt={script={\"p 1\",\"p 2\"}}"
			 "\n");
	const struct mi_value *lines =
		mi_value_get(mi_value_get(&script->value, "bkpt"), "script");
	ASSERT_INT(mi_value_count(lines), 2);
	g_autoptr(mi_record) twice =
		parse_ok("*stopped,reason=\"exited\",exit-code=\"01\","
			 "reason=\"exited-normally\"\n");
	ASSERT_STR(mi_value_text(&twice->value, "reason"), "exited");
}

static void decodes_escapes_to_bytes(void)
{
	g_autoptr(mi_record) record = parse_ok(
		"~\"\\n\\t\\r\\a\\b\\f\\v\\e\\\"\\\\\\'\\?\\0\\33\\377\\303\\"
		"0441\\x1Bz\\x9\"\n");
	static const char expected[] =
		"\n\t\r\a\b\f\v\033\"\\'?\0\033\377\303\0441\033z\t";
	ASSERT_INT(record->value.length, sizeof expected - 1);
	CU_ASSERT_EQUAL(
		memcmp(record->value.text, expected, sizeof expected), 0);
}

static void keeps_raw_bytes_that_are_not_utf8_and_raw_nuls(void)
{
	static const char line[] = "~\"a\xff\xfe\0b\"\n";
	g_autoptr(mi_record) record = parse(line, sizeof line - 1, NULL);
	ASSERT_INT(record->value.length, 5);
	CU_ASSERT_EQUAL(memcmp(record->value.text, "a\xff\xfe\0b", 6), 0);
}

static void reads_numbers_only_where_they_are_numbers(void)
{
	g_autoptr(mi_record) record = parse_ok(
		"^done,a=\"0x1f\",b=\"010\",c=\"12x\",d=\"-1\",e={},f=\"\","
		"g=\"18446744073709551616\",h=\"3\\0004\"\n");
	const struct mi_value *root = &record->value;
	guint64 n = 99;
	int i = 99;
	CU_ASSERT_TRUE(mi_value_u64(root, "a", &n));
	ASSERT_INT(n, 31);
	CU_ASSERT_TRUE(mi_value_u64(root, "b", &n));
	ASSERT_INT(n, 10);
	for (const char *name = "cdefgh"; *name; name++)
		CU_ASSERT_FALSE(mi_value_u64(root, (char[]){*name, 0}, &n));
	ASSERT_INT(n, 10);
	CU_ASSERT_TRUE(mi_value_int(root, "a", &i));
	ASSERT_INT(i, 31);
	CU_ASSERT_FALSE(mi_value_int(NULL, "a", &i));
	CU_ASSERT_PTR_NULL(mi_value_get(mi_value_get(root, "zz"), "y"));
	CU_ASSERT_PTR_NULL(mi_value_text(root, "e"));
}

static void gives_the_same_records_however_the_bytes_are_cut(void)
{
	static const char text[] = "1^done,a={b=[\"\\\"\",\"x\\ny\"]}\r\n"
				   "(gdb) \n~\"\\303\\244\"\n";
	gsize length = sizeof text - 1;
	for (gsize cut = 1; cut < length; cut++) {
		g_autoptr(mi_parser) parser = mi_parser_new();
		guint n = 0;
		for (gsize at = 0; at < length; at += cut) {
			mi_parser_push(
				parser, text + at, MIN(cut, length - at));
			struct mi_record *record;
			while (mi_parser_next(parser, &record, NULL) &&
				record) {
				n++;
				mi_record_free(record);
			}
		}
		ASSERT_INT(n, 3);
		CU_ASSERT_TRUE(mi_parser_end(parser, NULL));
	}
}

static void names_byte_and_place_of_malformed_input(void)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{"hello\n", "byte 0: not an MI record, near 'hello'"},
		{"12\n", "byte 2: not an MI record"},
		{"^\n", "byte 1: record without a class"},
		{"^done;\n", "byte 5: no comma after the class"},
		{"^done,\n", "byte 6: line ends where a value should be"},
		{"^done,a\n", "byte 7: name without a value"},
		{"^done,a=\n", "byte 8: a value must begin with"},
		{"^done,a=b\n", "byte 8: a value must begin with"},
		{"^done,a=\"x\n", "byte 10: string without closing quote"},
		{"^done,a=\"x\\\n", "byte 10: unknown escape"},
		{"^done,a=\"\\q\"\n", "byte 9: unknown escape"},
		{"^done,a=\"\\777\"\n", "byte 9: unknown escape"},
		{"^done,a=\"\\xg\"\n", "byte 9: unknown escape"},
		{"^done,a=\"x\"y\n", "byte 11: neither a comma nor"},
		{"^done,a={\n", "byte 9: line ends where a value should be"},
		{"^done,a={b=\"1\"\n", "byte 14: line ends inside"},
		{"^done,a={b=\"1\"]\n", "byte 14: neither a comma nor"},
		{"^done,a=[\"1\",]\n", "byte 13: neither a name nor a value"},
		{"^done,}\n", "byte 6: neither a name nor a value"},
		{"~text\n", "byte 1: stream without a string"},
		{"~\"text\" \n", "byte 7: text after the stream's string"},
		{"99999999999999999999^done\n", "token too large"},
		{"(gdb) x\n", "byte 0: not an MI record"},
		{"\001\377\n", "near '\\x01\\xff'"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(mi_record) record = parse(cases[i].text, -1, &error);
		CU_ASSERT_PTR_NULL(record);
		ASSERT_ERROR(error, cases[i].message);
	}
}

static void goes_on_after_malformed_lines_and_counts_bytes(void)
{
	g_autoptr(mi_parser) parser = mi_parser_new();
	static const char text[] = "\n^done\njunk from a program\n1^done\n*\n";
	mi_parser_push(parser, text, sizeof text - 1);
	g_autoptr(mi_record) first = NULL, second = NULL, third = NULL;
	g_autoptr(GError) error = NULL, last = NULL;
	CU_ASSERT_TRUE(mi_parser_next(parser, &first, NULL));
	ASSERT_STR(first->class, "done");
	CU_ASSERT_FALSE(mi_parser_next(parser, &second, &error));
	ASSERT_ERROR(
		error, "byte 7: not an MI record, near 'junk from a program'");
	CU_ASSERT_TRUE(mi_parser_next(parser, &second, NULL));
	ASSERT_INT(second->token, 1);
	CU_ASSERT_FALSE(mi_parser_next(parser, &third, &last));
	ASSERT_ERROR(last, "byte 35: record without a class");
	CU_ASSERT_TRUE(mi_parser_next(parser, &third, NULL));
	CU_ASSERT_PTR_NULL(third);
}

static void reports_output_that_ends_inside_a_record(void)
{
	g_autoptr(mi_parser) parser = mi_parser_new();
	g_autoptr(GError) error = NULL;
	struct mi_record *record;
	mi_parser_push(parser, "^done,a=\"1", 10);
	CU_ASSERT_TRUE(mi_parser_next(parser, &record, NULL));
	CU_ASSERT_PTR_NULL(record);
	CU_ASSERT_FALSE(mi_parser_end(parser, &error));
	ASSERT_ERROR(error, "output ends inside a record");
	CU_ASSERT_TRUE(mi_parser_end(parser, NULL));
}

static void skips_records_over_the_limit_without_storing_them(void)
{
	g_autoptr(mi_parser) parser = mi_parser_new();
	mi_parser_set_limit(parser, 10);
	guint errors = 0, records = 0;
	static const char text[] = "~\"0123456789\"\n^done\n~\"0123456789\"\n";
	for (gsize i = 0; i < sizeof text - 1; i++) {
		g_autoptr(GError) error = NULL;
		struct mi_record *record;
		mi_parser_push(parser, text + i, 1);
		if (!mi_parser_next(parser, &record, &error))
			errors++;
		records += record != NULL;
		mi_record_free(record);
	}
	ASSERT_INT(errors, 2);
	ASSERT_INT(records, 1);
	/* The same in one piece. */
	g_autoptr(GError) error = NULL;
	struct mi_record *record;
	mi_parser_push(parser, text, sizeof text - 1);
	CU_ASSERT_FALSE(mi_parser_next(parser, &record, &error));
	ASSERT_ERROR(error, "record too long");
	CU_ASSERT_TRUE(mi_parser_next(parser, &record, NULL));
	ASSERT_STR(record ? record->class : NULL, "done");
	mi_record_free(record);
}

static void refuses_deep_nesting_and_survives_it(void)
{
	for (guint depth = 250; depth < 1000000; depth = depth * 3 + 5) {
		GString *text = g_string_new("^done,a=");
		for (guint i = 0; i < depth; i++)
			g_string_append_c(text, '[');
		for (guint i = 0; i < depth; i++)
			g_string_append_c(text, ']');
		g_string_append_c(text, '\n');
		g_autoptr(GError) error = NULL;
		g_autoptr(mi_record) record =
			parse(text->str, text->len, &error);
		CU_ASSERT_EQUAL(record != NULL, depth <= 255);
		if (!record)
			ASSERT_ERROR(error, "nested more than 255 deep");
		g_string_free(text, TRUE);
	}
}

/* Time is not asserted, but quadratic work would run into the time limit. */
static void reads_a_50_mb_record_in_pieces(void)
{
	enum { SIZE = 50 << 20, PIECE = 4096 };
	GString *text = g_string_sized_new(SIZE + 100);
	g_string_append(text, "1^done,big=\"");
	while (text->len < SIZE / 2)
		g_string_append(text, "some text\\n");
	g_string_append(text, "\",list=[");
	guint n = 1;
	for (; text->len < SIZE; n++)
		g_string_append(text, "{number=\"12\"},");
	g_string_append(text, "{}]\n");
	g_autoptr(mi_parser) parser = mi_parser_new();
	struct mi_record *record = NULL;
	for (gsize at = 0; at < text->len; at += PIECE) {
		CU_ASSERT_PTR_NULL(record);
		mi_parser_push(
			parser, text->str + at, MIN(PIECE, text->len - at));
		CU_ASSERT_TRUE(mi_parser_next(parser, &record, NULL));
	}
	CU_ASSERT_PTR_NOT_NULL_FATAL(record);
	ASSERT_INT(mi_value_count(mi_value_get(&record->value, "list")), n);
	mi_record_free(record);
	g_string_free(text, TRUE);
}

static void quotes_so_that_the_parser_reads_the_same_bytes(void)
{
	static const char text[] = "a\"b\\c\n\t\001\177\303\244 'x' $y";
	g_autofree char *quoted = mi_quote(text);
	g_autofree char *line = g_strdup_printf("~%s\n", quoted);
	g_autoptr(mi_record) record = parse_ok(line);
	ASSERT_STR(record->value.text, text);
}

static void quotes_words_for_the_shell(void)
{
	static const char *words[] = {"", "plain-1.c", "a b", "it's", "$HOME",
		"a\nb", "*", "\\", "\"", "-n", "#x", "~", "a=b", "<&7",
		"\303\244", "\377", "!", "`date`", "'"};
	for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
		g_autofree char *quoted = mi_shell_quote(words[i]);
		g_auto(GStrv) argv = NULL;
		int argc;
		CU_ASSERT_TRUE(g_shell_parse_argv(quoted, &argc, &argv, NULL));
		ASSERT_INT(argc, 1);
		ASSERT_STR(argv ? argv[0] : NULL, words[i]);
	}
}

int main(void)
{
	static const struct test tests[] = {
		TEST(reads_every_kind_of_record),
		TEST(reads_tuples_and_lists_of_values_and_of_results),
		TEST(accepts_the_shapes_of_older_versions),
		TEST(decodes_escapes_to_bytes),
		TEST(keeps_raw_bytes_that_are_not_utf8_and_raw_nuls),
		TEST(reads_numbers_only_where_they_are_numbers),
		TEST(gives_the_same_records_however_the_bytes_are_cut),
		TEST(names_byte_and_place_of_malformed_input),
		TEST(goes_on_after_malformed_lines_and_counts_bytes),
		TEST(reports_output_that_ends_inside_a_record),
		TEST(skips_records_over_the_limit_without_storing_them),
		TEST(refuses_deep_nesting_and_survives_it),
		TEST(reads_a_50_mb_record_in_pieces),
		TEST(quotes_so_that_the_parser_reads_the_same_bytes),
		TEST(quotes_words_for_the_shell),
	};
	return run_tests("mi-parse", tests, G_N_ELEMENTS(tests));
}
