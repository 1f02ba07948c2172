from __future__ import annotations

from collections.abc import Iterator

import pytest
from dev_service import Service
from skill_runner import Stage


@pytest.fixture(scope="module")
def visited() -> set[str]:
    """The steps, calls and branches that the scenarios of one skill have taken."""
    return set()


@pytest.fixture
def stage(service: Service, client_python: str, visited: set[str]) -> Iterator[Stage]:
    with Stage(service, client_python, visited) as one:
        yield one


@pytest.fixture(scope="module")
def long_stage(service: Service, client_python: str, visited: set[str]) -> Iterator[Stage]:
    """One for all tests of a skill that only changes the platform, which each of them fills anew."""
    with Stage(service, client_python, visited) as one:
        yield one


@pytest.fixture
def rehearsal(stage: Stage) -> Stage:
    """With a test key: jobs take a second instead of ten, and the memory knows nothing of them."""
    stage.use_key(mode="test")
    return stage
