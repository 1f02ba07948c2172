"""Hermes, too, is as before after --remove: in an empty home, and with a configuration of the user."""

from __future__ import annotations

import time

import pytest
from fresh_host import FreshHost
from start_system import Service

# What Hermes writes by itself when any of its commands runs.
OWN_FILES = ("SOUL.md",)
EXISTING = "# mine\nmcp_servers:\n  other:\n    command: x  # why\nmemory:\n  provider: holographic\n"


def snapshot(fresh: FreshHost) -> dict[str, str]:
    return {name: value for name, value in fresh.snapshot().items() if name not in OWN_FILES}


@pytest.mark.parametrize("existing", ["", EXISTING], ids=["empty", "existing"])
@pytest.mark.parametrize("mode", [[], ["--remote"]], ids=["local", "remote"])
def test_remove_brings_the_home_back(
    existing: str, mode: list[str], fresh: FreshHost, service: Service
) -> None:
    fresh.hermes("--version")
    if existing:
        (fresh.home / "config.yaml").write_text(existing, encoding="utf-8")
        (fresh.home / ".env").write_text("OTHER=x\n", encoding="utf-8")
        fresh.hermes("--version")  # Hermes itself sets the mode of this file, whatever is called.
    before = snapshot(fresh)
    began = time.monotonic()
    done = fresh.connect(service.base_url, "--yes", *mode, key=service.take_user().api_key)
    assert done.code == 0, done.text
    print(f"hermes: {time.monotonic() - began:.1f} s, {len(done.text.splitlines())} lines")
    if mode:
        assert fresh.config["mcp_servers"]["svc"] == {
            "url": f"{service.base_url}/mcp",
            "headers": {"Authorization": "Bearer ${SVC_API_KEY}"},
        }
    ended = fresh.connect("--remove")
    assert ended.code == 0, ended.text
    assert snapshot(fresh) == before
    left = {path.name for path in fresh.home.rglob("*") if path.is_dir()}
    assert not left & {"svc", "svc_toolset", "svc_memory"}
