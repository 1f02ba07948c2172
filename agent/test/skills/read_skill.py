"""Parses a SKILL.md into what an agent does: steps, calls, fields, branches, rules, failures.

The scripted agent takes every call and every number from here, so a skill that is wrong behaves wrongly.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import yaml
from ads_platform.guide_rules import code_spans
from repo_paths import SKILLS

PLACEHOLDER = re.compile(r"<(\w+)>")


@dataclass
class Call:
    kind: str  # svc or platform
    key: str  # a tool's name, or a method with the last part of the path
    path: str = ""
    method: str = ""
    args: dict[str, object] = field(default_factory=dict)
    reads: list[str] = field(default_factory=list)
    saved: dict[str, str] = field(default_factory=dict)  # name of the value: path of the field


@dataclass
class Branch:
    label: str
    target: int | str  # a step's number, stop or ask


@dataclass
class Step:
    number: int
    title: str
    text: str = ""
    calls: list[Call] = field(default_factory=list)
    branches: dict[str, Branch] = field(default_factory=dict)
    sets: dict[str, str] = field(default_factory=dict)
    file: tuple[str, str, str] | None = None

    @property
    def name(self) -> str:
        return re.sub(r"\W+", "_", self.title.lower()).strip("_")


@dataclass
class Failure:
    kind: str  # svc, job or platform
    code: str
    action: str
    fields: list[str]


@dataclass
class Skill:
    name: str
    text: str
    front: dict
    sections: dict[str, str]
    inputs: set[str]
    steps: list[Step]
    rules: dict[str, float | list[str]]
    failures: list[Failure]
    otherwise: str

    def action(self, kind: str, code: str) -> Failure:
        for failure in self.failures:
            if (failure.kind, failure.code) == (kind, code):
                return failure
        return Failure(kind, code, self.otherwise, [])


def load_skill(name: str) -> Skill:
    return parse_skill(name, (SKILLS / name / "SKILL.md").read_text(encoding="utf-8"))


def parse_skill(name: str, text: str) -> Skill:
    _, front, body = re.split(r"^---$", text, maxsplit=2, flags=re.M)
    parts = re.split(r"^## (.+)$", body, flags=re.M)
    sections = {title.strip(): part.strip() for title, part in zip(parts[1::2], parts[2::2], strict=True)}
    failures, otherwise = parse_failures(sections["When a call fails"])
    input_lines = re.findall(r"^- (?:inputs|optional): (.+)$", sections["When to Use"], re.M)
    return Skill(
        name=name,
        text=text,
        front=yaml.safe_load(front),
        sections=sections,
        inputs=set(PLACEHOLDER.findall(" ".join(input_lines))),
        steps=parse_steps(sections["Procedure"]),
        rules=parse_rules(sections["Decision rules"]),
        failures=failures,
        otherwise=otherwise,
    )


def parse_steps(text: str) -> list[Step]:
    steps: list[Step] = []
    for line in text.splitlines():
        start = re.match(r"^(\d+)\. \*\*(.+?)\*\*(.*)$", line)
        if start:
            steps.append(Step(int(start[1]), start[2], start[3]))
        elif steps and line.strip():
            labelled = re.match(r"^ +- (\w+)(?::| (?=\*\*)) ?(.+)$", line)
            if not labelled:
                raise ValueError(f"step {steps[-1].number}: a line without a label: {line.strip()}")
            add_line(steps[-1], labelled[1], labelled[2])
    return steps


def add_line(step: Step, label: str, text: str) -> None:
    if label == "svc":
        step.calls.append(parse_tool_call(code_spans(text)[0]))
    elif label == "platform":
        step.calls.append(parse_platform_call(code_spans(text)))
    elif label == "read":
        step.calls[-1].reads += [span for span in code_spans(text) if not span.startswith("<")]
        step.calls[-1].saved.update(
            {name: path for path, name in re.findall(r"`([^`]+)` as `<(\w+)>`", text)}
        )
    elif label == "if":
        branch = parse_branch(text)
        step.branches[branch.label] = branch
    elif label == "set":
        name, template = code_spans(text)[:2]
        step.sets[name] = template
    elif label == "file":
        address, size, checksum = code_spans(text)[:3]
        step.file = (address.strip("<>"), size, checksum)
    elif label != "write":
        raise ValueError(f"step {step.number}: unknown label `{label}:`")


def parse_tool_call(text: str) -> Call:
    matched = re.fullmatch(r"(\w+)\((.*)\)", text)
    if not matched:
        raise ValueError(f"not a tool call: {text}")
    args: dict[str, object] = {}
    for key, value in re.findall(r"(\w+)=(\"[^\"]*\"|<\w+>|[\w.]+)", matched[2]):
        args[key] = value if value.startswith("<") else json.loads(value)
    return Call("svc", matched[1], args=args)


def parse_platform_call(parts: list[str]) -> Call:
    method, path = parts[0].split(" ", 1)
    args = dict(part.split("=", 1) for part in parts[1:])
    return Call("platform", f"{method} {path.rsplit('/', 1)[-1]}", path=path, method=method, args=args)


def parse_branch(text: str) -> Branch:
    matched = re.match(r"\*\*(.+?)\*\*(?: \(.+?\))?: (.+)$", text)
    if not matched:
        raise ValueError(f"not a branch: {text}")
    target = re.search(r"go to step (\d+)|\b(stop|ask|go on)\b", matched[2])
    if not target:
        raise ValueError(f"a branch without a target: {text}")
    return Branch(matched[1], int(target[1]) if target[1] else target[2])


def table_rows(text: str) -> list[list[str]]:
    rows = [line.strip().strip("|").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def parse_rules(text: str) -> dict[str, float | list[str]]:
    rules: dict[str, float | list[str]] = {}
    for name, value, *_ in table_rows(text):
        words = code_spans(value)
        number = float(value) if not words else 0.0
        rules[name.strip("`")] = words or (int(number) if number.is_integer() else number)
    return rules


def parse_failures(text: str) -> tuple[list[Failure], str]:
    failures, otherwise = [], ""
    for codes, instruction in table_rows(text):
        action = re.match(r"\*\*(.+?)\*\*", instruction)
        if not action:
            raise ValueError(f"what to do on {codes} does not begin with a bold word")
        if "anything else" in codes:
            otherwise = action[1]
        fields = [span for span in code_spans(instruction) if not span.startswith("<")]
        failures += [Failure(kind, code, action[1], fields) for kind, code in parse_codes(codes)]
    return failures, otherwise


def parse_codes(text: str) -> list[tuple[str, str]]:
    """Parses "`a`, job `b`, `c`, platform `4` to `6`". A kind applies to all codes after it."""
    found, kind = [], "svc"
    for word, code, to, last in re.findall(r"(job |platform )?`(\w+)`( to `(\w+)`)?", text):
        kind = word.strip() or kind
        span = range(int(code), int(last) + 1) if to else [code]
        found += [(kind, str(number)) for number in span]
    return found
