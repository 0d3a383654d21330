/* What debug information says, where GDB has no say in it. */
#include "zoo.h"

#include <string.h>

/* Types and globals of a program at its first stop. */
struct at_stop {
	struct zoo zoo;
	GPtrArray *globals;
};

static gboolean stop_at_first(struct at_stop *at, const char *name)
{
	*at = (struct at_stop){0};
	if (!can_debug())
		return FALSE;
	if (!zoo_start(&at->zoo, name)) {
		test_fail("%s does not stop", name);
		zoo_end(&at->zoo);
		return FALSE;
	}
	at->globals = hc_debuginfo_globals(at->zoo.info, at->zoo.fs_base);
	return TRUE;
}

static void end(struct at_stop *at)
{
	g_ptr_array_unref(at->globals);
	zoo_end(&at->zoo);
}

static const struct hc_variable *find(GPtrArray *variables, const char *name)
{
	for (guint i = 0; i < variables->len; i++) {
		const struct hc_variable *v = g_ptr_array_index(variables, i);
		if (strcmp(v->name, name) == 0)
			return v;
	}
	test_fail("there is no %s", name);
	static const struct mg_type nothing;
	static const struct hc_variable none = {.name = "", .type = &nothing};
	return &none;
}

static const struct mg_type *type_of(struct at_stop *at, const char *name)
{
	return find(at->globals, name)->type;
}

static const struct mg_member *member(
	const struct mg_type *type, const char *name)
{
	for (guint i = 0; i < type->n_members; i++)
		if (g_strcmp0(type->members[i].name, name) == 0)
			return &type->members[i];
	test_fail("%s has no %s", type->name, name);
	static const struct mg_type nothing;
	static const struct mg_member none = {.type = &nothing};
	return &none;
}

/* The frame of a function, and its variables. */
static GPtrArray *locals_of(
	struct zoo *zoo, const char *function, const struct hc_call **call)
{
	for (guint i = 0; i < zoo->calls->len; i++) {
		*call = g_ptr_array_index(zoo->calls, i);
		if (g_strcmp0((*call)->function, function) == 0)
			return hc_debuginfo_locals(zoo->info, *call);
	}
	test_fail("%s is on no frame", function);
	return g_ptr_array_new();
}

static const char *const forms[] = {"c-plain", "c-split", "c-type-units",
	"c-type-units-dwarf4", "c-strict"};

static void one_struct_is_one_type_in_all_units_and_libraries(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		struct at_stop at;
		const struct hc_call *call;
		if (!stop_at_first(&at, forms[i]))
			return;
		g_autoptr(GPtrArray) locals =
			locals_of(&at.zoo, "other_work", &call);
		const struct mg_type *shared = type_of(&at, "first");
		CU_ASSERT_PTR_EQUAL(find(locals, "s")->type->target, shared);
		CU_ASSERT_PTR_EQUAL(type_of(&at, "thread_shared"), shared);
		CU_ASSERT_PTR_EQUAL(
			member(shared, "next")->type->target, shared);
		CU_ASSERT_PTR_EQUAL(
			type_of(&at, "library_point"), type_of(&at, "origin"));
		CU_ASSERT_PTR_EQUAL(
			type_of(&at, "library_global"), type_of(&at, "an_int"));
		CU_ASSERT_PTR_EQUAL(
			hc_debuginfo_find_type(at.zoo.info, "shared_t"),
			shared);
		end(&at);
	}
}

static void a_name_with_two_shapes_is_two_types(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		struct at_stop at;
		if (!stop_at_first(&at, forms[i]))
			return;
		const struct mg_type *a = type_of(&at, "zoo_shape");
		const struct mg_type *b = type_of(&at, "other_shape");
		CU_ASSERT_PTR_NOT_EQUAL(a, b);
		ASSERT_STR(a->name, "struct local_shape");
		ASSERT_STR(b->name, "struct local_shape");
		end(&at);
	}
}

static void a_declared_struct_is_the_one_defined_elsewhere(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		struct at_stop at;
		if (!stop_at_first(&at, forms[i]))
			return;
		const struct mg_type *hidden =
			member(type_of(&at, "first"), "opaque")->type->target;
		ASSERT_STR(hidden->name, "struct hidden");
		ASSERT_INT(hidden->kind, MG_STRUCT);
		ASSERT_INT(member(hidden, "name")->type->count, 12);
		CU_ASSERT_PTR_EQUAL(hidden, type_of(&at, "one"));
		end(&at);
	}
}

