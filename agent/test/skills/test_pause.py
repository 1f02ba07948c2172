"""pause-underperformer: ads that the rows prove to lose are paused; all other ads keep running."""

from __future__ import annotations

import pytest
from cookbook import CookbookRunner, Stopped
from driver_pause import Pause
from read_cookbook import read_cookbook
from repo_paths import GUIDE
from seed_product import FRESH, LOSES, WINS, Seed, ad_ids, day
from skill_runner import SkillRunner, assert_all_visited, with_change

NAME = "pause-underperformer"
WINNERS = ["honest", "boasted", "plain"]
LOSERS = ["overstated", "silent", "known", "recovered"]


class PauseScenario:
    def __init__(self, runner: SkillRunner) -> None:
        ids = ad_ids()
        self.runner, self.seed = runner, Seed(runner.api)
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
        self.runner.clear()
        ads, rows = [], {}
        for kind in self.kinds:
            ads.append({"id": self.ads[kind], "adset_id": self.adset})
            # A winner with an overstated claim has a bad week: it is not paused while its rows prove it.
            purchases = 8 if kind in ("honest", "plain", "recovered") else 1
            figures = {"spend": 100, "impressions": 900, "purchases": purchases, "revenue": purchases * 50}
            rows[self.ads[kind]] = [{"date": day(age), **figures} for age in range(1, 8)]
        adsets = [{"id": self.adset, "campaign_id": self.campaign, "daily_budget": 50_000}]
        self.runner.platform.seed(campaigns=[{"id": self.campaign}], adsets=adsets, ads=ads, insights=rows)

    def run(self, skill=NAME, driver=Pause, **inputs):
        return self.runner.run_skill(skill, driver, {"product_id": self.seed.product_id, **inputs})

    def paused(self) -> set[str]:
        ads = self.runner.platform.state.ads
        return {kind for kind in self.kinds if ads[self.ads[kind]]["status"] == "PAUSED"}


@pytest.fixture
def scenario(runner: SkillRunner) -> PauseScenario:
    """Each test has its own memory, because a run reports what it reads."""
    scenario = PauseScenario(runner)
    scenario.fill_platform()
    return scenario


def test_only_ads_that_the_rows_prove_to_lose_are_paused(scenario: PauseScenario) -> None:
    seen = scenario.seed.history()
    verdicts = {kind: (seen[scenario.ads[kind]]["drift"] or {}).get("verdict") for kind in scenario.kinds}
    expected = {"honest": "confirmed", "boasted": "overstated", "plain": None, "overstated": "overstated"}
    expected |= {"silent": None, "known": "confirmed", "recovered": "overstated", "rumour": "unverified"}
    assert verdicts == expected
    ended, _ = scenario.run()
    assert ended.how == "done", ended
    assert scenario.paused() == {"overstated", "silent"}
    platform = scenario.runner.platform
    assert (platform.violations, platform.unread_writes) == ([], [])
    assert int(platform.state.adsets[scenario.adset]["daily_budget"]) == 50_000

    seen = scenario.seed.history()
    assert {seen[scenario.ads[kind]]["observed"]["lastDay"] for kind in ("silent", "recovered")} == {day(1)}
    assert seen[scenario.ads["recovered"]]["tier"] != "loser", "the memory has learned the better days"
    assert scenario.run()[0].why == "none runs", "paused ads are not changed again"
    assert scenario.paused() == {"overstated", "silent"}


def test_ads_that_have_recovered_are_reported_and_keep_running(scenario: PauseScenario) -> None:
    for kind in ("overstated", "silent"):
        for row in scenario.runner.platform.state.insights[scenario.ads[kind]]:
            row["revenue"] = 500
    assert scenario.run()[0].why == "recovered"
    assert scenario.paused() == set()
    assert scenario.seed.history()[scenario.ads["silent"]]["observed"]["lastDay"] == day(1)


