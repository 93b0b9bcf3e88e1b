/*
 * Issue. A SIMD has a turn only when some wavefront of it can issue then; in its turn it takes for
 * each unit the oldest ready wavefront (greedy: the one that issued last, if it can). The
 * instruction executes at once; what follows is when the wavefront's next one may issue.
 */
#include "hw/compute/cu_parts.h"

#include "launch/fault_text.h"

enum { MAX_ISSUE = 5 }; /* instructions per turn, of all units together */

/* What the timing model must know of an opcode beyond its class. */
enum op_effect {
	EFFECT_NONE,
	EFFECT_SLOW,  /* VALU: a quarter of the rate or less */
	EFFECT_SLEEP, /* s_sleep: 64 cycles per unit of the immediate */
	EFFECT_NOP,   /* s_nop: one scalar operation per unit, and one */
	EFFECT_INVALIDATE_SCALAR,
	EFFECT_INVALIDATE_VECTOR,
	EFFECT_INVALIDATE_FETCH,
};

static uint8_t op_effects[OP_COUNT];
static uint8_t op_units[OP_COUNT];

static bool is_wide(enum operand_type type)
{
	return type == T_F64 || type == T_B64 || type == T_B128;
}

/* Quarter rate in this generation: 64-bit and transcendental operations, full 32-bit products. */
static bool is_slow(enum opcode op)
{
	const struct op_info *info = &op_infos[op];

	if (info->cls != CLASS_VALU)
		return false;
	switch (op) {
	case OP_V_EXP_F32:
	case OP_V_LOG_F32:
	case OP_V_RCP_F32:
	case OP_V_RCP_IFLAG_F32:
	case OP_V_RSQ_F32:
	case OP_V_SQRT_F32:
	case OP_V_SIN_F32:
	case OP_V_COS_F32:
	case OP_V_RCP_F16:
	case OP_V_SQRT_F16:
	case OP_V_RSQ_F16:
	case OP_V_LOG_F16:
	case OP_V_EXP_F16:
	case OP_V_SIN_F16:
	case OP_V_COS_F16:
	case OP_V_EXP_LEGACY_F32:
	case OP_V_LOG_LEGACY_F32:
	case OP_V_MUL_LO_U32:
	case OP_V_MUL_HI_U32:
	case OP_V_MUL_HI_I32:
		return true;
	default:
		return is_wide(info->dst) || is_wide(info->src[0]) || is_wide(info->src[1]) ||
		       is_wide(info->src[2]);
	}
}

static enum issue_unit unit_of_class(enum inst_class cls)
{
	switch (cls) {
	case CLASS_VALU:
		return UNIT_VALU;
	case CLASS_SALU:
		return UNIT_SALU;
	case CLASS_VMEM:
		return UNIT_VMEM;
	case CLASS_SMEM:
		return UNIT_SMEM;
	case CLASS_LDS:
		return UNIT_LDS;
	default:
		return UNIT_OTHER;
	}
}

/* The same for every CU. */
static void fill_op_tables(void)
{
	if (op_effects[OP_S_SLEEP])
		return;
	for (unsigned op = 0; op < OP_COUNT; op++) {
		op_units[op] = (uint8_t)unit_of_class(op_infos[op].cls);
		if (is_slow(op))
			op_effects[op] = EFFECT_SLOW;
	}
	op_effects[OP_S_SLEEP] = EFFECT_SLEEP;
	op_effects[OP_S_NOP] = EFFECT_NOP;
	op_effects[OP_S_DCACHE_INV] = EFFECT_INVALIDATE_SCALAR;
	op_effects[OP_S_DCACHE_INV_VOL] = EFFECT_INVALIDATE_SCALAR;
	op_effects[OP_BUFFER_WBINVL1] = EFFECT_INVALIDATE_VECTOR;
	op_effects[OP_BUFFER_WBINVL1_VOL] = EFFECT_INVALIDATE_VECTOR;
	op_effects[OP_S_ICACHE_INV] = EFFECT_INVALIDATE_FETCH;
}

static void turn_event(struct event *event);
static void busy_event(struct event *event);
static void timer_event(struct event *event);

/* The first turn of the SIMD in cycle `at` or later. */
static cycle_t turn_from(const struct simd *simd, cycle_t at)
{
	const struct cu *cu = simd->cu;
	uint32_t simds = cu->config.simds;

	if (__builtin_expect(cu->turn_mask || simds == 1, 1))
		return at + ((simd->phase - at) & cu->turn_mask);
	return at + (simd->phase + simds - at % simds) % simds;
}

static void schedule_turn(struct simd *simd)
{
	struct engine *engine = simd->cu->engine;

	if (!event_scheduled(&simd->turn))
		engine_at(engine, &simd->turn, turn_from(simd, engine->now + 1), turn_event);
}

/* Those whose turn it is by now become ready. */
static void take_coming(struct simd *simd)
{
	for (uint64_t left = simd->coming; left; left &= left - 1) {
		const struct wave *wave = &simd->wave[__builtin_ctzll(left)];

		simd->ready[wave->unit] |= left & -left;
	}
	simd->coming = 0;
}

