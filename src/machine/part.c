/* What concerns all parts of a machine; see part.h. */
#include "machine/part.h"

#include <stdlib.h>

#include "base/error.h"

void parts_add(struct part_list *list, const struct part_ops *ops, void *part, const char *group)
{
	/* Room doubles at powers of two. */
	if ((list->count & (list->count - 1)) == 0)
		list->parts = xrealloc(list->parts,
				       (list->count ? list->count * 2 : 1) * sizeof(*list->parts));
	list->parts[list->count++] = (struct part){ops, part, group};
}

/* From the last part to the first: from the compute units down to memory. */
#define EACH_PART(p, list)                                                                         \
	for (const struct part *p = (list)->parts + (list)->count; p-- != (list)->parts;)

void parts_register_stats(const struct part_list *list, struct stats *stats)
{
	EACH_PART(p, list)
	if (p->ops->register_stats)
		p->ops->register_stats(p->part, stats, p->group);
}

void parts_describe(const struct part_list *list, FILE *out)
{
	EACH_PART(p, list)
	if (p->ops->describe)
		p->ops->describe(p->part, p->group, out);
}

void parts_shootdown(const struct part_list *list, uint8_t asid, uint64_t vpn)
{
	EACH_PART(p, list)
	if (p->ops->shootdown)
		p->ops->shootdown(p->part, asid, vpn);
}

void parts_settle(const struct part_list *list)
{
	EACH_PART(p, list)
	if (p->ops->settle)
		p->ops->settle(p->part);
}

void parts_release(struct part_list *list)
{
	EACH_PART(p, list)
	if (p->ops->release)
		p->ops->release(p->part);
	free(list->parts);
	*list = (struct part_list){0};
}
