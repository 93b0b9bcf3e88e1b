/*
 * Macroscopic cross sections of a reactor's materials: one work-item does one lookup, at an energy and in a material of its
 * own. One binary search in the union of all nuclides' energies leads to a row of indices, one per nuclide, into the
 * nuclides' own tables.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define REACTIONS 5
#define MATERIALS 12

struct grid_point {
	double energy;
	double section[REACTIONS];
};

/* Linear congruential generator modulo 2^63; host and kernel draw the same numbers. */
ulong lcg_step(ulong state)
{
	return (state * 3935559000370003845UL + 1442695040888963407UL) & 0x7fffffffffffffffUL;
}

ulong lcg_skip(ulong state, ulong steps)
{
	ulong factor = 3935559000370003845UL, term = 1442695040888963407UL;
	ulong all_factor = 1, all_term = 0;

	for (; steps; steps >>= 1) {
		if (steps & 1) {
			all_factor *= factor;
			all_term = all_term * factor + term;
		}
		term *= factor + 1;
		factor *= factor;
	}
	return (state * all_factor + all_term) & 0x7fffffffffffffffUL;
}

double lcg_unit(ulong state)
{
	return (double)state * 0x1p-63;
}

/* Upper ends of the materials' shares in [0, 1): parts of the core's volume. */
constant double shares[MATERIALS - 1] = {0.139, 0.191, 0.466, 0.600, 0.754, 0.818, 0.884, 0.939, 0.947, 0.962, 0.987};

int pick_material(double roll)
{
	int material = 0;

	for (int i = 0; i < MATERIALS - 1; i++)
		material += roll >= shares[i];
	return material;
}

/* Index of the last energy that is not above the one sought. */
long find_energy(global const double *energies, long count, double energy)
{
	long low = 0, high = count - 1;

	while (high - low > 1) {
		long middle = low + (high - low) / 2;

		if (energies[middle] > energy)
			high = middle;
		else
			low = middle;
	}
	return low;
}

kernel void xsbench_lookup(global const int *nuclide_counts, global const double *concentrations,
			   global const double *energies, global const int *indices,
			   global const struct grid_point *grids, global const int *compositions,
			   global int *results, long nuclides, long points, int most_nuclides, int lookups)
{
	int id = get_global_id(0);

	if (id >= lookups)
		return;

	ulong state = lcg_step(lcg_skip(1070, 2 * (ulong)id));
	double energy = lcg_unit(state);
	int material = pick_material(lcg_unit(lcg_step(state)));
	long row = find_energy(energies, nuclides * points, energy) * nuclides;
	double sum[REACTIONS] = {0};

	for (int i = 0; i < nuclide_counts[material]; i++) {
		int nuclide = compositions[material * most_nuclides + i];
		double concentration = concentrations[material * most_nuclides + i];
		global const struct grid_point *low = grids + nuclide * points + indices[row + nuclide];
		global const struct grid_point *high = low + 1;
		double part = (high->energy - energy) / (high->energy - low->energy);

		for (int r = 0; r < REACTIONS; r++)
			sum[r] += concentration *
				  (high->section[r] - part * (high->section[r] - low->section[r]));
	}

	int largest = 0;

	for (int r = 1; r < REACTIONS; r++)
		if (sum[r] > sum[largest])
			largest = r;
	results[id] = largest + 1;
}
