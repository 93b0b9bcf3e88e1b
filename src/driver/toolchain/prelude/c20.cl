/* What OpenCL C 2.0 and 3.0 add to the work-items' functions, and to those of pointers: libclc has
 * only OpenCL C 1.2. */
#if __OPENCL_C_VERSION__ >= 200

WARPWALK_ADDED size_t get_enqueued_local_size(uint d)
{
	return get_local_size(d);
}

WARPWALK_ADDED size_t get_local_linear_id(void)
{
	return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
	       get_local_id(0);
}

WARPWALK_ADDED size_t get_global_linear_id(void)
{
	size_t x = get_global_id(0) - get_global_offset(0);
	size_t y = get_global_id(1) - get_global_offset(1);
	size_t z = get_global_id(2) - get_global_offset(2);

	return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

#define CTZ(type)                                                                              \
	WARPWALK_ADDED type ctz(type x)                                                        \
	{                                                                                      \
		return popcount((type)((x & -x) - (type)1));                                   \
	}
#define CTZ_SIZES(type) WARPWALK_SIZES(CTZ, type)
WARPWALK_INTEGERS(CTZ_SIZES)
#undef CTZ_SIZES
#undef CTZ

/* clang wants both arguments as they are written. */
#define FENCE_ORDER(order, scope)                                                              \
	if (order == memory_order_acquire)                                                     \
		__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, scope);                               \
	else if (order == memory_order_release)                                                \
		__builtin_amdgcn_fence(__ATOMIC_RELEASE, scope);                               \
	else if (order == memory_order_acq_rel)                                                \
		__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, scope);                               \
	else if (order != memory_order_relaxed)                                                \
		__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, scope);
WARPWALK_ADDED void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
					   memory_scope scope)
{
	(void)flags;
	if (scope == memory_scope_work_group) {
		FENCE_ORDER(order, "workgroup")
	} else if (scope == memory_scope_device) {
		FENCE_ORDER(order, "agent")
	} else if (scope == memory_scope_work_item) {
		FENCE_ORDER(order, "singlethread")
	} else if (scope == 4) { /* a sub-group, which has a name only where there are some */
		FENCE_ORDER(order, "wavefront")
	} else {
		FENCE_ORDER(order, "")
	}
}
#undef FENCE_ORDER

WARPWALK_ADDED void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope)
{
	atomic_work_item_fence(flags, memory_order_release, scope);
	barrier(flags);
	atomic_work_item_fence(flags, memory_order_acquire, scope);
}

WARPWALK_ADDED void work_group_barrier(cl_mem_fence_flags flags)
{
	work_group_barrier(flags, memory_scope_work_group);
}

#endif

/*
 * Pointers to anywhere. libclc's functions want to know where: these give them a variable and copy
 * it. The others are named here because clang then does not.
 */
#if __OPENCL_C_VERSION__ == 200

