"""Players, teams, who sits where (rules.md section 1): teams are even, partners never sit side by side."""

LAYOUTS: dict[int, tuple[int, ...]] = {2: (2,), 3: (3,), 4: (2, 4), 5: (5,), 6: (2, 3, 6), 7: (7,)}
"""How many teams so many players can make; the usual layout first."""


def team_of(seat: int, teams: int) -> int:
    """The team of a seat: seat 0 plays for team 0, seat 1 for team 1, and so on round the table."""
    return seat % teams


def seats_of(team: int, players: int, teams: int) -> tuple[int, ...]:
    """The seats of a team, in turn order."""
    return tuple(range(team, players, teams))


def partners_of(seat: int, players: int, teams: int) -> tuple[int, ...]:
    """The other seats of this seat's team, in turn order after it."""
    return tuple((seat + step) % players for step in range(teams, players, teams))


def after(seat: int, players: int) -> int:
    """The seat at this seat's left, who plays next."""
    return (seat + 1) % players


def round_from(seat: int, players: int) -> tuple[int, ...]:
    """All seats in turn order, beginning with this one."""
    return tuple((seat + step) % players for step in range(players))
