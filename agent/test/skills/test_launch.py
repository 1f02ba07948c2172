"""learn-before-launch: the brief comes from verified results, and the launch waits, paused, for its owner."""

from __future__ import annotations

from driver_launch import Launch
from follow_skill import Run
from launch_scenario import BUDGET, NAME, LaunchShop
from readme_examples import assert_as_told, learn_before_launch
from seed_product import Seed
from skill_runner import Stage, assert_all_taken, changed


def test_the_launch_is_made_from_the_verified_pattern_and_waits_paused(stage: Stage) -> None:
    ended, run, shop = learn_before_launch(stage)
    assert ended.how == "done", run.transcript.lines()
    assert_as_told("learn-before-launch", run)
    (media,) = shop.made()
    assert media["cepId"] == shop.flights and "Dry skin after flights" in media["prompt"]
    assert stage.row("select hook from media where id = %s", media["id"]) == {"hook": "plane window"}
    shop.assert_one_paused_launch(BUDGET)

    ended, _ = shop.play()
    assert ended.how == "done", "again: everything is found, nothing is paid or made"
    assert len(shop.made()) == 1
    shop.assert_one_paused_launch(BUDGET)
    next(iter(stage.platform.state.campaigns.values()))["status"] = "ACTIVE"
    assert shop.play()[0].why == "running", "what the owner started is the owner's"


def test_without_proof_the_launch_gets_half_the_money(rehearsal: Stage) -> None:
    shop = LaunchShop(rehearsal, known=False)
    rehearsal.platform.fail_next(2, method="POST", path="/adsets", applied=True)
    rehearsal.platform.fail_next(4, method="GET", path="/campaigns")
    ended, run = shop.play(driver=lambda: Launch(lambda tries: None if tries else "simulator/moderated"))
    assert ended.how == "done", run.transcript.lines()
    assert [one["status"] for one in shop.made()] == ["completed", "failed"]
    assert len({one["prompt"] for one in shop.made()}) == 2
    shop.assert_one_paused_launch(BUDGET // 2)


def test_a_launch_whose_pictures_fail_twice_creates_nothing(rehearsal: Stage) -> None:
    shop = LaunchShop(rehearsal, known=False)
    for _ in range(2):
        assert shop.play(driver=lambda: Launch(lambda tries: "simulator/fail"))[0].why == "tried twice"
    assert len(shop.made()) == 2 and not rehearsal.platform.state.campaigns

    slow = changed(NAME, "| `give_up_minutes` | 15", "| `give_up_minutes` | 0.1")
    hang, name = (lambda: Launch(lambda tries: "simulator/hang")), f"slow-{shop.seed.mark}"
    assert shop.play(slow, hang, launch_name=name)[0].why == "gave up"


def test_what_cannot_be_launched_is_asked_about(rehearsal: Stage) -> None:
    shop = LaunchShop(rehearsal, known=False)
    dear = changed(NAME, "| `price_image` | 400", "| `price_image` | 4000000")
    assert shop.play(dear)[0].why == "too little"
    shop.seed = Seed(rehearsal.api)
    assert shop.play()[0].why == "nothing left"
    shop.seed = Seed(rehearsal.api, photo=False)
    assert shop.play()[0].why == "no photo"
    assert not rehearsal.platform.state.campaigns


def test_content_rejected_at_once_gets_a_new_scene_and_a_foreign_hand_is_noticed(rehearsal: Stage) -> None:
    """No model of the simulator rejects at submit, so the host's answer is replaced for this one call."""
    shop = LaunchShop(rehearsal, known=False)
    refused = {"ok": False, "code": "provider_rejected", "message": "", "charged": "refunded"}

    class Troubled(Launch):
        def submit(self, run: Run):
            real = run.world.tool
            run.world.tool = lambda name, args: real(name, args) if self.tries else refused
            label = super().submit(run)
            run.world.tool = real
            return label

        def create_the_ad(self, run: Run) -> None:
            super().create_the_ad(run)
            shop.assert_one_paused_launch(BUDGET // 2, read_back=False)
            next(iter(rehearsal.platform.state.adsets.values()))["daily_budget"] = 99_000

    ended, run = shop.play(driver=Troubled)
    assert (ended.how, ended.why) == ("ask", "not as written"), run.transcript.lines()
    assert run.values["client_ref"] == f"launch-spring-{shop.seed.mark}-2"


def test_every_step_and_branch_of_the_skill_was_taken(visited: set[str]) -> None:
    assert_all_taken(NAME, visited)
