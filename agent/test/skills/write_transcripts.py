"""Runs the three examples and writes their transcripts into the README.

`pnpm agent:transcripts`. It starts its own service, unless AGENT_READY names one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1] / "client" / "src")]

from python_environments import find_python  # noqa: E402
from readme_examples import EXAMPLES  # noqa: E402
from repo_paths import README  # noqa: E402
from skill_runner import SkillRunner  # noqa: E402
from start_system import StartedService, find_running_service  # noqa: E402


def put_between(page: str, name: str, lines: list[str]) -> str:
    """Replaces only the text between the marks of that name."""
    marks = re.compile(rf"(<!-- transcript:{name} -->).*?(<!-- /transcript -->)", re.S)
    block = "\n".join(["", "", "```", *lines, "```", "", ""])
    page, count = marks.subn(lambda found: found[1] + block + found[2], page)
    if count != 1:
        raise SystemExit(f"{README.name} has no transcript marks for {name}")
    return page


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
    finally:
        if started:
            started.stop()


if __name__ == "__main__":
    main()
