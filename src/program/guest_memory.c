/* The program's memory and code objects, as it places and loads them. */
#include <string.h>
#include <sys/mman.h>

#include "program/guest_parts.h"

uint8_t *guest_at(const struct guest *g, uint64_t address, uint64_t bytes)
{
	uint64_t offset = address - ARENA_BASE;

	return offset < ARENA_BYTES && ARENA_BYTES - offset >= bytes ? g->arena + offset : NULL;
}

void guest_drop_buffer(struct guest *g, struct buffer *b)
{
	if (g->recorder)
		recorder_drop(g->recorder, b);
	app_drop(g->app, b);
}

static struct buffer *buffer_at(const struct guest *g, uint64_t address)
{
	for (size_t i = g->app->buffer_count; i-- > 0;)
		if (g->app->buffers[i]->address == address)
			return g->app->buffers[i];
	return NULL;
}

bool guest_overlaps(const struct guest *g, uint64_t address, uint64_t bytes)
{
	for (size_t i = 0; i < g->app->buffer_count; i++) {
		const struct buffer *b = g->app->buffers[i];

		if (address < b->address + b->bytes && b->address < address + bytes)
			return true;
	}
	return false;
}

bool guest_take_place(struct guest *g, const struct message *m, const char *name)
{
	uint64_t address = m->number[0], bytes = m->number[1];
	uint8_t *host = guest_at(g, address, bytes);
	struct buffer *b;

	if (!host || !bytes || address % ARENA_ALIGN || guest_overlaps(g, address, bytes))
		return false;
	b = app_place(g->app, name, address, bytes,
		      g->machine.exact_buffers ? bytes : app_page_end(bytes), host);
	if (g->recorder)
		recorder_place(g->recorder, b);
	return true;
}

/* The program sees the same page twice; so must the machine. */
bool guest_take_alias(struct guest *g, const struct message *m)
{
	uint64_t bytes = m->number[1];
	uint8_t *at = guest_at(g, m->number[0], bytes), *from = guest_at(g, m->number[2], bytes);

	if (!at || !from || !bytes ||
	    mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED,
		 g->arena_file, from - g->arena) == MAP_FAILED)
		return false;
	if (g->recorder)
		recorder_alias(g->recorder, m->number[0], bytes, m->number[2]);
	return true;
}

bool guest_take_drop(struct guest *g, const struct message *m)
{
	struct buffer *b = buffer_at(g, m->number[0]);

	if (b)
		guest_drop_buffer(g, b);
	return b != NULL;
}

bool guest_take_load(struct guest *g, const struct message *m, const void *elf)
{
	struct message answer = {.kind = MESSAGE_LOADED};
	struct error err = {0};
	struct code_object *co = code_object_read(elf, m->bytes, g->name, &err);
	uint8_t *host = guest_at(g, m->number[0], m->number[1]);

	answer.number[0] = UINT64_MAX;
	if (co &&
	    (!app_holding(g->app, m->number[0], m->number[1]) || co->image_bytes > m->number[1])) {
		error_set(&err, "%s: a code object without a place", g->name);
		code_object_free(co);
		co = NULL;
	}
	if (co)
		answer.number[0] = app_load(g->app, co, m->number[0], host);
	if (co && g->recorder)
		recorder_load(g->recorder, m->number[0], m->number[1], elf, m->bytes);
	if (!co)
		answer.bytes = (uint32_t)strlen(err.text);
	return message_write(g->socket, &answer, err.text);
}

bool guest_take_unload(struct guest *g, const struct message *m)
{
	if (m->number[0] >= g->app->code_count)
		return false;
	app_unload(g->app, m->number[0]);
	if (g->recorder)
		recorder_unload(g->recorder, m->number[0]);
	return true;
}
