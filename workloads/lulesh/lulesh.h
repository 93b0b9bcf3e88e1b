/* What the files of LULESH share: its fields, its mesh, vectors. */
#ifndef WORKLOADS_LULESH_H
#define WORKLOADS_LULESH_H

#include "driver/workload/workload.h"

enum { ELEMENT_GROUP = 64, NODE_GROUP = 128, CORNERS = 8, REGIONS = 11 };

/* Arrays of double: of nodes, of corners, of elements. Those of a vector come in threes, x, y, z.
 */
enum field {
	POSITION,
	VELOCITY = POSITION + 3,
	ACCELERATION = VELOCITY + 3,
	FORCE = ACCELERATION + 3,
	NODE_MASS = FORCE + 3,
	CORNER_FORCE,
	LENGTH = CORNER_FORCE + 3,
	CHANGE = LENGTH + 3,
	FIRST_VOLUME = CHANGE + 3,
	VOLUME,
	NEW_VOLUME,
	GROWTH,
	RATE,
	LINEAR,
	QUADRATIC,
	ENERGY,
	PRESSURE,
	VISCOSITY,
	SOUND,
	MASS,
	FIELDS
};

static const double hourglass = 3, velocity_cut = 1e-7;

struct lulesh {
	struct buffer *nodes, *neighbours, *boundaries, *list, *planes[3], *bad;
	struct buffer *counts, *starts, *corners;
	struct buffer *fields[FIELDS];
	double *first[FIELDS]; /* copies of the fields at the start, for the reference */
	size_t edge, elements, padded, node_count, plane_count, iterations;
	double spacing, step;
	size_t launches;
};

/* Around the lower face, then the upper. */
static const size_t lulesh_offsets[CORNERS][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
						  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

static inline void place_of(const struct lulesh *s, size_t element, size_t at[3])
{
	at[0] = element % s->edge;
	at[1] = element / s->edge % s->edge;
	at[2] = element / s->edge / s->edge;
}

struct vector {
	double x, y, z;
};

static inline struct vector plus(struct vector a, double factor, struct vector b)
{
	return (struct vector){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static inline struct vector minus(struct vector a, struct vector b)
{
	return plus(a, -1, b);
}

static inline double dot(struct vector a, struct vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vector cross(struct vector a, struct vector b)
{
	return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline void gather(const struct lulesh *s, double *const values[3], size_t element,
			  struct vector out[CORNERS])
{
	const int32_t *nodes = s->nodes->host;

	for (size_t c = 0; c < CORNERS; c++) {
		int32_t n = nodes[element + c * s->padded];

		out[c] = (struct vector){values[0][n], values[1][n], values[2][n]};
	}
}

/* Of a hexahedron whose faces need not be plane (Grandy 1997). */
static inline double volume_of(const struct vector p[CORNERS])
{
	struct vector d60 = minus(p[7], p[0]), d61 = minus(p[6], p[1]), d63 = minus(p[6], p[3]);
	struct vector d50 = minus(p[5], p[0]), d64 = minus(p[6], p[4]), d20 = minus(p[2], p[0]);

	return (dot(plus(d61, 1, d60), cross(d63, d20)) + dot(d60, cross(plus(d63, 1, d50), d64)) +
		dot(d61, cross(d50, plus(d64, 1, d20)))) /
	       12;
}

/* lulesh_reference.c: as many time steps as the kernels make, on s->first. */
void lulesh_reference(struct lulesh *s);

#endif
