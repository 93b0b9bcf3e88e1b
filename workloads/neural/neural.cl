/*
 * Four layers of a network that reads handwritten digits: two of convolutions that take every second
 * place, two in which everything is connected. A workgroup per map or neuron and image; every neuron has
 * its bias in front of its weights.
 *
 * The GPU of the published benchmark has no loads for a wavefront as a whole: each work-item loads weights
 * and neurons itself, also where all of a wavefront want the same. lane(), which is 0, keeps it so here.
 */
#define IMAGE 29 /* edges */
#define MAP 13
#define FEATURE 5
#define WINDOW 5
#define MAPS 6
#define FEATURES 50

int lane(void)
{
	return get_local_id(2);
}

float squash(float x)
{
	return 1.7159f * tanh(0.66666667f * x);
}

/* MAPS maps of each image. */
kernel void neural_maps(global const float *images, global const float *weights, global float *maps)
{
	int map = get_group_id(0), image = get_group_id(1), x = get_local_id(0), y = get_local_id(1);
	global const float *weight = weights + map * (WINDOW * WINDOW + 1) + lane();
	global const float *from = images + image * IMAGE * IMAGE + 2 * y * IMAGE + 2 * x;
	float sum = *weight++;

	for (int i = 0; i < WINDOW; i++)
		for (int j = 0; j < WINDOW; j++)
			sum += from[i * IMAGE + j] * *weight++;
	maps[(image * MAPS + map) * MAP * MAP + y * MAP + x] = squash(sum);
}

/* FEATURES features of each image, from windows of all its maps; weights of one place lie together. */
kernel void neural_features(global const float *maps, global const float *weights, global float *features)
{
	int feature = get_group_id(0), image = get_group_id(1), x = get_local_id(0), y = get_local_id(1);
	global const float *weight = weights + feature * (WINDOW * WINDOW + 1) * MAPS + lane();
	global const float *from = maps + image * MAPS * MAP * MAP + 2 * y * MAP + 2 * x;
	float sum = *weight++;

	for (int i = 0; i < WINDOW; i++)
		for (int j = 0; j < WINDOW; j++)
			for (int map = 0; map < MAPS; map++)
				sum += from[(map * MAP + i) * MAP + j] * *weight++;
	features[(image * FEATURES + feature) * FEATURE * FEATURE + y * FEATURE + x] = squash(sum);
}

/* A layer in which each of the outputs has a weight for each of the inputs: one work-item a workgroup. */
kernel void neural_connect(global const float *inputs, global const float *weights, global float *outputs,
			   int count)
{
	int output = get_group_id(0), image = get_group_id(1);
	global const float *weight = weights + output * (count + 1) + lane();
	global const float *input = inputs + image * count + lane();
	float sum = *weight++;

	for (int i = 0; i < count; i++)
		sum += input[i] * weight[i];
	outputs[image * get_num_groups(0) + output] = squash(sum);
}
