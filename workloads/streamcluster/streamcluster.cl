/*
 * What would be gained if one more point became a centre of a clustering: each point costs its weight times the
 * squared distance from its centre.
 */
struct point {
	float weight;
	long centre; /* the point that is its centre */
	float cost;
};

/* One byte per work-item. */
kernel void streamcluster_clear(global char *bytes, int count)
{
	int i = get_global_id(0);

	if (i < count)
		bytes[i] = 0;
}

/*
 * One work-item per point; coordinates lie one dimension after the other. The candidate's are fetched to LDS by
 * the first work-item alone. A point that would be better off with the candidate is marked and its gain
 * noted behind the losses, one per centre, of which any other point adds its own.
 */
kernel void streamcluster_gain(global const struct point *points, global const float *coordinates,
			       global float *work, global const int *centre_number, global char *change,
			       local float *candidate, int count, int dimensions, long candidate_point,
			       int centres)
{
	int i = get_global_id(0);
	float cost = 0;

	if (get_local_id(0) == 0)
		for (int d = 0; d < dimensions; d++)
			candidate[d] = coordinates[d * count + candidate_point];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (i >= count)
		return;
	for (int d = 0; d < dimensions; d++) {
		float distance = coordinates[d * count + i] - candidate[d];

		cost += distance * distance;
	}
	cost *= points[i].weight;
	work += i * (centres + 1);
	if (cost < points[i].cost) {
		change[i] = 1;
		work[centres] = cost - points[i].cost;
	} else {
		work[centre_number[points[i].centre]] += points[i].cost - cost;
	}
}
