from __future__ import annotations

from collections.abc import Iterator

import pytest
from dev_service import Service
from skill_runner import SkillRunner


@pytest.fixture(scope="module")
def visited() -> set[str]:
    """The steps, calls and branches that the scenarios of one skill have taken."""
    return set()


@pytest.fixture
def runner(service: Service, client_python: str, visited: set[str]) -> Iterator[SkillRunner]:
    with SkillRunner(service, client_python, visited) as one:
        yield one


@pytest.fixture(scope="module")
def shared_runner(service: Service, client_python: str, visited: set[str]) -> Iterator[SkillRunner]:
    """One for all tests of a skill that only changes the platform, which each of them fills anew."""
    with SkillRunner(service, client_python, visited) as one:
        yield one


@pytest.fixture
def fast_runner(runner: SkillRunner) -> SkillRunner:
    """With a test key: jobs take a second instead of ten, and the memory knows nothing of them."""
    runner.use_key(mode="test")
    return runner
