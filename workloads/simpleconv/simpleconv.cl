/*
 * Convolution of an image of whole numbers with a square mask; the image is padded to the right and below
 * by the mask's edge less one. One work-item per pixel in a row of them all.
 */
kernel void simpleconv(global const uint *in, global const float *mask, global int *out, uint width,
		       uint height, uint edge, uint padded_width)
{
	uint pixel = get_global_id(0);
	uint x = pixel % width, y = pixel / width;
	float sum = 0;

	if (y >= height)
		return;
	for (uint j = 0; j < edge; j++)
		for (uint i = 0; i < edge; i++)
			sum += (float)in[(y + j) * padded_width + x + i] * mask[j * edge + i];
	out[pixel] = (int)(sum + 0.5f);
}
