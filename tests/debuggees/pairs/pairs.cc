// The same for C++: containers, classes and references made from the words.
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

static void __attribute__((noinline)) stop()
{
	__asm__ volatile("" ::: "memory");
}

struct Shape {
	int sides = 0;
	virtual ~Shape() = default;
	virtual double area() const = 0;
};

struct Square : Shape {
	double side;
	explicit Square(double side) : side(side)
	{
		sides = 4;
	}
	double area() const override
	{
		return side * side;
	}
};

struct Circle : Shape {
	double radius;
	explicit Circle(double radius) : radius(radius)
	{
	}
	double area() const override
	{
		return 3 * radius * radius;
	}
};

static std::unique_ptr<Shape> shape_of(int n)
{
	if (n & 1)
		return std::make_unique<Square>(n);
	return std::make_unique<Circle>(n);
}

static void containers(const std::vector<std::string> &words)
{
	std::list<std::string> list;
	std::map<std::string, int> map;
	std::unordered_map<int, std::string> hash;
	std::vector<std::unique_ptr<Shape>> shapes;
	std::vector<int> numbers;
	std::string joined;
	for (const std::string &word : words) {
		list.push_back(word);
		map[word]++;
		hash[std::atoi(word.c_str())] = word;
		numbers.push_back(std::atoi(word.c_str()));
		shapes.push_back(shape_of(numbers.back()));
		joined += word;
	}
	stop();
	for (const std::string &word : list)
		std::printf("%s ", word.c_str());
	for (const auto &entry : map)
		std::printf("%s=%d ", entry.first.c_str(), entry.second);
	for (int n : numbers)
		std::printf("%d:%s ", n, hash[n].c_str());
	for (const auto &shape : shapes)
		std::printf("%d %g ", shape->sides, shape->area());
	std::printf("%s\n", joined.c_str());
}

// Variables of methods, of overloads and of templates, in outer frames.
struct Item {
	int value;
	Item *next;
};

struct Walk {
	int start;
	int go(int value);
	int go(Item *list, int value);
};

int Walk::go(int value)
{
	int local = value + start;
	stop();
	return local;
}

int Walk::go(Item *list, int value)
{
	Item *local = value > 10 ? new Item{value, list} : list;
	Item *last = local;
	int number = go(value);
	return (local ? local->value : 0) + (last ? 1 : 0) + number;
}

template <typename T> static int with(const T &words)
{
	int kept = std::atoi(words.back().c_str());
	Item *list = new Item{kept, nullptr};
	return Walk{1}.go(list, kept) + kept;
}

int main(int argc, char **argv)
{
	std::vector<std::string> words(argv + 1, argv + argc);
	if (!words.empty() && words[0] == "methods")
		std::printf("%d\n", with(words));
	else
		containers(words);
}
