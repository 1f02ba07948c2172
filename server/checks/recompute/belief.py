"""What is believed about the cells of a product: a joint normal distribution, as one dense matrix."""

import math
from dataclasses import dataclass

from lives import Life, key_of, parts_of

NOISE = 0.25**2
WEEKS = [1, 0.9, 0.72, 0.55]
Matrix = list[list[float]]


@dataclass
class Belief:
    names: dict[str, int]
    mean: list[float]
    covariance: Matrix
    precision: Matrix
    #: Of what all cells share: the variables before those of the cells.
    shared: int
    tau: float
    tau_part: float
    noise: float

    def of(self, cell: tuple, recent: int, with_level: bool = True) -> tuple[float, float]:
        """Mean and standard deviation of the effect of the next ad of a cell."""
        times = {0: 1.0, 1: float(recent)} if with_level else {}
        extra = 0.0
        if key_of(cell) in self.names:
            times[self.names[key_of(cell)]] = 1.0
        else:
            extra += self.tau**2
        for part in parts_of(cell):
            if part in self.names:
                times[self.names[part]] = 1.0
            else:
                extra += self.tau_part**2
        mean = math.fsum(self.mean[at] * many for at, many in times.items())
        variance = math.fsum(
            one * other * self.covariance[a][b] for a, one in times.items() for b, other in times.items()
        )
        return mean, math.sqrt(variance + extra)

    def lift(self, cell: tuple, recent: int) -> tuple[float, float, float]:
        mean, sd = self.of(cell, recent)
        wide = 1.2816 * math.sqrt(sd**2 + NOISE)
        return math.exp(mean), math.exp(mean - wide), math.exp(mean + wide)


def factor_of(matrix: Matrix) -> Matrix:
    """The lower triangular L with L L' = matrix."""
    size = len(matrix)
    found = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - math.fsum(found[i][k] * found[j][k] for k in range(j))
            found[i][j] = math.sqrt(rest) if i == j else rest / found[j][j]
    return found


def inverse_of(matrix: Matrix) -> Matrix:
    size = len(matrix)
    lower = factor_of(matrix)
    inverted = [[0.0] * size for _ in range(size)]
    for column in range(size):
        for i in range(column, size):
            total = (1.0 if i == column else 0.0) - sum(
                lower[i][k] * inverted[k][column] for k in range(column, i)
            )
            inverted[i][column] = total / lower[i][i]
    return [
        [sum(inverted[k][i] * inverted[k][j] for k in range(max(i, j), size)) for j in range(size)]
        for i in range(size)
    ]


def expected_of(lives: list[Life]) -> list[float]:
    """How many events each ad was expected to bring, as ads fade."""
    seen, usual = [], []
    for life in lives:
        events, exposure = [0.0] * 4, [0.0] * 4
        for week, one, other in zip(life.weeks, life.events, life.exposure, strict=True):
            events[min(3, week[0])] += one
            exposure[min(3, week[0])] += other
        seen.append(events)
        usual.append(exposure)
    rate = (sum(map(sum, seen)) + 1) / (sum(map(sum, usual)) + 1)
    curve = list(WEEKS)

    def total(exposure: list[float]) -> float:
        return rate * sum(g * one for g, one in zip(curve, exposure, strict=True))

    for _ in range(6):
        levels = [(sum(e) + 3) / (total(x) + 3) for e, x in zip(seen, usual, strict=True)]
        fitted = [
            (25 * WEEKS[w] + sum(e[w] for e in seen))
            / (25 + sum(rate * level * x[w] for level, x in zip(levels, usual, strict=True)))
            for w in range(4)
        ]
        curve = [min(1.2, one / fitted[0]) for one in fitted]
    return [total(exposure) for exposure in usual]


