/* A folder of compiled kernels; see kernel_cache.h. */
#include "driver/toolchain/kernel_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/input_file.h"

#define ENDING ".kernels"
#define TEMPORARY "writing-"

enum { STALE_SECONDS = 3600 };

/* In front of the bytes: what they are, a digest of key and bytes, a line's end. */
static const char title[] = "warpwalk kernels 1\n";
enum { TITLE_BYTES = sizeof(title) - 1, HEADER_BYTES = TITLE_BYTES + DIGEST_DIGITS + 1 };

/* To be freed; NULL: no cache. */
static char *cache_folder(void)
{
	const char *wanted = getenv("WARPWALK_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (wanted)
		return *wanted && strcmp(wanted, "off") != 0 ? xstrdup(wanted) : NULL;
	/* A relative one is to be ignored, says the specification of XDG. */
	if (xdg && *xdg == '/')
		return xasprintf("%s/warpwalk", xdg);
	return home && *home == '/' ? xasprintf("%s/.cache/warpwalk", home) : NULL;
}

bool kernel_cache_is_on(void)
{
	char *folder = cache_folder();
	bool on = folder;

	free(folder);
	return on;
}

static void seal(const char *key, const void *bytes, size_t count, char header[HEADER_BYTES + 1])
{
	char digits[DIGEST_DIGITS + 1];
	struct digest d;

	digest_init(&d);
	digest_add(&d, key, strlen(key));
	digest_add(&d, bytes, count);
	digest_text(&d, digits);
	snprintf(header, HEADER_BYTES + 1, "%s%s\n", title, digits);
}

/* The whole file when it is as it was written; it then counts as used now. */
static void *read_entry(FILE *f, const char *key, size_t *count)
{
	char header[HEADER_BYTES], want[HEADER_BYTES + 1], *bytes;
	struct stat st;
	size_t size;

	if (fstat(fileno(f), &st) || st.st_size < HEADER_BYTES || st.st_size > KERNEL_CACHE_BYTES ||
	    fread(header, 1, sizeof(header), f) != sizeof(header))
		return NULL;
	size = (size_t)st.st_size - HEADER_BYTES;
	bytes = xmalloc(size + 1);
	if (fread(bytes, 1, size, f) == size) {
		seal(key, bytes, size, want);
		if (!memcmp(header, want, HEADER_BYTES)) {
			futimens(fileno(f), NULL);
			*count = size;
			return bytes;
		}
	}
	free(bytes);
	return NULL;
}

void *kernel_cache_get(const char *key, size_t *count)
{
	char *folder = cache_folder(), *path = NULL;
	const char *why;
	FILE *f = NULL;
	void *bytes = NULL;

	if (folder) {
		path = xasprintf("%s/%s" ENDING, folder, key);
		f = input_file_open(path, &why);
	}
	if (f) {
		bytes = read_entry(f, key, count);
		fclose(f);
	}
	free(path);
	free(folder);
	return bytes;
}

/* With the folders above it. */
static bool make_folder(const char *path)
{
	char *part = xstrdup(path);
	bool ok;

	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(part, 0700);
		*slash = '/';
	}
	ok = !mkdir(part, 0700) || errno == EEXIST;
	free(part);
	return ok;
}

struct entry {
	char name[DIGEST_DIGITS + sizeof(ENDING)];
	int64_t bytes;
	struct timespec used;
};

static int by_use(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	return (x->used.tv_nsec > y->used.tv_nsec) - (x->used.tv_nsec < y->used.tv_nsec);
}

/* Only what has the form of our names is ours: the folder may be any. */
static bool is_entry(const char *name)
{
	return strlen(name) == DIGEST_DIGITS + sizeof(ENDING) - 1 &&
	       strspn(name, "0123456789abcdef") == DIGEST_DIGITS &&
	       !strcmp(name + DIGEST_DIGITS, ENDING);
}

/* What a process left that was killed while it wrote. */
static bool is_stale(const char *name, const struct stat *st)
{
	return !strncmp(name, TEMPORARY, sizeof(TEMPORARY) - 1) &&
	       strlen(name) == sizeof(TEMPORARY) - 1 + 6 &&
	       st->st_mtim.tv_sec + STALE_SECONDS < time(NULL);
}

static void evict(const char *folder)
{
	DIR *dir = opendir(folder);
	struct entry *entries = NULL;
	size_t count = 0;
	int64_t sum = 0;

	if (!dir)
		return;
	for (struct dirent *at; (at = readdir(dir));) {
		struct stat st;

		if (fstatat(dirfd(dir), at->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
		    !S_ISREG(st.st_mode))
			continue;
		if (is_stale(at->d_name, &st))
			unlinkat(dirfd(dir), at->d_name, 0);
		if (!is_entry(at->d_name))
			continue;
		/* Room doubles whenever the count is a power of two. */
		if (!(count & (count - 1)))
			entries = xrealloc(entries, (count ? 2 * count : 1) * sizeof(*entries));
		entries[count].bytes = st.st_size;
		entries[count].used = st.st_mtim;
		strcpy(entries[count++].name, at->d_name);
		sum += st.st_size;
	}
	if (sum > KERNEL_CACHE_BYTES)
		qsort(entries, count, sizeof(*entries), by_use);
	for (size_t i = 0; sum > KERNEL_CACHE_BYTES && i < count; i++) {
		unlinkat(dirfd(dir), entries[i].name, 0);
		sum -= entries[i].bytes;
	}
	free(entries);
	closedir(dir);
}

static bool write_entry(int fd, const char *header, const void *bytes, size_t count)
{
	FILE *f = fdopen(fd, "w");
	bool ok;

	if (!f) {
		close(fd);
		return false;
	}
	ok = fwrite(header, 1, HEADER_BYTES, f) == HEADER_BYTES &&
	     fwrite(bytes, 1, count, f) == count;
	return !fclose(f) && ok;
}

/* It appears under its name only when it is complete. */
void kernel_cache_put(const char *key, const void *bytes, size_t count)
{
	char *folder = cache_folder(), *path, *temporary, header[HEADER_BYTES + 1];
	int fd = -1;

	if (!folder || count > KERNEL_CACHE_BYTES - HEADER_BYTES || !make_folder(folder)) {
		free(folder);
		return;
	}
	path = xasprintf("%s/%s" ENDING, folder, key);
	temporary = xasprintf("%s/" TEMPORARY "XXXXXX", folder);
	seal(key, bytes, count, header);
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd >= 0 && (!write_entry(fd, header, bytes, count) || rename(temporary, path)))
		unlink(temporary);
	evict(folder);
	free(temporary);
	free(path);
	free(folder);
}
