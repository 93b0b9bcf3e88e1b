/* Talks to warpwalk for the runtimes; see client.h. */
#include "runtime/client.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/error.h"
#include "runtime/arena.h"
#include "runtime/client_parts.h"

static struct {
	pthread_mutex_t lock;         /* of everything but the socket */
	pthread_mutex_t conversation; /* held from a question to its answer */
	bool is_tried, is_open;
	pid_t pid;
	int socket, arena_file;
	struct gpu_info info;
	struct arena arena;
	char *pending; /* messages without an answer, sent before the next question */
	size_t pending_bytes, pending_capacity;
	uint64_t now_ns;
	uint64_t runs; /* odd: a launch is under way and not stopped by a call */
	void (*serve)(uint32_t what);
	bool is_serving;
	uint64_t *held; /* freed while serving */
	size_t held_count;
} gpu = {.lock = PTHREAD_MUTEX_INITIALIZER, .conversation = PTHREAD_MUTEX_INITIALIZER};

static void complain(const char *what)
{
	fprintf(stderr, "warpwalk: no simulated GPU: %s\n", what);
}

/* A process that was forked off has the memory, but not the machine. */
static void after_fork(void)
{
	/* Whether the parent is there is seen by its end of the socket. */
	if (gpu.is_open)
		close(gpu.socket);
	gpu.is_open = false;
	gpu.is_tried = true;
}

static int connect_to(const char *name)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t length = strlen(name);
	int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (s < 0 || length + 2 > sizeof(address.sun_path))
		return -1;
	memcpy(address.sun_path + 1, name, length);
	if (!connect(s, (struct sockaddr *)&address,
		     (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)))
		return s;
	close(s);
	return -1;
}

static bool say_hello(void)
{
	const char *name = program_invocation_short_name;
	struct message m = {.kind = MESSAGE_HELLO};
	size_t length = strnlen(name, 255);

	m.bytes = (uint32_t)length;
	m.number[0] = PROTOCOL_VERSION;
	m.number[1] = (uint64_t)getpid();
	if (!message_write(gpu.socket, &m, name) ||
	    !message_read_file(gpu.socket, &m, &gpu.arena_file) || m.kind != MESSAGE_WELCOME ||
	    gpu.arena_file < 0)
		return false;
	gpu.info = (struct gpu_info){
		.page_bytes = m.number[WELCOME_PAGE_BYTES],
		.memory_bytes = m.number[WELCOME_MEMORY_BYTES],
		.cus = (uint32_t)m.number[WELCOME_CUS],
		.lds_bytes = (uint32_t)m.number[WELCOME_LDS_BYTES],
		.clock_khz = (uint32_t)m.number[WELCOME_CLOCK_KHZ],
		.is_timed = m.number[WELCOME_IS_TIMED],
	};
	return m.number[WELCOME_VERSION] == PROTOCOL_VERSION;
}

static bool map_arena(void)
{
	void *at = mmap((void *)ARENA_BASE, ARENA_BYTES, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, gpu.arena_file, 0);

	if (at != (void *)ARENA_BASE)
		return false;
	arena_init(&gpu.arena, ARENA_BASE, ARENA_BYTES, gpu.info.page_bytes);
	return true;
}

static void open_once(void)
{
	const char *name = getenv(PROGRAM_SOCKET_VARIABLE);

	gpu.is_tried = true;
	if (!name) {
		complain("start the program with `warpwalk exec -- PROGRAM`");
		return;
	}
	gpu.socket = connect_to(name);
	if (gpu.socket < 0 || !say_hello())
		complain("warpwalk does not answer, or another process of the program has it");
	else if (!map_arena())
		complain("the program has something else where device memory should be");
	else
		gpu.is_open = true;
	pthread_atfork(NULL, NULL, after_fork);
}

const struct gpu_info *gpu_open(void)
{
	pthread_mutex_lock(&gpu.lock);
	if (!gpu.is_tried)
		open_once();
	pthread_mutex_unlock(&gpu.lock);
	return gpu.is_open ? &gpu.info : NULL;
}

/* Messages */

/* With the lock held. */
static void queue_message(const struct message *m, const void *bytes)
{
	size_t need = gpu.pending_bytes + sizeof(*m) + m->bytes;

	if (need > gpu.pending_capacity) {
		gpu.pending_capacity = 2 * need;
		gpu.pending = xrealloc(gpu.pending, gpu.pending_capacity);
	}
	memcpy(gpu.pending + gpu.pending_bytes, m, sizeof(*m));
	if (m->bytes)
		memcpy(gpu.pending + gpu.pending_bytes + sizeof(*m), bytes, m->bytes);
	gpu.pending_bytes = need;
}

