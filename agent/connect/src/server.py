"""Downloads the client, checks the key, and registers the MCP server svc."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import re
import sys
from pathlib import Path

from deployment import Deployment
from files import read_env, write_file
from host import Host
from local_client import LocalClient
from output import KEY_VARIABLE, URL_VARIABLE, StepFailed, done, note

# The 22 tools that the client always offers, and report_results: without it, the memory stays empty.
EXPECTED_TOOL_COUNT = 23
TOOLS_VARIABLE, REPORT_TOOL, ALL_EXTRA_TOOLS = "SVC_EXTRA_TOOLS", "report_results", "1"
# The host does not pass these variables to its MCP servers, so they are part of the registration.
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


def find_key(host: LocalClient, base_url: str) -> str:
    """Returns the key from the environment, from an earlier run for this deployment, or from the user."""
    return find_stored_key(host.env_file, base_url)


def find_stored_key(env_file: Path, base_url: str) -> str:
    stored = read_env(env_file)
    key = os.environ.get(KEY_VARIABLE, "") or (
        stored.get(KEY_VARIABLE, "") if stored.get(URL_VARIABLE) == base_url else ""
    )
    if not key and not sys.stdin.isatty():
        raise StepFailed("There is no key.", f"Set it as {KEY_VARIABLE} in the environment.")
    return key.strip() or getpass.getpass("? API key (hsk_..., not shown): ").strip()


def install_client(host: LocalClient, deployment: Deployment, version: dict) -> None:
    data = deployment.download("/api/mcp/svc_mcp.py")
    sha256 = hashlib.sha256(data).hexdigest()
    if sha256 != version.get("clientSha256"):
        raise StepFailed(
            "The client does not match the checksum in /api/version.", "Wait a minute and run again."
        )
    saved = "saved to" if write_file(host.script, data) else "already in"
    done(f"Client {version['clientVersion']}: {saved} {host.script} (sha256 {sha256[:12]}...)")


def check_key(host: LocalClient, key: str, base_url: str) -> None:
    note("Checking the key. On the first run, uv also downloads the packages of the client.")
    result = host.call_tool(key, base_url, "ping")
    if result.get("code") in ("unauthorized", "key_inactive"):
        advice = f"Make one in the dashboard, copy it in full (hsk_...), and set it as {KEY_VARIABLE}."
        raise StepFailed(f"{base_url} does not accept this key: {result.get('message')}", advice)
    if not result.get("ok"):
        raise StepFailed(str(result.get("message")), result.get("hint") or "Check the key and the address.")
    done(f"The key is valid: {result['balance']:,} credits")
    missing = result.get("missingScopes")
    if missing:
        note(f"But it lacks the scopes {', '.join(missing)}. The skills need all four, the recall knowledge.")
        note("Make a key with all four in the dashboard, and run this again. Fewer tools work until then.")


def server_env(extra: bool) -> dict[str, str]:
    """What a server gets besides its key and address: which tools it offers, and the way to the network."""
    network_env = {name: os.environ[name] for name in NETWORK_VARIABLES if os.environ.get(name)}
    if any("@" in value for value in network_env.values()):
        note(
            "The proxy has a password, which must not be in a configuration: the README says how to pass it."
        )
    public = {name: value for name, value in network_env.items() if "@" not in value}
    return {TOOLS_VARIABLE: ALL_EXTRA_TOOLS if extra else REPORT_TOOL, **public}


def register_remote(host: Host, base_url: str) -> None:
    """Registers /mcp of the deployment. The key stays in .env, where the host reads the placeholder from."""
    host.run("mcp", "remove", "svc", stdin="y\n")
    host.write_setting("mcp_servers.svc.url", f"{base_url}/mcp")
    host.write_setting("mcp_servers.svc.headers.Authorization", f"Bearer ${{{KEY_VARIABLE}}}")
    done(f"MCP server svc: {base_url}/mcp")
    note("To see its tools: hermes mcp test svc")


def register_server(host: Host, extra: bool) -> None:
    env = {
        KEY_VARIABLE: f"${{{KEY_VARIABLE}}}",
        URL_VARIABLE: f"${{{URL_VARIABLE}}}",
        **server_env(extra),
    }
    args = ["run", "--script", str(host.script)]
    entry = json.loads(host.read_setting("mcp_servers.svc") or "{}")
    config = host.home / "config.yaml"
    # config.yaml must contain the placeholder of the key, not the key.
    uses_placeholder = config.exists() and env[KEY_VARIABLE] in config.read_text(encoding="utf-8")
    entry_env = entry.get("env") or {}
    is_same = entry.get("command") == host.uv and entry.get("args") == args and set(env) <= set(entry_env)
    is_same = is_same and all(
        entry_env[name] == value for name, value in env.items() if name in NETWORK_VARIABLES
    )
    # A host that has all tools keeps them.
    is_same = is_same and entry_env.get(TOOLS_VARIABLE) in (ALL_EXTRA_TOOLS, env[TOOLS_VARIABLE])
    if is_same and uses_placeholder and entry.get("enabled"):
        done("MCP server svc: already registered")
    else:
        pairs = [f"{name}={value}" for name, value in env.items()]
        command = ["mcp", "add", "svc", "--env", *pairs, "--connect-timeout", "120", "--command", host.uv]
        host.run_expecting("tools enabled", *command, "--args", *args, stdin="y\ny\n")
        done("MCP server svc: added")
    output = host.run_expecting("Tools discovered", "mcp", "test", "svc")
    tool_count = int(re.search(r"Tools discovered: (\d+)", output)[1])
    if tool_count < EXPECTED_TOOL_COUNT:
        raise StepFailed(
            f"Hermes finds {tool_count} tools instead of {EXPECTED_TOOL_COUNT}.",
            "hermes mcp configure svc shows which are off.",
        )
    done(f"Hermes finds {tool_count} tools of svc")
