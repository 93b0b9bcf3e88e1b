/* Several threads with a queue and a kernel each, and one event that holds all of them up. */
#include "opencl.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 50, N = 256 };

static const char source[] =
	"kernel void add(global int *v, int n) { v[get_global_id(0)] += n; }\n";

static cl_program program;
static cl_event gate;

static void *work(void *data)
{
	cl_int number = (cl_int)(size_t)data, error, v[N];
	cl_command_queue own = clCreateCommandQueue(context, device, 0, &error);
	cl_kernel kernel = kernel_of(program, "add");
	cl_mem m = buffer(0, sizeof(v), NULL);
	const cl_int zero = 0;
	size_t n = N;

	OK(error);
	OK(clEnqueueFillBuffer(own, m, &zero, sizeof(zero), 0, sizeof(v), 1, &gate, NULL));
	OK(clSetKernelArg(kernel, 0, sizeof(m), &m));
	for (cl_int i = 0; i < ROUNDS; i++) {
		cl_int step = number * i;

		OK(clSetKernelArg(kernel, 1, sizeof(step), &step));
		OK(clEnqueueNDRangeKernel(own, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
	}
	OK(clEnqueueReadBuffer(own, m, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL));
	for (int i = 0; i < N; i++)
		CHECK(v[i] == number * ROUNDS * (ROUNDS - 1) / 2);
	OK(clReleaseMemObject(m));
	OK(clReleaseKernel(kernel));
	OK(clReleaseCommandQueue(own));
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	cl_int error;

	begin(0);
	program = build(source, "");
	gate = clCreateUserEvent(context, &error);
	OK(error);
	for (size_t i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&threads[i], NULL, work, (void *)(i + 1)));
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	OK(clReleaseEvent(gate));
	OK(clReleaseProgram(program));
	return end();
}
