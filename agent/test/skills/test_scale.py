"""scale-a-winner: only recent, verified rows raise a budget, in steps; claims and old results do not."""

from __future__ import annotations

import pytest
from driver_scale import Scale
from seed_product import LOSES, STALE, WINS, Seed, ad_ids, day
from skill_runner import SkillRunner, assert_all_visited, with_change

NAME = "scale-a-winner"
BUDGET = 10_000  # a day, in cents
LIMIT = 100_000


class ScaleScenario:
    """One ad of each kind, each in its own ad set; "twin" shares the ad set of "good"."""

    def __init__(self, runner: SkillRunner) -> None:
        ids = ad_ids()
        self.runner, self.seed = runner, Seed(runner.api)
        self.kinds = [
            "good",
            "twin",
            "pooled",
            "praised",
            "cooled",
            "idle",
            "stale",
            "claimed",
            "poor",
            "poorer",
        ]
        self.ads = {kind: next(ids) for kind in self.kinds}
        self.sets = {kind: next(ids) for kind in self.kinds}
        self.sets["twin"] = self.sets["good"]
        self.winter, self.pool = next(ids), next(ids)
        cep = self.seed.cep("Dry skin after flights", "soft before landing")
        for kind in ("good", "twin", "pooled", "praised", "cooled", "idle"):
            self.report(kind, WINS, cep)
        self.report("stale", WINS, cep, days=STALE)
        for kind in ("poor", "poorer"):
            self.report(kind, LOSES)
        self.seed.claim(self.ads["praised"], 9.0)
        self.seed.claim(self.ads["claimed"], 12.0)

    def report(self, kind: str, figures, cep=None, **more) -> None:
        media = self.seed.media(cep, "plane window") if cep else None
        campaign = "Travel" if kind == "pooled" else "Winter"
        self.seed.observe(self.ads[kind], figures, media=media, campaign=campaign, **more)

    def fill_platform(self) -> None:
        """Every ad spends its budget except "idle"; "cooled" no longer earns."""
        self.runner.clear()
        campaigns = [{"id": self.winter}, {"id": self.pool, "daily_budget": BUDGET}]
        adsets, ads, rows = [], [], {}
        for kind in self.kinds:
            campaign = self.pool if kind == "pooled" else self.winter
            budget = {} if kind == "pooled" else {"daily_budget": BUDGET}
            adsets.append({"id": self.sets[kind], "campaign_id": campaign, **budget})
            ads.append({"id": self.ads[kind], "adset_id": self.sets[kind]})
            spend = {"good": 50, "twin": 50, "idle": 20}.get(kind, 100)
            revenue = spend * (0.5 if kind == "cooled" else 4)
            figures = {"spend": spend, "impressions": 900, "purchases": revenue // 25, "revenue": revenue}
            rows[self.ads[kind]] = [{"date": day(age), **figures} for age in range(1, 8)]
        self.runner.platform.seed(campaigns=campaigns, adsets=adsets, ads=ads, insights=rows)

    def run(self, skill=NAME, limit: int = LIMIT, driver=Scale, **inputs):
        given = {"ad_account_id": "1001", "product_id": self.seed.product_id, "max_daily_budget": limit}
        return self.runner.run_skill(skill, driver, {**given, **inputs})

    def budgets(self) -> dict[str, int]:
        state = self.runner.platform.state
        found = {kind: int(state.adsets[self.sets[kind]].get("daily_budget", 0)) for kind in self.kinds}
        return {**found, "pooled": int(state.campaigns[self.pool]["daily_budget"])}


@pytest.fixture
def scenario(runner: SkillRunner) -> ScaleScenario:
    """Each test has its own memory, because a run reports what it reads."""
    scenario = ScaleScenario(runner)
    scenario.fill_platform()
    return scenario


def test_only_verified_recent_winners_get_more_budget_and_at_most_a_fifth(scenario: ScaleScenario) -> None:
    ended, _ = scenario.run()
    assert ended.how == "done", ended
    raised = {kind for kind, budget in scenario.budgets().items() if budget != BUDGET}
    assert raised == {"good", "twin", "pooled"}
    assert {scenario.budgets()[kind] for kind in raised} == {12_000}
    platform = scenario.runner.platform
    assert (platform.violations, platform.unread_writes) == ([], [])
    assert {ad["status"] for ad in platform.state.ads.values()} == {"ACTIVE"}

    seen = scenario.seed.history()
    days = {kind: seen[scenario.ads[kind]]["observed"]["lastDay"] for kind in ("good", "cooled", "poor")}
    assert days == {"good": day(1), "cooled": day(1), "poor": day(4)}, "what was read is reported"

    ended, _ = scenario.run()
    assert (ended.how, ended.why) == ("stop", "nothing to raise"), (
        "a second run on the same day changes nothing"
    )
    assert scenario.budgets()["good"] == 12_000


def test_without_report_results_the_skill_says_so_and_goes_on(scenario: ScaleScenario) -> None:
    scenario.runner.connect(extra_tools="")
    ended, run = scenario.run()
    assert ended.how == "done" and "8 if no report tool" in run.visited
    assert scenario.budgets()["good"] == 12_000


def test_the_owners_limit_is_never_exceeded(scenario: ScaleScenario) -> None:
    ended, _ = scenario.run(limit=11_500)
    assert ended.how == "done"
    assert scenario.budgets()["good"] == scenario.budgets()["pooled"] == 11_500
    assert scenario.run(limit=11_500)[0].why == "nothing to raise"


def test_a_write_without_a_response_is_checked_and_a_throttled_read_waits(scenario: ScaleScenario) -> None:
    platform = scenario.runner.platform
    platform.fail_next(2, method="POST", path=scenario.sets["good"], applied=True)
    platform.fail_next(80004, times=2, method="GET", path="insights")
    ended, _ = scenario.run()
    assert ended.why == "nothing to raise", "the second check finds the new budget"
    assert scenario.budgets()["good"] == scenario.budgets()["pooled"] == 12_000
    assert scenario.runner.slept == [60, 120]


def test_without_current_proof_no_budget_changes(scenario: ScaleScenario) -> None:
    """Each run removes one more precondition and stops with the matching reason."""
    state = scenario.runner.platform.state
    state.accounts["1001"]["currency"] = "JPY"
    assert scenario.run()[0].why == "other currency"
    state.accounts["1001"]["currency"] = "USD"
    state.insights.clear()
    assert scenario.run()[0].why == "cooled"
    for one in (*state.adsets.values(), *state.campaigns.values()):
        one["lifetime_budget"], one["daily_budget"] = one.pop("daily_budget", None) or BUDGET, None
    assert scenario.run()[0].why == "no daily budget"
    for ad in state.ads.values():
        ad["status"] = "PAUSED"
    assert scenario.run()[0].why == "none runs"
    assert (
        scenario.run(with_change(NAME, "| `fresh_days` | 30", "| `fresh_days` | 1"))[0].why == "no candidate"
    )
    assert scenario.run(product_id=Seed(scenario.runner.api).product_id)[0].why == "none verified"
    assert not [one for one in scenario.runner.platform.calls if one["method"] == "POST"]


def test_a_concurrent_change_of_the_budget_is_detected(scenario: ScaleScenario) -> None:
    state = scenario.runner.platform.state

    class Interrupted(Scale):
        def write(self, run) -> None:
            super().write(run)
            state.adsets[scenario.sets["good"]]["daily_budget"] = 9_000

    ended, _ = scenario.run(driver=Interrupted)
    assert (ended.how, ended.why) == ("ask", "not as written")


def test_the_scenarios_cover_every_step_and_branch_of_the_skill(visited: set[str]) -> None:
    assert_all_visited(NAME, visited)
