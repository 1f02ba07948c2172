"""Provides a real service for the tests: starts one in a new folder, or uses the one that AGENT_READY names.

This is the only place that knows the start command of the service and the JSON that it prints.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from repo_paths import ROOT

# Users are divided among the parallel test processes (pytest-xdist). These get whole files: shares differ.
PROCESSES = 4
USERS_PER_PROCESS = 100
USER_COUNT = PROCESSES * USERS_PER_PROCESS
STOP_SECONDS = 120


@dataclass
class User:
    email: str
    password: str
    api_key: str


@dataclass
class Service:
    base_url: str
    database_url: str
    low_balance_user: User
    users: list[User]
    _taken: count = field(default_factory=count)

    def take_user(self) -> User:
        """Returns a user that no other test uses, because the rate limits count by user."""
        process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        taken = next(self._taken)
        assert taken < USERS_PER_PROCESS, "every user of this process is taken: raise USERS_PER_PROCESS"
        return self.users[process * USERS_PER_PROCESS + taken]


def start_command(port: int, folder: Path) -> list[str]:
    """Runs the service in the foreground. It prints one line of JSON when it is ready."""
    options = ["--json", "--fresh", "--users", str(USER_COUNT), "--port", str(port), "--dir", str(folder)]
    return ["node", "server/harness/dev/main.ts", *options]


def read_service(ready_file: str) -> Service:
    ready = json.loads(Path(ready_file).read_text(encoding="utf-8"))

    def user(entry: dict) -> User:
        return User(entry["email"], entry["password"], entry["apiKey"])

    return Service(
        base_url=ready["baseUrl"],
        database_url=ready["databaseUrl"],
        low_balance_user=user(ready["poor"]),
        users=[user(entry) for entry in ready["users"]],
    )


class StartedService:
    """Starts the system in a new folder; `stop` ends it and deletes the folder."""

    def __init__(self, env: dict[str, str] | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="atelier-agent-")
        folder = Path(self._folder.name)
        self._log = folder / "dev.log"
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                start_command(free_port(), folder / "system"),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                # Whatever keys of providers the developer has: tests buy nothing.
                env={**os.environ, "PROVIDERS": "", **(env or {})},
            )
        self.ready_file = str(folder / "ready.json")
        Path(self.ready_file).write_text(self._read_ready_line(), encoding="utf-8")
        self.service = read_service(self.ready_file)

    def _read_ready_line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the service did not start:\n{self._log.read_text(encoding='utf-8')}")
        return line

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(STOP_SECONDS)
        self._folder.cleanup()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def find_running_service() -> Service | None:
    """Returns the running service. AGENT_READY names a file with the JSON that the service printed."""
    path = os.environ.get("AGENT_READY")
    return read_service(path) if path else None
