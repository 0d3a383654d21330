/* The library. A basket with more than three items has a rebate, but not the
 * one that was meant. */
#include "library.h"

static int rebates;

void basket_put(struct basket *basket, int cents)
{
	basket->items++;
	basket->cents += cents;
}

static int rebate_of(int items)
{
	int percent = 0;
	if (items > 3)
		percent = 100; /* MARK: rebate */
	rebates += percent > 0;
	return percent;
}

int basket_price(const struct basket *basket)
{
	int percent = rebate_of(basket->items);
	int price = basket->cents * (100 - percent) / 100;
	return price; /* MARK: price */
}
