/* What OpenCL C 1.2 has and libclc lacks: mad_hi, some of smoothstep, and what moves vectors of
 * three. */

#define MAD_HI(type)                                                                           \
	WARPWALK_ADDED type mad_hi(type a, type b, type c)                                     \
	{                                                                                      \
		return mul_hi(a, b) + c;                                                       \
	}
#define MAD_HI_SIZES(type) WARPWALK_SIZES(MAD_HI, type)
WARPWALK_INTEGERS(MAD_HI_SIZES)
#undef MAD_HI_SIZES
#undef MAD_HI

#define SMOOTHSTEP(type) WARPWALK_DECLARED __attribute__((const)) type smoothstep(type, type, type);
#define SMOOTHSTEP_FLOAT(type)                                                                 \
	WARPWALK_DECLARED __attribute__((const)) type smoothstep(float, float, type);
#define SMOOTHSTEP_DOUBLE(type)                                                                \
	WARPWALK_ADDED type smoothstep(double from, double to, type x)                         \
	{                                                                                      \
		return smoothstep((type)from, (type)to, x);                                    \
	}
WARPWALK_SIZES(SMOOTHSTEP, float)
WARPWALK_SIZES(SMOOTHSTEP, double)
WARPWALK_VECTORS(SMOOTHSTEP_FLOAT, float)
WARPWALK_VECTORS(SMOOTHSTEP_DOUBLE, double)
#undef SMOOTHSTEP_DOUBLE
#undef SMOOTHSTEP_FLOAT
#undef SMOOTHSTEP

#define COPIES(type, to_space, from_space)                                                     \
	WARPWALK_DECLARED event_t async_work_group_copy(to_space type *,                       \
							const from_space type *, size_t, event_t); \
	WARPWALK_DECLARED event_t async_work_group_strided_copy(                               \
		to_space type *, const from_space type *, size_t, size_t, event_t);
#define PREFETCH(type) WARPWALK_DECLARED void prefetch(const __global type *, size_t);
#define KNOWN_COPIES(type)                                                                     \
	COPIES(type, __local, __global)                                                        \
	COPIES(type, __global, __local)                                                        \
	PREFETCH(type)
#define COPIES_SIZES(type)                                                                     \
	KNOWN_COPIES(type) KNOWN_COPIES(type##2) KNOWN_COPIES(type##4) KNOWN_COPIES(type##8)   \
		KNOWN_COPIES(type##16)
WARPWALK_SCALARS(COPIES_SIZES)
#undef COPIES_SIZES
#undef KNOWN_COPIES
#undef PREFETCH
#undef COPIES

/* Every work-item copies its share; see wait_group_events. The two strides differ from one where
 * it is global memory. */
#define COPY(type, to_space, from_space, to_stride, from_stride)                               \
	WARPWALK_ADDED event_t async_work_group_strided_copy(                                  \
		to_space type *to, const from_space type *from, size_t count, size_t stride,   \
		event_t event)                                                                 \
	{                                                                                      \
		size_t x = get_local_size(0), y = get_local_size(1), z = get_local_size(2);    \
		size_t first = (get_local_id(2) * y + get_local_id(1)) * x + get_local_id(0);  \
                                                                                               \
		for (size_t i = first; i < count; i += x * y * z)                              \
			to[i * to_stride] = from[i * from_stride];                             \
		return event;                                                                  \
	}                                                                                      \
	WARPWALK_ADDED event_t async_work_group_copy(to_space type *to,                        \
						     const from_space type *from,              \
						     size_t count, event_t event)              \
	{                                                                                      \
		return async_work_group_strided_copy(to, from, count, 1, event);               \
	}
#define COPIES(type)                                                                           \
	COPY(type##3, __local, __global, 1, stride)                                            \
	COPY(type##3, __global, __local, stride, 1)                                            \
	WARPWALK_ADDED void prefetch(const __global type##3 * at, size_t count)                \
	{                                                                                      \
	}
WARPWALK_SCALARS(COPIES)
#undef COPIES
#undef COPY
