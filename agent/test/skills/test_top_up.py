"""top-up-creatives: exactly the missing ads are created, also after failures and restarts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from driver_top_up import TopUp
from follow_skill import Ended, Run
from readme_examples import assert_readme_matches, top_up
from seed_product import Seed
from skill_runner import SkillRunner, assert_all_visited, with_change
from top_up_scenario import NAME, TopUpScenario


def test_a_campaign_with_two_ads_gets_three_more(runner: SkillRunner) -> None:
    ended, run, scenario = top_up(runner)
    assert ended.how == "done", run.transcript.lines()
    assert_readme_matches("top-up", run)
    ads, made = scenario.ads(), scenario.media()[: -scenario.seeded]
    assert len(ads) == len(made) == 3
    assert {ad["status"] for ad in ads} == {"PAUSED"} and {ad["adset_id"] for ad in ads} == {scenario.adset}
    assert {ad["name"].split(" ")[1] for ad in ads} == {one["id"] for one in made}
    assert sorted(one["cepId"] for one in made) == sorted(
        [scenario.flights, scenario.flights, scenario.winter]
    )
    assert {one["characterId"] for one in made} == {run.values["character_id"]} != {None}
    assert scenario.charges() == 400 * (scenario.seeded + 3)
    state = runner.platform.state
    assert len(state.images) == 3
    for ad in ads:
        story = state.creatives[ad["creative_id"]]["object_story_spec"]["link_data"]
        assert story["image_hash"] in state.images
    scenario.assert_clean()

    ended, _ = scenario.run()
    assert (ended.how, ended.why) == ("stop", "enough"), (
        "our paused ads count, because they wait for the owner"
    )
    assert len(scenario.ads()) == 3 and scenario.charges() == 400 * (scenario.seeded + 3)


class KilledAfter(TopUp):
    """An agent that is killed in the middle of a step."""

    def __init__(self, step: str) -> None:
        super().__init__()
        original = getattr(self, step)

        def kill(run: Run) -> None:
            original(run)
            raise Ended("killed", run.step.number, step)

        setattr(self, step, kill)


@pytest.mark.parametrize("step", ["submit", "fetch_and_check_each_file"])
def test_a_restart_pays_and_creates_nothing_twice(fast_runner: SkillRunner, step: str) -> None:
    scenario = TopUpScenario(fast_runner, active=3)
    assert scenario.run(driver=lambda: KilledAfter(step))[0].how == "killed"
    assert scenario.charges() == 800 and not scenario.ads()
    ended, run = scenario.run()
    assert ended.how == "done", run.transcript.lines()
    assert scenario.charges() == 800 and len(scenario.ads()) == 2
    scenario.assert_clean()


def test_a_restart_after_midnight_pays_nothing_twice(fast_runner: SkillRunner, monkeypatch) -> None:
    """The names hold the day of the run; a new day would be a new name for each picture."""
    scenario = TopUpScenario(fast_runner, active=3)
    assert scenario.run(driver=lambda: KilledAfter("submit"))[0].how == "killed"
    today = Run.today
    monkeypatch.setattr(Run, "today", lambda run: today(run) + timedelta(days=1))
    ended, run = scenario.run(day=str(datetime.now(UTC).date()))
    assert ended.how == "done", run.transcript.lines()
    assert scenario.charges() == 800 and len(scenario.ads()) == 2


def test_ads_that_nobody_looks_at_are_not_made_for_ever(fast_runner: SkillRunner) -> None:
    """They fill their places for three days; without this rule a new set was paid every three days."""
    scenario = TopUpScenario(fast_runner, active=2)
    old = [{"name": f"topup-old-{at} med_{at}", "adset_id": scenario.adset} for at in range(10)]
    ads = [{**one, "status": "PAUSED", "created_time": "2026-01-01T00:00:00+0000"} for one in old]
    fast_runner.platform.seed(ads=ads[:9])
    assert scenario.run(character_name="Unknown")[0].why == "unknown character", "nine may wait"
    fast_runner.platform.seed(ads=ads[9:])
    ended, _ = scenario.run()
    assert (ended.how, ended.why) == ("ask", "unseen")
    assert not scenario.media()


def test_an_ad_whose_response_was_lost_is_found_by_its_name(fast_runner: SkillRunner) -> None:
    scenario = TopUpScenario(fast_runner, active=3)
    fast_runner.platform.fail_next(2, method="POST", path="/ads", applied=True)
    fast_runner.platform.fail_next(613, method="POST", path="/adimages")
    ended, run = scenario.run()
    assert ended.how == "done", run.transcript.lines()
    assert len(scenario.ads()) == 2 and len({one["name"] for one in scenario.ads()}) == 2
    assert scenario.charges() == 800
    assert 60 in fast_runner.slept


def test_a_failed_ad_is_tried_once_more_and_then_left_out(fast_runner: SkillRunner) -> None:
    """The first ad is moderated once, the second fails twice, the third succeeds."""
    scenario = TopUpScenario(fast_runner, active=2)
    models = {(1, 0): "simulator/moderated", (2, 0): "simulator/fail", (2, 1): "simulator/fail"}
    ended, run = scenario.run(driver=lambda: TopUp(lambda place: models.get((place.number, place.tries))))
    assert (ended.how, ended.why) == ("ask", "still short"), run.transcript.lines()
    assert len(scenario.ads()) == len(scenario.media("completed")) == 2
    assert len(scenario.media("failed")) == 3 and scenario.charges() == 800
    prompts = [one["prompt"] for one in scenario.media() if "-1-prd_" in one["clientRef"]]
    assert len(set(prompts)) == len(prompts), "a rejected prompt is never sent again"
    scenario.assert_clean()

    ended, _ = scenario.run()
    assert ended.why == "none", "an ad that failed twice today is not tried a third time"
    assert len(scenario.media()) == 5


def test_the_daily_limit_of_the_key_limits_the_number_of_ads(runner: SkillRunner) -> None:
    runner.use_key(mode="test", dailyCreditLimit=900)
    scenario = TopUpScenario(runner, active=1)
    ended, _ = scenario.run(new_ad_status="ACTIVE")
    assert ended.how == "done" and len(scenario.ads()) == 2
    assert {one["status"] for one in scenario.ads()} == {"ACTIVE"}, "the owner requested this status"
    assert scenario.run()[0].why == "too little"
    assert scenario.charges() == 800

    for ad in scenario.ads():
        ad["disapproved"], ad["review_reads"] = True, 0
    assert scenario.run()[0].why == "rejected", "rejected ads are not replaced again and again"
    runner.platform.state.campaigns[scenario.campaign]["status"] = "PAUSED"
    assert scenario.run()[0].why == "not delivering", "a paused campaign has no active ads, and needs none"


def test_a_refusal_by_the_keys_limit_ends_the_submits(runner: SkillRunner) -> None:
    runner.use_key(perJobCreditLimit=300)
    scenario = TopUpScenario(runner, active=3)
    ended, run = scenario.run()
    assert (ended.how, ended.why) == ("ask", "none")
    submits = [one.outcome for one in run.transcript.entries if one.call.startswith("generate")]
    assert submits == ["code budget_exceeded"]
    assert not scenario.media()


def test_ads_that_would_never_be_counted_are_not_made(fast_runner: SkillRunner) -> None:
    """The ad set of another campaign: each run would find the same places empty and pay again."""
    scenario = TopUpScenario(fast_runner, active=3)
    fast_runner.platform.seed(campaigns=[{"id": "2999"}], adsets=[{"id": "3999", "campaign_id": "2999"}])
    assert scenario.run(adset_id="3999")[0].why == "another campaign"
    assert scenario.run(character_name="Unknown")[0].why == "unknown character"
    assert not scenario.media() and not scenario.ads()


def test_a_picture_of_another_product_is_never_used(fast_runner: SkillRunner) -> None:
    scenario, other = TopUpScenario(fast_runner, active=4), Seed(fast_runner.api)
    today = str(datetime.now(UTC).date())
    ref = f"topup-{scenario.campaign}-{today}-1-{scenario.seed.product_id}"
    fast_runner.api.post("/api/gen/image", {"prompt": "x", "productId": other.product_id, "clientRef": ref})
    assert scenario.run()[0].why == "another product"
    assert not scenario.ads()


def test_the_agent_asks_for_missing_inputs(fast_runner: SkillRunner) -> None:
    scenario = TopUpScenario(fast_runner, active=4)
    scenario.seed = Seed(fast_runner.api, photo=False)
    assert scenario.run()[0].why == "no photo"
    scenario.seed = Seed(fast_runner.api)
    assert scenario.run()[0].why == "no reason to buy"
    scenario.seed.cep("Dry skin after flights", "soft before landing")
    skill = with_change(NAME, "| `give_up_minutes` | 15", "| `give_up_minutes` | 0.4")
    assert scenario.run(skill, lambda: TopUp(lambda place: "simulator/hang"))[0].why == "gave up"


def test_the_scenarios_cover_every_step_and_branch_of_the_skill(visited: set[str]) -> None:
    assert_all_visited(NAME, visited)
