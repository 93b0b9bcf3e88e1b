/* What warpwalk has not: images, memory of other processes, interoperation, SVM attributes. */
#include <pthread.h>
#include <stdio.h>

#include "runtime/hsa/parts.h"

void say_unsupported(const char *function)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static const char *said[64];
	size_t i = 0;

	pthread_mutex_lock(&lock);
	while (i < sizeof(said) / sizeof(*said) && said[i] && said[i] != function)
		i++;
	if (i < sizeof(said) / sizeof(*said) && !said[i]) {
		said[i] = function;
		fprintf(stderr, "warpwalk: %s is not supported\n", function);
	}
	pthread_mutex_unlock(&lock);
}

/* One function that says so and answers with the status that HSA has for it. */
#define REFUSE(function, status, ...)                                                              \
	hsa_status_t function(__VA_ARGS__)                                                         \
	{                                                                                          \
		static const char name[] = #function;                                              \
                                                                                                   \
		say_unsupported(name);                                                             \
		return (hsa_status_t)(status);                                                     \
	}

/* Parameters have no names: they are not looked at. */
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wc2x-extensions"

REFUSE(hsa_ext_image_create, HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED, hsa_agent_t,
       const hsa_ext_image_descriptor_t *, const void *, hsa_access_permission_t, hsa_ext_image_t *)
REFUSE(hsa_ext_image_create_with_layout, HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED, hsa_agent_t,
       const hsa_ext_image_descriptor_t *, const void *, hsa_access_permission_t,
       hsa_ext_image_data_layout_t, size_t, size_t, hsa_ext_image_t *)
REFUSE(hsa_ext_image_data_get_info, HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED, hsa_agent_t,
       const hsa_ext_image_descriptor_t *, hsa_access_permission_t, hsa_ext_image_data_info_t *)
REFUSE(hsa_amd_image_create, HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED, hsa_agent_t,
       const hsa_ext_image_descriptor_t *, const hsa_amd_image_descriptor_t *, const void *,
       hsa_access_permission_t, hsa_ext_image_t *)
REFUSE(hsa_ext_image_destroy, HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_agent_t, hsa_ext_image_t)
REFUSE(hsa_ext_image_export, HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_agent_t, hsa_ext_image_t,
       void *, size_t, size_t, const hsa_ext_image_region_t *)
REFUSE(hsa_ext_image_import, HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_agent_t, const void *, size_t,
       size_t, hsa_ext_image_t, const hsa_ext_image_region_t *)
REFUSE(hsa_ext_sampler_create, HSA_EXT_STATUS_ERROR_SAMPLER_DESCRIPTOR_UNSUPPORTED, hsa_agent_t,
       const hsa_ext_sampler_descriptor_t *, hsa_ext_sampler_t *)
REFUSE(hsa_ext_sampler_destroy, HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_agent_t, hsa_ext_sampler_t)

REFUSE(hsa_amd_ipc_memory_create, HSA_STATUS_ERROR_OUT_OF_RESOURCES, void *, size_t,
       hsa_amd_ipc_memory_t *)
REFUSE(hsa_amd_ipc_memory_attach, HSA_STATUS_ERROR_OUT_OF_RESOURCES, const hsa_amd_ipc_memory_t *,
       size_t, uint32_t, const hsa_agent_t *, void **)
REFUSE(hsa_amd_ipc_memory_detach, HSA_STATUS_ERROR_INVALID_ARGUMENT, void *)

REFUSE(hsa_amd_interop_map_buffer, HSA_STATUS_ERROR_OUT_OF_RESOURCES, uint32_t, hsa_agent_t *, int,
       uint32_t, size_t *, void **, size_t *, const void **)
REFUSE(hsa_amd_interop_unmap_buffer, HSA_STATUS_ERROR_INVALID_ARGUMENT, void *)

REFUSE(hsa_amd_svm_attributes_set, HSA_STATUS_ERROR, void *, size_t, hsa_amd_svm_attribute_pair_t *,
       size_t)
REFUSE(hsa_amd_svm_attributes_get, HSA_STATUS_ERROR, void *, size_t, hsa_amd_svm_attribute_pair_t *,
       size_t)
REFUSE(hsa_amd_svm_prefetch_async, HSA_STATUS_ERROR, void *, size_t, hsa_agent_t, uint32_t,
       const hsa_signal_t *, hsa_signal_t)
