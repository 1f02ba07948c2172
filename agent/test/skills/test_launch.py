"""learn-before-launch: the brief uses verified results, and the launch stays paused for the owner."""

from __future__ import annotations

from driver_launch import Launch
from follow_skill import Run
from launch_scenario import BUDGET, NAME, LaunchScenario
from readme_examples import assert_readme_matches, learn_before_launch
from seed_product import Seed, ad_ids
from skill_runner import SkillRunner, assert_all_visited, with_change


def test_the_launch_uses_the_verified_pattern_and_stays_paused(runner: SkillRunner) -> None:
    ended, run, scenario = learn_before_launch(runner)
    assert ended.how == "done", run.transcript.lines()
    assert_readme_matches("learn-before-launch", run)
    (media,) = scenario.made()
    assert media["cepId"] == scenario.flights and "Dry skin after flights" in media["prompt"]
    assert runner.row("select hook from media where id = %s", media["id"]) == {"hook": "plane window"}
    scenario.assert_one_paused_launch(BUDGET)

    ended, _ = scenario.run()
    assert ended.how == "done", "a second run finds everything and creates nothing"
    assert len(scenario.made()) == 1
    scenario.assert_one_paused_launch(BUDGET)
    next(iter(runner.platform.state.campaigns.values()))["status"] = "ACTIVE"
    assert scenario.run()[0].why == "running", "a launch that the owner started is not changed"


def test_without_proof_the_launch_gets_half_the_budget(fast_runner: SkillRunner) -> None:
    scenario = LaunchScenario(fast_runner, has_history=False)
    fast_runner.platform.fail_next(2, method="POST", path="/adsets", applied=True)
    fast_runner.platform.fail_next(4, method="GET", path="/campaigns")
    ended, run = scenario.run(driver=lambda: Launch(lambda tries: None if tries else "simulator/moderated"))
    assert ended.how == "done", run.transcript.lines()
    assert [one["status"] for one in scenario.made()] == ["completed", "failed"]
    assert len({one["prompt"] for one in scenario.made()}) == 2
    scenario.assert_one_paused_launch(BUDGET // 2)


def test_a_promising_pattern_leads_the_launch_with_half_the_budget(runner: SkillRunner) -> None:
    """Better than the rest on too little spend for proof."""
    scenario, ids = LaunchScenario(runner, has_history=False), ad_ids()
    for cep, figures in ((scenario.winter, (30, 1, 65)), (scenario.flights, (12, 1, 65))):
        for number in range(3):
            media = scenario.seed.media(cep, "window seat")
            campaign = "Travel" if number else "Summer"
            scenario.seed.observe(next(ids), figures, media=media, campaign=campaign)
    ended, run = scenario.run()
    assert ended.how == "done", run.transcript.lines()
    (media,) = scenario.made()
    assert media["cepId"] == scenario.flights, "not the first entry point of the product"
    scenario.assert_one_paused_launch(BUDGET // 2)


def test_a_launch_whose_pictures_fail_twice_creates_nothing(fast_runner: SkillRunner) -> None:
    scenario = LaunchScenario(fast_runner, has_history=False)
    for _ in range(2):
        assert scenario.run(driver=lambda: Launch(lambda tries: "simulator/fail"))[0].why == "tried twice"
    assert len(scenario.made()) == 2 and not fast_runner.platform.state.campaigns

    slow = with_change(NAME, "| `give_up_minutes` | 15", "| `give_up_minutes` | 0.1")
    hang, name = (lambda: Launch(lambda tries: "simulator/hang")), f"slow-{scenario.seed.mark}"
    assert scenario.run(slow, hang, launch_name=name)[0].why == "gave up"


def test_the_agent_asks_when_the_launch_is_impossible(fast_runner: SkillRunner) -> None:
    scenario = LaunchScenario(fast_runner, has_history=False)
    dear = with_change(NAME, "| `price_image` | 400", "| `price_image` | 4000000")
    assert scenario.run(dear)[0].why == "too little"
    scenario.seed = Seed(fast_runner.api)
    assert scenario.run()[0].why == "nothing left"
    scenario.seed = Seed(fast_runner.api, photo=False)
    assert scenario.run()[0].why == "no photo"
    assert not fast_runner.platform.state.campaigns


def test_rejected_content_gets_a_new_scene_and_a_concurrent_change_is_detected(
    fast_runner: SkillRunner,
) -> None:
    """No model of the simulator rejects at submit, so the answer of that call is replaced."""
    scenario = LaunchScenario(fast_runner, has_history=False)
    refused = {"ok": False, "code": "provider_rejected", "message": "", "charged": "refunded"}

    class RejectedAndChanged(Launch):
        def submit(self, run: Run):
            real = run.environment.tool
            run.environment.tool = lambda name, args: real(name, args) if self.tries else refused
            label = super().submit(run)
            run.environment.tool = real
            return label

        def create_the_ad(self, run: Run) -> None:
            super().create_the_ad(run)
            scenario.assert_one_paused_launch(BUDGET // 2, read_back=False)
            next(iter(fast_runner.platform.state.adsets.values()))["daily_budget"] = 99_000

    ended, run = scenario.run(driver=RejectedAndChanged)
    assert (ended.how, ended.why) == ("ask", "not as written"), run.transcript.lines()
    assert run.values["client_ref"] == f"launch-spring-{scenario.seed.mark}-{scenario.seed.product_id}-2"


def test_a_budget_in_yen_is_not_taken_for_one_in_cents(fast_runner: SkillRunner) -> None:
    """Yen have no minor unit: a budget times 100 is 100 times the budget."""
    scenario = LaunchScenario(fast_runner, has_history=False)
    fast_runner.platform.seed(account={"currency": "JPY"})
    ended, _ = scenario.run()
    assert (ended.how, ended.why) == ("ask", "other currency")
    assert not scenario.made() and not fast_runner.platform.state.campaigns


def test_the_campaign_states_the_special_category_that_the_owner_named(fast_runner: SkillRunner) -> None:
    scenario = LaunchScenario(fast_runner, has_history=False)
    law = {"special_ad_categories": ["HOUSING"], "special_ad_category_country": ["US"]}
    ended, run = scenario.run(**law)
    assert ended.how == "done", run.transcript.lines()
    (campaign,) = fast_runner.platform.state.campaigns.values()
    assert {name: campaign[name] for name in law} == law


def test_a_picture_of_another_product_is_never_used(fast_runner: SkillRunner) -> None:
    """Another agent may have used the same name for a creative of another product."""
    scenario, other = LaunchScenario(fast_runner, has_history=False), Seed(fast_runner.api)
    ref = f"launch-spring-{scenario.seed.mark}-{scenario.seed.product_id}"
    body = {"prompt": "x", "productId": other.product_id, "clientRef": ref}
    fast_runner.api.post("/api/gen/image", body)
    assert scenario.run()[0].why == "another product"
    assert not fast_runner.platform.state.ads


def test_the_scenarios_cover_every_step_and_branch_of_the_skill(visited: set[str]) -> None:
    assert_all_visited(NAME, visited)
