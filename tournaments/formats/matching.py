"""Who with whom at the least cost: perfect matchings whose costs are compared level by level, the worst first."""

from collections.abc import Sequence

import rustworkx

Cost = tuple[int, ...]
Edge = tuple[int, int, Cost]


def cheapest(nodes: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """The pairs (lower node first, in order) of a perfect matching with the least sum of costs: first of their first
    numbers, among those of their second, and so on. None if no perfect matching exists. Costs are 0 or more.

    Whole numbers: each level weighs more than all pairs together can cost on the levels below it.
    """
    if nodes % 2 or (nodes and not edges):
        return None
    weights = [1]
    for level in reversed(range(1, len(edges[0][2]) if edges else 1)):
        most = max(cost[level] for _, _, cost in edges)
        weights.append(weights[-1] * (most * (nodes // 2) + 1))
    weights.reverse()
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(nodes)))
    graph.add_edges_from([(first, second, -sum(map(int.__mul__, cost, weights))) for first, second, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_itself)
    if 2 * len(found) < nodes:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def _itself(weight: int) -> int:
    return weight
