/* A machine in which a part is broken gets stuck, says what each part waits for, and fails. */
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "timed.h"

/* Runs the machine until it is stuck; what it writes to stderr, which the caller frees. */
static char *run_stuck(struct timed *t, struct error *err)
{
	FILE *file = tmpfile();
	int saved = dup(STDERR_FILENO);
	char *text;
	bool ran;
	long bytes;

	CHECK(file && saved >= 0);
	fflush(stderr);
	dup2(fileno(file), STDERR_FILENO);
	ran = system_run(t->system, err);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	bytes = lseek(fileno(file), 0, SEEK_END);
	text = xcalloc(1, (size_t)bytes + 1);
	rewind(file);
	CHECK_EQ(fread(text, 1, (size_t)bytes, file), (size_t)bytes);
	fclose(file);
	CHECK(!ran);
	return text;
}

static void check_verdict(const struct timed *t, const struct error *err, const char *text)
{
	char cycle[64];

	snprintf(cycle, sizeof(cycle), "at cycle %llu",
		 (unsigned long long)system_cycles(t->system));
	CHECK_EQ(err->exit_status, 1);
	CHECK_CONTAINS(err->text, "the simulated machine is stuck");
	CHECK_CONTAINS(err->text, cycle);
	CHECK_CONTAINS(text, "nothing can happen any more");
	CHECK_CONTAINS(text, cycle);
	CHECK(!strchr(err->text, '\n'));
}

static void keep_walk(void *state, struct translation *t)
{
	(void)state;
	(void)t;
}

static struct translation *no_walk(void *state)
{
	(void)state;
	return NULL;
}

/* With one walker, every walk that has to wait waits for ever. */
TEST(walk_scheduler_that_never_starts_a_walk)
{
	/* In front of the state that the first scheduler made. */
	static const struct walk_scheduler_ops broken = {
		.base.release = free, .arrive = keep_walk, .next = no_walk};
	struct walker *walker;
	struct error err;
	struct timed t;
	char *text;

	timed_open(&t, "apu18", "walk.walkers=1 cus=1", "atax:nx=64,ny=64");
	walker = &t.system->chiplets[0].walker;
	walker->policies.scheduler.ops = &broken;
	text = run_stuck(&t, &err);
	check_verdict(&t, &err, text);
	CHECK_CONTAINS(text, "dispatcher: application 0, kernel 'atax_rows': of 1 workgroups 1");
	CHECK_CONTAINS(text, "CU 0: wave 0 at 0x");
	CHECK_CONTAINS(text, "waits for s_waitcnt (vmcnt");
	CHECK_CONTAINS(text, "vector memory: instruction ");
	CHECK_CONTAINS(text, "L1 TLB: MSHR ");
	CHECK_CONTAINS(text, "L2 TLB: MSHR ");
	CHECK_CONTAINS(text, "places in the walk buffer taken");
	free(text);
	timed_close(&t);
}

static bool swallow(void *owner, struct mem_access *a, struct waiter *waiter)
{
	(void)owner;
	(void)a;
	(void)waiter;
	return true;
}

static bool refuse(void *owner, struct mem_access *a, struct waiter *waiter)
{
	(void)owner;
	(void)a;
	(void)waiter;
	return false;
}

static char *run_with_memory(struct timed *t, const char *settings,
			     bool (*send)(void *, struct mem_access *, struct waiter *),
			     struct error *err)
{
	struct chiplet *ch;

	timed_open(t, "r9nano", settings, "atax:nx=64,ny=64");
	ch = &t->system->chiplets[0];
	for (unsigned i = 0; i < (unsigned)param(&t->params, P_DRAM_CHANNELS); i++)
		router_connect(&ch->to_dram, i, (struct mem_port){.send = send, .owner = NULL});
	return run_stuck(t, err);
}

TEST(memory_that_never_answers)
{
	struct error err;
	struct timed t;
	char *text = run_with_memory(&t, "cus=1", swallow, &err);

	check_verdict(&t, &err, text);
	CHECK_CONTAINS(text, "waits for instructions");
	CHECK_CONTAINS(text, "instruction cache: ");
	CHECK_CONTAINS(text, "L2 cache: ");
	CHECK(!strstr(text, "TLB")); /* all translations were answered */
	free(text);
	timed_close(&t);
}

TEST(memory_that_takes_nothing)
{
	struct error err;
	struct timed t;
	char *text = run_with_memory(&t, "cus=1 dram.hop_latency=1", refuse, &err);

	check_verdict(&t, &err, text);
	CHECK_CONTAINS(text, "network to the DRAM");
	free(text);
	timed_close(&t);
}
