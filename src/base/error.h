/*
 * Three kinds of error. The user's: a line of text carried back in a struct error, printed once by
 * main, exit status 2 (or 1 when the simulated program failed). Ours: BUG(). Out of memory: fatal.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line for the user: what is wrong, where, what to do. Empty when nothing is wrong. */
struct error {
	int exit_status; /* 2: bad input; 1: the simulated program or a check failed */
	bool unfit;      /* bad input of which each part is right, but they do not go together */
	char text[1024];
};

/* Formats the line and returns false, so that a failing function can `return error_set(...)`.
 * Control characters become spaces and question marks, so that one line it is. */
bool error_set(struct error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Likewise, for a simulated program that went wrong or a result that is not right. */
bool error_failed(struct error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The line there says that things do not go together; returns false. */
bool error_unfit(struct error *err);

/* Puts "context: " in front of the line already there; returns false. */
bool error_prefix(struct error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A mistake of ours: says where in the source, then aborts. */
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void bug_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

enum { HOST_LINE_BYTES = 64 };

/*
 * Allocation that ends the program with one line when the host has no memory left. The line says
 * how much was asked for, and what for as memory_for last had it: "workload 'mm'".
 */
void memory_for(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void out_of_memory(uint64_t bytes);
void *xmalloc(size_t bytes);
void *xcalloc(size_t count, size_t bytes);
/* The same, beginning with a line of the host's cache. */
void *xmalloc_lines(size_t bytes);
void *xcalloc_lines(size_t count, size_t bytes);
void *xrealloc(void *old, size_t bytes);
char *xstrdup(const char *text);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
