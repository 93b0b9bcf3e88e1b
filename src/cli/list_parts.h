/* The longer lists of warpwalk list, each for reading and as the elements of a JSON array. */
#ifndef CLI_LIST_PARTS_H
#define CLI_LIST_PARTS_H

#include "base/json.h"
#include "driver/workload/workload.h"

/* What `list WHAT --json` prints; false with one line when there is no such list. */
bool list_json(const char *what, FILE *out, struct error *err);

void list_workloads(void);
void list_workloads_json(struct json *j);
/* Everything about one of them. */
void list_workload(const struct workload_entry *entry);
void list_workload_json(const struct workload_entry *entry, struct json *j);

/* How its kernels index their data: to j, or without one for reading. */
bool list_lasp(const struct workload_entry *entry, struct json *j, struct error *err);

/* Storage that designs add: to j, or without one for reading. */
void list_costs(struct json *j);

void list_params(void);
void list_params_json(struct json *j);
void list_params_markdown(void);

void list_figures(void);
void list_figures_json(struct json *j);
void list_claims(void);
void list_claims_json(struct json *j);

#endif
