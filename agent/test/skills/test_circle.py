"""The whole circle: produce, launch, three days of the ads platform, report, learn, and the next launch."""

from __future__ import annotations

from circle_scenario import BUDGET, Circle
from follow_skill import Run
from skill_runner import SkillRunner

DAYS = 3


def test_the_next_launch_follows_what_won_on_the_platform(runner: SkillRunner) -> None:
    circle = Circle(runner)
    ended, run = circle.produce()
    assert ended.how == "done", run.transcript.lines()
    winter, flights = circle.name_reasons("Hands crack in winter", "Dry skin after flights")

    for name in ("first", "second"):
        ended, run = circle.launch(name)
        assert ended.how == "done", run.transcript.lines()
        assert "7 if empty memory" in run.visited, "an empty memory is named, and the launch goes on"
        assert chosen(circle, run) == (winter, BUDGET // 2), "without proof half the budget"
        circle.start()
        ended, run = circle.top_up(run)
        assert ended.how == "done", run.transcript.lines()
        circle.start()

    circle.pass_days(winner=flights, days=DAYS)
    circle.report()
    history = circle.history()
    assert len(history) == len(runner.platform.state.ads) == 10
    assert {row["evidence"] for row in history} == {"observed"}
    assert {row["cepId"] for row in history} == {winter, flights}

    ended, run = circle.launch("third")
    assert ended.how == "done", run.transcript.lines()
    assert chosen(circle, run) == (flights, BUDGET), "the reason that won, with the whole budget"
    assert runner.platform.violations == []

    circle.report()
    spend = sum(row["spend"] for row in history)
    assert sum(row["spend"] for row in circle.history()) == spend, "a day counts once"


def chosen(circle: Circle, run: Run) -> tuple[str, int]:
    """Returns the entry point and the budget of a launch."""
    state = circle.runner.platform.state
    name = f"launch-{run.values['launch_name']}"
    (ad,) = [one for one in state.ads.values() if one["name"].startswith(name)]
    return circle.cep_of(ad), int(state.adsets[ad["adset_id"]]["daily_budget"])
