"""PyOpenCL: arrays, reductions, scans, element-wise kernels, a kernel of one's own."""
import numpy as np
import pyopencl as cl
import pyopencl.array as arrays
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import InclusiveScanKernel

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
n = 5000
a = np.random.RandomState(1).randint(0, 100, n).astype(np.int32)
b = np.arange(n, dtype=np.int32)
a_d, b_d = arrays.to_device(queue, a), arrays.to_device(queue, b)

assert ((2 * a_d + b_d).get() == 2 * a + b).all()
assert (a_d[100:200].get() == a[100:200]).all()
assert arrays.sum(a_d).get() == a.sum()
assert arrays.max(b_d).get() == n - 1

kernel = ElementwiseKernel(context, "int *x, int *y, int k", "y[i] = x[i] * k", "scale")
out = arrays.empty_like(a_d)
kernel(a_d, out, 7)
assert (out.get() == 7 * a).all()

dot = ReductionKernel(context, np.int32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]",
                      arguments="__global int *x, __global int *y")
small = arrays.to_device(queue, a % 3)
assert dot(small, small).get() == np.dot(a % 3, a % 3)

scan = InclusiveScanKernel(context, np.int32, "a+b", neutral="0")
scanned = a_d.copy()
scan(scanned)
assert (scanned.get() == np.cumsum(a)).all()

program = cl.Program(context, """
kernel void squares(global const double *x, global double *y, local double *t)
{
    t[get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = sqrt(t[get_local_id(0)]);
}
""").build(options=["-DX=1"])
x = np.arange(1024, dtype=np.float64) ** 2
flags = cl.mem_flags
x_d = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=x)
y_d = cl.Buffer(context, flags.WRITE_ONLY, x.nbytes)
event = program.squares(queue, x.shape, (128,), x_d, y_d, cl.LocalMemory(128 * 8))
y = np.empty_like(x)
cl.enqueue_copy(queue, y, y_d)
assert np.allclose(y, np.arange(1024))
assert event.profile.end > event.profile.start
try:
    cl.Program(context, "kernel void broken() { nonsense; }").build(cache_dir=False)
    assert False
except cl.RuntimeError as error:
    assert "nonsense" in str(error)
print("PASS")
