/* What a program's runtime may say, and what it may not: nothing it says brings warpwalk down. */
#include "program/guest.h"

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "program/protocol.h"

static const struct guest_machine functional = {.clock_mhz = 1000,
						.memory_bytes = 1 << 30,
						.cus = 4,
						.lds_bytes = 65536,
						.copy_latency_ns = 1000,
						.copy_bytes_per_ns = 2,
						.threads = 1};

static int connect_to(const char *name)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	memcpy(address.sun_path + 1, name, strlen(name));
	if (connect(s, (struct sockaddr *)&address,
		    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name))))
		_exit(10);
	return s;
}

/* In the child: a connection that has been welcomed. */
static int welcomed(const char *name)
{
	struct message m = {.kind = MESSAGE_HELLO, .bytes = 4, .number = {PROTOCOL_VERSION}};
	int s = connect_to(name), file;

	if (!message_write(s, &m, "test") || !message_read_file(s, &m, &file) || file < 0 ||
	    m.kind != MESSAGE_WELCOME || m.number[WELCOME_CUS] != 4)
		_exit(11);
	return s;
}

static void expect_end(int s)
{
	char byte;

	_exit(recv(s, &byte, 1, 0) == 0 ? 0 : 12);
}

/* Runs `program` as the program of a guest to its end; returns its exit status. */
static int served(void (*program)(const char *socket))
{
	const struct selection all = {0};
	struct error err = {0};
	struct guest *g = guest_new("test", &functional, &all, &err);
	pid_t pid;
	int status;

	if (!g)
		FAIL("%s", err.text);
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		program(guest_socket(g));
		_exit(0);
	}
	guest_started(g, pid);
	guest_run(g, &err);
	status = guest_status(g);
	guest_free(g);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void never_connects(const char *name)
{
	(void)name;
	_exit(3);
}

TEST(a_program_without_a_gpu)
{
	CHECK_EQ(served(never_connects), 3);
}

static void dies(const char *name)
{
	struct message m = {.kind = MESSAGE_PLACE, .number = {ARENA_BASE, 100}};
	int s = welcomed(name);

	message_write(s, &m, NULL);
	abort();
}

TEST(a_program_that_dies)
{
	CHECK_EQ((uint64_t)served(dies), (uint64_t)-6);
}

static void comes_twice(const char *name)
{
	struct message m = {.kind = MESSAGE_PLACE, .number = {ARENA_BASE, 100}};

	for (int i = 0; i < 2; i++) {
		struct message copy = {.kind = MESSAGE_COPY, .number = {2000, COPY_TO_HOST}};
		int s = welcomed(name);

		/* The same place is free again in the second process. */
		if (!message_write(s, &m, NULL) || !message_write(s, &copy, NULL) ||
		    !message_read(s, &copy) || copy.kind != MESSAGE_DONE)
			_exit(20);
		if (copy.number[2] - copy.number[1] != 2000)
			_exit(21);
		close(s);
	}
}

TEST(one_process_after_the_other)
{
	CHECK_EQ(served(comes_twice), 0);
}

static const struct message wrong[] = {
	{.kind = 0},
	{.kind = 99},
	{.kind = MESSAGE_HELLO},
	{.kind = MESSAGE_WELCOME},
	{.kind = MESSAGE_RETURN},
	{.kind = MESSAGE_PLACE, .number = {ARENA_BASE, 0}},
	{.kind = MESSAGE_PLACE, .number = {ARENA_BASE + 1, 100}},
	{.kind = MESSAGE_PLACE, .number = {ARENA_BASE - ARENA_ALIGN, 100}},
	{.kind = MESSAGE_PLACE, .number = {ARENA_BASE, UINT64_MAX}},
	{.kind = MESSAGE_PLACE,
	 .number = {ARENA_BASE + ARENA_BYTES - ARENA_ALIGN, ARENA_ALIGN + 1}},
	{.kind = MESSAGE_PLACE, .number = {UINT64_MAX - ARENA_ALIGN + 1, ARENA_ALIGN}},
	{.kind = MESSAGE_DROP, .number = {ARENA_BASE}},
	{.kind = MESSAGE_UNLOAD, .number = {0}},
	{.kind = MESSAGE_UNLOAD, .number = {UINT64_MAX}},
	{.kind = MESSAGE_LAUNCH, .number = {0, 0, ARENA_BASE}},
	{.kind = MESSAGE_LAUNCH, .number = {UINT64_MAX, UINT64_MAX, 0}},
	{.kind = MESSAGE_COPY, .number = {1, 3}},
	{.kind = MESSAGE_COPY, .number = {ARENA_BYTES + 1, COPY_TO_HOST}},
	{.kind = MESSAGE_COPY, .bytes = UINT32_MAX},
};
static size_t which;

