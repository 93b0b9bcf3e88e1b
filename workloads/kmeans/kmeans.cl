/*
 * Nearest of a few centres for each of many points. Points arrive one after the other, features side by
 * side; the first kernel turns them to one array per feature, so that neighbouring work-items read
 * neighbouring words.
 */

/* One work-item per point: reads a row, writes a column. */
kernel void kmeans_transpose(global const float *rows, global float *columns, int points, int features)
{
	int p = get_global_id(0);

	if (p < points)
		for (int f = 0; f < features; f++)
			columns[f * points + p] = rows[p * features + f];
}

/* One work-item per point: the centre at the least squared distance, the first of equals. */
kernel void kmeans_assign(global const float *columns, global const float *centres, global int *nearest,
			  int points, int clusters, int features)
{
	int p = get_global_id(0), best = 0;
	float least = FLT_MAX;

	if (p >= points)
		return;
	for (int c = 0; c < clusters; c++) {
		float sum = 0;

		for (int f = 0; f < features; f++) {
			float d = columns[f * points + p] - centres[c * features + f];

			sum += d * d;
		}
		if (sum < least) {
			least = sum;
			best = c;
		}
	}
	nearest[p] = best;
}
