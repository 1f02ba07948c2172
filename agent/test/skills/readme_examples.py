"""The three scenes that the page for newcomers shows, played for real."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from secrets import token_hex

from driver_produce import Produce
from follow_skill import Ended, Run
from launch_scenario import LaunchShop
from png_file import make_png
from repo_paths import README
from skill_runner import Stage
from top_up_scenario import TopUpShop
from transcript import is_same


def production_loop(stage: Stage) -> tuple[Ended, Run, str]:
    """A product that the service does not know yet, with a photo on this computer."""
    mark = token_hex(4)
    with tempfile.TemporaryDirectory(prefix="atelier-photo-") as folder:
        photo = Path(folder) / "mug.png"
        photo.write_bytes(make_png())
        inputs = {"product_name": f"Mug {mark}", "label": f"mug-{mark}", "kind": "image"}
        ended, run = stage.play("produce-product-creative", Produce, {**inputs, "photo_path": str(photo)})
    return ended, run, mark


def top_up(stage: Stage) -> tuple[Ended, Run, TopUpShop]:
    """Two of five ads are active, and one pattern is proven."""
    shop = TopUpShop(stage, active=2, known=True)
    _, name = shop.seed.character()
    return *shop.play(character_name=name), shop


def learn_before_launch(stage: Stage) -> tuple[Ended, Run, LaunchShop]:
    shop = LaunchShop(stage, known=True)
    return *shop.play(), shop


SCENES: dict[str, Callable[[Stage], tuple]] = {
    "production-loop": production_loop,
    "top-up": top_up,
    "learn-before-launch": learn_before_launch,
}


def assert_as_told(name: str, run: Run) -> None:
    """The page still shows what happens; otherwise write_transcripts.py must be run again."""
    page = README.read_text(encoding="utf-8")
    told = re.search(rf"<!-- transcript:{name} -->\s*```\n(.*?)\n```", page, re.S)
    assert told, f"{README.name} shows nothing of {name}: run write_transcripts.py"
    shown, fresh = told[1].splitlines(), run.transcript.lines()
    differ = [pair for pair in zip_longest(shown, fresh, fillvalue="") if not is_same(*pair)]
    assert not differ, f"run write_transcripts.py: {differ[0]}"
