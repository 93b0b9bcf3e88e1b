/*
 * What a program says to warpwalk, message after message. Two kinds are the target's own: the
 * program writes to memory that both see, and another of its processes comes. What is recorded
 * meanwhile must be a recording.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "driver/recording/replay.h"
#include "fuzz.h"
#include "program/guest_parts.h"
#include "records.h"

enum {
	SAYS_WRITE = 100, /* number[0]: where */
	SAYS_ANOTHER,
	MOST_INSTRUCTIONS = 1000,      /* of a wavefront */
	MOST_ROUNDS = 100,             /* of workgroups */
	MOST_RECORDED_BYTES = 1 << 16, /* in buffers; a copy is kept of each */
	MOST_OTHERS = 4,
};

static const char recording[] = "guest.wwr";

/* The program, which has its say whenever the guest asks whether to stop. */
static struct {
	struct guest *guest;
	const uint8_t *input;
	size_t left;
	int socket, others[MOST_OTHERS];
	unsigned other_count, rounds;
	bool is_waiting; /* for an answer */
	bool is_called;  /* by a wavefront, which waits */
} program;

static int connect_to_guest(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	const char *name = guest_socket(program.guest);
	int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memcpy(address.sun_path + 1, name, strlen(name));
	must(!connect(s, (struct sockaddr *)&address,
		      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name))));
	return s;
}

/* Says hello, and nothing else. */
static void another_comes(void)
{
	const struct message hello = {.kind = MESSAGE_HELLO, .number = {PROTOCOL_VERSION}};
	int s;

	if (program.other_count == MOST_OTHERS)
		return;
	s = connect_to_guest();
	message_write(s, &hello, NULL);
	shutdown(s, SHUT_WR);
	program.others[program.other_count++] = s;
}

/* Messages come whole. */
static bool hear_one(void)
{
	struct message m;
	ssize_t n = recv(program.socket, &m, sizeof(m), MSG_DONTWAIT);
	char bytes[1024];

	if (n <= 0)
		return false;
	must(n == sizeof(m) && m.bytes <= sizeof(bytes));
	must(!m.bytes || recv(program.socket, bytes, m.bytes, 0) == (ssize_t)m.bytes);
	program.is_called = m.kind == MESSAGE_CALL;
	program.is_waiting = false;
	return true;
}

static void hear(void)
{
	if (program.socket < 0)
		return;
	errno = 0;
	while (hear_one())
		;
	if (errno == EAGAIN)
		return;
	close(program.socket);
	program.socket = -1;
	program.is_waiting = program.is_called = false;
}

static const uint8_t *take(size_t bytes)
{
	const uint8_t *at = program.input;

	program.input += bytes;
	program.left -= bytes;
	return at;
}

/* Only where the guest has given it memory. */
static void write_memory(const struct message *m, const uint8_t *bytes)
{
	uint8_t *at = program.guest->arena ? guest_at(program.guest, m->number[0], m->bytes) : NULL;

	if (at)
		memcpy(at, bytes, m->bytes);
}

/* Whether the program waits, having said so. Called, it does not: the launch goes on once it has
 * said RETURN. */
static bool waits_for_answer(uint32_t kind)
{
	if (program.is_called && kind != MESSAGE_RETURN)
		return false;
	program.is_called = false;
	return kind == MESSAGE_RETURN || kind == MESSAGE_HELLO || kind == MESSAGE_LOAD ||
	       kind == MESSAGE_LAUNCH || kind == MESSAGE_COPY;
}

/* The next message; false when it was for the target. */
static bool say(void)
{
	size_t header =
		program.left < sizeof(struct message) ? program.left : sizeof(struct message);
	const uint8_t *first = take(header), *bytes;
	struct message m = {0};
	size_t count;

	memcpy(&m, first, header);
	count = m.bytes < program.left ? m.bytes : program.left;
	bytes = take(count);
	if (m.kind == SAYS_ANOTHER) {
		another_comes();
		return false;
	}
	if (m.kind == SAYS_WRITE) {
		m.bytes = (uint32_t)count;
		write_memory(&m, bytes);
		return false;
	}
	send(program.socket, first, header, MSG_NOSIGNAL);
	send(program.socket, bytes, count, MSG_NOSIGNAL);
	/* The program ends in the middle of a message. */
	if (header < sizeof(m) || count < m.bytes)
		shutdown(program.socket, SHUT_WR);
	program.is_waiting = waits_for_answer(m.kind);
	return true;
}

static bool takes_its_turn(void)
{
	hear();
	/* A kernel runs. */
	if (program.is_waiting)
		return ++program.rounds > MOST_ROUNDS;
	if (program.left && program.socket < 0)
		program.socket = connect_to_guest();
	while (program.left)
		if (say())
			return false;
	if (program.socket >= 0)
		shutdown(program.socket, SHUT_WR);
	return false;
}

/* Whether a copy of every buffer takes little memory. */
static bool can_be_recorded(const uint8_t *data, size_t size)
{
	uint64_t placed = 0;
	struct message m;

	for (size_t at = 0; size - at >= sizeof(m); at += sizeof(m) + m.bytes) {
		memcpy(&m, data + at, sizeof(m));
		if (m.kind == MESSAGE_PLACE && m.number[1] > MOST_RECORDED_BYTES)
			return false;
		placed += m.kind == MESSAGE_PLACE ? m.number[1] : 0;
		if (m.bytes > size - at - sizeof(m))
			break;
	}
	return placed <= MOST_RECORDED_BYTES;
}

/* It may end otherwise than it did, as its kernels do not run here; but it fits together. */
static void must_be_a_recording(void)
{
	struct error err = {0};
	struct app *app = replay_open(recording, &err);
	struct launch launch;

	must(app != NULL);
	while (app->workload->next(app, &launch))
		;
	must(app->workload->verify(app, &err) || err.exit_status == 1);
	app_free(app);
	unlink(recording);
}

static void serve(struct recorder *recorder)
{
	const struct guest_clock clock = {.is_interrupted = takes_its_turn};
	struct launch launch;
	struct error err = {0};
	char digest[DIGEST_DIGITS + 1];

	guest_record(program.guest, recorder);
	guest_set_clock(program.guest, &clock);
	program.guest->has_ended = true; /* once it has had its say */
	while (guest_app(program.guest)->workload->next(guest_app(program.guest), &launch))
		;
	guest_stop(program.guest, false, "stopped");
	guest_digest(program.guest, digest);
	guest_free(program.guest);
	if (program.socket >= 0)
		close(program.socket);
	while (program.other_count)
		close(program.others[--program.other_count]);
	must(!recorder || recorder_finish(recorder, &err));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct guest_machine machine = {.is_timed = true,
					      .clock_mhz = 1000,
					      .memory_bytes = 1 << 30,
					      .cus = 4,
					      .lds_bytes = 65536,
					      .copy_latency_ns = 1000,
					      .copy_bytes_per_ns = 2,
					      .wavefront_limit = MOST_INSTRUCTIONS,
					      .threads = 1};
	struct selection every_other = {0};
	struct recorder *recorder = NULL;
	struct error err = {0};

	must(selection_parse(&every_other, "1/2", &err));
	memset(&program, 0, sizeof(program));
	program.input = data;
	program.left = size;
	program.socket = -1;
	program.guest = guest_new("fuzz", &machine, &every_other, &err);
	must(program.guest != NULL);
	if (can_be_recorded(data, size))
		must((recorder = recorder_new(recording, &err)) != NULL);
	serve(recorder);
	if (recorder)
		must_be_a_recording();
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	return records_mutate(data, size, max_size, seed);
}
