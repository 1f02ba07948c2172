"""The simulated market is fair and repeatable, and the probe fails when an agent does not learn."""

from __future__ import annotations

import pytest
from circle import judge
from market import REASONS, Market
from market_world import Choice, World

LEAD = 1.7


def test_a_seed_always_gives_the_same_market_and_the_same_days() -> None:
    first, again, other = Market(7, LEAD), Market(7, LEAD), Market(8, LEAD)
    assert (first.reasons, first.factors) == (again.reasons, again.factors)
    days = first.days(first.winner, 50, ad=3)
    assert days == again.days(first.winner, 50, ad=3) != first.days(first.winner, 50, ad=4)
    assert days != other.days(first.winner, 50, ad=3)


def test_the_best_reason_leads_and_stands_anywhere_in_the_list() -> None:
    markets = [Market(seed, LEAD) for seed in range(200)]
    for market in markets:
        best, second = sorted(market.factors.values(), reverse=True)[:2]
        assert best >= LEAD * second
    places = [market.reasons.index(market.winner) for market in markets]
    assert all(places.count(place) > 25 for place in range(len(REASONS))), "nobody can guess its place"


def test_an_ad_sells_as_its_reason_does_on_average_and_far_from_it_alone() -> None:
    market = Market(5, LEAD)
    ads = [market.days(market.winner, 50, number) for number in range(1500)]
    spend = sum(day["spend"] for days in ads for day in days)
    purchases = [sum(day["purchases"] for day in days) for days in ads]
    assert 1000 * sum(purchases) / spend == pytest.approx(market.purchases(market.winner), rel=0.06)
    mean = sum(purchases) / len(purchases)
    spread = sum((one - mean) ** 2 for one in purchases) / len(purchases)
    assert spread > 1.2 * mean, "more noise than that of counting alone"


def worlds(followed: int, guessed: int, count: int = 20) -> list[World]:
    """The first ones follow what won; `guessed` is the same of the agent without memory."""
    made = []
    for number in range(count):
        market = Market(number, LEAD)
        other = next(reason for reason in market.reasons if reason != market.winner)
        learned = Choice(market.winner if number < followed else other, "winner")
        made.append(World(market, 100, learned, Choice(market.winner if number < guessed else other, "")))
    return made


@pytest.mark.parametrize(
    ("followed", "guessed", "verdicts"),
    [(18, 5, [True, True, True]), (17, 5, [False, True, True]), (20, 18, [True, False, True])],
)
def test_the_probe_asks_for_18_of_20(followed: int, guessed: int, verdicts: list[bool]) -> None:
    assert [holds for _, holds in judge(worlds(followed, guessed))] == verdicts


def test_the_probe_fails_when_memory_sells_no_more() -> None:
    assert not judge(worlds(0, 0))[2][1]
