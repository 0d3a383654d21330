/* A shared library with debug information, for trace.c. */
int inside_library(int n)
{
	return n * 2;
}

int from_library(int (*callback)(int), int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += callback(inside_library(i));
	return sum;
}
