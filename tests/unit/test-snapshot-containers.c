/* What C++'s library and compiler hide, with a debuggee for each rule and for
 * what it must leave alone. All of it is compared with GDB as well. */
#include "runner.h"
#include "snapshot-help.h"

static void check_rule(const char *rule, const struct fact *facts, guint n)
{
	const char *const argv[] = {DEBUGGEES "containers", rule, NULL};
	if (!g_file_test(argv[0], G_FILE_TEST_EXISTS)) {
		test_skip("there is no C++ compiler");
		return;
	}
	check_facts_at(argv, "stop", facts, n);
}
#define CHECK_RULE(rule, facts) check_rule(rule, facts, G_N_ELEMENTS(facts))

/* ---- Classes ---- */

static void an_object_is_of_the_class_that_its_functions_say(void)
{
	static const struct fact facts[] = {
		{"((curved::Circle *) *(void **) "
		 "&dynamic_types::unique)->radius",
			"1.5"},
		{"((curved::Circle *) *(void **) "
		 "&dynamic_types::unique)->price->cents",
			"250"},
		{"((Box<Price> *) dynamic_types::boxed)->content.cents", "99"},
		/* From the second of two bases. */
		{"((Both *) ((char *) dynamic_types::named - 16))->own", "11"},
		{"((Both *) ((char *) dynamic_types::named - 16))->id", "0"},
		/* What is not derived stays what it is … */
		{"*dynamic_types::plain", "Shape"},
		{"dynamic_types::plain->id", "6"},
		/* … and so does what is not constructed yet. */
		{"*dynamic_types::raw@2", "2 x Shape"},
	};
	CHECK_RULE("dynamic_types", facts);
}

static void a_virtual_base_is_where_the_object_says(void)
{
	static const struct fact facts[] = {
		{"virtual_bases::diamond.common", "1"},
		{"virtual_bases::diamond.price->cents", "7"},
		{"virtual_bases::holder.diamond.common", "1"},
		/* As a base, a class has its own bases elsewhere. */
		{"virtual_bases::deep.common", "1"},
		{"virtual_bases::deep.deeper", "5"},
		{"virtual_bases::alone->common", "1"},
		{"((Diamond *) virtual_bases::left)->common", "8"},
		{"((Diamond *) virtual_bases::left)->right", "3"},
		{"((Deep *) ((char *) virtual_bases::right - 16))->common",
			"9"},
		{"virtual_bases::base->common", "10"},
		{"((Diamond *) ((char *) virtual_bases::base - 48))->own", "4"},
		{"virtual_bases::inside", "-> virtual_bases::diamond + 48"},
	};
	CHECK_RULE("virtual_bases", facts);
}

/* Of two classes of one name, GDB would take one for the other. */
static void a_class_that_one_unit_knows_is_that_units(void)
{
#define ONLY "'(anonymous namespace)::Only'"
	static const struct fact facts[] = {
		{"((" ONLY " *) *(void **) &hidden_classes::only)->side", "5"},
		{"(('Box<(anonymous namespace)::Only>' *) "
		 "hidden_classes::box)->content.side",
			"5"},
		{"(('(anonymous namespace)::Heir' *) "
		 "hidden_classes::heir)->more",
			"8"},
		{"*(int *) ((char *) ((char *) hidden_classes::here) + 12)",
			"7"},
		{"((Price *) *(void **) ((char *) "
		 "((char *) hidden_classes::here) + 16))->cents",
			"77"},
		{"*(double *) ((char *) ((char *) hidden_classes::there) + 16)",
			"9.5"},
		{"*(int *) ((char *) ((char *) hidden_classes::there) + 24)",
			"9"},
	};
	CHECK_RULE("hidden_classes", facts);
}

static void a_shared_object_is_found_behind_its_count(void)
{
	static const struct fact facts[] = {
		{"shared_pointers::made._M_refcount._M_pi->_M_use_count", "1"},
		{"shared_pointers::made._M_ptr->cents", "70"},
		{"shared_pointers::made._M_ptr->rate", "0.25"},
		{"shared_pointers::made._M_refcount._M_pi[1]", NULL},
		{"shared_pointers::given._M_ptr->cents", "80"},
	};
	CHECK_RULE("shared_pointers", facts);
}

/* ---- Containers ---- */

static void the_elements_of_a_tree_are_found(void)
{
#define PAIR "std::pair<int const, Item>"
#define NODE(which)                                                            \
	"((std::_Rb_tree_node<" PAIR " > *) "                                  \
	"maps::map._M_t._M_impl._M_header." which ")"
	static const struct fact facts[] = {
		{"((" PAIR " *) &" NODE("_M_left") "->_M_storage)->first", "1"},
		{"((" PAIR " *) &" NODE("_M_right") "->_M_storage)"
						    "->second.price.cents",
			"300"},
		{"*((long int *) &((std::_Rb_tree_node<long int> *) "
		 "maps::set._M_t._M_impl._M_header._M_parent)->_M_storage)",
			"42"},
		/* The root's parent is the map itself. */
		{"maps::map._M_t._M_impl._M_header._M_parent->_M_parent",
			"-> maps::map + 8"},
	};
	CHECK_RULE("maps", facts);
}