static void types_are_called_as_c_writes_them(void)
{
	static const struct {
		const char *variable, *name;
	} names[] = {
		{"an_int", "int"},
		{"a_ulong", "long unsigned int"},
		{"a_wide", "wchar_t"},
		{"a_color", "enum color"},
		{"a_toggle", "toggle"},
		{"origin", "point"},
		{"volatile_shared", "struct shared *"},
		{"numbers", "int [5]"},
		{"grid", "int [2][3]"},
		{"matrix_pointer", "int (*)[3][4]"},
		{"strings", "char *[3]"},
		{"function", "int (*)(void)"},
		{"something", "void *"},
		{"a_none", "struct none"},
	};
	struct at_stop at;
	if (!stop_at_first(&at, "c-plain"))
		return;
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *name =
			mg_type_name(type_of(&at, names[i].variable));
		ASSERT_STR(name, names[i].name);
	}
	ASSERT_INT(type_of(&at, "a_wide")->kind, MG_CHAR);
	ASSERT_INT(type_of(&at, "a_char16")->kind, MG_CHAR);
	ASSERT_INT(type_of(&at, "a_byte")->kind, MG_CHAR);
	ASSERT_INT(type_of(&at, "a_complex")->kind, MG_COMPLEX);
	ASSERT_INT(type_of(&at, "a_long_double")->kind, MG_FLOAT);
	CU_ASSERT_TRUE(type_of(&at, "a_level")->is_signed);
	CU_ASSERT_FALSE(type_of(&at, "a_color")->is_signed);
	CU_ASSERT_PTR_NULL(
		hc_debuginfo_find_type(at.zoo.info, "struct nowhere"));
	CU_ASSERT_PTR_EQUAL(
		hc_debuginfo_find_type(at.zoo.info, "struct nested"),
		type_of(&at, "a_nested"));
	end(&at);
}

static void alignments_follow_from_members(void)
{
	struct at_stop at;
	if (!stop_at_first(&at, "c-plain"))
		return;
	ASSERT_INT(type_of(&at, "a_tight")->alignment, 1);
	ASSERT_INT(type_of(&at, "first")->alignment, 8);
	ASSERT_INT(type_of(&at, "a_matrix")->alignment, 4);
	ASSERT_INT(type_of(&at, "a_long_double")->alignment, 16);
	end(&at);
}

static void cplusplus_names_are_qualified(void)
{
	static const struct {
		const char *variable, *name;
	} names[] = {
		{"a_point", "outer::inner::Point"},
		{"a_mode", "outer::Mode"},
		{"a_box", "Box<double, 3>"},
		{"unnamed", "Unnamed"},
		{"a_derived", "Derived"},
		{"outer::(anonymous namespace)::a_hidden",
			"outer::(anonymous namespace)::Hidden"},
	};
	static const char *const programs[] = {
		"cc-plain", "cc-dwarf4", "cc-type-units", "cc-split"};
	for (guint p = 0; p < G_N_ELEMENTS(programs); p++) {
		struct at_stop at;
		if (!stop_at_first(&at, programs[p]))
			return;
		for (guint i = 0; i < G_N_ELEMENTS(names); i++)
			ASSERT_STR(type_of(&at, names[i].variable)->name,
				names[i].name);
		ASSERT_INT(find(at.globals, "outer::inner::Point::made")->where,
			HC_WHERE_MEMORY);
		ASSERT_STR(
			find(at.globals, "called")->function, "Derived::value");
		const struct mg_type *derived = type_of(&at, "a_derived");
		CU_ASSERT_TRUE(derived->members[0].base);
		CU_ASSERT_PTR_EQUAL(derived->members[0].type,
			type_of(&at, "base_reference")->target);
		ASSERT_STR(member(type_of(&at, "a_point"), "part")->type->name,
			"outer::inner::Point::Part");
		end(&at);
	}
}

static void inner_variables_shadow_outer_ones(void)
{
	struct at_stop at;
	const struct hc_call *call;
	guint n = 0;
	if (!stop_at_first(&at, "c-plain"))
		return;
	g_autoptr(GPtrArray) locals = locals_of(&at.zoo, "blocks", &call);
	for (guint i = 0; i < locals->len; i++) {
		struct hc_variable *v = g_ptr_array_index(locals, i);
		if (strcmp(v->name, "value") != 0)
			continue;
		ASSERT_INT(v->type->kind, n < 2 ? MG_INT : MG_FLOAT);
		ASSERT_INT(v->shadowed, n < 2);
		CU_ASSERT_TRUE(n == 0 ? v->depth == 0 : v->depth > n - 1);
		n++;
	}
	ASSERT_INT(n, 3);
	CU_ASSERT_TRUE(find(locals, "n")->parameter);
	CU_ASSERT_FALSE(find(locals, "on_stack")->parameter);
	/* That block is over, and statics are globals. */
	for (guint i = 0; i < locals->len; i++) {
		struct hc_variable *v = g_ptr_array_index(locals, i);
		CU_ASSERT_STRING_NOT_EQUAL(v->name, "other");
		CU_ASSERT_STRING_NOT_EQUAL(v->name, "calls");
		CU_ASSERT_STRING_NOT_EQUAL(v->name, "counted");
	}
	ASSERT_STR(find(at.globals, "inner_static")->function, "blocks");
	end(&at);
}

