/* What policies say of their storage, one row after the other; see storage.h. */
#include "policy/storage.h"

#include "policy/registry.h"

/* Row *index of a policy; NULL, and *index less by its rows, when it has fewer. */
static const struct storage_row *row_of(const struct policy_base *policy, size_t *index)
{
	for (const struct storage_row *row = policy->storage; row && row->name; row++)
		if ((*index)-- == 0)
			return row;
	return NULL;
}

const struct storage_row *storage_at(const struct params *p, size_t index)
{
	static const enum param sockets[] = {
#define SOCKET_PARAMETER(type, socket, parameter, ...) parameter,
		PLAN_SOCKETS(SOCKET_PARAMETER)
#undef SOCKET_PARAMETER
	};
	const struct storage_row *row = NULL;
	const struct policy_base *policy;

	for (size_t s = 0; !row && s < sizeof(sockets) / sizeof(*sockets); s++)
		for (size_t i = 0; !row && (policy = policy_at(sockets[s], i)); i++)
			if (!p || param(p, sockets[s]) == (int64_t)i)
				row = row_of(policy, &index);
	return row;
}
