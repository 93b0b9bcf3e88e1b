/*
 * Graph colouring: in each round the nodes whose number is the largest among their uncoloured
 * neighbours (in the maxmin kernels also the smallest) take the round's colour. Node i has its
 * neighbours at first[i] .. first[i + 1] - 1; its colour is NONE until it has one.
 */
#define NONE (-1)
#define BELOW_ALL (-1.0f)
#define ABOVE_ALL 1e9f

kernel void color_max_scan(global const int *first, global const int *column,
			   global const float *number, global const int *color, global int *again,
			   global float *largest, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && color[i] == NONE) {
		int end = first[i + 1];
		float most = BELOW_ALL;

		for (int e = first[i]; e < end; e++) {
			if (color[column[e]] == NONE) {
				*again = 1;
				most = max(most, number[column[e]]);
			}
		}
		largest[i] = most;
	}
}

kernel void color_max_assign(global const float *number, global int *color,
			     global const float *largest, int round_color, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && color[i] == NONE && number[i] > largest[i])
		color[i] = round_color;
}

kernel void color_maxmin_init(global float *largest, global float *smallest, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes) {
		largest[i] = BELOW_ALL;
		smallest[i] = ABOVE_ALL;
	}
}

kernel void color_maxmin_scan(global const int *first, global const int *column,
			      global const float *number, global const int *color, global int *again,
			      global float *largest, global float *smallest, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && color[i] == NONE) {
		int end = first[i + 1];
		float most = BELOW_ALL, least = ABOVE_ALL;

		for (int e = first[i]; e < end; e++) {
			if (color[column[e]] == NONE) {
				*again = 1;
				most = max(most, number[column[e]]);
				least = min(least, number[column[e]]);
			}
		}
		largest[i] = most;
		smallest[i] = least;
	}
}

/* A node without uncoloured neighbours is both; the second colour stays. */
kernel void color_maxmin_assign(global const float *number, global int *color,
				global const float *largest, global const float *smallest,
				int round_color, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes && color[i] == NONE) {
		if (number[i] > largest[i])
			color[i] = round_color;
		if (number[i] < smallest[i])
			color[i] = round_color + 1;
	}
}