static void the_elements_of_a_list_are_found(void)
{
	static const struct fact facts[] = {
		{"((Price *) &((std::_List_node<Price> *) "
		 "lists::list._M_impl._M_node._M_next)->_M_storage)->rate",
			"0.5"},
		{"*((int *) &((std::_List_node<int> *) "
		 "lists::numbers._M_impl._M_node._M_next->_M_next)"
		 "->_M_storage)",
			"8"},
		{"lists::numbers._M_impl._M_node._M_next->_M_prev",
			"-> lists::numbers"},
		{"*((int *) &((std::_Fwd_list_node<int> *) "
		 "lists::forward._M_impl._M_head._M_next)->_M_storage)",
			"4"},
		{"lists::empty._M_impl._M_node._M_next", "-> lists::empty"},
		/* A list of its own is no node, even where its last node
		 * leads back to it. */
		{"*lists::block",
			"std::__cxx11::list<int, std::allocator<int> >"},
	};
	CHECK_RULE("lists", facts);
}

static void the_elements_of_a_hash_table_are_found(void)
{
#define HASHED "std::pair<int const, Price>"
	static const struct fact facts[] = {
		{"((" HASHED " *) &((std::__detail::_Hash_node<" HASHED
		 ", false> *) hashes::plain._M_h._M_before_begin._M_nxt)"
		 "->_M_storage)->second.cents",
			"66"},
		/* Its buckets are pointers, not nodes. */
		{"*hashes::plain._M_h._M_buckets@13",
			"13 x std::__detail::_Hash_node_base *"},
	};
	CHECK_RULE("hashes", facts);
}

static void containers_in_objects_have_elements_as_well(void)
{
#define SHOP "((Shop *) *(void **) &members::shop)"
	static const struct fact facts[] = {
		{"*((int *) &((std::_List_node<int> *) " SHOP
		 "->numbers._M_impl._M_node._M_next)->_M_storage)",
			"56"},
		{"((" HASHED " *) &((std::_Rb_tree_node<" HASHED " > *) " SHOP
		 "->prices._M_t._M_impl._M_header._M_parent)->_M_storage)"
		 "->second.cents",
			"55"},
	};
	CHECK_RULE("members", facts);
}

static void the_elements_of_a_queue_are_found(void)
{
	static const struct fact facts[] = {
		{"queues::queue._M_impl._M_start._M_cur[1].rate", "1.5"},
		{"queues::used._M_impl._M_start._M_cur->cents", "40"},
		{"queues::used._M_impl._M_start._M_cur[23].cents", "63"},
		/* It was taken out. */
		{"queues::used._M_impl._M_start._M_first->cents", "32"},
		{"queues::used._M_impl._M_start._M_cur[24].cents", NULL},
		{"queues::used._M_impl._M_finish._M_first->cents", "96"},
	};
	CHECK_RULE("queues", facts);
}

static void a_tag_tells_what_a_union_holds(void)
{
#define VARIANT(name) "tagged_unions::" name "._M_u."
#define OPTIONAL(name) "tagged_unions::" name "._M_payload._M_payload."
	static const struct fact facts[] = {
		{VARIANT("item") "_M_rest._M_first._M_storage->price.cents",
			"6"},
		{VARIANT("price") "_M_rest._M_first._M_storage->cents", "7"},
		{OPTIONAL("full") "_M_value->cents", "8"},
		/* What is left over leads nowhere … */
		{OPTIONAL("empty") "_M_value->cents", NULL},
		{"*" OPTIONAL("empty") "_M_value@2", NULL},
		/* … and a tag that says nothing leaves it to the pointer. */
		{OPTIONAL("damaged") "_M_value->cents", "9"},
	};
	CHECK_RULE("tagged_unions", facts);
}

/* ---- Locals ---- */

static void a_local_that_is_not_made_yet_tells_no_types(void)
{
	static const char *const argv[] = {
		DEBUGGEES "containers", "unfinished", NULL};
	static const struct fact before[] = {
		{"*unfinished::leftover@22", "22 x int"},
		/* Its bytes are there. */
		{"open_shop::made", "Shop"},
	};
	static const struct fact after[] = {
		{"*unfinished::leftover@22", "22 x int"},
		{"((std::pair<int const, Price> *) "
		 "&((std::_Rb_tree_node<std::pair<int const, Price> > *) "
		 "open_shop::made.prices._M_t._M_impl._M_header._M_parent)"
		 "->_M_storage)"
		 "->second.cents",
			"99"},
	};
	if (!g_file_test(argv[0], G_FILE_TEST_EXISTS)) {
		test_skip("there is no C++ compiler");
		return;
	}
	check_facts_at(argv, "make_shop", before, G_N_ELEMENTS(before));
	check_facts_at(argv, "use_shop", after, G_N_ELEMENTS(after));
}

int main(void)
{
	static const struct test tests[] = {
		TEST(an_object_is_of_the_class_that_its_functions_say),
		TEST(a_virtual_base_is_where_the_object_says),
		TEST(a_class_that_one_unit_knows_is_that_units),
		TEST(a_shared_object_is_found_behind_its_count),
		TEST(the_elements_of_a_tree_are_found),
		TEST(the_elements_of_a_list_are_found),
		TEST(the_elements_of_a_hash_table_are_found),
		TEST(containers_in_objects_have_elements_as_well),
		TEST(the_elements_of_a_queue_are_found),
		TEST(a_tag_tells_what_a_union_holds),
		TEST(a_local_that_is_not_made_yet_tells_no_types),
	};
	return run_tests("containers", tests, G_N_ELEMENTS(tests));
}
