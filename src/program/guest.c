/* Serves one program's runtime; see guest.h. */
#include "program/guest.h"

#include <errno.h>
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

#include "base/digest.h"
#include "driver/process/emulator.h"
#include "launch/layout.h"
#include "program/protocol.h"
#include "program/recorder.h"

struct guest {
	char *name;
	struct guest_machine machine;
	struct selection selection;
	struct guest_clock clock;
	struct app *app;
	struct emulator *emulator;

	int listener, socket; /* socket -1: nobody is connected */
	char socket_name[64];
	pid_t pid;
	int pidfd;
	int status; /* of the process, as wait has it */
	bool has_ended;

	int arena_file; /* of the process that is connected */
	uint8_t *arena;

	bool under_way; /* a launch on the machine, to be answered when it ends */
	struct guest_kernel *running;
	cycle_t begun;
	uint64_t issued_before;
	double ahead_ns; /* copies and functional launches since the clock last ran */
	bool is_stopped;
	enum done_status stop_status;
	char *stop_text;

	uint64_t launches;
	struct guest_kernel *kernels;
	size_t kernel_count, kernel_capacity;
	struct guest_copies copies;
	struct digest asked;
	struct recorder *recorder; /* NULL: nobody wants it recorded */
};

/* A functional launch takes no time on any machine. So that programs can divide by what they
 * measure, each instruction of a wavefront counts as this. */
static const double functional_ns = 1;

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
	emulator_options(g->emulator)->hardware_barriers = machine->hardware_barriers;
	if (open_socket(g, err))
		return g;
	guest_free(g);
	return NULL;
}

static void drop_buffer(struct guest *g, struct buffer *b)
{
	if (g->recorder)
		recorder_drop(g->recorder, b);
	app_drop(g->app, b);
}

/* What a process had, when it is gone or another comes. */
static void disconnect(struct guest *g)
{
	if (g->socket < 0)
		return;
	close(g->socket);
	g->socket = -1;
	while (g->app->buffer_count > 0)
		drop_buffer(g, g->app->buffers[g->app->buffer_count - 1]);
	for (size_t i = 0; i < g->app->code_count; i++)
		app_unload(g->app, i);
	if (g->arena)
		munmap(g->arena, ARENA_BYTES);
	if (g->arena_file >= 0)
		close(g->arena_file);
	g->arena = NULL;
	g->arena_file = -1;
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

/* Time */

static double cycle_ns(const struct guest *g)
{
	return 1e3 / g->machine.clock_mhz;
}

static cycle_t now_cycles(const struct guest *g)
{
	return g->clock.now ? g->clock.now(g->clock.data) : 0;
}

static double now_ns(const struct guest *g)
{
	return (double)now_cycles(g) * cycle_ns(g) + g->ahead_ns;
}

static uint64_t issued(const struct guest *g)
{
	return g->clock.issued ? g->clock.issued(g->clock.data) : 0;
}

/* Messages */

static bool answer_done(struct guest *g, enum done_status status, double begin, double end,
			const char *why)
{
	struct message m = {.kind = MESSAGE_DONE, .bytes = (uint32_t)strlen(why)};

	m.number[0] = status;
	m.number[1] = (uint64_t)begin;
	m.number[2] = (uint64_t)end;
	return message_write(g->socket, &m, why);
}

static bool welcome(struct guest *g)
{
	struct message m = {.kind = MESSAGE_WELCOME};

	g->arena_file = memfd_create("warpwalk arena", MFD_CLOEXEC);
	if (g->arena_file < 0 || ftruncate(g->arena_file, (off_t)ARENA_BYTES))
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
		recorder_connect(g->recorder, g->arena_file, ARENA_BASE);
	return message_write_file(g->socket, &m, g->arena_file);
}

/* Where the machine finds [address, address + bytes) of the program; NULL: not in the arena. */
static uint8_t *arena_at(const struct guest *g, uint64_t address, uint64_t bytes)
{
	uint64_t offset = address - ARENA_BASE;

	return offset < ARENA_BYTES && ARENA_BYTES - offset >= bytes ? g->arena + offset : NULL;
}

static struct buffer *buffer_at(const struct guest *g, uint64_t address)
{
	for (size_t i = g->app->buffer_count; i-- > 0;)
		if (g->app->buffers[i]->address == address)
			return g->app->buffers[i];
	return NULL;
}

static bool overlaps(const struct guest *g, uint64_t address, uint64_t bytes)
{
	for (size_t i = 0; i < g->app->buffer_count; i++) {
		const struct buffer *b = g->app->buffers[i];

		if (address < b->address + b->bytes && b->address < address + bytes)
			return true;
	}
	return false;
}

static bool take_place(struct guest *g, const struct message *m, const char *name)
{
	uint64_t address = m->number[0], bytes = m->number[1];
	uint8_t *host = arena_at(g, address, bytes);
	struct buffer *b;

	if (!host || !bytes || address % ARENA_ALIGN || overlaps(g, address, bytes))
		return false;
	b = app_place(g->app, name, address, bytes, host);
	if (g->recorder)
		recorder_place(g->recorder, b);
	return true;
}

/* The program sees the same page twice; so must the machine. */
static bool take_alias(struct guest *g, const struct message *m)
{
	uint64_t bytes = m->number[1];
	uint8_t *at = arena_at(g, m->number[0], bytes), *from = arena_at(g, m->number[2], bytes);

	return at && from && bytes &&
	       mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED,
		    g->arena_file, from - g->arena) != MAP_FAILED;
}

