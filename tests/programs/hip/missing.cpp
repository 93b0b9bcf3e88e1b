// What the simulated GPU has not: the program gets an error, and goes on.
#include "check.h"

int main()
{
	hipChannelFormatDesc format = hipCreateChannelDesc<float>();
	hipArray_t array;
	hipIpcMemHandle_t handle;
	int *x;

	EXPECT(hipMallocArray(&array, &format, 64, 64) != hipSuccess);
	HIP(hipMalloc(&x, 4096));
	EXPECT(hipIpcGetMemHandle(&handle, x) != hipSuccess);
	EXPECT(hipMalloc(&x, (size_t)1 << 50) == hipErrorOutOfMemory);
	(void)hipGetLastError();
	HIP(hipFree(nullptr));
	return pass();
}
