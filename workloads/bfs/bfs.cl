/*
 * Breadth-first search, one level per pair of launches. Nodes carry flags, one byte each: in the
 * frontier, reached in this level, visited.
 */
struct node {
	int first_edge, edges;
};

/* Every node of the frontier reaches its neighbours. Several may reach the same one: all write alike. */
kernel void bfs_expand(global const struct node *nodes, global const int *edges, global char *frontier,
		       global char *reached, global const char *visited, global int *cost, int n)
{
	int i = get_global_id(0);

	if (i < n && frontier[i]) {
		frontier[i] = 0;
		for (int e = nodes[i].first_edge; e < nodes[i].first_edge + nodes[i].edges; e++) {
			int to = edges[e];

			if (!visited[to]) {
				cost[to] = cost[i] + 1;
				reached[to] = 1;
			}
		}
	}
}

/* The nodes just reached become the frontier; the flag tells the host to go on. */
kernel void bfs_settle(global char *frontier, global char *reached, global char *visited,
		       global int *again, int n)
{
	int i = get_global_id(0);

	if (i < n && reached[i]) {
		frontier[i] = 1;
		visited[i] = 1;
		*again = 1;
		reached[i] = 0;
	}
}