/* The wavefront may issue in the next turn. */
static void wave_comes(struct simd *simd, struct wave *wave, cycle_t turn)
{
	if (simd->coming_turn != turn) {
		take_coming(simd);
		simd->coming_turn = turn;
	}
	simd->coming |= UINT64_C(1) << wave->slot;
	schedule_turn(simd);
}

/* The wavefront may issue from cycle `at` on. A far turn is left to a timer of its own, because
 * the SIMD may well have turns before. */
static void issue_from(struct wave *wave, cycle_t at)
{
	struct simd *simd = &wave->cu->simds[wave->simd];
	struct engine *engine = wave->cu->engine;
	cycle_t next = turn_from(simd, engine->now + 1);

	if (at <= next)
		wave_comes(simd, wave, next);
	else
		engine_at(engine, &wave->timer, turn_from(simd, at) - wave->cu->config.simds,
			  timer_event);
}

static void timer_event(struct event *event)
{
	struct wave *wave = container_of(event, struct wave, timer);

	issue_from(wave, wave->cu->engine->now + 1);
}

static bool counter_full(const struct wave *wave)
{
	switch (wave->unit) {
	case UNIT_VMEM: /* a flat instruction may use both */
		return wave->vm == COUNTER_MAX || wave_lgkm(wave) == COUNTER_MAX;
	case UNIT_LDS:
	case UNIT_SMEM:
		return wave_lgkm(wave) == COUNTER_MAX;
	default:
		return false;
	}
}

void wave_proceed(struct wave *wave, cycle_t at)
{
	const struct inst *in = wavefront_peek(&wave->w);

	cu_account_change(wave);
	fetch_follow(&wave->cu->fetch, wave);
	wave->unit = in ? op_units[in->op] : UNIT_OTHER;
	wave->ready_at = at;
	if (__builtin_expect(in && !fetch_has(wave, in->size), 0)) {
		wave->state = WAVE_FETCH;
	} else if (__builtin_expect(counter_full(wave), 0)) {
		wave->state = WAVE_COUNTER;
	} else {
		wave->state = WAVE_ISSUING;
		issue_from(wave, at);
	}
}

void wave_wake(struct wave *wave)
{
	cycle_t next = wave->cu->engine->now + 1;

	switch (wave->state) {
	case WAVE_WAIT:
		if (wave_satisfied(wave, wave->wait))
			wave_proceed(wave, next);
		break;
	case WAVE_FETCH:
	case WAVE_COUNTER:
		wave_proceed(wave, wave->ready_at > next ? wave->ready_at : next);
		break;
	default:
		break;
	}
}

static bool unit_is_free(const struct simd *simd, enum issue_unit unit, cycle_t when)
{
	switch (unit) {
	case UNIT_VALU:
		return simd->valu_free <= when;
	case UNIT_VMEM:
		return !memory_pipe_full(&simd->cu->vmem);
	case UNIT_SMEM:
		return !memory_pipe_full(&simd->cu->smem);
	default:
		return true;
	}
}

void cu_unit_free(struct cu *cu, enum issue_unit unit)
{
	for (unsigned i = 0; i < cu->config.simds; i++)
		if (cu->simds[i].ready[unit])
			schedule_turn(&cu->simds[i]);
}

static struct wave *pick_wave(const struct simd *simd, uint64_t ready)
{
	unsigned best = (unsigned)__builtin_ctzll(ready);

	if (simd->cu->config.greedy && ready >> simd->last & 1)
		return &simd->wave[simd->last];
	for (ready &= ready - 1; ready; ready &= ready - 1) {
		unsigned slot = (unsigned)__builtin_ctzll(ready);

		if (simd->age[slot] < simd->age[best])
			best = slot;
	}
	return &simd->wave[best];
}

/* Effects */

static void invalidate_cache(struct cu *cu, enum request_kind kind)
{
	if (cu->hooks.invalidate)
		cu->hooks.invalidate(cu->hooks.ctx, cu->config.index, kind);
}

static cycle_t valu_done(struct simd *simd, const struct step *step, cycle_t now)
{
	const struct cu *cu = simd->cu;

	simd->valu_free = now + (op_effects[step->op] == EFFECT_SLOW ? cu->slow_valu_cycles
								     : cu->valu_cycles);
	return simd->valu_free;
}

static uint32_t wave_immediate(const struct wave *wave, const struct step *step)
{
	const struct program *program = wave->w.program;

	return (uint32_t)program->slots[(step->pc - program->base) / 4].imm;
}

static cycle_t salu_done(struct wave *wave, const struct step *step, cycle_t now)
{
	struct cu *cu = wave->cu;

	switch (op_effects[step->op]) {
	case EFFECT_SLEEP:
		return now + cu->config.salu_latency + 64 * (wave_immediate(wave, step) & 0x7f);
	case EFFECT_NOP:
		return now + cu->config.salu_latency * ((wave_immediate(wave, step) & 15) + 1);
	case EFFECT_INVALIDATE_FETCH:
		invalidate_cache(cu, KIND_FETCH);
		break;
	default:
		break;
	}
	return now + cu->config.salu_latency;
}

