/*
 * Histogram of an image with far more bins than fit in LDS, most of the values being near its middle. The
 * bins are cut in sections of 24 K: sections in the busy middle are counted in LDS, a byte a bin, the
 * others in memory. Counts end at 255.
 */
#define SECTION (24 * 1024)

/*
 * The sections in which the values lie up to ten standard deviations from their mean, roughly: each
 * work-item takes mean and deviation of a few values, a workgroup averages those, the extremes of all
 * workgroups count. Every workgroup looks at the first eighth of its share of the image.
 */
kernel void __attribute__((reqd_work_group_size(512, 1, 1)))
histo_range(global const uint *image, uint size, global uint *range)
{
	local float means[512], deviations[512];
	uint lane = get_local_id(0), share = size / get_num_groups(0);
	uint begin = get_group_id(0) * share, end = begin + share / 8;
	float mean = 0, deviation = 0;
	uint count = 0;

	for (uint i = begin + lane; i < end; i += 512) {
		mean += image[i];
		count++;
	}
	mean /= count;
	for (uint i = begin + lane; i < end; i += 512)
		deviation += (image[i] - mean) * (image[i] - mean);
	means[lane] = mean;
	deviations[lane] = sqrt(deviation / count);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint left = 256; left > 0; left /= 2) {
		if (lane < left) {
			means[lane] += means[lane + left];
			deviations[lane] += deviations[lane + left];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (lane == 0) {
		float middle = means[0] / 512, reach = 10 * deviations[0] / 512;

		atomic_min(&range[0], (uint)max(middle - reach, 0.0f) / SECTION);
		atomic_max(&range[1], (uint)(middle + reach) / SECTION);
	}
}

/* Where a bin's byte is: section, row of 256 words in it, word of the row, shift in the word. */
uchar4 place_of(uint bin)
{
	return (uchar4)(bin / SECTION, bin / 1024 % 24, bin / 4 % 256, bin % 4 * 8);
}

/*
 * The places of all values. A workgroup has 16 lines of the image, a work-item two neighbouring values of
 * each; first the left one of every pair, then the right ones.
 */
kernel void __attribute__((reqd_work_group_size(512, 1, 1)))
histo_places(global const uint2 *image, uint pairs, global uchar4 *places)
{
	uint lane = get_local_id(0), first = get_group_id(0) * 16;

	if (lane >= pairs)
		return;
	for (uint line = first; line < first + 16; line++) {
		uint2 bins = image[line * pairs + lane];

		places[2 * line * pairs + lane] = place_of(bins.x);
		places[(2 * line + 1) * pairs + lane] = place_of(bins.y);
	}
}

uint bin_at(uchar4 place)
{
	return place.x * SECTION + place.y * 1024 + place.z * 4 + place.w / 8;
}

/*
 * A byte that wraps owes its bin 256 and gives the next byte one too many, which in turn may wrap. All of
 * that is put right in memory.
 */
void count_inside(uchar4 place, local uint *words, global uint *overflow)
{
	uint bin = bin_at(place), shift = place.w;
	uint before = atomic_add(&words[place.y * 256 + place.z], 1u << shift) >> shift;

	if ((before & 255) != 255)
		return;
	atomic_add(&overflow[bin], 256);
	for (shift += 8; shift < 32; shift += 8) {
		before >>= 8;
		bin++;
		if ((before & 255) != 255) {
			atomic_sub(&overflow[bin], 1);
			return;
		}
		atomic_add(&overflow[bin], 255);
	}
}

/* Two bins to a word; a bin that has enough is left alone. */
void count_outside(uchar4 place, global uint *outside)
{
	uint bin = bin_at(place), shift = bin % 2 * 16;

	if ((outside[bin / 2] >> shift & 0xffff) < 255)
		atomic_add(&outside[bin / 2], 1u << shift);
}

/*
 * Workgroup (x, y) counts what of every x-th part of the values is in the y-th section of the range, and
 * for y = 0 also what is outside of the range.
 */
kernel void __attribute__((reqd_work_group_size(768, 1, 1)))
histo_count(global const uchar4 *places, uint size, uint first_section, uint last_section,
	    global uint *inside, global uint *outside, global uint *overflow)
{
	local uint words[SECTION / 4];
	uint lane = get_local_id(0), section = first_section + get_group_id(1);

	for (uint i = lane; i < SECTION / 4; i += 768)
		words[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = get_global_id(0); i < size; i += get_global_size(0)) {
		uchar4 place = places[i];

		if (place.x == section)
			count_inside(place, words, overflow);
		else if (get_group_id(1) == 0 && (place.x < first_section || place.x > last_section))
			count_outside(place, outside);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	inside += section * SECTION;
	for (uint i = lane; i < SECTION / 4; i += 768)
		for (uint byte = 0; byte < 4; byte++)
			atomic_add(&inside[4 * i + byte], words[i] >> 8 * byte & 255);
}

/* Takes the counts of four bins from outside of the range. */
void finish_outside(global ushort4 *outside, global uchar4 *histogram, uint i)
{
	histogram[i] = convert_uchar4_sat(outside[i]);
	outside[i] = 0;
}

/* One histogram of all; what is added to from memory is cleared for the next time. Four bins a work-item. */
kernel void __attribute__((reqd_work_group_size(512, 1, 1)))
histo_finish(uint first_section, uint last_section, uint bins, global const uint4 *inside,
	     global ushort4 *outside, global uint4 *overflow, global uchar4 *histogram)
{
	uint own = get_global_id(0), step = get_global_size(0);
	uint low = first_section * (SECTION / 4), high = (last_section + 1) * (SECTION / 4);

	for (uint i = own; i < low; i += step)
		finish_outside(outside, histogram, i);
	for (uint i = low + own; i < high; i += step) {
		histogram[i] = convert_uchar4_sat(inside[i] + overflow[i]);
		overflow[i] = 0;
	}
	for (uint i = high + own; i < bins / 4; i += step)
		finish_outside(outside, histogram, i);
}
