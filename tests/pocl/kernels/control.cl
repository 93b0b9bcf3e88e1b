/*
 * Control flow, calls, private and local memory, work-item functions: each kernel takes numbers from `in`,
 * one per work-item, and leaves one result per work-item in `out`.
 */
#define KERNEL(name) kernel void name(global const int *in, global int *out, int n)

/* A loop in a loop in a loop, with break and continue at each level, as the data has it. */
KERNEL(nested_loops)
{
	int id = get_global_id(0), x = in[id], sum = 0;

	for (int i = 0; i < (x & 15); i++) {
		if ((x >> i & 3) == 3)
			continue;
		for (int j = i; j < 12; j++) {
			int k = j;

			while (k > 0) {
				sum += k ^ i;
				if ((sum & 31) == 7)
					break;
				k -= 1 + (x & 1);
			}
			if (sum > 5000)
				goto out;
		}
	}
out:
	out[id] = sum;
}

KERNEL(early_exit)
{
	int id = get_global_id(0), x = in[id];

	out[id] = -1;
	if (x < 0)
		return;
	for (int i = 0; i < 50; i++) {
		if ((x ^ i) % 13 == 5) {
			out[id] = i;
			return;
		}
		x += i * i;
	}
	out[id] = x;
}

/* Dense cases become a jump table or a tree, sparse ones a tree; some fall through. */
KERNEL(switches)
{
	int id = get_global_id(0), x = in[id], y = 0;

	for (int round = 0; round < 4; round++) {
		switch ((x >> round * 3) & 15) {
		case 0: y += 1; break;
		case 1: y ^= x; break;
		case 2: y -= 7;
		case 3: y *= 3; break;
		case 4: y = ~y; break;
		case 5: y += x & 255; break;
		case 6: y = y << 2 | 1; break;
		case 7: y -= round; break;
		case 9: continue;
		case 11: y += 1000;
		case 12: y ^= 0x5555; break;
		default: y += 13;
		}
		switch (y) {
		case -1000000: y = 1; break;
		case 13: y = 77; break;
		case 1000: y = 78; break;
		case 123456789: y = 79; break;
		}
		y += round;
	}
	out[id] = y;
}

KERNEL(do_while)
{
	int id = get_global_id(0);
	uint x = in[id], steps = 0;

	x = (x & 0xfff) + 1;
	do {
		if (++steps > 300)
			break;
		if (x % 7 == 3) {
			x += 2;
			continue;
		}
		x = x & 1 ? 3 * x + 1 : x / 2;
	} while (x != 1);
	out[id] = steps << 16 ^ x;
}

/* Both sides of && and || have side effects that must happen or not. */
int bump(int *counter, int value)
{
	*counter += 1 + (value & 3);
	return value & 4;
}

KERNEL(short_circuit)
{
	int id = get_global_id(0), x = in[id], counter = 0, y = 0;

	for (int i = 0; i < 8; i++, x >>= 1) {
		if (bump(&counter, x) && bump(&counter, x + 1) || bump(&counter, x + 2))
			y |= 1 << i;
		y += x & 1 ? counter : bump(&counter, ~x) ? 5 : -5;
	}
	out[id] = y + 1000 * counter;
}

/* Functions that are really called, some from divergent code, with many arguments. */
__attribute__((noinline)) int leaf(int a, int b)
{
	return a * 31 + (b ^ a >> 3);
}

__attribute__((noinline)) int middle(int a, int depth)
{
	int sum = a;

	for (int i = 0; i < depth; i++)
		sum = leaf(sum, i) - leaf(i, a);
	return sum;
}

__attribute__((noinline)) int outer(int a)
{
	if (a & 1)
		return middle(a, a & 7);
	return leaf(middle(a, 3), middle(-a, 2));
}

KERNEL(calls)
{
	int id = get_global_id(0), x = in[id];

	out[id] = x & 2 ? outer(x) : outer(outer(x) & 0xff);
}

__attribute__((noinline)) float many(float a, int b, double c, long d, char e, short f, float4 g, int3 h,
				     uchar i, ulong j, float16 k, int l, int m, int n, int o, int p, long16 q)
{
	return a + b + (float)c + d + e + f + dot(g, g) + h.x + h.y + h.z + i + (float)j + k.s0 + k.sf + l +
	       m + n + o + p + q.s0 + q.s7 + q.sf;
}

