from __future__ import annotations

from pathlib import Path

import pytest
from fresh_host import FreshHost


@pytest.fixture
def fresh(tmp_path: Path) -> FreshHost:
    return FreshHost(tmp_path)
