/* For the programs in this folder: each checks itself and prints PASS. */
#ifndef TESTS_PROGRAMS_HIP_CHECK_H
#define TESTS_PROGRAMS_HIP_CHECK_H

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

#define HIP(call)                                                                                  \
	do {                                                                                       \
		hipError_t hip_status = (call);                                                    \
		if (hip_status != hipSuccess) {                                                    \
			printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                       \
			       hipGetErrorString(hip_status));                                     \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

#define EXPECT(what)                                                                               \
	do {                                                                                       \
		if (!(what)) {                                                                     \
			printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #what);                  \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

static inline int pass()
{
	printf("PASS\n");
	return 0;
}

#endif