static bool send_pending(void)
{
	char *pending;
	size_t sent = 0, bytes;
	bool ok = true;

	pthread_mutex_lock(&gpu.lock);
	pending = gpu.pending;
	bytes = gpu.pending_bytes;
	gpu.pending = NULL;
	gpu.pending_bytes = gpu.pending_capacity = 0;
	pthread_mutex_unlock(&gpu.lock);
	while (ok && sent < bytes) {
		ssize_t n = send(gpu.socket, pending + sent, bytes - sent, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		ok = n > 0;
		sent += ok ? (size_t)n : 0;
	}
	free(pending);
	return ok;
}

static void set_serving(bool is_serving)
{
	pthread_mutex_lock(&gpu.lock);
	gpu.is_serving = is_serving;
	pthread_mutex_unlock(&gpu.lock);
}

uint64_t gpu_runs(void)
{
	return __atomic_load_n(&gpu.runs, __ATOMIC_SEQ_CST);
}

static void machine_starts_or_stops(void)
{
	__atomic_fetch_add(&gpu.runs, 1, __ATOMIC_SEQ_CST);
}

static bool serve_call(const struct message *call)
{
	const struct message back = {.kind = MESSAGE_RETURN};

	machine_starts_or_stops();
	set_serving(true);
	if (gpu.serve)
		gpu.serve((uint32_t)call->number[0]);
	set_serving(false);
	machine_starts_or_stops();
	return send_pending() && message_write(gpu.socket, &back, NULL);
}

static bool read_answer(struct message *answer)
{
	bool ok;

	do
		ok = message_read(gpu.socket, answer);
	while (ok && answer->kind == MESSAGE_CALL && serve_call(answer));
	return ok && answer->kind != MESSAGE_CALL;
}

void gpu_on_call(void (*serve)(uint32_t what))
{
	gpu.serve = serve;
}

static void give_held(void);

/* Sends what waits and the question, reads the answer and its text. False when warpwalk is gone. */
static bool ask(const struct message *question, const void *bytes, struct message *answer,
		char *text, size_t text_bytes)
{
	bool ok;
	char *rest = NULL;

	pthread_mutex_lock(&gpu.conversation);
	machine_starts_or_stops();
	ok = gpu.is_open && send_pending() && message_write(gpu.socket, question, bytes) &&
	     read_answer(answer);
	machine_starts_or_stops();
	if (ok) {
		rest = xmalloc((size_t)answer->bytes + 1);
		ok = message_read_bytes(gpu.socket, rest, answer->bytes);
		rest[answer->bytes] = '\0';
		snprintf(text, text_bytes, "%s", rest);
		free(rest);
	}
	pthread_mutex_unlock(&gpu.conversation);
	give_held();
	if (!ok)
		snprintf(text, text_bytes, "warpwalk is gone");
	return ok;
}

/* Memory */

void *client_place(size_t bytes, size_t align, const char *name, void *host)
{
	struct message m = {.kind = MESSAGE_PLACE, .bytes = (uint32_t)strlen(name)};
	uint64_t address;

	if (!gpu_open() || !bytes)
		return NULL;
	pthread_mutex_lock(&gpu.lock);
	address = arena_take(&gpu.arena, bytes, align, (uint64_t)(uintptr_t)host);
	if (address) {
		m.number[0] = address;
		m.number[1] = bytes;
		queue_message(&m, name);
	}
	pthread_mutex_unlock(&gpu.lock);
	return (void *)(uintptr_t)address;
}

bool client_map(void *at, uint64_t bytes, uint64_t from)
{
	return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED,
		    gpu.arena_file, (off_t)(from - ARENA_BASE)) != MAP_FAILED;
}

bool client_alias(uint64_t address, uint64_t bytes, uint64_t from)
{
	struct message m = {.kind = MESSAGE_ALIAS};

	if (!client_map((void *)(uintptr_t)address, bytes, from))
		return false;
	m.number[0] = address;
	m.number[1] = bytes;
	m.number[2] = from;
	pthread_mutex_lock(&gpu.lock);
	queue_message(&m, NULL);
	pthread_mutex_unlock(&gpu.lock);
	return true;
}

void *gpu_allocate(size_t bytes, size_t align, const char *name)
{
	return client_place(bytes, align, name, NULL);
}

/* Gives the pages back to the host, which reads zeros there next. With the lock held. */
static void give_away(const struct arena_block *block)
{
	struct message m = {.kind = MESSAGE_DROP};

	/* After the kernel that may still use it, as the message is. */
	m.number[0] = block->address;
	queue_message(&m, NULL);
	arena_give(&gpu.arena, block->address);
	madvise((void *)(uintptr_t)block->address, arena_whole_pages(&gpu.arena, block->bytes),
		MADV_REMOVE);
}

/* The kernel that is being served may have it in use; and the machine knows what is there. */
static void hold(uint64_t address)
{
	gpu.held = xrealloc(gpu.held, (gpu.held_count + 1) * sizeof(*gpu.held));
	gpu.held[gpu.held_count++] = address;
}

