"""What the tests know about each host that is set up by files: its files, and how they are read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import tomllib
from fresh_host import FreshHost


@dataclass(frozen=True)
class OtherHost:
    name: str
    folder: str
    config: str
    skills: str
    server: tuple[str, ...]
    # A configuration that a user may have, with comments where the host allows them.
    existing: str


HOSTS = [
    OtherHost(
        "claude-code",
        ".claude",
        ".claude.json",
        ".claude/skills",
        ("mcpServers", "svc"),
        '{\n  "numStartups": 3,\n  "mcpServers": {\n    "mine": {\n      "command": "x"\n    }\n  }\n}',
    ),
    OtherHost(
        "codex",
        ".codex",
        ".codex/config.toml",
        ".codex/skills",
        ("mcp_servers", "svc"),
        'model = "gpt"  # mine\n\n[mcp_servers.mine]\ncommand = "x"\n\n[tui]\ntheme = "dark"',
    ),
    OtherHost(
        "cursor",
        ".cursor",
        ".cursor/mcp.json",
        ".cursor/skills",
        ("mcpServers", "svc"),
        '{"mcpServers": {"mine": {"url": "https://mine.example"}}}\n',
    ),
    OtherHost(
        "vscode",
        ".config/Code/User",
        ".config/Code/User/mcp.json",
        ".copilot/skills",
        ("servers", "svc"),
        '{\n\t// my servers\n\t"servers": {\n\t\t"mine": { "url": "https://mine.example" },\n\t},\n'
        '\t"inputs": []\n}\n',
    ),
    OtherHost(
        "gemini",
        ".gemini",
        ".gemini/settings.json",
        ".gemini/skills",
        ("mcpServers", "svc"),
        '{\n  "theme": "Default", // mine\n  "mcpServers": {}\n}\n',
    ),
    OtherHost(
        "openclaw",
        ".openclaw",
        ".openclaw/openclaw.json",
        ".openclaw/skills",
        ("mcp", "servers", "svc"),
        "{\n  // mine\n  gateway: { port: 18789 },\n"
        "  mcp: { servers: { mine: { url: 'https://mine.example' } } },\n}\n",
    ),
]


def write_existing(fresh: FreshHost, host: OtherHost) -> None:
    """A configuration, a skill of the user, and variables of the host without a last end of line."""
    files = {
        host.config: host.existing,
        f"{host.skills}/mine/SKILL.md": "---\nname: mine\n---\n",
        f"{host.folder}/.env": "OTHER=x",
    }
    for name, text in files.items():
        path = fresh.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        path.chmod(0o644)


def tree(fresh: FreshHost) -> dict[str, str]:
    """Mode and checksum of everything in the home of the user, folders too."""
    found = {}
    for path in sorted(fresh.folder.rglob("*")):
        name = path.relative_to(fresh.folder)
        if name.parts[0] not in ("programs", "somewhere"):
            content = "folder" if path.is_dir() else sha256(path.read_bytes()).hexdigest()
            found[str(name)] = f"{path.stat().st_mode & 0o777:o} {content}"
    return found


def read_server(fresh: FreshHost, host: OtherHost) -> dict:
    """Reads the entry as a plain reader of the format does, not as connect.py does."""
    return read_config(fresh.folder / host.config, host.server)


def read_config(path: Path, place: tuple[str, ...]) -> dict:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        found = tomllib.loads(text)
    else:
        text = re.sub(r"(?m)(^|\s)//.*$", "", text)
        text = re.sub(r"([{,]\s+)(\w+):", r'\1"\2":', text).replace("'", '"')
        found = json.loads(re.sub(r",(\s*[}\]])", r"\1", text))
    for name in place:
        found = found[name]
    return found
