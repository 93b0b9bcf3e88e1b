/*
 * One run in this process: the machine made from a spec, run, verified. Order of calls:
 * simulation_open, simulation_run, then the readers; simulation_close also after a failure.
 */
#ifndef EXPERIMENT_RUN_SIMULATE_H
#define EXPERIMENT_RUN_SIMULATE_H

#include "base/json.h"
#include "driver/job/subject.h"
#include "experiment/run/result.h"
#include "experiment/run/run_spec.h"
#include "experiment/run/sharing.h"
#include "machine/system.h"

enum run_verdict {
	RUN_VERIFIED,  /* every application's result is right */
	RUN_UNCHECKED, /* a job that expects nothing, and nothing wrong elsewhere */
	RUN_CUT_SHORT, /* stopped at max_instructions or interrupted: nothing to compare */
	RUN_WRONG,
};

struct simulation {
	const struct run_spec *spec; /* configured; the caller's */
	const struct params *params; /* the spec's */
	struct subject subjects[RUN_MOST_APPS];
	unsigned app_count;
	struct system *system;
	enum run_verdict verdict;
	bool interrupted;            /* the results are of the part that was simulated until then */
	bool correct[RUN_MOST_APPS]; /* per application, all its complete runs; meaningless without
				      * one */
	bool fresh[RUN_MOST_APPS];   /* launched again, and not ended since */
	struct error wrong;          /* of the first result that is not right; empty: none */
	const struct sharing *sharing; /* IPCs alone, when they are known; the caller's */
	bool once;                     /* applications that end early are not launched again */
	double wall_seconds;
	uint64_t peak_rss_bytes;
};

/* Makes the inputs. */
bool simulation_open(struct simulation *s, const struct run_spec *spec, struct error *err);

/* Instead of that: one more application that somebody else has made and keeps. */
void simulation_adopt(struct simulation *s, const struct run_spec *spec, const char *name,
		      struct app *app);

/*
 * Makes the machine and runs it; options as in system.h, except that max_instructions comes from
 * the spec. False with one line when there is nothing to report. True, and *correct false with a
 * line in err, when a result or a translation is wrong. An interrupted run (by options' progress)
 * is to be reported, but never to be kept.
 */
bool simulation_run(struct simulation *s, const struct system_options *options, bool *correct,
		    struct error *err);
void simulation_close(struct simulation *s);

/* What sharing cost the applications of this run; false when their IPCs alone are not known, or
 * one of them got nothing done. */
bool simulation_sharing(const struct simulation *s, struct sharing *sharing);

/* Simulated seconds. */
double simulation_seconds(const struct simulation *s);
/* Sum of the counters of this name over all groups: "walks". */
uint64_t simulation_total(const struct simulation *s, const char *counter);

/* One JSON object, without the end of its line: what every run has, each part's statistics, the
 * configuration, the host. */
void simulation_json(const struct simulation *s, struct json *j);

/* The same as a result, of a run that is right. */
void simulation_result(const struct simulation *s, struct result *r);

/* All of it for a resolved spec; never fails, r says how it went. */
void simulate(const struct run_spec *spec, struct result *r);

#endif
