/*
 * How a program that runs on the simulated GPU talks to warpwalk. The runtimes in the program
 * (src/runtime) own its memory; warpwalk runs its kernels. Both see the same bytes: an arena of
 * shared memory, which the program has at ARENA_BASE, so that device addresses are the program's
 * own pointers and the same in every run.
 *
 * Messages go over a Unix socket, a header and then so many bytes of text or data. The program
 * asks, warpwalk answers where the table says so, in order.
 *
 *   ask       numbers                           bytes            answer
 *   HELLO     version, process id               program's name   WELCOME (and the arena's file)
 *   PLACE     address, bytes                    name             -
 *   ALIAS     address, bytes, address           -                -
 *   DROP      address                           -                -
 *   LOAD      address of the image, its bytes   the ELF file     LOADED
 *   UNLOAD    code                              -                -
 *   LAUNCH    code, kernel, packet, queue       -                DONE
 *   COPY      bytes, enum copy_direction        -                DONE
 *   RETURN    -                                 -                -
 *
 *   answer    numbers                                      bytes
 *   WELCOME   enum welcome fields
 *   LOADED    code; UINT64_MAX: refused                    why
 *   DONE      enum done_status, begin and end (ns)         why not
 *   CALL      what                                         -
 *
 * CALL comes before a launch's DONE: a wavefront interrupts the host (s_sendmsg) with so much in
 * M0, and the machine waits until the program has served it and says RETURN. Memory that it places
 * before that is the kernel's to use.
 */
#ifndef PROGRAM_PROTOCOL_H
#define PROGRAM_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROGRAM_SOCKET_VARIABLE "WARPWALK_SOCKET"
#define ARENA_BASE UINT64_C(0x1000000000)
#define ARENA_BYTES (UINT64_C(1) << 40)
/* Allocations begin at multiples of the largest page, so that they lie the same on every GPU. */
#define ARENA_ALIGN (UINT64_C(2) << 20)

enum {
	PROTOCOL_VERSION = 2,
	MESSAGE_NUMBERS = 8,
	MESSAGE_MOST_BYTES = 1 << 30, /* of one message: a code object */
};

enum message_kind {
	MESSAGE_HELLO = 1,
	MESSAGE_PLACE,
	MESSAGE_ALIAS, /* pages that show what is kept at another address of the arena */
	MESSAGE_DROP,
	MESSAGE_LOAD,
	MESSAGE_UNLOAD,
	MESSAGE_LAUNCH,
	MESSAGE_COPY,
	MESSAGE_WELCOME,
	MESSAGE_LOADED,
	MESSAGE_DONE,
	MESSAGE_CALL,
	MESSAGE_RETURN,
};

/* Numbers of WELCOME. */
enum welcome {
	WELCOME_VERSION,
	WELCOME_PAGE_BYTES, /* allocations begin and end with pages */
	WELCOME_CUS,
	WELCOME_CLOCK_KHZ,
	WELCOME_MEMORY_BYTES,
	WELCOME_LDS_BYTES,
	WELCOME_IS_TIMED,
};

enum copy_direction { COPY_TO_DEVICE, COPY_TO_HOST, COPY_ON_DEVICE };

enum done_status {
	DONE_OK,
	DONE_REFUSED, /* the launch is not possible */
	DONE_FAULT,   /* the kernel went wrong; nothing runs after it */
	DONE_STOPPED, /* warpwalk was interrupted or is at its limit */
};

struct message {
	uint32_t kind;
	uint32_t bytes; /* that follow */
	uint64_t number[MESSAGE_NUMBERS];
};

/* All of it; false when the other side is gone (or, for a read, sent what no message is). */
bool message_write(int socket, const struct message *m, const void *bytes);
bool message_read(int socket, struct message *m);
bool message_read_bytes(int socket, void *bytes, size_t count);

/* WELCOME with the file behind the arena, or -1. */
bool message_write_file(int socket, const struct message *m, int file);
bool message_read_file(int socket, struct message *m, int *file);

#endif
