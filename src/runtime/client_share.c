/*
 * Memory of the program's own that the GPU sees too. The program's pages are replaced by pages of
 * the arena with the same contents, at the same place: from then on both see the same bytes. Other
 * threads must not write to them meanwhile, as on a real machine nobody writes to what is being
 * registered.
 *
 * Two ranges may have a page in common. The GPU knows it at two addresses then, one of which is an
 * alias of the other. Such ranges stay shared until all that hang together are to be given back.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "runtime/client_parts.h"

static const uintptr_t host_page = 4096;

struct share {
	uintptr_t host;       /* what was asked for begins here */
	uintptr_t first, end; /* whole pages of the program */
	uint64_t address;     /* for the GPU */
	uint64_t *kept;       /* for each page the address in the arena where its bytes are */
	bool is_dead;         /* not wanted any more */
	bool is_marked;
	struct share *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct share *shares;

static struct share *share_with(uintptr_t page)
{
	for (struct share *s = shares; s; s = s->next)
		if (page >= s->first && page < s->end)
			return s;
	return NULL;
}

static size_t page_count(const struct share *s)
{
	return (s->end - s->first) / host_page;
}

/* The bytes of one page become visible to the GPU, or are so already. */
static bool share_page(struct share *s, size_t i)
{
	uintptr_t page = s->first + i * host_page;
	uint64_t address = s->address + i * host_page;
	const struct share *other = share_with(page);

	if (other) {
		s->kept[i] = other->kept[(page - other->first) / host_page];
		return client_alias(address, host_page, s->kept[i]);
	}
	s->kept[i] = address;
	return true;
}

/* Pages from i on that are not shared yet, at once. */
static size_t share_run(struct share *s, size_t i)
{
	uintptr_t at = s->first + i * host_page;
	size_t count = 0;

	while (i + count < page_count(s) &&
	       s->kept[i + count] == s->address + (i + count) * host_page)
		count++;
	if (!count)
		return 0;
	memcpy((char *)(uintptr_t)s->address + i * host_page, (void *)at, count * host_page);
	if (!client_map((void *)at, count * host_page, s->address + i * host_page))
		BUG("pages of the program cannot be mapped");
	return count;
}

void *gpu_share(void *host, size_t bytes, const char *name)
{
	struct share *s;
	bool ok = true;

	if (!gpu_open() || !bytes)
		return NULL;
	s = xcalloc(1, sizeof(*s));
	s->host = (uintptr_t)host;
	s->first = (uintptr_t)host & ~(host_page - 1);
	s->end = ((uintptr_t)host + bytes + host_page - 1) & ~(host_page - 1);
	s->address = (uintptr_t)client_place(s->end - s->first, 0, name, (void *)s->first);
	if (!s->address) {
		free(s);
		return NULL;
	}
	s->kept = xcalloc(page_count(s), sizeof(*s->kept));
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < page_count(s) && ok; i++)
		ok = share_page(s, i);
	if (!ok)
		BUG("pages of the arena cannot be mapped");
	for (size_t i = 0; i < page_count(s);) {
		size_t count = share_run(s, i);

		i += count ? count : 1;
	}
	s->next = shares;
	shares = s;
	pthread_mutex_unlock(&lock);
	return (char *)(uintptr_t)s->address + ((uintptr_t)host - s->first);
}

/* Marks all that hang together with s; false when one of them is still wanted. */
static bool mark(struct share *s)
{
	bool all_dead = s->is_dead;

	s->is_marked = true;
	for (struct share *o = shares; o; o = o->next)
		if (!o->is_marked && o->first < s->end && s->first < o->end)
			all_dead = mark(o) && all_dead;
	return all_dead;
}

/* The program has its bytes to itself again. */
static void give_back_pages(const struct share *s)
{
	size_t bytes = s->end - s->first;
	void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (copy == MAP_FAILED)
		BUG("no memory for pages of the program");
	memcpy(copy, (void *)(uintptr_t)s->address, bytes);
	if (mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)s->first) ==
	    MAP_FAILED)
		BUG("pages of the program cannot be mapped");
}

static void free_share(struct share *s)
{
	for (size_t i = 0; i < page_count(s); i++) {
		uint64_t address = s->address + i * host_page;

		if (s->kept[i] != address)
			client_alias(address, host_page, address);
	}
	client_take_away(s->address);
	free(s->kept);
	free(s);
}

static void free_marked(void)
{
	for (struct share *s = shares; s; s = s->next)
		if (s->is_marked)
			give_back_pages(s);
	for (struct share **at = &shares; *at;) {
		struct share *s = *at;

		if (!s->is_marked) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		free_share(s);
	}
}

/* By the program's address, at best the very one that was shared, or by the GPU's. */
static struct share *wanted_share(uintptr_t p)
{
	struct share *found = NULL;

	for (struct share *s = shares; s; s = s->next) {
		if (s->is_dead)
			continue;
		if (s->host == p || p - s->address < s->end - s->first)
			return s;
		if (p - s->first < s->end - s->first)
			found = s;
	}
	return found;
}

bool gpu_unshare(void *host)
{
	struct share *s;

	pthread_mutex_lock(&lock);
	s = wanted_share((uintptr_t)host);
	if (s) {
		s->is_dead = true;
		if (mark(s))
			free_marked();
		for (struct share *o = shares; o; o = o->next)
			o->is_marked = false;
	}
	pthread_mutex_unlock(&lock);
	return s != NULL;
}