static void an_array_has_the_length_of_its_frame(void)
{
	struct at_stop at;
	const struct hc_call *call;
	if (!stop_at_first(&at, "c-plain"))
		return;
	CU_ASSERT_TRUE(zoo_next(&at.zoo));
	g_autoptr(GPtrArray) locals = locals_of(&at.zoo, "arrays", &call);
	const struct mg_type *line = find(locals, "line")->type;
	const struct mg_type *table = find(locals, "table")->type;
	CU_ASSERT_PTR_EQUAL(line, type_of(&at, "numbers"));
	ASSERT_INT(table->count, 3);
	ASSERT_INT(table->target->count, 6);
	ASSERT_INT(table->size, 36);
	ASSERT_INT(find(locals, "pointer")->type->target->count, 5);
	g_autoptr(GPtrArray) again = hc_debuginfo_locals(at.zoo.info, call);
	CU_ASSERT_PTR_EQUAL(find(again, "table")->type, table);
	end(&at);
}

static void registers_of_outer_frames_are_where_they_were_saved(void)
{
	struct at_stop at;
	int depth = 0;
	if (!stop_at_first(&at, "c-plain"))
		return;
	while (at.zoo.stops < 6)
		CU_ASSERT_TRUE_FATAL(zoo_next(&at.zoo));
	for (guint i = 0; i < at.zoo.calls->len; i++) {
		const struct hc_call *call = g_ptr_array_index(at.zoo.calls, i);
		if (g_strcmp0(call->function, "recurse") != 0)
			continue;
		g_autoptr(GPtrArray) locals =
			hc_debuginfo_locals(at.zoo.info, call);
		const struct hc_variable *v = find(locals, "kept");
		gint32 kept = (gint32) call->registers.values[v->reg];
		ASSERT_INT(v->where, HC_WHERE_REGISTER);
		ASSERT_INT(kept, 3 * depth);
		/* Nobody below the innermost one needed the register. */
		ASSERT_INT(v->saved_at != 0, depth > 0);
		if (v->saved_at)
			zoo_read(v->saved_at, &kept, sizeof kept,
				GINT_TO_POINTER(
					mi_client_pid(at.zoo.session.gdb)));
		ASSERT_INT(kept, 3 * depth);
		depth++;
	}
	ASSERT_INT(depth, 4);
	end(&at);
}

static void symbols_are_found_by_name_and_by_address(void)
{
	struct at_stop at;
	guint64 size = 0, offset = 0, theirs = 0;
	if (!stop_at_first(&at, "c-plain"))
		return;
	struct hc_debuginfo *info = at.zoo.info;
	guint64 main_at = hc_debuginfo_symbol(info, NULL, "main", &size);
	CU_ASSERT_TRUE(size > 20);
	ASSERT_STR(
		hc_debuginfo_function_at(info, main_at + 3, &offset), "main");
	ASSERT_INT(offset, 3);
	guint64 data = find(at.globals, "an_int")->address;
	CU_ASSERT_PTR_NULL(hc_debuginfo_function_at(info, data, &offset));
	CU_ASSERT_PTR_NULL(hc_debuginfo_function_at(info, 16, &offset));
	ASSERT_INT(hc_debuginfo_symbol(info, NULL, "an_int", NULL), data);
	ASSERT_INT(hc_debuginfo_symbol(info, "libc.so", "an_int", NULL), 0);
	CU_ASSERT_TRUE(zoo_number(&at.zoo, &theirs, "(long)&library_work"));
	ASSERT_INT(hc_debuginfo_symbol(info, "libzoo", "library_work", NULL),
		theirs);
	CU_ASSERT_TRUE(hc_debuginfo_symbol(
			       info, "libc.so", "_IO_2_1_stdout_", &size) > 0);
	CU_ASSERT_TRUE(size > 100);
	end(&at);
}

static void globals_come_in_the_same_order_each_time(void)
{
	struct at_stop a, b;
	if (!stop_at_first(&a, "c-plain"))
		return;
	if (!stop_at_first(&b, "c-plain"))
		return;
	ASSERT_INT(a.globals->len, b.globals->len);
	for (guint i = 0; i < MIN(a.globals->len, b.globals->len); i++) {
		const struct hc_variable *x = g_ptr_array_index(a.globals, i);
		const struct hc_variable *y = g_ptr_array_index(b.globals, i);
		ASSERT_STR(x->name, y->name);
		ASSERT_INT(x->type->id, y->type->id);
	}
	ASSERT_INT(hc_debuginfo_n_types(a.zoo.info),
		hc_debuginfo_n_types(b.zoo.info));
	end(&a);
	end(&b);
}

int main(void)
{
	static const struct test tests[] = {
		TEST(one_struct_is_one_type_in_all_units_and_libraries),
		TEST(a_name_with_two_shapes_is_two_types),
		TEST(a_declared_struct_is_the_one_defined_elsewhere),
		TEST(types_are_called_as_c_writes_them),
		TEST(alignments_follow_from_members),
		TEST(cplusplus_names_are_qualified),
		TEST(inner_variables_shadow_outer_ones),
		TEST(an_array_has_the_length_of_its_frame),
		TEST(registers_of_outer_frames_are_where_they_were_saved),
		TEST(symbols_are_found_by_name_and_by_address),
		TEST(globals_come_in_the_same_order_each_time),
	};
	return run_tests("debuginfo", tests, G_N_ELEMENTS(tests));
}
