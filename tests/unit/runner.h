/* The main() of every unit test: CUnit underneath, TAP on stdout.
 *
 *	static void counts_to_three(void) { CU_ASSERT_EQUAL(1 + 2, 3); }
 *
 *	int main(void)
 *	{
 *		static const struct test tests[] = {TEST(counts_to_three)};
 *		return run_tests("counting", tests, G_N_ELEMENTS(tests));
 *	}
 *
 * A test's name is a sentence that says what is true. The exit status is
 * non-zero if a test failed, if the suite could not be set up, or if no test
 * ran at all: CUnit itself reports the last two as success. */
#ifndef TESTS_RUNNER_H
#define TESTS_RUNNER_H

#include <CUnit/CUnit.h>
#include <glib.h>

struct test {
	const char *name;
	void (*run)(void);
};

#define TEST(function)                                                         \
	{                                                                      \
#function, function                                            \
	}

int run_tests(const char *suite, const struct test *tests, gsize n);

/* Marks the running test as skipped; the caller returns right after. */
void test_skip(const char *reason);

/* Fails the running test with a message of its own, printed under its name. */
void test_fail(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* CUnit shows only the expression; these show the values as well. */
#define ASSERT_STR(actual, expected)                                           \
	do {                                                                   \
		const char *a_ = (actual), *e_ = (expected);                   \
		if (g_strcmp0(a_, e_) != 0)                                    \
			test_fail("%s:%d: %s is \"%s\", not \"%s\"", __FILE__, \
				__LINE__, #actual, a_ ? a_ : "(null)",         \
				e_ ? e_ : "(null)");                           \
	} while (0)
#define ASSERT_INT(actual, expected)                                           \
	do {                                                                   \
		gint64 a_ = (gint64) (actual), e_ = (gint64) (expected);       \
		if (a_ != e_)                                                  \
			test_fail("%s:%d: %s is %" G_GINT64_FORMAT             \
				  ", not %" G_GINT64_FORMAT,                   \
				__FILE__, __LINE__, #actual, a_, e_);          \
	} while (0)
#define ASSERT_NO_ERROR(error)                                                 \
	do {                                                                   \
		if ((error) != NULL)                                           \
			test_fail("%s:%d: %s", __FILE__, __LINE__,             \
				(error)->message);                             \
	} while (0)
/* The message is part of the interface: it is compared in part. */
#define ASSERT_ERROR(error, part)                                              \
	do {                                                                   \
		if ((error) == NULL)                                           \
			test_fail("%s:%d: no error, where one about \"%s\" "   \
				  "was expected",                              \
				__FILE__, __LINE__, part);                     \
		else if (strstr((error)->message, part) == NULL)               \
			test_fail("%s:%d: the error \"%s\" lacks \"%s\"",      \
				__FILE__, __LINE__, (error)->message, part);   \
	} while (0)

#endif
