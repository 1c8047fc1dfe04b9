"""Victory points of a head-to-head match: how much of 20 a margin is worth. A blitz wins all; each further point counts
less than the one before, so that the last hand of a match that is decided decides nothing else."""

from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

_EXACT = Context(prec=50)  # exp and ln are rounded correctly by every implementation, so all platforms agree
_T = _EXACT.divide(_EXACT.sqrt(Decimal(5)) - 1, Decimal(2))
_LN_T = _EXACT.ln(_T)
_WHOLE = 1 - _EXACT.power(_T, 3)
ALL = 2000  # both sides together, ×100


@lru_cache(maxsize=1 << 16)
def victory_points(margin: int, blitz: int) -> int:
    """The VP ×100 of the side that is `margin` ahead (0 or more), half up; the other has `ALL` less these.

    10 + 10 (1 − t^(3·min(M, B)/B)) / (1 − t³) with t the golden ratio less one.
    """
    if margin >= blitz:
        return ALL
    exponent = _EXACT.divide(Decimal(3 * margin), Decimal(blitz))
    gained = _EXACT.divide(1 - _EXACT.exp(_EXACT.multiply(exponent, _LN_T)), _WHOLE)
    return int(_EXACT.multiply(1000 + 1000 * gained, Decimal(1)).to_integral_value(ROUND_HALF_UP))
