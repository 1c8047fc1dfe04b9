"""Drawing from the stock: one stream shared by all, or one for each seat (`seat_streams`, for duplicate play)."""

from engine.cards import Cards

Stock = tuple[Cards, ...]


def streams(cards: Cards, players: int, first: int) -> Stock:
    """The stock dealt out in turn order, from seat `first` on, into one stream for each seat."""
    return tuple(cards[(seat - first) % players :: players] for seat in range(players))


def take(stock: Stock, seat: int, count: int) -> tuple[Cards, Stock]:
    """Up to `count` cards for a seat, and the stock without them: fewer where the stock runs out."""
    if len(stock) == 1:
        return stock[0][:count], (stock[0][count:],)
    taken: list[str] = []
    while len(taken) < count and any(stock):
        source = seat if stock[seat] else max(range(len(stock)), key=lambda one: (len(stock[one]), -one))
        taken.append(stock[source][0])
        stock = (*stock[:source], stock[source][1:], *stock[source + 1 :])
    return tuple(taken), stock
