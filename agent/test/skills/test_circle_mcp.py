"""The whole circle through /mcp of the deployment. Its own file, so that it runs beside the other one."""

from __future__ import annotations

from check_circle import check_circle
from skill_runner import SkillRunner


def test_the_next_launch_follows_what_won_also_through_the_remote_server(runner: SkillRunner) -> None:
    runner.connect_remote()
    check_circle(runner, "circle-mcp")
