/* Serves one program's runtime; see guest.h. */
#include "program/guest_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static bool guest_next(struct app *app, struct launch *launch);

static bool guest_verify(struct app *app, struct error *err)
{
	(void)app;
	(void)err;
	return true;
}

static const struct workload guest_workload = {
	.name = "program",
	.suite = "",
	.summary = "a user's own program",
	.next = guest_next,
	.verify = guest_verify,
	.called = guest_called,
};

static bool open_socket(struct guest *g, struct error *err)
{
	static unsigned guests;
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int length;

	/* In the abstract name space: nothing to clean up. */
	length = snprintf(g->socket_name, sizeof(g->socket_name), "warpwalk-%d-%u", (int)getpid(),
			  guests++);
	memcpy(address.sun_path + 1, g->socket_name, (size_t)length);
	g->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (g->listener < 0 ||
	    bind(g->listener, (struct sockaddr *)&address,
		 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) ||
	    listen(g->listener, 8))
		return error_set(err, "no socket for the program: %s", strerror(errno));
	return true;
}

struct guest *guest_new(const char *name, const struct guest_machine *machine,
			const struct selection *selection, struct error *err)
{
	struct guest *g = xcalloc(1, sizeof(*g));

	g->name = xstrdup(name);
	g->machine = *machine;
	g->selection = *selection;
	g->socket = g->listener = g->arena_file = g->pidfd = -1;
	g->app = app_new(&guest_workload, SIZE_TINY);
	g->app->state = g;
	g->app->is_placed = true;
	digest_init(&g->asked);
	g->emulator = emulator_new(NULL);
	if (machine->wavefront_limit)
		emulator_options(g->emulator)->wavefront_limit = machine->wavefront_limit;
	emulator_options(g->emulator)->threads = machine->threads;
	if (open_socket(g, err))
		return g;
	guest_free(g);
	return NULL;
}

/* What a process had, when it is gone or another comes. */
static void disconnect(struct guest *g)
{
	if (g->socket < 0)
		return;
	close(g->socket);
	g->socket = -1;
	while (g->app->buffer_count > 0)
		guest_drop_buffer(g, g->app->buffers[g->app->buffer_count - 1]);
	for (size_t i = 0; i < g->app->code_count; i++)
		app_unload(g->app, i);
	if (g->arena)
		munmap(g->arena, ARENA_BYTES);
	if (g->arena_file >= 0)
		close(g->arena_file);
	g->arena = NULL;
	g->arena_file = -1;
	g->deferred_bytes = 0;
}

void guest_free(struct guest *g)
{
	if (!g)
		return;
	disconnect(g);
	if (g->listener >= 0)
		close(g->listener);
	if (g->pidfd >= 0)
		close(g->pidfd);
	emulator_free(g->emulator);
	app_free(g->app);
	for (size_t i = 0; i < g->kernel_count; i++)
		free(g->kernels[i].name);
	free(g->kernels);
	free(g->stop_text);
	free(g->deferred);
	free(g->name);
	free(g);
}

const char *guest_socket(const struct guest *g)
{
	return g->socket_name;
}

void guest_started(struct guest *g, pid_t pid)
{
	g->pid = pid;
	g->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
}

void guest_signal(struct guest *g, int signal)
{
	if (g->pid && !g->has_ended)
		kill(g->pid, signal);
}

int guest_status(const struct guest *g)
{
	return g->status;
}

struct app *guest_app(struct guest *g)
{
	return g->app;
}

void guest_record(struct guest *g, struct recorder *recorder)
{
	g->recorder = recorder;
}

void guest_set_clock(struct guest *g, const struct guest_clock *clock)
{
	g->clock = *clock;
	emulator_options(g->emulator)->is_interrupted = clock->is_interrupted;
	emulator_options(g->emulator)->watcher = clock->watcher;
}

const struct guest_kernel *guest_kernels(const struct guest *g, size_t *count)
{
	*count = g->kernel_count;
	return g->kernels;
}

void guest_digest(const struct guest *g, char *out)
{
	struct digest d = g->asked;

	digest_text(&d, out);
}

const struct guest_copies *guest_copies(const struct guest *g)
{
	return &g->copies;
}

