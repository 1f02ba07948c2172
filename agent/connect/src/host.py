"""Runs the commands of Hermes Agent, the agent host on this machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from output import KEY_VARIABLE, URL_VARIABLE, StepFailed


class Host:
    """Hermes Agent on this machine. Its commands always exit with 0, so success is read from their output."""

    def __init__(self, home: str | None) -> None:
        self.env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONUTF8": "1"}
        if home:
            self.env["HERMES_HOME"] = str(Path(home).expanduser().resolve())
        self._hermes = _find_program("hermes", "Install Hermes Agent 0.19 or newer, with its mcp extra")
        self.uv = _find_program("uv", "Install uv (docs.astral.sh/uv)")
        self.version = self.run("--version").split("\n")[0].strip()
        self.env_file = Path(self.run("config", "env-path").strip().split("\n")[-1])
        self.home = self.env_file.parent
        self.script = self.home / "svc" / "svc_mcp.py"

    def run(self, *args: str, stdin: str = "", seconds: int = 300) -> str:
        return _run([self._hermes, *args], self.env, stdin, seconds)

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

    def call_tool(self, key: str, base_url: str, tool: str, arguments: dict | None = None) -> dict:
        """Runs one tool of the client in a new process. uv then caches its packages for the host as well."""
        args = [self.uv, "run", "--script", str(self.script), "call", tool, json.dumps(arguments or {})]
        output = _run(
            args, {**self.env, KEY_VARIABLE: key, URL_VARIABLE: base_url}, "", 300, only_stdout=True
        )
        try:
            return json.loads(output)
        except ValueError:
            advice = f"To see why, run it yourself: {self.uv} run --script {self.script} call {tool}"
            if "certificate" in output:
                advice = "Set SSL_CERT_FILE to your CA certificate, or UV_SYSTEM_CERTS=1, and run again."
            last_lines = "\n  ".join(output.strip().splitlines()[-5:])
            raise StepFailed(f"The client does not start:\n  {last_lines}", advice) from None


def _find_program(name: str, advice: str) -> str:
    found = shutil.which(name) or (os.environ.get("UV") if name == "uv" else None)
    if not found:
        raise StepFailed(f"{name} is not on PATH.", f"{advice}, open a new terminal and run again.")
    return str(Path(found).absolute())


def _run(args: list[str], env: dict, stdin: str, seconds: int, only_stdout: bool = False) -> str:
    try:
        process = subprocess.run(
            args,
            env=env,
            input=stdin,
            capture_output=True,
            timeout=seconds,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        raise StepFailed(
            f"{Path(args[0]).name} took longer than {seconds} s.", "Check the network, and run again."
        ) from None
    output = process.stdout if only_stdout and process.stdout.strip() else process.stdout + process.stderr
    return re.sub(r"\x1b\[[0-9;]*m", "", output)
