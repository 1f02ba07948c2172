"""The whole circle through the real host: produce, launch, three days, report, learn, and the next launch."""

from __future__ import annotations

from check_circle import check_circle
from skill_runner import SkillRunner


def test_the_next_launch_follows_what_won_on_the_platform(runner: SkillRunner) -> None:
    check_circle(runner, "circle-host")
