"""Follows a skill from step to step.

The SKILL.md alone decides which calls are made, with which arguments, and which fields of an answer are read.
A driver, one per skill, only makes the choices that a model would make.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from fill_call import fill_call, fill_text, select_fields
from read_skill import Branch, Call, Failure, Skill, Step
from transcript import Transcript

MAX_STEPS = 100


class Refused(Exception):
    """A call or a job failed in a way that the skill leaves to the driver."""

    def __init__(self, failure: Failure, answer: dict) -> None:
        super().__init__(f"{failure.action}: {failure.code}")
        self.action = failure.action
        self.fields = {name: answer.get(name) for name in failure.fields}


class Ended(Exception):
    """The run is over: done, stop or ask."""

    def __init__(self, how: str, step: int, why: str) -> None:
        super().__init__(f"{how} at step {step}: {why}")
        self.how, self.step, self.why = how, step, why


class Restart(Exception):
    """The outcome of the last call is unknown: the run starts again at step 1 and checks what exists."""


@dataclass
class AgentEnvironment:
    """What an agent can use: the svc tools of its host, the ads platform, files, a clock."""

    tool: Callable[[str, dict], dict | None]  # None when the host has no such tool
    platform: Callable[[str, str, dict], dict]
    fetch: Callable[[str], bytes]
    upload: Callable[[str, bytes], None]
    sleep: Callable[[float], None]


@dataclass
class Run:
    """One run of a skill. `values` holds the inputs and what the steps have read so far."""

    skill: Skill
    environment: AgentEnvironment
    values: dict
    transcript: Transcript
    visited: set[str] = field(default_factory=set)
    step: Step = None  # type: ignore[assignment]
    message: str | None = None  # what the last list said besides its rows
    began: date = field(default_factory=lambda: datetime.now(UTC).date())

    def rule(self, name: str):
        return self.skill.rules[name]

    def word(self, name: str) -> str:
        """Returns a rule whose value is a single word."""
        (word,) = self.skill.rules[name]
        return word

    def set(self, name: str) -> str:
        self.values[name] = fill_text(self.step.sets[name], self.values)
        return self.values[name]

    def today(self) -> date:
        return datetime.now(UTC).date()

    def whole_days(self, rule: str) -> None:
        """Sets the values `since` and `until` to the last full days, as many as the rule says."""
        self.values["until"] = str(self.today() - timedelta(days=1))
        self.values["since"] = str(self.today() - timedelta(days=self.rule(rule)))

    def ask(self, key: str, **values) -> dict:
        """Makes the call of this step with that key, and returns the fields that the step reads."""
        call = self._call(key)
        return select_fields(self._make(call, {**self.values, **values}), call.reads)

    def pages(self, key: str, rows: str, **values) -> list[dict]:
        """Returns all rows of a list, paged by the cursor of the tool or the next URL of the platform."""
        call, all_rows, cursor = self._call(key), [], None
        while True:
            answer = self._make(call, {**self.values, **values, "cursor": cursor})
            page = select_fields(answer, call.reads)
            self.message = page.get("message")
            all_rows += page[rows] or []
            if call.kind == "platform":
                cursor = page["paging"]["next"]
                call = Call("platform", key, path=cursor or "", method=call.method, reads=call.reads)
            else:
                cursor = page["nextCursor"]
            if not cursor:
                return all_rows

    def job_failed(self, code: str | None) -> Refused:
        failure = self.skill.action("job", code or "")
        if failure.action == "ask":
            raise Ended("ask", self.step.number, f"the job failed: {code}")
        return Refused(failure, {})

    def file(self, answer: dict) -> bytes:
        """Downloads the file of this step. Raises ValueError if its size or checksum is wrong."""
        address, size, checksum = self.step.file
        data = self.environment.fetch(self.values[address])
        self.transcript.file(self.step.number, address, data)
        if len(data) != answer[size] or hashlib.sha256(data).hexdigest() != answer[checksum]:
            raise ValueError("the file is damaged")
        return data

    def note(self, text: str) -> None:
        """Writes what was decided in this step into the transcript."""
        self.transcript.choices[self.step.number] = text

    def upload(self, path: str, address: str) -> None:
        """Sends a file of this computer to the address that a tool gave for it."""
        data = Path(path).read_bytes()
        self.environment.upload(address, data)
        self.transcript.upload(self.step.number, "uploadUrl", data)

    def _call(self, key: str) -> Call:
        return next(call for call in self.step.calls if call.key == key)

    def _make(self, call: Call, values: dict) -> dict:
        args = fill_call(call, values)
        tries, waits = 0, 0
        while True:
            answer = self._send(call, args, values)
            code, kind = failure_of(answer, call.kind)
            self.visited.add(f"{self.step.number} {call.key}")
            if not code:
                return answer
            failure = self.skill.action(kind, code)
            self.visited.add(f"failure {kind} {code}")
            if failure.action == "begin":
                raise Restart
            if failure.action == "again" and tries < self.rule("call_retries"):
                tries += 1
                self.environment.sleep(self.rule("retry_wait_seconds"))
            elif failure.action == "wait" and kind == "svc" and tries < self.rule("call_retries"):
                tries += 1
                self.environment.sleep(answer["retryAfterSeconds"])
            elif failure.action == "wait" and kind == "platform" and waits < self.rule("platform_retries"):
                self.environment.sleep(self.rule("platform_wait_seconds") * (1 << waits))
                waits += 1
            elif failure.action in ("ask", "again", "wait"):
                raise Ended("ask", self.step.number, code)
            else:
                raise Refused(failure, answer)

    def _send(self, call: Call, args: dict, values: dict) -> dict:
        if call.kind == "svc":
            answer = self.environment.tool(call.key, args)
            if answer is None:
                answer = {"ok": False, "code": "no tools"}
            self.transcript.svc(self.step.number, call, args, answer)
        else:
            path = fill_text(call.path, values)
            answer = self.environment.platform(call.method, path, args)
            self.transcript.platform(self.step.number, call, path, args, answer)
        return answer


def describe_target(branch: Branch) -> str:
    return f"go to step {branch.target}" if isinstance(branch.target, int) else branch.target


def failure_of(answer: dict, kind: str) -> tuple[str, str]:
    if kind == "svc":
        return ("" if answer["ok"] else answer["code"]), kind
    return str(answer["error"]["code"]) if "error" in answer else "", kind


def follow(run: Run, new_driver: Callable[[], object]) -> Ended:
    """Runs the steps in the order of the file, and returns how the run ended."""
    number, has_restarted = 1, False
    driver, inputs = new_driver(), dict(run.values)
    for _ in range(MAX_STEPS):
        if number > len(run.skill.steps):
            return run.transcript.end(Ended("done", number, "the last step is done"))
        run.step = run.skill.steps[number - 1]
        run.visited.add(str(number))
        run.transcript.titles[number] = run.step.title
        try:
            label = getattr(driver, run.step.name)(run)
        except Ended as ended:
            return run.transcript.end(ended)
        except Restart:
            if has_restarted:
                return run.transcript.end(Ended("ask", number, "the outcome is not known"))
            number, has_restarted = 1, True
            driver, run.values = new_driver(), dict(inputs)
            continue
        if label is None:
            number += 1
            continue
        branch = run.step.branches[label]
        run.visited.add(f"{number} if {label}")
        run.transcript.choices[number] = f"{label}: {describe_target(branch)}"
        if branch.target == "go on":
            number += 1
        elif isinstance(branch.target, str):
            return run.transcript.end(Ended(branch.target, number, label))
        else:
            number = branch.target
    raise AssertionError(f"{run.skill.name} did not end within {MAX_STEPS} steps")
