"""pause-underperformer: what the rows prove to lose is paused; honest, unproven and recovered ads run on."""

from __future__ import annotations

import pytest
from driver_pause import Pause
from seed_product import FRESH, LOSES, WINS, Seed, ad_ids, day
from skill_runner import Stage, assert_all_taken, changed

NAME = "pause-underperformer"
WINNERS = ["honest", "boasted", "plain"]
LOSERS = ["overstated", "silent", "known", "recovered"]


class Shop:
    def __init__(self, stage: Stage) -> None:
        ids = ad_ids()
        self.stage, self.seed = stage, Seed(stage.api)
        self.kinds = [*WINNERS, *LOSERS, "rumour"]
        self.ads = {kind: next(ids) for kind in self.kinds}
        self.campaign, self.adset = next(ids), next(ids)
        for kind in self.kinds[:-1]:
            self.seed.observe(self.ads[kind], WINS if kind in WINNERS else LOSES)
        seen = self.seed.history()
        truth = {kind: seen[self.ads[kind]]["observed"]["value"] for kind in self.kinds[:-1]}
        for kind, factor in {
            "honest": 1,
            "boasted": 2,
            "overstated": 4,
            "known": 1,
            "recovered": 4,
        }.items():
            self.seed.claim(self.ads[kind], round(truth[kind] * factor, 4), days=FRESH)
        self.seed.claim(self.ads["rumour"], 0.1)

    def fill_platform(self) -> None:
        self.stage.clear()
        ads, rows = [], {}
        for kind in self.kinds:
            ads.append({"id": self.ads[kind], "adset_id": self.adset})
            # A winner that was boasted of has a bad week: no reason to pause it while its rows prove it.
            revenue = 400 if kind in ("honest", "plain", "recovered") else 20
            rows[self.ads[kind]] = [
                {"date": day(age), "spend": 100, "impressions": 900, "revenue": revenue}
                for age in range(1, 8)
            ]
        adsets = [{"id": self.adset, "campaign_id": self.campaign, "daily_budget": 50_000}]
        self.stage.platform.seed(campaigns=[{"id": self.campaign}], adsets=adsets, ads=ads, insights=rows)

    def play(self, skill=NAME, driver=Pause, **inputs):
        return self.stage.play(skill, driver, {"product_id": self.seed.product_id, **inputs})

    def paused(self) -> set[str]:
        ads = self.stage.platform.state.ads
        return {kind for kind in self.kinds if ads[self.ads[kind]]["status"] == "PAUSED"}


@pytest.fixture(scope="module")
def known(long_stage: Stage) -> Shop:
    return Shop(long_stage)


@pytest.fixture
def shop(known: Shop) -> Shop:
    known.fill_platform()
    return known


def test_losers_that_the_rows_prove_are_paused_and_nobody_else(shop: Shop) -> None:
    seen = shop.seed.history()
    verdicts = {kind: (seen[shop.ads[kind]]["drift"] or {}).get("verdict") for kind in shop.kinds}
    told = {"honest": "confirmed", "boasted": "overstated", "plain": None, "overstated": "overstated"}
    told |= {"silent": None, "known": "confirmed", "recovered": "overstated", "rumour": "unverified"}
    assert verdicts == told
    ended, _ = shop.play()
    assert ended.how == "done", ended
    assert shop.paused() == {"overstated", "silent"}
    platform = shop.stage.platform
    assert (platform.violations, platform.unread_writes) == ([], [])
    assert int(platform.state.adsets[shop.adset]["daily_budget"]) == 50_000

    assert shop.play()[0].why == "recovered", "the paused ones are not touched again"
    assert shop.paused() == {"overstated", "silent"}


def test_a_campaign_is_never_emptied(shop: Shop) -> None:
    ended, _ = shop.play(changed(NAME, "| `min_active_left` | 2", "| `min_active_left` | 7"))
    assert ended.how == "done"
    assert len(shop.paused()) == 1
    ended, _ = shop.play(changed(NAME, "| `min_active_left` | 2", "| `min_active_left` | 7"))
    assert (ended.how, ended.why) == ("ask", "too few would be left")
    assert len(shop.paused()) == 1


def test_a_throttled_platform_is_waited_for_and_then_left_alone(shop: Shop) -> None:
    shop.stage.platform.fail_next(17, times=5, method="POST")
    ended, _ = shop.play()
    assert (ended.how, ended.why, shop.paused()) == ("ask", "17", set())
    assert shop.stage.slept == [60, 120, 240, 480]
    shop.stage.platform.fail_next(190, method="GET")
    assert (shop.play()[0].why, len(shop.stage.slept)) == ("190", 4), "a bad token is not tried again"
    assert shop.play()[0].how == "done"
    assert shop.paused() == {"overstated", "silent"}


def test_without_proof_nothing_is_paused(shop: Shop) -> None:
    ads = shop.stage.platform.state.ads
    assert shop.play(changed(NAME, "| `fresh_days` | 14", "| `fresh_days` | 1"))[0].why == "no candidate"
    for kind in LOSERS:
        ads[shop.ads[kind]]["disapproved"] = True
    assert shop.play()[0].why == "none runs"
    assert shop.play(product_id=Seed(shop.stage.api).product_id)[0].why == "no baseline"
    assert shop.paused() == set()


def test_an_ad_that_does_not_stay_paused_is_told(shop: Shop) -> None:
    class Interrupted(Pause):
        def pause(self, run) -> None:
            super().pause(run)
            shop.stage.platform.state.ads[self.chosen[0]]["status"] = "ACTIVE"

    assert shop.play(driver=Interrupted)[0].why == "not paused"


def test_every_step_and_branch_of_the_skill_was_taken(visited: set[str]) -> None:
    assert_all_taken(NAME, visited)
