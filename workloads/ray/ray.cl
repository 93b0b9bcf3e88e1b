/*
 * Ray tracing of spheres over a plane, lit by one lamp. One work-item has one pixel and follows its ray through up to five
 * reflections; at each hit another ray looks for the lamp.
 */
#define BOUNCES 5
#define FAR 10000.0f
#define NUDGE 0.0001f

struct object {
	float x, y, z, radius;
	float red, green, blue, alpha;
	uint is_plane, unused;
};

struct ray {
	float3 from, along;
};

constant float3 lamp = (float3)(10, 10, 10);
constant float3 up = (float3)(0, 1, 0);

float3 centre_of(constant struct object *o)
{
	return (float3)(o->x, o->y, o->z);
}

/* Distance to the object along the ray; 0 when the ray misses it. */
float hit_sphere(struct ray r, float3 centre, float radius)
{
	float3 to = centre - r.from;
	float along = dot(to, r.along), squared = dot(to, to), radius_squared = radius * radius;
	bool outside = squared > radius_squared;
	float aside = squared - along * along;

	if ((along < 0 && outside) || aside > radius_squared)
		return 0;

	float half_chord = sqrt(radius_squared - aside);

	return outside ? along - half_chord : along + half_chord;
}

float hit_plane(struct ray r, float3 point)
{
	float slope = dot(up, r.along);

	if (fabs(slope) < 0.0001f)
		return 0;
	return max(-dot(up, r.from - point) / slope, 0.0f);
}

float hit(constant struct object *o, struct ray r)
{
	return o->is_plane ? hit_plane(r, centre_of(o)) : hit_sphere(r, centre_of(o), o->radius);
}

/* No object between the point and the lamp. */
bool is_lit(constant struct object *objects, int count, float3 point, float3 to_lamp)
{
	struct ray r = {point + to_lamp * NUDGE, to_lamp};
	float3 way = lamp - point;

	for (int i = 0; i < count; i++) {
		float distance = hit(objects + i, r);

		if (distance > 0 && distance * distance < dot(way, way))
			return false;
	}
	return true;
}

float power50(float x)
{
	float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8;

	return x16 * x16 * x16 * x2;
}

/* Light that the point itself sends to the eye. */
float4 shade(constant struct object *objects, int count, float4 color, float3 point, float3 normal, float3 to_eye)
{
	float3 to_lamp = normalize(lamp - point);
	float3 facing = dot(to_eye, normal) < 0 ? -normal : normal;
	float4 light = 0.05f * color;

	if (dot(facing, to_lamp) > 0 && is_lit(objects, count, point, to_lamp)) {
		float shine = 0.8f * power50(clamp(dot(facing, normalize(to_lamp + to_eye)), 0.0f, 1.0f));

		light += 0.3f * color * min(1.0f, dot(facing, to_lamp));
		light.xyz += shine;
	}
	return light;
}

uint pack_color(float4 color)
{
	uint4 c = convert_uint4(clamp(color, 0.0f, 1.0f) * 255);

	return c.w << 24 | c.z << 16 | c.y << 8 | c.x;
}

/* The view is three rows of a matrix: the directions ahead, up and to the right, and in w where the eye is. */
kernel void ray_render(global uint *image, constant struct object *objects, constant float4 *view, int count, int width,
		       int height, float focus)
{
	int x = get_global_id(0), y = get_global_id(1);

	if (x >= width || y >= height)
		return;

	float pixel = 2.0f / min(width, height);
	float4 light[BOUNCES];
	struct ray r;
	int hits = 0;

	r.from = (float3)(view[0].w, view[1].w, view[2].w);
	r.along = normalize(view[0].xyz * focus + view[2].xyz * (x - width * 0.5f) * pixel +
			    view[1].xyz * (y - height * 0.5f) * pixel);
	for (int bounce = 0; bounce < BOUNCES && hits == bounce; bounce++) {
		float nearest = FAR;
		int which = 0;

		for (int i = 0; i < count; i++) {
			float distance = hit(objects + i, r);

			if (distance > 0 && distance < nearest) {
				nearest = distance;
				which = i;
			}
		}
		if (nearest < FAR) {
			constant struct object *o = objects + which;
			float3 point = r.from + r.along * nearest, to_eye = -r.along;
			float3 normal = o->is_plane ? up : normalize(point - centre_of(o));
			float4 color = (float4)(o->red, o->green, o->blue, o->alpha);

			light[hits++] = shade(objects, count, color, point, normal, to_eye);
			r.along = normalize(2 * normal * dot(normal, to_eye) - to_eye);
			r.from = point + r.along * NUDGE;
		}
	}

	float4 sum = (float4)(0, 0, 0, 1);

	if (hits)
		sum = light[hits - 1];
	for (int i = hits - 2; i >= 0; i--)
		sum = light[i] + 0.8f * sum;
	image[x + y * width] = pack_color(sum);
}
