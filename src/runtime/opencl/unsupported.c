/* What the device does not have, refused as the specification wants it: images, samplers, pipes,
 * sub-devices, native kernels, intermediate languages, and other APIs' objects. */
#include "runtime/opencl/opencl.h"

/* A refused function that makes something, and one that does not. Their arguments do not matter. */
#define REFUSE_OBJECT(type, name, error, ...)                                                      \
	type name(__VA_ARGS__, cl_int *errcode_ret)                                                \
	{                                                                                          \
		RETURN_ERROR(error);                                                               \
	}
#define REFUSE(name, error, ...)                                                                   \
	cl_int name(__VA_ARGS__)                                                                   \
	{                                                                                          \
		return error;                                                                      \
	}
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* clang-format off */

/* Images */
REFUSE_OBJECT(cl_mem, clCreateImage, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, const cl_image_format *format,
	      const cl_image_desc *desc, void *host)
REFUSE_OBJECT(cl_mem, clCreateImageWithProperties, CL_INVALID_OPERATION, cl_context c, const cl_mem_properties *p,
	      cl_mem_flags f, const cl_image_format *format, const cl_image_desc *desc, void *host)
REFUSE_OBJECT(cl_mem, clCreateImage2D, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, const cl_image_format *format,
	      size_t width, size_t height, size_t row, void *host)
REFUSE_OBJECT(cl_mem, clCreateImage3D, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, const cl_image_format *format,
	      size_t width, size_t height, size_t depth, size_t row, size_t slice, void *host)
REFUSE(clGetImageInfo, CL_INVALID_MEM_OBJECT, cl_mem m, cl_image_info name, size_t room, void *value, size_t *bytes)
REFUSE(clEnqueueReadImage, CL_INVALID_OPERATION, cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin,
       const size_t *region, size_t row, size_t slice, void *host, cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clEnqueueWriteImage, CL_INVALID_OPERATION, cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin,
       const size_t *region, size_t row, size_t slice, const void *host, cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clEnqueueFillImage, CL_INVALID_OPERATION, cl_command_queue q, cl_mem m, const void *color, const size_t *origin,
       const size_t *region, cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clEnqueueCopyImage, CL_INVALID_OPERATION, cl_command_queue q, cl_mem from, cl_mem to, const size_t *from_origin,
       const size_t *to_origin, const size_t *region, cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clEnqueueCopyImageToBuffer, CL_INVALID_OPERATION, cl_command_queue q, cl_mem from, cl_mem to, const size_t *origin,
       const size_t *region, size_t offset, cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clEnqueueCopyBufferToImage, CL_INVALID_OPERATION, cl_command_queue q, cl_mem from, cl_mem to, size_t offset,
       const size_t *origin, const size_t *region, cl_uint count, const cl_event *waits, cl_event *event)
REFUSE_OBJECT(void *, clEnqueueMapImage, CL_INVALID_OPERATION, cl_command_queue q, cl_mem m, cl_bool blocking,
	      cl_map_flags flags, const size_t *origin, const size_t *region, size_t *row, size_t *slice, cl_uint count,
	      const cl_event *waits, cl_event *event)

/* Samplers */
REFUSE_OBJECT(cl_sampler, clCreateSampler, CL_INVALID_OPERATION, cl_context c, cl_bool normalized,
	      cl_addressing_mode addressing, cl_filter_mode filter)
REFUSE_OBJECT(cl_sampler, clCreateSamplerWithProperties, CL_INVALID_OPERATION, cl_context c, const cl_sampler_properties *p)
REFUSE(clRetainSampler, CL_INVALID_SAMPLER, cl_sampler s)
REFUSE(clReleaseSampler, CL_INVALID_SAMPLER, cl_sampler s)
REFUSE(clGetSamplerInfo, CL_INVALID_SAMPLER, cl_sampler s, cl_sampler_info name, size_t room, void *value, size_t *bytes)

/* Pipes */
REFUSE_OBJECT(cl_mem, clCreatePipe, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, cl_uint packet, cl_uint packets,
	      const cl_pipe_properties *p)
REFUSE(clGetPipeInfo, CL_INVALID_MEM_OBJECT, cl_mem m, cl_pipe_info name, size_t room, void *value, size_t *bytes)

/* Devices in parts, code that is not OpenCL C, the host's functions, queues of kernels */
REFUSE(clCreateSubDevices, CL_INVALID_VALUE, cl_device_id d, const cl_device_partition_property *p, cl_uint count,
       cl_device_id *devices, cl_uint *found)
