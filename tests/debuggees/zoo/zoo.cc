// All kinds of variables and types that C++ adds.
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace outer
{
enum class Mode : unsigned char { Slow = 3, Fast = 250 };
int counter = 5;
namespace
{
int hidden_counter = 6;
struct Hidden {
	int h;
};
Hidden a_hidden = {9};
}
namespace inner
{
struct Point {
	int x, y;
	static int made;
	static constexpr int limit = 40;
	struct Part {
		char part;
		Point *back;
	} part;
	Point(int x, int y) : x(x), y(y), part{'p', this}
	{
		made++;
	}
};
int Point::made = 0;
thread_local int of_thread = 12;
}
}

struct Base {
	int base = 1;
	virtual ~Base() = default;
	virtual int value(int n) const;
};
struct Second {
	long second = 2;
};
struct Derived : Base, private Second {
	char derived = 'd';
	int value(int n) const override;
	long get() const
	{
		return second;
	}
};
struct Virtual : virtual Second {
	int own = 3;
};
struct Empty {
};
struct WithEmpty : Empty {
	int after = 4;
};
template <typename T, int N> struct Box {
	T items[N];
	unsigned flags : 4;
	T sum() const;
};

typedef struct {
	int a;
	bool b;
} Unnamed;

Derived a_derived;
Virtual a_virtual;
WithEmpty with_empty;
Box<double, 3> a_box = {{1, 2, 3}, 5};
Box<outer::inner::Point *, 1> pointers = {{nullptr}, 1};
outer::inner::Point a_point(3, 4);
outer::Mode a_mode = outer::Mode::Fast;
Unnamed unnamed = {1, true};
int a_number = 5;
int &a_reference = a_number;
const Base &base_reference = a_derived;
int Base::*data_pointer = &Base::base;
int (Base::*method_pointer)(int) const = &Base::value;
decltype(nullptr) a_null = nullptr;
char16_t a_char16 = u'x';
wchar_t a_wide = L'w';
std::string a_string = "string of some length, longer than sixteen";
std::vector<int> a_vector = {1, 2, 3};
std::map<int, std::string> a_map = {{1, "one"}, {2, "two"}};
std::list<outer::inner::Point> a_list;
std::unique_ptr<Derived> a_unique;

extern "C" __attribute__((noinline)) void stop_here()
{
	outer::counter++;
}

__attribute__((noinline)) int Base::value(int n) const
{
	int from_base = base + n;
	stop_here();
	return from_base;
}

__attribute__((noinline)) int Derived::value(int n) const
{
	static int called = 3;
	int &alias = called;
	const Second &part = *this;
	alias += n;
	stop_here();
	return Base::value(n) + called + (int) part.second;
}

template <typename T, int N>
__attribute__((noinline)) T Box<T, N>::sum() const
{
	T total{};
	static int sums;
	sums++;
	for (const T &item : items)
		total += item;
	stop_here();
	return total;
}

__attribute__((noinline)) static int with_lambda(int n)
{
	std::vector<int> local = {n, n + 1};
	auto add = [&local, n](int m) {
		int result = local[0] + n + m;
		stop_here();
		return result;
	};
	try {
		if (n > 0)
			throw n;
	} catch (int caught) {
		int in_catch = caught + 1;
		stop_here();
		n += in_catch;
	}
	return add(3);
}

__attribute__((noinline)) static int by_reference(
	outer::inner::Point &point, std::string &&text, outer::Mode mode)
{
	outer::inner::Point *pointer = &point;
	using namespace outer;
	stop_here();
	return pointer->x + (int) text.size() + (int) mode +
	       hidden_counter + a_hidden.h;
}

int main()
{
	int sum = 0;
	a_list.emplace_back(1, 2);
	a_unique = std::make_unique<Derived>();
	pointers.items[0] = &a_point;
	sum += a_derived.value(1);
	sum += (int) a_box.sum();
	sum += with_lambda(2);
	sum += by_reference(
		a_point, std::string("temporary"), outer::Mode::Slow);
	sum += outer::inner::of_thread + (a_derived.*data_pointer);
	return sum == 0;
}
