/*
 * For tests of lane functions: every check runs at all x86-64 levels the host has, which must agree
 * to the bit.
 */
#ifndef TESTS_LANES_CHECK_H
#define TESTS_LANES_CHECK_H

#include "base/rng.h"
#include "harness.h"
#include "isa/exec/exec.h"

enum { MAX_LEVELS = 3 };

static struct lane_ops levels[MAX_LEVELS];
static int level_count;

static inline void set_up(void)
{
	if (level_count)
		return;
	lanes_float_base(&levels[level_count++]);
#ifdef WARPWALK_X86_LEVELS
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	    __builtin_cpu_supports("bmi2"))
		lanes_float_v3(&levels[level_count++]);
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		lanes_float_v4(&levels[level_count++]);
#endif
}

/* A register pair's worth of lanes. */
struct lanes {
	_Alignas(64) uint32_t dword[2 * WAVE_LANES];
};

static inline uint64_t lane_get(const struct lanes *l, int i, bool wide)
{
	return l->dword[i] | (wide ? (uint64_t)l->dword[WAVE_LANES + i] << 32 : 0);
}

static inline void lane_put(struct lanes *l, int i, uint64_t bits)
{
	l->dword[i] = (uint32_t)bits;
	l->dword[WAVE_LANES + i] = (uint32_t)(bits >> 32);
}

static inline bool is_wide(enum opcode op)
{
	return op_infos[op].dst == T_F64 || op_infos[op].dst == T_B64;
}

/* Runs op at every level on the same operands; all must agree. d may be one of them. */
static inline void run(enum opcode op, struct lanes *d, const struct lanes *a,
		       const struct lanes *b, const struct lanes *c, struct lane_env *env)
{
	struct lanes first;
	uint64_t mask = 0;

	set_up();
	for (int l = 0; l < level_count; l++) {
		struct lanes out = {{0}};

		if (!levels[l].fn[op])
			FAIL("%s has no lane function", op_infos[op].name);
		env->mask_out = 0;
		levels[l].fn[op](out.dword, a->dword, b->dword, c->dword, env);
		if (l == 0) {
			mask = env->mask_out;
			first = out;
		}
		if (env->mask_out != mask)
			FAIL("%s: level %d gives mask %" PRIx64 ", not %" PRIx64, op_infos[op].name,
			     l, env->mask_out, mask);
		for (int i = 0; i < WAVE_LANES; i++)
			if (lane_get(&out, i, true) != lane_get(&first, i, true))
				FAIL("%s(%" PRIx64 ", %" PRIx64 ", %" PRIx64
				     "): level %d gives %" PRIx64 ", not %" PRIx64,
				     op_infos[op].name, lane_get(a, i, true), lane_get(b, i, true),
				     lane_get(c, i, true), l, lane_get(&out, i, true),
				     lane_get(&first, i, true));
	}
	*d = first;
}

/* Letters of a mode: k keeps f32 denormals, z flushes f64 and f16 ones, i is IEEE mode, u d t round
 * up, down, toward zero; else as clang sets it for gfx803, IEEE off. */
static inline struct lane_env env_of(const char *mode)
{
	struct lane_env env = {
		.exec = ~0ull,
		.fp = {.denorm64_in = true, .denorm64_out = true, .dx10_clamp = true}};

	for (; *mode; mode++) {
		if (*mode == 'k')
			env.fp.denorm32_in = env.fp.denorm32_out = true;
		else if (*mode == 'z')
			env.fp.denorm64_in = env.fp.denorm64_out = false;
		else if (*mode == 'i')
			env.fp.ieee = true;
		else
			env.fp.round32 = env.fp.round64 = *mode == 'u' ? 1 : *mode == 'd' ? 2 : 3;
	}
	return env;
}

/* The result of one set of operands; for a compare, the lane's bit. */
static inline uint64_t eval(enum opcode op, const char *mode, uint64_t a, uint64_t b, uint64_t c)
{
	struct lane_env env = env_of(mode);
	struct lanes la = {{0}}, lb = {{0}}, lc = {{0}}, d;
	int lane = 37;

	lane_put(&la, lane, a);
	lane_put(&lb, lane, b);
	lane_put(&lc, lane, c);
	run(op, &d, &la, &lb, &lc, &env);
	if (op_infos[op].format == FMT_VOPC)
		return env.mask_out >> lane & 1;
	return lane_get(&d, lane, is_wide(op));
}

struct expect {
	enum opcode op;
	const char *mode;
	uint64_t a, b, c, want;
};

static inline void check_all(const struct expect *e, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t got = eval(e[i].op, e[i].mode, e[i].a, e[i].b, e[i].c);

		if (got != e[i].want)
			FAIL("%s(%" PRIx64 ", %" PRIx64 ", %" PRIx64 ") in mode '%s' is %" PRIx64
			     ", expected %" PRIx64,
			     op_infos[e[i].op].name, e[i].a, e[i].b, e[i].c, e[i].mode, got,
			     e[i].want);
	}
}

#define CHECK_TABLE(table) check_all(table, sizeof(table) / sizeof *(table))

static inline float f32(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, 4);
	return f;
}

static inline uint32_t b32(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, 4);
	return bits;
}

static inline double f64(uint64_t bits)
{
	double f;

	memcpy(&f, &bits, 8);
	return f;
}

static inline uint64_t b64(double f)
{
	uint64_t bits;

	memcpy(&bits, &f, 8);
	return bits;
}

/* Operands worth trying: half of them special or near something special. */
static inline uint32_t pick32(struct rng *rng)
{
	static const uint32_t special[] = {
		0,          1,          0x007fffff, 0x00800000, 0x00800001, 0x3f800000, 0x3f7fffff,
		0x3f800001, 0x40000000, 0x4b000000, 0x4b7fffff, 0x4effffff, 0x4f000000, 0x4f7fffff,
		0x4f800000, 0x7e800000, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000,
		0x7fc12345, 0x43800000, 0x3f000000, 0x3effffff, 0x477fe000, 0x477ff000, 0x33000000};
	uint64_t r = rng_u64(rng);
	uint32_t bits = special[rng_below(rng, sizeof special / sizeof *special)];

	if (r & 1)
		bits = (uint32_t)(r >> 32);
	else if (r & 2)
		bits += (uint32_t)(r >> 60);
	return bits ^ (uint32_t)(r >> 2 & 1) << 31;
}

static inline uint64_t pick64(struct rng *rng)
{
	static const uint64_t special[] = {0,
					   1,
					   0x000fffffffffffff,
					   0x0010000000000000,
					   0x3ff0000000000000,
					   0x3fefffffffffffff,
					   0x41dfffffffc00000,
					   0x41e0000000000000,
					   0x41efffffffe00000,
					   0x41f0000000000000,
					   0x47efffffe0000000,
					   0x47effffff0000000,
					   0x36a0000000000000,
					   0x3690000000000000,
					   0x7fefffffffffffff,
					   0x7ff0000000000000,
					   0x7ff0000000000001,
					   0x7ff8000000000000,
					   0x4330000000000000,
					   0x7fd0000000000001};
	uint64_t r = rng_u64(rng), bits = special[rng_below(rng, sizeof special / sizeof *special)];

	if (r & 1)
		bits = rng_u64(rng);
	else if (r & 2)
		bits += r >> 60;
	return bits ^ (r >> 2 & 1) << 63;
}

#endif
