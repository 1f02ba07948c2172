"""The built file starts on every Python version that its header allows and this machine has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from read_result import read_result
from repo_paths import CLIENT_FILE
from stdio_session import in_session
from tool_names import TOOL_NAMES

VERSIONS = ["3.10", "3.11", "3.12", "3.13"]


def uv(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["uv", *arguments], capture_output=True, text=True, timeout=180)


def find_python_version(version: str) -> str:
    """From PATH, or from pyenv, whose versions are on PATH only when they are activated."""
    found = uv("python", "find", "--no-python-downloads", version)
    if found.returncode == 0:
        return found.stdout.strip()
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    return next((str(one) for one in root.glob(f"versions/{version}*/bin/python")), "")


@pytest.fixture(scope="session", params=VERSIONS)
def any_python(request, tmp_path_factory) -> str:
    """A new environment with the dependencies from the header of the file."""
    found = find_python_version(request.param)
    if not found:
        pytest.skip(f"there is no Python {request.param} on this machine")
    place = tmp_path_factory.mktemp(f"python-{request.param}")
    python = str(place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    made = uv("venv", "--clear", "--python", found, str(place))
    assert made.returncode == 0, made.stderr
    filled = uv("pip", "install", "--python", python, "mcp>=1.26,<3")
    assert filled.returncode == 0, filled.stderr
    return python


def test_the_client_starts_and_answers(any_python) -> None:
    async def work(session):
        return (await session.list_tools()).tools, await session.call_tool("ping", {})

    tools, pinged = in_session(any_python, {}, work)
    assert len(tools) == len(TOOL_NAMES)
    assert read_result(pinged.content[0].text)["code"] == "not_configured" and not pinged.isError


def test_the_version_option_prints_the_version(any_python) -> None:
    done = subprocess.run(
        [any_python, "-B", str(CLIENT_FILE), "--version"], capture_output=True, text=True, timeout=20
    )
    assert done.stdout.strip() == "1.1.0" and Path(any_python).exists()
