/* The oracle: one question to the page table per translation used. */
#include "hw/translation/oracle.h"

#include <stdio.h>
#include <string.h>

void oracle_init(struct oracle *o, const struct engine *engine, const struct page_source *source)
{
	memset(o, 0, sizeof(*o));
	o->engine = engine;
	o->source = *source;
}

static void oracle_remember(struct oracle *o, const struct translation *t, bool mapped,
			    uint64_t want)
{
	char got[32] = "nothing", wanted[32] = "nothing";

	if (!t->faulted)
		snprintf(got, sizeof(got), "0x%llx", (unsigned long long)t->frame);
	if (mapped)
		snprintf(wanted, sizeof(wanted), "0x%llx", (unsigned long long)want);
	snprintf(o->first, sizeof(o->first),
		 "cycle %llu: page 0x%llx of address space %u was translated to %s, the page table "
		 "says %s",
		 (unsigned long long)o->engine->now, (unsigned long long)t->vpn, t->who.asid, got,
		 wanted);
}

bool oracle_check(struct oracle *o, const struct translation *t)
{
	uint64_t want = 0;
	bool mapped = o->source.translate(o->source.state, t->who.asid, t->vpn, &want);

	o->checked++;
	if (__builtin_expect(mapped && !t->faulted && want == t->frame, 1))
		return true;
	if (!o->mismatches++)
		oracle_remember(o, t, mapped, want);
	return false;
}

void oracle_check_line(struct oracle *o, const struct mem_access *a, bool correct)
{
	o->checked++;
	if (__builtin_expect(correct, 1) || o->mismatches++)
		return;
	snprintf(o->first, sizeof(o->first),
		 "cycle %llu: the line at 0x%llx of address space %u was found in the L1 cache of "
		 "CU "
		 "%u, but its page is not mapped any more or its frame is known by another page",
		 (unsigned long long)o->engine->now, (unsigned long long)a->vaddr, a->who.asid,
		 a->who.cu);
}

void oracle_check_access(struct oracle *o, const struct requester *who, uint64_t vpn,
			 uint64_t frame, bool holds)
{
	o->checked++;
	if (__builtin_expect(holds, 1) || o->mismatches++)
		return;
	snprintf(o->first, sizeof(o->first),
		 "cycle %llu: an access of CU %u to page 0x%llx of address space %u was answered "
		 "after its frame 0x%llx had been taken away",
		 (unsigned long long)o->engine->now, who->cu, (unsigned long long)vpn, who->asid,
		 (unsigned long long)frame);
}

void oracle_register_stats(const struct oracle *o, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "checked", &o->checked);
	stats_counter(stats, group, "mismatches", &o->mismatches);
}