REFUSE_OBJECT(cl_program, clCreateProgramWithBuiltInKernels, CL_INVALID_VALUE, cl_context c, cl_uint count,
	      const cl_device_id *devices, const char *names)
REFUSE_OBJECT(cl_program, clCreateProgramWithIL, CL_INVALID_OPERATION, cl_context c, const void *il, size_t bytes)
REFUSE(clSetProgramReleaseCallback, CL_INVALID_OPERATION, cl_program p, void(CL_CALLBACK *call)(cl_program, void *), void *data)
REFUSE(clSetProgramSpecializationConstant, CL_INVALID_OPERATION, cl_program p, cl_uint id, size_t bytes, const void *value)
REFUSE(clEnqueueNativeKernel, CL_INVALID_OPERATION, cl_command_queue q, void(CL_CALLBACK *call)(void *), void *data,
       size_t bytes, cl_uint memories, const cl_mem *list, const void **places, cl_uint count, const cl_event *waits,
       cl_event *event)
REFUSE(clSetDefaultDeviceCommandQueue, CL_INVALID_OPERATION, cl_context c, cl_device_id d, cl_command_queue q)

/* OpenGL and EGL */
REFUSE_OBJECT(cl_mem, clCreateFromGLBuffer, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, cl_GLuint object)
REFUSE_OBJECT(cl_mem, clCreateFromGLTexture, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, cl_GLenum target,
	      cl_GLint level, cl_GLuint object)
REFUSE_OBJECT(cl_mem, clCreateFromGLTexture2D, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, cl_GLenum target,
	      cl_GLint level, cl_GLuint object)
REFUSE_OBJECT(cl_mem, clCreateFromGLTexture3D, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, cl_GLenum target,
	      cl_GLint level, cl_GLuint object)
REFUSE_OBJECT(cl_mem, clCreateFromGLRenderbuffer, CL_INVALID_OPERATION, cl_context c, cl_mem_flags f, cl_GLuint object)
REFUSE(clGetGLObjectInfo, CL_INVALID_GL_OBJECT, cl_mem m, cl_gl_object_type *type, cl_GLuint *name)
REFUSE(clGetGLTextureInfo, CL_INVALID_GL_OBJECT, cl_mem m, cl_gl_texture_info name, size_t room, void *value, size_t *bytes)
REFUSE(clEnqueueAcquireGLObjects, CL_INVALID_OPERATION, cl_command_queue q, cl_uint objects, const cl_mem *list,
       cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clEnqueueReleaseGLObjects, CL_INVALID_OPERATION, cl_command_queue q, cl_uint objects, const cl_mem *list,
       cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clGetGLContextInfoKHR, CL_INVALID_OPERATION, const cl_context_properties *p, cl_gl_context_info name, size_t room,
       void *value, size_t *bytes)
REFUSE_OBJECT(cl_event, clCreateEventFromGLsyncKHR, CL_INVALID_OPERATION, cl_context c, cl_GLsync sync)
REFUSE_OBJECT(cl_mem, clCreateFromEGLImageKHR, CL_INVALID_OPERATION, cl_context c, CLeglDisplayKHR display,
	      CLeglImageKHR image, cl_mem_flags f, const cl_egl_image_properties_khr *p)
REFUSE(clEnqueueAcquireEGLObjectsKHR, CL_INVALID_OPERATION, cl_command_queue q, cl_uint objects, const cl_mem *list,
       cl_uint count, const cl_event *waits, cl_event *event)
REFUSE(clEnqueueReleaseEGLObjectsKHR, CL_INVALID_OPERATION, cl_command_queue q, cl_uint objects, const cl_mem *list,
       cl_uint count, const cl_event *waits, cl_event *event)
REFUSE_OBJECT(cl_event, clCreateEventFromEGLSyncKHR, CL_INVALID_OPERATION, cl_context c, CLeglSyncKHR sync,
	      CLeglDisplayKHR display)

/* clang-format on */

/* No image has a format: programs ask before they make one. */
cl_int clGetSupportedImageFormats(cl_context c, cl_mem_flags flags, cl_mem_object_type type,
				  cl_uint count, cl_image_format *formats, cl_uint *found)
{
	if (!object_is(c, OBJECT_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (found)
		*found = 0;
	return CL_SUCCESS;
}
