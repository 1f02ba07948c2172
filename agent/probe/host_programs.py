"""The programs of the hosts, from npm, in a folder of their own. Nothing is installed globally."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

PACKAGES = {
    "@anthropic-ai/claude-code": "2.1.325",
    "@openai/codex": "0.166.0",
    "@google/gemini-cli": "0.61.0",
    "openclaw": "2026.9.6",
    "skills": "1.7.4",
}
# The first one is the binary itself; `pnpm probe:hosts` takes what is in `.bin`.
PROGRAMS = {
    "claude": "@anthropic-ai/claude-code-linux-x64/claude",
    "codex": ".bin/codex",
    "gemini": ".bin/gemini",
    "openclaw": ".bin/openclaw",
    "skills": ".bin/skills",
}
RUN_SECONDS = 180
LINKED = "linked"


def default_folder() -> Path:
    tools = os.environ.get("ATELIER_TOOLS") or "~/.cache/atelier"
    return Path(tools).expanduser() / "hosts"


class HostPrograms:
    def __init__(self, folder: Path, home: Path) -> None:
        self._modules, self.home = folder / "node_modules", home
        folder.mkdir(parents=True, exist_ok=True)
        if not all((self._modules / path).exists() for path in PROGRAMS.values()):
            print(f"Installing {len(PACKAGES)} packages into {folder}; this takes some minutes.", flush=True)
            (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
            wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
            options = ["--ignore-scripts", "--no-audit", "--no-fund"]
            subprocess.run(["npm", "install", *options, *wanted], cwd=folder, check=True)
            (folder / LINKED).unlink(missing_ok=True)
        self._link(folder / LINKED)

    def _link(self, mark: Path) -> None:
        """Runs the one script that links a package to its binary, so that `.bin/claude` works as well."""
        if mark.exists():
            return
        for package in PACKAGES:
            script = self._modules / package / "install.cjs"
            if script.exists():
                subprocess.run(["node", str(script)], cwd=script.parent, check=True, timeout=RUN_SECONDS)
        mark.touch()

    @property
    def env(self) -> dict[str, str]:
        """An empty environment: only what a host needs to run in this home."""
        passed = ("PATH", "XDG_CACHE_HOME", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "UV_SYSTEM_CERTS")
        cache = {"XDG_CACHE_HOME": str(Path("~/.cache").expanduser())}
        return {
            **cache,
            **{name: os.environ[name] for name in passed if name in os.environ},
            "HOME": str(self.home),
            "NO_COLOR": "1",
            # Otherwise its servers are off in a folder that nobody has trusted.
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "DISABLE_TELEMETRY": "1",
        }

    def path(self, program: str) -> str:
        return str(self._modules / PROGRAMS[program])

    def run(self, program: str, *args: str, cwd: Path | None = None) -> str:
        done = subprocess.run(
            [self.path(program), *args],
            env=self.env,
            cwd=cwd or self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=RUN_SECONDS,
        )
        return done.stdout + done.stderr

    def read_json(self, program: str, *args: str) -> object:
        """Runs a command that prints JSON, maybe with other lines before and after it."""
        output = self.run(program, *args)
        start = re.search(r"^[\[{]", output, flags=re.MULTILINE)
        return json.JSONDecoder().raw_decode(output[start.start() if start else 0 :])[0]