KERNEL(many_arguments)
{
	int id = get_global_id(0), x = in[id] & 63;

	out[id] = (int)many(x, x + 1, x + 2.0, x + 3, x, -x, (float4)(x), (int3)(x, 2, -x), x, x, (float16)(x), 1,
			    x, 3, x, 5, (long16)(x));
}

/* Structures by value, by pointer, returned, nested, with padding, and unions. */
struct point {
	char tag;
	int x, y;
	double weight;
};

struct pair {
	struct point a, b[2];
	short last;
};

__attribute__((noinline)) struct point move(struct point p, int dx)
{
	p.x += dx;
	p.y -= dx;
	p.weight *= 1.5;
	p.tag++;
	return p;
}

__attribute__((noinline)) void swap_points(struct pair *p, int which)
{
	struct point t = p->a;

	p->a = p->b[which & 1];
	p->b[which & 1] = t;
	p->last += t.tag;
}

KERNEL(structures)
{
	int id = get_global_id(0), x = in[id];
	struct point p = {1, x, 3, 0.25};
	struct pair pair = {p, {move(p, x & 15), move(p, 7)}, 5};

	for (int i = 0; i < (x & 7); i++) {
		swap_points(&pair, x >> i);
		pair.a = move(pair.a, i);
	}
	out[id] = pair.a.x + 3 * pair.a.y + 7 * pair.b[0].x + 11 * pair.b[1].y + pair.last +
		  (int)(64 * pair.a.weight) + pair.b[0].tag;
}

union bits {
	float f;
	uint u;
	uchar bytes[4];
	ushort2 halves;
};

KERNEL(unions)
{
	int id = get_global_id(0);
	union bits b;

	b.f = in[id];
	b.bytes[in[id] & 3] ^= 0x5a;
	b.halves = b.halves.yx;
	out[id] = b.u;
}

/* Private arrays that cannot live in registers, passed on by pointer. */
__attribute__((noinline)) void sort(int *a, int count)
{
	for (int i = 1; i < count; i++) {
		int v = a[i], j = i;

		for (; j > 0 && a[j - 1] > v; j--)
			a[j] = a[j - 1];
		a[j] = v;
	}
}

__attribute__((noinline)) int sum_chain(int *a, int count, int depth)
{
	int scratch[8];

	for (int i = 0; i < 8; i++)
		scratch[i] = a[(uint)(i * 5 + depth) % count];
	sort(scratch, 8);
	return scratch[depth & 7] - scratch[7 - (depth & 7)];
}

KERNEL(private_arrays)
{
	int id = get_global_id(0), x = in[id];
	int a[24];

	for (int i = 0; i < 24; i++)
		a[i] = in[(id + i * 7) % n] ^ (x >> i);
	sort(a, 24);

	int y = a[x & 15] + 3 * a[(x >> 4 & 7) + 16];

	for (int i = 0; i < 3; i++)
		y += sum_chain(a, 24, x + i);
	out[id] = y;
}

KERNEL(private_bytes_and_longs)
{
	int id = get_global_id(0), x = in[id];
	uchar bytes[40];
	short shorts[20];
	long longs[10];

	for (int i = 0; i < 40; i++)
		bytes[i] = x >> (i & 15);
	for (int i = 0; i < 20; i++)
		shorts[i] = bytes[(x + i) & 31] * 257 - bytes[i];
	for (int i = 0; i < 10; i++)
		longs[i] = (long)shorts[(x >> i) & 15] * x;
	out[id] = (int)(longs[x & 7] ^ longs[(x & 1) + 8]) + shorts[x & 15] + bytes[x & 31];
}

constant int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
constant struct { short a; int b; } records[] = {{1, 100}, {2, 200}, {-3, 300}, {4, -400}};
constant float weights[4] = {0.5f, 1.5f, -2.5f, 4};
constant char text[] = "a string in constant memory";

