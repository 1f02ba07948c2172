"""top-up-creatives: exactly the missing ads are made, uploaded, created, also over failures and restarts."""

from __future__ import annotations

import pytest
from driver_top_up import TopUp
from follow_skill import Ended, Run
from readme_examples import assert_as_told, top_up
from seed_product import Seed
from skill_runner import Stage, assert_all_taken, changed
from top_up_scenario import NAME, TopUpShop


def test_a_campaign_with_two_ads_gets_three_made_uploaded_and_created(stage: Stage) -> None:
    ended, run, shop = top_up(stage)
    assert ended.how == "done", run.transcript.lines()
    assert_as_told("top-up", run)
    ads, made = shop.ads(), shop.media()[: -shop.seeded]
    assert len(ads) == len(made) == 3
    assert {ad["status"] for ad in ads} == {"PAUSED"} and {ad["adset_id"] for ad in ads} == {shop.adset}
    assert {ad["name"].split(" ")[1] for ad in ads} == {one["id"] for one in made}
    assert sorted(one["cepId"] for one in made) == sorted([shop.flights, shop.flights, shop.winter])
    assert {one["characterId"] for one in made} == {run.values["character_id"]} != {None}
    assert shop.charges() == 400 * (shop.seeded + 3)
    state = stage.platform.state
    assert len(state.images) == 3
    for ad in ads:
        story = state.creatives[ad["creative_id"]]["object_story_spec"]["link_data"]
        assert story["image_hash"] in state.images
    shop.assert_clean()

    ended, _ = shop.play()
    assert (ended.how, ended.why) == ("stop", "enough"), "paused ads of ours wait for the owner"
    assert len(shop.ads()) == 3 and shop.charges() == 400 * (shop.seeded + 3)


class KilledAfter(TopUp):
    """An agent that is killed in the middle of a step."""

    def __init__(self, step: str) -> None:
        super().__init__()
        play = getattr(self, step)

        def kill(run: Run) -> None:
            play(run)
            raise Ended("killed", run.step.number, step)

        setattr(self, step, kill)


@pytest.mark.parametrize("step", ["submit", "fetch_and_check_each_file"])
def test_a_restart_in_the_middle_pays_and_creates_nothing_twice(rehearsal: Stage, step: str) -> None:
    shop = TopUpShop(rehearsal, active=3)
    assert shop.play(driver=lambda: KilledAfter(step))[0].how == "killed"
    assert shop.charges() == 800 and not shop.ads()
    ended, run = shop.play()
    assert ended.how == "done", run.transcript.lines()
    assert shop.charges() == 800 and len(shop.ads()) == 2
    shop.assert_clean()


def test_an_ad_whose_answer_was_lost_is_found_by_its_name(rehearsal: Stage) -> None:
    shop = TopUpShop(rehearsal, active=3)
    rehearsal.platform.fail_next(2, method="POST", path="/ads", applied=True)
    rehearsal.platform.fail_next(613, method="POST", path="/adimages")
    ended, run = shop.play()
    assert ended.how == "done", run.transcript.lines()
    assert len(shop.ads()) == 2 and len({one["name"] for one in shop.ads()}) == 2
    assert shop.charges() == 800
    assert 60 in rehearsal.slept


def test_failed_places_are_tried_once_more_and_then_left_empty(rehearsal: Stage) -> None:
    """The first place is moderated once, the second fails for good, the third is refused by the provider."""
    shop = TopUpShop(rehearsal, active=2)
    models = {(1, 0): "simulator/moderated", (2, 0): "simulator/fail", (2, 1): "simulator/fail"}
    ended, run = shop.play(driver=lambda: TopUp(lambda place: models.get((place.number, place.tries))))
    assert (ended.how, ended.why) == ("ask", "still short"), run.transcript.lines()
    assert len(shop.ads()) == len(shop.media("completed")) == 2
    assert len(shop.media("failed")) == 3 and shop.charges() == 800
    prompts = [one["prompt"] for one in shop.media() if "-1" in one["clientRef"][-4:]]
    assert len(set(prompts)) == len(prompts), "a rejected prompt is never sent again"
    shop.assert_clean()

    ended, _ = shop.play()
    assert ended.why == "none", "what failed twice today is not tried a third time"
    assert len(shop.media()) == 5


def test_as_many_are_made_as_the_keys_day_allows(stage: Stage) -> None:
    stage.use_key(mode="test", dailyCreditLimit=900)
    shop = TopUpShop(stage, active=1)
    ended, _ = shop.play(new_ad_status="ACTIVE")
    assert ended.how == "done" and len(shop.ads()) == 2
    assert {one["status"] for one in shop.ads()} == {"ACTIVE"}, "as the owner said"
    assert shop.play()[0].why == "too little"
    assert shop.charges() == 800

    for ad in shop.ads():
        ad["disapproved"], ad["review_reads"] = True, 0
    assert shop.play()[0].why == "rejected", "what the review dislikes is not made again and again"
    stage.platform.state.campaigns[shop.campaign]["status"] = "PAUSED"
    assert shop.play()[0].why == "not delivering", "a paused campaign has no active ads, and needs none"


def test_one_refusal_by_the_keys_limit_ends_the_submitting(stage: Stage) -> None:
    stage.use_key(perJobCreditLimit=300)
    shop = TopUpShop(stage, active=3)
    ended, run = shop.play()
    assert (ended.how, ended.why) == ("ask", "none")
    submits = [one.outcome for one in run.transcript.entries if one.call.startswith("generate")]
    assert submits == ["code budget_exceeded"]
    assert not shop.media()


def test_what_is_missing_is_asked_for(rehearsal: Stage) -> None:
    shop = TopUpShop(rehearsal, active=4)
    shop.seed = Seed(rehearsal.api, photo=False)
    assert shop.play()[0].why == "no photo"
    shop.seed = Seed(rehearsal.api)
    assert shop.play()[0].why == "no reason to buy"
    shop.seed.cep("Dry skin after flights", "soft before landing")
    skill = changed(NAME, "| `give_up_minutes` | 15", "| `give_up_minutes` | 0.4")
    assert shop.play(skill, lambda: TopUp(lambda place: "simulator/hang"))[0].why == "gave up"


def test_every_step_and_branch_of_the_skill_was_taken(visited: set[str]) -> None:
    assert_all_taken(NAME, visited)
