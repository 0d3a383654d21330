/* The program: main CENTS... fails if the price is nothing. */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	struct basket basket = {0, 0};
	for (int i = 1; i < argc; i++)
		basket_put(&basket, atoi(argv[i]));
	int price = basket_price(&basket);
	printf("%d\n", price);
	return price == 0;
}
