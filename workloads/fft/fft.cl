/*
 * Batches of forward FFTs of 512 points in place: 512 = 8 x 8 x 8, 64 work-items per FFT with 8 points
 * each in registers. Between the three passes the points change owners through LDS, real parts first,
 * then imaginary parts, in rows padded against bank conflicts.
 */
float2 multiply(float2 a, float2 b)
{
	return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

float2 times_minus_i(float2 a)
{
	return (float2)(a.y, -a.x);
}

/* 4 points; the results go to every second place of out, in natural order. */
void dft4(float2 a0, float2 a1, float2 a2, float2 a3, float2 *out)
{
	float2 s02 = a0 + a2, d02 = a0 - a2;
	float2 s13 = a1 + a3, d13 = times_minus_i(a1 - a3);

	out[0] = s02 + s13;
	out[2] = d02 + d13;
	out[4] = s02 - s13;
	out[6] = d02 - d13;
}

/* 8 points in place, natural order in and out. */
void dft8(float2 *a)
{
	float2 s[4], d[4];

	for (int i = 0; i < 4; i++) {
		s[i] = a[i] + a[i + 4];
		d[i] = a[i] - a[i + 4];
	}
	d[1] = M_SQRT1_2_F * (float2)(d[1].x + d[1].y, d[1].y - d[1].x);
	d[2] = times_minus_i(d[2]);
	d[3] = M_SQRT1_2_F * (float2)(d[3].y - d[3].x, -d[3].x - d[3].y);
	dft4(s[0], s[1], s[2], s[3], a);
	dft4(d[0], d[1], d[2], d[3], a + 1);
}

/* Multiplies point k by exp(-2 pi i k position / points). */
void twiddle(float2 *a, int position, int points)
{
	for (int k = 1; k < 8; k++) {
		float angle = -2 * M_PI_F * k / points * position;

		a[k] = multiply(a[k], (float2)(cos(angle), sin(angle)));
	}
}

/* Writes point k to lds[to + k * to_step], reads point k from lds[from + k * from_step]. */
void exchange(float2 *a, local float *lds, int to, int to_step, int from, int from_step)
{
	for (int k = 0; k < 8; k++)
		lds[to + k * to_step] = a[k].x;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = 0; k < 8; k++)
		a[k].x = lds[from + k * from_step];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = 0; k < 8; k++)
		lds[to + k * to_step] = a[k].y;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = 0; k < 8; k++)
		a[k].y = lds[from + k * from_step];
	barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void fft(global float2 *data)
{
	local float lds[8 * 8 * 9];
	int lane = get_local_id(0), high = lane >> 3, low = lane & 7;
	float2 a[8];

	data += get_group_id(0) * 512 + lane;
	for (int k = 0; k < 8; k++)
		a[k] = data[64 * k];
	dft8(a);
	twiddle(a, lane, 512);
	exchange(a, lds, lane, 66, low * 66 + high, 8);
	dft8(a);
	twiddle(a, high, 64);
	exchange(a, lds, high * 72 + low, 8, lane, 72);
	dft8(a);
	for (int k = 0; k < 8; k++)
		data[64 * k] = a[k];
}