KERNEL(constants)
{
	int id = get_global_id(0), x = in[id];

	out[id] = primes[x & 15] * records[x & 3].b + records[x >> 2 & 3].a + (int)(weights[x >> 4 & 3] * 8) +
		  text[x & 15] + primes[3];
}

/* Local memory with barriers in a loop, static and passed on to a function. */
__attribute__((noinline)) int neighbour(local int *cells, int i, int count)
{
	return cells[(i + 1) % count] + cells[(i + count - 1) % count];
}

KERNEL(local_memory)
{
	local int cells[64];
	local int total;
	int id = get_global_id(0), l = get_local_id(0);

	if (l == 0)
		total = 0;
	cells[l] = in[id];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int round = 0; round < 5; round++) {
		int next = neighbour(cells, l, 64) ^ round;

		barrier(CLK_LOCAL_MEM_FENCE);
		cells[l] = next;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	atomic_add(&total, cells[l] & 0xff);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[id] = cells[l] ^ total << 8;
}

/* Two wavefronts and more hand values to each other through global memory and fences. */
KERNEL(global_exchange)
{
	int id = get_global_id(0), l = get_local_id(0), size = get_local_size(0), base = id - l;

	out[id] = in[id] * 2;
	barrier(CLK_GLOBAL_MEM_FENCE);

	int other = out[base + (l + size / 2) % size];

	barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
	out[id] = other + l;
	mem_fence(CLK_GLOBAL_MEM_FENCE);
	read_mem_fence(CLK_GLOBAL_MEM_FENCE);
	write_mem_fence(CLK_LOCAL_MEM_FENCE);
}

/* Counters that all work-items fight over; what they return must be all different. */
KERNEL(contended_atomics)
{
	local uint ticket;
	int id = get_global_id(0), l = get_local_id(0);

	if (l == 0)
		ticket = 0;
	barrier(CLK_LOCAL_MEM_FENCE);

	uint mine = atomic_inc(&ticket);

	out[n + id - l + mine] = 1;
	atomic_add(&out[2 * n], in[id]);
	atomic_max(&out[2 * n + 1], in[id]);
	atomic_min(&out[2 * n + 2], in[id]);
	atomic_xor(&out[2 * n + 3], in[id]);
	atomic_or(&out[2 * n + 4], in[id] & 0xff00);
	atomic_and(&out[2 * n + 5], in[id] | 0xff);
	atomic_sub(&out[2 * n + 6], id);
	atomic_dec(&out[2 * n + 7]);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[id] = ticket;
}

/* A lock-free update, the usual loop around compare and exchange. */
KERNEL(compare_and_exchange)
{
	int id = get_global_id(0), old, new;

	do {
		old = out[n];
		new = old + in[id];
	} while (atomic_cmpxchg(&out[n], old, new) != old);
	out[id] = id;
}

/* Parts of vectors read, written and reordered. */
KERNEL(swizzles)
{
	int id = get_global_id(0);
	int8 v = vload8(id % (n / 8), in);

	v.s0246 = v.s7531;
	v.hi.xy += v.lo.zw;
	v.even = -v.odd;

	int3 t = v.s123;

	t.x = in[id];
	out[id] = v.s0 + 3 * v.s5 ^ t.z - t.y + t.x * v.hi.w;
}

/* Narrow and wide integers in loops: 64-bit counters, bytes that wrap. */
KERNEL(wide_and_narrow)
{
	int id = get_global_id(0), x = in[id];
	ulong product = 1;
	uchar wraps = x;
	short s = x;

	for (long i = 0x100000000L; i < 0x100000000L + (x & 31); i++) {
		product = product * (ulong)i + (ulong)x;
		wraps += 37;
		s -= wraps;
	}
	out[id] = (int)(product >> 32) ^ (int)product ^ wraps << 16 ^ s;
}

KERNEL(divisions)
{
	int id = get_global_id(0), x = in[id], d = in[(id + 1) % n] | 1;
	long wide = (long)x * 1000003 + d;

	out[id] = x / d + x % d + (uint)x / (uint)d + (uint)x % (uint)d + (int)(wide / d) + (int)(wide % d) +
		  (int)((ulong)wide / (uint)d) + x / 7 + x % 1000;
}
