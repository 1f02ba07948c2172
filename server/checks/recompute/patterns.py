"""Which ingredients ads share, how these ads did, and whether that stands out of all comparisons."""

import itertools
import math
from dataclasses import dataclass

from estimates import (
    Pool,
    Standing,
    Usual,
    after,
    are_tired,
    has_enough,
    join,
    judge,
    phi,
    pool_of,
    wilson,
)
from series import NAMES, Series, add, ratio, variation

INGREDIENTS = ("cepId", "angle", "characterId", "noCharacter", "mediaType", "orientation", "hook")
LEVEL, SINGLE, COMBINED = 0.022, 0.021, 0.001
SURE = 0.25**2
SURE_ADS = 4


@dataclass
class Found:
    ingredients: dict
    ads: list[Series]
    single: bool
    standing: Standing
    pool: Pool
    usual: Usual | None
    tiers: dict[str, str]
    p: float | None
    comparisons: int | None = None
    chance: float | None = None

    @property
    def tier(self) -> str:
        is_best = self.standing.tier in ("winner", "fatigued")
        return "promising" if is_best and self.p is not None and self.chance > LEVEL else self.standing.tier

    def evidence(self) -> str:
        used = [ad for ad in self.ads if ad.weighted["spend"] > 0 or ad.weighted["impressions"] > 0]
        is_sure = bool(used) and all(ad.evidence == "corroborated" for ad in used)
        return "corroborated" if is_sure else "observed"

    def freshness(self) -> str:
        age = self.pool.last_age
        return "fresh" if age <= 30 else "ageing" if age <= 45 else "stale"

    def hits(self) -> tuple[int, int, float | None]:
        metric = self.pool.metric
        usual = self.usual.value(metric) if self.usual else None
        counted = [ad for ad in self.ads if self.usual and has_enough(pool_of(ad), self.usual)]
        hits = 0
        for ad in counted:
            plain = ratio(metric, ad.plain)
            if plain is not None and (plain < usual if metric == "cpa" else plain > usual):
                hits += 1
        return hits, len(counted), wilson(hits, len(counted), -1) if counted else None

    def members(self) -> list[tuple]:
        """The five ads with the most weight: id, estimate, bound and tier."""
        prior = after(self.usual, self.pool.weighted) if self.usual else None
        ranked = sorted(self.ads, key=lambda ad: ad.id)
        ranked.sort(key=lambda ad: (-ad.weighted["spend"], -ad.weighted["impressions"]))
        shown = []
        for ad in ranked[:5]:
            standing = judge(pool_of(ad), self.usual, prior)
            shown.append((ad.id, standing.estimate, standing.bound(ad.metric), self.tiers[ad.id]))
        return shown


def recipes(ads: list[Series]) -> dict[frozenset, tuple[dict, bool]]:
    """By the ads that share them: the most ingredients, and whether one of them would select the same ads."""
    asked: set[tuple] = set()
    for ad in ads:
        used = [name for name in INGREDIENTS if ad.ad.ingredients[name] is not None]
        for names in [*itertools.combinations(used, 1), *itertools.combinations(used, 2), tuple(used)]:
            asked.add(tuple((name, ad.ad.ingredients[name]) for name in names))
    found: dict[frozenset, tuple] = {}
    singles: set[frozenset] = set()
    for parts in asked:
        sharing = [ad for ad in ads if all(ad.ad.ingredients[name] == value for name, value in parts)]
        if len(sharing) < 3 or len({ad.ad.campaign for ad in sharing}) < 2:
            continue
        key = frozenset(ad.id for ad in sharing)
        if len(parts) == 1:
            singles.add(key)
        # More ingredients first; then those that come first in the list.
        rank = (-len(parts), [name not in dict(parts) for name in INGREDIENTS])
        if key not in found or rank < found[key][0]:
            found[key] = (rank, dict(parts))
    return {
        key: ({name: parts.get(name) for name in INGREDIENTS}, key in singles)
        for key, (_, parts) in found.items()
    }


def find_patterns(groups: list[tuple[list[Series], Usual | None]]) -> list[Found]:
    """The patterns of all comparison groups of a product."""
    found = [one for ads, usual in groups for one in find_in(ads, usual)]
    tested = [one for one in found if one.p is not None]
    for family, share in ((True, SINGLE), (False, COMBINED)):
        ranked = sorted((one for one in tested if one.single is family), key=lambda one: one.p)
        highest = 0.0
        for rank, one in enumerate(ranked):
            highest = max(highest, min(1, (len(ranked) - rank) * one.p * LEVEL / share))
            one.chance, one.comparisons = highest, len(tested)
    return found


