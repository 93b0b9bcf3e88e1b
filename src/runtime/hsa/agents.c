/* The two agents, a CPU and the simulated GPU, and what they and the system say of themselves. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/hsa/parts.h"

/* What AMD's driver reports of a Fiji (R9 Nano); what the model knows comes from gpu_info. */
enum {
	CHIP_ID = 0x7300,
	MEMORY_BITS = 4096,
	MEMORY_MHZ = 500,
	SIMDS_PER_CU = 4,
	WAVES_PER_CU = 40,
	SHADER_ENGINES = 4,
	CACHE_LINE_BYTES = 64,
	L1_BYTES = 16 << 10,
	QUEUE_MOST_PACKETS = 1 << 17,
};

static const char isa_name[] = "amdgcn-amd-amdhsa--gfx803";
static const hsa_isa_t isa_gfx803 = {803};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned users;
static const struct gpu_info *info;

const struct gpu_info *machine(void)
{
	return info;
}

hsa_status_t hsa_init(void)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;

	pthread_mutex_lock(&lock);
	if (!users) {
		info = gpu_open();
		/* As ROCr says without /dev/kfd: HIP then finds no device. */
		if (!info || !signals_init())
			status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
		else
			calls_init();
	}
	users += status == HSA_STATUS_SUCCESS;
	pthread_mutex_unlock(&lock);
	return status;
}

hsa_status_t hsa_shut_down(void)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;

	pthread_mutex_lock(&lock);
	if (users)
		users--;
	else
		status = HSA_STATUS_ERROR_NOT_INITIALIZED;
	pthread_mutex_unlock(&lock);
	return status;
}

hsa_status_t hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t agent, void *data), void *data)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;

	if (!info)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!callback)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (uint64_t a = AGENT_CPU; a <= AGENT_GPU && status == HSA_STATUS_SUCCESS; a++)
		status = callback((hsa_agent_t){a}, data);
	return status;
}

/* Attributes are values of many sizes behind a void pointer. */
static void put_bytes(void *to, const void *value, size_t bytes)
{
	memcpy(to, value, bytes);
}
#define PUT(to, type, ...)                                                                         \
	do {                                                                                       \
		type put_value = __VA_ARGS__;                                                      \
		put_bytes(to, &put_value, sizeof(put_value));                                      \
	} while (0)

static void put_text(void *to, size_t bytes, const char *text)
{
	memset(to, 0, bytes);
	snprintf(to, bytes, "%s", text);
}

/* Sizes and limits; false: not one of these. */
static bool get_limit(bool is_gpu, uint32_t attribute, void *value)
{
	switch (attribute) {
	case HSA_AGENT_INFO_WAVEFRONT_SIZE:
		PUT(value, uint32_t, is_gpu ? 64 : 0);
		break;
	case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
		for (int i = 0; i < 3; i++)
			PUT((uint16_t *)value + i, uint16_t, is_gpu ? 1024 : 0);
		break;
	case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
		PUT(value, uint32_t, is_gpu ? 1024 : 0);
		break;
	case HSA_AGENT_INFO_GRID_MAX_DIM:
		PUT(value, hsa_dim3_t, {INT32_MAX, INT32_MAX, INT32_MAX});
		break;
	case HSA_AGENT_INFO_GRID_MAX_SIZE:
		PUT(value, uint32_t, UINT32_MAX);
		break;
	case HSA_AGENT_INFO_FBARRIER_MAX_SIZE:
		PUT(value, uint32_t, is_gpu ? 32 : 0);
		break;
	case HSA_AGENT_INFO_QUEUES_MAX:
		PUT(value, uint32_t, is_gpu ? 128 : 0);
		break;
	case HSA_AGENT_INFO_QUEUE_MIN_SIZE:
		PUT(value, uint32_t, is_gpu ? 64 : 0);
		break;
	case HSA_AGENT_INFO_QUEUE_MAX_SIZE:
		PUT(value, uint32_t, is_gpu ? QUEUE_MOST_PACKETS : 0);
		break;
	case HSA_AGENT_INFO_CACHE_SIZE:
		for (int i = 0; i < 4; i++)
			PUT((uint32_t *)value + i, uint32_t, i ? 0 : L1_BYTES);
		break;
	default:
		return false;
	}
	return true;
}

