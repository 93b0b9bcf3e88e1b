/* The longer lists of warpwalk list, each for reading and as the elements of a JSON array. */
#ifndef CLI_LIST_PARTS_H
#define CLI_LIST_PARTS_H

#include "sim/json.h"

void list_workloads(void);
void list_workloads_json(struct json *j);

void list_params(void);
void list_params_json(struct json *j);
void list_params_markdown(void);

void list_figures(void);
void list_figures_json(struct json *j);
void list_claims(void);
void list_claims_json(struct json *j);

#endif
