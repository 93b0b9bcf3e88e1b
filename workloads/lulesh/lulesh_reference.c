/* The reference of LULESH: the same time steps on the host, element by element, in plain loops. */
#include <math.h>
#include <string.h>

#include "lulesh.h"

/* The gradient of the volume by a corner's place. The volume is linear in each coordinate. */
static struct vector gradient_of(const struct vector p[CORNERS], size_t corner, double spacing)
{
	double volume = volume_of(p), more[3];

	for (size_t d = 0; d < 3; d++) {
		struct vector moved[CORNERS];

		memcpy(moved, p, sizeof(moved));
		*(d == 0   ? &moved[corner].x
		  : d == 1 ? &moved[corner].y
			   : &moved[corner].z) += spacing;
		more[d] = (volume_of(moved) - volume) / spacing;
	}
	return (struct vector){more[0], more[1], more[2]};
}

/* -1 or 1: on which side of the element a corner is. */
static double side_of(size_t corner, size_t direction)
{
	return 2 * (double)lulesh_offsets[corner][direction] - 1;
}

static void reference_pressure(const struct vector p[CORNERS], double pressure,
			       struct vector force[CORNERS])
{
	static const size_t faces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
					   {3, 7, 6, 2}, {0, 4, 7, 3}, {1, 2, 6, 5}};

	for (size_t f = 0; f < 6; f++) {
		const size_t *n = faces[f];
		struct vector twice_area = cross(minus(p[n[2]], p[n[0]]), minus(p[n[3]], p[n[1]]));

		for (size_t c = 0; c < 4; c++)
			force[n[c]] = plus(force[n[c]], pressure / 8, twice_area);
	}
}

static void reference_hourglass(const struct vector p[CORNERS],
				const struct vector velocity[CORNERS], double volume, double factor,
				double spacing, struct vector force[CORNERS])
{
	struct vector gradient[CORNERS];

	for (size_t c = 0; c < CORNERS; c++)
		gradient[c] = gradient_of(p, c, spacing);
	for (size_t mode = 0; mode < 4; mode++) {
		struct vector moment = {0, 0, 0}, speed = {0, 0, 0};
		double shape[CORNERS];

		for (size_t c = 0; c < CORNERS; c++) {
			shape[c] = 1;
			for (size_t d = 0; d < 3; d++)
				if (d != mode)
					shape[c] *= side_of(c, d);
			moment = plus(moment, shape[c], p[c]);
		}
		for (size_t c = 0; c < CORNERS; c++) {
			shape[c] -= dot(gradient[c], moment) / volume;
			speed = plus(speed, shape[c], velocity[c]);
		}
		for (size_t c = 0; c < CORNERS; c++)
			force[c] = plus(force[c], factor * shape[c], speed);
	}
}

/* Forces are added to the nodes element by element. */
static void reference_nodes(const struct lulesh *s, double *const f[FIELDS])
{
	const int32_t *nodes = s->nodes->host;
	size_t side = s->edge + 1;

	for (size_t d = 0; d < 3; d++)
		memset(f[FORCE + d], 0, s->node_count * sizeof(double));
	for (size_t e = 0; e < s->elements; e++) {
		struct vector p[CORNERS], velocity[CORNERS], force[CORNERS] = {{0, 0, 0}};
		double volume = f[FIRST_VOLUME][e] * f[VOLUME][e];
		double factor = -0.01 * hourglass * f[SOUND][e] * f[MASS][e] / cbrt(volume);

		gather(s, f + POSITION, e, p);
		gather(s, f + VELOCITY, e, velocity);
		reference_pressure(p, f[PRESSURE][e] + f[VISCOSITY][e], force);
		reference_hourglass(p, velocity, volume, factor, s->spacing, force);
		for (size_t c = 0; c < CORNERS; c++) {
			int32_t n = nodes[e + c * s->padded];

			f[FORCE][n] += force[c].x;
			f[FORCE + 1][n] += force[c].y;
			f[FORCE + 2][n] += force[c].z;
		}
	}
	for (size_t n = 0; n < s->node_count; n++) {
		const size_t at[3] = {n % side, n / side % side, n / side / side};

		for (size_t d = 0; d < 3; d++) {
			double *speed = &f[VELOCITY + d][n];

			if (at[d] > 0)
				*speed += f[FORCE + d][n] / f[NODE_MASS][n] * s->step;
			if (fabs(*speed) < velocity_cut)
				*speed = 0;
			f[POSITION + d][n] += *speed * s->step;
		}
	}
}