/* Attributes of AMD's own; false: not one of these. */
static bool get_amd(bool is_gpu, uint32_t attribute, void *value)
{
	switch (attribute) {
	case HSA_AMD_AGENT_INFO_CHIP_ID:
		PUT(value, uint32_t, is_gpu ? CHIP_ID : 0);
		break;
	case HSA_AMD_AGENT_INFO_CACHELINE_SIZE:
		PUT(value, uint32_t, CACHE_LINE_BYTES);
		break;
	case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
	case HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT:
		PUT(value, uint32_t, is_gpu ? info->cus : (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
		break;
	case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
		PUT(value, uint32_t, info->clock_khz / 1000);
		break;
	case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID:
		PUT(value, uint32_t, is_gpu);
		break;
	case HSA_AMD_AGENT_INFO_BDFID:
		PUT(value, uint32_t, is_gpu ? 1 << 8 : 0);
		break;
	case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
		PUT(value, uint32_t, is_gpu ? MEMORY_BITS : 0);
		break;
	case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
		PUT(value, uint32_t, is_gpu ? MEMORY_MHZ : 0);
		break;
	case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
		put_text(value, 64, is_gpu ? "warpwalk, a simulated GPU" : "CPU");
		break;
	case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
		PUT(value, uint32_t, is_gpu ? WAVES_PER_CU : 0);
		break;
	case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU:
		PUT(value, uint32_t, is_gpu ? SIMDS_PER_CU : 0);
		break;
	case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES:
		PUT(value, uint32_t, is_gpu ? SHADER_ENGINES : 0);
		break;
	case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE:
		PUT(value, uint32_t, is_gpu);
		break;
	case HSA_AMD_AGENT_INFO_HDP_FLUSH:
		PUT(value, hsa_amd_hdp_flush_t, {NULL, NULL});
		break;
	case HSA_AMD_AGENT_INFO_UUID:
		put_text(value, 21, is_gpu ? "GPU-7761727077616c6b" : "CPU-XX");
		break;
	case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES:
	case HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS:
		PUT(value, bool, false);
		break;
	case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS:
	case HSA_AMD_AGENT_INFO_DOMAIN:
	case HSA_AMD_AGENT_INFO_ASIC_REVISION:
		PUT(value, uint32_t, 0);
		break;
	default:
		return false;
	}
	return true;
}

/*
 * Sizes of images, which cannot be created (unsupported.c). HIP gives no memory in rows
 * (hipMallocPitch) to a GPU that has no images at all.
 */
static bool get_image(uint32_t attribute, void *value)
{
	switch (attribute) {
	case HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS:
	case HSA_EXT_AGENT_INFO_IMAGE_1DA_MAX_ELEMENTS:
		PUT(value, uint32_t, 16384);
		break;
	case HSA_EXT_AGENT_INFO_IMAGE_1DB_MAX_ELEMENTS:
		PUT(value, uint32_t, UINT32_MAX);
		break;
	case HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS:
	case HSA_EXT_AGENT_INFO_IMAGE_2DA_MAX_ELEMENTS:
	case HSA_EXT_AGENT_INFO_IMAGE_2DDEPTH_MAX_ELEMENTS:
	case HSA_EXT_AGENT_INFO_IMAGE_2DADEPTH_MAX_ELEMENTS:
		for (int i = 0; i < 2; i++)
			PUT((uint32_t *)value + i, uint32_t, 16384);
		break;
	case HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS:
		for (int i = 0; i < 3; i++)
			PUT((uint32_t *)value + i, uint32_t, 2048);
		break;
	case HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS:
		PUT(value, uint32_t, 2048);
		break;
	case HSA_EXT_AGENT_INFO_MAX_IMAGE_RD_HANDLES:
	case HSA_EXT_AGENT_INFO_MAX_IMAGE_RORW_HANDLES:
		PUT(value, uint32_t, 128);
		break;
	case HSA_EXT_AGENT_INFO_MAX_SAMPLER_HANDLERS:
		PUT(value, uint32_t, 16);
		break;
	default:
		return false;
	}
	return true;
}

static bool get_basic(bool is_gpu, uint32_t attribute, void *value)
{
	switch (attribute) {
	case HSA_AGENT_INFO_NAME:
		put_text(value, 64, is_gpu ? "gfx803" : "CPU");
		break;
	case HSA_AGENT_INFO_VENDOR_NAME:
		put_text(value, 64, is_gpu ? "AMD" : "CPU");
		break;
	case HSA_AGENT_INFO_FEATURE:
		PUT(value, hsa_agent_feature_t,
		    is_gpu ? HSA_AGENT_FEATURE_KERNEL_DISPATCH : (hsa_agent_feature_t)0);
		break;
	case HSA_AGENT_INFO_MACHINE_MODEL:
		PUT(value, hsa_machine_model_t, HSA_MACHINE_MODEL_LARGE);
		break;
	case HSA_AGENT_INFO_PROFILE:
		PUT(value, hsa_profile_t, is_gpu ? HSA_PROFILE_BASE : HSA_PROFILE_FULL);
		break;
	case HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
	case HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
		PUT(value, uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
		break;
	case HSA_AGENT_INFO_FAST_F16_OPERATION:
		PUT(value, bool, false);
		break;
	case HSA_AGENT_INFO_QUEUE_TYPE:
		PUT(value, uint32_t, HSA_QUEUE_TYPE_MULTI);
		break;
	case HSA_AGENT_INFO_NODE:
		PUT(value, uint32_t, is_gpu);
		break;
	case HSA_AGENT_INFO_DEVICE:
		PUT(value, hsa_device_type_t, is_gpu ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU);
		break;
	case HSA_AGENT_INFO_ISA:
		PUT(value, hsa_isa_t, isa_gfx803);
		break;
	case HSA_AGENT_INFO_EXTENSIONS:
		memset(value, 0, 128);
		if (is_gpu)
			*(uint8_t *)value = 1 << HSA_EXTENSION_IMAGES;
		break;
	case HSA_AGENT_INFO_VERSION_MAJOR:
	case HSA_AGENT_INFO_VERSION_MINOR:
		PUT(value, uint16_t, 1);
		break;
	default:
		return false;
	}
	return true;
}

hsa_status_t hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute, void *value)
{
	bool is_gpu = agent.handle == AGENT_GPU;
	uint32_t a = (uint32_t)attribute;

	if (!info)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!is_gpu && agent.handle != AGENT_CPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (value && (get_basic(is_gpu, a, value) || get_limit(is_gpu, a, value) ||
		      get_amd(is_gpu, a, value) || (is_gpu && get_image(a, value))))
		return HSA_STATUS_SUCCESS;
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_agent_iterate_isas(hsa_agent_t agent,
				    hsa_status_t (*callback)(hsa_isa_t isa, void *data), void *data)
{
	if (agent.handle == AGENT_CPU)
		return HSA_STATUS_SUCCESS;
	if (agent.handle != AGENT_GPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	return callback ? callback(isa_gfx803, data) : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t attribute, void *value)
{
	if (isa.handle != isa_gfx803.handle)
		return HSA_STATUS_ERROR_INVALID_ISA;
	if (!value)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (attribute == HSA_ISA_INFO_NAME_LENGTH)
		PUT(value, uint32_t, sizeof(isa_name));
	else if (attribute == HSA_ISA_INFO_NAME)
		memcpy(value, isa_name, sizeof(isa_name));
	else
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_coherency_set_type(hsa_agent_t agent, hsa_amd_coherency_type_t type)
{
	(void)type;
	return agent.handle == AGENT_GPU ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_AGENT;
}
