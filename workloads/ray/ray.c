/*
 * Ray tracing after the RAY benchmark of GPGPU-Sim: spheres over a plane with shadows and
 * reflections, one pixel per work-item, workgroups of 16 x 8. GPGPU-Sim's own image, which the
 * simulator of [Ausavarungnirun18] ships, is 256 x 256.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WORKGROUP_X = 16, WORKGROUP_Y = 8, BOUNCES = 5 };

struct object {
	float centre[3], radius;
	float color[4]; /* red, green, blue, alpha */
	uint32_t is_plane, unused;
};

struct ray_app {
	struct buffer *image, *objects, *view;
	size_t width, height, count;
	bool launched;
};

static const struct workload_param params[] = {
	{"width", "of the image, pixels (GPGPU-Sim: 256 x 256)", {64, 256, 1024}, 1, 16384},
	{"height", "of the image, pixels", {64, 256, 1024}, 1, 16384},
	{"objects", "a plane and so many spheres less one", {4, 4, 4}, 1, 1024},
	{.name = NULL},
};

static const float focus = 2;

/* Spheres in front of the eye, in a box of 6 x 3 x 6, on a plane below. */
static void fill_objects(struct app *app, struct ray_app *s)
{
	struct object *objects = s->objects->host;

	for (size_t i = 0; i < s->count; i++) {
		struct object *o = &objects[i];

		fill_f32_uniform(&app->rng, o->color, 3, 0.2f, 1);
		o->color[3] = 1;
		o->is_plane = i == 0;
		if (o->is_plane)
			continue;
		fill_f32_uniform(&app->rng, &o->centre[0], 1, -3, 3);
		fill_f32_uniform(&app->rng, &o->centre[1], 1, 0.5f, 3.5f);
		fill_f32_uniform(&app->rng, &o->centre[2], 1, -3, 3);
		fill_f32_uniform(&app->rng, &o->radius, 1, 0.3f, 1.2f);
	}
}

static bool setup(struct app *app, struct error *err)
{
	/* Ahead, up, right, each with a coordinate of the eye. */
	static const float view[3][4] = {{1, 0, 0, -8}, {0, 1, 0, 2}, {0, 0, 1, 0}};
	struct ray_app *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->width = (size_t)app_param(app, "width");
	s->height = (size_t)app_param(app, "height");
	s->count = (size_t)app_param(app, "objects");
	s->image = app_buffer(app, "image", s->width * s->height * sizeof(uint32_t));
	s->objects = app_buffer(app, "objects", s->count * sizeof(struct object));
	s->view = app_buffer(app, "view", sizeof(view));
	fill_objects(app, s);
	memcpy(s->view->host, view, sizeof(view));
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct ray_app *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, "ray_render", launch_round_up(s->width, WORKGROUP_X),
		  launch_round_up(s->height, WORKGROUP_Y), WORKGROUP_X, WORKGROUP_Y);
	launch_buffer(l, s->image);
	launch_buffer(l, s->objects);
	launch_buffer(l, s->view);
	launch_i32(l, (int32_t)s->count);
	launch_i32(l, (int32_t)s->width);
	launch_i32(l, (int32_t)s->height);
	launch_f32(l, focus);
	return true;
}

struct vector {
	double x, y, z;
};

