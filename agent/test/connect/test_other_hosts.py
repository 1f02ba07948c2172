"""Every host that is set up by files: connected, started, connected again, and removed without a trace."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path

import pytest
from fresh_host import FreshHost, download
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from other_hosts import HOSTS, OtherHost, read_config, read_server, tree, write_existing
from repo_paths import SKILL_NAMES
from start_system import Service

each_host = pytest.mark.parametrize("host", HOSTS, ids=[host.name for host in HOSTS])
MAX_SECONDS = 60


def list_tools(entry: dict, fresh: FreshHost) -> list[str]:
    """Starts the server exactly as it is registered, with no other variables than a host passes on."""
    passed = {name: fresh.env[name] for name in ("PATH", "HOME", "XDG_CACHE_HOME")}

    async def run() -> list[str]:
        server = StdioServerParameters(
            command=entry["command"], args=entry["args"], env={**passed, **entry["env"]}
        )
        async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
            await session.initialize()
            balance = await session.call_tool("ping", {})
            assert "balance" in str(balance)
            return [tool.name for tool in (await session.list_tools()).tools]

    return asyncio.run(asyncio.wait_for(run(), MAX_SECONDS))


@each_host
def test_from_an_empty_home_to_the_tools_and_back(
    host: OtherHost, fresh: FreshHost, service: Service, record_property
) -> None:
    key, before = service.take_user().api_key, tree(fresh)
    began = time.monotonic()
    first = fresh.connect(service.base_url, "--host", host.name, "--yes", key=key)
    seconds = time.monotonic() - began
    assert first.code == 0, first.text
    lines = [line for line in first.text.splitlines() if line.startswith("✓")]
    assert len(lines) == 5 + len(SKILL_NAMES) and seconds < MAX_SECONDS and "✗" not in first.text
    print(f"{host.name}: {seconds:.1f} s, {len(first.text.splitlines())} lines")

    entry = read_server(fresh, host)
    tools = list_tools(entry, fresh)
    assert len(tools) == 23 and "report_results" in tools

    holders = [
        path for path in fresh.folder.rglob("*") if path.is_file() and key.encode() in path.read_bytes()
    ]
    assert holders == [fresh.folder / host.folder / "svc" / ".env"]
    assert holders[0].stat().st_mode & 0o777 == 0o600 and key not in first.text

    for name in SKILL_NAMES:
        installed = fresh.folder / host.skills / name / "SKILL.md"
        assert installed.read_bytes() == download(service, f"/.well-known/agent-skills/{name}/SKILL.md")

    connected = tree(fresh)
    again = fresh.connect(service.base_url, "--host", host.name, "--yes")
    assert again.code == 0 and tree(fresh) == connected
    assert again.text.count("already") == 3 + len(SKILL_NAMES), again.text

    ended = fresh.connect("--host", host.name, "--remove")
    assert ended.code == 0, ended.text
    assert tree(fresh) == before


@each_host
@pytest.mark.parametrize("mode", [[], ["--remote"]], ids=["local", "remote"])
def test_an_existing_configuration_stays_byte_for_byte(
    host: OtherHost, mode: list[str], fresh: FreshHost, service: Service
) -> None:
    write_existing(fresh, host)
    before = tree(fresh)
    done = fresh.connect(
        service.base_url, "--host", host.name, "--yes", *mode, key=service.take_user().api_key
    )
    assert done.code == 0, done.text
    text = (fresh.folder / host.config).read_text(encoding="utf-8")
    assert all(comment in text for comment in re.findall(r"(?:^|\s)(?:#|//).*", host.existing))
    servers = read_config(fresh.folder / host.config, host.server[:-1])
    # All but Gemini have a server of the user.
    assert servers["svc"] and ("mine" in servers) == (host.name != "gemini")
    ended = fresh.connect("--host", host.name, "--remove")
    assert ended.code == 0, ended.text
    assert tree(fresh) == before


KEY = "Bearer ${SVC_API_KEY}"
REMOTE = {
    "claude-code": {"type": "http", "url": "{mcp}", "headers": {"Authorization": KEY}},
    "codex": {"url": "{mcp}", "bearer_token_env_var": "SVC_API_KEY"},
    "cursor": {"url": "{mcp}", "headers": {"Authorization": "Bearer ${env:SVC_API_KEY}"}},
    "vscode": {"type": "http", "url": "{mcp}", "headers": {"Authorization": "Bearer ${input:svc-api-key}"}},
    "gemini": {"httpUrl": "{mcp}", "headers": {"Authorization": KEY}},
    "openclaw": {"url": "{mcp}", "transport": "streamable-http", "headers": {"Authorization": KEY}},
}
# Where the key is: in the file that the host reads, in our own, or nowhere because the host asks for it.
KEY_FILES = {
    "claude-code": ".claude/svc/.env",
    "codex": ".codex/svc/.env",
    "cursor": ".cursor/svc/.env",
    "vscode": None,
    "gemini": ".gemini/.env",
    "openclaw": ".openclaw/.env",
}


@each_host
def test_the_remote_server_is_registered_in_the_words_of_the_host(
    host: OtherHost, fresh: FreshHost, service: Service
) -> None:
    key, before = service.take_user().api_key, tree(fresh)
    fresh.uninstall("uv")  # Nothing runs on this machine, so uv is not needed.
    done = fresh.connect(service.base_url, "--host", host.name, "--remote", "--yes", key=key)
    assert done.code == 0, done.text
    expected = json.dumps(REMOTE[host.name]).replace("{mcp}", f"{service.base_url}/mcp")
    assert read_server(fresh, host) == json.loads(expected)
    if host.name == "vscode":
        asked = read_config(fresh.folder / host.config, ("inputs",))
        assert [(one["id"], one["password"]) for one in asked] == [("svc-api-key", True)]
    holders = [path for path in fresh.folder.rglob("*") if path.is_file() and key in path.read_text("utf-8")]
    wanted = KEY_FILES[host.name]
    assert holders == ([fresh.folder / wanted] if wanted else [])
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in holders)
    connected = tree(fresh)
    # VS Code keeps the key itself, so the script does not have it any more.
    again = fresh.connect(
        service.base_url, "--host", host.name, "--remote", "--yes", key="" if wanted else key
    )
    assert again.code == 0 and tree(fresh) == connected, again.text
    assert fresh.connect("--host", host.name, "--remove").code == 0
    assert tree(fresh) == before


@pytest.mark.parametrize("host", [HOSTS[0], HOSTS[4]], ids=["claude-code", "gemini"])
def test_between_local_and_remote_the_key_moves(host: OtherHost, fresh: FreshHost, service: Service) -> None:
    key, before = service.take_user().api_key, tree(fresh)
    for mode in ([], ["--remote"], []):
        done = fresh.connect(service.base_url, "--host", host.name, "--yes", *mode, key=key)
        assert done.code == 0, done.text
        files = [path for path in fresh.folder.rglob("*") if path.is_file()]
        holders = [str(path.relative_to(fresh.folder)) for path in files if key.encode() in path.read_bytes()]
        assert holders == [KEY_FILES[host.name] if mode else f"{host.folder}/svc/.env"]
    assert fresh.connect("--host", host.name, "--remove").code == 0
    assert tree(fresh) == before


@each_host
def test_after_the_host_has_rewritten_its_file_only_our_entry_goes(
    host: OtherHost, fresh: FreshHost, service: Service
) -> None:
    fresh.connect(service.base_url, "--host", host.name, "--remote", "--yes", key=service.take_user().api_key)
    path = fresh.folder / host.config
    text = path.read_text(encoding="utf-8")
    # Another server, and white space of another kind.
    if path.suffix == ".toml":
        path.write_text(text.replace(" = ", "=") + '\n[mcp_servers.later]\ncommand = "z"\n', encoding="utf-8")
    else:
        path.write_text(text.replace('"svc":', '"later": {"url": "z"},   "svc":'), encoding="utf-8")
    ended = fresh.connect("--host", host.name, "--remove")
    assert ended.code == 0, ended.text
    servers = read_config(path, host.server[:-1])
    assert list(servers) == ["later"]
    assert not (fresh.folder / host.folder / "svc").exists()


def test_a_server_of_the_same_name_is_replaced_only_after_confirmation(
    fresh: FreshHost, service: Service
) -> None:
    path = fresh.folder / ".cursor" / "mcp.json"
    path.parent.mkdir()
    mine = '{"mcpServers": {"svc": {"url": "https://mine.example"}}}'
    path.write_text(mine, encoding="utf-8")
    key = service.take_user().api_key
    asked = fresh.connect(service.base_url, "--host", "cursor", "--remote", key=key)
    assert asked.code == 1 and "has a server svc already" in asked.text and path.read_text("utf-8") == mine
    assert fresh.connect(service.base_url, "--host", "cursor", "--remote", "--yes", key=key).code == 0
    assert "mine.example" not in path.read_text("utf-8")
    fresh.connect("--host", "cursor", "--remove")
    assert path.read_text("utf-8") == mine


@pytest.mark.parametrize("text", ["{", "[]", '{"mcpServers": 7}'])
def test_a_configuration_that_cannot_be_read_is_left_alone(
    text: str, fresh: FreshHost, service: Service
) -> None:
    path = fresh.folder / ".gemini" / "settings.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    done = fresh.connect(
        service.base_url, "--host", "gemini", "--remote", "--yes", key=service.take_user().api_key
    )
    assert done.code == 1 and "→" in done.text and "Traceback" not in done.text
    assert path.read_text("utf-8") == text


def test_a_skill_of_the_same_name_stays(fresh: FreshHost, service: Service) -> None:
    mine = fresh.folder / ".codex" / "skills" / "scale-a-winner" / "SKILL.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine\n", encoding="utf-8")
    done = fresh.connect(
        service.base_url, "--host", "codex", "--remote", "--yes", key=service.take_user().api_key
    )
    assert done.code == 0 and "you have one of this name" in done.text
    fresh.connect("--host", "codex", "--remove")
    assert mine.read_text("utf-8") == "mine\n" and list(mine.parent.parent.iterdir()) == [mine.parent]


def test_a_wrong_key_is_not_stored(fresh: FreshHost, service: Service) -> None:
    for mode in ([], ["--remote"]):
        done = fresh.connect(service.base_url, "--host", "codex", "--yes", *mode, key="hsk_mistyped")
        assert done.code == 1 and "→ Make one" in done.text, done.text
        texts = [one.read_text("utf-8") for one in (fresh.folder / ".codex").rglob("*") if one.is_file()]
        assert not any("hsk_mistyped" in text for text in texts)


def test_remove_without_an_installation_says_so(fresh: FreshHost) -> None:
    ended = fresh.connect("--host", "cursor", "--remove")
    assert ended.code == 1 and "nothing was installed" in ended.text
    assert not (Path(fresh.folder) / ".cursor").exists()