static void reference_kinematics(const struct lulesh *s, double *const f[FIELDS], size_t e)
{
	struct vector p[CORNERS], velocity[CORNERS], along[3], speed[3];

	memset(along, 0, sizeof(along));
	memset(speed, 0, sizeof(speed));
	gather(s, f + POSITION, e, p);
	gather(s, f + VELOCITY, e, velocity);
	for (size_t d = 0; d < 3; d++)
		for (size_t c = 0; c < CORNERS; c++) {
			along[d] = plus(along[d], side_of(c, d) / 4, p[c]);
			speed[d] = plus(speed[d], side_of(c, d) / 4, velocity[c]);
		}

	double volume = volume_of(p);

	f[NEW_VOLUME][e] = volume / f[FIRST_VOLUME][e];
	f[GROWTH][e] = f[NEW_VOLUME][e] - f[VOLUME][e];
	for (size_t d = 0; d < 3; d++) {
		struct vector area = cross(along[(d + 1) % 3], along[(d + 2) % 3]);

		f[LENGTH + d][e] = volume / sqrt(dot(area, area));
		f[CHANGE + d][e] = dot(area, speed[d]) / volume;
	}
	f[RATE][e] = 0;
	for (size_t d = 0; d < 3; d++)
		along[d] = plus(along[d], -s->step / 2, speed[d]);
	for (size_t d = 0; d < 3; d++) {
		struct vector area = cross(along[(d + 1) % 3], along[(d + 2) % 3]);

		f[RATE][e] += dot(area, speed[d]) / dot(area, along[d]);
	}
}

static void reference_material(const struct lulesh *s, double *const f[FIELDS], size_t e)
{
	const size_t stride[3] = {1, s->edge, s->edge * s->edge};
	double density = f[MASS][e] / (f[FIRST_VOLUME][e] * f[NEW_VOLUME][e]);
	double growth = f[GROWTH][e], volume = f[NEW_VOLUME][e], viscosity = 0;
	size_t at[3];

	place_of(s, e, at);
	for (size_t d = 0; d < 3 && f[RATE][e] <= 0 && growth <= 0; d++) {
		const double *change = f[CHANGE + d];
		double own = change[e], jump = own * f[LENGTH + d][e];
		double low = at[d] ? change[e - stride[d]] / own : 1;
		double high = at[d] + 1 < s->edge ? change[e + stride[d]] / own : 0;
		double smooth = fmax(0, fmin(1, fmin((low + high) / 2, 2 * fmin(low, high))));

		if (jump < 0)
			viscosity += density * (2.0 / 3 * jump * jump * (1 - smooth * smooth) -
						f[SOUND][e] * 0.5 * jump * (1 - smooth));
	}

	double energy = f[ENERGY][e] - growth / 2 * (f[PRESSURE][e] + f[VISCOSITY][e]);

	energy -= growth / 2 * (energy / (volume - growth / 2) * 2 / 3 + viscosity);
	energy = energy < 0 ? 0 : energy;
	f[ENERGY][e] = energy;
	f[PRESSURE][e] = energy / volume * 2 / 3;
	f[VISCOSITY][e] = viscosity;
	f[SOUND][e] = sqrt(energy * 10 / 9);
	f[VOLUME][e] = volume;
}

void lulesh_reference(struct lulesh *s)
{
	for (size_t i = 0; i < s->iterations; i++) {
		reference_nodes(s, s->first);
		for (size_t e = 0; e < s->elements; e++)
			reference_kinematics(s, s->first, e);
		for (size_t e = 0; e < s->elements; e++)
			reference_material(s, s->first, e);
	}
}
