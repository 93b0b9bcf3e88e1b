/*
 * What every source is compiled with. libclc reads the work dimension and the global offset where
 * Mesa's driver puts them; these definitions read them where the HSA ABI has them, and take
 * precedence over libclc's.
 */
#define WARPWALK_INLINE inline __attribute__((overloadable, always_inline))

WARPWALK_INLINE size_t get_global_offset(uint d)
{
	__constant ulong *hidden = (__constant ulong *)__builtin_amdgcn_implicitarg_ptr();
	return d < 3 ? hidden[WARPWALK_OFFSET_INDEX + d] : 0;
}

WARPWALK_INLINE size_t get_global_id(uint d)
{
	return get_group_id(d) * get_local_size(d) + get_local_id(d) + get_global_offset(d);
}

WARPWALK_INLINE uint get_work_dim(void)
{
	return ((__constant ushort *)__builtin_amdgcn_dispatch_ptr())[1] & 3;
}

/* libclc's takes a pointer of another address space than clang's header declares. Its copies are
 * done when they return, so that waiting for all work-items is all there is to do. */
WARPWALK_INLINE void wait_group_events(int count, event_t *events)
{
	(void)count;
	(void)events;
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#undef WARPWALK_INLINE

#ifdef WARPWALK_PRINTF
/*
 * What clang makes of printf: room for its arguments, in a buffer that the launch may bring. It
 * begins with the bytes taken and the bytes there are.
 */
global char *__printf_alloc(uint bytes)
{
	global uint *buffer = (global uint *)((constant ulong *)__builtin_amdgcn_implicitarg_ptr())
		[WARPWALK_OFFSET_INDEX == 0 ? 3 : 9];
	uint at;

	if (!buffer)
		return 0;
	at = atomic_add(buffer, bytes);
	return at + bytes <= buffer[1] ? (global char *)(buffer + 2) + at : 0;
}
#endif
