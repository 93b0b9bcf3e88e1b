/*
 * Data placement: each page on the chiplet that first asks for it [Arunkumar17; Pratheek22 §II].
 * The page faults it needs take no time here, which favours it.
 */
#include "policy/stock.h"

const struct data_placement_ops placement_first_touch = {
	.base = {.name = "first-touch", .summary = "the chiplet that first asks for the page"},
	.first_touch = true,
};
