"""How far people come, step by step, and where ads lose more of them than chance explains."""

import math

from estimates import Z, phi
from series import Series

COUNTS = (
    "threeSecondPlays",
    "thruPlays",
    "outboundClicks",
    "landingPageViews",
    "addsToCart",
    "checkouts",
)
STEPS = {
    "hook": ("impressions", "threeSecondPlays"),
    "hold": ("threeSecondPlays", "thruPlays"),
    "click": ("impressions", "outboundClicks"),
    "landing": ("outboundClicks", "landingPageViews"),
    "cart": ("landingPageViews", "addsToCart"),
    "checkout": ("addsToCart", "checkouts"),
    "purchase": ("checkouts", "conversions"),
    "conversion": ("landingPageViews", "conversions"),
}
LOSS, LIKELY = 0.22, 0.05


def counts_of(rows: list[dict]) -> dict[str, float]:
    return {
        name: math.fsum(row[name] for row in rows if name in row)
        for name in COUNTS
        if any(name in row for row in rows)
    }


def steps_of(rows: list[dict]) -> dict[str, tuple[float, float]]:
    found = {}
    for step, ends in STEPS.items():
        both = [row for row in rows if all(end in row for end in ends)]
        if both:
            found[step] = tuple(math.fsum(row[end] for row in both) for end in ends)
    return found


def usual_steps(ads: list[Series]) -> dict[str, tuple[float, float]]:
    """The rate of each step, and how many took it."""
    each = [steps_of(ad.recent) for ad in ads]
    found = {}
    for step in STEPS:
        known = [steps[step] for steps in each if step in steps]
        of, reached = (math.fsum(one[end] for one in known) for end in (0, 1))
        if len(known) > 1 and reached >= 20 and of > 0:
            found[step] = (reached / of, reached)
    return found


def joined(ads: list[Series]) -> dict[str, tuple[float, float]]:
    """Of several ads as one; the largest counts at most as much as all others."""
    each = [steps_of(ad.recent) for ad in ads]
    found = {}
    for step in STEPS:
        known = sorted((steps[step] for steps in each if step in steps), reverse=True)
        if len(known) < 2 or math.fsum(of for of, _ in known[1:]) <= 0:
            continue
        others = [math.fsum(one[end] for one in known[1:]) for end in (0, 1)]
        share = min(1.0, others[0] / known[0][0])
        found[step] = tuple(other + share * own for other, own in zip(others, known[0], strict=True))
    return found


def leak_of(steps: dict, usual: dict) -> dict | None:
    compared = []
    for step, (of, reached) in steps.items():
        if step not in usual:
            continue
        rate, events = usual[step][0], 3 + reached
        estimate = events / (3 / rate + of)
        spread = math.sqrt(1 / events + 1 / usual[step][1])
        low = phi(math.log(estimate / rate) / spread)
        compared.append((step, estimate, estimate * math.exp(Z / math.sqrt(events)), estimate / rate, low))
    if any(one[0] in ("cart", "checkout", "purchase") for one in compared):
        compared = [one for one in compared if one[0] != "conversion"]
    lost = [
        {"step": step, "rate": rate, "high": high, "lift": lift, "chance": min(1, len(compared) * low)}
        for step, rate, high, lift, low in compared
        if math.log(lift) <= -LOSS and len(compared) * low <= LIKELY
    ]
    return min(lost, key=lambda one: one["lift"]) if lost else None
