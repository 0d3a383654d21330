/* A plugin, which the program loads by itself. A basket with more than three
 * items has a rebate, but not the one that was meant. */
static int rebates;

static int rebate_of(int items)
{
	int percent = 0;
	if (items > 3)
		percent = 100;
	rebates += percent > 0;
	return percent; /* MARK: percent */
}

int plugin_price(int items, int cents)
{
	int percent = rebate_of(items);
	int price = cents * (100 - percent) / 100;
	return price;
}
