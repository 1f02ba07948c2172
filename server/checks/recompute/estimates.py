"""What is usual, what an ad is estimated at, and how both compare."""

import math
from dataclasses import dataclass

from series import Series, add, ratio, variation

Z = 1.2816
PRIOR_CONVERSIONS = 3
PRIOR_ORDERS = 5
LIMITS = {"spend": 250, "cpas": 5, "impressions": 2000, "conversions": 10, "clicks": 10, "days": 3, "age": 45}


@dataclass
class Usual:
    """The pooled rates of comparable ads; None where there is too little data."""

    sums: dict
    ctr: float | None
    ctr_weight: float
    rate: float | None
    order: float | None

    def value(self, metric: str) -> float | None:
        if metric == "ctr":
            return self.ctr
        if metric == "cpa":
            return 1 / self.rate if self.rate else None
        return self.rate * self.order if self.rate and self.order else None


@dataclass
class Pool:
    """The results of one ad, or of several as one."""

    metric: str
    plain: dict
    weighted: dict
    orders: tuple[int, float]
    days: int
    last_age: int
    fatigued: bool = False


@dataclass
class Standing:
    estimate: float | None
    low: float | None
    high: float | None
    sd: float | None
    lift: float | None
    better: float | None
    score: int | None
    eligible: bool
    tier: str

    def bound(self, metric: str) -> float | None:
        return self.high if metric == "cpa" else self.low


