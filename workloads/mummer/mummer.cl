/*
 * Exact matches of many short queries in one reference, by a suffix tree. A node is two entries of 16 bytes: where it is,
 * (parent, suffix link, start of its edge in the reference, depth in letters), and its links: the children for A, C, T, G
 * and the end, 24 bits each, and a byte that is not 0 in a leaf. A leaf has its place in the reference instead of the first
 * child, and in the byte the letter before that place.
 */
enum { ROOT = 1, LINKS = 5, END = 4 };

struct match {
	uint first; /* of its alignments */
	uint query, node, leaves;
	ushort edge, start; /* letters matched on the edge to the node; first letter in the query */
};

struct alignment {
	uint place, length;
};

/* A, C, T, G in ASCII to 0, 1, 2, 3. */
uint code_of(char letter)
{
	return letter >> 1 & 3;
}

uint link_of(uint4 links, uint which)
{
	switch (which) {
	case 0:
		return links.x & 0xffffff;
	case 1:
		return links.x >> 24 | (links.y & 0xffff) << 8;
	case 2:
		return links.y >> 16 | (links.z & 0xff) << 16;
	case 3:
		return links.z >> 8;
	default:
		return links.w & 0xffffff;
	}
}

/*
 * One work-item has one query. For each of its suffixes: the deepest place in the tree that it leads to, kept when at
 * least `shortest` letters deep. The next suffix starts where the suffix link leads; what is known to match there is not
 * compared again.
 */
kernel void mummer_match(global uint2 *results, global const char *queries, global const uint4 *nodes,
			 global const uint4 *links, global const char *reference, global const int *addresses,
			 global const int *lengths, int count, int shortest)
{
	int id = get_global_id(0);

	if (id >= count)
		return;

	int length = lengths[id], address = addresses[id];
	global const char *query = queries + address;
	global uint2 *result = results + address - id * (shortest + 1);
	uint node = ROOT;
	int depth = 0, matched = 0; /* of the node, and in all: letters from the suffix's start */

	for (int start = 0; start <= length - shortest; start++) {
		uint below = node; /* where the match ends: on the edge to this node, or at it */
		int edge_matched = 0;

		while (start + depth < length) {
			uint child = link_of(links[node], code_of(query[start + depth]));

			if (!child)
				break;

			uint4 there = nodes[child];
			int edge = (int)there.w - depth;
			int along = max(min(matched - depth, edge), 1);

			while (along < edge && start + depth + along < length &&
			       reference[there.z + along] == query[start + depth + along])
				along++;
			matched = max(matched, depth + along);
			if (along < edge) {
				below = child;
				edge_matched = along;
				break;
			}
			below = node = child;
			depth = there.w;
		}
		if (matched >= shortest)
			result[start] = (uint2)(below, edge_matched);
		node = nodes[node].y;
		depth = max(depth - 1, 0);
		matched = max(matched - 1, 0);
	}
}

/* Which child of its parent a node is. */
uint place_among(uint4 links, uint child)
{
	uint which = 0;

	while (which < END && link_of(links, which) != child)
		which++;
	return which;
}

/*
 * One work-item has one match and lists where in the reference it occurs with at least `shortest` letters, and cannot be
 * extended to the left: the leaves below the highest node that deep, in the order of a walk without a stack.
 */
kernel void mummer_report(global const struct match *matches, int count, global struct alignment *alignments,
			  global const char *queries, global const uint4 *nodes, global const uint4 *links,
			  global const int *addresses, int shortest)
{
	int id = get_global_id(0);

	if (id >= count)
		return;

	struct match match = matches[id];
	global const char *query = queries + addresses[match.query] + match.start;
	char before = query[-1]; /* a mark in front of the first letter */
	uint4 there = nodes[match.node];
	uint top = match.node, above = there.x;
	uint whole = match.edge ? nodes[above].w + match.edge : there.w;
	uint depth_above = nodes[above].w;

	while (depth_above >= (uint)shortest) {
		top = above;
		above = nodes[top].x;
		depth_above = nodes[above].w;
	}

	/* Levels below the path to the match: leaves there have the letters in common that the path had where they left it. */
	int off_path = top == match.node;
	uint node = top, which = 0;
	uint common = off_path ? whole : nodes[top].w;
	uint found = match.first;

	while (node != above) {
		uint4 own = links[node];
		char leaf = own.w >> 24;
		uint child = 0;

		if (leaf && leaf != before) {
			alignments[found].place = own.x & 0xffffff;
			alignments[found].length = common;
			found++;
		}
		while (!leaf && which < LINKS && !(child = link_of(own, which)))
			which++;
		if (child) {
			if (off_path) {
				off_path++;
			} else if (which != code_of(query[common])) {
				off_path = 1;
			} else if (child == match.node) {
				off_path = 1;
				common = whole;
			} else {
				common = nodes[child].w;
			}
			node = child;
			which = 0;
		} else {
			uint parent = nodes[node].x;

			which = place_among(links[parent], node) + 1;
			node = parent;
			off_path = max(off_path - 1, 0);
			if (!off_path)
				common = nodes[node].w;
		}
	}
}