def test_without_report_results_the_skill_says_so_and_goes_on(scenario: PauseScenario) -> None:
    scenario.runner.connect(extra_tools="")
    ended, run = scenario.run()
    assert ended.how == "done" and "7 if no report tool" in run.visited
    assert scenario.paused() == {"overstated", "silent"}
    assert scenario.seed.history()[scenario.ads["silent"]]["observed"]["lastDay"] != day(1)


def test_a_campaign_always_keeps_active_ads(scenario: PauseScenario) -> None:
    ended, _ = scenario.run(with_change(NAME, "| `min_active_left` | 2", "| `min_active_left` | 7"))
    assert ended.how == "done"
    assert len(scenario.paused()) == 1
    ended, _ = scenario.run(with_change(NAME, "| `min_active_left` | 2", "| `min_active_left` | 7"))
    assert (ended.how, ended.why) == ("ask", "too few would be left")
    assert len(scenario.paused()) == 1


def test_a_throttled_platform_is_retried_with_backoff_and_then_reported(scenario: PauseScenario) -> None:
    scenario.runner.platform.fail_next(17, times=5, method="POST")
    ended, _ = scenario.run()
    assert (ended.how, ended.why, scenario.paused()) == ("ask", "17", set())
    assert scenario.runner.slept == [60, 120, 240, 480]
    scenario.runner.platform.fail_next(190, method="GET")
    assert (scenario.run()[0].why, len(scenario.runner.slept)) == ("190", 4), "a bad token is not tried again"
    assert scenario.run()[0].how == "done"
    assert scenario.paused() == {"overstated", "silent"}


def test_without_proof_nothing_is_paused(scenario: PauseScenario) -> None:
    ads = scenario.runner.platform.state.ads
    assert (
        scenario.run(with_change(NAME, "| `fresh_days` | 14", "| `fresh_days` | 1"))[0].why == "no candidate"
    )
    for kind in LOSERS:
        ads[scenario.ads[kind]]["disapproved"] = True
    assert scenario.run()[0].why == "none runs"
    assert scenario.run(product_id=Seed(scenario.runner.api).product_id)[0].why == "no baseline"
    assert scenario.paused() == set()


def test_an_ad_without_a_figure_is_not_paused(scenario: PauseScenario) -> None:
    """The platform may count purchases under another name: an absent ROAS is not a ROAS of 0."""
    rows = scenario.runner.platform.state.insights[scenario.ads["silent"]]
    for row in rows:
        row["actions"] = [{"action_type": "lead", "value": 3}]
        del row["revenue"], row["purchases"]
    assert scenario.run()[0].how == "done"
    assert scenario.paused() == {"overstated"}


def test_the_block_of_the_cookbook_pauses_what_the_skill_pauses(scenario: PauseScenario) -> None:
    """The block used to pause every ad with a claim that was too high, also a winner."""
    platform, runner = scenario.runner.platform, scenario.runner
    values = {"product_id": scenario.seed.product_id}
    cookbook = CookbookRunner(
        read_cookbook(GUIDE / "d-cookbook.md"), platform.graph_url, platform.token, runner.call_tool, values
    )
    with pytest.raises(Stopped):
        cookbook.run("D8")
    assert scenario.paused() == set(), "the first loser of the memory has recovered"
    for row in platform.state.insights[scenario.ads["recovered"]]:
        row["revenue"] = 20
    cookbook.run("D8")
    assert scenario.paused() == {"recovered"}


def test_an_ad_that_does_not_stay_paused_is_reported(scenario: PauseScenario) -> None:
    class Interrupted(Pause):
        def pause(self, run) -> None:
            super().pause(run)
            scenario.runner.platform.state.ads[self.chosen[0]]["status"] = "ACTIVE"

    assert scenario.run(driver=Interrupted)[0].why == "not paused"


def test_the_scenarios_cover_every_step_and_branch_of_the_skill(visited: set[str]) -> None:
    assert_all_visited(NAME, visited)
