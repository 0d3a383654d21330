// What the C++ library hides, one rule a function:
//
//	debuggee-containers RULE
//
// calls the function, which makes what the rule is about, keeps it in its own
// variables and stops in stop().
#include "containers.hh"

#include <cstdio>
#include <cstring>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

__attribute__((noinline)) static void stop()
{
	__asm__ volatile("" ::: "memory"); /* MARK: stop */
}

struct Item {
	std::string name;
	Price price;
};

// ---- Classes with virtual functions ----

namespace curved
{
struct Circle : Shape {
	double radius = 0;
	Price *price = nullptr;
	double area() const override { return 3 * radius * radius; }
};
}

template <class T> struct Box : Shape {
	T content{};
	double area() const override { return 1; }
};

struct Named {
	long number = 0;
	virtual ~Named() {}
	virtual int length() const { return 4; }
};

struct Both : Shape, Named {
	int own = 0;
	double area() const override { return 2; }
	int length() const override { return 5; }
};

static void dynamic_types()
{
	curved::Circle *circle = new curved::Circle;
	circle->radius = 1.5;
	circle->price = new Price{250, 0.5};
	Both *both = new Both;
	both->own = 11;
	Box<Price> *box = new Box<Price>;
	box->content.cents = 99;
	std::unique_ptr<Shape> unique(circle);
	Shape *boxed = box;
	Named *named = both;
	Shape *plain = new Shape;
	plain->id = 6;
	void *memory = ::operator new(sizeof(Both));
	std::memset(memory, 0, sizeof(Both));
	Shape *raw = static_cast<Shape *>(memory);
	memory = nullptr;
	circle = nullptr;
	both = nullptr;
	box = nullptr;
	(void) boxed;
	(void) raw;
	(void) named;
	stop();
}

// ---- Virtual bases ----

struct Base {
	int common = 1;
	virtual ~Base() {}
};

struct Left : virtual Base {
	int left = 2;
};

struct Right : virtual Base {
	int right = 3;
	Price *price = nullptr;
};

struct Diamond : Left, Right {
	int own = 4;
};

struct Deep : Diamond {
	long deeper = 5;
};

struct Holder {
	Diamond diamond;
	int more = 6;
};

static void virtual_bases()
{
	Diamond diamond;
	diamond.price = new Price{7, 0.5};
	Holder holder;
	Deep deep;
	Left *alone = new Left;
	Left *left = new Diamond;
	left->common = 8;
	Right *right = new Deep;
	right->common = 9;
	Base *base = new Diamond;
	base->common = 10;
	Base *inside = &diamond;
	stop();
}

// ---- Classes in namespaces without a name ----

namespace
{
struct Only : Shape {
	int side = 5;
	double area() const override { return side; }
};

struct Twice : Shape {
	int here = 7;
	Price *price = nullptr;
	double area() const override { return here; }
};

struct Heir : Twice {
	int more = 8;
};
}

static void hidden_classes()
{
	std::unique_ptr<Shape> only(new Only);
	Shape *box = new Box<Only>;
	Shape *heir = new Heir;
	Twice *twice = new Twice;
	twice->price = new Price{77, 0.5};
	Shape *here = twice;
	twice = nullptr;
	Shape *there = make_twice();
	stop();
}

static void shared_pointers()
{
	std::shared_ptr<Price> made = std::make_shared<Price>(Price{70, 0.25});
	std::shared_ptr<Price> given(new Price{80, 0.75});
	std::weak_ptr<Price> weak = made;
	stop();
}

// ---- Containers of nodes ----

static void maps()
{
	std::map<int, Item> map;
	map[1] = Item{"one", {100, 0.5}};
	map[2] = Item{"two", {200, 1.5}};
	map[3] = Item{"three", {300, 2.5}};
	std::set<long> set{41, 42, 43};
	stop();
}

static void lists()
{
	std::list<Price> list{{1, 0.5}, {2, 1.5}};
	std::list<int> numbers{7, 8, 9};
	std::forward_list<int> forward{4, 5};
	std::list<int> empty;
	std::list<int> *block = new std::list<int>{1, 2};
	stop();
}

static void hashes()
{
	std::unordered_map<std::string, Price> hash;
	hash["key"] = Price{5, 2.5};
	std::unordered_map<int, Price> plain;
	plain[6] = Price{66, 3.5};
	stop();
}

struct Shop {
	std::map<int, Price> prices;
	std::list<int> numbers;
};

static void members()
{
	auto shop = std::make_unique<Shop>();
	shop->prices[5] = Price{55, 5.5};
	shop->numbers.push_back(56);
	stop();
}

// ---- Others ----

static void queues()
{
	std::deque<Price> queue;
	for (int i = 0; i < 3; i++)
		queue.push_back(Price{i, i + 0.5});
	// The first element is not the first of its block.
	std::deque<Price> used;
	for (int i = 0; i < 100; i++)
		used.push_back(Price{i, i + 0.5});
	for (int i = 0; i < 40; i++)
		used.pop_front();
	std::deque<std::string> *names = new std::deque<std::string>{"a", "b"};
	std::deque<int> none;
	stop();
}

static void tagged_unions()
{
	std::variant<Price *, Item *> item = new Item{"item", {6, 0.5}};
	std::variant<Item *, Price *> price = new Price{7, 0.5};
	std::optional<Price *> full = new Price{8, 0.5};
	std::optional<Price *> empty = reinterpret_cast<Price *>(new long[4]{});
	empty.reset();
	std::optional<Price *> damaged = new Price{9, 0.5};
	std::memset(reinterpret_cast<char *>(&damaged) + sizeof(Price *), 77, 1);
	stop();
}

// ---- Locals that are not made yet ----

__attribute__((noinline)) static void make_dirty(int *leftover)
{
	int *volatile room[128];
	for (int i = 0; i < 128; i++)
		room[i] = leftover;
}

static Shop make_shop(int cents)
{
	Shop shop;
	shop.prices[1] = Price{cents, 0.5};
	stop();
	return shop;
}

static int use_shop(const Shop &used)
{
	return used.prices.size() == 1;
}

__attribute__((noinline)) static int open_shop(int cents)
{
	Shop made = make_shop(cents);
	return use_shop(made);
}

static void unfinished()
{
	int *leftover = new int[20]();
	make_dirty(leftover);
	open_shop(99);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*function)();
	} rules[] = {
		{"dynamic_types", dynamic_types},
		{"hidden_classes", hidden_classes},
		{"virtual_bases", virtual_bases},
		{"shared_pointers", shared_pointers},
		{"maps", maps},
		{"lists", lists},
		{"hashes", hashes},
		{"members", members},
		{"queues", queues},
		{"tagged_unions", tagged_unions},
		{"unfinished", unfinished},
	};
	for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
		if (argc > 1 && std::strcmp(argv[1], rules[i].name) == 0) {
			rules[i].function();
			return 0;
		}
	std::fprintf(stderr, "no such rule\n");
	return 2;
}
