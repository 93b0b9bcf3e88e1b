/*
 * Quality threshold clustering. In each round every point not yet in a cluster is tried as the seed of one: the point that
 * leaves the diameter smallest joins, until none is within the threshold. The largest cluster is kept. A workgroup tries
 * one seed after the other, its work-items share the seed's neighbours.
 */
#define WORKGROUP 64
#define KEPT 12 /* neighbours of the seed that a work-item keeps in registers */
#define BOTH (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

/* Number of neighbours of each point; their lists are filled up with -1. */
kernel void qtc_degrees(global const int *neighbours, global int *degrees, int points, int most)
{
	int share = (points + get_num_groups(0) - 1) / get_num_groups(0);
	int first = get_group_id(0) * share;
	int end = min(first + share, points);

	for (int i = first + get_local_id(0); i < end; i += get_local_size(0)) {
		int count = 0;

		for (int j = 0; j < most; j++)
			count += neighbours[i * most + j] >= 0;
		degrees[i] = count;
	}
}

/* The closest of the points that the work-items offer, the first one of several; -1 when all are too far. */
int closest_of_group(float distance, int point, float threshold, local float *distances, local int *offered)
{
	int id = get_local_id(0);

	distances[id] = distance;
	offered[id] = point;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (id == 0) {
		for (int i = 1; i < (int)get_local_size(0); i++) {
			float other = distances[i];
			int other_point = offered[i];
			bool closer = other < distance | other == distance & other_point < point;

			distance = closer ? other : distance;
			point = closer ? other_point : point;
		}
		offered[0] = distance > threshold ? -1 : point;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	return offered[0];
}

/* An empty cluster but for the seed; reach is each neighbour's distance to the farthest member. */
void start_cluster(int seed, global char *member, global float *reach, int points, int most)
{
	for (int i = get_local_id(0); i < points; i += get_local_size(0))
		member[i] = 0;
	for (int i = get_local_id(0); i < most; i += get_local_size(0))
		reach[i] = 0;
	barrier(BOTH);
	if (get_local_id(0) == 0)
		member[seed] = 1;
	barrier(BOTH);
}

/* What is the same for all candidates of one step. */
struct step {
	global const float *distances;
	global const char *member, *clustered;
	int points, latest; /* the latest member of the cluster */
};

/*
 * A candidate's reach grows by its distance to the latest member; it is offered when it is closer than the best so far.
 * False when it is not free any more.
 */
bool offer(const struct step *s, int candidate, float *reach, float *best, int *best_point)
{
	if (s->member[candidate] || s->clustered[candidate])
		return false;

	float distance = s->distances[candidate * s->points + s->latest];

	if (distance > *reach)
		*reach = distance;
	if (*reach < *best) {
		*best = *reach;
		*best_point = candidate;
	}
	return true;
}

/* Size of the cluster around a seed. */
int count_cluster(global const float *distances, global char *member, global const char *clustered,
		  global const int *neighbours, global float *reach, int seed, int degree, int remaining, int points,
		  int most, float threshold, local float *offered_distances, local int *offered)
{
	struct step step = {distances, member, clustered, points, seed};
	int id = get_local_id(0), count = 1;
	int kept[KEPT];
	float kept_reach[KEPT];

	start_cluster(seed, member, reach, points, most);
#pragma unroll
	for (int k = 0; k < KEPT; k++) {
		int i = k * WORKGROUP + id;

		kept[k] = i < degree ? neighbours[seed * most + i] : -1;
		kept_reach[k] = 0;
	}
	while (count < remaining) {
		float best = 2 * threshold;
		int best_point = -1;

#pragma unroll
		for (int k = 0; k < KEPT; k++)
			if (kept[k] >= 0 && !offer(&step, kept[k], &kept_reach[k], &best, &best_point))
				kept[k] = -1;
		for (int i = KEPT * WORKGROUP + id; i < degree; i += WORKGROUP) {
			float own = reach[i];

			if (offer(&step, neighbours[seed * most + i], &own, &best, &best_point))
				reach[i] = own;
		}

		int found = closest_of_group(best, best_point, threshold, offered_distances, offered);

		if (found < 0)
			break;
		if (id == 0)
			member[found] = 1;
		step.latest = found;
		count++;
		barrier(BOTH);
	}
	barrier(BOTH);
	return count;
}

/* Tries seeds; each workgroup reports its largest cluster: size and seed. */
kernel void qtc_round(global const float *distances, global char *members, global const char *clustered,
		      global const int *neighbours, global int *largest, global const int *free_points,
		      global float *reaches, global const int *degrees, int remaining, int points, int most,
		      float threshold)
{
	local float offered_distances[WORKGROUP];
	local int offered[WORKGROUP];
	int group = get_group_id(0), size = -1, best_seed = -1;

	for (int i = group; i < remaining; i += get_num_groups(0)) {
		int seed = free_points[i], degree = degrees[seed];

		if (degree < size)
			continue;

		int count = count_cluster(distances, members + group * points, clustered, neighbours,
					  reaches + group * most, seed, degree, remaining, points, most, threshold,
					  offered_distances, offered);

		if (count > size) {
			size = count;
			best_seed = seed;
		}
	}
	if (get_local_id(0) == 0) {
		largest[2 * group] = size;
		largest[2 * group + 1] = best_seed;
	}
}

/* One work-item: the largest of all workgroups' clusters, to the front. */
kernel void qtc_reduce(global int *largest, int groups)
{
	int size = -1, seed = -1;

	for (int i = 0; i < groups; i++)
		if (largest[2 * i] > size) {
			size = largest[2 * i];
			seed = largest[2 * i + 1];
		}
	largest[0] = size;
	largest[1] = seed;
}

/* One workgroup: makes the winner's cluster again, lists its points, and takes them from the list of free points. */
kernel void qtc_trim(int seed, global int *free_points, global const float *distances, global int *cluster,
		     global char *member, global const char *clustered, global const int *neighbours,
		     global float *reach, int remaining, int points, int most, float threshold)
{
	local float offered_distances[WORKGROUP];
	local int offered[WORKGROUP], kept;
	struct step step = {distances, member, clustered, points, seed};
	int id = get_local_id(0), count = 1;

	start_cluster(seed, member, reach, points, most);
	if (id == 0)
		cluster[0] = seed;
	while (count < remaining) {
		float best = 2 * threshold;
		int best_point = -1;

		for (int i = id; i < most; i += WORKGROUP) {
			int candidate = neighbours[seed * most + i];
			float own = reach[i];

			if (candidate >= 0 && offer(&step, candidate, &own, &best, &best_point))
				reach[i] = own;
		}

		int found = closest_of_group(best, best_point, threshold, offered_distances, offered);

		if (found < 0)
			break;
		if (id == 0) {
			member[found] = 1;
			cluster[count] = found;
		}
		step.latest = found;
		count++;
		barrier(BOTH);
	}
	barrier(BOTH);

	if (id == 0)
		kept = 0;
	for (int first = 0; first < remaining; first += WORKGROUP) {
		int i = first + id;
		int point = i < remaining ? free_points[i] : -1;

		offered[id] = point >= 0 && !member[point] ? point : -1;
		barrier(BOTH);
		if (id == 0)
			for (int j = 0; j < WORKGROUP; j++)
				if (offered[j] >= 0)
					free_points[kept++] = offered[j];
		barrier(BOTH);
	}
}

/* One workgroup: the winner's points are in a cluster from now on. */
kernel void qtc_update(global char *clustered, global const char *member, int points)
{
	for (int i = get_local_id(0); i < points; i += get_local_size(0))
		clustered[i] |= member[i];
}