def find_in(ads: list[Series], usual: Usual | None) -> list[Found]:
    tiers = {ad.id: judge(pool_of(ad), usual).tier for ad in ads}
    by_id = {ad.id: ad for ad in ads}
    found = []
    for key, (ingredients, single) in recipes(ads).items():
        sharing = [by_id[one] for one in key]
        pool = join(sharing, shares(sharing))
        pool.fatigued = are_tired(sharing, tiers)
        standing = judge(pool, usual)
        used = pool.weighted["impressions" if pool.metric == "ctr" else "spend"] > 0
        if standing.estimate is None and not used:
            continue
        is_compared = has_enough(pool, usual, needs_results=False)
        p = chance_of(ads, sharing, usual) if is_compared and usual else None
        found.append(Found(ingredients, sharing, single, standing, pool, usual, tiers, p))
    return found


def shares(ads: list[Series]) -> list[float]:
    """One ad carries at most as much as all others together."""
    spent = [ad.weighted["spend"] for ad in ads]
    largest = max(range(len(ads)), key=lambda no: spent[no])
    others = math.fsum(spent) - spent[largest]
    is_capped = spent[largest] > others
    return [others / spent[no] if is_capped and no == largest else 1.0 for no in range(len(ads))]


def chance_of(group: list[Series], inside: list[Series], usual: Usual) -> float:
    """The probability of so good a difference to the other ads, without an effect. One-sided t test."""
    metric = group[0].metric
    pooled = add([ad.plain for ad in group])
    orders = (sum(ad.orders[0] for ad in group), math.fsum(ad.orders[1] for ad in group))
    cv = variation(pooled, orders)
    rest = {name: max(0, usual.sums[name] - pooled[name]) for name in NAMES}
    rest = {name: value if value > 1e-9 * usual.sums[name] else 0 for name, value in rest.items()}
    chosen = {ad.id for ad in inside}
    within = [seen for ad in inside if (seen := look(ad.plain, metric, usual, cv))]
    outside = [
        seen
        for sums in [*(ad.plain for ad in group if ad.id not in chosen), rest]
        if (seen := look(sums, metric, usual, cv))
    ]
    if not within or not outside:
        return 1.0
    sets = [summarize(within), summarize(outside)]
    degrees = max(0, len(group) - 2)
    weight = math.fsum(one["weight"] for one in sets)
    between = math.fsum(one["between"] for one in sets) / weight if weight > 0 else 0
    variance = max(0, degrees * between + SURE_ADS * SURE) / (degrees + SURE_ADS)
    noise = math.fsum(one["noise"] for one in sets)
    own = variance * math.fsum(one["spread"] for one in sets)
    t = (sets[0]["mean"] - sets[1]["mean"]) / math.sqrt(noise + own)
    if own == 0:
        return phi(-t)
    freedom = (degrees + SURE_ADS) * ((noise + own) / own) ** 2
    normal = (8 * freedom + 1) / (8 * freedom + 3) * math.sqrt(freedom * math.log1p(t * t / freedom))
    return phi(-math.copysign(normal, t))


def look(sums: dict, metric: str, usual: Usual, cv: float) -> tuple | None:
    """Weight, value and variance by chance of one ad."""
    if metric == "ctr":
        expected, seen = sums["impressions"] * usual.ctr, sums["clicks"]
        noise = 1 - usual.ctr
    else:
        expected = sums["spend"] * (usual.rate or 0)
        seen = sums["conversions"] if metric == "cpa" else sums["revenue"] / usual.order
        noise = 1 if metric == "cpa" else 1 + cv**2
    if expected <= 0:
        return None
    value = math.log((1 + seen) / (1 + expected)) * (1 + expected) / expected
    return 1 / (noise / expected + SURE), value, noise / expected


def summarize(seen: list[tuple]) -> dict:
    total = math.fsum(w for w, _, _ in seen)
    mean = math.fsum(w * g for w, g, _ in seen) / total
    squares = math.fsum(w * (g - mean) ** 2 for w, g, _ in seen)
    chance = math.fsum(w * n for w, _, n in seen) - math.fsum(w * w * n for w, _, n in seen) / total
    return {
        "mean": mean,
        "between": squares - chance,
        "weight": total - math.fsum(w * w for w, _, _ in seen) / total,
        "noise": math.fsum(w * w * n for w, _, n in seen) / total**2,
        "spread": math.fsum(w * w for w, _, _ in seen) / total**2,
    }
