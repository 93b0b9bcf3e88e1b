/*
 * The kernels of workloads/atax. With NX and NY, as in PolyBench's CUDA form, the compiler knows how often loops run; without, as in
 * its OpenCL form, sizes are arguments.
 */
kernel void atax_rows(global const float *a, global const float *x, global float *tmp, int nx, int ny)
{
	int i = get_global_id(0);

#ifdef NX
	nx = NX;
	ny = NY;
#endif
	if (i < nx)
		for (int j = 0; j < ny; j++)
			tmp[i] += a[i * ny + j] * x[j];
}

kernel void atax_columns(global const float *a, global float *y, global const float *tmp, int nx, int ny)
{
	int j = get_global_id(0);

#ifdef NX
	nx = NX;
	ny = NY;
#endif
	if (j < ny)
		for (int i = 0; i < nx; i++)
			y[j] += a[i * ny + j] * tmp[i];
}