WARPWALK_ADDED cl_mem_fence_flags get_fence(const void *at)
{
	return __builtin_amdgcn_is_shared(at) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
WARPWALK_ADDED cl_mem_fence_flags get_fence(void *at)
{
	return get_fence((const void *)at);
}

#define RESULT_AT_SPACE(name, space, type, at_type, ...)                                       \
	WARPWALK_DECLARED type name(__VA_ARGS__, space at_type *);
#define RESULT_AT(name, type, at_type)                                                         \
	RESULT_AT_SPACE(name, __private, type, at_type, type)                                  \
	WARPWALK_ADDED type name(type x, at_type *at)                                          \
	{                                                                                      \
		__private at_type value;                                                       \
		type result = name(x, &value);                                                 \
                                                                                               \
		*at = value;                                                                   \
		return result;                                                                 \
	}
#define REMQUO_AT(type, at_type)                                                               \
	RESULT_AT_SPACE(remquo, __private, type, at_type, type, type)                          \
	WARPWALK_ADDED type remquo(type x, type y, at_type *at)                                \
	{                                                                                      \
		__private at_type value;                                                       \
		type result = remquo(x, y, &value);                                            \
                                                                                               \
		*at = value;                                                                   \
		return result;                                                                 \
	}
#define RESULTS_AT(size, type)                                                                 \
	RESULT_AT(fract, type##size, type##size)                                               \
	RESULT_AT(modf, type##size, type##size)                                                \
	RESULT_AT(sincos, type##size, type##size)                                              \
	RESULT_AT(frexp, type##size, int##size)                                                \
	RESULT_AT(lgamma_r, type##size, int##size)                                             \
	REMQUO_AT(type##size, int##size)
#define RESULTS_AT_SIZES(type)                                                                 \
	RESULTS_AT(, type)                                                                     \
	RESULTS_AT(2, type)                                                                    \
	RESULTS_AT(3, type) RESULTS_AT(4, type) RESULTS_AT(8, type) RESULTS_AT(16, type)
RESULTS_AT_SIZES(float)
RESULTS_AT_SIZES(double)
#undef RESULTS_AT_SIZES
#undef RESULTS_AT
#undef REMQUO_AT
#undef RESULT_AT
#undef RESULT_AT_SPACE

/* Constant memory is not anywhere. */
#define LOAD_AND_STORE(type, size)                                                             \
	WARPWALK_DECLARED type##size vload##size(size_t, const __constant type *);             \
	WARPWALK_ADDED type##size vload##size(size_t at, const type *from)                     \
	{                                                                                      \
		type##size vector;                                                             \
                                                                                               \
		for (size_t i = 0; i < size; i++)                                              \
			vector[i] = from[at * size + i];                                       \
		return vector;                                                                 \
	}                                                                                      \
	WARPWALK_ADDED void vstore##size(type##size vector, size_t at, type *to)               \
	{                                                                                      \
		for (size_t i = 0; i < size; i++)                                              \
			to[at * size + i] = vector[i];                                         \
	}
#define LOAD_AND_STORE_SIZES(type)                                                             \
	LOAD_AND_STORE(type, 2)                                                                \
	LOAD_AND_STORE(type, 3)                                                                \
	LOAD_AND_STORE(type, 4) LOAD_AND_STORE(type, 8) LOAD_AND_STORE(type, 16)
WARPWALK_SCALARS(LOAD_AND_STORE_SIZES)
#undef LOAD_AND_STORE_SIZES
#undef LOAD_AND_STORE

/* Of halves, whose bits are moved as they are. `each` is the distance between vectors. */
#define LOAD_HALF(name, size, count, each)                                                     \
	WARPWALK_DECLARED float##size name##size(size_t, const __constant half *);             \
	WARPWALK_DECLARED float##size name##size(size_t, const __private half *);              \
	WARPWALK_ADDED float##size name##size(size_t at, const half *from)                     \
	{                                                                                      \
		__private ushort bits[each] __attribute__((aligned(32)));                \
                                                                                               \
		for (size_t i = 0; i < count; i++)                                             \
			bits[i] = ((const ushort *)from)[at * each + i];                       \
		return name##size(0, (const __private half *)bits);                            \
	}
#define STORE_HALF_AS(name, type, count, each)                                                 \
	WARPWALK_DECLARED void name(type, size_t, __private half *);                           \
	WARPWALK_ADDED void name(type vector, size_t at, half *to)                             \
	{                                                                                      \
		__private ushort bits[each] __attribute__((aligned(32)));                \
                                                                                               \
		name(vector, 0, (__private half *)bits);                                       \
		for (size_t i = 0; i < count; i++)                                             \
			((ushort *)to)[at * each + i] = bits[i];                               \
	}
#define STORE_HALF(name, size, rounding, count, each)                                          \
	STORE_HALF_AS(name##size##rounding, float##size, count, each)                          \
	STORE_HALF_AS(name##size##rounding, double##size, count, each)
#define HALVES(load, store, size, count, each)                                                 \
	LOAD_HALF(load, size, count, each)                                                     \
	STORE_HALF(store, size, , count, each)                                                 \
	STORE_HALF(store, size, _rte, count, each)                                             \
	STORE_HALF(store, size, _rtz, count, each)                                             \
	STORE_HALF(store, size, _rtp, count, each)                                             \
	STORE_HALF(store, size, _rtn, count, each)
HALVES(vload_half, vstore_half, , 1, 1)
HALVES(vload_half, vstore_half, 2, 2, 2)
HALVES(vload_half, vstore_half, 3, 3, 3)
HALVES(vload_half, vstore_half, 4, 4, 4)
HALVES(vload_half, vstore_half, 8, 8, 8)
HALVES(vload_half, vstore_half, 16, 16, 16)
HALVES(vloada_half, vstorea_half, , 1, 1)
HALVES(vloada_half, vstorea_half, 2, 2, 2)
HALVES(vloada_half, vstorea_half, 3, 3, 4)
HALVES(vloada_half, vstorea_half, 4, 4, 4)
HALVES(vloada_half, vstorea_half, 8, 8, 8)
HALVES(vloada_half, vstorea_half, 16, 16, 16)
#undef HALVES
#undef STORE_HALF
#undef STORE_HALF_AS
#undef LOAD_HALF

#endif
