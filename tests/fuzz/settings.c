/*
 * GPU and design files and -s on any bytes. Lines that begin with "-s " are settings of the command
 * line; the others are a file, which is read as a GPU and as a design.
 */
#include "config/config.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

enum { MOST_SETTINGS = 64 };

struct input {
	char path[32]; /* of the file, which has no name */
	const char *settings[MOST_SETTINGS];
	size_t setting_count;
};

/* Writes a line to the file, or keeps it. */
static void take_line(struct input *in, char *line, int fd)
{
	size_t length = strlen(line);

	if (!strncmp(line, "-s ", 3) && in->setting_count < MOST_SETTINGS) {
		in->settings[in->setting_count++] = line + 3;
		return;
	}
	line[length] = '\n';
	must(write(fd, line, length + 1) == (ssize_t)length + 1);
	line[length] = '\0';
}

/* What is accepted can be written as a person would, and read back. */
static void check_params(const struct params *p)
{
	struct params again;
	struct error err;
	char text[64];

	params_init(&again);
	for (int id = 0; id < P_COUNT; id++) {
		param_text(p, (enum param)id, text, sizeof(text));
		if (param_rows[id].type == PARAM_REAL)
			continue; /* shown with ten digits */
		/* 0 ways or entries may stand for another number. */
		if (!param_set(&again, (enum param)id, text, &err))
			must(strstr(param_rows[id].name, "ways") ||
			     strstr(param_rows[id].name, "entries"));
		else
			must(again.i[id] == p->i[id]);
	}
	params_release(&again);
}

static void check_request(const struct config_request *request, const char *path)
{
	struct error err = {0};
	struct params p;

	if (config_load(&p, request, &err))
		check_params(&p);
	else /* the shipped file below is right: what is wrong was said here */
		must_say(&err, strncmp(err.text, "-s ", 3) ? path : "-s ");
	params_release(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {.path = ""};
	char *text = text_of(data, size), *rest = text;
	int fd = memfd_create("fuzz", 0);
	const char *path = in.path;

	must(fd >= 0);
	snprintf(in.path, sizeof(in.path), "/proc/self/fd/%d", fd);
	while (rest)
		take_line(&in, strsep(&rest, "\n"), fd);
	check_request(&(struct config_request){.gpu = path,
					       .settings = in.settings,
					       .setting_count = in.setting_count},
		      path);
	check_request(&(struct config_request){.gpu = "mcm4",
					       .designs = &path,
					       .design_count = 1,
					       .settings = in.settings,
					       .setting_count = in.setting_count},
		      path);
	close(fd);
	free(text);
	return 0;
}
