// Exceptions come to places that no jump leads to.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#define ALONE __attribute__((noinline, noclone))

static int gone;

struct guard {
	int n;
	explicit guard(int m) : n(m)
	{
	}
	~guard()
	{
		gone = gone * 3 + n;
	}
};

ALONE int check(int n)
{
	if (n % 3 == 0)
		throw std::runtime_error("three");
	if (n % 5 == 0)
		throw n;
	return n;
}

ALONE int deep(int n)
{
	guard one(n);
	guard two(n + 1);
	int sum = check(n);
	if (n > 2)
		sum += deep(n - 2);
	return sum;
}

ALONE int attempt(int n)
{
	int sum = 0;
	try {
		guard one(n);
		sum += deep(n);
		sum += 2;
	} catch (const std::exception &e) {
		sum += e.what()[0];
	} catch (int m) {
		sum -= m;
	}
	return sum;
}

int main()
{
	std::vector<int> all;
	for (int i = 0; i < 20; i++)
		all.push_back(attempt(i));
	std::string text;
	for (int one : all)
		text += std::to_string(one) + " ";
	std::printf("%s%d\n", text.c_str(), gone);
	return 0;
}
