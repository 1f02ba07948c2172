"""Reads the call blocks of the guide's cookbook, and runs them as an agent would."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from platform_http import fetch, send_form

POLLS_MAX = 10
PLACEHOLDER = re.compile(r"<([A-Za-z_][\w ]*)>")


class Stopped(Exception):
    """A line of the block does not hold, so the agent stops and tells the owner."""


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
class Step:
    """One call: of the platform (`method`), of the service (`tool`), or of another block (`block`)."""

    method: str = ""
    address: str = ""
    tool: str = ""
    block: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    saves: dict[str, str] = field(default_factory=dict)
    until: Condition | None = None
    wheres: list[Condition] = field(default_factory=list)
    each: str = ""
    expects: list[tuple[str, str, str]] = field(default_factory=list)  # path, comparison, value
    counts: list[tuple[str, str, Condition]] = field(default_factory=list)  # fewer or more, number, condition


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
    elif until := re.fullmatch(r"until (.+)", line):
        step.until = read_condition(until[1])
    elif where := re.fullmatch(r"where (.+)", line):
        step.wheres.append(read_condition(where[1]))
    elif each := re.fullmatch(r"each (\S+)", line):
        step.each = each[1]
    elif count := re.fullmatch(r"expect (fewer|more) than (\S+) of (.+)", line):
        step.counts.append((count[1], count[2], read_condition(count[3])))
    elif expect := re.fullmatch(r"expect (\S+) ([=<>]) (.+)", line):
        step.expects.append((expect[1], expect[2], expect[3]))
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


@dataclass
class CookbookRunner:
    """Runs the steps of a block, and stores what they save in `values`. `call_tool` calls an svc tool."""

    blocks: dict[str, list[Step]]
    graph_url: str
    token: str
    call_tool: Callable[[str, dict[str, str]], dict]
    values: dict[str, str]

    def run(self, block: str) -> None:
        self._run_steps(self.blocks[block])

    def _run_steps(self, steps: list[Step]) -> None:
        for at, step in enumerate(steps):
            if step.block:
                self.run(step.block)
                continue
            answer = self._run_step(step)
            if step.each:
                for rows in group_rows(answer, step.each):
                    self.values.update(values_of(rows))
                    self._run_steps(steps[at + 1 :])
                return

    def _run_step(self, step: Step) -> dict:
        for _ in range(POLLS_MAX):
            fields = {name: self.fill(value) for name, value in step.fields.items()}
            answer = self.call_tool(step.tool, fields) if step.tool else self._send(step, fields)
            if not step.until or step.until.holds(pick(answer, step.until.path)):
                break
        else:
            raise Stopped(f"{step} was not finished after {POLLS_MAX} polls")
        for where in step.wheres:
            answer = self._keep(answer, where)
        for path, comparison, wanted in step.expects:
            check(path, pick(answer, path), comparison, self.fill(wanted))
        for word, number, condition in step.counts:
            matches, limit = len(self._matching(answer, condition)), int(self.fill(number))
            if not (matches < limit if word == "fewer" else matches > limit):
                raise Stopped(f"{matches} rows with {condition}, expected {word} than {limit}")
        for name, path in step.saves.items():
            value = pick(answer, path)
            if value is None:
                raise Stopped(f"{path} is absent")
            self.values[name] = as_text(value)
        return answer

    def _keep(self, answer: dict, condition: Condition) -> dict:
        rows = self._matching(answer, condition)
        if not rows:
            raise Stopped(f"no row with {condition}")
        return {**answer, condition.path.split("[]")[0]: rows}

    def _matching(self, answer: dict, condition: Condition) -> list[dict]:
        name, _, path = condition.path.partition("[].")
        values = [self.fill(value) for value in condition.values]
        filled = Condition(path, condition.is_wanted, values, condition.part)
        return [row for row in answer.get(name, []) if filled.holds(pick(row, path))]

    def _send(self, step: Step, fields: dict[str, str]):
        url = self.fill(step.address.replace("{graph_url}", self.graph_url))
        answer = send(step.method, url, {**fields, "access_token": self.token})
        while following := pick(answer, "paging.next"):
            page = json.loads(fetch(following))
            answer = {**page, "data": [*answer["data"], *page["data"]]}
        return answer

    def fill(self, text: str) -> str:
        return PLACEHOLDER.sub(lambda match: self._value(match[1]), text)

    def _value(self, name: str) -> str:
        if name.startswith("base64 of "):
            return base64.b64encode(fetch(self.values[name.removeprefix("base64 of ")])).decode()
        if name == "new_budget" and "old_budget" in self.values:
            return str(min(int(self.values["old_budget"]) * 12 // 10, int(self.values["max_daily_budget"])))
        return str(self.values[name])


def group_rows(answer: dict, path: str) -> list[list[dict]]:
    """Returns the rows of an answer in groups, one for each value of the field at the path."""
    name, _, key = path.partition("[].")
    groups: dict[str, list[dict]] = {}
    for row in answer[name]:
        groups.setdefault(row[key], []).append(row)
    return list(groups.values())


def values_of(rows: list[dict]) -> dict[str, str]:
    """Returns what an agent reads from the rows of one ad: its ids, and its days as D9 describes them."""
    first = rows[0]
    days = [
        {
            "day": row["date_start"],
            **{name: row[name] for name in ("spend", "impressions", "clicks")},
            "conversions": pick(row, "actions[omni_purchase].value") or 0,
            "revenue": pick(row, "action_values[omni_purchase].value") or 0,
        }
        for row in rows
    ]
    found = re.search(r"med_\w{22}|med_\d+", first["ad_name"])
    assert found, first["ad_name"]
    ids = {"ad_id": first["ad_id"], "campaign_id": first["campaign_id"], "media_id": found[0]}
    return {**ids, "rows": json.dumps(days)}


def pick(answer, path: str):
    """Returns the value at a path, None if it is absent.

    `a.b` is a field, `a[]` the first item, `a[x]` the item whose action_type is x, `a.*.b` the first key.
    """
    for part in path.split("."):
        name, _, key = part.rstrip("]").partition("[")
        if answer is None:
            return None
        answer = next(iter(answer.values()), None) if name == "*" else answer.get(name)
        if part.endswith("]"):
            rows = [row for row in answer or [] if not key or row["action_type"] == key]
            answer = rows[0] if rows else None
    return answer


def as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def check(path: str, value: object, comparison: str, wanted: str) -> None:
    """An absent value is not 0: it fails every comparison."""
    if value is None:
        raise Stopped(f"{path} is absent")
    if comparison == "=":
        holds = as_text(value) == wanted
    else:
        holds = float(value) < float(wanted) if comparison == "<" else float(value) > float(wanted)
    if not holds:
        raise Stopped(f"{path} is {value}, expected {comparison} {wanted}")


def send(method: str, url: str, fields: dict[str, str]):
    """Sends a call that must succeed, and returns the parsed JSON."""
    status, body = send_form(method, url, fields)
    assert status == 200, (method, url, body)
    return body
