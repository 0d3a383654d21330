// A class that this unit has for itself, though another has one of that name.
#include "containers.hh"

namespace
{
struct Twice : Shape {
	double elsewhere = 9.5;
	int there = 9;
	double area() const override { return there; }
};
}

Shape *make_twice()
{
	return new Twice;
}
