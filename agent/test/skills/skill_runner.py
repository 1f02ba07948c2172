"""Runs skills with a scripted agent, the real service, the real host and the double of the ads platform."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable

from ads_platform import AdsPlatform
from api_client import ServiceApi, send_file
from follow_skill import AgentEnvironment, Ended, Run, follow
from host_tools import HostTools
from platform_http import fetch, platform_caller
from read_database import ServiceDatabase
from read_skill import Skill, load_skill, parse_skill
from remote_tools import RemoteTools
from repo_paths import GUIDE
from start_system import Service, User
from transcript import Transcript

SESSION_SECONDS = 30


class SkillRunner:
    def __init__(self, service: Service, python: str, visited: set[str], user: User | None = None) -> None:
        self.service, self.visited = service, visited
        self.user = user or service.take_user()
        self.python = python
        self.slept: list[float] = []
        # Waiting takes no time, unless a test replaces this.
        self.sleep: Callable[[float], None] = self.slept.append
        self.platform = AdsPlatform(GUIDE)
        self.api_key = self.user.api_key
        self.tools: HostTools | RemoteTools | None = None
        self._cookie = self._key_id = ""

    @property
    def api(self) -> ServiceApi:
        return ServiceApi(self.service.base_url, self.api_key)

    def __enter__(self) -> SkillRunner:
        self.platform.start()
        return self

    def __exit__(self, *_) -> None:
        self.platform.stop()
        if self.tools:
            self.tools.__exit__()
        if self._key_id:
            self._call_as_owner("DELETE", f"/api/account/keys/{self._key_id}")

    def clear(self) -> None:
        self.platform.reset()
        self.slept.clear()

    def run_skill(
        self, skill: str | Skill, new_driver: Callable[[], object], inputs: dict
    ) -> tuple[Ended, Run]:
        """Runs one agent session from step 1, without knowledge of earlier sessions."""
        self.platform.new_session()
        skill = load_skill(skill) if isinstance(skill, str) else skill
        ask = platform_caller(self.platform.graph_url, self.platform.rules.version, self.platform.token)
        environment = AgentEnvironment(self.call_tool, ask, fetch, send_file, self.sleep)
        values = {name: inputs.get(name) for name in skill.inputs}
        assert not set(inputs) - skill.inputs, "the skill has no such input"
        run = Run(skill, environment, values, Transcript(), self.visited)
        return follow(run, new_driver), run

    def call_tool(self, name: str, arguments: dict) -> dict | None:
        """Calls a svc tool through the host; None when the host has no such tool."""
        if self.tools is None:
            self.connect()
        return self.tools.call(name, arguments)

    def connect(self, extra_tools: str = "report_results") -> None:
        """Connects the host to our server, by default with the tools that connect.py enables."""
        base_url = self.service.base_url
        self.tools = HostTools(self.python, base_url, self.api_key, extra_tools=extra_tools).__enter__()

    def connect_remote(self) -> None:
        """Connects to /mcp of the deployment instead, without a host and without our client."""
        self.tools = RemoteTools(self.service.base_url, self.api_key).__enter__()

    def row(self, query: str, *values: str) -> dict:
        with ServiceDatabase(self.service.database_url) as database:
            return database.one(query, *values)

    def use_key(self, **limits) -> None:
        """Creates a separate key for this agent, as its owner would: with limits, or in test mode."""
        self._call_as_owner(
            "POST", "/api/account/session", {"email": self.user.email, "password": self.user.password}
        )
        made = self._call_as_owner("POST", "/api/account/keys", {"name": "night agent", **limits})
        self.api_key, self._key_id = made["secret"], made["key"]["id"]

    def _call_as_owner(self, method: str, path: str, body: dict | None = None) -> dict:
        headers = {
            "content-type": "application/json",
            "origin": self.service.base_url,
            "cookie": self._cookie,
        }
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.service.base_url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=SESSION_SECONDS) as answer:
            self._cookie = (answer.headers["set-cookie"] or self._cookie).split(";")[0]
            return json.load(answer)


def with_change(skill: str | Skill, old: str, new: str) -> Skill:
    """Returns the skill with one change, to prove that a run follows the file."""
    skill = load_skill(skill) if isinstance(skill, str) else skill
    assert old in skill.text
    return parse_skill(skill.name, skill.text.replace(old, new))


def assert_all_visited(name: str, visited: set[str]) -> None:
    """Checks that every step, call and branch was visited; the branches of step 1 have a separate test."""
    wanted: set[str] = set()
    for step in load_skill(name).steps:
        wanted |= {str(step.number)} | {f"{step.number} {call.key}" for call in step.calls}
        wanted |= {f"{step.number} if {label}" for label in step.branches if step.number > 1}
    left = sorted(wanted - visited)
    assert not left, f"no scenario visits {left}"
