"""What is known of a series of rows: sums, weights, how order values vary, whether it wears out."""

import datetime
import math
from dataclasses import dataclass

from market import Ad, Market

NAMES = ("spend", "impressions", "clicks", "conversions", "revenue")
RECENT_DAYS = 180


@dataclass
class Series:
    """One series of an ad. `id` is the one of its history row, `group` how its results are counted."""

    id: str
    ad: Ad
    metric: str
    group: tuple
    rows: list[dict]
    today: datetime.date
    evidence: str

    def __post_init__(self) -> None:
        self.rows = sorted(self.rows, key=lambda row: row["day"])
        self.days = [datetime.date.fromisoformat(row["day"]) for row in self.rows]
        recent = [
            row for row, day in zip(self.rows, self.days, strict=True) if self.age(day) + 1 < RECENT_DAYS
        ]
        self.recent = recent
        self.plain = {name: math.fsum(row[name] for row in recent) for name in NAMES}
        weights = [weight(self.age(day)) for day in self.days]
        self.weighted = {
            name: math.fsum(w * row[name] for w, row in zip(weights, self.rows, strict=True))
            for name in NAMES
        }
        self.orders = order_values(recent)
        self.ran = {row["day"] for row in recent}
        self.last_age = self.age(self.days[-1])
        self.fatigued = low_clicks(self.rows, self.days) or shown_too_often(self.rows, self.days)
        self.declining = declines(self.rows, self.days)

    @property
    def product(self) -> str:
        return self.ad.product

    def age(self, day: datetime.date) -> int:
        """Whole days since the end of that day, at the last midnight."""
        return max(0, (self.today - day).days - 1)


def weight(age: int) -> float:
    return max(0.05, 0.5 ** (age / 30)) * (0.5 if age < 3 else 1)


def order_values(rows: list[dict]) -> tuple[int, float]:
    sold = [row for row in rows if row["conversions"] > 0]
    return len(sold), math.fsum(row["revenue"] ** 2 / row["conversions"] for row in sold)


def variation(sums: dict, orders: tuple[int, float]) -> float:
    """The coefficient of variation of the value of an order."""
    count, revenue = sums["conversions"], sums["revenue"]
    days, squares = orders
    if count < 30 or days < 5 or revenue <= 0:
        return 0.8
    spread = math.sqrt(max(0.0, squares - revenue**2 / count) / (days - 1))
    return min(1.5, max(0.3, spread / (revenue / count)))


def within(rows: list[dict], days: list, end: datetime.date, first: int, last: int) -> dict:
    """The sums of the days from `first` up to, and without, `last` days before the end."""
    chosen = [row for row, day in zip(rows, days, strict=True) if first <= (end - day).days < last]
    return {name: math.fsum(row[name] for row in chosen) for name in NAMES}


def low_clicks(rows: list[dict], days: list) -> bool:
    weeks = [within(rows, days, day, 0, 7) for day in days if (day - days[0]).days >= 6]
    rates = [week["clicks"] / week["impressions"] if week["impressions"] >= 2000 else None for week in weeks]
    best = max((rate for rate in rates if rate is not None), default=0)
    last = rates[-3:]
    return len(last) == 3 and all(rate is not None and rate < 0.8 * best for rate in last)


def shown_too_often(rows: list[dict], days: list) -> bool:
    reach = rows[-1].get("reach7d") or 0
    return reach > 0 and within(rows, days, days[-1], 0, 7)["impressions"] / reach > 3.5


def declines(rows: list[dict], days: list) -> bool:
    now, before = within(rows, days, days[-1], 0, 7), within(rows, days, days[-1], 7, 28)
    if min(now["conversions"], before["conversions"]) < 5 or min(now["spend"], before["spend"]) <= 0:
        return False
    change = math.log(now["conversions"] / now["spend"]) - math.log(before["conversions"] / before["spend"])
    spread = math.sqrt(1 / now["conversions"] + 1 / before["conversions"])
    return change <= -0.22 and change / spread <= -1.64


def metric_of(objective: str) -> str:
    return {"sales": "roas", "leads": "cpa"}.get(objective, "ctr")


def add(sums: list[dict]) -> dict:
    return {name: math.fsum(one[name] for one in sums) for name in NAMES}


def ratio(metric: str, sums: dict) -> float | None:
    above, below = {
        "roas": (sums["revenue"], sums["spend"]),
        "cpa": (sums["spend"], sums["conversions"]),
        "ctr": (sums["clicks"], sums["impressions"]),
    }[metric]
    return above / below if below > 0 else None


def list_series(market: Market, history: list[dict]) -> list[Series]:
    """All series that were reported. Only their ids come from the service."""
    ids = {
        (row["platformAdId"], row["conversionType"], row["attribution"], row["currency"]): row["id"]
        for row in history
    }
    found = []
    for ad in market.ads:
        for key, rows in ad.series.items():
            objective = ad.objectives[key]
            evidence = "corroborated" if ad.corroborated[key] else "observed"
            group = (objective, key[2], key[0], key[1])
            made = Series(
                ids.get((ad.id, *key), ""),
                ad,
                metric_of(objective),
                group,
                list(rows.values()),
                market.today,
                evidence,
            )
            found.append(made)
    return found