static bool welcome(struct guest *g)
{
	struct message m = {.kind = MESSAGE_WELCOME};

	g->arena_file = memfd_create("warpwalk arena", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	/* Nobody takes it away from under the other. */
	if (g->arena_file < 0 || ftruncate(g->arena_file, (off_t)ARENA_BYTES) ||
	    fcntl(g->arena_file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		return false;
	g->arena = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
			g->arena_file, 0);
	if (g->arena == MAP_FAILED) {
		g->arena = NULL;
		return false;
	}
	m.number[WELCOME_VERSION] = PROTOCOL_VERSION;
	m.number[WELCOME_PAGE_BYTES] = ARENA_ALIGN;
	m.number[WELCOME_CUS] = g->machine.cus;
	m.number[WELCOME_CLOCK_KHZ] = (uint64_t)(g->machine.clock_mhz * 1e3);
	m.number[WELCOME_MEMORY_BYTES] = g->machine.memory_bytes;
	m.number[WELCOME_LDS_BYTES] = g->machine.lds_bytes;
	m.number[WELCOME_IS_TIMED] = g->machine.is_timed;
	if (g->recorder)
		recorder_connect(g->recorder, g->arena_file);
	return message_write_file(g->socket, &m, g->arena_file);
}

bool guest_take_notice(struct guest *g, const struct message *m, const char *bytes)
{
	digest_add(&g->asked, m, sizeof(*m));
	digest_add(&g->asked, bytes, m->bytes);
	switch (m->kind) {
	case MESSAGE_PLACE:
		return guest_take_place(g, m, bytes);
	case MESSAGE_ALIAS:
		return guest_take_alias(g, m);
	case MESSAGE_DROP:
		return guest_take_drop(g, m);
	case MESSAGE_UNLOAD:
		return guest_take_unload(g, m);
	default:
		return false;
	}
}

static bool take_message(struct guest *g, const struct message *m, const char *bytes,
			 struct launch *l, bool *is_begun)
{
	if (m->kind != MESSAGE_LOAD && m->kind != MESSAGE_LAUNCH && m->kind != MESSAGE_COPY)
		return guest_take_notice(g, m, bytes);
	digest_add(&g->asked, m, sizeof(*m));
	digest_add(&g->asked, bytes, m->bytes);
	switch (m->kind) {
	case MESSAGE_LOAD:
		return guest_take_load(g, m, bytes);
	case MESSAGE_LAUNCH:
		return guest_take_launch(g, m, l, is_begun);
	default:
		return guest_take_copy(g, m);
	}
}

/* One message; false when the process is gone, or what it sent is none. */
static bool serve_one(struct guest *g, struct launch *l, bool *is_begun)
{
	struct message m;
	char *bytes;
	bool ok;

	if (!message_read(g->socket, &m))
		return false;
	bytes = xmalloc((size_t)m.bytes + 1);
	bytes[m.bytes] = '\0';
	ok = message_read_bytes(g->socket, bytes, m.bytes) &&
	     take_message(g, &m, bytes, l, is_begun);
	free(bytes);
	return ok;
}

static void connect_process(struct guest *g)
{
	struct message m;
	char name[256];

	g->socket = accept4(g->listener, NULL, NULL, SOCK_CLOEXEC);
	if (g->socket < 0)
		return;
	if (!message_read(g->socket, &m) || m.kind != MESSAGE_HELLO || m.bytes >= sizeof(name) ||
	    m.number[0] != PROTOCOL_VERSION || !message_read_bytes(g->socket, name, m.bytes) ||
	    !welcome(g))
		disconnect(g);
}

/* The GPU has one process at a time; another, of the same program, would wait for ever when the
 * first waits for it. */
static void refuse_process(struct guest *g)
{
	int s = accept4(g->listener, NULL, NULL, SOCK_CLOEXEC);

	if (s >= 0)
		close(s);
}

static void reap(struct guest *g)
{
	if (waitpid(g->pid, &g->status, 0) == g->pid)
		g->has_ended = true;
}

bool guest_wait(struct guest *g)
{
	while (!(g->clock.is_interrupted && g->clock.is_interrupted())) {
		struct pollfd fds[3] = {
			{.fd = g->socket >= 0 ? g->socket : g->listener, .events = POLLIN},
			{.fd = g->has_ended ? -1 : g->pidfd, .events = POLLIN},
			{.fd = g->socket >= 0 ? g->listener : -1, .events = POLLIN}};

		/* What a process that has ended said before comes first. */
		if (poll(fds, 3, g->has_ended && g->socket < 0 ? 0 : -1) < 0 && errno != EINTR)
			BUG("poll: %s", strerror(errno));
		if (fds[0].revents && g->socket >= 0)
			return true;
		if (fds[0].revents)
			connect_process(g);
		else if (fds[1].revents)
			reap(g);
		else if (fds[2].revents)
			refuse_process(g);
		else if (g->has_ended && g->socket < 0)
			return false;
	}
	return false;
}

static bool guest_next(struct app *app, struct launch *launch)
{
	struct guest *g = app->state;
	bool is_begun = false;

	if (g->under_way && !guest_end_launch(g))
		disconnect(g);
	while (!is_begun) {
		if (!guest_wait(g))
			return false;
		if (!serve_one(g, launch, &is_begun))
			disconnect(g);
	}
	return true;
}

bool guest_run(struct guest *g, struct error *err)
{
	struct launch launch;

	guest_next(g->app, &launch);
	if (g->is_stopped)
		return error_failed(err, "%s", g->stop_text);
	return true;
}

void guest_stop(struct guest *g, bool is_fault, const char *why)
{
	struct launch launch;

	if (!g->is_stopped) {
		g->is_stopped = true;
		g->stop_status = is_fault ? DONE_FAULT : DONE_STOPPED;
		g->stop_text = xstrdup(why);
	}
	if (g->under_way && g->socket >= 0)
		guest_answer(g, g->stop_status, guest_now_ns(g), guest_now_ns(g), why);
	g->under_way = false;
	guest_next(g->app, &launch);
}