static void give_held(void)
{
	struct arena_block block;

	pthread_mutex_lock(&gpu.lock);
	for (size_t i = 0; i < gpu.held_count; i++)
		if (arena_find(&gpu.arena, gpu.held[i], &block) && block.address == gpu.held[i])
			give_away(&block);
	gpu.held_count = 0;
	pthread_mutex_unlock(&gpu.lock);
}

bool client_take_away(uint64_t address)
{
	struct arena_block block;
	bool ok;

	pthread_mutex_lock(&gpu.lock);
	ok = arena_find(&gpu.arena, address, &block) && block.address == address;
	if (ok && gpu.is_serving)
		hold(address);
	else if (ok)
		give_away(&block);
	pthread_mutex_unlock(&gpu.lock);
	return ok;
}

bool gpu_free(void *p)
{
	struct gpu_range range;

	return gpu.is_open && gpu_find(p, &range) && range.base == p && !range.is_shared &&
	       client_take_away((uint64_t)(uintptr_t)p);
}

bool gpu_find(const void *p, struct gpu_range *range)
{
	struct arena_block block;
	bool ok;

	if (!gpu.is_open)
		return false;
	pthread_mutex_lock(&gpu.lock);
	ok = arena_find(&gpu.arena, (uint64_t)(uintptr_t)p, &block) ||
	     arena_find_host(&gpu.arena, (uint64_t)(uintptr_t)p, &block);
	pthread_mutex_unlock(&gpu.lock);
	if (ok)
		*range = (struct gpu_range){
			.base = (void *)(uintptr_t)block.address,
			.host = (void *)(uintptr_t)(block.host ? block.host : block.address),
			.bytes = block.bytes,
			.is_shared = block.host != 0,
		};
	return ok;
}

/* Code */

bool gpu_load(const void *elf, size_t bytes, struct gpu_code *code, char *why, size_t why_bytes)
{
	struct message question = {.kind = MESSAGE_LOAD, .bytes = (uint32_t)bytes}, answer;
	struct error err = {0};

	memset(code, 0, sizeof(*code));
	if (!gpu_open()) {
		snprintf(why, why_bytes, "no simulated GPU");
		return false;
	}
	code->co = bytes <= MESSAGE_MOST_BYTES ? code_object_read(elf, bytes, "code object", &err)
					       : NULL;
	if (!code->co) {
		snprintf(why, why_bytes, "%s", err.text);
		return false;
	}
	code->image = gpu_allocate(code->co->image_bytes, gpu.info.page_bytes, "code object");
	question.number[0] = (uint64_t)(uintptr_t)code->image;
	question.number[1] = code->co->image_bytes;
	if (code->image && ask(&question, elf, &answer, why, why_bytes) &&
	    answer.kind == MESSAGE_LOADED && answer.number[0] != UINT64_MAX) {
		code->number = answer.number[0];
		code_object_relocate(code->co, question.number[0]);
		return true;
	}
	if (code->image)
		gpu_free(code->image);
	else
		snprintf(why, why_bytes, "no room for a code object");
	code_object_free(code->co);
	return false;
}

void gpu_unload(struct gpu_code *code)
{
	struct message m = {.kind = MESSAGE_UNLOAD};

	m.number[0] = code->number;
	pthread_mutex_lock(&gpu.lock);
	queue_message(&m, NULL);
	pthread_mutex_unlock(&gpu.lock);
	gpu_free(code->image);
	code_object_free(code->co);
	memset(code, 0, sizeof(*code));
}

/* Launches and copies */

static void ask_done(const struct message *question, struct gpu_done *done)
{
	struct message answer;

	memset(done, 0, sizeof(*done));
	if (!ask(question, NULL, &answer, done->why, sizeof(done->why)) ||
	    answer.kind != MESSAGE_DONE) {
		done->status = DONE_STOPPED;
		done->begin_ns = done->end_ns = gpu_now();
		return;
	}
	done->status = (enum done_status)answer.number[0];
	done->begin_ns = answer.number[1];
	done->end_ns = answer.number[2];
	__atomic_store_n(&gpu.now_ns, done->end_ns, __ATOMIC_RELEASE);
}

void gpu_launch(const struct gpu_code *code, size_t kernel, const void *packet, const void *queue,
		struct gpu_done *done)
{
	struct message m = {.kind = MESSAGE_LAUNCH};

	m.number[0] = code->number;
	m.number[1] = kernel;
	m.number[2] = (uint64_t)(uintptr_t)packet;
	m.number[3] = (uint64_t)(uintptr_t)queue;
	ask_done(&m, done);
}

void gpu_copy(uint64_t bytes, enum copy_direction direction, struct gpu_done *done)
{
	struct message m = {.kind = MESSAGE_COPY};

	m.number[0] = bytes;
	m.number[1] = direction;
	ask_done(&m, done);
}

uint64_t gpu_now(void)
{
	return __atomic_load_n(&gpu.now_ns, __ATOMIC_ACQUIRE);
}
