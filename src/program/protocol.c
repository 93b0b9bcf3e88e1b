/* Whole messages over a stream socket; part of the runtimes too, so nothing but the C library. */
#include "program/protocol.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static bool write_all(int socket, const void *bytes, size_t count)
{
	const char *at = bytes;

	while (count > 0) {
		ssize_t n = send(socket, at, count, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		count -= (size_t)n;
	}
	return true;
}

bool message_read_bytes(int socket, void *bytes, size_t count)
{
	char *at = bytes;

	while (count > 0) {
		ssize_t n = recv(socket, at, count, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		count -= (size_t)n;
	}
	return true;
}

bool message_write(int socket, const struct message *m, const void *bytes)
{
	char both[sizeof(*m) + 512];

	/* One packet where it can be: the other side wakes up once. */
	if (m->bytes > sizeof(both) - sizeof(*m))
		return write_all(socket, m, sizeof(*m)) && write_all(socket, bytes, m->bytes);
	memcpy(both, m, sizeof(*m));
	if (m->bytes)
		memcpy(both + sizeof(*m), bytes, m->bytes);
	return write_all(socket, both, sizeof(*m) + m->bytes);
}

static bool is_message(const struct message *m)
{
	return m->kind >= MESSAGE_HELLO && m->kind <= MESSAGE_RETURN &&
	       m->bytes <= MESSAGE_MOST_BYTES;
}

bool message_read(int socket, struct message *m)
{
	return message_read_bytes(socket, m, sizeof(*m)) && is_message(m);
}

/* Room for one file descriptor beside a message. */
union control {
	struct cmsghdr header;
	char room[CMSG_SPACE(sizeof(int))];
};

bool message_write_file(int socket, const struct message *m, int file)
{
	union control control = {0};
	struct iovec part = {(void *)m, sizeof(*m)};
	struct msghdr h = {.msg_iov = &part,
			   .msg_iovlen = 1,
			   .msg_control = &control,
			   .msg_controllen = sizeof(control.room)};
	struct cmsghdr *c = CMSG_FIRSTHDR(&h);
	ssize_t n;

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &file, sizeof(int));
	do
		n = sendmsg(socket, &h, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(*m);
}

bool message_read_file(int socket, struct message *m, int *file)
{
	union control control = {0};
	struct iovec part = {m, sizeof(*m)};
	struct msghdr h = {.msg_iov = &part,
			   .msg_iovlen = 1,
			   .msg_control = &control,
			   .msg_controllen = sizeof(control.room)};
	struct cmsghdr *c;
	ssize_t n;

	*file = -1;
	do
		n = recvmsg(socket, &h, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return false;
	c = CMSG_FIRSTHDR(&h);
	if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
		memcpy(file, CMSG_DATA(c), sizeof(int));
	return message_read_bytes(socket, (char *)m + n, sizeof(*m) - (size_t)n) && is_message(m);
}
