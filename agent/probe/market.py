"""A simulated market: why people buy one product, and what its ads therefore do on three days.

Everything is drawn from the seed. The figures are those of a small account: an ad set of five ads makes
about ten purchases a day, so an ad has about two. The agent sees none of this: it reads the insights of
the ads platform, with all their noise.
"""

from __future__ import annotations

import math
from random import Random

REASONS = [
    "Hands crack in winter",
    "Dry skin after flights",
    "A gift for someone you hardly know",
    "Hands that work with paper all day",
]
DAYS = 3
# How much the reasons differ (standard deviation of the logarithm), and what chance adds for each ad and day.
REASON_SPREAD, CREATIVE_SPREAD, DAY_SPREAD, SHARE_SPREAD = 0.4, 0.2, 0.15, 0.4
ORDER_SPREAD = 0.8  # standard deviation of an order's value, as a part of its mean
# The owner's limit for an ad set and day, in purchases. Without proof the agent spends half of it.
BUDGET_PURCHASES = 20


class Market:
    def __init__(self, seed: int, lead: float) -> None:
        """The best reason sells at least `lead` times as well as the next: otherwise nothing has won."""
        self.seed, draw = seed, Random(f"market {seed}")
        self.reasons = draw.sample(REASONS, len(REASONS))
        self.cost, self.order_value = draw.uniform(20, 40), draw.uniform(50, 90)
        while True:
            factors = [math.exp(REASON_SPREAD * draw.gauss()) for _ in self.reasons]
            best, second = sorted(factors, reverse=True)[:2]
            if best >= lead * second:
                break
        self.factors = dict(zip(self.reasons, factors, strict=True))
        self.daily_budget_minor = round(100 * BUDGET_PURCHASES * self.cost)

    @property
    def winner(self) -> str:
        return max(self.factors, key=self.factors.__getitem__)

    def purchases(self, reason: str) -> float:
        """The expected number of purchases for each 1,000 of spend."""
        return 1000 * self.factors[reason] / self.cost

    def days(self, reason: str, daily_spend: float, ad: int) -> list[dict]:
        """Draws what the ad of that number does. The platform prefers some ads, by chance."""
        draw = Random(f"ad {self.seed} {ad}")
        spend_of_day = daily_spend * math.exp(SHARE_SPREAD * draw.gauss() - SHARE_SPREAD**2 / 2)
        creative = math.exp(CREATIVE_SPREAD * draw.gauss())
        return [self._day(draw, reason, spend_of_day, creative) for _ in range(DAYS)]

    def _day(self, draw: Random, reason: str, spend: float, creative: float) -> dict:
        spend = round(spend * draw.uniform(0.9, 1.05), 2)
        rate = self.factors[reason] * creative * math.exp(DAY_SPREAD * draw.gauss()) / self.cost
        impressions = round(1000 * spend / draw.uniform(8, 14))
        purchases = draw_count(draw, spend * rate)
        clicks = max(purchases, draw_count(draw, impressions * 0.015))
        shape = 1 / ORDER_SPREAD**2
        orders = [draw.gammavariate(shape, self.order_value / shape) for _ in range(purchases)]
        figures = {"spend": spend, "impressions": impressions, "clicks": clicks}
        return {**figures, "purchases": purchases, "revenue": round(sum(orders), 2)}


def draw_count(draw: Random, mean: float) -> int:
    """Draws from the Poisson distribution: the arrivals within `mean` units of time."""
    arrived, time = 0, draw.expovariate(1)
    while time < mean:
        arrived, time = arrived + 1, time + draw.expovariate(1)
    return arrived
