"""From an empty home to a first picture, a second run, and the removal. The tests run in this order."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest
from api_client import ServiceApi
from fresh_host import CommandResult, FreshHost, download
from repo_paths import SKILL_NAMES
from scripted_model import ScriptedModel, tool_call
from start_system import Service, User


@pytest.fixture(scope="module")
def user(service: Service) -> User:
    """A user without a first picture; an earlier run on the same service may have created some."""
    while True:
        one = service.take_user()
        api = ServiceApi(service.base_url, one.api_key)
        if not api.get("/api/gen/media", clientRef="first-picture-1")["media"]:
            return one


@pytest.fixture(scope="module")
def balance_before(service: Service, user: User) -> int:
    return read_balance(service, user)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> FreshHost:
    return FreshHost(tmp_path_factory.mktemp("machine"))


@pytest.fixture(scope="module")
def script(service: Service, host: FreshHost) -> Path:
    """Downloaded, as the README says."""
    path = host.folder / "somewhere" / "connect.py"
    path.write_bytes(download(service, "/api/mcp/connect.py"))
    return path


@pytest.fixture(scope="module")
def first(host: FreshHost, script: Path, service: Service, user: User, balance_before: int) -> CommandResult:
    return host.uv_run(script, service.base_url, "--yes", "--picture", key=user.api_key)


def read_balance(service: Service, user: User) -> int:
    return ServiceApi(service.base_url, user.api_key).get("/api/gen/credits")["balance"]


def test_every_step_is_printed_and_succeeds(first: CommandResult) -> None:
    assert first.code == 0, first.text
    steps = ["Hermes Agent v", "Client 1.", "The key is valid", ".env", "MCP server svc: added", "23 tools"]
    steps += [
        "Plugin svc_toolset",
        "Plugin svc_memory",
        *SKILL_NAMES,
        "First picture",
    ]
    lines = [line for line in first.text.splitlines() if line.startswith("✓")]
    assert all(any(step in line for line in lines) for step in steps), first.text
    assert "✗" not in first.text


def test_only_the_env_file_contains_the_key(
    first: CommandResult, host: FreshHost, service, user: User
) -> None:
    assert user.api_key not in first.text
    env = host.home / ".env"
    assert env.stat().st_mode & 0o777 == 0o600
    lines = [line for line in env.read_text(encoding="utf-8").splitlines() if line.startswith("SVC_")]
    assert lines == [f"SVC_API_KEY={user.api_key}", f"SVC_BASE_URL={service.base_url}"]
    holders = [
        path for path in host.home.rglob("*") if path.is_file() and user.api_key.encode() in path.read_bytes()
    ]
    assert holders == [env]


def test_the_host_finds_the_tools_under_an_absolute_path(first: CommandResult, host: FreshHost) -> None:
    entry = host.config["mcp_servers"]["svc"]
    assert entry["enabled"] is True and Path(entry["command"]).is_absolute()
    assert entry["args"] == ["run", "--script", str(host.home / "svc" / "svc_mcp.py")]
    assert entry["env"]["SVC_API_KEY"] == "${SVC_API_KEY}"
    assert entry["env"]["SVC_EXTRA_TOOLS"] == "report_results"
    discovered = host.hermes("mcp", "test", "svc")
    assert "Tools discovered: 23" in discovered and "report_results" in discovered


def test_the_plugins_are_enabled(first: CommandResult, host: FreshHost) -> None:
    status = host.hermes("memory", "status")
    assert "svc_memory" in status and "available" in status
    assert host.config["plugins"]["enabled"] == ["svc_toolset"]
    assert host.config["mcp_discovery_timeout"] == 10


def test_the_skills_are_installed_unchanged(first: CommandResult, host: FreshHost, service: Service) -> None:
    listed = host.hermes("skills", "list")
    for name in SKILL_NAMES:
        expected = download(service, f"/.well-known/skills/{name}/SKILL.md")
        assert (host.home / "skills" / "svc" / name / "SKILL.md").read_bytes() == expected
        assert name in listed


def test_the_picture_is_a_file_and_costs_the_announced_price(
    first: CommandResult, service: Service, user: User, balance_before: int
) -> None:
    before, _, after = first.text.partition("First picture: ")
    assert "for 400 credits" in before and "(charged: 400 credits)" in after
    with urllib.request.urlopen(after.split(" ")[0]) as answer:
        assert answer.headers["content-type"].startswith("image/")
    assert read_balance(service, user) == balance_before - 400


def test_a_second_run_changes_nothing_and_costs_nothing(
    first: CommandResult, host: FreshHost, script: Path, service: Service, user: User
) -> None:
    before, balance_before = host.snapshot(), read_balance(service, user)
    # The key is stored by now, so it is not requested again.
    again = host.connect(service.base_url, "--yes", "--picture", script=script)
    assert again.code == 0, again.text
    assert host.snapshot() == before and read_balance(service, user) == balance_before
    assert "charged: nothing" in again.text and again.text.count("already") >= 9


def test_a_session_has_the_tools_and_lists_the_skills(first: CommandResult, host: FreshHost) -> None:
    model = ScriptedModel(tool_call("mcp__svc__ping"))
    settings = {"default": "scripted", "provider": "custom", "base_url": model.url, "api_key": "x"}
    for name, value in {**settings, "context_length": "200000"}.items():
        host.hermes("config", "set", f"model.{name}", value)
    host.hermes("config", "set", "security.tirith_enabled", "false")
    host.hermes("config", "set", "tools.tool_search.enabled", "off")
    try:
        host.hermes("chat", "-Q", "-q", "Is svc there?")
    finally:
        model.stop()
    first_request, last_request = model.requests[0], model.requests[-1]
    tools = {tool["function"]["name"] for tool in first_request["tools"]}
    assert sum(name.startswith("mcp__svc__") for name in tools) == 23 and "svc_recall" in tools
    system = json.dumps(first_request["messages"][0])
    assert [name for name in SKILL_NAMES if f"- {name}:" not in system] == []
    assert any("balance" in str(one["content"]) for one in last_request["messages"] if one["role"] == "tool")


def test_changed_files_are_restored(first: CommandResult, host: FreshHost, service: Service) -> None:
    before = host.snapshot()
    (host.home / "svc" / "svc_mcp.py").write_text("older\n", encoding="utf-8")
    plugin = host.home / "plugins" / "svc_toolset"
    (plugin / "gone_since.py").write_text("raise SystemExit\n", encoding="utf-8")
    (plugin / "__init__.py").write_text("older\n", encoding="utf-8")
    again = host.connect(service.base_url, "--yes")
    assert again.code == 0, again.text
    assert host.snapshot() == before


def test_remove_deletes_everything_that_was_installed(
    first: CommandResult, host: FreshHost, service: Service, user: User
) -> None:
    env = host.home / ".env"
    expected = "".join(
        line for line in env.read_text(encoding="utf-8").splitlines(True) if not line.startswith("SVC_")
    )
    own = host.home / "skills" / "svc" / "my-own" / "SKILL.md"
    own.parent.mkdir()
    own.write_text("---\nname: my-own\n---\n", encoding="utf-8")
    ended = host.connect("--remove")
    assert ended.code == 0, ended.text
    assert (env.read_text(encoding="utf-8") if env.exists() else "") == expected
    # What the user has set since is still there.
    assert host.config["model"]["default"] == "scripted"
    assert "svc" not in host.config.get("mcp_servers", {}) and not host.config["memory"]["provider"]
    assert host.config["plugins"]["enabled"] == []
    assert [path.name for path in (host.home / "plugins").glob("svc_*")] == []
    assert [path.parent.name for path in (host.home / "skills").rglob("SKILL.md")] == ["my-own"]
    assert not (host.home / "svc").exists()
