/*
 * libwarpwalk: a simulator of GPU virtual memory, as a library. It runs what the program warpwalk
 * runs and answers in the same JSON.
 *
 *	static const char *const workloads[] = {"atax", NULL};
 *	struct warpwalk_request request = {.gpu = "apu18", .workloads = workloads, .size = "tiny"};
 *	char *json, *error;
 *	int status = warpwalk_run(&request, &json, &error);
 *
 *	puts(status ? error : json);
 *	warpwalk_free(json);
 *	warpwalk_free(error);
 *
 * Every status is an exit status of the program: 0 done and verified, 1 the simulated program or a
 * check failed, 2 bad input. Calls must not overlap: one at a time in a process. Nothing is printed
 * and no signal is caught, with two exceptions: when the host has no memory left, and when warpwalk
 * finds a mistake of its own, the process ends with a line on stderr.
 *
 * Names in this header keep their meaning within a major version of the shared library (its
 * soname). What is new in a request comes at its end, with a new soname; zero always means the
 * behaviour before.
 */
#ifndef WARPWALK_H
#define WARPWALK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WARPWALK_PUBLIC __attribute__((visibility("default")))
#else
#define WARPWALK_PUBLIC
#endif

/* One run. Lists end with NULL; a list, a text or a number that is left zero has its default. The
 * texts stay the caller's and are not kept. */
struct warpwalk_request {
	const char *gpu;              /* a name, or a YAML file; there must be one */
	const char *const *designs;   /* names or YAML files */
	const char *const *settings;  /* "l2_tlb.entries=1024" */
	const char *const *workloads; /* "atax", "gups:words=4096@8", "job.yaml"; at least one */
	const char *size;             /* "tiny", "small" (default), "paper" */
	uint64_t max_instructions;    /* stop after so many, without verifying; 0: no limit */
	uint64_t wavefront_limit;     /* of one wavefront, before it counts as an endless loop */
	int hardware_barriers;        /* a barrier waits only for wavefronts that have not ended */
};

/* "0.9.0": of this library. */
WARPWALK_PUBLIC const char *warpwalk_version(void);

/* Of the model: runs with the same number have the same outcome. */
WARPWALK_PUBLIC unsigned warpwalk_model_version(void);

/*
 * Runs it, and returns a status. *json is what `warpwalk run --json` prints, *error the line it
 * would print, without the program's name; either is NULL where there is none. A run whose result
 * is wrong (status 1) may have both. Free them with warpwalk_free.
 */
WARPWALK_PUBLIC int warpwalk_run(const struct warpwalk_request *request, char **json, char **error);

/* Likewise `warpwalk list WHAT --json`: gpus, designs, workloads, params, figures or claims. */
WARPWALK_PUBLIC int warpwalk_list(const char *what, char **json, char **error);

/* Takes NULL too. */
WARPWALK_PUBLIC void warpwalk_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
