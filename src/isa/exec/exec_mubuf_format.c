/*
 * MUBUF with a format. Known are those of 16- and 32-bit integers and floats that need no
 * conversion; any other is reported as not implemented.
 */
#include "isa/exec/exec_mubuf.h"

/* Components as they lie in memory. */
struct format {
	struct buffer_shape shape;
	enum access access;
	uint32_t one; /* what a missing fourth component reads as */
};

enum { NUMBER_UINT = 4, NUMBER_SINT = 5, NUMBER_FLOAT = 7 };

/* d16: registers hold 16-bit components. False: a format that would need conversion. */
static bool read_format(const struct buffer_resource *r, bool d16, struct format *f)
{
	static const struct buffer_shape shapes[16] = {
		[2] = {1, 2},  [4] = {1, 4},  [5] = {2, 2},  [11] = {2, 4},
		[12] = {4, 2}, [13] = {3, 4}, [14] = {4, 4},
	};
	uint32_t number = r->word3 >> 12 & 7;

	f->shape = shapes[r->word3 >> 15 & 15];
	f->one = number != NUMBER_FLOAT ? 1 : d16 ? 0x3c00 : 0x3f800000;
	f->access = f->shape.bytes == 4             ? ACCESS_B32
		    : number == NUMBER_SINT && !d16 ? ACCESS_S16
						    : ACCESS_U16;
	if (number != NUMBER_UINT && number != NUMBER_SINT && number != NUMBER_FLOAT)
		return false;
	if (f->shape.bytes == 2)
		return d16 || number != NUMBER_FLOAT;
	return f->shape.count && !d16;
}

static bool is_d16(enum opcode op)
{
	return op >= OP_BUFFER_LOAD_FORMAT_D16_X && op <= OP_BUFFER_STORE_FORMAT_D16_XYZW;
}

static void unknown_format(struct wavefront *w, const struct inst *in)
{
	wave_fault(w, FAULT_UNIMPLEMENTED, -1, w->step->pc, in->size, false);
}

/* The register's component by its selector: constant 0 or 1, or one of the four in memory. */
static uint32_t select_component(const struct format *f, const struct pieces *p, unsigned lane,
				 unsigned selector)
{
	unsigned n = selector - 4;

	if (selector < 4)
		return selector == 1 ? f->one : 0;
	if (n >= f->shape.count)
		return n == 3 ? f->one : 0;
	return p->at[n][lane] ? load_register(p->at[n][lane], f->access) : 0;
}

static void buffer_load_format(struct wavefront *w, const struct inst *in)
{
	unsigned dwords = operand_type_dwords(in->dst.type);
	struct buffer_resource r = buffer_resource_read(w, in);
	struct format f;
	struct pieces p;

	if (!read_format(&r, is_d16(in->op), &f)) {
		unknown_format(w, in);
		return;
	}
	describe_access(w->step, f.shape.count * f.shape.bytes, MEM_READ, SPACE_GLOBAL, true, 0);
	if (!mubuf_resolve(w, in, &r, f.shape, false, &p))
		return;
	FOR_LANES(i, w->step->exec)
	{
		for (unsigned k = 0; k < dwords; k++)
			wave_vgpr(w, in->dst.reg + k)[i] =
				select_component(&f, &p, (unsigned)i, r.word3 >> 3 * k & 7);
	}
	mubuf_clear_status(w, in, dwords);
}

static void buffer_store_format(struct wavefront *w, const struct inst *in)
{
	unsigned dwords = operand_type_dwords(in->dst.type);
	struct buffer_resource r = buffer_resource_read(w, in);
	struct format f;
	struct pieces p;

	if (!read_format(&r, is_d16(in->op), &f)) {
		unknown_format(w, in);
		return;
	}
	if (dwords < f.shape.count)
		f.shape.count = dwords;
	describe_access(w->step, f.shape.count * f.shape.bytes, MEM_WRITE, SPACE_GLOBAL, false, 0);
	if (!mubuf_resolve(w, in, &r, f.shape, true, &p))
		return;
	FOR_LANES(i, w->step->exec)
	{
		for (unsigned k = 0; k < f.shape.count; k++)
			if (p.at[k][i])
				store_register(p.at[k][i], wave_vgpr(w, in->dst.reg + k)[i],
					       f.access);
	}
}

exec_fn *exec_mubuf_format(const struct inst *in)
{
	if (in->op < OP_BUFFER_LOAD_FORMAT_X || in->op > OP_BUFFER_STORE_FORMAT_D16_XYZW)
		return NULL;
	return inst_info(in)->flags & OPF_LOAD ? buffer_load_format : buffer_store_format;
}
