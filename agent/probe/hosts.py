"""Checks with the hosts' own programs what connect.py and the packages give them. Not part of CI.

    pnpm probe:connect [--packages FOLDER]

The programs come from npm, about 1.5 GB, into a folder of their own. No host gets a model or an account.
Cursor and VS Code cannot be run here: the tests compare what is written for them with their documentation.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "test"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "test" / "connect"))

from codex_tools import list_codex_tools
from fresh_host import FreshHost, download
from host_programs import HostPrograms, default_folder
from repo_paths import ROOT, SKILL_NAMES
from start_system import Service, StartedService

TOOL_COUNT = 23


class Probe:
    def __init__(self, packages: Path, service: Service) -> None:
        self._packages, self._service, self.failed = packages, service, 0

    def check(self, name: str, host: str | None, look: Callable[[HostPrograms], str]) -> None:
        """Connects the host in an empty home, and looks at it with its own program."""
        with tempfile.TemporaryDirectory(prefix="atelier-host-") as folder:
            fresh = FreshHost(Path(folder))
            began = time.monotonic()
            if host:
                key = self._service.take_user().api_key
                done = fresh.connect(self._service.base_url, "--host", host, "--yes", key=key)
                assert done.code == 0, done.text
            try:
                problem = look(HostPrograms(self._packages, fresh.folder))
            except (ValueError, KeyError, TypeError, subprocess.TimeoutExpired) as error:
                problem = repr(error)
            if host and not problem:
                ended = fresh.connect("--host", host, "--remove")
                problem = "" if ended.code == 0 else ended.text
        self.failed += bool(problem)
        print(
            f"{'FAIL' if problem else 'ok  '} {name}, {time.monotonic() - began:.0f} s {problem}", flush=True
        )

    def run(self) -> None:
        self.check("Codex: `mcp list --json` shows the entry", "codex", look_at_codex_list)
        self.check("Codex: its app server finds the tools", "codex", look_at_codex_tools)
        self.check("Claude Code: `mcp list` connects", "claude-code", look_at_claude)
        self.check("Gemini CLI: `mcp list` connects", "gemini", look_at_gemini)
        self.check("OpenClaw: `mcp probe --json` finds the tools", "openclaw", look_at_openclaw)
        self.check("Claude Code: the plugin is valid, and is installed", None, look_at_plugin)
        self.check("skills: installs from the discovery index", None, self.look_at_skills)

    def look_at_skills(self, programs: HostPrograms) -> str:
        """In an empty project."""
        project = programs.home / "somewhere"
        output = programs.run(
            "skills", "add", self._service.base_url, "--yes", "--agent", "claude-code", cwd=project
        )
        for name in SKILL_NAMES:
            path = project / ".claude" / "skills" / name / "SKILL.md"
            served = download(self._service, f"/.well-known/agent-skills/{name}/SKILL.md")
            if not path.exists() or path.read_bytes() != served:
                return output[-1500:]
        return ""


def look_at_codex_list(programs: HostPrograms) -> str:
    (entry,) = programs.read_json("codex", "mcp", "list", "--json")
    is_right = entry["name"] == "svc" and entry["enabled"] and entry["transport"]["type"] == "stdio"
    return "" if is_right else str(entry)


def look_at_codex_tools(programs: HostPrograms) -> str:
    tools = list_codex_tools(programs, "svc")
    return "" if len(tools) == TOOL_COUNT else str(tools)


def look_at_claude(programs: HostPrograms) -> str:
    output = programs.run("claude", "mcp", "list")
    return "" if "svc:" in output and "Connected" in output else output


def look_at_gemini(programs: HostPrograms) -> str:
    output = programs.run("gemini", "mcp", "list")
    return "" if "✓ svc:" in output else output


def look_at_openclaw(programs: HostPrograms) -> str:
    tools = programs.read_json("openclaw", "mcp", "probe", "svc", "--json")["tools"]
    return "" if len(tools) == TOOL_COUNT else str(tools)


def look_at_plugin(programs: HostPrograms) -> str:
    steps = [
        (["plugin", "validate", str(ROOT)], "Validation passed"),
        (["plugin", "validate", str(ROOT / "agent" / "claude-code")], "Validation passed"),
        (["plugin", "marketplace", "add", str(ROOT)], "atelier"),
        (["plugin", "install", "svc@atelier"], "svc"),
        (["plugin", "list"], "svc@atelier"),
    ]
    for args, word in steps:
        output = programs.run("claude", *args)
        if word not in output or "✘" in output:
            return f"claude {' '.join(args)}: {output[-1500:]}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks connect.py with the hosts' own programs.")
    parser.add_argument("--packages", type=Path, default=default_folder(), help="folder of the programs")
    options = parser.parse_args()
    started = StartedService()
    try:
        probe = Probe(options.packages, started.service)
        probe.run()
    finally:
        started.stop()
    return 1 if probe.failed else 0


if __name__ == "__main__":
    sys.exit(main())
