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

/* Leading and trailing blanks off, runs of blanks to one. */
static void copy_text(char *to, size_t bytes, const char *from)
{
	size_t n = 0;

	for (; *from && n + 2 < bytes; from++) {
		bool blank = *from == ' ' || *from == '\t' || *from == '\n';
		if (!blank)
			to[n++] = *from;
		else if (n && to[n - 1] != ' ')
			to[n++] = ' ';
	}
	while (n && to[n - 1] == ' ')
		n--;
	to[n] = '\0';
}

/*
 * Brackets make a group of its own: what LLVM refuses ends the group. After each group stands a
 * marker that no group contains.
 */
static void write_groups(FILE *f, const struct encoding *groups, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		fputc('[', f);
		for (unsigned k = 0; k < groups[i].size; k++)
			fprintf(f, " 0x%02x", groups[i].bytes[k]);
		fputs(" ]\n[ 0xef 0xbe 0x92 0xbf ]\n", f);
	}
}

bool disassemble(const struct encoding *groups, size_t count, struct disassembly *results)
{
	char path[] = "/tmp/warpwalk-dis-XXXXXX", command[256], line[1024];
	const char *tool = llvm_mc();
	size_t current = 0;
	int fd = tool ? mkstemp(path) : -1;
	FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;

	memset(results, 0, count * sizeof(*results));
	if (!f)
		return false;
	write_groups(f, groups, count);
	fclose(f);
	snprintf(command, sizeof(command),
		 "%s -triple=amdgcn -mcpu=gfx803 --disassemble %s 2>/dev/null", tool, path);
	f = popen(command, "r");
	while (f && fgets(line, sizeof(line), f) && current < count) {
		if (strstr(line, "s_trap 0xbeef"))
			current++;
		else if (line[0] == '\t' && line[1] != '.' && results[current].count++ == 0)
			copy_text(results[current].text, sizeof(results[current].text), line);
	}
	if (f)
		pclose(f);
	unlink(path);
	return current == count;
}

bool llvm_is_version_14(void)
{
	char command[64], line[256];
	const char *tool = llvm_mc();
	bool found = false;
	FILE *f;

	if (!tool)
		return false;
	snprintf(command, sizeof(command), "%s --version", tool);
	f = popen(command, "r");
	while (f && fgets(line, sizeof(line), f))
		found |= strstr(line, "version 14.") != NULL;
	if (f)
		pclose(f);
	return found;
}
