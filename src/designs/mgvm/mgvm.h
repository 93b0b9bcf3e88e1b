/*
 * MGvm's balance between slices [Pratheek22 §V]: what its two halves share, the hardware of each
 * chiplet (home_mgvm.c) and the command processor (mgvm_processor.c).
 *
 * Registers say which function a part of a chiplet uses, coarse or fine. They change when the
 * message of a switch arrives, in each part at its own time. The processor asks for counters again
 * only when all messages of the last switch have arrived, which it could tell from the answers:
 * they would be behind these messages on the same links. So no more than two functions are ever in
 * use.
 */
#ifndef DESIGNS_MGVM_MGVM_H
#define DESIGNS_MGVM_MGVM_H

#include "designs/mgvm/home_blocks.h"
#include "hw/link/link.h"

enum mgvm_mode { MGVM_COARSE, MGVM_FINE };

enum mgvm_kind { MGVM_TRIGGER, MGVM_ASK, MGVM_REPORT, MGVM_SWITCH, MGVM_KINDS };

/* What an RTU and an L2 TLB count in an epoch. */
struct mgvm_counts {
	uint64_t incoming, outgoing;
	uint64_t hits, misses;  /* what joins a miss under way is neither, as in Table III */
	uint64_t *hits_by_home; /* by the home that the page has in blocks */
};

struct mgvm;

/* One of each kind per chiplet: none is sent again before it has arrived. */
struct mgvm_message {
	struct link_message link;
	struct waiter waiter;
	struct mgvm *m;
	enum mgvm_kind kind;
	unsigned chiplet; /* that sends or gets it; the other end is the processor */
	enum mgvm_mode mode;
	bool under_way;
};

struct mgvm_chiplet {
	struct mgvm *m;
	unsigned index;
	enum mgvm_mode reg[HOME_PARTS];
	uint64_t serviced; /* requests of this epoch */
	struct mgvm_counts now, last,
		reported;              /* of this epoch, of the last, of the last when asked */
	bool possible_before;          /* the local test of the epoch before */
	struct event late[HOME_PARTS]; /* the message reaches the other parts */
	enum mgvm_mode next;           /* what it says */
	struct mgvm_message message[MGVM_KINDS];
};

struct mgvm_stats {
	uint64_t epochs, triggers, collections, switches, switches_back, forced;
	uint64_t messages, message_bytes; /* over links */
	uint64_t returned, rerouted, redirected;
	struct occupancy fine; /* whether the processor wants the fine function */
};

struct mgvm {
	struct engine *engine;
	struct links *links;
	struct home_blocks *blocks;
	unsigned chiplets, field_bits; /* of the fine function, the hash of shared slices */
	bool magic, back_by_all; /* switches at no cost; the way back counts local hits, too */
	uint64_t epoch, force, most_switches;
	double ratio, share, hit_rate, back_share;
	uint32_t hop, message_bytes;
	struct mgvm_chiplet *chiplet;

	/* The command processor */
	enum mgvm_mode mode; /* as of the last switch */
	bool imbalance_before;
	unsigned reports_due, switches_due; /* answers, and parts that have not switched */
	uint64_t switches;                  /* of this kernel */
	struct mgvm_stats stats;
};

/* Chiplet 0 has the processor: open, the paper does not say where it is. */
enum { MGVM_PROCESSOR = 0 };

void mgvm_processor_init(struct mgvm *m);
/* A chiplet's local test has found something; forced: switch without further question. */
void mgvm_trigger(struct mgvm_chiplet *ch, bool forced);
/* A new kernel starts with the coarse function, which the launch has told to every part. */
void mgvm_reset(struct mgvm *m);

/* home_mgvm.c: the message of a switch has reached a chiplet. */
void mgvm_switch_chiplet(struct mgvm_chiplet *ch, enum mgvm_mode mode);

extern const struct home_slice_ops home_modulo, home_xor, home_dhsl, home_dhsl_coarse,
	home_dhsl_caching, home_mgvm, home_mgvm_magic;
extern const struct table_placement_ops placement_tables_spread, placement_tables_home,
	placement_tables_replicated;

/* storage.c */
extern const struct storage_row home_blocks_storage[], home_mgvm_storage[];

#endif
