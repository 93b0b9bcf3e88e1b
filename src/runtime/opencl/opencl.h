/*
 * The OpenCL runtime of programs under `warpwalk exec`, loaded by the ICD loader. One platform with
 * one device, the simulated GPU.
 *
 * Device memory is the program's own memory (runtime/client.h), so a transfer is a copy here and a
 * message about the time it takes. Commands run in the thread that enqueues them, or that lets
 * those go on which wait: there is no thread of ours.
 */
#ifndef RUNTIME_OPENCL_OPENCL_H
#define RUNTIME_OPENCL_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/client.h"

/* table.c */
extern const cl_icd_dispatch dispatch_table;

/* Every object begins with it; the loader reads the table through it. */
enum object_kind {
	OBJECT_PLATFORM = 0x77770001,
	OBJECT_DEVICE,
	OBJECT_CONTEXT,
	OBJECT_QUEUE,
	OBJECT_MEMORY,
	OBJECT_SAMPLER,
	OBJECT_PROGRAM,
	OBJECT_KERNEL,
	OBJECT_EVENT,
};
struct object {
	const cl_icd_dispatch *dispatch;
	enum object_kind kind;
	cl_uint references;
};

/* object.c. Zeroed, with one reference. */
void *object_new(enum object_kind kind, size_t bytes);
bool object_is(const void *object, enum object_kind kind);
void object_retain(void *object);
/* True for the last reference: the caller frees what it holds, then object_free. */
bool object_release(void *object);
void object_free(void *object);

/* The end of every creating function. */
#define RETURN_ERROR(value)                                                                        \
	do {                                                                                       \
		if (errcode_ret)                                                                   \
			*errcode_ret = (value);                                                    \
		return NULL;                                                                       \
	} while (0)
static inline void *created(void *object, cl_int *errcode_ret)
{
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return object;
}

/* Answers of clGet...Info: object.c. `out` is where the program wants it. */
struct info_out {
	size_t room;
	void *value;
	size_t *bytes;
};
cl_int info_bytes(const struct info_out *out, const void *value, size_t bytes);
cl_int info_text(const struct info_out *out, const char *text);
#define INFO(out, type, ...) info_bytes(out, &(type){__VA_ARGS__}, sizeof(type))
#define INFO_OUT(room, value, bytes) (&(struct info_out){room, value, bytes})

struct _cl_platform_id {
	struct object head;
};
extern struct _cl_platform_id the_platform;

struct _cl_device_id {
	struct object head;
	const struct gpu_info *gpu; /* NULL until it was asked for */
};
/* NULL without warpwalk. */
cl_device_id the_device(void);
enum { KERNARG_MOST_BYTES = 4096, WORKGROUP_DEFAULT_ITEMS = 256, WORKGROUP_MOST_ITEMS = 1024 };

struct _cl_context {
	struct object head;
	cl_context_properties *properties; /* as given, with the 0; NULL: none */
	size_t property_count;
	struct context_callback *callbacks; /* when it goes */
	cl_command_queue queues;            /* under the lock of schedule.c */
	uint64_t memory_bytes;              /* of all buffers; atomic */
	bool is_lost;                       /* a kernel went wrong: nothing runs any more */
};

struct _cl_command_queue {
	struct object head;
	cl_context context;
	cl_command_queue next; /* of the context */
	cl_command_queue_properties properties;
	cl_queue_properties *list; /* as given to ...WithProperties; NULL: was not */
	size_t list_count;
	/* Under the lock of schedule.c. */
	struct command *first, *last;
	bool is_busy;    /* a command is out of the list and runs */
	cl_int failed;   /* since the last clFinish */
	uint8_t *area;   /* packet, queue and arguments of the launch that runs; see launch.c */
	uint8_t *prints; /* what its kernel prints; NULL: none did so far */
};

struct _cl_event {
	struct object head;
	cl_context context;
	cl_command_queue queue; /* NULL: the program's own */
	cl_command_type type;
	/* Under the lock of schedule.c. */
	cl_int status;
	bool is_set; /* of the program's own: only once */
	uint64_t queued_ns, submitted_ns, begin_ns, end_ns;
	struct event_callback *callbacks;
};

/* Commands: schedule.c */
struct command {
	struct command *next;
	cl_event event;
	cl_event *waits;
	cl_uint wait_count;
	bool is_barrier;    /* nothing behind it overtakes it */
	bool waits_for_all; /* that came before it */
	/* Does it. CL_SUCCESS, or what becomes of the event. done is set to "now" before. */
	cl_int (*run)(struct command *c, struct gpu_done *done);
	void (*release)(struct command *c); /* of what it holds; may be NULL */
};

