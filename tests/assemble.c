/* One run of llvm-mc over a file with one instruction per line; the i-th line is found by its
 * number. */
#include "assemble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *llvm_mc(void)
{
	static const char *const names[] = {"llvm-mc-14", "llvm-mc"};
	char command[128];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(command, sizeof(command), "command -v %s >/dev/null 2>&1", names[i]);
		if (system(command) == 0)
			return names[i];
	}
	return NULL;
}

/* "... // encoding: [0x01,0x02]" */
static void parse_encoding(const char *line, struct encoding *e)
{
	const char *p = strstr(line, "encoding: [");

	e->size = 0;
	if (!p)
		return;
	p += strlen("encoding: [");
	while (e->size < sizeof(e->bytes)) {
		char *end;

		e->bytes[e->size++] = (uint8_t)strtoul(p, &end, 16);
		if (*end != ',')
			break;
		p = end + 1;
	}
}

/* Each line is preceded by a label, which llvm-mc echoes, so that a refused line leaves a gap. */
bool assemble(const char *const *lines, size_t count, struct encoding *encodings)
{
	char path[] = "/tmp/warpwalk-asm-XXXXXX", command[256], line[1024];
	const char *tool = llvm_mc();
	long current = -1;
	FILE *f;
	int fd;

	memset(encodings, 0, count * sizeof(*encodings));
	if (!tool)
		return false;
	fd = mkstemp(path);
	f = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (!f)
		return false;
	for (size_t i = 0; i < count; i++)
		fprintf(f, "line_%zu:\n%s\n", i, lines[i]);
	fclose(f);
	snprintf(command, sizeof(command),
		 "%s -triple=amdgcn -mcpu=gfx803 --show-encoding %s 2>/dev/null", tool, path);
	f = popen(command, "r");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "line_%ld:", &current) == 1)
			continue;
		if (current >= 0 && (size_t)current < count && strstr(line, "encoding: ["))
			parse_encoding(line, &encodings[current]);
	}
	if (f)
		pclose(f);
	unlink(path);
	return f != NULL;
}
