"""Writes down the whole circle: what each skill did, what the owner did, and what the platform did."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from cookbook import CookbookRunner
from follow_skill import Run
from read_cookbook import Step
from read_skill import Call
from repo_paths import TRANSCRIPTS
from transcript import Transcript, is_same

# Who brings the tools to the agent: the name of the page, and what it says about it.
WAYS = {
    "circle-host": "Through a real host: Hermes starts the client of this repository and calls its tools.",
    "circle-mcp": "Through `/mcp` of a running deployment, called by the client of the official Python SDK.",
}
REPORTED = Call("svc", "report_results", reads=["report.evidence", "report.accepted", "report.replaced"])


class RecordedCookbook(CookbookRunner):
    """Records the calls of both sides as the one step of a transcript."""

    def start(self, block: str, title: str) -> Transcript:
        self.transcript, self.number = Transcript(titles={1: title}), 1
        self.call_tool, self._call = self._call_recorded, self.call_tool
        self.run(block)
        self.transcript.ending = "done"
        return self.transcript

    def _call_recorded(self, name: str, arguments: dict) -> dict:
        answer = self._call(name, arguments)
        self.transcript.svc(self.number, REPORTED, arguments, answer)
        return answer

    def _send(self, step: Step, fields: dict[str, str]) -> dict:
        answer = super()._send(step, fields)
        call = Call("platform", step.address, method=step.method, reads=sorted({*answer} - {"paging", "id"}))
        address = self.fill(step.address.replace("{graph_url}", self.graph_url))
        self.transcript.platform(self.number, call, address, fields, answer)
        return answer


@dataclass
class CircleRecord:
    parts: list[tuple[str, list[str]]] = field(default_factory=list)

    def add_run(self, title: str, run: Run) -> None:
        self.parts.append((title, run.transcript.lines()))

    def add(self, title: str, *lines: str) -> None:
        self.parts.append((title, list(lines)))

    def page(self, name: str) -> str:
        """Returns the page that is stored under that name."""
        lines = [
            "# The whole circle, recorded",
            "",
            WAYS[name],
            "Written by `pnpm agent:transcripts`; a test repeats the circle and compares. The service is",
            "real, the ads platform is simulated. `svc` is a call of a tool, `platform` one of the platform.",
        ]
        for number, (title, part) in enumerate(self.parts, 1):
            lines += ["", f"## {number}. {title}", "", "```", *part, "```"]
        return "\n".join([*lines, ""])

    def assert_stored(self, name: str) -> None:
        """The stored page shows this circle; if not, run write_transcripts.py."""
        stored = transcript_file(name).read_text(encoding="utf-8").splitlines()
        pairs = zip_longest(stored, self.page(name).splitlines(), fillvalue="")
        differ = [pair for pair in pairs if not is_same(*pair)]
        assert not differ, f"run pnpm agent:transcripts: {differ[0]}"


def transcript_file(name: str) -> Path:
    return TRANSCRIPTS / f"{name}.md"
