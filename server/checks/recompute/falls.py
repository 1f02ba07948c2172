"""When an ad falls under what is usual: the curves of fading, weighed by how well they explain all ads."""

import math

from estimates import phi
from lives import Life, key_of

FRESH = (0, 3, 7, 14)
HALVES = (4, 6, 9, 14, 20, 30, 50, 100)
NOISE = 0.25**2
CELL = 0.45**2


def left(curve: tuple, age: float) -> float:
    return 2 ** (-max(0, age - curve[0]) / curve[1])


def fit_curve(curve: tuple, ads: list[Life]) -> tuple[float, list[tuple]]:
    """How likely the curve is, and the level of each ad under it."""
    fresh, half = curve
    score = -((math.log(half / 14) / 0.7) ** 2) / 2 - ((fresh - 6) / 5) ** 2 / 2
    totals = []
    for life in ads:
        events = expected = fits = 0.0
        for (week, days, *_), one, usual in zip(life.weeks, life.events, life.exposure, strict=True):
            count = min(days, 7)
            rest = sum(left(curve, week * 7 + day) for day in range(count)) / max(1, count)
            events += one
            expected += usual * rest
            fits += one * math.log(rest)
        totals.append((events, expected, fits))
    levels = []
    for prior, (events, expected, fits) in zip(priors(ads, totals), totals, strict=True):
        mean, sd = level(prior, events, expected)
        shift = (mean - prior[0]) ** 2 / (2 * prior[1] ** 2)
        brought = fits + events * mean - expected * math.exp(mean)
        score += 0.7 * (brought - shift + math.log(sd / prior[1]))
        levels.append((mean, sd))
    return score, levels


def priors(ads: list[Life], totals: list[tuple]) -> list[tuple]:
    seen = [
        (
            math.log((events + 3) / (expected + 3)),
            1 / (1 / (events + 1) + NOISE) if expected > 0 else 0.0,
        )
        for events, expected, _ in totals
    ]
    weight = sum(w for _, w in seen)
    usual = sum(v * w for v, w in seen) / weight if weight > 0 else 0.0
    names = [key_of(life.cell) if life.cell else life.series.id for life in ads]
    by_name: dict[str, tuple] = {}
    for name, (value, one) in zip(names, seen, strict=True):
        values, weights = by_name.get(name, (0.0, 0.0))
        by_name[name] = (values + value * one, weights + one)
    found = []
    for name, (value, one) in zip(names, seen, strict=True):
        values, weights = by_name[name]
        precision = weights - one + 1 / CELL
        mean = (values - value * one + usual / CELL) / precision
        found.append((mean, math.sqrt(1 / precision + NOISE)))
    return found


def level(prior: tuple, events: float, expected: float) -> tuple[float, float]:
    mean, sd = prior
    precision = sd**-2
    for _ in range(6):
        mu = expected * math.exp(mean)
        precision = sd**-2 + mu
        mean += max(-1, min(1, (events - mu - (mean - prior[0]) / sd**2) / precision))
    return mean, math.sqrt(1 / precision)


def list_running(own: list[Life]) -> list[Life]:
    newest = min((life.series.last_age for life in own), default=0)
    running = [life for life in own if life.series.last_age < 7 and life.series.last_age <= newest + 1]
    return sorted(running, key=lambda life: (-life.began, life.series.id))[:100]


def money_of(life: Life) -> tuple[float, float]:
    """Spend, and what is usual for it, of a day in the last two weeks of its life."""
    days = sum(week[1] for week in life.weeks[-2:])
    if days == 0:
        return 0.0, 0.0
    return sum(week[2] for week in life.weeks[-2:]) / days, sum(life.exposure[-2:]) / days


def foresee(own: list[Life], chosen: list[Life], today: int) -> tuple[list[dict], list[dict]]:
    """The running ads and cells, each with its fall and the spend at risk."""
    running = list_running(own)
    if not running:
        return [], []
    names = {id(life) for life in running}
    known = (running + [life for life in chosen if id(life) not in names])[: max(len(running), 500)]
    fits = [(curve, *fit_curve(curve, known)) for curve in ((f, h) for f in FRESH for h in HALVES)]
    best = max(score for _, score, _ in fits)
    total = sum(math.exp(score - best) for _, score, _ in fits)
    likely = [(curve, math.exp(score - best) / total, levels) for curve, score, levels in fits]
    likely = [one for one in likely if one[1] > 1e-3]
    numbers = {id(life): no for no, life in enumerate(known)}

    def fall_of(together: list[tuple]) -> dict:
        under, lost = [], []
        for days in range(61):
            sum_of = short = 0.0
            for curve, weight, levels in likely:
                lift = variance = 0.0
                for life, share in together:
                    mean, sd = levels[numbers[id(life)]]
                    part = share * math.exp(mean) * left(curve, today - life.began + days)
                    lift += part
                    variance += (part * sd) ** 2
                middle, spread = math.log(lift), math.sqrt(variance) / lift
                worse = phi(-middle / spread)
                sum_of += weight * worse
                rest = math.exp(middle + spread**2 / 2) * phi(-middle / spread - spread)
                short += weight * max(0.0, worse - rest)
            under.append(sum_of)
            lost.append(short)
        return {
            "days": first(under, 0.5),
            "earliest": first(under, 0.1),
            "latest": first(under, 0.9),
            "due": under[10] >= 0.7,
            "share": sum(under[1:8]) / 7,
            "lost": sum(lost[1:8]) / 7,
        }

    ads = []
    for life in running:
        fall = fall_of([(life, 1.0)])
        spend, usual = money_of(life)
        risk, loss = (cents(fall[name] * 7 * spend) for name in ("share", "lost"))
        one = {"life": life, "fall": fall, "risk": risk, "loss": loss}
        ads.append(one | {"currency": life.series.group[1], "spend": spend, "usual": usual})
    cells = []
    risk_of = {id(one["life"]): one["risk"] for one in ads}
    for cell in dict.fromkeys(life.cell for life in running if life.cell):
        some = [life for life in running if life.cell == cell]
        brought = [money_of(life)[1] for life in some]
        parts = [one / sum(brought) if sum(brought) > 0 else 1 / len(some) for one in brought]
        fall = fall_of(list(zip(some, parts, strict=True)))
        risks: dict[str, float] = {}
        for life in some:
            currency = life.series.group[1]
            risks[currency] = cents(risks.get(currency, 0) + risk_of[id(life)])
        cells.append({"cell": cell, "ads": len(some), "fall": fall, "risks": risks})
    return ads, cells


def most_urgent(ads: list[dict]) -> list[dict]:
    """Of the ads that are due those first that are under the usual, then by what they lose in conversions."""

    def price(currency: str) -> float:
        some = [one for one in ads if one["currency"] == currency]
        selling = [one for one in some if one["life"].series.metric != "ctr" and one["usual"] > 0] or some
        usual = sum(one["usual"] for one in selling)
        return sum(one["spend"] for one in selling) / usual if usual > 0 else 1.0

    due = [one for one in ads if one["fall"]["due"]]
    return sorted(due, key=lambda one: (one["fall"]["days"] != 0, -one["loss"] / price(one["currency"])))[:20]


def first(under: list[float], least: float) -> int | None:
    return next((day for day, one in enumerate(under) if one >= least), None)


def cents(amount: float) -> float:
    return math.floor(amount * 100 + 0.5) / 100