def phi(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def usual_of(sums: list[dict], metric: str) -> Usual | None:
    total = add(sums)
    enough = total["conversions"] >= 20 and total["spend"] > 0
    rate = total["conversions"] / total["spend"] if enough else None
    order = total["revenue"] / total["conversions"] if enough and total["revenue"] > 0 else None
    ctr = ratio("ctr", total) if total["clicks"] >= 100 else None
    usual = Usual(total, ctr, ctr_weight(sums), rate, order)
    return usual if usual.value(metric) is not None else None


def ctr_weight(sums: list[dict]) -> float:
    """How many impressions the usual CTR weighs: the fewer, the more ads differ beyond chance."""
    shown = [one for one in sums if one["impressions"] > 0]
    if len(shown) < 20:
        return 2000
    total = math.fsum(one["impressions"] for one in shown)
    mean = math.fsum(one["clicks"] for one in shown) / total
    chance = mean * (1 - mean)
    seen = math.fsum(one["impressions"] * (one["clicks"] / one["impressions"] - mean) ** 2 for one in shown)
    uneven = math.fsum((one["impressions"] / total) ** 2 for one in shown)
    spread = (seen / total - chance * (len(shown) - 1) / total) / (1 - uneven)
    return min(20000, max(500, chance / spread - 1)) if spread > 0 else 20000


def wilson(hits: float, n: float, sign: int) -> float:
    if n <= 0:
        return 0 if sign < 0 else 1
    p = hits / n
    half = Z * math.sqrt((p * (1 - p) + Z * Z / (4 * n)) / n)
    return min(1, max(0, (p + Z * Z / (2 * n) + sign * half) / (1 + Z * Z / n)))


def after(usual: Usual, sums: dict) -> Usual:
    """What is usual, after these sums were seen: the prior inside a pattern."""
    ctr = rate = order = None
    if usual.ctr is not None:
        ctr = (sums["clicks"] + usual.ctr * usual.ctr_weight) / (sums["impressions"] + usual.ctr_weight)
    if usual.rate:
        rate = (PRIOR_CONVERSIONS + sums["conversions"]) / (PRIOR_CONVERSIONS / usual.rate + sums["spend"])
    if usual.order:
        order = (sums["revenue"] + PRIOR_ORDERS * usual.order) / (sums["conversions"] + PRIOR_ORDERS)
    return Usual(usual.sums, ctr, usual.ctr_weight, rate, order)


def estimate(metric: str, sums: dict, usual: Usual | None, cv: float) -> tuple:
    """Estimate, lower and upper bound, relative standard deviation."""
    if usual is None or usual.value(metric) is None:
        return ratio(metric, sums), None, None, None
    value = after(usual, sums).value(metric)
    if metric == "ctr":
        n = sums["impressions"] + usual.ctr_weight
        sd = math.sqrt((1 - value) / (value * n))
        return value, wilson(value * n, n, -1), wilson(value * n, n, 1), sd
    variance = 1 / (PRIOR_CONVERSIONS + sums["conversions"])
    if metric == "roas":
        variance += cv**2 / (PRIOR_ORDERS + sums["conversions"])
    sd = math.sqrt(variance)
    return value, value * math.exp(-Z * sd), value * math.exp(Z * sd), sd


def has_enough(pool: Pool, usual: Usual | None, needs_results: bool = True) -> bool:
    plain = pool.plain
    cpa = usual.value("cpa") if usual and pool.metric != "ctr" else None
    least = max(LIMITS["spend"], LIMITS["cpas"] * (cpa or 0))
    counted = "clicks" if pool.metric == "ctr" else "conversions"
    return (
        plain["spend"] >= least
        and plain["impressions"] >= LIMITS["impressions"]
        and pool.days >= LIMITS["days"]
        and pool.last_age <= LIMITS["age"]
        and (not needs_results or plain[counted] >= LIMITS[counted])
    )


def lift_of(metric: str, value: float | None, usual: float | None) -> float | None:
    if value is None or usual is None:
        return None
    return usual / value if metric == "cpa" else value / usual


def judge(pool: Pool, usual: Usual | None, prior: Usual | None = None) -> Standing:
    before = prior or usual
    found = estimate(pool.metric, pool.weighted, before, variation(pool.plain, pool.orders))
    value, low, high, sd = found
    compared = usual.value(pool.metric) if usual else None
    lift = lift_of(pool.metric, value, compared)
    bound = lift_of(pool.metric, high if pool.metric == "cpa" else low, compared)
    better = phi(math.log(lift) / sd) if lift is not None and sd is not None else None
    score = None if bound is None else math.floor(100 / (1 + bound ** (-1 / 0.35)) + 0.5)
    eligible = has_enough(pool, usual)
    return Standing(*found, lift, better, score, eligible, tier_of(pool, usual, better, eligible))


def tier_of(pool: Pool, usual: Usual | None, better: float | None, eligible: bool) -> str:
    if better is None:
        return "promising" if eligible else "unproven"
    if eligible and better >= 0.9:
        return "fatigued" if pool.fatigued else "winner"
    if better <= 0.1 and has_enough(pool, usual, needs_results=False):
        return "loser"
    return "promising" if better >= 0.75 else "unproven"


def pool_of(series: Series) -> Pool:
    one = series
    return Pool(one.metric, one.plain, one.weighted, one.orders, len(one.recent), one.last_age, one.fatigued)


def join(ads: list[Series], factors: list[float]) -> Pool:
    """Several ads as one, each counted by its factor."""

    def total(of: str) -> dict:
        parts = [
            {name: factor * value for name, value in getattr(ad, of).items()}
            for ad, factor in zip(ads, factors, strict=True)
        ]
        return add(parts)

    orders = (
        sum(ad.orders[0] for ad in ads),
        math.fsum(factor * ad.orders[1] for ad, factor in zip(ads, factors, strict=True)),
    )
    days = len(set().union(*(ad.ran for ad in ads)))
    last = min(ad.last_age for ad in ads)
    return Pool(ads[0].metric, total("plain"), total("weighted"), orders, days, last)


def are_tired(ads: list[Series], tiers: dict[str, str]) -> bool:
    tired = [ad for ad in ads if ad.last_age < 7 and (ad.declining or tiers[ad.id] == "fatigued")]
    spent = math.fsum(ad.weighted["spend"] for ad in ads)
    return bool(tired) and math.fsum(ad.weighted["spend"] for ad in tired) >= 0.5 * spent
