"""The client on this machine: one file that uv runs, and the file with its key."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from output import KEY_VARIABLE, URL_VARIABLE, StepFailed


class LocalClient:
    def __init__(self, script: Path, env_file: Path, env: dict[str, str]) -> None:
        self.script, self.env_file, self.env = script, env_file, env
        self.uv = find_program("uv", "Install uv (docs.astral.sh/uv)")

    def call_tool(self, key: str, base_url: str, tool: str, arguments: dict | None = None) -> dict:
        """Runs one tool of the client in a new process. uv then caches its packages for the host as well."""
        args = [self.uv, "run", "--script", str(self.script), "call", tool, json.dumps(arguments or {})]
        output = run_program(
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


def find_program(name: str, advice: str) -> str:
    found = shutil.which(name) or (os.environ.get("UV") if name == "uv" else None)
    if not found:
        raise StepFailed(f"{name} is not on PATH.", f"{advice}, open a new terminal and run again.")
    return str(Path(found).absolute())


def run_program(args: list[str], env: dict, stdin: str, seconds: int, only_stdout: bool = False) -> str:
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
