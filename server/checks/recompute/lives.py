"""How ads went on from week to week, on one scale for all metrics, currencies and attributions."""

import math
from dataclasses import dataclass, field

from series import NAMES, Series

ORDER = {"roas": 0, "cpa": 1, "ctr": 2}


@dataclass
class Life:
    series: Series
    #: Entry point, character and format, when they are known.
    cell: tuple | None
    began: int
    #: Week, days with rows, spend, impressions, clicks, conversions.
    weeks: list[tuple]
    exposure: list[float] = field(default_factory=list)

    @property
    def events(self) -> list[float]:
        return [week[4] if self.series.metric == "ctr" else week[5] for week in self.weeks]

    @property
    def spent(self) -> list[float]:
        """What the events are divided by: impressions for CTR, else money."""
        return [week[3] if self.series.metric == "ctr" else week[2] for week in self.weeks]


def live(series: Series) -> Life:
    first = series.days[0]
    weeks: dict[int, list[dict]] = {}
    for row, day in zip(series.rows, series.days, strict=True):
        weeks.setdefault(min(25, (day - first).days // 7), []).append(row)
    sums = [
        (week, len(rows), *(math.fsum(row[name] for row in rows) for name in NAMES[:4]))
        for week, rows in sorted(weeks.items())
    ]
    parts = series.ad.ingredients
    cell = None
    if parts["cepId"] and parts["mediaType"] and parts["orientation"]:
        cell = (parts["cepId"], parts["characterId"], parts["mediaType"], parts["orientation"])
    return Life(series, cell, (first - type(first)(1970, 1, 1)).days, sums)


def key_of(cell: tuple) -> str:
    cep, character, media, orientation = cell
    return f"{cep} character {character or 'none'} {media} {orientation}"


def parts_of(cell: tuple) -> list[str]:
    cep, character, media, orientation = cell
    return [cep, f"character {character or 'none'}", f"{media} {orientation}"]


def documented(life: Life) -> tuple:
    one = life.series
    return (
        ORDER[one.metric],
        one.plain["revenue"] <= 0,
        -len(one.recent),
        one.evidence != "corroborated",
        -math.fsum(life.events),
        one.id,
    )


def best_of_each(lives: list[Life]) -> list[Life]:
    """One series for each ad, in the order of its newest series."""
    by_ad: dict[str, list[Life]] = {}
    for life in lives:
        by_ad.setdefault(life.series.ad.id, []).append(life)
    return [min(some, key=documented) for some in by_ad.values()]


def newest_first(lives: list[Life]) -> list[Life]:
    ranked = sorted(lives, key=lambda life: life.series.id)
    return sorted(ranked, key=lambda life: life.series.days[-1], reverse=True)


def is_enough(lives: list[Life]) -> bool:
    of = {True: 0.0, False: 0.0}
    for life in lives:
        of[life.series.metric == "ctr"] += math.fsum(life.events)
    return of[False] >= 20 or of[True] >= 100


def expose(chosen: list[Life], everything: list[Life]) -> None:
    """Sets how many events are usual in each week, by the rate of the own product and comparison group."""

    def totals(key) -> dict:
        found: dict = {}
        for life in everything:
            events, spent = found.get(key(life), (0.0, 0.0))
            found[key(life)] = (events + math.fsum(life.events), spent + math.fsum(life.spent))
        return found

    def own(life: Life) -> tuple:
        return (life.series.product, life.series.group)

    products, owners = totals(own), totals(lambda life: life.series.group)
    for life in chosen:
        events, spent = products.get(own(life), (0, 0))
        all_events, all_spent = owners.get(life.series.group, (0, 0))
        rate = 0.0
        if all_events > 0 and all_spent > 0:
            if events >= (100 if life.series.metric == "ctr" else 20):
                rate = events / spent
            else:
                rate = (events + 3) / (spent + 3 * all_spent / all_events)
        life.exposure = [rate * one for one in life.spent]


def choose(product: str, series: list[Series]) -> tuple[list[Life], list[Life]]:
    """The lives of a product, and all that tell how ads fade."""
    lives = newest_first([live(one) for one in series if one.recent])
    own = [life for life in lives if life.series.product == product]
    others = [life for life in lives if life.series.product != product]
    everything = own if is_enough(best_of_each(own)) else own + others
    chosen = best_of_each(everything)
    expose(chosen, everything)
    return [life for life in chosen if life.series.product == product], chosen
