/*
 * Shock hydrodynamics on a mesh of hexahedra: the kernels of one time step. Positions, velocities and forces are at the
 * nodes, thermodynamics in the elements. Elements gather from their 8 nodes, nodes from the corners of up to 8 elements;
 * corner c of element e is number c * padded + e. Corners: 0 to 3 around the lower face, 4 to 7 above them.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define CORNERS 8
#define TINY 1e-36

/* Where the corners are along the three directions of an element, -1 or 1, packed: a 1 bit is +1. */
#define SIGN(bits, corner) ((bits) >> (corner) & 1 ? 1.0 : -1.0)
#define ALONG_X 0x66
#define ALONG_Y 0xcc
#define ALONG_Z 0xf0

/* The corners of the six faces, so that the normals point outwards, and those around each corner. */
constant int faces[6][4] = {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}};
constant int around[CORNERS][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
				   {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};

void load_corners(global const int *nodes, int element, int padded, int corner[CORNERS])
{
#pragma unroll
	for (int c = 0; c < CORNERS; c++)
		corner[c] = nodes[element + c * padded];
}

void gather(global const double *x, global const double *y, global const double *z, const int corner[CORNERS],
	    double3 values[CORNERS])
{
#pragma unroll
	for (int c = 0; c < CORNERS; c++)
		values[c].x = x[corner[c]];
#pragma unroll
	for (int c = 0; c < CORNERS; c++)
		values[c].y = y[corner[c]];
#pragma unroll
	for (int c = 0; c < CORNERS; c++)
		values[c].z = z[corner[c]];
}

/* How the volume changes with the place of a corner. */
double3 volume_gradient(const double3 p[CORNERS], int corner)
{
	constant int *n = around[corner];
	double3 sum = cross(p[n[1]] + p[n[2]], p[n[0]] + p[n[1]]);

	sum += cross(p[n[0]] + p[n[4]], p[n[3]] + p[n[4]]);
	sum += cross(p[n[3]] + p[n[5]], p[n[2]] + p[n[5]]);
	return sum / 12;
}

/* Each corner of a face gets a quarter of the stress times the face's area. */
void add_pressure(const double3 p[CORNERS], double pressure, double3 force[CORNERS])
{
#pragma unroll
	for (int f = 0; f < 6; f++) {
		constant int *n = faces[f];
		double3 one = 0.5 * (p[n[3]] + p[n[2]] - p[n[1]] - p[n[0]]);
		double3 other = 0.5 * (p[n[2]] + p[n[1]] - p[n[3]] - p[n[0]]);
		double3 part = 0.25 * pressure * cross(one, other);

#pragma unroll
		for (int c = 0; c < 4; c++)
			force[n[c]] += part;
	}
}

/* Forces against one of four motions (hourglass modes) that leave an element's volume as it is. */
void damp_mode(int mode, const double3 p[CORNERS], const double3 gradient[CORNERS], const double3 velocity[CORNERS],
	       double over_volume, double factor, double3 force[CORNERS])
{
	double3 moment = 0, speed = 0;
	double shape[CORNERS];

#pragma unroll
	for (int c = 0; c < CORNERS; c++) {
		double x = SIGN(ALONG_X, c), y = SIGN(ALONG_Y, c), z = SIGN(ALONG_Z, c);

		shape[c] = mode == 0 ? y * z : mode == 1 ? x * z : mode == 2 ? x * y : x * y * z;
		moment += shape[c] * p[c];
	}
#pragma unroll
	for (int c = 0; c < CORNERS; c++) {
		shape[c] -= over_volume * dot(gradient[c], moment);
		speed += shape[c] * velocity[c];
	}
#pragma unroll
	for (int c = 0; c < CORNERS; c++)
		force[c] += factor * shape[c] * speed;
}

/* One work-item has one element: the forces on its corners. */
kernel void lulesh_force(global const double *first_volumes, global const double *volumes, global const double *pressures,
			 global const double *viscosities, global const int *nodes, global const double *sounds,
			 global const double *masses, global const double *x, global const double *y,
			 global const double *z, global const double *vx, global const double *vy,
			 global const double *vz, global double *fx, global double *fy, global double *fz,
			 global int *bad, double hourglass, int elements, int padded)
{
	int e = get_global_id(0);

	if (e >= elements)
		return;

	double relative = volumes[e];
	double volume = first_volumes[e] * relative;
	double factor = -hourglass * 0.01 * sounds[e] * masses[e] / cbrt(volume);
	double pressure = pressures[e] + viscosities[e];
	int corner[CORNERS];
	double3 p[CORNERS], velocity[CORNERS], gradient[CORNERS], force[CORNERS];

	if (relative < 0)
		*bad = e;
	load_corners(nodes, e, padded, corner);
	gather(x, y, z, corner, p);
#pragma unroll
	for (int c = 0; c < CORNERS; c++) {
		gradient[c] = volume_gradient(p, c);
		force[c] = 0;
	}
	add_pressure(p, pressure, force);
	gather(vx, vy, vz, corner, velocity);
#pragma unroll
	for (int mode = 0; mode < 4; mode++)
		damp_mode(mode, p, gradient, velocity, 1 / volume, factor, force);
#pragma unroll
	for (int c = 0; c < CORNERS; c++) {
		fx[e + c * padded] = force[c].x;
		fy[e + c * padded] = force[c].y;
		fz[e + c * padded] = force[c].z;
	}
}

/* One work-item has one node: the sum of the forces on the corners that meet there. */
kernel void lulesh_gather(global const int *counts, global const int *starts, global const int *corners,
			  global const double *fx, global const double *fy, global const double *fz,
			  global double *node_fx, global double *node_fy, global double *node_fz, int count)
{
	int n = get_global_id(0);

	if (n >= count)
		return;

	int corner_count = counts[n], start = starts[n];
	double3 sum = 0;

	for (int i = 0; i < corner_count; i++) {
		int corner = corners[start + i];

		sum.x += fx[corner];
		sum.y += fy[corner];
		sum.z += fz[corner];
	}
	node_fx[n] = sum.x;
	node_fy[n] = sum.y;
	node_fz[n] = sum.z;
}

kernel void lulesh_accelerate(global const double *fx, global const double *fy, global const double *fz,
			      global const double *masses, global double *ax, global double *ay, global double *az,
			      int count)
{
	int n = get_global_id(0);

	if (n >= count)
		return;

	double over_mass = 1 / masses[n];

	ax[n] = fx[n] * over_mass;
	ay[n] = fy[n] * over_mass;
	az[n] = fz[n] * over_mass;
}

/* Nodes in a plane of symmetry stay in it. */
kernel void lulesh_fix(global double *acceleration, global const int *plane, int count)
{
	int i = get_global_id(0);

	if (i < count)
		acceleration[plane[i]] = 0;
}

double move(global double *place, global double *speed, double acceleration, double step, double cut)
{
	double new_speed = *speed + acceleration * step;

	new_speed = fabs(new_speed) < cut ? 0 : new_speed;
	*place += new_speed * step;
	return *speed = new_speed;
}

kernel void lulesh_move(global double *x, global double *y, global double *z, global double *vx, global double *vy,
			global double *vz, global const double *ax, global const double *ay, global const double *az,
			double step, double cut, int count)
{
	int n = get_global_id(0);

	if (n >= count)
		return;
	move(x + n, vx + n, ax[n], step, cut);
	move(y + n, vy + n, ay[n], step, cut);
	move(z + n, vz + n, az[n], step, cut);
}

/* Mean change of a quantity along a direction of the element. */
double3 change_along(const double3 values[CORNERS], int bits)
{
	double3 sum = 0;

#pragma unroll
	for (int c = 0; c < CORNERS; c++)
		sum += SIGN(bits, c) * values[c];
	return 0.25 * sum;
}

/* Length of the element and change of velocity along the direction that is normal to the area. */
void slope(double3 area, double3 velocity_change, double volume, global double *length, global double *change)
{
	*length = volume / sqrt(dot(area, area) + TINY);
	*change = dot(area, velocity_change) / (volume + TINY);
}

/*
 * One work-item has one element: its new volume, how fast that changes, and gradients of velocity along its three
 * directions.
 */
kernel void lulesh_kinematics(global const int *nodes, global const double *x, global const double *y,
			      global const double *z, global const double *vx, global const double *vy,
			      global const double *vz, global const double *first_volumes,
			      global const double *volumes, global double *new_volumes, global double *growths,
			      global double *rates, global double *length_x, global double *length_y,
			      global double *length_z, global double *change_x, global double *change_y,
			      global double *change_z, double step, int elements, int padded)
{
	int e = get_global_id(0);

	if (e >= elements)
		return;

	int corner[CORNERS];
	double3 p[CORNERS], velocity[CORNERS];
	double volume = 0;

	load_corners(nodes, e, padded, corner);
	gather(x, y, z, corner, p);
	gather(vx, vy, vz, corner, velocity);
#pragma unroll
	for (int c = 0; c < CORNERS; c++)
		volume += dot(volume_gradient(p, c), p[c]);
	volume /= 3;

	double relative = volume / first_volumes[e];

	new_volumes[e] = relative;
	growths[e] = relative - volumes[e];

	double3 along_x = change_along(p, ALONG_X), speed_x = change_along(velocity, ALONG_X);
	double3 along_y = change_along(p, ALONG_Y), speed_y = change_along(velocity, ALONG_Y);
	double3 along_z = change_along(p, ALONG_Z), speed_z = change_along(velocity, ALONG_Z);

	slope(cross(along_y, along_z), speed_x, volume, length_x + e, change_x + e);
	slope(cross(along_z, along_x), speed_y, volume, length_y + e, change_y + e);
	slope(cross(along_x, along_y), speed_z, volume, length_z + e, change_z + e);

	/* The rate half a step ago. */
	along_x -= 0.5 * step * speed_x;
	along_y -= 0.5 * step * speed_y;
	along_z -= 0.5 * step * speed_z;

	double3 area_x = cross(along_y, along_z), area_y = cross(along_z, along_x), area_z = cross(along_x, along_y);

	rates[e] = (dot(area_x, speed_x) + dot(area_y, speed_y) + dot(area_z, speed_z)) / dot(area_x, along_x);
}

/* How alike the changes of velocity in the elements before and behind are: 1 where the flow is smooth. */
double smoothness(global const double *changes, double own, int before, int behind, int boundary)
{
	double over = 1 / (own + TINY);
	double low = over * (boundary & 1 ? own : changes[before]);
	double high = over * (boundary & 2 ? 0 : changes[behind]);

	return clamp(min(0.5 * (low + high), min(2 * low, 2 * high)), 0.0, 1.0);
}

/* One work-item has one element and looks at its six neighbours: linear and quadratic artificial viscosity. */
kernel void lulesh_viscosity(global const int *list, global const int *boundaries, global const int *neighbours,
			     global const double *length_x, global const double *length_y,
			     global const double *length_z, global const double *change_x,
			     global const double *change_y, global const double *change_z,
			     global const double *rates, global const double *masses,
			     global const double *first_volumes, global const double *new_volumes,
			     global double *linear, global double *quadratic, int elements, int padded)
{
	int i = get_global_id(0);

	if (i >= elements)
		return;

	int e = list[i], boundary = boundaries[e];
	double own_x = change_x[e], own_y = change_y[e], own_z = change_z[e];
	double smooth_x = smoothness(change_x, own_x, neighbours[e], neighbours[e + padded], boundary);
	double smooth_y = smoothness(change_y, own_y, neighbours[e + 2 * padded], neighbours[e + 3 * padded],
				     boundary >> 2);
	double smooth_z = smoothness(change_z, own_z, neighbours[e + 4 * padded], neighbours[e + 5 * padded],
				     boundary >> 4);
	double once = 0, twice = 0;

	if (rates[e] <= 0) {
		double x = min(own_x * length_x[e], 0.0);
		double y = min(own_y * length_y[e], 0.0);
		double z = min(own_z * length_z[e], 0.0);
		double density = masses[e] / (first_volumes[e] * new_volumes[e]);

		once = -0.5 * density * (x * (1 - smooth_x) + y * (1 - smooth_y) + z * (1 - smooth_z));
		twice = 2.0 / 3 * density *
			(x * x * (1 - smooth_x * smooth_x) + y * y * (1 - smooth_y * smooth_y) +
			 z * z * (1 - smooth_z * smooth_z));
	}
	linear[e] = once;
	quadratic[e] = twice;
}

/* One work-item has one element: energy, pressure and speed of sound of a gas with gamma = 5/3. */
kernel void lulesh_material(global const int *list, global const double *new_volumes, global const double *growths,
			    global const double *linear, global const double *quadratic, global double *energies,
			    global double *pressures, global double *viscosities, global double *sounds,
			    global double *volumes, int elements)
{
	int i = get_global_id(0);

	if (i >= elements)
		return;

	int e = list[i];
	double volume = new_volumes[e], growth = growths[e];
	double energy = energies[e] - 0.5 * growth * (pressures[e] + viscosities[e]);
	double halfway = 2.0 / 3 * energy / (volume - 0.5 * growth);
	double viscosity = growth > 0 ? 0 : sounds[e] * linear[e] + quadratic[e];

	energy = max(energy - 0.5 * growth * (halfway + viscosity), 0.0);
	energies[e] = energy;
	pressures[e] = 2.0 / 3 * energy / volume;
	viscosities[e] = viscosity;
	sounds[e] = sqrt(10.0 / 9 * energy + TINY);
	volumes[e] = volume;
}
