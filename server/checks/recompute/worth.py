"""What is left of the revenue, how often people saw an ad, and what lift tests say that it caused."""

import datetime
import math

from estimates import Z, phi
from series import Series

CONVERSIONS_LEAST = 5


def profit_of(ads: list[Series]) -> dict | None:
    known = [row for ad in ads for row in ad.recent if "margin" in row]
    if not known:
        return None
    margin, revenue, spend = (
        math.fsum(row[name] for row in known) for name in ("margin", "revenue", "spend")
    )
    return {
        "margin": margin,
        "revenue": revenue,
        "spend": spend,
        "profit": margin - spend,
        "poas": margin / spend if spend > 0 else None,
        "breakEvenRoas": revenue / margin if margin > 0 else None,
    }


def frequency_of(ad: Series) -> tuple[float, str] | None:
    told = [row for row in ad.recent if row.get("reach7d")]
    if not told:
        return None
    last = datetime.date.fromisoformat(told[-1]["day"])
    week = {str(last - datetime.timedelta(days=no)) for no in range(7)}
    shown = math.fsum(row["impressions"] for row in ad.rows if row["day"] in week)
    return shown / told[-1]["reach7d"], str(last)


def newest_test(ad: Series) -> dict | None:
    _, currency, kind, attribution = ad.group
    tests = ad.ad.tests.get((kind, attribution, currency), [])
    return max(tests, key=lambda one: one["until"]) if tests else None


def effect_of(tests: list[dict]) -> dict | None:
    """Several tests as one, each by how sure it is."""
    logs = []
    for one in tests:
        seen, kept = one["testConversions"], one["controlConversions"]
        if min(seen, kept) >= CONVERSIONS_LEAST:
            rates = seen / one["testPeople"], kept / one["controlPeople"]
            logs.append((math.log(rates[0]) - math.log(rates[1]), seen * kept / (seen + kept)))
    if not logs:
        return None
    weight = math.fsum(sure for _, sure in logs)
    middle = math.fsum(log * sure for log, sure in logs) / weight
    spread = 1 / math.sqrt(weight)
    return {
        "tests": len(logs),
        "liftPct": 100 * math.expm1(middle),
        "lowPct": 100 * math.expm1(middle - Z * spread),
        "highPct": 100 * math.expm1(middle + Z * spread),
        "probability": phi(middle / spread),
    }


def lift_of_test(ad: Series) -> dict | None:
    test = newest_test(ad)
    if test is None:
        return None
    first, last = (datetime.date.fromisoformat(test[name]) for name in ("since", "until"))
    during = [row for row in ad.rows if test["since"] <= row["day"] <= test["until"]]
    is_whole = len(during) == (last - first).days + 1
    effect = effect_of([test])
    spend, revenue, orders = (
        math.fsum(row[name] for row in during) for name in ("spend", "revenue", "conversions")
    )
    gained = test["testConversions"] - test["testPeople"] / test["controlPeople"] * test["controlConversions"]
    is_paid = is_whole and effect is not None and round(gained, 6) > 0 and spend > 0
    is_valued = is_paid and orders > 0 and revenue > 0
    nothing = {"liftPct": None, "lowPct": None, "highPct": None, "probability": None}
    return {
        **(effect or nothing),
        "windowStart": test["since"],
        "windowEnd": test["until"],
        "incremental": gained,
        "incrementalCpa": spend / gained if is_paid else None,
        "incrementalRoas": revenue / orders * gained / spend if is_valued else None,
    }
