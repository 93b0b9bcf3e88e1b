/* The atomic functions of OpenCL C 2.0, on pointers to anywhere, and of 3.0, which without its
 * optional features has them with an order and a scope, on global and local memory. */
#if __OPENCL_C_VERSION__ >= 200

#define FETCH(name, type, operand, space)                                                      \
	WARPWALK_ADDED type atomic_fetch_##name##_explicit(volatile space atomic_##type *at,   \
							   operand value, memory_order order,  \
							   memory_scope scope)                 \
	{                                                                                      \
		return __opencl_atomic_fetch_##name(at, value, order, scope);                  \
	}
#define FETCHES(type, space)                                                                   \
	FETCH(add, type, type, space)                                                          \
	FETCH(sub, type, type, space)                                                          \
	FETCH(or, type, type, space)                                                           \
	FETCH(xor, type, type, space)                                                          \
	FETCH(and, type, type, space) FETCH(min, type, type, space) FETCH(max, type, type, space)

#define EXCHANGE(strength, type, space, expected_space)                                        \
	WARPWALK_ADDED bool atomic_compare_exchange_##strength##_explicit(                     \
		volatile space atomic_##type *at, expected_space type *expected, type value,   \
		memory_order success, memory_order failure, memory_scope scope)                \
	{                                                                                      \
		return __opencl_atomic_compare_exchange_##strength(at, expected, value,        \
								   success, failure, scope);   \
	}
#define MOVES(type, space)                                                                     \
	WARPWALK_ADDED void atomic_init(volatile space atomic_##type *at, type value)          \
	{                                                                                      \
		__opencl_atomic_init(at, value);                                               \
	}                                                                                      \
	WARPWALK_ADDED void atomic_store_explicit(volatile space atomic_##type *at,            \
						  type value, memory_order order,              \
						  memory_scope scope)                          \
	{                                                                                      \
		__opencl_atomic_store(at, value, order, scope);                                \
	}                                                                                      \
	WARPWALK_ADDED type atomic_load_explicit(volatile space atomic_##type *at,             \
						 memory_order order, memory_scope scope)       \
	{                                                                                      \
		return __opencl_atomic_load(at, order, scope);                                 \
	}                                                                                      \
	WARPWALK_ADDED type atomic_exchange_explicit(volatile space atomic_##type *at,         \
						     type value, memory_order order,           \
						     memory_scope scope)                       \
	{                                                                                      \
		return __opencl_atomic_exchange(at, value, order, scope);                      \
	}
#define FLAG(space)                                                                            \
	WARPWALK_ADDED bool atomic_flag_test_and_set_explicit(                                 \
		volatile space atomic_flag *at, memory_order order, memory_scope scope)        \
	{                                                                                      \
		return __opencl_atomic_exchange((volatile space atomic_int *)at, 1, order,     \
						scope);                                        \
	}                                                                                      \
	WARPWALK_ADDED void atomic_flag_clear_explicit(                                        \
		volatile space atomic_flag *at, memory_order order, memory_scope scope)        \
	{                                                                                      \
		__opencl_atomic_store((volatile space atomic_int *)at, 0, order, scope);       \
	}

#define ATOMICS_IN(space)                                                                      \
	FETCHES(int, space)                                                                    \
	FETCHES(uint, space)                                                                   \
	FETCHES(long, space)                                                                   \
	FETCHES(ulong, space)                                                                  \
	FETCH(add, uintptr_t, ptrdiff_t, space)                                                \
	FETCH(sub, uintptr_t, ptrdiff_t, space)                                                \
	ATOMIC_TYPES(MOVES, space)                                                             \
	FLAG(space)
#define ATOMIC_TYPES(what, ...)                                                                \
	what(int, __VA_ARGS__) what(uint, __VA_ARGS__) what(long, __VA_ARGS__)                 \
		what(ulong, __VA_ARGS__) what(float, __VA_ARGS__) what(double, __VA_ARGS__)
#define EXCHANGES(type, space, expected_space)                                                 \
	EXCHANGE(strong, type, space, expected_space)                                          \
	EXCHANGE(weak, type, space, expected_space)

#if __OPENCL_C_VERSION__ == 200
ATOMICS_IN()
ATOMIC_TYPES(EXCHANGES, , )
#else
ATOMICS_IN(__global)
ATOMICS_IN(__local)
ATOMIC_TYPES(EXCHANGES, __global, __global)
ATOMIC_TYPES(EXCHANGES, __global, __local)
ATOMIC_TYPES(EXCHANGES, __global, __private)
ATOMIC_TYPES(EXCHANGES, __local, __global)
ATOMIC_TYPES(EXCHANGES, __local, __local)
ATOMIC_TYPES(EXCHANGES, __local, __private)
#endif
#undef EXCHANGES
#undef ATOMICS_IN
#undef FLAG
#undef MOVES
#undef EXCHANGE
#undef FETCHES
#undef FETCH

/* Without a scope: the device's. Without an order: the strictest. */
#if __OPENCL_C_VERSION__ == 200

#define FETCH(name, type, operand)                                                             \
	WARPWALK_ADDED type atomic_fetch_##name##_explicit(volatile atomic_##type *at,         \
							   operand value, memory_order order)  \
	{                                                                                      \
		return __opencl_atomic_fetch_##name(at, value, order, memory_scope_device);    \
	}                                                                                      \
	WARPWALK_ADDED type atomic_fetch_##name(volatile atomic_##type *at, operand value)     \
	{                                                                                      \
		return __opencl_atomic_fetch_##name(at, value, memory_order_seq_cst,           \
						    memory_scope_device);                      \
	}
