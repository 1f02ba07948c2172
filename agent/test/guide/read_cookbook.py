"""Parses the call blocks of the guide's cookbook."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Condition:
    """A condition on the rows of an answer: which values a field must have, or must not have."""

    path: str
    is_wanted: bool
    values: list[str]
    part: str = ""  # the field must contain this text

    def holds(self, value: object) -> bool:
        if self.part:
            return self.part in str(value)
        return (("absent" if value is None else as_text(value)) in self.values) == self.is_wanted


@dataclass
class Where:
    """Keeps the rows that match."""

    condition: Condition

    @property
    def path(self) -> str:
        return self.condition.path


@dataclass
class OnlyIf(Where):
    """Leaves out a value of `each` that does not match."""


@dataclass
class Expect:
    path: str
    comparison: str
    value: str


@dataclass
class Count:
    word: str  # fewer or more
    number: str
    condition: Condition

    @property
    def path(self) -> str:
        return self.condition.path


@dataclass
class Save:
    name: str
    path: str


Line = Where | Expect | Count | Save


@dataclass
class Step:
    """One call: of the platform (`method`), of the service (`tool`), or of another block (`block`).

    `lines` say what is done with the answer, in the order of the text, as a literal reader does it.
    """

    method: str = ""
    address: str = ""
    tool: str = ""
    block: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    until: Condition | None = None
    each: str = ""
    lines: list[Line] = field(default_factory=list)


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
        step.lines.append(Save(save[1], save[2]))
    elif until := re.fullmatch(r"until (.+)", line):
        step.until = read_condition(until[1])
    elif where := re.fullmatch(r"where (.+)", line):
        step.lines.append(Where(read_condition(where[1])))
    elif only := re.fullmatch(r"only if (.+)", line):
        step.lines.append(OnlyIf(read_condition(only[1])))
    elif each := re.fullmatch(r"each (\S+)", line):
        step.each = each[1]
    elif count := re.fullmatch(r"expect (fewer|more) than (\S+) of (.+)", line):
        step.lines.append(Count(count[1], count[2], read_condition(count[3])))
    elif expect := re.fullmatch(r"expect (\S+) ([=<>]) (.+)", line):
        step.lines.append(Expect(expect[1], expect[2], expect[3]))
    elif pair := re.fullmatch(r"([a-z_]+)=(.*)", line):
        step.fields[pair[1]] = pair[2]
    else:
        raise ValueError(f"The cookbook has a line we cannot read: {line}")


def read_condition(text: str) -> Condition:
    if part := re.fullmatch(r"(\S+) has (\S+)", text):
        return Condition(part[1], True, [], part[2])
    condition = re.fullmatch(r"(\S+) is (not )?(.+)", text)
    if not condition:
        raise ValueError(f"The cookbook has a condition we cannot read: {text}")
    return Condition(condition[1], not condition[2], condition[3].split(" or "))


def as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
