"""A real service for the tests: `pnpm dev` in a folder of its own, or the one that AGENT_READY tells of."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
USERS = 60
START_SECONDS = 120


@dataclass
class Person:
    email: str
    password: str
    api_key: str


@dataclass
class Service:
    base_url: str
    database_url: str
    people: dict[str, Person]
    users: list[Person]
    _next: count = field(default_factory=count)

    def person(self) -> Person:
        """Somebody whom no other test uses: limits count by user."""
        return self.users[next(self._next) % len(self.users)]


def read_service(ready: dict) -> Service:
    def person(one: dict) -> Person:
        return Person(one["email"], one["password"], one["apiKey"])

    return Service(
        base_url=ready["baseUrl"],
        database_url=ready["databaseUrl"],
        people={name: person(ready[name]) for name in ("owner", "stranger", "admin", "poor")},
        users=[person(one) for one in ready["users"]],
    )


class StartedService:
    """Starts everything in a new folder, and takes all of it down again."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="atelier-agent-")
        folder = Path(self._folder.name)
        self._log = folder / "dev.log"
        args = ["node", "server/dev/main.ts", "--json", "--fresh", "--users", str(USERS)]
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*args, "--port", str(free_port()), "--dir", str(folder / "house")],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.service = read_service(self._ready())

    def _ready(self) -> dict:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"pnpm dev did not start:\n{self._log.read_text(encoding='utf-8')}")
        return json.loads(line)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(START_SECONDS)
        self._folder.cleanup()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def shared_service() -> Service | None:
    """The service that somebody else started; its JSON may still be on its way."""
    path = os.environ.get("AGENT_READY")
    if not path:
        return None
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        text = Path(path).read_text(encoding="utf-8") if Path(path).exists() else ""
        if text.strip():
            return read_service(json.loads(text))
        time.sleep(0.2)
    raise RuntimeError(f"no service in {path} after {START_SECONDS} s")
