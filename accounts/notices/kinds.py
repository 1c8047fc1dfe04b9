"""The kinds of things that people are told of. Whoever knows what they are about registers them at the start."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from django.utils.functional import Promise

from accounts.notices.models import Channel, Mode, Notice


class Line(NamedTuple):
    """A notice in words, in the language and zone that are on: no more than everybody may know."""

    title: str
    text: str
    page: str


class Source(Protocol):
    """Who knows what notices are about. Both are asked for many notices at once, of one kind or several."""

    def still(self, notices: Sequence[Notice]) -> Mapping[int, bool]:
        """Those that wait still, by their ids, and whether they were seen since they were written."""

    def lines(self, notices: Sequence[Notice]) -> Mapping[int, Line]:
        """Each in words, by its id; what is gone is left out."""


class Kind(NamedTuple):
    """A kind of notice: what it is called among the preferences, and how who has chosen nothing is told."""

    name: str
    label: str | Promise
    source: Source
    mail: Mode
    push: Mode

    def default(self, channel: str) -> Mode:
        """How somebody is told who has chosen nothing."""
        return self.mail if channel == Channel.MAIL else self.push


KINDS: dict[str, Kind] = {}
"""All kinds, in the order in which they were registered."""


def register(*kinds: Kind) -> None:
    """From now on there are notices of these kinds."""
    KINDS.update({kind.name: kind for kind in kinds})


def still(notices: Sequence[Notice]) -> dict[int, bool]:
    """Those that wait still, by their ids, and whether they were seen."""
    found: dict[int, bool] = {}
    for source, own in _by_source(notices):
        found |= source.still(own)
    return found


def lines(notices: Sequence[Notice]) -> dict[int, Line]:
    """Each in words, by its id."""
    found: dict[int, Line] = {}
    for source, own in _by_source(notices):
        found |= source.lines(own)
    return found


def _by_source(notices: Sequence[Notice]) -> list[tuple[Source, list[Notice]]]:
    sources = {id(kind.source): kind.source for kind in KINDS.values()}
    known = [one for one in notices if one.kind in KINDS]
    sorted_ = [(source, [one for one in known if KINDS[one.kind].source is source]) for source in sources.values()]
    return [(source, own) for source, own in sorted_ if own]
