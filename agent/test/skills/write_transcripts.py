"""Runs the three examples and writes their transcripts into the README, then the circle, on two pages.

`pnpm agent:transcripts`. It starts its own service, unless AGENT_READY names one.
"""

from __future__ import annotations

import re
import sys
from itertools import zip_longest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = map(str, [HERE, HERE.parent, HERE.parent / "guide", HERE.parents[1] / "client" / "src"])

from circle_record import transcript_file  # noqa: E402
from circle_scenario import go_round  # noqa: E402
from python_environments import find_python  # noqa: E402
from readme_examples import EXAMPLES  # noqa: E402
from repo_paths import README  # noqa: E402
from skill_runner import SkillRunner  # noqa: E402
from start_system import Service, StartedService, find_running_service  # noqa: E402
from transcript import is_same  # noqa: E402


def keep_same(stored: str, fresh: str) -> str:
    """Returns the stored text if the fresh one differs only in ids, times and numbers."""
    pairs = zip_longest(stored.splitlines(), fresh.splitlines(), fillvalue="")
    return stored if all(is_same(*pair) for pair in pairs) else fresh


def put_between(page: str, name: str, lines: list[str]) -> str:
    """Replaces only the text between the marks of that name."""
    marks = re.compile(rf"(<!-- transcript:{name} -->)(.*?)(<!-- /transcript -->)", re.S)
    block = "\n".join(["", "", "```", *lines, "```", "", ""])
    page, count = marks.subn(lambda found: found[1] + keep_same(found[2], block) + found[3], page)
    if count != 1:
        raise SystemExit(f"{README.name} has no transcript marks for {name}")
    return page


def write_circles(service: Service) -> None:
    for name, is_remote in (("circle-host", False), ("circle-mcp", True)):
        with SkillRunner(service, find_python("mcp-2.3"), set()) as runner:
            if is_remote:
                runner.connect_remote()
            done = go_round(runner)
        file, page = transcript_file(name), done.circle.record.page(name)
        stored = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(keep_same(stored, page), encoding="utf-8")


def main() -> None:
    running = find_running_service()
    started = None if running else StartedService()
    try:
        transcripts: dict[str, list[str]] = {}
        for name, run_example in EXAMPLES.items():
            with SkillRunner(running or started.service, find_python("mcp-2.3"), set()) as runner:
                ended, run, _ = run_example(runner)
            if ended.how != "done":
                raise SystemExit(f"{name}: {ended}")
            transcripts[name] = run.transcript.lines()
        page = README.read_text(encoding="utf-8")
        for name, lines in transcripts.items():
            page = put_between(page, name, lines)
        README.write_text(page, encoding="utf-8")
        write_circles(running or started.service)
    finally:
        if started:
            started.stop()


if __name__ == "__main__":
    main()
