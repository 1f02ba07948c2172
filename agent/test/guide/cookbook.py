"""Reads the call blocks of the guide's cookbook, and runs them as an agent would."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from platform_http import fetch, send_form

POLLS_MAX = 10
PLACEHOLDER = re.compile(r"<([A-Za-z_][\w ]*)>")


@dataclass
class Step:
    """One call: of the platform (`method`), of the service (`tool`), or of another block (`block`)."""

    method: str = ""
    address: str = ""
    tool: str = ""
    block: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    saves: dict[str, str] = field(default_factory=dict)
    until: tuple[str, bool, str] | None = None
    expects: list[tuple[str, str]] = field(default_factory=list)


def read_cookbook(file: Path) -> dict[str, list[Step]]:
    text = file.read_text(encoding="utf-8")
    blocks = {}
    for name, body in re.findall(r"^## (D\d)\.[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        if fence := re.search(r"^```call\n(.*?)^```", body, re.M | re.S):
            blocks[name] = read_steps(fence[1])
    return blocks


def read_steps(text: str) -> list[Step]:
    steps: list[Step] = []
    for line in text.splitlines():
        if not line.startswith("  "):
            steps.append(read_call(line))
        else:
            read_detail(steps[-1], line.strip())
    return steps


def read_call(line: str) -> Step:
    if tool := re.fullmatch(r"svc (\w+)\((.*)\)", line):
        pairs = (part.split("=", 1) for part in tool[2].split(", ") if part)
        return Step(tool=tool[1], fields={name: value.strip('"') for name, value in pairs})
    if block := re.fullmatch(r"do (D\d)", line):
        return Step(block=block[1])
    if call := re.fullmatch(r"(GET|POST|DELETE) (\{graph_url\}/v\S+)", line):
        return Step(method=call[1], address=call[2])
    raise ValueError(f"The cookbook has a line we cannot read: {line}")


def read_detail(step: Step, line: str) -> None:
    if save := re.fullmatch(r"-> (\w+) = (\S+)", line):
        step.saves[save[1]] = save[2]
    elif until := re.fullmatch(r"until (\S+) is (not )?(.+)", line):
        step.until = (until[1], not until[2], until[3])
    elif expect := re.fullmatch(r"expect (\S+) = (.+)", line):
        step.expects.append((expect[1], expect[2]))
    elif pair := re.fullmatch(r"([a-z_]+)=(.*)", line):
        step.fields[pair[1]] = pair[2]
    else:
        raise ValueError(f"The cookbook has a line we cannot read: {line}")


@dataclass
class CookbookRunner:
    """Runs the steps of a block, and stores what they save in `values`. `call_tool` calls an svc tool."""

    blocks: dict[str, list[Step]]
    graph_url: str
    token: str
    call_tool: Callable[[str, dict[str, str]], dict]
    values: dict[str, str]

    def run(self, block: str) -> None:
        for step in self.blocks[block]:
            if step.block:
                self.run(step.block)
            else:
                self._run_step(step)

    def _run_step(self, step: Step) -> None:
        for _ in range(POLLS_MAX):
            fields = {name: self.fill(value) for name, value in step.fields.items()}
            answer = self.call_tool(step.tool, fields) if step.tool else self._send(step, fields)
            if not step.until or (str(pick(answer, step.until[0])) == step.until[2]) == step.until[1]:
                break
        else:
            raise AssertionError(f"{step} was not finished after {POLLS_MAX} polls")
        for name, path in step.saves.items():
            self.values[name] = str(pick(answer, path))
        for path, wanted in step.expects:
            assert str(pick(answer, path)) == self.fill(wanted), (step, answer)

    def _send(self, step: Step, fields: dict[str, str]):
        url = self.fill(step.address.replace("{graph_url}", self.graph_url))
        return send(step.method, url, {**fields, "access_token": self.token})

    def fill(self, text: str) -> str:
        return PLACEHOLDER.sub(lambda match: self._value(match[1]), text)

    def _value(self, name: str) -> str:
        if name.startswith("base64 of "):
            return base64.b64encode(fetch(self.values[name.removeprefix("base64 of ")])).decode()
        if name == "new_budget" and "old_budget" in self.values:
            return str(int(self.values["old_budget"]) * 12 // 10)
        return str(self.values[name])


def pick(answer, path: str):
    """Returns the value at a path: `a.b`, `a[]` for the first item, or `a.*.b` for the first key."""
    for part in path.split("."):
        if part == "*":
            answer = next(iter(answer.values()))
        else:
            answer = answer[part.removesuffix("[]")]
            answer = answer[0] if part.endswith("[]") else answer
    return answer


def send(method: str, url: str, fields: dict[str, str]):
    """Sends a call that must succeed, and returns the parsed JSON."""
    status, body = send_form(method, url, fields)
    assert status == 200, (method, url, body)
    return body
