/*
 * Compressible Euler equations in three dimensions, finite volumes on an unstructured mesh of tetrahedra. One work-item has one
 * element; every quantity is an array over all elements ("padded" of them), the five variables of the state one after the
 * other: density, momentum in x, y, z, energy.
 */
#define FACES 4
#define VARIABLES 5
#define STAGES 3
#define GAMMA 1.4f
#define VISCOSITY 0.2f

enum { WALL = -1, FAR_FIELD = -2 };

struct state {
	float density, energy;
	float3 momentum;
};

struct state load_state(global const float *variables, int element, int padded)
{
	struct state s;

	s.density = variables[element];
	s.momentum.x = variables[element + padded];
	s.momentum.y = variables[element + 2 * padded];
	s.momentum.z = variables[element + 3 * padded];
	s.energy = variables[element + 4 * padded];
	return s;
}

float pressure_of(struct state s, float speed_squared)
{
	return (GAMMA - 1) * (s.energy - 0.5f * s.density * speed_squared);
}

float sound_of(struct state s, float pressure)
{
	return sqrt(GAMMA * pressure / s.density);
}

/* What flows in each direction: rows of the momentum's tensor, and the energy. */
struct flow {
	float3 x, y, z, energy;
};

struct flow flow_of(struct state s, float3 velocity, float pressure)
{
	struct flow f;

	f.x = velocity.x * s.momentum;
	f.y = velocity.y * s.momentum;
	f.z = velocity.z * s.momentum;
	f.x.x += pressure;
	f.y.y += pressure;
	f.z.z += pressure;
	f.energy = velocity * (s.energy + pressure);
	return f;
}

/* Mean of the flows of both sides through a face. */
struct state through_face(float3 normal, float3 momentum, struct flow a, struct flow b)
{
	struct state s;
	float3 half_normal = 0.5f * normal;

	s.density = dot(half_normal, momentum);
	s.momentum.x = dot(half_normal, a.x + b.x);
	s.momentum.y = dot(half_normal, a.y + b.y);
	s.momentum.z = dot(half_normal, a.z + b.z);
	s.energy = dot(half_normal, a.energy + b.energy);
	return s;
}

kernel void cfd_clear(global char *bytes, int count)
{
	int i = get_global_id(0);

	if (i < count)
		bytes[i] = 0;
}

kernel void cfd_initialize(global float *variables, constant float *far_state, int padded)
{
	int i = get_global_id(0);

	if (i < padded)
		for (int v = 0; v < VARIABLES; v++)
			variables[i + v * padded] = far_state[v];
}

/* The longest stable time step of an element, over its volume. */
kernel void cfd_step_factor(global const float *variables, global const float *areas, global float *step_factors,
			    int padded)
{
	int i = get_global_id(0);

	if (i >= padded)
		return;

	struct state s = load_state(variables, i, padded);
	float3 velocity = s.momentum / s.density;
	float speed_squared = dot(velocity, velocity);
	float sound = sound_of(s, pressure_of(s, speed_squared));

	step_factors[i] = 0.5f / (sqrt(areas[i]) * (sqrt(speed_squared) + sound));
}

kernel void cfd_flux(global const int *neighbours, global const float *normals, global const float *variables,
		     constant float *far_state, constant float *far_flow, global float *fluxes, int padded)
{
	int i = get_global_id(0);

	if (i >= padded)
		return;

	struct state own = load_state(variables, i, padded);
	float3 velocity = own.momentum / own.density;
	float speed_squared = dot(velocity, velocity);
	float speed = sqrt(speed_squared);
	float pressure = pressure_of(own, speed_squared);
	float sound = sound_of(own, pressure);
	struct flow own_flow = flow_of(own, velocity, pressure);
	struct state sum = {0, 0, 0};

#pragma unroll
	for (int face = 0; face < FACES; face++) {
		int other = neighbours[i + face * padded];
		float3 normal;

		normal.x = normals[i + face * padded];
		normal.y = normals[i + (face + FACES) * padded];
		normal.z = normals[i + (face + 2 * FACES) * padded];
		if (other >= 0) {
			struct state s = load_state(variables, other, padded);
			float3 other_velocity = s.momentum / s.density;
			float other_squared = dot(other_velocity, other_velocity);
			float other_pressure = pressure_of(s, other_squared);
			float fastest = speed + sqrt(other_squared) + sound + sound_of(s, other_pressure);
			float smooth = -0.5f * VISCOSITY * sqrt(dot(normal, normal)) * fastest;
			struct state mean = through_face(normal, s.momentum + own.momentum,
							 flow_of(s, other_velocity, other_pressure), own_flow);

			sum.density += smooth * (own.density - s.density) + mean.density;
			sum.momentum += smooth * (own.momentum - s.momentum) + mean.momentum;
			sum.energy += smooth * (own.energy - s.energy) + mean.energy;
		} else if (other == WALL) {
			sum.momentum += normal * pressure;
		} else if (other == FAR_FIELD) {
			float3 momentum = vload3(0, far_state + 1);
			struct flow far = {vload3(0, far_flow), vload3(1, far_flow), vload3(2, far_flow),
					   vload3(3, far_flow)};
			struct state mean = through_face(normal, momentum + own.momentum, far, own_flow);

			sum.density += mean.density;
			sum.momentum += mean.momentum;
			sum.energy += mean.energy;
		}
	}
	fluxes[i] = sum.density;
	fluxes[i + padded] = sum.momentum.x;
	fluxes[i + 2 * padded] = sum.momentum.y;
	fluxes[i + 3 * padded] = sum.momentum.z;
	fluxes[i + 4 * padded] = sum.energy;
}

/* One of three stages of a Runge-Kutta step. */
kernel void cfd_advance(int stage, int padded, global const float *old, global float *variables,
			global const float *step_factors, global const float *fluxes)
{
	int i = get_global_id(0);

	if (i >= padded)
		return;

	float factor = step_factors[i] / (STAGES + 1 - stage);

	for (int v = 0; v < VARIABLES; v++)
		variables[i + v * padded] = old[i + v * padded] + factor * fluxes[i + v * padded];
}
