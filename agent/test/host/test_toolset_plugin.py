"""The plugins in the host's registry with and without the server; the hook next to another provider."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from faulty_server import FaultyService, hangs
from hermes_cli.plugins import PluginManager
from hermes_home import HermesHome
from host_registry import connected_server
from plugins.memory import load_memory_provider
from seed_campaign import SeededCampaign
from tools.registry import registry
from toolsets import resolve_toolset

SERVER_TOOLS = 22


@pytest.fixture
def loaded(
    home: HermesHome, settings, seeded_campaign: SeededCampaign, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PluginManager]:
    """svc_toolset as the host loads it from its home."""
    monkeypatch.setenv("HERMES_HOME", str(home.path))
    for name, value in settings(seeded_campaign.user).items():
        monkeypatch.setenv(name, value)
    home.config = {"plugins": {"enabled": ["svc_toolset"]}, "memory": {"provider": "another"}}
    manager = PluginManager()
    manager.discover_and_load()
    yield manager
    registry.deregister("svc_status")


def shown(name: str) -> bool:
    return bool(registry.get_definitions({name}, quiet=True))


def recalled(manager: PluginManager, text: object, platform: str = "cli") -> list[dict]:
    return manager.invoke_hook("pre_llm_call", user_message=text, platform=platform, session_id="s")


def test_the_toolset_appears_and_disappears_with_the_server(
    loaded: PluginManager, settings, seeded_campaign: SeededCampaign, client_python: str
) -> None:
    provider = load_memory_provider("svc_memory")
    assert provider
    provider.get_tool_schemas()
    assert registry.get_entry("svc_recall") is None and not shown("svc_status")
    with connected_server(client_python, settings(seeded_campaign.user)):
        # The host caches the results of checks for 30 s; a session that starts now must not miss the skills.
        assert shown("svc_status")
        provider.get_tool_schemas()
        assert registry.get_toolset_for_tool("svc_recall") == "svc"
        assert registry.get_toolset_for_tool("svc_status") == "svc"
        names = set(resolve_toolset("svc"))
        assert len([name for name in names if name.startswith("mcp__svc__")]) == SERVER_TOOLS
        assert json.loads(registry.dispatch("svc_status", {})) == {
            "ok": True,
            "connected": True,
            "tools": SERVER_TOOLS,
            "missing": [],
        }
        found = json.loads(registry.dispatch("svc_recall", {"query": seeded_campaign.question}))
        assert seeded_campaign.name in found["hits"][0]["text"]
    assert not shown("svc_status")
    provider.get_tool_schemas()
    assert registry.get_entry("svc_recall") is None
    gone = json.loads(registry.dispatch("svc_status", {}))
    assert (gone["connected"], gone["tools"]) == (False, 0) and "hermes mcp test svc" in gone["hint"]


def test_a_session_without_memory_recalls_with_its_own_key(
    loaded: PluginManager,
    settings,
    seeded_campaign: SeededCampaign,
    client_python: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    provider = load_memory_provider("svc_memory")
    assert provider
    with connected_server(client_python, settings(seeded_campaign.user)):
        provider.initialize("s")
        monkeypatch.setenv("SVC_API_KEY", "hsk_anotherProfile")
        answer = json.loads(registry.dispatch("svc_recall", {"query": seeded_campaign.question}))
        assert (answer["ok"], answer["code"]) == (False, "unauthorized")
    provider.get_tool_schemas()


def test_the_hook_recalls_next_to_another_provider(
    loaded: PluginManager, seeded_campaign: SeededCampaign
) -> None:
    (found,) = recalled(loaded, seeded_campaign.question)
    assert seeded_campaign.name in found["context"] and found["context"].count("\n") <= 6
    for text in ("ok", "What is the capital of France?", "", None, [{"type": "text", "text": "x"}]):
        assert recalled(loaded, text) == []


def test_the_hook_is_off_when_our_provider_recalls(
    loaded: PluginManager, home: HermesHome, seeded_campaign: SeededCampaign
) -> None:
    home.config = {"plugins": {"enabled": ["svc_toolset"]}, "memory": {"provider": "svc_memory"}}
    assert recalled(loaded, seeded_campaign.question) == []
    # A cron job has no provider.
    assert len(recalled(loaded, seeded_campaign.question, platform="cron")) == 1


def test_the_recall_for_an_invoked_skill_uses_the_users_words(
    loaded: PluginManager, seeded_campaign: SeededCampaign
) -> None:
    from agent.skill_commands import _SINGLE_SKILL_INSTRUCTION, _SINGLE_SKILL_MARKER, _SKILL_INVOCATION_PREFIX

    body = f"{_SKILL_INVOCATION_PREFIX}x skill. {_SINGLE_SKILL_MARKER}\n\n{'steps ' * 500}\n"
    (found,) = recalled(loaded, body + _SINGLE_SKILL_INSTRUCTION + seeded_campaign.question)
    assert seeded_campaign.name in found["context"]
    assert recalled(loaded, body) == []


def test_the_hook_keeps_its_own_time_limit(loaded: PluginManager, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyService(hangs) as faulty:
        monkeypatch.setenv("SVC_BASE_URL", faulty.base_url)
        began = time.monotonic()
        assert recalled(loaded, "What worked for winter mugs?") == []
        assert 2.3 < time.monotonic() - began < 3.5 and len(faulty.received) == 1


def test_the_status_names_what_is_missing(loaded: PluginManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVC_API_KEY", "${SVC_API_KEY}")
    status = json.loads(registry.dispatch("svc_status", {}))
    assert status["missing"] == ["SVC_API_KEY"] and "SVC_API_KEY" in status["hint"]
    assert recalled(loaded, "What worked for winter mugs?") == []
