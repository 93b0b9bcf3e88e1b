/*
 * A maximal independent set: in each round a node whose number is below those of its undecided
 * neighbours joins, and its neighbours are out. Node i has its neighbours at first[i] ..
 * first[i + 1] - 1. A status is UNDECIDED or DECIDED.
 */
#define UNDECIDED (-1)
#define DECIDED (-2)
#define MEMBER 2

kernel void mis_init(global int *set, global int *status, global int *update, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes) {
		status[i] = UNDECIDED;
		update[i] = UNDECIDED;
		set[i] = 0;
	}
}

/* Each undecided node: the smallest number among its undecided neighbours. */
kernel void mis_scan(global const int *first, global const int *column, global const float *number,
		     global const int *status, global float *smallest, global int *again, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && status[i] == UNDECIDED) {
		int end = first[i + 1];
		float least = 1e9f;

		*again = 1;
		for (int e = first[i]; e < end; e++)
			if (status[column[e]] == UNDECIDED && number[column[e]] < least)
				least = number[column[e]];
		smallest[i] = least;
	}
}

/* Members join. Their neighbours are marked aside: others still look at their status. */
kernel void mis_join(global const int *first, global const int *column, global const float *number,
		     global int *set, global int *status, global int *update,
		     global const float *smallest, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && number[i] < smallest[i] && status[i] == UNDECIDED) {
		int end = first[i + 1];

		set[i] = MEMBER;
		status[i] = DECIDED;
		for (int e = first[i]; e < end; e++)
			if (status[column[e]] == UNDECIDED)
				update[column[e]] = DECIDED;
	}
}

kernel void mis_settle(global const int *update, global int *status, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && update[i] == DECIDED)
		status[i] = DECIDED;
}
