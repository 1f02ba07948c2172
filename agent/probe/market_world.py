"""One world: an agent with memory and one without it launch ads for the same product in the same market."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from circle_scenario import Circle
from follow_skill import Run
from market import Market
from skill_runner import SkillRunner

LAUNCHES = ("first", "second", "third")
ADS_OF_A_SET = 5
# Jobs of this service take a tenth of a second, so nobody waits as long as a skill says.
LONGEST_WAIT_SECONDS = 0.3


@dataclass
class Choice:
    """What a launch used."""

    reason: str
    tier: str  # what the memory said of it: winner, promising, or nothing


@dataclass
class World:
    market: Market
    purchases: int  # all that the agent with memory could learn from
    with_memory: Choice
    without_memory: Choice

    @property
    def followed(self) -> bool:
        return self.with_memory.reason == self.market.winner


def run_world(market: Market, new_runner: Callable[[], SkillRunner]) -> World:
    """Both agents follow the same skills with the same script; only one has results in its memory."""
    with new_runner() as runner:
        learned, purchases = launch_with_memory(market, runner)
    with new_runner() as runner:
        circle, reasons = begin(market, runner)
        guessed = choice(circle, reasons, circle.launch("next", market.daily_budget_minor))
    return World(market, purchases, learned, guessed)


def begin(market: Market, runner: SkillRunner) -> tuple[Circle, dict[str, str]]:
    """A product with a picture, and its reasons to buy by their id."""
    runner.connect_remote()
    circle = Circle(runner, lambda seconds: time.sleep(min(seconds, LONGEST_WAIT_SECONDS)))
    circle.produce()
    return circle, dict(zip(circle.name_reasons(*market.reasons), market.reasons, strict=True))


def launch_with_memory(market: Market, runner: SkillRunner) -> tuple[Choice, int]:
    """Three launches, three days of the platform, the daily report, and the next launch."""
    circle, reasons = begin(market, runner)
    for name in LAUNCHES:
        run = circle.launch(name, market.daily_budget_minor)
        circle.start()
        circle.top_up(run)
        circle.start()
    state = runner.platform.state
    numbers = {ad_id: number for number, ad_id in enumerate(state.ads)}

    def figures_of(ad: dict) -> list[dict]:
        budget = int(state.adsets[ad["adset_id"]]["daily_budget"]) / 100
        return market.days(reasons[circle.cep_of(ad)], budget / ADS_OF_A_SET, numbers[ad["id"]])

    circle.pass_days(figures_of)
    circle.report()
    purchases = sum(row["purchases"] for rows in state.insights.values() for row in rows)
    learned = choice(circle, reasons, circle.launch("next", market.daily_budget_minor))
    assert runner.platform.violations == [], runner.platform.violations
    return learned, purchases


def choice(circle: Circle, reasons: dict[str, str], run: Run) -> Choice:
    cep_id, _ = circle.chosen(run)
    return Choice(reasons[cep_id], circle.pattern["tier"] if circle.pattern else "nothing")