static bool take_drop(struct guest *g, const struct message *m)
{
	struct buffer *b = buffer_at(g, m->number[0]);

	if (b)
		drop_buffer(g, b);
	return b != NULL;
}

static bool take_load(struct guest *g, const struct message *m, const void *elf)
{
	struct message answer = {.kind = MESSAGE_LOADED};
	struct error err = {0};
	struct code_object *co = code_object_read(elf, m->bytes, g->name, &err);
	uint8_t *host = arena_at(g, m->number[0], m->number[1]);

	answer.number[0] = UINT64_MAX;
	if (co && (!host || co->image_bytes > m->number[1])) {
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

static bool take_unload(struct guest *g, const struct message *m)
{
	if (m->number[0] >= g->app->code_count)
		return false;
	app_unload(g->app, m->number[0]);
	if (g->recorder)
		recorder_unload(g->recorder, m->number[0]);
	return true;
}

static bool take_copy(struct guest *g, const struct message *m)
{
	double begin = now_ns(g);
	double took =
		g->machine.copy_latency_ns + (double)m->number[0] / g->machine.copy_bytes_per_ns;

	if (m->number[1] > COPY_ON_DEVICE)
		return false;
	g->copies.count[m->number[1]]++;
	g->copies.bytes[m->number[1]] += m->number[0];
	g->copies.ns += took;
	g->ahead_ns += took;
	return answer_done(g, DONE_OK, begin, begin + took, "");
}

/* Launches */

static struct guest_kernel *kernel_named(struct guest *g, const char *name)
{
	for (size_t i = 0; i < g->kernel_count; i++)
		if (!strcmp(g->kernels[i].name, name))
			return &g->kernels[i];
	if (g->kernel_count == g->kernel_capacity) {
		g->kernel_capacity = g->kernel_capacity ? 2 * g->kernel_capacity : 16;
		g->kernels = xrealloc(g->kernels, g->kernel_capacity * sizeof(*g->kernels));
	}
	g->kernels[g->kernel_count] = (struct guest_kernel){.name = xstrdup(name)};
	return &g->kernels[g->kernel_count++];
}

static uint64_t packet_field(const uint8_t *packet, size_t offset, size_t bytes)
{
	uint64_t value = 0;

	memcpy(&value, packet + offset, bytes);
	return value;
}

/* False when the program's runtime sent what no runtime sends. */
static bool read_launch(const struct guest *g, const struct message *m, struct launch *l)
{
	const uint8_t *packet = arena_at(g, m->number[2], PACKET_BYTES);
	const struct code_object *co =
		m->number[0] < g->app->code_count ? g->app->codes[m->number[0]].co : NULL;

	if (!packet || !co || m->number[1] >= co->kernel_count)
		return false;
	memset(l, 0, sizeof(*l));
	snprintf(l->kernel, sizeof(l->kernel), "%s", co->kernels[m->number[1]].name);
	l->dims = (unsigned)packet_field(packet, PACKET_SETUP, 2) & 3;
	for (unsigned i = 0; i < 3; i++) {
		l->workgroup[i] = (uint32_t)packet_field(packet, PACKET_WORKGROUP_SIZE + 2 * i, 2);
		l->grid[i] = (uint32_t)packet_field(packet, PACKET_GRID_SIZE + 4 * i, 4);
	}
	l->ready = (struct ready_launch){
		.code = m->number[0],
		.kernel = m->number[1],
		.packet = m->number[2],
		.queue = m->number[3],
		.kernarg = packet_field(packet, PACKET_KERNARG_ADDRESS, 8),
		.lds_bytes = (uint32_t)packet_field(packet, PACKET_GROUP_SIZE, 4),
		.private_bytes = (uint32_t)packet_field(packet, PACKET_PRIVATE_SIZE, 4),
	};
	return true;
}

static bool launch_functionally(struct guest *g, const struct launch *l, struct guest_kernel *k)
{
	uint64_t before = emulator_stats(g->emulator)->instructions, executed;
	double begin = now_ns(g);
	struct error err = {0};
	bool ok = emulator_launch(g->emulator, g->app, l, &err);

	executed = emulator_stats(g->emulator)->instructions - before;
	k->functional++;
	k->functional_instructions += executed;
	if (g->recorder)
		recorder_launched(g->recorder);
	g->ahead_ns += (double)executed * functional_ns;
	if (ok)
		return answer_done(g, DONE_OK, begin, now_ns(g), "");
	/* An interrupt is noticed again by whoever waits for the next message. */
	if (err.exit_status == 130)
		return answer_done(g, DONE_STOPPED, begin, now_ns(g), err.text);
	fprintf(stderr, "warpwalk: %s: %s\n", g->name, err.text);
	if (err.exit_status == 1) {
		g->is_stopped = true;
		g->stop_status = DONE_FAULT;
		g->stop_text = xstrdup(err.text);
	}
	return answer_done(g, err.exit_status == 1 ? DONE_FAULT : DONE_REFUSED, begin, now_ns(g),
			   err.text);
}

static bool is_timed(const struct guest *g, const struct guest_kernel *k)
{
	return g->machine.is_timed && selection_has(&g->selection, k->name, g->launches,
						    k->timed + k->functional + 1, issued(g));
}

/* *is_begun: the launch is for the machine. */
static bool take_launch(struct guest *g, const struct message *m, struct launch *l, bool *is_begun)
{
	struct guest_kernel *k;

	if (!read_launch(g, m, l))
		return false;
	if (g->is_stopped)
		return answer_done(g, g->stop_status, now_ns(g), now_ns(g), g->stop_text);
	k = kernel_named(g, g->app->codes[m->number[0]].co->kernels[m->number[1]].name);
	g->launches++;
	if (g->recorder)
		recorder_launch(g->recorder, l);
	if (!is_timed(g, k))
		return launch_functionally(g, l, k);
	g->running = k;
	g->issued_before = issued(g);
	l->ready.after_cycles = (cycle_t)(g->ahead_ns / cycle_ns(g));
	g->begun = now_cycles(g) + l->ready.after_cycles;
	g->ahead_ns = 0;
	g->under_way = true;
	*is_begun = true;
	return true;
}

/* The launch that the machine had has ended. */
static void end_launch(struct guest *g)
{
	struct guest_kernel *k = g->running;

	g->under_way = false;
	k->timed++;
	k->cycles += now_cycles(g) - g->begun;
	k->instructions += issued(g) - g->issued_before;
	if (g->recorder)
		recorder_launched(g->recorder);
	answer_done(g, DONE_OK, (double)g->begun * cycle_ns(g), now_ns(g), "");
}

static bool take_message(struct guest *g, const struct message *m, char *bytes, struct launch *l,
			 bool *is_begun)
{
	digest_add(&g->asked, m, sizeof(*m));
	digest_add(&g->asked, bytes, m->bytes);
	switch (m->kind) {
	case MESSAGE_PLACE:
		return take_place(g, m, bytes);
	case MESSAGE_ALIAS:
		return take_alias(g, m);
	case MESSAGE_DROP:
		return take_drop(g, m);
	case MESSAGE_LOAD:
		return take_load(g, m, bytes);
	case MESSAGE_UNLOAD:
		return take_unload(g, m);
	case MESSAGE_LAUNCH:
		return take_launch(g, m, l, is_begun);
	case MESSAGE_COPY:
		return take_copy(g, m);
	default:
		return false;
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

/* Waits until the connected process has something to say; false when the program has ended, or
 * somebody wants to stop. */
static bool wait_for_process(struct guest *g)
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

	if (g->under_way)
		end_launch(g);
	while (!is_begun) {
		if (!wait_for_process(g))
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
		answer_done(g, g->stop_status, now_ns(g), now_ns(g), why);
	g->under_way = false;
	guest_next(g->app, &launch);
}
