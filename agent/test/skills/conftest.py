from __future__ import annotations

from collections.abc import Iterator

import pytest
from skill_runner import SkillRunner
from start_system import Service


@pytest.fixture(scope="module")
def visited() -> set[str]:
    """The steps, calls and branches that the scenarios of one skill have visited."""
    return set()


@pytest.fixture
def runner(service: Service, client_python: str, visited: set[str]) -> Iterator[SkillRunner]:
    with SkillRunner(service, client_python, visited) as started:
        yield started


@pytest.fixture(scope="module")
def shared_runner(service: Service, client_python: str, visited: set[str]) -> Iterator[SkillRunner]:
    """One runner for all tests of a skill that changes only the platform; each test seeds it again."""
    with SkillRunner(service, client_python, visited) as started:
        yield started


@pytest.fixture
def fast_runner(runner: SkillRunner) -> SkillRunner:
    """Uses a test key: jobs take one second instead of ten, and the memory ignores them."""
    runner.use_key(mode="test")
    return runner