/* bytes: of the struct that begins with the command. */
void *command_new(size_t bytes, cl_command_queue queue, cl_command_type type,
		  cl_int (*run)(struct command *, struct gpu_done *),
		  void (*release)(struct command *));
/* One that will not be submitted. */
void command_drop(struct command *c);
/* Checks the wait list, runs what can run, waits if so wanted. The command is gone afterwards. */
cl_int command_submit(struct command *c, cl_uint wait_count, const cl_event *waits,
		      bool is_blocking, cl_event *event);
/* The same for one that does nothing but be in the queue. */
cl_int command_nothing(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
		       const cl_event *waits, cl_event *event);
/* Runs all that can run. */
void schedule_run(cl_context context);
/* Until it is complete; its status. */
cl_int schedule_wait(cl_event event);
cl_int schedule_finish(cl_command_queue queue);
void schedule_add_queue(cl_command_queue queue);
void schedule_remove_queue(cl_command_queue queue);
cl_int schedule_status(cl_event event);
/* False: it was set before. */
bool schedule_set_user(cl_event event, cl_int status);
void schedule_add_callback(cl_event event, struct event_callback *callback);

/* Events: event.c */
struct event_callback {
	struct event_callback *next;
	cl_int type;
	void(CL_CALLBACK *call)(cl_event, cl_int, void *);
	void *data;
};
cl_event new_event(cl_context context, cl_command_queue queue, cl_command_type type);
void release_event(cl_event event);
void release_context(cl_context context);
void release_queue(cl_command_queue queue);

/* Memory: memory.c */
struct mapping {
	struct mapping *next;
	uint8_t *pointer;
	size_t offset, bytes;
	cl_map_flags flags;
};
struct memory_callback {
	struct memory_callback *next;
	void(CL_CALLBACK *call)(cl_mem, void *);
	void *data;
};
struct _cl_mem {
	struct object head;
	cl_context context;
	cl_mem parent; /* of a sub-buffer; NULL: none */
	cl_mem_flags flags;
	size_t offset, bytes; /* offset in the parent */
	uint8_t *at;          /* device memory, of the parent too */
	bool is_borrowed;     /* at is somebody else's: SVM, or the parent's */
	uint8_t *host;        /* the program's copy of CL_MEM_USE_HOST_PTR; NULL: none */
	cl_mem_properties *properties;
	size_t property_count;
	struct mapping *mappings; /* under the lock of mapping.c */
	struct memory_callback *callbacks;
};
void release_memory(cl_mem memory);
/* Its part [offset, offset + bytes) exists. */
bool memory_has(cl_mem memory, size_t offset, size_t bytes);
void mapping_free_all(cl_mem memory);
cl_uint mapping_count(cl_mem memory);

/* Programs: program.c, build.c */
struct build {
	void *elf; /* NULL: not built */
	size_t bytes;
	struct gpu_code code;
	bool is_loaded;
};
struct _cl_program {
	struct object head;
	cl_context context;
	char *source; /* NULL: from a foreign binary, or linked */
	bool is_from_binary;
	char *options; /* of the last build; "" before */
	char *log;
	cl_build_status status;
	cl_program_binary_type type;
	struct build build;
	struct build wide; /* for workgroups above the default size, made when one comes */
	void *bitcode;     /* of a compiled one */
	size_t bitcode_bytes;
	cl_uint kernels; /* that exist; atomic */
};
void release_program(cl_program program);
/* The build that has kernels for such workgroups; NULL: there is none. */
const struct build *program_build_for(cl_program program, size_t kernel, uint32_t items);
void build_release(struct build *b);

/* Kernels: kernel.c */
struct argument {
	bool is_set;
	cl_mem memory; /* retained; NULL: none, or a null pointer */
	size_t local_bytes;
	uint8_t *value; /* of a value, or a pointer */
};
struct _cl_kernel {
	struct object head;
	cl_program program;
	size_t index; /* in the code object */
	const struct kernel *kernel;
	cl_uint count; /* of its arguments, without hidden ones */
	struct argument *arguments;
	bool is_too_large; /* for local memory, and the user was told */
};
void release_kernel(cl_kernel kernel);

/* What kernels print: printf.c */
enum { PRINTF_BYTES = 1 << 20 };
bool printf_is_used(const struct kernel *kernel);
void printf_begin(uint8_t *buffer);
void printf_end(uint8_t *buffer, const struct code_object *co);

#endif
