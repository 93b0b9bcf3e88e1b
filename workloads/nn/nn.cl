/* Distance of every record from one place. A record is a pair of coordinates; one work-item per record. */
struct place {
	float latitude, longitude;
};

kernel void nn(global const struct place *records, global float *distances, int count, float latitude,
	       float longitude)
{
	int i = get_global_id(0);

	if (i < count) {
		float north = latitude - records[i].latitude;
		float east = longitude - records[i].longitude;

		distances[i] = sqrt(north * north + east * east);
	}
}