class Fit:
    """Weighted least squares, five times around what was found before."""

    def __init__(self, rows: list[tuple], parts: int, cells: int, tau: float, tau_part: float) -> None:
        self.rows = rows
        self.shared = 2 + parts
        self.size = self.shared + cells
        self.prior = [(0.0, 0.5), (-0.045, 0.06), *[(0.0, tau_part)] * parts, *[(0.0, tau)] * cells]

    def run(self) -> "Fit":
        mean = [one for one, _ in self.prior]
        for _ in range(5):
            self.seen = [self.linear(row, mean) for row in self.rows]
            self.solve(self.seen)
            mean = self.mean
        return self

    def linear(self, row: tuple, mean: list[float]) -> tuple:
        times, events, expected = row
        eta = max(-2, min(2, sum(mean[at] * many for at, many in times.items())))
        mu = expected * math.exp(eta)
        return times, eta + max(-1, min(2, (events - mu) / mu)), 1 / (1 / mu + NOISE)

    def solve(self, seen: list[tuple]) -> None:
        size = self.size
        matrix = [[0.0] * size for _ in range(size)]
        right = [0.0] * size
        for at, (mean, sd) in enumerate(self.prior):
            matrix[at][at] = sd**-2
            right[at] = mean * sd**-2
        for times, value, weight in seen:
            for a, one in times.items():
                right[a] += weight * one * value
                for b, other in times.items():
                    matrix[a][b] += weight * one * other
        self.precision, self.right = matrix, right
        self.covariance = inverse_of(matrix)
        self.mean = [sum(c * r for c, r in zip(row, right, strict=True)) for row in self.covariance]

    def evidence(self, seen: list[tuple]) -> float:
        """ln of the probability of what was seen, less what all models share."""
        self.solve(seen)
        lower = factor_of(self.precision)
        fit = sum(m * r for m, r in zip(self.mean, self.right, strict=True)) / 2
        priors = sum((mean / sd) ** 2 / 2 + math.log(sd) for mean, sd in self.prior)
        return fit - priors - sum(math.log(lower[i][i]) for i in range(self.size))


def believe(chosen: list[Life]) -> Belief:
    """From the ads with a known cell."""
    ads = [life for life in chosen if life.cell]
    keys = sorted({key_of(life.cell) for life in ads})
    parts = sorted({part for life in ads for part in parts_of(life.cell)})
    expected = expected_of(ads)
    rows = []
    for life, usual in zip(ads, expected, strict=True):
        if usual <= 0:
            continue
        twins = [one.began for one in ads if one.cell == life.cell]
        earlier = sum(1 for one in twins if 0 <= life.began - one < 30) - 1
        names = {0: 1.0, 1: float(earlier)}
        whole = {**names, **{2 + parts.index(part): 1.0 for part in parts_of(life.cell)}}
        no = keys.index(key_of(life.cell))
        events = math.fsum(life.events)
        rows.append(({**names, 2 + no: 1.0}, {**whole, 2 + len(parts) + no: 1.0}, events, usual))
    bare = [(one, events, usual) for one, _, events, usual in rows]
    first = Fit(bare, 0, len(keys), 0.45, 0).run()
    squares = sum(first.covariance[at][at] + first.mean[at] ** 2 for at in range(2, first.size))
    tau = max(0.15, min(0.8, math.sqrt((squares + 6 * 0.45**2) / (len(keys) + 6))))
    plain = Fit(bare, 0, len(keys), tau, 0).run()
    best, tau_cell, tau_part = plain.evidence(plain.seen), tau, 0.0
    for share in (0.25, 0.5, 0.75) if len(keys) >= 6 and len(parts) <= 150 else ():
        cell, part = tau * math.sqrt(1 - share), tau * math.sqrt(share / 3)
        seen = [
            (full, value, weight)
            for (_, full, _, _), (_, value, weight) in zip(rows, plain.seen, strict=True)
        ]
        score = Fit([], len(parts), len(keys), cell, part).evidence(seen) - 0.5
        if score > best:
            best, tau_cell, tau_part = score, cell, part
    known = parts if tau_part > 0 else []
    if known:
        whole = [(one, events, usual) for _, one, events, usual in rows]
        fit = Fit(whole, len(parts), len(keys), tau_cell, tau_part).run()
    else:
        fit = Fit(bare, 0, len(keys), tau, 0).run()
    names = {name: 2 + no for no, name in enumerate([*known, *keys])}
    usual = sum(row[3] for row in rows) / max(1, len(rows))
    noise = 1 / max(0.1, usual) + NOISE
    return Belief(names, fit.mean, fit.covariance, fit.precision, 2 + len(known), tau_cell, tau_part, noise)
