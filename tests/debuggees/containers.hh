// What both units of debuggee-containers know.
#ifndef CONTAINERS_HH
#define CONTAINERS_HH

struct Price {
	int cents;
	double rate;
};

struct Shape {
	int id = 0;
	virtual ~Shape() {}
	virtual double area() const { return 0; }
};

Shape *make_twice();

#endif
