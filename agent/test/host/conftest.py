from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from dev_service import Person, Service
from hermes_home import HermesHome
from seed_campaign import Remembered, remember_campaign


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The host in this process must not find the home of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HERMES_HOME", str(tmp_path_factory.mktemp("hermes")))
        patch.delenv("SVC_API_KEY", raising=False)
        patch.delenv("SVC_BASE_URL", raising=False)
        yield


@pytest.fixture(scope="session")
def remembered(service: Service) -> Remembered:
    """What one owner's memory holds; who asks for it does not change it."""
    return remember_campaign(service, service.person())


@pytest.fixture(scope="session")
def settings(service: Service) -> Callable[[Person], dict[str, str]]:
    return lambda person: {"SVC_API_KEY": person.api_key, "SVC_BASE_URL": service.base_url}


@pytest.fixture
def home(tmp_path: Path, settings, remembered: Remembered, client_python: str) -> HermesHome:
    return HermesHome(tmp_path, settings(remembered.person), client_python)
