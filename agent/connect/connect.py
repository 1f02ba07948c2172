#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Connects an agent host to a deployment of Atelier, and reports each step.

    uv run --script connect.py https://svc.example
    uv run --script connect.py https://svc.example --host claude-code
    uv run --script connect.py --host claude-code --remove

You can run it again at any time: it changes only what is out of date, and nothing is charged twice.
Generated from small modules by build.py; edit those.
"""

from __future__ import annotations

import argparse
import getpass
import hashlib
import importlib
import importlib.util
import ipaddress
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


# ---- output ----
# Prints one line per step to the terminal; also the exception that carries advice when a step fails.

KEY_VARIABLE, URL_VARIABLE = "SVC_API_KEY", "SVC_BASE_URL"


class StepFailed(Exception):
    """A step failed. Takes two arguments: what happened, and what the user can do about it."""


def done(text: str) -> None:
    """Reports a completed step."""
    print(f"✓ {text}", flush=True)


def note(text: str) -> None:
    """Prints further information about a step."""
    print(f"  {text}", flush=True)


def confirm(question: str, options: argparse.Namespace) -> bool:
    """Asks a yes-or-no question. `--yes` answers it; without a terminal it raises."""
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise StepFailed(question, "Confirm with --yes.")
    return input(f"? {question} [y/N] ").strip().lower() in ("y", "yes")


# ---- files ----
# Writes files in the home directory of the host: atomically, and only if they differ.

def write_file(path: Path, data: bytes, mode: int = 0o644) -> bool:
    """Writes the file atomically. Returns whether anything changed."""
    path = path.resolve()
    if (
        path.exists()
        and path.read_bytes() == data
        and (os.name == "nt" or path.stat().st_mode & 0o777 == mode)
    ):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".connect-")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    Path(name).chmod(mode)
    os.replace(name, path)  # noqa: PTH105
    return True


def read_env(path: Path) -> dict[str, str]:
    """Returns the variables of a .env file."""
    lines = path.read_text(encoding="utf-8-sig").splitlines() if path.exists() else []
    pairs = (re.match(r"\s*(?:export\s+)?(\w+)=(.*)$", line) for line in lines)
    return {pair[1]: pair[2].strip().strip("\"'") for pair in pairs if pair}


def write_env(path: Path, values: dict[str, str]) -> bool:
    """Replaces the line of each variable in a .env file, or appends one. An empty value removes the line."""
    text = path.read_bytes().decode("utf-8") if path.exists() else ""
    remaining = dict(values)
    lines = []
    for line in text.splitlines(keepends=True):
        match = re.match(r"\s*(?:export\s+)?(\w+)=", line.lstrip("\ufeff"))
        name = match[1] if match else ""
        if name not in values:
            lines.append(line)
        elif remaining.pop(name, ""):
            lines.append(f"{name}={values[name]}\n")
    added = [f"{name}={value}\n" for name, value in remaining.items() if value]
    if added and lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return write_file(path, "".join([*lines, *added]).encode(), 0o600)


def write_folder(path: Path, files: dict[str, bytes]) -> bool:
    """Writes the files, and removes all others: the host runs every Python file that it finds in a plugin."""
    stale = [file for file in path.glob("*.*") if file.is_file() and file.name not in files]
    for file in stale:
        file.unlink()
    return any([write_file(path / name, data) for name, data in files.items()]) or bool(stale)


# ---- deployment ----
# Downloads the public files of a deployment. They need no key.

class Deployment:
    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise StepFailed(
                f"{address!r} is not a valid URL.", "Give the full URL, such as https://svc.example"
            )
        self.base_url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        # The key would be sent over a public network without encryption.
        self.is_unencrypted = parts.scheme == "http" and _is_public(parts.hostname)
        # The skill installer of Hermes refuses this URL.
        self.is_private = parts.scheme == "http" or not _is_public(parts.hostname)

    def download(self, path: str) -> bytes:
        """Returns the file, checked against its checksum if the response has one."""
        try:
            with urllib.request.urlopen(self.base_url + path, timeout=20) as answer:
                body, sha256 = answer.read(), answer.headers.get("x-content-sha256")
        except urllib.error.HTTPError as error:
            advice = "Check the address. If it is correct, the deployment is down, or older than this script."
            raise StepFailed(f"{self.base_url}{path} answered {error.code}.", advice) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            advice = "Check the address, and that this machine can reach it (proxies: HTTPS_PROXY)."
            if isinstance(reason, ssl.SSLCertVerificationError):
                advice = "Set SSL_CERT_FILE to your CA certificate, and run again."
            raise StepFailed(f"{self.base_url} cannot be reached: {reason}", advice) from None
        if sha256 and sha256 != hashlib.sha256(body).hexdigest():
            raise StepFailed(
                f"{path} was damaged in transit.", "Run again. If it fails again, a proxy changes the files."
            )
        return body

    def check_key(self, key: str) -> int:
        """Returns the balance. For a host that calls the deployment itself; otherwise the client asks."""
        request = urllib.request.Request(
            f"{self.base_url}/api/gen/credits?limit=1", headers={"authorization": f"Bearer {key}"}
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)["balance"]
        except urllib.error.HTTPError as error:
            advice = "Make one in the dashboard, with the scope read, and copy it in full (hsk_...)."
            raise StepFailed(f"{self.base_url} answered {error.code} to this key.", advice) from None
        except (OSError, ValueError, KeyError) as error:
            raise StepFailed(f"{self.base_url} cannot be asked: {error}", "Check the address.") from None

    def download_json(self, path: str) -> dict:
        try:
            return json.loads(self.download(path))
        except ValueError:
            raise StepFailed(
                f"{self.base_url} is not a deployment of Atelier.", "Check the address."
            ) from None

    def download_folder(self, index: str, entry: dict) -> dict[str, bytes]:
        """Returns the files of a plugin or a skill. Names become local paths, so they are validated first."""
        for name in (entry["name"], *entry["files"]):
            if not re.fullmatch(r"\w[\w.-]*", name):
                raise StepFailed(
                    f"{index} lists an invalid file name: {name!r}.", "Tell the operator of the deployment."
                )
        return {file: self.download(f"{index}/{entry['name']}/{file}") for file in entry["files"]}


def _is_public(host: str) -> bool:
    """Reports whether all IP addresses of a host are public."""
    try:
        addresses = {info[4][0] for info in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return all(ipaddress.ip_address(str(address).split("%")[0]).is_global for address in addresses)


# ---- local_client ----
# The client on this machine: one file that uv runs, and the file with its key.

class LocalClient:
    def __init__(self, script: Path, env_file: Path, env: dict[str, str]) -> None:
        self.script, self.env_file, self.env = script, env_file, env
        self.uv = find_program("uv", "Install uv (docs.astral.sh/uv)")

    def call_tool(self, key: str, base_url: str, tool: str, arguments: dict | None = None) -> dict:
        """Runs one tool of the client in a new process. uv then caches its packages for the host as well."""
        args = [self.uv, "run", "--script", str(self.script), "call", tool, json.dumps(arguments or {})]
        output = run_program(
            args, {**self.env, KEY_VARIABLE: key, URL_VARIABLE: base_url}, "", 300, only_stdout=True
        )
        try:
            return json.loads(output)
        except ValueError:
            advice = f"To see why, run it yourself: {self.uv} run --script {self.script} call {tool}"
            if "certificate" in output:
                advice = "Set SSL_CERT_FILE to your CA certificate, or UV_SYSTEM_CERTS=1, and run again."
            last_lines = "\n  ".join(output.strip().splitlines()[-5:])
            raise StepFailed(f"The client does not start:\n  {last_lines}", advice) from None


def find_program(name: str, advice: str) -> str:
    found = shutil.which(name) or (os.environ.get("UV") if name == "uv" else None)
    if not found:
        raise StepFailed(f"{name} is not on PATH.", f"{advice}, open a new terminal and run again.")
    return str(Path(found).absolute())


def run_program(args: list[str], env: dict, stdin: str, seconds: int, only_stdout: bool = False) -> str:
    try:
        process = subprocess.run(
            args,
            env=env,
            input=stdin,
            capture_output=True,
            timeout=seconds,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        raise StepFailed(
            f"{Path(args[0]).name} took longer than {seconds} s.", "Check the network, and run again."
        ) from None
    output = process.stdout if only_stdout and process.stdout.strip() else process.stdout + process.stderr
    return re.sub(r"\x1b\[[0-9;]*m", "", output)


# ---- host ----
# Runs the commands of Hermes Agent, the agent host on this machine.

class Host(LocalClient):
    """Hermes Agent on this machine. Its commands always exit with 0, so success is read from their output."""

    def __init__(self, home: str | None) -> None:
        self.env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONUTF8": "1"}
        if home:
            self.env["HERMES_HOME"] = str(Path(home).expanduser().resolve())
        self._hermes = find_program("hermes", "Install Hermes Agent 0.19 or newer, with its mcp extra")
        self.version = self.run("--version").split("\n")[0].strip()
        env_file = Path(self.run("config", "env-path").strip().split("\n")[-1])
        self.home = env_file.parent
        super().__init__(self.home / "svc" / "svc_mcp.py", env_file, self.env)

    def run(self, *args: str, stdin: str = "", seconds: int = 300) -> str:
        return run_program([self._hermes, *args], self.env, stdin, seconds)

    def read_setting(self, key: str) -> str:
        """Returns a setting of config.yaml as JSON, or "" if it is not set."""
        text = self.run("config", "get", key, "--json").strip()
        return "" if text.startswith("Config key not set") or text in ('""', "null") else text

    def write_setting(self, key: str, value: str) -> None:
        self.run_expecting("Set ", "config", "set", key, value)

    def run_expecting(self, word: str, *args: str, stdin: str = "") -> str:
        """Runs a command, and raises unless its output contains the word that means success."""
        output = self.run(*args, stdin=stdin)
        if word not in output:
            advice = f"See {self.home / 'logs'}, or run the command yourself: hermes {' '.join(args)}"
            raise StepFailed(f"hermes {' '.join(args[:3])} failed: {output.strip()[-400:]}", advice)
        return output


# ---- server ----
# Downloads the client, checks the key, and registers the MCP server svc.

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


# ---- extras ----
# Installs the plugins and the skills, and makes a first picture to show that everything works.

DISCOVERY_SECONDS = 10  # The default of the host is 1.5 s, and uv alone takes 1 s.
PICTURE_CREDITS = 400
PICTURE_ARGUMENTS = {"prompt": "a white ceramic mug on a wooden table, soft morning light, photograph"}
PICTURE_MINUTES = 16


def install_plugins(host: Host, deployment: Deployment) -> None:
    """Installs `svc_toolset`, and `svc_memory` unless the host has another memory provider."""
    provider = host.read_setting("memory.provider").strip('"')
    wanted = ["svc_toolset", *(["svc_memory"] if provider in ("", "svc_memory") else [])]
    index = {
        plugin["name"]: plugin
        for plugin in deployment.download_json("/api/mcp/plugins/index.json")["plugins"]
    }
    for name in wanted:
        if name not in index:
            raise StepFailed(
                f"{deployment.base_url} has no plugin {name}.", "Skip the plugins with --no-plugins."
            )
        files = deployment.download_folder("/api/mcp/plugins", index[name])
        changed = write_folder(host.home / "plugins" / name, files)
        done(f"Plugin {name}: {'installed' if changed else 'already installed'}")
    if "svc_toolset" not in host.read_setting("plugins.enabled"):
        host.run_expecting("enabled", "plugins", "enable", "svc_toolset", "--no-allow-tool-override")
    if not provider:
        host.write_setting("memory.provider", "svc_memory")
        note("svc_memory is now the memory provider of Hermes; to undo: hermes memory off")
    elif provider != "svc_memory":
        note(f"Your memory provider {provider} stays; svc_toolset adds the recall to it.")
    if float(host.read_setting("mcp_discovery_timeout") or 0) < DISCOVERY_SECONDS:
        host.write_setting("mcp_discovery_timeout", str(DISCOVERY_SECONDS))
        note(
            f"A session now waits up to {DISCOVERY_SECONDS} s for its tools, so that the first turn has them."
        )


def install_skills(host: Host, deployment: Deployment) -> None:
    index_path = "/.well-known/skills"
    entries = deployment.download_json(f"{index_path}/index.json")["skills"]
    missing = {}
    for entry in entries:
        name, files = entry["name"], deployment.download_folder(index_path, entry)
        if is_installed(host.home / "skills" / "svc" / name, files):
            done(f"Skill {name}: already installed")
        else:
            missing[name] = files
    if missing and deployment.is_private:
        note("The installer of Hermes refuses private addresses, so the skills are copied without its scan.")
    elif missing:
        note("Hermes downloads and scans each skill; this takes up to a minute per skill.")
    for name, files in missing.items():
        if not deployment.is_private and install_by_host(
            host, f"{deployment.base_url}{index_path}/{name}", name
        ):
            done(f"Skill {name}: downloaded, scanned and installed by Hermes")
        else:
            write_folder(host.home / "skills" / "svc" / name, files)
            done(f"Skill {name}: copied, checksums verified")


def is_installed(folder: Path, files: dict[str, bytes]) -> bool:
    """Reports whether the folder contains the same files."""
    return all((folder / name).exists() and (folder / name).read_bytes() == files[name] for name in files)


def install_by_host(host: Host, url: str, name: str) -> bool:
    """Installs a skill with the installer of Hermes, which scans it. Returns whether it succeeded."""
    host.run("skills", "uninstall", name, stdin="y\n")  # Hermes does not replace an older version.
    output = host.run("skills", "install", f"well-known:{url}", "--category", "svc", "--yes")
    if "blocked" in output:
        raise StepFailed(f"The scanner of Hermes rejects {name}.", "Tell the operator, or skip: --no-skills.")
    return "Installed:" in output


def make_picture(host: LocalClient, key: str, base_url: str) -> None:
    """Makes one picture. The client_ref is fixed, so a second run finds the same picture and is not charged.

    If the job of an earlier run failed, the next client_ref is used. Failed jobs are refunded.
    """
    for number in range(1, 4):
        job = host.call_tool(
            key, base_url, "generate_image", {**PICTURE_ARGUMENTS, "client_ref": f"first-picture-{number}"}
        )
        if not job.get("ok"):
            raise StepFailed(f"No picture: {job.get('message')}", job.get("hint") or "Run again.")
        media, deadline = {"waiting": True}, time.monotonic() + PICTURE_MINUTES * 60
        while media.get("waiting") and time.monotonic() < deadline:
            time.sleep(min(media.get("pollAfterSeconds", 1), 10))
            media = host.call_tool(key, base_url, "get_media", {"media_id": job["id"]})
        if media.get("status") == "completed":
            paid = "nothing, it existed already" if job.get("replayed") else f"{media['creditsCost']} credits"
            return done(f"First picture: {media['videoUrl']} (charged: {paid})")
        if not job.get("replayed"):
            reason = media.get("errorMessage") or media.get("message")
            raise StepFailed(f"No picture: {reason}", "Failed jobs are refunded. Run again for another try.")
    raise StepFailed("The first picture failed three times.", "Ask the operator of the deployment.")


# ---- json_text ----
# Edits JSON as text: everything else in the file stays byte for byte. Comments and JSON5 are read, too.

SPACE = re.compile(r"(?:\s|\ufeff|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
BARE = re.compile(r"[^\s,:{}\[\]\"'/]+")


@dataclass
class Node:
    """A value in the text. Objects have `members`, arrays have `items`."""

    start: int
    end: int = 0
    members: dict[str, Node] | None = None
    items: list[Node] | None = None
    # Where the name of the value begins, if it is a member.
    name_start: int = 0


def parse_json(text: str) -> Node:
    """Returns the position of every value. Raises if the text is not JSON, JSON with comments, or JSON5."""
    at = _skip(text, 0)
    node = _parse(text, at)
    if _skip(text, node.end) != len(text):
        raise ValueError(f"unexpected text at character {node.end}")
    return node


def find_node(text: str, path: list[str]) -> Node | None:
    node: Node | None = parse_json(text)
    for name in path:
        node = (node.members or {}).get(name) if node else None
    return node


def put_value(text: str, path: list[str], value: object) -> tuple[str, str, str]:
    """Returns the new text, what was inserted into it, and what that replaced."""
    if not text.strip("\ufeff \t\r\n"):
        inserted = json.dumps(_nest(path, value), indent=2) + "\n"
        return text + inserted, inserted, ""
    node, depth = parse_json(text), 0
    while depth < len(path) and node.members is not None and path[depth] in node.members:
        node, depth = node.members[path[depth]], depth + 1
    if depth == len(path):
        replaced = text[node.start : node.end]
        inserted = _write(value, text, _indent_of(text, node.name_start))
        return text[: node.start] + inserted + text[node.end :], inserted, replaced
    if node.members is None:
        raise StepFailed(f"{'.'.join(path[:depth]) or 'The file'} is not an object.", "Correct it by hand.")
    name, rest = path[depth], _nest(path[depth + 1 :], value)
    return _insert_first(text, node, lambda indent: f"{json.dumps(name)}: {_write(rest, text, indent)}")


def put_item(text: str, path: list[str], item: object) -> tuple[str, str, str]:
    """Like put_value, for a new first item of an array, which is created if it is missing."""
    node = find_node(text, path) if text.strip() else None
    if node is None or node.items is None:
        return put_value(text, path, [item])
    return _insert_first(text, node, lambda indent: _write(item, text, indent))


def cut_value(text: str, path: list[str]) -> str:
    """Removes a member with its comma, and its parents if nothing is left in them."""
    parent, node = find_node(text, path[:-1]), find_node(text, path)
    if parent is None or node is None:
        return text
    if len(parent.members or {}) == 1 and len(path) > 1:
        return cut_value(text, path[:-1])
    start, end = node.name_start, node.end
    after = _skip(text, end)
    while text[start - 1] in " \t":
        start -= 1
    start -= text[start - 1] == "\n"
    start -= text[start - 1] == "\r"
    if text[after] == ",":
        return text[:start] + text[after + 1 :]
    # The last member: the comma in front of it goes, comments between them stay.
    others = [other.end for other in (parent.members or {}).values() if other.end < node.start]
    comma = _skip(text, max(others)) if others else start
    return text[:comma] + text[comma + 1 : start] + text[end:] if comma < start else text[:start] + text[end:]


def _insert_first(text: str, node: Node, write) -> tuple[str, str, str]:
    """Inserts behind the opening bracket: what follows, with its comments and commas, stays as it is."""
    is_empty = not (node.members or node.items)
    inside = text[node.start : node.end]
    if "\n" in inside or (is_empty and "\n" in text):
        outer = _indent_of(text, node.start)
        indent = outer + _unit_of(text)
        inserted = f"\n{indent}{write(indent)}" + (f"\n{outer}" if is_empty else ",")
    else:
        inserted = write(None) + ("" if is_empty else ", ")
    at = node.start + 1
    return text[:at] + inserted + text[at:], inserted, ""


def _write(value: object, text: str, indent: str | None) -> str:
    """Without an indent, all of it is one line."""
    if indent is None or "\n" not in text.strip():
        return json.dumps(value)
    return json.dumps(value, indent=_unit_of(text)).replace("\n", f"\n{indent}")


def _nest(path: list[str], value: object) -> object:
    for name in reversed(path):
        value = {name: value}
    return value


def _indent_of(text: str, at: int) -> str:
    """The white space at the beginning of the line."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit_of(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _skip(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _parse(text: str, at: int) -> Node:
    if text[at : at + 1] in ("{", "["):
        return _parse_container(text, at)
    found = STRING.match(text, at) or BARE.match(text, at)
    if not found:
        raise ValueError(f"a value is missing at character {at}")
    return Node(at, found.end())


