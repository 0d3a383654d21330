/* The parser on recorded transcripts: whole, cut off at every byte, and with
 * 200,000 deterministic mutations. MI_SEED and MI_MUTATIONS choose others. */
#include "gdbmi.h"
#include "mi-check.h"
#include "mi-lines.h"
#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What GDB wrote in all transcripts. */
static GPtrArray *lines;

static void load_lines(void)
{
	if (!lines)
		lines = mi_lines_load();
}

static void parses_every_line_of_the_transcripts(void)
{
	load_lines();
	CU_ASSERT_TRUE(lines->len > 300);
	guint kinds = 0;
	for (guint i = 0; i < lines->len; i++) {
		g_autoptr(mi_parser) parser = mi_parser_new();
		g_autoptr(mi_record) record = NULL;
		g_autoptr(GError) error = NULL;
		gsize n;
		const char *bytes = g_bytes_get_data(lines->pdata[i], &n);
		mi_parser_push(parser, bytes, n);
		mi_parser_push(parser, "\n", 1);
		mi_parser_next(parser, &record, &error);
		ASSERT_NO_ERROR(error);
		if (record)
			kinds |= 1 << record->kind;
	}
	/* Status and target output come from remote targets only. */
	ASSERT_INT(kinds, 1 << MI_RESULT | 1 << MI_EXEC | 1 << MI_NOTIFY |
				  1 << MI_CONSOLE | 1 << MI_LOG |
				  1 << MI_PROMPT);
}

/* The parser's state between two lines is empty, so cutting a transcript off
 * at a byte is cutting the line off that it falls into. */
static void survives_every_truncation_of_every_transcript(void)
{
	load_lines();
	guint64 cuts = 0;
	for (guint i = 0; i < lines->len; i++) {
		gsize n;
		const char *bytes = g_bytes_get_data(lines->pdata[i], &n);
		for (gsize cut = 1; cut <= n; cut++, cuts++) {
			g_autoptr(mi_parser) parser = mi_parser_new();
			struct mi_record *record;
			mi_parser_push(parser, bytes, cut);
			if (!mi_parser_next(parser, &record, NULL) || record ||
				mi_parser_end(parser, NULL))
				test_fail("line %u cut at %zu", i, cut);
			/* The same cut, followed by a newline. */
			mi_parser_push(parser, bytes, cut);
			mi_parser_push(parser, "\n", 1);
			mi_parser_next(parser, &record, NULL);
			mi_record_free(record);
		}
	}
	printf("# %" G_GUINT64_FORMAT " truncations\n", cuts);
}

static guint64 state;

/* xorshift64*: the same everywhere, unlike rand(). */
static guint32 draw(guint32 below)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (guint32) ((state * G_GUINT64_CONSTANT(2685821657736338717)) >>
			  32) %
	       below;
}

static void draw_line(GByteArray *input)
{
	gsize n;
	const guint8 *bytes =
		g_bytes_get_data(lines->pdata[draw(lines->len)], &n);
	gsize from = n > 400 && draw(4) ? draw(n - 400) : 0;
	/* Mostly from its beginning, and never very much of it. */
	from = draw(3) ? 0 : from;
	g_byte_array_append(input, bytes + from, MIN(n - from, 400));
	g_byte_array_append(input, (const guint8 *) "\n", draw(8) ? 1 : 0);
}

static void mutate(GByteArray *input)
{
	static const char special[] = "\"\\{}[],=\n\r\0^*+~@&(0x7e\377 -";
	if (input->len == 0)
		return;
	guint at = draw(input->len), n = 1 + draw(MIN(16, input->len - at));
	switch (draw(6)) {
	case 0:
		input->data[at] ^= 1 << draw(8);
		break;
	case 1:
		input->data[at] = special[draw(sizeof special - 1)];
		break;
	case 2:
		g_byte_array_remove_range(input, at, n);
		break;
	case 3: {
		/* A copy: appending may move what is copied from. */
		g_autofree guint8 *copy =
			g_memdup2(input->data + at, input->len - at);
		guint rest = input->len - at;
		g_byte_array_set_size(input, at + n);
		g_byte_array_append(input, copy, rest);
		break;
	}
	case 4:
		g_byte_array_set_size(input, at);
		draw_line(input);
		break;
	default:
		memset(input->data + at, special[draw(sizeof special - 1)], n);
	}
}

static guint64 number_from(const char *name, guint64 otherwise)
{
	const char *text = g_getenv(name);
	return text ? g_ascii_strtoull(text, NULL, 0) : otherwise;
}

static void survives_200000_mutated_inputs(void)
{
	load_lines();
	guint64 seed = number_from("MI_SEED", 20020101);
	guint64 count = number_from("MI_MUTATIONS", 200000), records = 0;
	printf("# MI_SEED=%" G_GUINT64_FORMAT "\n", seed);
	fflush(stdout);
	state = seed * 2 + 1;
	g_autoptr(GByteArray) input = g_byte_array_new();
	for (guint64 i = 0; i < count; i++) {
		g_byte_array_set_size(input, 0);
		for (guint n = 1 + draw(3); n > 0; n--)
			draw_line(input);
		for (guint n = 1 + draw(6); n > 0; n--)
			mutate(input);
		records += mi_check(input->data, input->len);
	}
	printf("# %" G_GUINT64_FORMAT " inputs, %" G_GUINT64_FORMAT
	       " records\n",
		count, records);
	/* Mutations that let nothing through would test little. */
	CU_ASSERT_TRUE(records > count / 10);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(parses_every_line_of_the_transcripts),
		TEST(survives_every_truncation_of_every_transcript),
		TEST(survives_200000_mutated_inputs),
	};
	int status = run_tests("mi-mutate", tests, G_N_ELEMENTS(tests));
	g_clear_pointer(&lines, g_ptr_array_unref);
	return status;
}
