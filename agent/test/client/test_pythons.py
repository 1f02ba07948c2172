"""The built file starts on every Python that its head promises, as far as they are on this machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from checks import TOOLS_OF_INTERFACE
from stdio_session import SVC_MCP, in_session

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]


def uv(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["uv", *arguments], capture_output=True, text=True, timeout=180)


@pytest.fixture(scope="session", params=PYTHONS)
def any_python(request, tmp_path_factory) -> str:
    """A new environment with what the head of the file asks for."""
    try:
        found = uv("python", "find", "--no-python-downloads", request.param)
    except FileNotFoundError:
        pytest.skip("uv is not on PATH")
    if found.returncode:
        pytest.skip(f"there is no Python {request.param} on this machine")
    place = tmp_path_factory.mktemp(f"python-{request.param}")
    python = str(place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    made = uv("venv", "--clear", "--python", found.stdout.strip(), str(place))
    assert made.returncode == 0, made.stderr
    filled = uv("pip", "install", "--python", python, "mcp>=1.26,<3")
    if filled.returncode:
        pytest.skip(f"mcp cannot be installed here: {filled.stderr.strip().splitlines()[-1]}")
    return python


def test_it_starts_and_answers(any_python) -> None:
    async def work(session):
        return (await session.list_tools()).tools, await session.call_tool("ping", {})

    tools, pinged = in_session(any_python, {}, work)
    assert len(tools) == len(TOOLS_OF_INTERFACE)
    assert pinged.structuredContent["code"] == "not_configured" and not pinged.isError


def test_the_version_is_told_at_once(any_python) -> None:
    done = subprocess.run(
        [any_python, "-B", str(SVC_MCP), "--version"], capture_output=True, text=True, timeout=20
    )
    assert done.stdout.strip() == "1.0.0" and Path(any_python).exists()
