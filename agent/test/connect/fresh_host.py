"""Simulates a machine with a newly installed host, and runs connect.py there as a user does."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import urllib.request
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import yaml
from repo_paths import CONNECT_FILE
from start_system import Service

RUN_SECONDS = 300
# The machine may use a private certificate authority, and all runs share the cache of uv.
PASSED_VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "UV_SYSTEM_CERTS", "UV_DEFAULT_INDEX", "UV_OFFLINE")
# Files that the host writes in every run.
WRITTEN_BY_HOST = ("logs", "__pycache__", ".update_check", "sessions", "cache", ".hub")


@dataclass
class CommandResult:
    code: int
    text: str


class FreshHost:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / ".hermes"
        self._programs = folder / "programs"
        self._programs.mkdir(parents=True)
        self.install("hermes", Path(sys.executable).with_name("hermes"))
        self.install("uv", Path(shutil.which("uv") or "uv"))
        (folder / "somewhere").mkdir()

    def install(self, name: str, program: Path) -> None:
        (self._programs / name).symlink_to(program)

    def uninstall(self, name: str) -> None:
        (self._programs / name).unlink()

    @property
    def env(self) -> dict[str, str]:
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
        passed = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ}
        path = os.pathsep.join([str(self._programs), "/usr/bin", "/bin"])
        return {"PATH": path, "HOME": str(self.folder), "XDG_CACHE_HOME": cache, "LANG": "C.UTF-8", **passed}

    def connect(self, *args: str, key: str = "", script: Path = CONNECT_FILE) -> CommandResult:
        """Runs connect.py without a terminal, in an unrelated folder."""
        program = [sys.executable, str(script)]
        return self._run([*program, *args], {"SVC_API_KEY": key} if key else {})

    def uv_run(self, script: Path, *args: str, key: str) -> CommandResult:
        return self._run(["uv", "run", "--script", str(script), *args], {"SVC_API_KEY": key})

    def hermes(self, *args: str, stdin: str = "") -> str:
        return self._run(["hermes", *args], {"COLUMNS": "200"}, stdin).text

    def _run(self, args: list[str], env: dict[str, str], stdin: str = "") -> CommandResult:
        process = subprocess.run(
            [str(self._programs / args[0]) if "/" not in args[0] else args[0], *args[1:]],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=RUN_SECONDS,
            env={**self.env, **env},
            cwd=self.folder / "somewhere",
        )
        return CommandResult(process.returncode, process.stdout + process.stderr)

    @property
    def config(self) -> dict:
        path = self.home / "config.yaml"
        return (yaml.safe_load(path.read_text(encoding="utf-8")) or {}) if path.exists() else {}

    def snapshot(self) -> dict[str, str]:
        """Returns mode and checksum of every file, except those that the host writes in every run."""
        files = {}
        for path in sorted(self.home.rglob("*")):
            relative_path = path.relative_to(self.home)
            if path.is_file() and not set(relative_path.parts) & set(WRITTEN_BY_HOST):
                mode = oct(path.stat().st_mode & 0o777)
                files[str(relative_path)] = f"{mode} {sha256(path.read_bytes()).hexdigest()}"
        return files


def download(service: Service, path: str) -> bytes:
    with urllib.request.urlopen(service.base_url + path) as answer:
        return answer.read()


def load_connect() -> ModuleType:
    """Loads the script as a module, to test single functions."""
    spec = importlib.util.spec_from_file_location("connect", CONNECT_FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    # Its data classes look for the module there.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
