"""Looking ahead in a small field, where what is cheapest today may leave nobody new to meet tomorrow: six who have
played three rounds may be left as two threes."""

from collections.abc import Iterator

SMALL = 8
"""So many are few enough to try everything; more have always found somebody in as many rounds as an event has."""

Pairs = tuple[tuple[int, int], ...]


def matchings(nodes: tuple[int, ...], used: frozenset[tuple[int, int]]) -> Iterator[Pairs]:
    """Every way to pair all nodes (in ascending order) without the pairs that are used up."""
    if not nodes:
        yield ()
        return
    first, *others = nodes
    for partner in others:
        if (first, partner) not in used:
            rest = tuple(node for node in others if node != partner)
            for more in matchings(rest, used):
                yield ((first, partner), *more)


def goes_on(nodes: int, used: frozenset[tuple[int, int]], rounds: int) -> bool:
    """Whether so many more rounds can be paired without a pair that is used up or comes twice."""
    if rounds <= 0:
        return True
    left = [nodes - 1 - sum(node in pair for pair in used) for node in range(nodes)]
    if min(left) < rounds:  # somebody has not so many left to meet: no need to try
        return False
    return any(goes_on(nodes, used | set(pairs), rounds - 1) for pairs in matchings(tuple(range(nodes)), used))
