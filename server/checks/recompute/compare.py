"""Compares answers with what was computed here, figure by figure, as many digits as are shown."""

import math

RATIO = ("digits", 6)
FORECAST = ("digits", 4)
SHARE = ("places", 5)
CENTS = ("places", 2)
CHANCE = ("digits", 2)
EXACT = ("exact", 0)
#: What floating-point sums in another order may differ by, besides the rounding of what is shown.
NOISE = 1e-9


class Differences:
    def __init__(self) -> None:
        self.figures = 0
        self.by_kind: dict[str, int] = {}
        self.found: list[str] = []

    def same(self, kind: str, what: str, ours: object, theirs: object, shown: tuple = EXACT) -> None:
        self.figures += 1
        self.by_kind[kind] = self.by_kind.get(kind, 0) + 1
        if not is_same(ours, theirs, shown):
            self.found.append(f"{kind} {what}: expected {ours!r}, found {theirs!r}")


def is_same(ours: object, theirs: object, shown: tuple) -> bool:
    is_number = isinstance(ours, int | float) and not isinstance(ours, bool)
    if shown is EXACT or not is_number or not isinstance(theirs, int | float):
        return ours == theirs
    form, digits = shown
    if form == "places":
        unit, shortened = 10.0**-digits, round(theirs, digits)
    else:
        size = max(abs(theirs), abs(ours))
        unit = 0.0 if size == 0 else 10.0 ** (math.floor(math.log10(size)) + 1 - digits)
        shortened = float(f"{theirs:.{digits}g}")
    # The belief is stored with six digits, which is all that its forecasts are computed from.
    noise = 2e-5 if shown is FORECAST else NOISE
    return shortened == theirs and abs(ours - theirs) <= 0.5 * unit + noise * abs(ours) + 1e-12
