"""Starts real agent hosts with a scripted model, each in an empty home. Nothing is installed globally."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from hermes_home import HermesHome
from python_environments import find_python

RUN_SECONDS = 240
INSTALL_SECONDS = 300
PROMPT = "Make a picture of the mug."
# Folder of the hosts from npm; it can be deleted at any time.
TOOLS = Path(os.environ.get("ATELIER_TOOLS") or Path.home() / ".cache/atelier") / "hosts"


@dataclass(frozen=True)
class Run:
    """One conversation: where it happens, with which model and which server."""

    home: Path
    model_url: str
    client: Path
    settings: dict[str, str]

    @property
    def server(self) -> dict:
        return {"command": find_python("mcp-2.3"), "args": [str(self.client)], "env": self.settings}


class NotRunnable(Exception):
    """The host cannot be run here; the text says why."""


class Host:
    name = ""
    package = ""
    version = ""

    def prepare(self) -> str:
        """Installs the host if it is not there yet, and returns its version."""
        if not self.program.exists():
            install(self.package, self.version)
        return run([str(self.program), "--version"], {"HOME": str(TOOLS)}, TOOLS).strip().splitlines()[-1]

    def start(self, one: Run) -> None:
        raise NotImplementedError

    @property
    def program(self) -> Path:
        return TOOLS / "node_modules/.bin" / self.name


class ClaudeCode(Host):
    name, package, version = "claude", "@anthropic-ai/claude-code", "2.1.325"

    def start(self, one: Run) -> None:
        config = one.home / "mcp.json"
        config.write_text(json.dumps({"mcpServers": {"svc": one.server}}), encoding="utf-8")
        env = {
            **{"HOME": str(one.home), "ANTHROPIC_BASE_URL": one.model_url, "ANTHROPIC_API_KEY": "x"},
            # The tools stand in every request, so that they can be counted.
            **{"ENABLE_TOOL_SEARCH": "false", "DISABLE_AUTOUPDATER": "1"},
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }
        options = ["--mcp-config", str(config), "--strict-mcp-config", "--allowedTools", "mcp__svc"]
        run([str(self.program), "-p", PROMPT, *options], env, one.home)


class Codex(Host):
    name, package, version = "codex", "@openai/codex", "0.166.0"

    def start(self, one: Run) -> None:
        server = one.server
        lines = [
            *('model = "scripted"', 'model_provider = "scripted"', "[model_providers.scripted]"),
            *('name = "scripted"', f'base_url = "{one.model_url}/v1"', 'wire_api = "responses"'),
            'env_key = "SCRIPTED_KEY"',
            # Otherwise the first turn begins before the server is connected.
            *("[mcp_servers.svc]", "required = true", "startup_timeout_sec = 60"),
            *(f"command = {json.dumps(server['command'])}", f"args = {json.dumps(server['args'])}"),
            "[mcp_servers.svc.env]",
            *(f"{name} = {json.dumps(value)}" for name, value in server["env"].items()),
        ]
        (one.home / "config.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        env = {"HOME": str(one.home), "CODEX_HOME": str(one.home), "SCRIPTED_KEY": "x"}
        options = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"]
        run([str(self.program), "exec", *options, PROMPT], env, one.home)


class Hermes(Host):
    name = "hermes"

    def prepare(self) -> str:
        program = str(Path(sys.executable).with_name("hermes"))
        return run([program, "--version"], {}, Path.cwd()).splitlines()[0]

    def start(self, one: Run) -> None:
        home = HermesHome(one.home, one.settings, find_python("mcp-2.3"))
        home.client_file, home.extra_tools = one.client, one.settings["SVC_EXTRA_TOOLS"]
        home.configure(f"{one.model_url}/v1")
        try:
            home.run("chat", "-Q", "-q", PROMPT)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            raise NotRunnable(str(error)[:300]) from error


HOSTS: list[Host] = [ClaudeCode(), Codex(), Hermes()]


def install(package: str, version: str) -> None:
    TOOLS.mkdir(parents=True, exist_ok=True)
    options = ["--prefix", str(TOOLS), "--no-audit", "--no-fund", "--ignore-scripts"]
    run(["npm", "install", *options, f"{package}@{version}"], dict(os.environ), TOOLS, INSTALL_SECONDS)
    # The script of the package only links its binary. npm may be set up not to run any.
    script = TOOLS / "node_modules" / package / "install.cjs"
    if script.exists():
        run(["node", str(script)], dict(os.environ), script.parent, INSTALL_SECONDS)


def run(command: list[str], env: dict[str, str], folder: Path, seconds: int = RUN_SECONDS) -> str:
    try:
        done = subprocess.run(
            command,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm", **env},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotRunnable(f"{Path(command[0]).name}: {error}") from error
    if done.returncode != 0:
        reason = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise NotRunnable(f"{Path(command[0]).name} ended with {done.returncode}: {''.join(reason)[:300]}")
    return done.stdout
