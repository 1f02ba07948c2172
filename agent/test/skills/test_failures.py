"""The scripted agent handles every code as the table under "When a call fails" says."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from follow_skill import AgentEnvironment, Ended, Refused, Restart, Run
from read_skill import Failure, Skill, load_skill
from repo_paths import SKILL_NAMES
from transcript import Transcript

RETRY_AFTER = 7
ACTIONS = {"wait", "again", "ask", "begin", "use", "upload", "rewrite", "new name", "skip", "enough"}


@dataclass
class Outage:
    """Tools and a platform that always answer with one error code."""

    code: str
    calls: int = 0
    slept: list[float] = field(default_factory=list)

    def tool(self, name: str, arguments: dict) -> dict:
        self.calls += 1
        return {"ok": False, "code": self.code, "retryAfterSeconds": RETRY_AFTER, "existingId": "med_x"}

    def upload(self, address: str, data: bytes) -> None:
        raise AssertionError("no file is sent by itself")

    def platform(self, method: str, path: str, params: dict) -> dict:
        self.calls += 1
        return {"error": {"code": int(self.code)}}


@pytest.mark.parametrize("name", SKILL_NAMES)
def test_the_agent_handles_each_failure_as_the_table_says(name: str) -> None:
    for failure in load_skill(name).failures:
        if failure.kind != "job":
            check_failure(load_skill(name), failure)


def check_failure(skill: Skill, failure: Failure) -> None:
    outage = Outage(failure.code)
    environment = AgentEnvironment(outage.tool, outage.platform, bytes, outage.upload, outage.slept.append)
    step, call = next((step, one) for step in skill.steps for one in step.calls if one.kind == failure.kind)
    values = dict.fromkeys([*skill.inputs, "ad_id", "campaign_id", "adset_id"], "1")
    with pytest.raises((Ended, Refused, Restart)) as raised:
        Run(skill, environment, values, Transcript(), step=step).ask(call.key)
    retries = {
        "again": "call_retries",
        "wait": "call_retries" if failure.kind == "svc" else "platform_retries",
    }
    assert outage.calls == 1 + skill.rules.get(retries.get(failure.action, ""), 0), failure
    expected = {"begin": Restart, "wait": Ended, "again": Ended, "ask": Ended}
    assert isinstance(raised.value, expected.get(failure.action, Refused)), failure
    if failure.action == "use":
        assert raised.value.fields["existingId"] == "med_x"
    if failure.code == "rate_limited":
        assert set(outage.slept) == {RETRY_AFTER}


@pytest.mark.parametrize("name", SKILL_NAMES)
def test_every_failure_has_a_known_action(name: str) -> None:
    assert {one.action for one in load_skill(name).failures} <= ACTIONS
    assert load_skill(name).action("svc", "unknown_code").action == "ask"
