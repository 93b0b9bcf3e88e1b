// A process that forks before it uses the GPU, and the child of one that has used it.
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "check.h"

__global__ void fill(int *x, int value)
{
	x[threadIdx.x] = value;
}

static void use(int value)
{
	int *x, out[64];

	HIP(hipMalloc(&x, sizeof(out)));
	fill<<<1, 64>>>(x, value);
	HIP(hipMemcpy(out, x, sizeof(out), hipMemcpyDeviceToHost));
	EXPECT(out[63] == value);
	HIP(hipFree(x));
}

int main(int argc, char **argv)
{
	std::string again = std::string(argv[0]) + " once";
	int status;
	pid_t child;

	if (argc > 1) {
		use(6);
		return pass();
	}
	child = fork();
	if (!child) {
		use(7);
		_exit(0);
	}
	EXPECT(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
	use(8);
	/* A child that leaves the GPU alone does no harm. */
	child = fork();
	if (!child)
		_exit(3);
	EXPECT(waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	       WEXITSTATUS(status) == 3);
	/* One that uses its parent's ends instead of waiting for ever. */
	child = fork();
	if (!child) {
		use(9);
		_exit(0);
	}
	EXPECT(waitpid(child, &status, 0) == child && !(WIFEXITED(status) && !WEXITSTATUS(status)));
	use(10);
	/* Another program finds no GPU while this one has it. */
	EXPECT(system(again.c_str()) != 0);
	return pass();
}
