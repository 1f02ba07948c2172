from __future__ import annotations

from collections.abc import Callable, Iterator

import polling
import pytest
import retry
import tools_generate
import tools_system
from checks import KEY, check_result
from faulty_server import FaultyService, Reply
from start_system import Service
from toolbox import TOOLS, run_tool


@pytest.fixture(autouse=True)
def fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets the state that the client has per process, and removes its environment variables."""
    for name in ("SVC_API_KEY", "SVC_BASE_URL", "SVC_EXTRA_TOOLS", "HTTP_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tools_generate, "POLL_CLOCK", polling.PollClock())
    monkeypatch.setattr(tools_system, "NOTICE", tools_system.VersionNotice())


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., FaultyService]]:
    started: list[FaultyService] = []

    def start(*replies: Reply) -> FaultyService:
        started.append(FaultyService(*replies))
        monkeypatch.setenv("SVC_BASE_URL", started[-1].base_url)
        monkeypatch.setenv("SVC_API_KEY", KEY)
        return started[-1]

    yield start
    for one in started:
        one.stop()


@pytest.fixture
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the timeouts, so that a test of a silent service is fast."""
    monkeypatch.setattr(retry, "TRY_SECONDS", dict.fromkeys(retry.TRY_SECONDS, 0.4))


@pytest.fixture
def call() -> Callable[..., dict]:
    """Runs a tool, and checks what holds for every result."""

    def run(name: str, /, **arguments: object) -> dict:
        result = run_tool(name, arguments)
        check_result(TOOLS.get(name), result)
        return result

    return run


@pytest.fixture
def real_service(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """The real service, as a user that no other test uses."""
    monkeypatch.setenv("SVC_BASE_URL", service.base_url)
    monkeypatch.setenv("SVC_API_KEY", service.take_user().api_key)
    return service
