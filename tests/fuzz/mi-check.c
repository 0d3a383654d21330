#include "mi-check.h"

#include "gdbmi.h"

#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                     \
	do {                                                                   \
		if (!(condition))                                              \
			abort();                                               \
	} while (0)

/* Touches every byte, so that a sanitizer sees what should not be there. */
static guint touch(const char *text, gsize n)
{
	guint sum = 0;
	for (gsize i = 0; i < n; i++)
		sum = sum * 31 + (guchar) text[i];
	return sum;
}

/* Recursion is fine here: the parser bounds the depth. */
static guint check_value(const struct mi_value *value, int depth)
{
	guint sum = 0;
	REQUIRE(depth <= 256);
	if (value->name)
		sum += touch(value->name, strlen(value->name));
	if (value->kind == MI_CONST) {
		REQUIRE(value->text && value->text[value->length] == '\0');
		REQUIRE(!value->first);
		return sum + touch(value->text, value->length);
	}
	for (const struct mi_value *v = value->first; v; v = v->next)
		sum += check_value(v, depth + 1);
	return sum;
}

static volatile guint sink;

static void check_record(const struct mi_record *record)
{
	REQUIRE(record->token >= -1);
	if (record->kind == MI_PROMPT)
		return;
	REQUIRE((record->class != NULL) == (record->kind < MI_CONSOLE));
	REQUIRE(record->kind < MI_CONSOLE || record->value.kind == MI_CONST);
	sink += check_value(&record->value, 0);
}

static guint drain(struct mi_parser *parser)
{
	for (guint n = 0;;) {
		struct mi_record *record;
		g_autoptr(GError) error = NULL;
		if (!mi_parser_next(parser, &record, &error)) {
			REQUIRE(!record && error && *error->message);
			REQUIRE(mi_parser_failed_token(parser) >= -1);
			continue;
		}
		if (!record)
			return n;
		check_record(record);
		mi_record_free(record);
		n++;
	}
}

guint mi_check(const guint8 *bytes, gsize n)
{
	g_autoptr(mi_parser) parser = mi_parser_new();
	guint records = 0;
	for (gsize at = 0; at < n;) {
		gsize piece = MIN(n - at, 1 + bytes[at] % 97);
		mi_parser_push(parser, (const char *) bytes + at, piece);
		records += drain(parser);
		at += piece;
	}
	mi_parser_push(parser, "\n7^done,a=\"b\"\n", 14);
	guint after = drain(parser);
	REQUIRE(after >= 1);
	REQUIRE(mi_parser_end(parser, NULL));
	return records + after - 1;
}