def _parse_container(text: str, at: int) -> Node:
    is_object = text[at] == "{"
    node = Node(at, members={} if is_object else None, items=None if is_object else [])
    close, at = "}" if is_object else "]", _skip(text, at + 1)
    while text[at : at + 1] != close:
        name, name_start = "", at
        if is_object:
            key = STRING.match(text, at) or BARE.match(text, at)
            colon = _skip(text, key.end()) if key else len(text)
            if not key or text[colon : colon + 1] != ":":
                raise ValueError(f"a name is missing at character {at}")
            name, at = _read_name(key[0]), _skip(text, colon + 1)
        value = _parse(text, at)
        value.name_start = name_start
        if node.members is not None:
            node.members[name] = value
        elif node.items is not None:
            node.items.append(value)
        at = _skip(text, value.end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != close:
            raise ValueError(f"a comma is missing at character {at}")
    node.end = at + 1
    return node


def _read_name(text: str) -> str:
    if text.startswith('"'):
        return json.loads(text)
    return text.strip("'")


# ---- toml_text ----
# Edits one table of a TOML file as text, so that everything else in the file stays byte for byte.

HEADER = re.compile(r"^[ \t]*\[+[ \t]*(?P<name>[^\]\n]+?)[ \t]*\]+", re.MULTILINE)


def put_table(text: str, name: str, values: dict) -> tuple[str, str, str]:
    """Returns the new text, what was inserted into it, and what that replaced."""
    block = write_table(name, values)
    span = find_table(text, name)
    if span:
        start, end = span
        new, inserted, replaced = text[:start] + block + text[end:], block, text[start:end]
    else:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        new, inserted, replaced = text + gap + block, gap + block, ""
    _check(new, name, values)
    return new, inserted, replaced


def cut_table(text: str, name: str) -> str:
    span = find_table(text, name)
    return text[: span[0]].rstrip("\n") + "\n" + text[span[1] :] if span else text


def write_table(name: str, values: dict) -> str:
    """Nested objects become tables of their own."""
    own = [f"{key} = {_value(value)}\n" for key, value in values.items() if not isinstance(value, dict)]
    nested = [write_table(f"{name}.{key}", value) for key, value in values.items() if isinstance(value, dict)]
    return "".join([f"[{name}]\n", *own, *(f"\n{table}" for table in nested)])


def find_table(text: str, name: str) -> tuple[int, int] | None:
    """Returns the span of a table and its sub-tables, up to its last value."""
    headers = [(_plain(found["name"]), found.start()) for found in HEADER.finditer(text)]
    ours = [at for at, (title, _) in enumerate(headers) if title == name or title.startswith(f"{name}.")]
    if not ours:
        return None
    if ours != list(range(ours[0], ours[-1] + 1)):
        raise StepFailed(f"[{name}] is in several places of the file.", "Remove it by hand, and run again.")
    start = headers[ours[0]][1]
    end = headers[ours[-1] + 1][1] if ours[-1] + 1 < len(headers) else len(text)
    lines = text[start:end].splitlines(keepends=True)
    # Comments and blank lines in front of the next table belong to that table.
    while len(lines) > 1 and not lines[-1].split("#")[0].strip():
        lines.pop()
    return start, start + len("".join(lines))


def _plain(header: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in header.split("."))


def _value(value: object) -> str:
    """Strings, numbers, booleans and lists of them look the same in TOML as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _check(text: str, name: str, values: dict) -> None:
    """Python has a reader of TOML from 3.11 on; without one, the text is not checked."""
    if not importlib.util.find_spec("tomllib"):
        return
    reader = importlib.import_module("tomllib")
    try:
        found = reader.loads(text)
    except ValueError as error:
        raise StepFailed(
            f"The file is not valid TOML: {error}", "Correct it by hand, and run again."
        ) from None
    for part in name.split("."):
        found = found.get(part, {})
    if found != values:
        raise StepFailed(
            f"{name} is written in a form that cannot be replaced.", "Remove it by hand, and run again."
        )


# ---- receipt ----
# Remembers what was written, so that it can be taken back byte for byte. The key is never part of it.

class Receipt:
    """A file beside the client. Each edit has the text that was inserted and the text that it replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.files: dict[str, dict] = data.get("files", {})
        self.folders: list[str] = data.get("folders", [])
        self.skills: list[str] = data.get("skills", [])

    def save(self) -> None:
        data = {"files": self.files, "folders": self.folders, "skills": self.skills}
        write_file(self.path, json.dumps(data, indent=2).encode() + b"\n", 0o600)

    def note_folders(self, path: Path) -> None:
        """Notes which folders of a path do not exist yet: these are removed again when they are empty."""
        missing = []
        while not path.exists():
            missing.append(str(path))
            path = path.parent
        self.folders += [one for one in missing if one not in self.folders]

    def note_file(self, path: Path, edits: list[dict]) -> None:
        known = self.files.get(str(path))
        first = {"existed": path.exists(), "mode": path.stat().st_mode & 0o777 if path.exists() else None}
        self.files[str(path)] = {**(known or first), "edits": edits}

    def undo(self, path: Path) -> str | None:
        """Returns the text as it was before, or None if the file was changed where the edits are."""
        text = path.read_bytes().decode("utf-8")
        for edit in reversed(self.files.get(str(path), {}).get("edits", [])):
            if text.count(edit["inserted"]) != 1:
                return None
            text = text.replace(edit["inserted"], edit["replaced"])
        return text

    def restore(self, path: Path, text: str) -> None:
        """Writes a text without our edits. A file that we created and that has nothing else in it goes."""
        entry = self.files.pop(str(path), {"existed": True, "mode": None})
        if not entry["existed"] and text.strip() in ("", "{}"):
            path.unlink()
        else:
            mode = path.stat().st_mode & 0o777 if entry["mode"] is None else entry["mode"]
            write_file(path, text.encode(), mode)

    def remove_folders(self) -> None:
        for folder in sorted(self.folders, key=len, reverse=True):
            if Path(folder).is_dir() and not os.listdir(folder):  # noqa: PTH208
                Path(folder).rmdir()


# ---- hermes_state ----
# Remembers what the configuration of Hermes was, so that --remove can bring it back byte for byte.

class HermesState:
    """Hermes writes its configuration itself, so its whole text is kept, readable by the user alone."""

    def __init__(self, host: Host) -> None:
        self._host, self._config = host, host.home / "config.yaml"
        self._path = host.script.parent / "before.json"
        env = host.env_file.read_text(encoding="utf-8") if host.env_file.exists() else None
        self._before = {
            "config": _read(self._config),
            "hasEnv": env is not None,
            "envMode": host.env_file.stat().st_mode & 0o777 if env is not None else None,
            "gap": bool(env) and not str(env).endswith("\n"),
        }
        self._receipt = Receipt(host.script.parent / "connect.json")
        for folder in ("svc", "plugins", "skills/svc"):
            self._receipt.note_folders(host.home / folder)
        # A host that an older version connected has the server in its configuration already. And what the
        # user has changed since must not be lost, so a configuration with changes is never put back.
        self._is_known = not host.script.exists()
        self._after = ""
        if self._path.exists():
            saved = json.loads(self._path.read_text(encoding="utf-8"))
            self._before, self._after = saved["before"], saved["after"]
            self._is_known = self._after == _digest(self._config)

    def save(self) -> None:
        if not self._is_known:
            return
        data = {"before": self._before, "after": _digest(self._config)}
        write_file(self._path, json.dumps(data, indent=2).encode() + b"\n", 0o600)
        self._receipt.save()

    def is_unchanged(self) -> bool:
        """Reports whether the configuration is what connecting has left."""
        return self._path.exists() and self._after == _digest(self._config)

    def restore_config(self) -> None:
        text = self._before["config"]
        if text is None:
            self._config.unlink(missing_ok=True)
        else:
            write_file(self._config, text.encode(), self._config.stat().st_mode & 0o777)

    def remove_folders(self) -> None:
        self._receipt.remove_folders()

    def restore_env(self) -> None:
        path = self._host.env_file
        if not path.exists():
            return
        write_env(path, {KEY_VARIABLE: "", URL_VARIABLE: ""})
        text = path.read_bytes().decode("utf-8")
        if not text and not self._before["hasEnv"]:
            path.unlink()
        elif self._before["gap"] or self._before["envMode"]:
            text = text.removesuffix("\n") if self._before["gap"] else text
            write_file(path, text.encode(), self._before["envMode"] or 0o600)


def _read(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.exists() else None


def _digest(path: Path) -> str:
    return hashlib.sha256((_read(path) or "").encode()).hexdigest()


# ---- hosts ----
# What each agent host wants: where its files are, and how it names a server that it starts or calls.

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


# ---- file_host ----
# Connects a host that is set up by files, or takes back what was written, byte for byte.

SKILLS_PATH = "/.well-known/agent-skills"


class FileHost:
    def __init__(self, host: HostFiles) -> None:
        self.host = host
        self.folder = host.home / "svc"
        self.env_file = self.folder / ".env"
        self.receipt = Receipt(self.folder / "connect.json")

    def connect_local(self, deployment: Deployment, version: dict, options: argparse.Namespace) -> str:
        """Registers the client, which the host starts itself. Returns the key."""
        client = LocalClient(self.folder / "svc_mcp.py", self.env_file, {**os.environ})
        self._prepare()
        self._take_back_key_line()
        install_client(client, deployment, version)
        key = find_key(client, deployment.base_url)
        check_key(client, key, deployment.base_url)
        self._write_env(key, deployment)
        # uv reads the key from its file: the host needs no variable, and its configuration no secret.
        args = ["run", "--env-file", str(self.env_file), "--script", str(client.script)]
        self._register(
            self.host.local({"command": client.uv, "args": args, "env": server_env(options.extra_tools)}),
            options,
        )
        return key

    def connect_remote(self, deployment: Deployment, key: str, options: argparse.Namespace) -> None:
        """Registers the server at /mcp of the deployment. The host has its own way to keep the key."""
        self._prepare()
        self._register(self.host.remote(f"{deployment.base_url}/mcp"), options)
        # The key is in one place only, and a client that was installed before is not used any more.
        for name in ("svc_mcp.py", ".env"):
            (self.folder / name).unlink(missing_ok=True)
        if self.host.inputs:
            return note(f"{self.host.title} asks for the key at the first use, and keeps it itself.")
        if self.host.env_file:
            return self._put_key_line(self.host.env_file, key)
        self._write_env(key, deployment)
        note(f"{self.host.title} takes the key from its environment. Start it in a shell after this line:")
        note(f"set -a; . '{self.env_file}'; set +a")

    def install_skills(self, deployment: Deployment) -> None:
        for entry in deployment.download_json(f"{SKILLS_PATH}/index.json")["skills"]:
            name, path = entry["name"], self.host.skills / entry["name"] / "SKILL.md"
            if not re.fullmatch(r"[a-z0-9-]{1,64}", name):
                raise StepFailed(
                    f"{name!r} is not a name of a skill.", "Tell the operator of the deployment."
                )
            data = deployment.download(f"{SKILLS_PATH}/{name}/SKILL.md")
            if entry["digest"] != f"sha256:{hashlib.sha256(data).hexdigest()}":
                raise StepFailed(
                    f"The skill {name} does not match its digest.", "Wait a minute and run again."
                )
            if path.exists() and path.read_bytes() != data and str(path) not in self.receipt.skills:
                note(f"Skill {name}: you have one of this name, which stays.")
                continue
            self.receipt.note_folders(path.parent)
            if not path.exists():
                self.receipt.skills.append(str(path))
                self.receipt.save()
            done(f"Skill {name}: {'installed' if write_file(path, data) else 'already installed'}")

    def remove(self) -> None:
        if not self.receipt.path.exists():
            raise StepFailed(
                f"{self.folder} does not exist: nothing was installed.", "Check --host and --home."
            )
        for path in [Path(name) for name in self.receipt.files]:
            if path.exists():
                self.receipt.restore(path, self._without_ours(path))
        for path in map(Path, self.receipt.skills):
            path.unlink(missing_ok=True)
        shutil.rmtree(self.folder)
        self.receipt.remove_folders()
        done(f"Removed the server, the skills and the key from {self.host.title}")
        note("The key is still valid: revoke it in the dashboard.")

    def stored_key(self, base_url: str) -> str:
        """Returns the key from the environment, from an earlier run for this deployment, or from the user."""
        path, config = self.host.env_file, self.host.config
        is_remote = config.exists() and f'"{base_url}/mcp"' in config.read_text(encoding="utf-8")
        stored = read_env(path).get(KEY_VARIABLE, "") if path and is_remote else ""
        return stored or find_stored_key(self.env_file, base_url)

    def stored_address(self) -> str | None:
        return read_env(self.env_file).get(URL_VARIABLE)

    def _prepare(self) -> None:
        """Notes what does not exist yet, before anything is written."""
        for folder in (self.folder, self.host.config.parent):
            self.receipt.note_folders(folder)
        self.receipt.save()

    def _write_env(self, key: str, deployment: Deployment) -> None:
        changed = write_env(self.env_file, {KEY_VARIABLE: key, URL_VARIABLE: deployment.base_url})
        done(
            f"{KEY_VARIABLE} and {URL_VARIABLE}: {'written to' if changed else 'already in'} {self.env_file}"
        )

    def _register(self, entry: dict, options: argparse.Namespace) -> None:
        path, host = self.host.config, self.host
        text = path.read_bytes().decode("utf-8") if path.exists() else ""
        try:
            before = self.receipt.undo(path) if str(path) in self.receipt.files and path.exists() else None
            before = text if before is None else before
            if self._has_server(before) and not confirm(
                f"{path} has a server svc already. Replace it until --remove?", options
            ):
                raise StepFailed("Nothing was changed.", "Rename your server svc, and run again.")
            new, edits = self._edit(before, entry)
        except ValueError as error:
            raise StepFailed(
                f"{path} cannot be read: {error}", "Correct it by hand, and run again."
            ) from None
        self.receipt.note_file(path, edits)
        self.receipt.save()
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
        changed = write_file(path, new.encode(), mode)
        done(f"MCP server svc: {'written to' if changed else 'already in'} {path} ({host.title})")

    def _edit(self, text: str, entry: dict) -> tuple[str, list[dict]]:
        server = self.host.server
        if self.host.config.suffix == ".toml":
            text, inserted, replaced = put_table(text, ".".join(server), entry)
            return text, [{"inserted": inserted, "replaced": replaced}]
        text, inserted, replaced = put_value(text, server, entry)
        edits = [{"inserted": inserted, "replaced": replaced}]
        if self.host.inputs and "${input:" in inserted:
            text, inserted, replaced = put_item(text, self.host.inputs, INPUT)
            edits.append({"inserted": inserted, "replaced": replaced})
        return text, edits

    def _has_server(self, text: str) -> bool:
        if self.host.config.suffix == ".toml":
            return find_table(text, ".".join(self.host.server)) is not None
        return bool(text.strip()) and find_node(text, self.host.server) is not None

    def _put_key_line(self, path: Path, key: str) -> None:
        """Adds the key to the variables that the host reads. The receipt notes the place, never the key."""
        text = path.read_bytes().decode("utf-8") if path.exists() else ""
        gap = "" if not text or text.endswith("\n") or KEY_VARIABLE in read_env(path) else "\n"
        if str(path) not in self.receipt.files:
            self.receipt.note_file(path, [])
            self.receipt.files[str(path)]["gap"] = gap
            self.receipt.save()
        changed = write_env(path, {KEY_VARIABLE: key})
        done(f"{KEY_VARIABLE}: {'written to' if changed else 'already in'} {path}")

    def _take_back_key_line(self) -> None:
        path = self.host.env_file
        if path and str(path) in self.receipt.files and path.exists():
            self.receipt.restore(path, self._without_ours(path))
            self.receipt.save()

    def _without_ours(self, path: Path) -> str:
        text = path.read_bytes().decode("utf-8")
        if path == self.host.env_file:
            gap = self.receipt.files[str(path)].get("gap", "")
            return re.sub(rf"{gap}^{KEY_VARIABLE}=[^\n]*\n?", "", text, count=1, flags=re.MULTILINE)
        before = self.receipt.undo(path)
        if before is not None and self._is_valid(before):
            return before
        # The host has written the file since, or other servers were added beside ours.
        if path.suffix == ".toml":
            return cut_table(text, ".".join(self.host.server))
        return cut_value(text, self.host.server)

    def _is_valid(self, text: str) -> bool:
        if self.host.config.suffix == ".toml":
            return True
        try:
            return not text.strip() or find_node(text, []) is not None
        except ValueError:
            return False


# ---- main ----
# Entry point: connects the host step by step, or removes what was installed.

def remove(host: Host) -> None:
    """Removes what connecting installed, and nothing else."""
    if not has_installed(host):
        note(f"Nothing of svc is installed in {host.home}, so nothing was removed.")
        return
    state = HermesState(host)
    is_unchanged = state.is_unchanged()
    host.run("mcp", "remove", "svc", stdin="y\n")
    host.run("plugins", "disable", "svc_toolset")
    if "svc_memory" in host.read_setting("memory.provider"):
        host.run("memory", "off")
    skills = [file.parent for file in (host.home / "skills" / "svc").glob("*/SKILL.md") if is_our_skill(file)]
    for skill in skills:
        host.run("skills", "uninstall", skill.name, stdin="y\n")
    plugins = [host.home / "plugins" / name for name in ("svc_memory", "svc_toolset")]
    for folder in (*skills, *plugins, host.script.parent):
        shutil.rmtree(folder, ignore_errors=True)
    state.restore_env()
    if is_unchanged:
        state.restore_config()
    state.remove_folders()
    done(f"Removed the server, the plugins, the skills and both lines of {host.env_file}")
    if not is_unchanged:
        note("config.yaml has changed since, so mcp_discovery_timeout in it stays.")
    note("The key is still valid: revoke it in the dashboard.")


def has_installed(host: Host) -> bool:
    """Reports whether connecting left anything in this home: a file, a line or a registration."""
    files = [host.script, *(host.home / "plugins" / name for name in ("svc_memory", "svc_toolset"))]
    skills = (host.home / "skills" / "svc").glob("*/SKILL.md")
    return (
        any(file.exists() for file in files)
        or any(is_our_skill(skill) for skill in skills)
        or any(read_env(host.env_file).get(name) for name in (KEY_VARIABLE, URL_VARIABLE))
        or bool(host.read_setting("mcp_servers.svc"))
    )


def is_our_skill(skill: Path) -> bool:
    """Reports whether a SKILL.md is from Atelier: only our skills require the toolset svc."""
    return "requires_toolsets: [svc]" in skill.read_text(encoding="utf-8")


def connect(options: argparse.Namespace) -> None:
    if options.host != "hermes":
        return connect_files(options)
    host = Host(options.home)
    done(f"{host.version}, home {host.home}")
    if options.remove:
        return remove(host)
    deployment, version = open_deployment(options)
    confirm_address(read_env(host.env_file).get(URL_VARIABLE), deployment, options)
    state = HermesState(host)
    install_client(host, deployment, version)
    key = find_key(host, deployment.base_url)
    check_key(host, key, deployment.base_url)
    state.save()
    changed = write_env(host.env_file, {KEY_VARIABLE: key, URL_VARIABLE: deployment.base_url})
    done(f"{KEY_VARIABLE} and {URL_VARIABLE}: {'written to' if changed else 'already in'} {host.env_file}")
    if options.remote:
        register_remote(host, deployment.base_url)
    else:
        register_server(host, options.extra_tools)
    if not options.no_plugins:
        install_plugins(host, deployment)
    if not options.no_skills:
        install_skills(host, deployment)
    state.save()
    offer_picture(host, key, deployment, options)
    finish()


def connect_files(options: argparse.Namespace) -> None:
    """Connects a host that is set up by its files."""
    host = FileHost(find_host(options.host, options.home))
    done(f"{host.host.title}, configuration {host.host.config}")
    if options.remove:
        return host.remove()
    deployment, version = open_deployment(options)
    confirm_address(host.stored_address(), deployment, options)
    if options.remote:
        key = host.stored_key(deployment.base_url)
        done(f"The key is valid: {deployment.check_key(key):,} credits")
        host.connect_remote(deployment, key, options)
    else:
        key = host.connect_local(deployment, version, options)
    if not options.no_skills:
        host.install_skills(deployment)
    if not options.remote:
        client = LocalClient(host.folder / "svc_mcp.py", host.env_file, {**os.environ})
        offer_picture(client, key, deployment, options)
    finish()


def open_deployment(options: argparse.Namespace) -> tuple[Deployment, dict]:
    deployment = Deployment(options.address)
    version = deployment.download_json("/api/version")
    if deployment.is_unencrypted:
        note("This connection is not encrypted: anyone on the network path can read your key.")
    return deployment, version


def confirm_address(stored: str | None, deployment: Deployment, options: argparse.Namespace) -> None:
    if (stored or deployment.base_url) != deployment.base_url and not confirm(
        "This host is connected to another deployment. Replace it?", options
    ):
        raise StepFailed("Nothing was changed.", "To connect both, use another --home.")


def offer_picture(client: LocalClient, key: str, deployment: Deployment, options: argparse.Namespace) -> None:
    may_ask = options.picture is None and not options.yes and sys.stdin.isatty()
    offer = f"a first picture for {PICTURE_CREDITS} credits"
    if options.picture or (may_ask and confirm(f"Make {offer}?", options)):
        note(f"Making {offer}, charged once; this takes a moment.")
        make_picture(client, key, deployment.base_url)


def finish() -> None:
    print('\nConnected. Start a new session, and say: "Make a product creative with svc."')


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    parser = argparse.ArgumentParser(description="Connects an agent host to a deployment of Atelier.")
    parser.add_argument("address", nargs="?", help="URL of the deployment, such as https://svc.example")
    parser.add_argument(
        "--host", choices=["hermes", *FINDERS], default="hermes", help="the agent host; default: hermes"
    )
    parser.add_argument("--home", help="home directory of the host; default: the one that the host uses")
    parser.add_argument(
        "--remote", action="store_true", help="register /mcp of the deployment instead of the local client"
    )
    parser.add_argument("--no-plugins", action="store_true", help="do not install the plugins of Hermes")
    parser.add_argument("--no-skills", action="store_true", help="do not install the skills")
    parser.add_argument(
        "--extra-tools", action="store_true", help="enable four more tools besides report_results"
    )
    picture = argparse.BooleanOptionalAction
    parser.add_argument(
        "--picture", action=picture, help=f"make a first picture for {PICTURE_CREDITS} credits"
    )
    parser.add_argument("--yes", action="store_true", help="ask no questions")
    parser.add_argument("--remove", action="store_true", help="remove everything that was installed")
    options = parser.parse_args()
    if not options.address and not options.remove:
        parser.error("the URL is missing: connect.py https://svc.example")
    try:
        connect(options)
    except StepFailed as failure:
        message, advice = failure.args
        print(f"✗ {message}\n  → {advice}", flush=True)
        return 1
    except OSError as error:
        print(f"✗ {error}\n  → Check the permissions of that file, and run again.", flush=True)
        return 1
    except KeyboardInterrupt:
        print("\n✗ Interrupted.\n  → Run it again; it continues after the completed steps.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