static struct vector add(struct vector a, double factor, struct vector b)
{
	return (struct vector){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static double dot(struct vector a, struct vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(struct vector a)
{
	return add((struct vector){0, 0, 0}, 1 / sqrt(dot(a, a)), a);
}

static struct vector centre_of(const struct object *o)
{
	return (struct vector){(double)o->centre[0], (double)o->centre[1], (double)o->centre[2]};
}

/* Distance along the ray, 0 for none: a sphere is |from + t along - centre| = radius, solved for t.
 */
static double hit(const struct object *o, struct vector from, struct vector along)
{
	struct vector to = add(centre_of(o), -1, from);
	double radius = (double)o->radius;
	double middle = dot(to, along), constant = dot(to, to) - radius * radius;
	double root = middle * middle - constant;

	if (o->is_plane)
		return fabs(along.y) < 0.0001 || to.y / along.y < 0 ? 0 : to.y / along.y;
	if (root < 0 || (middle < 0 && constant > 0))
		return 0;
	return constant > 0 ? middle - sqrt(root) : middle + sqrt(root);
}

static const struct object *nearest_object(const struct ray_app *s, struct vector from,
					   struct vector along, double *distance)
{
	const struct object *objects = s->objects->host, *found = NULL;

	for (size_t i = 0; i < s->count; i++) {
		double t = hit(&objects[i], from, along);

		if (t > 0 && t < *distance) {
			*distance = t;
			found = &objects[i];
		}
	}
	return found;
}

/* Adds what a point sends to the eye by itself. */
static void shade(const struct ray_app *s, const struct object *o, struct vector point,
		  struct vector normal, struct vector to_eye, double weight, double light[4])
{
	struct vector to_lamp = add((struct vector){10, 10, 10}, -1, point);
	double far = sqrt(dot(to_lamp, to_lamp)), diffuse = 0, shine = 0;

	to_lamp = unit(to_lamp);

	double facing = dot(to_eye, normal) < 0 ? -1 : 1, slant = facing * dot(normal, to_lamp);

	if (slant > 0 && !nearest_object(s, add(point, 0.0001, to_lamp), to_lamp, &far)) {
		double mirrored = facing * dot(normal, unit(add(to_lamp, 1, to_eye)));

		diffuse = slant < 1 ? slant : 1;
		shine = pow(mirrored < 0 ? 0 : mirrored < 1 ? mirrored : 1, 50);
	}
	for (size_t c = 0; c < 4; c++)
		light[c] += weight * ((0.05 + 0.3 * diffuse) * (double)o->color[c] +
				      (c < 3 ? 0.8 * shine : 0));
}

static void reference_pixel(const struct ray_app *s, size_t x, size_t y, double light[4])
{
	double pixel = 2 / (double)(s->width < s->height ? s->width : s->height);
	struct vector from = {-8, 2, 0};
	struct vector along =
		unit((struct vector){(double)focus, ((double)y - (double)s->height / 2) * pixel,
				     ((double)x - (double)s->width / 2) * pixel});
	double weight = 1;

	memset(light, 0, 4 * sizeof(*light));
	for (int bounce = 0; bounce < BOUNCES; bounce++, weight *= 0.8) {
		double distance = 10000;
		const struct object *o = nearest_object(s, from, along, &distance);

		if (!o && bounce == 0)
			light[3] = 1;
		if (!o)
			break;

		struct vector point = add(from, distance, along);
		struct vector normal = {0, 1, 0};

		if (!o->is_plane)
			normal = unit(add(point, -1, centre_of(o)));
		shade(s, o, point, normal, add((struct vector){0, 0, 0}, -1, along), weight, light);
		along = unit(add(along, -2 * dot(normal, along), normal));
		from = add(point, 0.0001, along);
	}
}

/*
 * Each channel right to 2 of 255 steps. At an edge of a sphere or of a shadow rounding decides
 * which side a ray falls on, more so after reflections: one pixel in a hundred may differ.
 */
static bool verify(struct app *app, struct error *err)
{
	struct ray_app *s = app->state;
	const uint32_t *image = s->image->host;
	size_t allowed = s->width * s->height / 100;

	for (size_t i = 0; i < s->width * s->height; i++) {
		double light[4];
		bool same = true;

		reference_pixel(s, i % s->width, i / s->width, light);
		for (size_t c = 0; c < 4; c++) {
			double want = 255 * (light[c] < 1 ? light[c] : 1);

			same &= fabs((double)(image[i] >> 8 * c & 0xff) - want) <= 2;
		}
		if (!same && allowed-- == 0)
			return error_failed(
				err,
				"buffer 'image': element %zu is %08x, expected red %.0f, "
				"green %.0f, blue %.0f, and many before it are wrong",
				i, image[i], 255 * light[0], 255 * light[1], 255 * light[2]);
	}
	return true;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask",
	 .called = "RAY",
	 .class = "low L1, high L2",
	 .at_paper = "width=256,height=256"},
	{.paper = NULL},
};

const struct workload workload_ray = {
	.name = "ray",
	.suite = "GPGPU-Sim",
	.summary = "ray tracing of spheres with shadows and reflections",
	.params = params,
	.uses = uses,
	.extent = {{16592, 1, 0}, {262352, 1, 0}, {4194512, 1, 0}},
	.rounding = {.tolerance = INFINITY},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
