"""A new home of the real host with our files in it; runs the host's own commands there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from ptyprocess import PtyProcessUnicode
from repo_paths import CLIENT_FILE, PLUGINS, SKILL_NAMES, SKILLS
from scripted_model import ScriptedModel

HERMES = str(Path(sys.executable).with_name("hermes"))
RUN_SECONDS = 120


@dataclass
class Chat:
    system: str
    user: str
    tools: set[str]
    results: list[str]
    output: str
    logs: str

    @property
    def skills(self) -> list[str]:
        """The skills that the system prompt lists."""
        return [name for name in SKILL_NAMES if f"- {name}:" in self.system]


class HermesHome:
    def __init__(self, folder: Path, settings: dict[str, str], client_python: str) -> None:
        self.path = folder / "hermes"
        (self.path / "plugins").mkdir(parents=True)
        # The host's bundled skills would only make the prompt longer.
        (self.path / ".no-bundled-skills").touch()
        shutil.copytree(SKILLS, self.path / "skills")
        shutil.copytree(PLUGINS, self.path / "plugins", dirs_exist_ok=True)
        lines = [f"{name}={value}\n" for name, value in settings.items()]
        (self.path / ".env").write_text("".join(lines), encoding="utf-8")
        self._client_python = client_python
        # The file of the server, and the extra tools with which it is registered.
        self.client_file = CLIENT_FILE
        self.extra_tools = ""

    @property
    def config(self) -> dict:
        path = self.path / "config.yaml"
        return yaml.safe_load(path.read_text(encoding="utf-8")) or {} if path.exists() else {}

    @config.setter
    def config(self, config: dict) -> None:
        (self.path / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")

    @property
    def server(self) -> dict:
        passed = {name: f"${{{name}}}" for name in ("SVC_API_KEY", "SVC_BASE_URL")}
        passed |= {"SVC_EXTRA_TOOLS": self.extra_tools} if self.extra_tools else {}
        return {"command": self._client_python, "args": [str(self.client_file)], "env": passed}

    def run(self, *args: str, stdin: str = "") -> str:
        """The output of the command. Its exit code is always 0, so only the text shows what happened."""
        done = subprocess.run(
            [HERMES, *args],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=RUN_SECONDS,
            env=self._environment,
            cwd=self.path.parent,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def run_in_terminal(self, *args: str, dialog: Sequence[tuple[str, str]]) -> str:
        """The same at a terminal: waits for each text, then sends the keys."""
        process = PtyProcessUnicode.spawn([HERMES, *args], cwd=self.path.parent, env=self._environment)
        timeout = threading.Timer(RUN_SECONDS, process.terminate, kwargs={"force": True})
        timeout.start()
        seen, answered = "", 0
        try:
            for awaited, keys in [*dialog, ("", "")]:
                while not awaited or awaited not in seen[answered:]:
                    seen += process.read()
                answered = len(seen)
                process.write(keys)
        except EOFError:
            return seen
        finally:
            timeout.cancel()
            process.close(force=True)
        return seen

    @property
    def _environment(self) -> dict[str, str]:
        home = {"HOME": str(self.path.parent), "HERMES_HOME": str(self.path)}
        return {**home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "200", "TERM": "xterm"}

    def chat(self, message: str, *script: dict, **options: object) -> Chat:
        """One conversation in a separate process, as the model saw it."""
        return self._run_with_model(script, options, lambda: self.run("chat", "-Q", "-q", message))

    def cron(self, message: str, *script: dict, **options: object) -> Chat:
        """The same as a job of the host's scheduler, which runs without memory."""

        def run() -> str:
            made = self.run("cron", "create", "every 2h", message, "--deliver", "local")
            (job_id,) = re.findall(r"\b[0-9a-f]{12}\b", made)
            self.run("cron", "run", job_id)
            self.run("cron", "tick")
            (report,) = (self.path / "cron" / "output" / job_id).glob("*.md")
            return report.read_text(encoding="utf-8")

        return self._run_with_model(script, options, run)

    def _run_with_model(self, script: Sequence[dict], options: dict, run: Callable[[], str]) -> Chat:
        model = ScriptedModel(*script)
        self.configure(model.url, **options)
        try:
            output = run()
        finally:
            model.stop()
        assert model.requests, output
        first, last = model.requests[0], model.requests[-1]
        return Chat(
            system=json.dumps(first["messages"][0]),
            user=first["messages"][-1]["content"],
            tools={tool["function"]["name"] for tool in first["tools"]},
            results=[one["content"] for one in last["messages"] if one["role"] == "tool"],
            output=output,
            logs="".join(log.read_text(encoding="utf-8") for log in (self.path / "logs").rglob("*.log")),
        )

    def configure(
        self,
        model_url: str,
        has_server: bool = True,
        memory: str = "",
        plugins: Sequence[str] = (),
        tool_search: str = "off",
    ) -> None:
        self.config = {
            "model": {
                "default": "scripted",
                "provider": "custom",
                "base_url": model_url,
                "api_key": "x",
                "context_length": 200_000,
            },
            "memory": {"provider": memory},
            "plugins": {"enabled": list(plugins)},
            "mcp_discovery_timeout": 60,
            "mcp_servers": {"svc": self.server} if has_server else {},
            # The probe of the machine takes seconds, and no test reads its result.
            "agent": {"environment_probe": False},
            # The host would download a program.
            "security": {"tirith_enabled": False},
            "tools": {"tool_search": {"enabled": tool_search}},
        }
