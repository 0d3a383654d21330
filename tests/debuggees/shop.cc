// `shop KEY=VALUE …` keeps each value in something of the C++ library and fails
// (exit status 1) if one is not what it should be:
//
//	limit=2.5 mode=2.5 name=x price=60 radius=2 offer=2 choice=2 first=2
//	last=2
//
// `offer` and `choice` are Prices only if they are larger than 10.
//
// Each is in a container, or behind a smart pointer, and nowhere else when
// check() is called.
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct Price {
	int cents;
	double rate;
};

struct Shape {
	int id = 3;
	virtual ~Shape() {}
	virtual double area() const = 0;
};

struct Circle : Shape {
	double radius;
	explicit Circle(double r) : radius(r) {}
	double area() const override { return 3 * radius * radius; }
};

struct Shop {
	std::optional<double> limit;
	std::variant<int, double, std::string> mode;
	std::optional<Price> offer;
	std::deque<Price> line;
	std::variant<int, Price, double> choice;
	std::vector<std::string> names{"a", "b"};
	std::map<std::string, std::shared_ptr<Price>> prices;
	std::list<std::unique_ptr<Shape>> shapes;
};

static void set(Shop &shop, const std::string &key, const char *value)
{
	if (key == "limit")
		shop.limit = std::atof(value);
	else if (key == "mode")
		shop.mode = std::atof(value);
	else if (key == "offer" && std::atoi(value) > 10)
		shop.offer = Price{std::atoi(value), 0.5};
	else if (key == "choice" && std::atoi(value) > 10)
		shop.choice = Price{std::atoi(value), 0.5};
	else if (key == "choice")
		shop.choice = std::atoi(value);
	else if (key == "first")
		shop.line[0].cents = std::atoi(value);
	else if (key == "last")
		shop.line[44].cents = std::atoi(value);
	else if (key == "name")
		shop.names[1] = value;
	else if (key == "price")
		shop.prices[key] = std::make_shared<Price>(
			Price{std::atoi(value), 0.5});
	else if (key == "radius")
		shop.shapes.push_back(
			std::make_unique<Circle>(std::atof(value)));
}

static bool check(const Shop &shop)
{
	bool good = shop.limit.value_or(2.5) < 5; /* MARK: check */
	good &= std::get<double>(shop.mode) < 5;
	good &= !shop.offer || shop.offer->cents < 100;
	good &= shop.choice.index() == 0 ||
		std::get<Price>(shop.choice).cents < 100;
	for (const auto &price : shop.line)
		good &= price.cents < 100;
	good &= shop.names[1] == "x";
	for (const auto &price : shop.prices)
		good &= price.second->cents > 0;
	for (const auto &shape : shop.shapes)
		good &= shape->area() < 20;
	return good;
}

int main(int argc, char **argv)
{
	Shop shop;
	shop.mode = 2.5;
	shop.names[1] = "x";
	for (int i = 0; i < 50; i++)
		shop.line.push_back(Price{i, 0.5});
	for (int i = 0; i < 5; i++)
		shop.line.pop_front();
	for (int i = 1; i < argc; i++) {
		char *value = std::strchr(argv[i], '=');
		if (!value)
			return 2;
		set(shop, std::string(argv[i], value), value + 1);
		std::memset(argv[i], ' ', std::strlen(argv[i]));
	}
	return check(shop) ? 0 : 1;
}
