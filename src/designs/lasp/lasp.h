/*
 * LASP [Khairy20], the baseline of [Pratheek22 §II]: from the index notes of a kernel and the
 * launch at hand, the kind of locality of each data structure, how its pages are spread over the
 * chiplets and along which dimension of the grid the workgroups are divided.
 *
 * Classes of an access, the first that applies:
 *
 *   unclassified  the index is read from memory, or not linear from iteration to iteration
 *
 *   ITL           a walk from a start that was read from memory (a row of a sparse matrix)
 *
 *   unclassified  the same for every workgroup
 *
 *   RCL           in a grid of several dimensions the index depends on one id alone
 *
 *   ITL           each work-item walks over consecutive elements of its own
 *
 *   NL            the rest: workgroups touch data of their own
 *
 * A structure has the class of its access with the most locality; where several have it, the one
 * that touches the most lines per workgroup decides how workgroups are divided (syrk reads rows of
 * A by y, one for 32 work-items, and rows of A by x, one for each). A kernel has the class of its
 * largest structure.
 */
#ifndef DESIGNS_LASP_LASP_H
#define DESIGNS_LASP_LASP_H

#include "launch/index_notes.h"
#include "launch/launch.h"
#include "plan.h"

/* In order of locality. */
enum lasp_class {
	LASP_UNCLASSIFIED,
	LASP_NL,
	LASP_ITL,
	LASP_RCL_COLUMNS,
	LASP_RCL_ROWS,
	LASP_CLASSES,
};

const char *lasp_class_name(enum lasp_class class); /* "RCL rows" */

enum lasp_class lasp_access_class(const struct index_kernel *k, const struct index_access *a);

/* Of what one argument points to; unclassified when the kernel does not access it. */
enum lasp_class lasp_argument_class(const struct index_kernel *k, unsigned argument);

/* How to place one buffer: consecutive blocks on consecutive chiplets. */
struct lasp_structure {
	const struct buffer *buffer;
	enum lasp_class class;
	uint64_t block_bytes; /* whole pages */
};

struct lasp_plan {
	enum lasp_class class;        /* of the kernel, by its largest structure */
	const struct buffer *largest; /* that decided; NULL without buffers */
	unsigned split;               /* dimension along which workgroups are divided */
	struct lasp_structure of[LAUNCH_MAX_ARGS];
	size_t count;
};

struct lasp_options {
	unsigned chiplets;
	uint64_t page_bytes;
	bool first; /* of several accesses of one class the first decides, not the widest */
};

/* k: NULL for a kernel without notes, all of whose structures are unclassified. */
void lasp_launch(struct lasp_plan *plan, const struct index_kernel *k, const struct launch *launch,
		 const struct lasp_options *options);

extern const struct launch_advice_ops advice_index_notes;
extern const struct data_placement_ops placement_lasp;
extern const struct workgroup_dispatch_ops dispatch_contiguous, dispatch_lasp;

#endif
