/* Gives each decoded instruction its executor, once; chooses the lane operations for this host. */
#include "isa/exec/exec.h"

#include <pthread.h>

static exec_fn *find_exec(struct inst *in)
{
	exec_fn *fn;

	switch (inst_info(in)->format) {
	case FMT_SOP1:
	case FMT_SOP2:
	case FMT_SOPC:
		return exec_salu(in);
	case FMT_SOPK:
	case FMT_SOPP:
		return exec_flow(in);
	case FMT_SMEM:
		return exec_smem(in);
	case FMT_DS:
		return exec_ds(in);
	case FMT_FLAT:
		return exec_flat(in);
	case FMT_MUBUF:
		return exec_mubuf(in);
	default:
		fn = exec_lane_special(in);
		return fn ? fn : exec_valu(in);
	}
}

static unsigned operand_vgpr_limit(const struct operand *o)
{
	return o->kind == OPERAND_VGPR ? o->reg + operand_type_dwords(o->type) : 0;
}

/* Highest VGPR used, plus one. MUBUF's address may be a pair; tfe adds a status word to the data.
 */
static uint16_t vgpr_limit(const struct inst *in)
{
	unsigned limit = operand_vgpr_limit(&in->dst) + in->tfe;

	for (int i = 0; i < 3; i++) {
		unsigned l = operand_vgpr_limit(&in->src[i]);

		if (inst_info(in)->format == FMT_MUBUF && i == 0 && l && in->offen && in->idxen)
			l = in->src[0].reg + 2u;
		if (l > limit)
			limit = l;
	}
	return (uint16_t)limit;
}

bool exec_prepare(struct inst *in)
{
	in->exec = find_exec(in);
	in->vgpr_limit = vgpr_limit(in);
	return in->exec != NULL;
}

static void fill_base(struct lane_ops *ops)
{
	lanes_move_base(ops);
	lanes_float_base(ops);
	lanes_int_base(ops);
}

#ifdef WARPWALK_X86_LEVELS
static void fill_v3(struct lane_ops *ops)
{
	lanes_move_v3(ops);
	lanes_float_v3(ops);
	lanes_int_v3(ops);
}

static void fill_v4(struct lane_ops *ops)
{
	lanes_move_v4(ops);
	lanes_float_v4(ops);
	lanes_int_v4(ops);
}

static bool has_v3(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	       __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static bool has_v4(void)
{
	return has_v3() && __builtin_cpu_supports("avx512f") &&
	       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

static struct lane_ops host_ops;

static void fill_ops(void)
{
	fill_base(&host_ops);
#ifdef WARPWALK_X86_LEVELS
	if (has_v3())
		fill_v3(&host_ops);
	if (has_v4())
		fill_v4(&host_ops);
#endif
}

/* The first to ask may be several threads at once. */
const struct lane_ops *lane_ops(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, fill_ops);
	return &host_ops;
}
