/* Executables: loaded code objects, and their kernels and variables by name. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

struct reader {
	const void *bytes;
	size_t size;
};

struct loaded {
	struct gpu_code code;
	size_t *by_descriptor; /* kernels in the order of their descriptors */
	struct loaded *next;   /* in the executable */
	struct loaded *next_of_all;
};

/* A variable that the program defined outside of all code objects has no code. */
struct symbol {
	char *name;
	const struct loaded *loaded;
	const struct kernel *kernel; /* NULL: a variable */
	uint64_t address;
	uint64_t bytes;
	struct symbol *next;
};

struct executable {
	struct loaded *loaded;
	struct symbol *symbols; /* those that were asked for */
	bool is_frozen;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct loaded *all;

static struct executable *executable_of(hsa_executable_t e)
{
	return (struct executable *)(uintptr_t)e.handle; // NOLINT(performance-no-int-to-ptr)
}

hsa_status_t hsa_code_object_reader_create_from_memory(const void *code_object, size_t size,
						       hsa_code_object_reader_t *reader)
{
	struct reader *r;

	if (!code_object || !size || !reader)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	r = xmalloc(sizeof(*r));
	*r = (struct reader){code_object, size};
	reader->handle = (uintptr_t)r;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t reader)
{
	if (!reader.handle)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
	free((void *)(uintptr_t)reader.handle); // NOLINT(performance-no-int-to-ptr)
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_create_alt(hsa_profile_t profile,
				       hsa_default_float_rounding_mode_t rounding,
				       const char *options, hsa_executable_t *executable)
{
	(void)profile;
	(void)rounding;
	(void)options;
	if (!executable)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	executable->handle = (uintptr_t)xcalloc(1, sizeof(struct executable));
	return HSA_STATUS_SUCCESS;
}

static int compare_descriptors(const void *a, const void *b, void *data)
{
	const struct kernel *kernels = data;
	uint64_t x = kernels[*(const size_t *)a].descriptor;
	uint64_t y = kernels[*(const size_t *)b].descriptor;

	return x < y ? -1 : x > y;
}

static void sort_kernels(struct loaded *l)
{
	const struct code_object *co = l->code.co;

	l->by_descriptor = xcalloc(co->kernel_count + 1, sizeof(*l->by_descriptor));
	for (size_t i = 0; i < co->kernel_count; i++)
		l->by_descriptor[i] = i;
	qsort_r(l->by_descriptor, co->kernel_count, sizeof(*l->by_descriptor), compare_descriptors,
		co->kernels);
}

hsa_status_t hsa_executable_load_agent_code_object(hsa_executable_t executable, hsa_agent_t agent,
						   hsa_code_object_reader_t reader,
						   const char *options,
						   hsa_loaded_code_object_t *loaded_code_object)
{
	struct executable *e = executable_of(executable);
	// NOLINTNEXTLINE(performance-no-int-to-ptr)
	const struct reader *r = (const struct reader *)(uintptr_t)reader.handle;
	struct loaded *l;
	char why[512];

	(void)options;
	if (!e)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (e->is_frozen)
		return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
	if (agent.handle != AGENT_GPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (!r)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
	l = xcalloc(1, sizeof(*l));
	if (!gpu_load(r->bytes, r->size, &l->code, why, sizeof(why))) {
		fprintf(stderr, "warpwalk: %s\n", why);
		free(l);
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
	}
	sort_kernels(l);
	pthread_mutex_lock(&lock);
	l->next = e->loaded;
	e->loaded = l;
	l->next_of_all = all;
	all = l;
	pthread_mutex_unlock(&lock);
	if (loaded_code_object)
		loaded_code_object->handle = (uintptr_t)l;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_freeze(hsa_executable_t executable, const char *options)
{
	(void)options;
	if (!executable.handle)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (executable_of(executable)->is_frozen)
		return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
	executable_of(executable)->is_frozen = true;
	return HSA_STATUS_SUCCESS;
}

static void unload(struct loaded *l)
{
	struct loaded **at = &all;

	while (*at != l)
		at = &(*at)->next_of_all;
	*at = l->next_of_all;
	gpu_unload(&l->code);
	free(l->by_descriptor);
	free(l);
}

hsa_status_t hsa_executable_destroy(hsa_executable_t executable)
{
	struct executable *e = executable_of(executable);

	if (!e)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	pthread_mutex_lock(&lock);
	while (e->loaded) {
		struct loaded *l = e->loaded;

		e->loaded = l->next;
		unload(l);
	}
	while (e->symbols) {
		struct symbol *s = e->symbols;

		e->symbols = s->next;
		free(s->name);
		free(s);
	}
	pthread_mutex_unlock(&lock);
	free(e);
	return HSA_STATUS_SUCCESS;
}

const struct gpu_code *code_with_kernel(uint64_t kernel_object, size_t *kernel)
{
	const struct gpu_code *found = NULL;

	pthread_mutex_lock(&lock);
	for (const struct loaded *l = all; l && !found; l = l->next_of_all) {
		uint64_t descriptor = kernel_object - (uintptr_t)l->code.image;
		size_t low = 0, high = l->code.co->kernel_count;

		while (low < high) {
			size_t mid = low + (high - low) / 2;

			if (l->code.co->kernels[l->by_descriptor[mid]].descriptor < descriptor)
				low = mid + 1;
			else
				high = mid;
		}
		if (low == l->code.co->kernel_count ||
		    l->code.co->kernels[l->by_descriptor[low]].descriptor != descriptor)
			continue;
		*kernel = l->by_descriptor[low];
		found = &l->code;
	}
	pthread_mutex_unlock(&lock);
	return found;
}

/* Symbols */

static struct symbol *add_symbol(struct executable *e, const struct symbol *symbol,
				 const char *name)
{
	struct symbol *s = xmalloc(sizeof(*s));

	*s = *symbol;
	s->name = xstrdup(name);
	s->next = e->symbols;
	e->symbols = s;
	return s;
}

/* Kernels are called name.kd, those of version 2 just name. */
static bool is_kernel_named(const struct kernel *k, const char *name, size_t length)
{
	return !strncmp(k->name, name, length) && !k->name[length];
}

static struct symbol *look_up(struct executable *e, const struct loaded *l, const char *name)
{
	const struct code_object *co = l->code.co;
	uint64_t base = (uintptr_t)l->code.image;
	size_t length = strlen(name);

	if (co->abi_version > 2 && length > 3 && !strcmp(name + length - 3, ".kd"))
		length -= 3;
	for (size_t i = 0; i < co->kernel_count; i++)
		if (is_kernel_named(&co->kernels[i], name, length))
			return add_symbol(
				e,
				&(struct symbol){.loaded = l,
						 .kernel = &co->kernels[i],
						 .address = base + co->kernels[i].descriptor},
				name);
	for (size_t i = 0; i < co->variable_count; i++)
		if (!strcmp(co->variables[i].name, name))
			return add_symbol(
				e,
				&(struct symbol){.loaded = l,
						 .address = base + co->variables[i].address,
						 .bytes = co->variables[i].size},
				name);
	return NULL;
}

hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t executable, const char *symbol_name,
					       const hsa_agent_t *agent,
					       hsa_executable_symbol_t *symbol)
{
	struct executable *e = executable_of(executable);
	struct symbol *s;

	(void)agent;
	if (!e)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (!symbol_name || !symbol)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	pthread_mutex_lock(&lock);
	for (s = e->symbols; s && strcmp(s->name, symbol_name);)
		s = s->next;
	for (const struct loaded *l = e->loaded; l && !s; l = l->next)
		s = look_up(e, l, symbol_name);
	pthread_mutex_unlock(&lock);
	symbol->handle = (uintptr_t)s;
	return s ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
}

/* Code objects refer to nothing outside of themselves here, so only the name has to be known. */
hsa_status_t hsa_executable_agent_global_variable_define(hsa_executable_t executable,
							 hsa_agent_t agent,
							 const char *variable_name, void *address)
{
	struct executable *e = executable_of(executable);

	if (!e)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (agent.handle != AGENT_GPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (!variable_name)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (e->is_frozen)
		return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
	pthread_mutex_lock(&lock);
	add_symbol(e, &(struct symbol){.address = (uintptr_t)address}, variable_name);
	pthread_mutex_unlock(&lock);
	return HSA_STATUS_SUCCESS;
}

static bool put_kernel(const struct symbol *s, hsa_executable_symbol_info_t attribute, void *value)
{
	switch (attribute) {
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT:
		*(uint64_t *)value = s->address;
		return true;
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE:
		*(uint32_t *)value = s->kernel->kernarg_bytes;
		return true;
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT:
		*(uint32_t *)value = s->kernel->kernarg_align;
		return true;
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE:
		*(uint32_t *)value = s->kernel->lds_bytes;
		return true;
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE:
		*(uint32_t *)value = s->kernel->private_bytes;
		return true;
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK:
		*(bool *)value = s->kernel->properties & KERNEL_DYNAMIC_STACK;
		return true;
	default:
		return false;
	}
}

static bool put_variable(const struct symbol *s, hsa_executable_symbol_info_t attribute,
			 void *value)
{
	switch (attribute) {
	case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS:
		*(uint64_t *)value = s->address;
		return true;
	case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE:
		*(uint32_t *)value = (uint32_t)s->bytes;
		return true;
	default:
		return false;
	}
}

hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t executable_symbol,
					    hsa_executable_symbol_info_t attribute, void *value)
{
	// NOLINTNEXTLINE(performance-no-int-to-ptr)
	const struct symbol *s = (const struct symbol *)(uintptr_t)executable_symbol.handle;

	if (!s)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL;
	if (!value)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (s->kernel ? put_kernel(s, attribute, value) : put_variable(s, attribute, value))
		return HSA_STATUS_SUCCESS;
	switch (attribute) {
	case HSA_EXECUTABLE_SYMBOL_INFO_TYPE:
		*(hsa_symbol_kind_t *)value =
			s->kernel ? HSA_SYMBOL_KIND_KERNEL : HSA_SYMBOL_KIND_VARIABLE;
		break;
	case HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH:
		*(uint32_t *)value = (uint32_t)strlen(s->name);
		break;
	case HSA_EXECUTABLE_SYMBOL_INFO_NAME:
		memcpy(value, s->name, strlen(s->name));
		break;
	case HSA_EXECUTABLE_SYMBOL_INFO_AGENT:
		*(hsa_agent_t *)value = (hsa_agent_t){AGENT_GPU};
		break;
	case HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE:
		*(hsa_symbol_linkage_t *)value = HSA_SYMBOL_LINKAGE_PROGRAM;
		break;
	case HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION:
		*(bool *)value = true;
		break;
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
	return HSA_STATUS_SUCCESS;
}
