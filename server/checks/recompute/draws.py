"""Which cells get the places of a plan, drawn as the service says it draws."""

import hashlib
import math

from belief import Belief, factor_of, inverse_of
from lives import key_of, parts_of

M32 = 0xFFFFFFFF


class Lots:
    """The generator sfc32, started from a hash of a text."""

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode()).digest()
        self.a, self.b, self.c, self.n = (
            int.from_bytes(digest[at : at + 4], "little") for at in (0, 4, 8, 12)
        )

    def uniform(self) -> float:
        mixed = (self.a + self.b + self.n) & M32
        self.n = (self.n + 1) & M32
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & M32
        self.c = (((self.c << 21) | (self.c >> 11)) + mixed) & M32
        return mixed / 2**32

    def normal(self) -> float:
        radius = math.sqrt(-2 * math.log(1 - self.uniform()))
        return radius * math.cos(2 * math.pi * self.uniform())


def draw(belief: Belief, cells: list[tuple], need: int, seed: str, most: int = 0) -> dict[tuple, int]:
    """`cells` are pairs of a cell and the number of its ads of the last 30 days. Places by cell."""
    lots = Lots(seed)
    ordered = sorted(cells, key=lambda one: key_of(one[0]))
    tested = [one for one in ordered if key_of(one[0]) in belief.names]
    untested = [(lots.uniform(), no, one) for no, one in enumerate(ordered) if one not in tested]
    chosen = tested + [one for _, _, one in sorted(untested)[:8]]
    most = max(most or math.ceil(need / 2), math.ceil(need / max(1, len(chosen))))
    counts = dict.fromkeys((cell for cell, _ in chosen), 0)
    shared = range(belief.shared)
    covariance = [[belief.covariance[i][j] for j in shared] for i in shared]
    factor = factor_of(inverse_of(covariance))
    for place in range(need if chosen else 0):
        scale = 0.0 if need >= 4 and place < need / 2 else 0.5
        values = draw_once(belief, factor, chosen, counts, scale, lots)
        free = [(value, -no) for no, value in enumerate(values) if counts[chosen[no][0]] < most]
        if free:
            counts[chosen[-max(free)[1]][0]] += 1
    return {cell: count for cell, count in counts.items() if count > 0}


def draw_once(belief, factor, chosen, counts, scale, lots) -> list[float]:
    deviations = [lots.normal() for _ in factor]
    for i in reversed(range(len(factor))):
        rest = deviations[i] - sum(factor[k][i] * deviations[k] for k in range(i + 1, len(factor)))
        deviations[i] = rest / factor[i][i]
    wear = min(0, belief.mean[1] + scale * deviations[1])
    values = []
    for cell, recent in chosen:
        mean, sd = belief.of(cell, 0, with_level=False)
        direction, spread = directions(belief, cell)
        moved = sum(d * one for d, one in zip(direction, deviations, strict=True))
        deviation = moved + spread * lots.normal()
        learnable = sd / math.sqrt(sd**2 + belief.noise)
        values.append(mean + scale * learnable * deviation + wear * (recent + counts[cell]))
    return values


def directions(belief: Belief, cell: tuple) -> tuple[list[float], float]:
    """How the effect of a cell moves with what cells share, and what is its own."""
    direction = [0.0] * belief.shared
    own = belief.names.get(key_of(cell))
    if own is None:
        variance = belief.tau**2
    else:
        precision = belief.precision[own]
        variance = 1 / precision[own]
        direction = [-precision[at] / precision[own] for at in range(belief.shared)]
    known = [belief.names[part] for part in parts_of(cell) if part in belief.names]
    for at in known:
        direction[at] += 1
    missing = 3 - len(known)
    return direction, math.sqrt(variance + missing * belief.tau_part**2)
