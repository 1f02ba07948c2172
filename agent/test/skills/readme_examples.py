"""Runs the three examples of the README against the real service."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from secrets import token_hex

from driver_produce import Produce
from follow_skill import Ended, Run
from launch_scenario import LaunchScenario
from png_file import make_png
from repo_paths import README
from skill_runner import SkillRunner
from top_up_scenario import TopUpScenario
from transcript import is_same


def production_loop(runner: SkillRunner) -> tuple[Ended, Run, str]:
    """A new product with a local photo."""
    mark = token_hex(4)
    with tempfile.TemporaryDirectory(prefix="atelier-photo-") as folder:
        photo = Path(folder) / "mug.png"
        photo.write_bytes(make_png())
        inputs = {"product_name": f"Mug {mark}", "label": f"mug-{mark}", "kind": "image"}
        ended, run = runner.run_skill(
            "produce-product-creative", Produce, {**inputs, "photo_path": str(photo)}
        )
    return ended, run, mark


def top_up(runner: SkillRunner) -> tuple[Ended, Run, TopUpScenario]:
    """Two of five ads are active, and one pattern is proven."""
    scenario = TopUpScenario(runner, active=2, has_history=True)
    _, name = scenario.seed.character()
    return *scenario.run(character_name=name), scenario


def learn_before_launch(runner: SkillRunner) -> tuple[Ended, Run, LaunchScenario]:
    scenario = LaunchScenario(runner, has_history=True)
    return *scenario.run(), scenario


EXAMPLES: dict[str, Callable[[SkillRunner], tuple]] = {
    "production-loop": production_loop,
    "top-up": top_up,
    "learn-before-launch": learn_before_launch,
}


def assert_readme_matches(name: str, run: Run) -> None:
    """The README shows the current transcript; if not, run write_transcripts.py."""
    page = README.read_text(encoding="utf-8")
    block = re.search(rf"<!-- transcript:{name} -->\s*```\n(.*?)\n```", page, re.S)
    assert block, f"{README.name} has no transcript of {name}: run write_transcripts.py"
    shown, fresh = block[1].splitlines(), run.transcript.lines()
    differ = [pair for pair in zip_longest(shown, fresh, fillvalue="") if not is_same(*pair)]
    assert not differ, f"run write_transcripts.py: {differ[0]}"
