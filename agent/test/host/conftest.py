from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hermes_home import HermesHome
from seed_campaign import SeededCampaign, seed_campaign
from start_system import Service, User


@pytest.fixture(scope="session", autouse=True)
def _isolated_host_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The host in this process must not find the home of the user who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HERMES_HOME", str(tmp_path_factory.mktemp("hermes")))
        patch.delenv("SVC_API_KEY", raising=False)
        patch.delenv("SVC_BASE_URL", raising=False)
        yield


@pytest.fixture(scope="session")
def seeded_campaign(service: Service) -> SeededCampaign:
    """The memory of one owner, read-only for the tests."""
    return seed_campaign(service, service.take_user())


@pytest.fixture(scope="session")
def settings(service: Service) -> Callable[[User], dict[str, str]]:
    return lambda user: {"SVC_API_KEY": user.api_key, "SVC_BASE_URL": service.base_url}


@pytest.fixture
def home(tmp_path: Path, settings, seeded_campaign: SeededCampaign, client_python: str) -> HermesHome:
    return HermesHome(tmp_path, settings(seeded_campaign.user), client_python)
