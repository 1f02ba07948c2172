"""Runs the commands of Hermes Agent, the agent host on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from local_client import LocalClient, find_program, run_program
from output import StepFailed


class Host(LocalClient):
    """Hermes Agent on this machine. Its commands always exit with 0, so success is read from their output."""

    def __init__(self, home: str | None) -> None:
        self.env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONUTF8": "1"}
        if home:
            self.env["HERMES_HOME"] = str(Path(home).expanduser().resolve())
        self._hermes = find_program("hermes", "Install Hermes Agent 0.19 or newer, with its mcp extra")
        self.version = self.run("--version").split("\n")[0].strip()
        env_file = Path(self.run("config", "env-path").strip().split("\n")[-1])
        self.home = env_file.parent
        super().__init__(self.home / "svc" / "svc_mcp.py", env_file, self.env)

    def run(self, *args: str, stdin: str = "", seconds: int = 300) -> str:
        return run_program([self._hermes, *args], self.env, stdin, seconds)

    def read_setting(self, key: str) -> str:
        """Returns a setting of config.yaml as JSON, or "" if it is not set."""
        text = self.run("config", "get", key, "--json").strip()
        return "" if text.startswith("Config key not set") or text in ('""', "null") else text

    def write_setting(self, key: str, value: str) -> None:
        self.run_expecting("Set ", "config", "set", key, value)

    def run_expecting(self, word: str, *args: str, stdin: str = "") -> str:
        """Runs a command, and raises unless its output contains the word that means success."""
        output = self.run(*args, stdin=stdin)
        if word not in output:
            advice = f"See {self.home / 'logs'}, or run the command yourself: hermes {' '.join(args)}"
            raise StepFailed(f"hermes {' '.join(args[:3])} failed: {output.strip()[-400:]}", advice)
        return output
