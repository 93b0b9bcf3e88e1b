/* What the system as a whole says of itself: clock, versions, extensions. */
#include <string.h>

#include "runtime/hsa/parts.h"

static const uint64_t ticks_per_second = 1000000000;

static void put(void *to, uint64_t value, size_t bytes)
{
	memcpy(to, &value, bytes);
}

hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void *value)
{
	if (!value)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	switch ((uint32_t)attribute) {
	case HSA_SYSTEM_INFO_VERSION_MAJOR:
	case HSA_SYSTEM_INFO_VERSION_MINOR:
		put(value, 1, 2);
		break;
	case HSA_SYSTEM_INFO_TIMESTAMP:
		put(value, gpu_now(), 8);
		break;
	case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY:
		put(value, ticks_per_second, 8);
		break;
	case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT:
		put(value, UINT64_MAX, 8);
		break;
	case HSA_SYSTEM_INFO_ENDIANNESS:
		put(value, HSA_ENDIANNESS_LITTLE, sizeof(hsa_endianness_t));
		break;
	case HSA_SYSTEM_INFO_MACHINE_MODEL:
		put(value, HSA_MACHINE_MODEL_LARGE, sizeof(hsa_machine_model_t));
		break;
	case HSA_SYSTEM_INFO_EXTENSIONS:
		memset(value, 0, 128);
		break;
	case HSA_AMD_SYSTEM_INFO_BUILD_VERSION:
		memcpy(value, "warpwalk", sizeof("warpwalk"));
		break;
	case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
	case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
		put(value, false, sizeof(bool));
		break;
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_extension_supported(uint16_t extension, uint16_t version_major,
					    uint16_t version_minor, bool *result)
{
	(void)version_minor;
	if (!result)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*result = extension == HSA_EXTENSION_AMD_LOADER && version_major == 1;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_agent_extension_supported(uint16_t extension, hsa_agent_t agent,
					   uint16_t version_major, uint16_t version_minor,
					   bool *result)
{
	(void)extension;
	(void)agent;
	(void)version_major;
	(void)version_minor;
	if (!result)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*result = false;
	return HSA_STATUS_SUCCESS;
}

/* The image lies where host and GPU see it both. */
static hsa_status_t query_host_address(const void *device_address, const void **host_address)
{
	if (!device_address || !host_address)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*host_address = device_address;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t query_segment_descriptors(hsa_ven_amd_loader_segment_descriptor_t *descriptors,
					      size_t *count)
{
	(void)descriptors;
	say_unsupported("hsa_ven_amd_loader_query_segment_descriptors");
	if (count)
		*count = 0;
	return HSA_STATUS_ERROR;
}

static hsa_status_t query_executable(const void *device_address, hsa_executable_t *executable)
{
	(void)device_address;
	(void)executable;
	say_unsupported("hsa_ven_amd_loader_query_executable");
	return HSA_STATUS_ERROR;
}

hsa_status_t hsa_system_get_major_extension_table(uint16_t extension, uint16_t version_major,
						  size_t table_length, void *table)
{
	static const hsa_ven_amd_loader_1_00_pfn_t loader = {
		query_host_address, query_segment_descriptors, query_executable};

	if (!table || extension != HSA_EXTENSION_AMD_LOADER || version_major != 1)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	memset(table, 0, table_length);
	memcpy(table, &loader, table_length < sizeof(loader) ? table_length : sizeof(loader));
	return HSA_STATUS_SUCCESS;
}
