"""What each agent host wants: where its files are, and how it names a server that it starts or calls."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from output import KEY_VARIABLE

INPUT = {
    "type": "promptString",
    "id": "svc-api-key",
    "description": "API key of svc (hsk_...)",
    "password": True,
}


@dataclass(frozen=True)
class HostFiles:
    """An agent host that is set up by files. `server` is the place of a server in its configuration."""

    title: str
    home: Path
    config: Path
    skills: Path
    server: list[str]
    # Both take what is the same for all hosts, and return what this host wants.
    local: Callable[[dict], dict]
    remote: Callable[[str], dict]
    # Where the host reads variables from. None: only from the environment that it is started in.
    env_file: Path | None = None
    # What the host asks for at the first use of a remote server.
    inputs: list[str] | None = None


def find_host(name: str, home: str | None) -> HostFiles:
    return FINDERS[name](Path(home).expanduser().resolve() if home else None)


def _user_home() -> Path:
    return Path("~").expanduser()


def _folder(given: Path | None, variable: str, default: str) -> Path:
    if given:
        return given
    return Path(os.environ[variable]) if os.environ.get(variable) else _user_home() / default


def _bearer(url_name: str, placeholder: str, **more: str) -> Callable[[str], dict]:
    return lambda url: {**more, url_name: url, "headers": {"Authorization": f"Bearer {placeholder}"}}


def _same(entry: dict) -> dict:
    return entry


def _claude_code(given: Path | None) -> HostFiles:
    home = _folder(given, "CLAUDE_CONFIG_DIR", ".claude")
    # Without a folder of its own, the file is beside the folder and not in it.
    is_default = home == _user_home() / ".claude"
    config = _user_home() / ".claude.json" if is_default else home / ".claude.json"
    return HostFiles(
        title="Claude Code",
        home=home,
        config=config,
        skills=home / "skills",
        server=["mcpServers", "svc"],
        local=lambda entry: {"type": "stdio", **entry},
        remote=_bearer("url", f"${{{KEY_VARIABLE}}}", type="http"),
    )


def _codex(given: Path | None) -> HostFiles:
    home = _folder(given, "CODEX_HOME", ".codex")
    return HostFiles(
        title="Codex",
        home=home,
        config=home / "config.toml",
        skills=home / "skills",
        server=["mcp_servers", "svc"],
        # Its usual limit for the start of a server is 10 to 30 s; uv may have to install packages first.
        local=lambda entry: {**entry, "startup_timeout_sec": 60},
        remote=lambda url: {"url": url, "bearer_token_env_var": KEY_VARIABLE},
    )


def _cursor(given: Path | None) -> HostFiles:
    home = _folder(given, "", ".cursor")
    return HostFiles(
        title="Cursor",
        home=home,
        config=home / "mcp.json",
        skills=home / "skills",
        server=["mcpServers", "svc"],
        local=_same,
        remote=_bearer("url", f"${{env:{KEY_VARIABLE}}}"),
    )


def _vscode(given: Path | None) -> HostFiles:
    places = {"darwin": "Library/Application Support/Code/User", "win32": "AppData/Roaming/Code/User"}
    home = given or _user_home() / places.get(sys.platform, ".config/Code/User")
    return HostFiles(
        title="VS Code",
        home=home,
        config=home / "mcp.json",
        # Skills are read by Copilot, which has a folder of its own.
        skills=_user_home() / ".copilot" / "skills",
        server=["servers", "svc"],
        local=lambda entry: {"type": "stdio", **entry},
        remote=_bearer("url", f"${{input:{INPUT['id']}}}", type="http"),
        inputs=["inputs"],
    )


def _gemini(given: Path | None) -> HostFiles:
    home = _folder(given, "", ".gemini")
    return HostFiles(
        title="Gemini CLI",
        home=home,
        config=home / "settings.json",
        skills=home / "skills",
        server=["mcpServers", "svc"],
        # `gemini mcp list` waits 5 s otherwise. No call of the client takes longer than 40 s.
        local=lambda entry: {**entry, "timeout": 60_000},
        # The name "url" would mean the older transport.
        remote=_bearer("httpUrl", f"${{{KEY_VARIABLE}}}"),
        env_file=home / ".env",
    )


def _openclaw(given: Path | None) -> HostFiles:
    home = _folder(given, "OPENCLAW_STATE_DIR", ".openclaw")
    return HostFiles(
        title="OpenClaw",
        home=home,
        config=home / "openclaw.json",
        skills=home / "skills",
        server=["mcp", "servers", "svc"],
        local=_same,
        remote=_bearer("url", f"${{{KEY_VARIABLE}}}", transport="streamable-http"),
        env_file=home / ".env",
    )


FINDERS = {
    "claude-code": _claude_code,
    "codex": _codex,
    "cursor": _cursor,
    "vscode": _vscode,
    "gemini": _gemini,
    "openclaw": _openclaw,
}
