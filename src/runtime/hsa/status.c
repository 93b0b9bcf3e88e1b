/* Statuses in words. */
#include <stddef.h>

#include "runtime/hsa/parts.h"

static const struct {
	uint32_t status;
	const char *text;
} statuses[] = {
#define STATUS(name, text)                                                                         \
	{                                                                                          \
		name, #name ": " text                                                              \
	}
	STATUS(HSA_STATUS_SUCCESS, "The function has been executed successfully."),
	STATUS(HSA_STATUS_INFO_BREAK, "A traversal over a list of elements has been stopped."),
	STATUS(HSA_STATUS_ERROR, "A generic error has occurred."),
	STATUS(HSA_STATUS_ERROR_INVALID_ARGUMENT, "One of the arguments is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_QUEUE_CREATION, "The queue cannot be created."),
	STATUS(HSA_STATUS_ERROR_INVALID_ALLOCATION, "The allocation is not valid."),
	STATUS(HSA_STATUS_ERROR_INVALID_AGENT, "The agent is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_REGION, "The memory region is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_SIGNAL, "The signal is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_QUEUE, "The queue is invalid."),
	STATUS(HSA_STATUS_ERROR_OUT_OF_RESOURCES, "The runtime has no resources left."),
	STATUS(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, "The AQL packet is malformed."),
	STATUS(HSA_STATUS_ERROR_RESOURCE_FREE, "A resource could not be released."),
	STATUS(HSA_STATUS_ERROR_NOT_INITIALIZED, "The runtime is not initialized."),
	STATUS(HSA_STATUS_ERROR_REFCOUNT_OVERFLOW, "There are too many references."),
	STATUS(HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, "The arguments are not compatible."),
	STATUS(HSA_STATUS_ERROR_INVALID_INDEX, "The index is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_ISA, "The instruction set architecture is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "The code object is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_EXECUTABLE, "The executable is invalid."),
	STATUS(HSA_STATUS_ERROR_FROZEN_EXECUTABLE, "The executable is frozen."),
	STATUS(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME, "There is no symbol of that name."),
	STATUS(HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED, "The variable is already defined."),
	STATUS(HSA_STATUS_ERROR_VARIABLE_UNDEFINED, "The variable is undefined."),
	STATUS(HSA_STATUS_ERROR_EXCEPTION, "A kernel caused a hardware exception."),
	STATUS(HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL, "The executable symbol is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER, "The code object reader is invalid."),
	STATUS(HSA_STATUS_ERROR_INVALID_MEMORY_POOL, "The memory pool is invalid."),
	STATUS(HSA_STATUS_ERROR_MEMORY_APERTURE_VIOLATION,
	       "An address is outside of its aperture."),
	STATUS(HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION, "A kernel has an illegal instruction."),
	STATUS(HSA_STATUS_ERROR_MEMORY_FAULT, "A kernel accessed memory that is not mapped."),
#undef STATUS
};

hsa_status_t hsa_status_string(hsa_status_t status, const char **status_string)
{
	if (!status_string)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < sizeof(statuses) / sizeof(*statuses); i++)
		if (statuses[i].status == (uint32_t)status) {
			*status_string = statuses[i].text;
			return HSA_STATUS_SUCCESS;
		}
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
