/*
 * Index notes: where the kernels of a code object access the memory behind their arguments, as
 * expressions of ids, sizes, arguments and loop iterations. Found when a kernel is compiled
 * (tools/analyse) and kept in a section of the code object; a code object from elsewhere has none.
 *
 * Lines of text, in this order for each kernel:
 *
 *   kernel NAME DIMENSIONS
 *   symbol NUMBER KIND OF GROUPS LOCALS LOOPS LOADED VARYING
 *   access ARGUMENT read|write BYTES TERM... | EXPRESSION
 *
 * A symbol's GROUPS and LOCALS are the dimensions (bits) of the ids it depends on, LOOPS the loops.
 * A TERM is a coefficient in bytes with the symbols that it multiplies: 4:1.3. BYTES is the size of
 * an element, EXPRESSION the same index in elements, for reading.
 */
#ifndef LAUNCH_INDEX_NOTES_H
#define LAUNCH_INDEX_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum index_kind {
	INDEX_GLOBAL, /* ids and sizes: `of` is the dimension */
	INDEX_GROUP,
	INDEX_LOCAL,
	INDEX_LOCAL_SIZE,
	INDEX_GROUPS,
	INDEX_GLOBAL_SIZE,
	INDEX_OFFSET,
	INDEX_ARGUMENT, /* the argument's number */
	INDEX_LOOP,     /* iterations of loop number `of` */
	INDEX_LOADED,   /* read from memory behind an argument */
	INDEX_OTHER,
	INDEX_KINDS,
};

struct index_symbol {
	enum index_kind kind;
	unsigned number, of;
	uint32_t groups, locals, loops; /* what it depends on, by bits */
	bool loaded;                    /* on a value read from memory */
	bool varying; /* carried from iteration to iteration in no linear way, or unknown */
};

enum { INDEX_FACTORS = 6 };

struct index_term {
	int64_t bytes; /* coefficient */
	unsigned factors;
	const struct index_symbol *factor[INDEX_FACTORS];
};

struct index_access {
	unsigned argument;
	bool write;
	uint32_t element; /* bytes */
	struct index_term *terms;
	size_t term_count;
	char *text;
};

struct index_kernel {
	char *name;
	unsigned dims; /* that its ids have */
	struct index_symbol *symbols;
	size_t symbol_count;
	struct index_access *accesses;
	size_t access_count;
};

struct index_notes {
	struct index_kernel *kernels;
	size_t kernel_count;
};

/* NULL with one line in err when the text is not as above. */
struct index_notes *index_notes_read(const char *text, struct error *err);
void index_notes_free(struct index_notes *notes); /* NULL is fine */

/* NULL when there are no notes, or none of this kernel. */
const struct index_kernel *index_notes_kernel(const struct index_notes *notes, const char *name);

#endif
