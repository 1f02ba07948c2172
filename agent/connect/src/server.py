"""Downloads the client, checks the key, and registers the MCP server svc."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import re
import sys

from deployment import Deployment
from files import read_env, write_file
from host import Host
from output import BASE, KEY, Stop, done, note

TOOL_COUNT = 22
# The host does not pass these to its servers, so they are registered explicitly.
NETWORK_VARIABLES = (
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "NO_PROXY",
    "no_proxy",
    "SSL_CERT_FILE",
    "UV_SYSTEM_CERTS",
)


def find_key(host: Host, base: str) -> str:
    known = read_env(host.env_file)
    key = os.environ.get(KEY, "") or (known.get(KEY, "") if known.get(BASE) == base else "")
    if not key and not sys.stdin.isatty():
        raise Stop("There is no key.", f"Set it as {KEY} in the environment.")
    return key.strip() or getpass.getpass("? API key (hsk_..., not shown): ").strip()


def install_client(host: Host, deployment: Deployment, version: dict) -> None:
    data = deployment.get("/api/mcp/svc_mcp.py")
    sha256 = hashlib.sha256(data).hexdigest()
    if sha256 != version.get("clientSha256"):
        raise Stop("The client does not match the checksum in /api/version.", "Wait a minute and run again.")
    saved = "saved to" if write_file(host.script, data) else "already in"
    done(f"Client {version['clientVersion']}: {saved} {host.script} (sha256 {sha256[:12]}...)")


def check_key(host: Host, key: str, base: str) -> None:
    note("Checking the key. The first time, uv also downloads the packages of the client.")
    result = host.call_tool(key, base, "ping")
    if result.get("code") in ("unauthorized", "key_inactive"):
        advice = f"Make one in the dashboard, copy all of it (hsk_...), and set it as {KEY}."
        raise Stop(f"{base} does not accept this key: {result.get('message')}", advice)
    if not result.get("ok"):
        raise Stop(str(result.get("message")), result.get("hint") or "Check the key and the address.")
    done(f"The key is good: {result['balance']:,} credits")


def register_server(host: Host, extra: bool) -> None:
    env = {KEY: f"${{{KEY}}}", BASE: f"${{{BASE}}}", **({"SVC_EXTRA_TOOLS": "1"} if extra else {})}
    given = {name: os.environ[name] for name in NETWORK_VARIABLES if os.environ.get(name)}
    if any("@" in value for value in given.values()):
        note("The proxy has a password, which must not be in config.yaml: the README says how to pass it.")
    env |= {name: value for name, value in given.items() if "@" not in value}
    args = ["run", "--script", str(host.script)]
    have = json.loads(host.setting("mcp_servers.svc") or "{}")
    config = host.home / "config.yaml"
    is_secret = config.exists() and env[KEY] in config.read_text(encoding="utf-8")
    has = have.get("env") or {}
    is_same = have.get("command") == host.uv and have.get("args") == args and set(env) <= set(has)
    is_same = is_same and all(has[name] == value for name, value in env.items() if name in NETWORK_VARIABLES)
    if is_same and is_secret and have.get("enabled"):
        done("MCP server svc: already registered")
    else:
        pairs = [f"{name}={value}" for name, value in env.items()]
        add = ["mcp", "add", "svc", "--env", *pairs, "--connect-timeout", "120", "--command", host.uv]
        host.run_expecting("tools enabled", *add, "--args", *args, answers="y\ny\n")
        done("MCP server svc: added")
    output = host.run_expecting("Tools discovered", "mcp", "test", "svc")
    found = int(re.search(r"Tools discovered: (\d+)", output)[1])
    if found < TOOL_COUNT:
        raise Stop(
            f"Hermes finds {found} tools instead of {TOOL_COUNT}.",
            "hermes mcp configure svc shows which are off.",
        )
    done(f"Hermes finds {found} tools of svc")
