/* Fault service: every page that is asked for comes into the GPU's memory. */
#include "policy/stock.h"

const struct fault_service_ops service_migrate = {
	.base = {.name = "migrate", .summary = "pages come into the GPU's memory"},
};
