// A kernel that is compiled while the program runs, and a module that is unloaded.
#include <hip/hiprtc.h>

#include <vector>

#include "check.h"

static const char source[] = "extern \"C\" __global__ void square(float *x)\n"
			     "{\n"
			     "	x[threadIdx.x] *= x[threadIdx.x];\n"
			     "}\n";

static std::vector<char> compile()
{
	const char *options[] = {"--gpu-architecture=gfx803"};
	hiprtcProgram program;
	size_t bytes;

	EXPECT(hiprtcCreateProgram(&program, source, "square.cpp", 0, nullptr, nullptr) ==
	       HIPRTC_SUCCESS);
	EXPECT(hiprtcCompileProgram(program, 1, options) == HIPRTC_SUCCESS);
	EXPECT(hiprtcGetCodeSize(program, &bytes) == HIPRTC_SUCCESS);
	std::vector<char> code(bytes);
	EXPECT(hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
	EXPECT(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
	return code;
}

int main()
{
	std::vector<char> code = compile();
	float host[64], *device;
	hipModule_t module;
	hipFunction_t square;
	void *arguments[] = {&device};

	for (int i = 0; i < 64; i++)
		host[i] = (float)i;
	HIP(hipMalloc(&device, sizeof(host)));
	HIP(hipMemcpy(device, host, sizeof(host), hipMemcpyHostToDevice));
	for (int round = 0; round < 2; round++) {
		HIP(hipModuleLoadData(&module, code.data()));
		HIP(hipModuleGetFunction(&square, module, "square"));
		HIP(hipModuleLaunchKernel(square, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments,
					  nullptr));
		HIP(hipDeviceSynchronize());
		HIP(hipModuleUnload(module));
	}
	HIP(hipMemcpy(host, device, sizeof(host), hipMemcpyDeviceToHost));
	EXPECT(host[3] == 81 && host[9] == 6561);
	return pass();
}
