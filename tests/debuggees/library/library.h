/* A program whose work is in a shared library of its own. */
#ifndef LIBRARY_H
#define LIBRARY_H

struct basket {
	int items, cents;
};

void basket_put(struct basket *basket, int cents);
int basket_price(const struct basket *basket);

#endif