#define FETCHES(type)                                                                          \
	FETCH(add, type, type)                                                                 \
	FETCH(sub, type, type)                                                                 \
	FETCH(or, type, type)                                                                  \
	FETCH(xor, type, type)                                                                 \
	FETCH(and, type, type) FETCH(min, type, type) FETCH(max, type, type)
FETCHES(int)
FETCHES(uint)
FETCHES(long)
FETCHES(ulong)
FETCH(add, uintptr_t, ptrdiff_t)
FETCH(sub, uintptr_t, ptrdiff_t)

#define EXCHANGE(strength, type)                                                               \
	WARPWALK_ADDED bool atomic_compare_exchange_##strength##_explicit(                     \
		volatile atomic_##type *at, type *expected, type value, memory_order success,  \
		memory_order failure)                                                          \
	{                                                                                      \
		return __opencl_atomic_compare_exchange_##strength(                            \
			at, expected, value, success, failure, memory_scope_device);           \
	}                                                                                      \
	WARPWALK_ADDED bool atomic_compare_exchange_##strength(volatile atomic_##type *at,     \
							       type *expected, type value)     \
	{                                                                                      \
		return __opencl_atomic_compare_exchange_##strength(                            \
			at, expected, value, memory_order_seq_cst, memory_order_seq_cst,       \
			memory_scope_device);                                                  \
	}
#define MOVES(type, ...)                                                                       \
	EXCHANGE(strong, type)                                                                 \
	EXCHANGE(weak, type)                                                                   \
	WARPWALK_ADDED void atomic_store_explicit(volatile atomic_##type *at, type value,      \
						  memory_order order)                          \
	{                                                                                      \
		__opencl_atomic_store(at, value, order, memory_scope_device);                  \
	}                                                                                      \
	WARPWALK_ADDED void atomic_store(volatile atomic_##type *at, type value)               \
	{                                                                                      \
		atomic_store_explicit(at, value, memory_order_seq_cst);                        \
	}                                                                                      \
	WARPWALK_ADDED type atomic_load_explicit(volatile atomic_##type *at,                   \
						 memory_order order)                           \
	{                                                                                      \
		return __opencl_atomic_load(at, order, memory_scope_device);                   \
	}                                                                                      \
	WARPWALK_ADDED type atomic_load(volatile atomic_##type *at)                            \
	{                                                                                      \
		return atomic_load_explicit(at, memory_order_seq_cst);                         \
	}                                                                                      \
	WARPWALK_ADDED type atomic_exchange_explicit(volatile atomic_##type *at, type value,   \
						     memory_order order)                       \
	{                                                                                      \
		return __opencl_atomic_exchange(at, value, order, memory_scope_device);        \
	}                                                                                      \
	WARPWALK_ADDED type atomic_exchange(volatile atomic_##type *at, type value)            \
	{                                                                                      \
		return atomic_exchange_explicit(at, value, memory_order_seq_cst);              \
	}
ATOMIC_TYPES(MOVES)
#undef MOVES
#undef EXCHANGE
#undef FETCHES
#undef FETCH

WARPWALK_ADDED bool atomic_flag_test_and_set_explicit(volatile atomic_flag *at, memory_order order)
{
	return atomic_flag_test_and_set_explicit(at, order, memory_scope_device);
}
WARPWALK_ADDED bool atomic_flag_test_and_set(volatile atomic_flag *at)
{
	return atomic_flag_test_and_set_explicit(at, memory_order_seq_cst);
}
WARPWALK_ADDED void atomic_flag_clear_explicit(volatile atomic_flag *at, memory_order order)
{
	atomic_flag_clear_explicit(at, order, memory_scope_device);
}
WARPWALK_ADDED void atomic_flag_clear(volatile atomic_flag *at)
{
	atomic_flag_clear_explicit(at, memory_order_seq_cst);
}

#endif
#undef ATOMIC_TYPES
#endif
