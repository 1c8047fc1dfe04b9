"""A history of ratings as a picture: where its line and its marks are, in the units of the SVG. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 360, 170
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 12, 22
STEPS = (20, 50, 100, 200, 500, 1000)
MOST_LINES = 5


class Chart(NamedTuple):
    """The line as the points of a polyline, its end, and what stands at the side: (y, value)."""

    line: str
    end: tuple[float, float]
    marks: tuple[tuple[float, int], ...]
    least: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    base: int = HEIGHT - BOTTOM


def chart(values: Sequence[int]) -> Chart | None:
    """The picture of these ratings, one after the other; None where there is no way from one to another."""
    if len(values) < 2:
        return None
    least, most = min(values), max(values)
    step = next((one for one in STEPS if (most - least) / one < MOST_LINES - 1), STEPS[-1])
    low, high = least // step * step, -(-most // step) * step
    high += step if high == low else 0

    def height(value: int) -> float:
        return round(TOP + (HEIGHT - BOTTOM - TOP) * (high - value) / (high - low), 1)

    across = (WIDTH - RIGHT - LEFT) / (len(values) - 1)
    points = [(round(LEFT + across * place, 1), height(value)) for place, value in enumerate(values)]
    marks = tuple((height(value), value) for value in range(low, high + 1, step))
    return Chart(" ".join(f"{x},{y}" for x, y in points), points[-1], marks, least, most)
