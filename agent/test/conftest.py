"""Fixtures for all tests of the agent files: the service, and the Python interpreters."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from python_environments import find_python
from start_system import Service, StartedService, find_running_service

_started: list[StartedService] = []


def pytest_configure(config: pytest.Config) -> None:
    """With parallel test processes, the controlling one starts the service; AGENT_READY tells the others."""
    parallel = getattr(config.option, "numprocesses", None)
    if parallel and "AGENT_READY" not in os.environ:
        _started.append(StartedService())
        os.environ["AGENT_READY"] = _started[0].ready_file


def pytest_unconfigure() -> None:
    while _started:
        _started.pop().stop()


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    running = find_running_service()
    if running:
        yield running
        return
    started = StartedService()
    try:
        yield started.service
    finally:
        started.stop()


@pytest.fixture(scope="session", params=["mcp-1.26", "mcp-2.3"])
def mcp_python(request: pytest.FixtureRequest) -> str:
    """The interpreter of our client. Tests that use it run with both versions of the mcp package."""
    return find_python(request.param)


@pytest.fixture(scope="session")
def client_python() -> str:
    """For tests that do not depend on the version of the mcp package."""
    return find_python("mcp-2.3")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints a line from which CI adds up the totals."""
    stats = terminalreporter.stats
    passed, failed = len(stats.get("passed", [])), len(stats.get("failed", [])) + len(stats.get("error", []))
    terminalreporter.write_line(f"{passed} passed, {failed} failed")