static void says_something_wrong(const char *name)
{
	int s = welcomed(name);

	message_write(s, &wrong[which], NULL);
	shutdown(s, SHUT_WR);
	expect_end(s);
}

TEST(what_no_runtime_says_ends_the_conversation)
{
	for (which = 0; which < sizeof(wrong) / sizeof(*wrong); which++)
		CHECK_EQ(served(says_something_wrong), 0);
}

static void loads_nonsense(const char *name)
{
	struct message place = {.kind = MESSAGE_PLACE, .number = {ARENA_BASE, 4096}};
	struct message load = {.kind = MESSAGE_LOAD, .bytes = 8, .number = {ARENA_BASE, 4096}};
	int s = welcomed(name);
	char why[512];

	if (!message_write(s, &place, NULL) || !message_write(s, &load, "nonsense") ||
	    !message_read(s, &load) || load.kind != MESSAGE_LOADED ||
	    load.number[0] != UINT64_MAX || load.bytes == 0 || load.bytes > sizeof(why) ||
	    !message_read_bytes(s, why, load.bytes))
		_exit(30);
}

TEST(a_code_object_that_is_none_is_refused)
{
	CHECK_EQ(served(loads_nonsense), 0);
}

/* Says it, and hears what comes of it. */
static void say(int s, struct message *m, const void *bytes, struct message *answer)
{
	char why[512];

	if (!message_write(s, m, bytes) || !message_read(s, answer) ||
	    answer->bytes > sizeof(why) || !message_read_bytes(s, why, answer->bytes))
		_exit(40);
}

static struct message load_of(const struct workload_entry *w)
{
	return (struct message){.kind = MESSAGE_LOAD,
				.bytes = (uint32_t)w->code_object_bytes,
				.number = {ARENA_BASE, 1 << 20}};
}

static const struct workload_entry *relu(void)
{
	struct error err;

	return workload_find("relu", &err);
}

static void loads_into_nothing(const char *name)
{
	struct message load = load_of(relu()), answer;
	int s = welcomed(name);

	say(s, &load, relu()->code_object, &answer);
	if (answer.kind != MESSAGE_LOADED || answer.number[0] != UINT64_MAX)
		_exit(41);
}

TEST(code_needs_a_buffer)
{
	CHECK_EQ(served(loads_into_nothing), 0);
}

static void launches_what_is_gone(const char *name)
{
	struct message place = {.kind = MESSAGE_PLACE, .number = {ARENA_BASE, 1 << 20}};
	struct message drop = {.kind = MESSAGE_DROP, .number = {ARENA_BASE}};
	struct message launch = {.kind = MESSAGE_LAUNCH, .number = {0, 0, ARENA_BASE}};
	struct message load = load_of(relu()), answer;
	int s = welcomed(name);

	if (!message_write(s, &place, NULL))
		_exit(42);
	say(s, &load, relu()->code_object, &answer);
	if (answer.kind != MESSAGE_LOADED || answer.number[0] != 0)
		_exit(43);
	if (!message_write(s, &drop, NULL) || !message_write(s, &launch, NULL))
		_exit(44);
	shutdown(s, SHUT_WR);
	expect_end(s);
}

TEST(code_goes_with_its_buffer)
{
	CHECK_EQ(served(launches_what_is_gone), 0);
}

static void takes_the_arena_away(const char *name)
{
	struct message m = {.kind = MESSAGE_HELLO, .number = {PROTOCOL_VERSION}};
	int s = connect_to(name), file;

	if (!message_write(s, &m, NULL) || !message_read_file(s, &m, &file) || file < 0)
		_exit(50);
	if (!ftruncate(file, 4096))
		_exit(51);
}

TEST(the_arena_stays_as_large_as_it_is)
{
	CHECK_EQ(served(takes_the_arena_away), 0);
}

static void of_another_version(const char *name)
{
	struct message m = {.kind = MESSAGE_HELLO, .number = {PROTOCOL_VERSION + 1}};
	int s = connect_to(name);

	message_write(s, &m, NULL);
	expect_end(s);
}

TEST(another_version_is_turned_away)
{
	CHECK_EQ(served(of_another_version), 0);
}
