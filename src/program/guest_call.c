/*
 * Wavefronts that call the program: a kernel prints or allocates memory. The machine's clock stands
 * still until the program has served it, so that a run does not depend on how fast that was.
 *
 * Meanwhile only new memory is taken notice of. Everything else, such as memory that is given back,
 * waits until the launch has ended, which may have it in use.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/guest_parts.h"

static void defer(struct guest *g, const struct message *m, const char *bytes)
{
	g->deferred = xrealloc(g->deferred, g->deferred_bytes + sizeof(*m) + m->bytes);
	memcpy(g->deferred + g->deferred_bytes, m, sizeof(*m));
	memcpy(g->deferred + g->deferred_bytes + sizeof(*m), bytes, m->bytes);
	g->deferred_bytes += sizeof(*m) + m->bytes;
}

bool guest_take_deferred(struct guest *g)
{
	bool ok = true;

	for (size_t at = 0; at < g->deferred_bytes && ok;) {
		struct message m;
		char *bytes;

		memcpy(&m, g->deferred + at, sizeof(m));
		bytes = xcalloc(1, (size_t)m.bytes + 1);
		memcpy(bytes, g->deferred + at + sizeof(m), m.bytes);
		ok = guest_take_notice(g, &m, bytes);
		free(bytes);
		at += sizeof(m) + m.bytes;
	}
	g->deferred_bytes = 0;
	return ok;
}

/* One message of those before RETURN; false when the process is gone, or what it sent is none. */
static bool serve(struct guest *g, bool *has_returned)
{
	struct message m;
	char *bytes;
	bool ok;

	if (!message_read(g->socket, &m))
		return false;
	*has_returned = m.kind == MESSAGE_RETURN;
	if (*has_returned)
		return m.bytes == 0;
	bytes = xcalloc(1, (size_t)m.bytes + 1);
	ok = message_read_bytes(g->socket, bytes, m.bytes);
	if (ok && m.kind == MESSAGE_PLACE && !guest_overlaps(g, m.number[0], m.number[1]))
		ok = guest_take_notice(g, &m, bytes);
	else if (ok)
		defer(g, &m, bytes);
	free(bytes);
	return ok;
}

bool guest_called(struct app *app, uint32_t what)
{
	struct guest *g = app->state;
	struct message call = {.kind = MESSAGE_CALL};
	bool has_returned = false;

	call.number[0] = what;
	if (g->recorder)
		recorder_called(g->recorder, g->running->name);
	if (!message_write(g->socket, &call, NULL))
		return false;
	while (!has_returned) {
		if (!guest_wait(g))
			return !g->has_ended; /* interrupted: the launch ends by that */
		if (!serve(g, &has_returned))
			return false;
	}
	return true;
}
