"""Runs the call blocks of the guide's cookbook, as an agent would."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from platform_http import fetch, send_form
from read_cookbook import Condition, Count, Expect, Line, OnlyIf, Save, Step, Where, as_text

POLLS_MAX = 10
PLACEHOLDER = re.compile(r"<([A-Za-z_][\w ]*)>")


class Stopped(Exception):
    """A line of the block does not hold, so the agent stops and tells the owner."""


class LeftOut(Exception):
    """A value of `each` for which the block does nothing."""


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
                    with suppress(LeftOut):
                        self._run_steps(steps[at + 1 :])
                return

    def _run_step(self, step: Step) -> dict:
        for _ in range(POLLS_MAX):
            fields = {name: self.fill(value) for name, value in step.fields.items()}
            answer = self._ask(step, fields) if step.tool else self._send(step, fields)
            if not step.until or step.until.holds(pick(answer, step.until.path)):
                break
        else:
            raise Stopped(f"{step} was not finished after {POLLS_MAX} polls")
        for line in step.lines:
            answer = self._follow(line, answer)
        return answer

    def _follow(self, line: Line, answer: dict) -> dict:
        """Does what one line says, and returns the rows that are left."""
        match line:
            case OnlyIf(condition):
                if not condition.holds(pick(answer, condition.path)):
                    raise LeftOut(f"{condition} does not hold")
            case Where(condition):
                return self._keep(answer, condition)
            case Expect(path, comparison, wanted):
                check(path, pick(answer, path), comparison, self.fill(wanted))
            case Count(word, number, condition):
                matches, limit = len(self._matching(answer, condition)), int(self.fill(number))
                if not (matches < limit if word == "fewer" else matches > limit):
                    raise Stopped(f"{matches} rows with {condition}, expected {word} than {limit}")
            case Save(name, path):
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

    def _ask(self, step: Step, fields: dict[str, str]) -> dict:
        """Calls an svc tool; conditions look at all pages of a list (C5)."""
        answer = self.call_tool(step.tool, fields)
        rows = {line.path.split("[]")[0] for line in step.lines if "[]" in line.path}
        while rows and answer.get("nextCursor"):
            page = self.call_tool(step.tool, {**fields, "cursor": answer["nextCursor"]})
            answer = {**page, **{name: [*answer[name], *page[name]] for name in rows}}
        return answer

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
