"""What a claim says against what its rows say, and how far a reporter is to be trusted."""

import datetime
import math
from dataclasses import dataclass, replace

from estimates import Pool, Usual, estimate, has_enough, phi
from market import Claim
from series import NAMES, Series, order_values, ratio, variation

DECIDED = ("confirmed", "overstated", "understated")


@dataclass
class Judged:
    claim: Claim
    series: Series | None
    verdict: str
    observed: float | None = None
    raw: float | None = None
    low: float | None = None
    high: float | None = None
    percent: float | None = None
    score: int | None = None
    confidence: float | None = None
    delta: float | None = None
    z: float | None = None


def judge_claim(claim: Claim, all_series: list[Series], usual_for) -> Judged:
    """`usual_for(series, metric)` is what is usual for a series."""
    own = [one for one in all_series if one.ad is claim.ad]
    if not own:
        return Judged(claim, None, "unverified")
    ranked = sorted((place(claim, one) for one in own), key=lambda one: one[0])
    last_age = min(one.last_age for one in own)
    results = [
        compare(claim, one, usual_for(one, claim.metric), last_age)
        for no, (rank, one) in enumerate(ranked)
        if no == 0 or rank[1] is False
    ]
    best = results[0]
    verdicts = {one.verdict for one in results if one.verdict in DECIDED}
    return Judged(claim, best.series, "not_comparable") if len(verdicts) > 1 else best


def fits(claim: Claim, one: Series) -> bool:
    return claim.counted.get("attribution", one.group[3]) == one.group[3]


def rows_of(claim: Claim, one: Series) -> list[dict]:
    return [row for row in one.rows if str(claim.start) <= row["day"] <= str(claim.end)]


def length(claim: Claim) -> int:
    return (claim.end - claim.start + datetime.timedelta(days=1)).days


def place(claim: Claim, one: Series) -> tuple:
    """The rank of a series for a claim: the one that fits best comes first."""
    rows = rows_of(claim, one)
    covers = fits(claim, one) and 2 * len(rows) >= length(claim)
    sums = {name: math.fsum(row[name] for row in rows) for name in NAMES}
    plain = ratio(claim.metric, sums)
    far = abs(math.log(plain) - math.log(claim.value)) if covers and plain else math.inf
    return (not fits(claim, one), not covers, far, -one.plain["spend"], one.id), one


def compare(claim: Claim, one: Series, usual: Usual | None, last_age: int) -> Judged:
    rows = rows_of(claim, one)
    if not fits(claim, one) or 2 * len(rows) < length(claim):
        return Judged(claim, one, "not_comparable")
    sums = {name: math.fsum(row[name] for row in rows) for name in NAMES}
    cv = variation(sums, order_values(rows))
    metric = claim.metric
    value, low, high, sd = estimate(metric, sums, usual, cv)
    if usual is None or usual.value(metric) is None:
        low, high, sd = without_usual(metric, sums, cv, value)
    judged = Judged(claim, one, "", value, ratio(metric, sums), low, high)
    if value is not None and sd is not None:
        judged.delta = distance(metric, value, claim.value)
        judged.z = judged.delta / math.hypot(sd, spread_of(claim))
        judged.percent = 100 * (value / claim.value - 1)
        judged.confidence = 2 * phi(abs(judged.z)) - 1
        share = max(-1, min(1, judged.delta / math.log(2)))
        judged.score = math.floor(100 * share * judged.confidence + 0.5)
    pool = Pool(metric, sums, sums, (0, 0), len(rows), last_age)
    judged.verdict = verdict_of(judged, pool, usual, cv)
    if judged.verdict == "inconclusive":
        judged.percent = judged.score = None
    return judged


def without_usual(metric: str, sums: dict, cv: float, value: float | None) -> tuple:
    """Bounds and standard deviation that follow from the rows alone."""
    events = sums["clicks" if metric == "ctr" else "conversions"]
    if value is None or events == 0:
        return None, None, None
    bare = Usual(sums, 0, 0, None, None)
    if metric == "ctr":
        _, low, high, sd = estimate("ctr", sums, bare, cv)
        return low, high, sd
    sd = math.sqrt((1 + (cv**2 if metric == "roas" else 0)) / events)
    return value * math.exp(-1.2816 * sd), value * math.exp(1.2816 * sd), sd


def distance(metric: str, observed: float, claimed: float) -> float:
    far = math.log(max(observed, 5e-324)) - math.log(claimed)
    return -far if metric == "cpa" else far


def spread_of(claim: Claim) -> float:
    return 1 / math.sqrt(claim.conversions) if claim.conversions else 0.1


def verdict_of(judged: Judged, pool: Pool, usual: Usual | None, cv: float) -> str:
    claim, delta = judged.claim, judged.delta
    if pool.last_age > 45:
        return "stale"
    counted, least = ("impressions", 2000) if pool.metric == "ctr" else ("conversions", 5)
    if pool.plain[counted] < least or delta is None:
        return "inconclusive"
    if delta <= -0.22 and judged.z <= -1.64 and surprises(claim, pool, usual, cv):
        return "overstated"
    if delta >= 0.22 and judged.z >= 1.64:
        return "understated"
    return "confirmed" if abs(delta) <= 0.15 and has_enough(pool, usual) else "inconclusive"


def surprises(claim: Claim, pool: Pool, usual: Usual | None, cv: float) -> bool:
    """Whether the rows would surprise a reader who believed the claim."""
    value = usual.value(claim.metric) if usual else None
    if value is None:
        return True
    if claim.metric == "ctr":
        believed = replace(usual, ctr=claim.value)
    else:
        factor = value / claim.value if claim.metric == "cpa" else claim.value / value
        believed = replace(usual, rate=usual.rate * factor)
    found, _, _, sd = estimate(claim.metric, pool.plain, believed, cv)
    delta = distance(claim.metric, found, claim.value)
    return delta / math.hypot(sd * math.exp(delta / 2), spread_of(claim)) <= -1.64


def newest_claims(claims: list[Claim]) -> list[Claim]:
    """Of the claims with the same source, ad, metric and window only the newest counts."""
    newest = {(one.source, one.ad.id, one.metric, one.start, one.end): one for one in claims}
    return list(newest.values())


def median(values: list[float]) -> float | None:
    ranked = sorted(values)
    middle = len(ranked) // 2
    if not ranked:
        return None
    return ranked[middle] if len(ranked) % 2 else (ranked[middle - 1] + ranked[middle]) / 2
