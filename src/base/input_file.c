/* Opening a user's file for reading; see input_file.h. */
#include "base/input_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

FILE *input_file_open(const char *path, const char **why)
{
	/* Without O_NONBLOCK, opening a pipe would wait for its writer. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	FILE *file;

	if (fd < 0 || fstat(fd, &st)) {
		*why = strerror(errno);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	if (!S_ISREG(st.st_mode)) {
		*why = S_ISDIR(st.st_mode) ? strerror(EISDIR) : "it is not a regular file";
		close(fd);
		return NULL;
	}
	memory_for("file '%s'", path);
	file = fdopen(fd, "rb");
	if (!file) {
		*why = strerror(errno);
		close(fd);
	}
	return file;
}
