/*
 * Shortest paths by rounds of Bellman and Ford, a product over (min, +) of the matrix of incoming
 * edges with the vector of distances. Node i has its edges at first[i] .. first[i + 1] - 1.
 */
kernel void sssp_init(global int *previous, global int *distance, int source, int unreached, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes)
		previous[i] = distance[i] = i == source ? 0 : unreached;
}

kernel void sssp_copy(global int *previous, global const int *distance, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes)
		previous[i] = distance[i];
}

kernel void sssp_relax(int nodes, global const int *first, global const int *column,
		       global const int *weight, global const int *previous, global int *distance)
{
	int i = get_global_id(0);

	if (i < nodes) {
		int end = first[i + 1], best = previous[i];

		for (int e = first[i]; e < end; e++) {
			int through = weight[e] + previous[column[e]];

			if (through < best)
				best = through;
		}
		distance[i] = best;
	}
}

kernel void sssp_compare(global const int *previous, global const int *distance, global int *again,
			 int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && previous[i] != distance[i])
		*again = 1;
}
