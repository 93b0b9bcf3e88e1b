/*
 * Fast Walsh transforms in place, in two published shapes: one butterfly per work-item and launch (AMD APP
 * SDK), or four elements per work-item, the short strides in LDS (CUDA SDK).
 */

/* Sum and difference of two elements a stride apart. */
kernel void fastwalsh_butterfly(global float *data, uint stride)
{
	uint item = get_global_id(0);
	uint low = 2 * stride * (item / stride) + item % stride, high = low + stride;
	float a = data[low], b = data[high];

	data[low] = a + b;
	data[high] = a - b;
}

/* Two stages at once: the sums and differences of four elements. */
float4 radix4(float4 a)
{
	float4 b = (float4)(a.x + a.z, a.y + a.w, a.x - a.z, a.y - a.w);

	return (float4)(b.x + b.y, b.x - b.y, b.z + b.w, b.z - b.w);
}

/* First of the four elements of an item that are a stride apart. */
uint first_of_four(uint item, uint stride)
{
	uint low = item & (stride - 1);

	return 4 * (item - low) + low;
}

kernel void fastwalsh_radix4(global float *data, uint stride)
{
	uint i = first_of_four(get_global_id(0), stride);
	uint j = i + stride, k = j + stride, l = k + stride;
	float4 a = radix4((float4)(data[i], data[j], data[k], data[l]));

	data[i] = a.x;
	data[j] = a.y;
	data[k] = a.z;
	data[l] = a.w;
}

/* All stages of a piece of 4 elements per work-item. */
__attribute__((amdgpu_flat_work_group_size(64, 512))) kernel void
fastwalsh_local(global float *data, local float *piece, uint log2_size)
{
	uint lane = get_local_id(0), width = get_local_size(0), size = 1 << log2_size;

	data += get_group_id(0) * size;
	for (uint i = lane; i < size; i += width)
		piece[i] = data[i];
	for (uint stride = size / 4; stride > 0; stride /= 4) {
		uint i = first_of_four(lane, stride);
		uint j = i + stride, k = j + stride, l = k + stride;

		barrier(CLK_LOCAL_MEM_FENCE);

		float4 a = radix4((float4)(piece[i], piece[j], piece[k], piece[l]));

		piece[i] = a.x;
		piece[j] = a.y;
		piece[k] = a.z;
		piece[l] = a.w;
	}
	if (log2_size % 2) { /* one stage is left */
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint i = lane; i < size / 2; i += width) {
			float a = piece[2 * i], b = piece[2 * i + 1];

			piece[2 * i] = a + b;
			piece[2 * i + 1] = a - b;
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = lane; i < size; i += width)
		data[i] = piece[i];
}

/* The product of two transforms, scaled for the way back. */
kernel void fastwalsh_multiply(global float *data, global const float *other, uint size)
{
	float scale = 1.0f / size;

	for (uint i = get_global_id(0); i < size; i += get_global_size(0))
		data[i] *= other[i] * scale;
}