static void wait_for_counters(struct wave *wave, unsigned wait, cycle_t now)
{
	if (wave_satisfied(wave, wait)) {
		wave_proceed(wave, now + 1);
		return;
	}
	wave->wait = (uint16_t)wait;
	wave->state = WAVE_WAIT;
}

/* After the instruction has executed: what it occupies, and when the next one may follow. */
static void complete_instruction(struct simd *simd, struct wave *wave, const struct step *step)
{
	struct cu *cu = simd->cu;
	cycle_t now = cu->engine->now, next = now + 1;

	switch (step->cls) {
	case CLASS_VALU:
		next = valu_done(simd, step, now);
		break;
	case CLASS_SALU:
		next = salu_done(wave, step, now);
		break;
	case CLASS_VMEM:
		if (op_effects[step->op] == EFFECT_INVALIDATE_VECTOR)
			invalidate_cache(cu, KIND_VECTOR);
		else
			cu_issue_vmem(wave, step);
		break;
	case CLASS_SMEM:
		if (op_effects[step->op] == EFFECT_INVALIDATE_SCALAR)
			invalidate_cache(cu, KIND_SCALAR);
		else
			cu_issue_smem(wave, step);
		break;
	case CLASS_LDS:
		cu_issue_lds(wave, step);
		break;
	case CLASS_BRANCH:
		next = now + cu->config.branch_latency;
		break;
	case CLASS_BARRIER:
		cu_barrier(wave);
		return;
	case CLASS_WAIT:
		wait_for_counters(wave, step->wait, now);
		return;
	case CLASS_END:
		cu_wave_ended(wave);
		return;
	default:
		break;
	}
	wave_proceed(wave, next);
}

/* False when the program went wrong. */
static bool execute_instruction(struct cu *cu, struct wave *wave, struct step *step)
{
	struct error err;

	if (!wavefront_step(&wave->w, step)) {
		fault_text(&err, cu->dispatch, &wave->w);
		cu_fail(cu, &err);
		return false;
	}
	if (__builtin_expect(wave->w.executed >= cu->config.wavefront_limit, 0) && !wave->w.ended) {
		endless_text(&err, cu->dispatch, &wave->w, cu->config.wavefront_limit);
		cu_fail(cu, &err);
		return false;
	}
	return true;
}

static bool issue_instruction(struct simd *simd, struct wave *wave, struct step *step)
{
	struct cu *cu = simd->cu;

	cu_account_issue(cu);
	simd->ready[wave->unit] &= ~(UINT64_C(1) << wave->slot);
	simd->last = wave->slot;
	if (!execute_instruction(cu, wave, step))
		return false;
	cu->by_class[step->cls]++;
	cu->issued++;
	run_count_instruction(cu->control);
	complete_instruction(simd, wave, step);
	return !cu->control->stop;
}

/* Another turn when something can issue in the next one; what waits for a unit is woken by it. */
static void plan_next_turn(struct simd *simd)
{
	struct cu *cu = simd->cu;
	cycle_t next = turn_from(simd, cu->engine->now + 1);
	bool some = simd->coming != 0;

	for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
		some |= simd->ready[unit] && unit_is_free(simd, unit, next);
	if (some)
		schedule_turn(simd);
	else if (simd->ready[UNIT_VALU] && !event_scheduled(&simd->busy))
		engine_at(cu->engine, &simd->busy, turn_from(simd, simd->valu_free), busy_event);
}

static void simd_take_turn(struct simd *simd)
{
	cycle_t now = simd->cu->engine->now;
	unsigned issued = 0;
	struct step step;

	if (simd->last_turn == now) {
		plan_next_turn(simd);
		return;
	}
	simd->last_turn = now;
	if (simd->coming_turn <= now)
		take_coming(simd);
	for (unsigned unit = 0; unit < UNIT_COUNT && issued < MAX_ISSUE; unit++) {
		if (!simd->ready[unit] || !unit_is_free(simd, unit, now))
			continue;
		if (!issue_instruction(simd, pick_wave(simd, simd->ready[unit]), &step))
			return;
		issued++;
	}
	plan_next_turn(simd);
}

static void turn_event(struct event *event)
{
	simd_take_turn(container_of(event, struct simd, turn));
}

static void busy_event(struct event *event)
{
	simd_take_turn(container_of(event, struct simd, busy));
}

void simd_init(struct simd *simd, struct cu *cu, unsigned number)
{
	fill_op_tables();
	simd->cu = cu;
	simd->phase = number;
	simd->last_turn = CYCLE_NEVER;
	simd->wave = &cu->waves[number * cu->config.simd_waves];
	simd->age = xcalloc(cu->config.simd_waves, sizeof(*simd->age));
}
