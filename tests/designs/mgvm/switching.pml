/*
 * The switch between two functions from page to home slice, as src/hw/link/rtu.c, src/hw/translation/tlb.c and
 * src/designs/mgvm/mgvm_processor.c have it [Pratheek22 §V, Figure 6b]: L1 TLBs, RTU and L2 TLB of each
 * chiplet know the function from a register of their own, and hear of a switch at any time, in any
 * order. Requests for pages whose home changes are under way meanwhile. Checked: every request is
 * answered exactly once, by a walk only where the L2 TLB takes itself for the page's home, and
 * after the last switch none is on its way for ever.
 *
 * L1 TLBs need no register here: theirs may be old or new when a request leaves, so it may go either way.
 * Left out: queues that are full (what goes on waits in a list without bound), the way back of an answer,
 * evictions (an entry that is gone is one that was never there).
 */
#ifndef CHIPLETS
#define CHIPLETS 3
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif
#ifndef SWITCHES
#define SWITCHES 3 /* to the fine function, back, and there again */
#endif

bit rtu_reg[CHIPLETS], l2_reg[CHIPLETS]; /* 0: coarse, 1: fine */
bit filled[CHIPLETS]; /* whether the L2 TLB has the page; all requests are for one page */
byte answers[REQUESTS];
byte due;     /* parts that have not heard of the last switch */
byte rounds;  /* switches so far */
bool settled; /* the last one has arrived everywhere */

chan to_rtu[CHIPLETS] = [REQUESTS] of { byte };
chan to_l2[CHIPLETS] = [REQUESTS] of { byte };
chan tell_rtu[CHIPLETS] = [1] of { bit };
chan tell_l2[CHIPLETS] = [1] of { bit };

/* The page's home is chiplet 0 in blocks and chiplet 1 page by page. */
#define HOME(mode) ((mode) -> 1 : 0)

#if REQUESTS == 1
#define ALL_ANSWERED (answers[0] == 1)
#elif REQUESTS == 2
#define ALL_ANSWERED (answers[0] == 1 && answers[1] == 1)
#else
#define ALL_ANSWERED (answers[0] == 1 && answers[1] == 1 && answers[2] == 1)
#endif

inline answer(r)
{
	assert(answers[r] == 0);
	answers[r]++
}

/* A CU whose L1 TLB misses: any chiplet, at any time. */
proctype request(byte r)
{
	byte c;

	select(c : 0 .. CHIPLETS - 1);
	if
	:: to_l2[c]!r
	:: to_rtu[c]!r
	fi
}

/* Requests of the own chiplet, from its L2 TLB and from links come the same way. */
proctype rtu(byte c)
{
	byte r;

end:	do
	:: atomic {
		to_rtu[c]?r;
		if
		:: HOME(rtu_reg[c]) == c -> to_l2[c]!r
		:: else ->
#ifdef LOSE
			if
			:: rtu_reg[c] != l2_reg[c] -> skip
			:: else -> to_rtu[HOME(rtu_reg[c])]!r
			fi
#else
			to_rtu[HOME(rtu_reg[c])]!r
#endif
		fi
	}
	od
}

proctype l2_tlb(byte c)
{
	byte r;

end:	do
	:: atomic {
		to_l2[c]?r;
		if
		:: filled[c] -> answer(r)
		:: else ->
			if
			:: HOME(l2_reg[c]) == c ->
				filled[c] = 1;
				answer(r)
#ifdef TWICE
				;
				if
				:: true -> to_rtu[c]!r
				:: true -> skip
				fi
#endif
			:: else -> to_rtu[c]!r
			fi
		fi
	}
	od
}

/* The messages of a switch reach the parts of a chiplet in any order. */
proctype hears(byte c)
{
end:	do
	:: atomic { tell_rtu[c]?rtu_reg[c]; due-- }
	:: atomic { tell_l2[c]?l2_reg[c]; due-- }
	od
}

/* The command processor: the next switch only when all have heard of the last. */
proctype processor()
{
	bit mode;
	byte c;

	do
	:: rounds < SWITCHES ->
		due == 0;
		atomic {
			mode = 1 - mode;
			due = 2 * CHIPLETS;
			rounds++;
			for (c : 0 .. CHIPLETS - 1) {
				tell_rtu[c]!mode;
				tell_l2[c]!mode
			}
		}
	:: rounds == SWITCHES -> break
	od;
	due == 0;
	settled = true
}

init {
	byte i;

	atomic {
		for (i : 0 .. CHIPLETS - 1) {
			run rtu(i);
			run l2_tlb(i);
			run hears(i)
		}
		for (i : 0 .. REQUESTS - 1) {
			run request(i)
		}
		run processor()
	}
	/* When nothing can happen any more, nothing is left to do. */
	timeout -> assert(ALL_ANSWERED && settled)
}

/* Every message arrives some time; then every request is answered, and the system comes to rest. */
ltl settles { <> [] (ALL_ANSWERED && settled) }
