"""Where a scripted agent plays: the real service, the real host's tools, the double of the ads platform."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable

from ads_platform import AdsPlatform
from dev_service import Person, Service
from follow_skill import Ended, Run, World, follow
from host_tools import HostTools
from platform_http import fetch, platform_caller
from read_skill import Skill, load_skill, parse_skill
from repo_paths import GUIDE
from service_api import ServiceApi
from service_database import ServiceDatabase
from transcript import Transcript

SESSION_SECONDS = 30


class Stage:
    def __init__(
        self, service: Service, python: str, visited: set[str], person: Person | None = None
    ) -> None:
        self.service, self.visited = service, visited
        self.person = person or service.person()
        self.python = python
        self.slept: list[float] = []
        self.platform = AdsPlatform(GUIDE)
        self.api_key = self.person.api_key
        self.tools: HostTools | None = None
        self._cookie = self._made_key = ""

    @property
    def api(self) -> ServiceApi:
        return ServiceApi(self.service.base_url, self.api_key)

    def __enter__(self) -> Stage:
        self.platform.start()
        return self

    def __exit__(self, *_) -> None:
        self.platform.stop()
        if self.tools:
            self.tools.__exit__()
        if self._made_key:
            self._page("DELETE", f"/api/account/keys/{self._made_key}")

    def clear(self) -> None:
        self.platform.reset()
        self.slept.clear()

    def play(self, skill: str | Skill, new_driver: Callable[[], object], inputs: dict) -> tuple[Ended, Run]:
        """One session of an agent from step 1: nothing is known from an earlier one."""
        if self.tools is None:
            self.tools = HostTools(self.python, self.service.base_url, self.api_key).__enter__()
        self.platform.new_session()
        skill = load_skill(skill) if isinstance(skill, str) else skill
        ask = platform_caller(self.platform.graph_url, self.platform.rules.version, self.platform.token)
        world = World(tool=self.tools.call, platform=ask, fetch=fetch, sleep=self.slept.append)
        values = {name: inputs.get(name) for name in skill.inputs}
        assert not set(inputs) - skill.inputs, "the skill does not ask for all of these"
        run = Run(skill, world, values, Transcript(), self.visited)
        return follow(run, new_driver), run

    def row(self, query: str, *values: str) -> dict:
        with ServiceDatabase(self.service.database_url) as database:
            return database.one(query, *values)

    def use_key(self, **limits) -> None:
        """A key of its own for this agent, as its owner would make it: with limits, or for a rehearsal."""
        self._page(
            "POST", "/api/account/session", {"email": self.person.email, "password": self.person.password}
        )
        made = self._page("POST", "/api/account/keys", {"name": "night agent", **limits})
        self.api_key, self._made_key = made["secret"], made["key"]["id"]

    def _page(self, method: str, path: str, body: dict | None = None) -> dict:
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


def changed(skill: str | Skill, old: str, new: str) -> Skill:
    """The skill with one thing in it changed, to see that the run follows the file."""
    skill = load_skill(skill) if isinstance(skill, str) else skill
    assert old in skill.text
    return parse_skill(skill.name, skill.text.replace(old, new))


def assert_all_taken(name: str, visited: set[str]) -> None:
    """Whatever the skill says was done by some scenario; the branches of step 1 have their own test."""
    wanted: set[str] = set()
    for step in load_skill(name).steps:
        wanted |= {str(step.number)} | {f"{step.number} {call.key}" for call in step.calls}
        wanted |= {f"{step.number} if {label}" for label in step.branches if step.number > 1}
    left = sorted(wanted - visited)
    assert not left, f"no scenario took {left}"
