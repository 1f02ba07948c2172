"""What must hold after one way around the circle, through a host or through /mcp."""

from __future__ import annotations

from circle_scenario import BUDGET, go_round
from skill_runner import SkillRunner


def check_circle(runner: SkillRunner, transcript: str) -> None:
    """The next launch follows what won on the platform, and the circle is the one that is recorded."""
    done = go_round(runner)
    circle, (winter, flights) = done.circle, done.reasons
    for run in done.before:
        assert "7 if empty memory" in run.visited, "an empty memory is named, and the launch goes on"
        assert circle.chosen(run) == (winter, BUDGET // 2), "without proof half the budget"
    assert len(done.history) == 10
    assert {row["evidence"] for row in done.history} == {"observed"}
    assert {row["cepId"] for row in done.history} == {winter, flights}
    assert circle.chosen(done.after) == (flights, BUDGET), "the reason that won, with the whole budget"
    assert runner.platform.violations == []
    circle.record.assert_stored(transcript)

    circle.report()
    spend = sum(row["spend"] for row in done.history)
    assert sum(row["spend"] for row in circle.history()) == spend, "a day counts once"
