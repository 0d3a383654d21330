/* The two sides of every question: what passes, and what fails. */
#ifndef HC_SIDE_H
#define HC_SIDE_H

enum hc_side { HC_PASSING, HC_FAILING, HC_SIDES };

const char *hc_side_name(enum hc_side side); /* "passing", "failing" */

#endif
