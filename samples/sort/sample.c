/* Sorts its arguments, and gets it wrong: try `sample 9 8 7` and
 * `sample 11 14`. The error is in main. */
#include <stdio.h>
#include <stdlib.h>

static void shell_sort(int a[], int size)
{
	int gap = 1;
	while (gap <= size)
		gap = 3 * gap + 1;
	while (gap > 1) {
		gap /= 3;
		for (int i = gap; i < size; i++) {
			int value = a[i];
			int j = i;
			while (j >= gap && a[j - gap] > value) {
				a[j] = a[j - gap];
				j -= gap;
			}
			a[j] = value;
		}
	}
}

int main(int argc, char *argv[])
{
	int count = (argc - 1) | 1;
	int *a = calloc((size_t) count, sizeof *a);
	if (!a)
		return 1;
	for (int i = 0; i < argc - 1; i++)
		a[i] = atoi(argv[i + 1]);

	shell_sort(a, count);

	for (int i = 0; i < argc - 1; i++)
		printf("%d ", a[i]);
	printf("\n");
	free(a);
	return 0;
}
