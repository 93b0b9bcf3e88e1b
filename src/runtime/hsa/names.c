/*
 * Names of allocations, as messages about faults show them: the function of HIP that the program
 * called, and where it called it. The place is an offset in a file that addr2line understands.
 */
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "runtime/hsa/parts.h"

static const char *file_name(const Dl_info *info)
{
	const char *slash = strrchr(info->dli_fname, '/');

	return slash ? slash + 1 : info->dli_fname;
}

static bool is_hip(const Dl_info *info)
{
	return !strncmp(file_name(info), "libamdhip64", strlen("libamdhip64"));
}

/* dladdr searches through all symbols of HIP, which stays loaded: the places that call us are few.
 */
static bool look_up(void *at, Dl_info *info)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct {
		void *at;
		Dl_info info;
	} known[256], *k;
	bool ok;

	k = &known[(uintptr_t)at / 4 % (sizeof(known) / sizeof(*known))];
	pthread_mutex_lock(&lock);
	ok = k->at == at;
	if (ok)
		*info = k->info;
	pthread_mutex_unlock(&lock);
	if (ok)
		return true;
	if (!dladdr(at, info) || !info->dli_fname)
		return false;
	if (is_hip(info)) {
		pthread_mutex_lock(&lock);
		k->at = at;
		k->info = *info;
		pthread_mutex_unlock(&lock);
	}
	return true;
}

/* The program's frame, and HIP's right below it; false when no program's call led here. */
static bool find_call(Dl_info *hip, Dl_info *program, void **at)
{
	void *frames[48];
	int count = backtrace(frames, (int)(sizeof(frames) / sizeof(*frames)));
	bool in_hip = false;

	for (int i = 0; i < count; i++) {
		Dl_info info;

		if (!look_up(frames[i], &info))
			return false;
		if (is_hip(&info)) {
			in_hip = true;
			*hip = info;
		} else if (in_hip) {
			*program = info;
			*at = frames[i];
			return true;
		}
	}
	return false;
}

void name_allocation(char *name, size_t bytes, const char *kind, size_t size)
{
	Dl_info hip = {0}, program = {0};
	void *at = NULL;

	/* HIP allocates for itself too, inside of functions of any name. */
	if (find_call(&hip, &program, &at) && hip.dli_sname &&
	    (strstr(hip.dli_sname, "Malloc") || strstr(hip.dli_sname, "Alloc") ||
	     strstr(hip.dli_sname, "Register")))
		snprintf(name, bytes, "%s %zu bytes at %s+0x%llx", hip.dli_sname, size,
			 file_name(&program),
			 (unsigned long long)((char *)at - 1 - (char *)program.dli_fbase));
	else
		snprintf(name, bytes, "%s %zu bytes", kind, size);
}
