#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Connects a Hermes Agent to a deployment of Atelier, and reports each step.

    uv run --script connect.py https://svc.example
    uv run --script connect.py --remove

You can run it again at any time: it changes only what is out of date, and nothing is charged twice.
Generated from small modules by build.py; edit those.
"""

from __future__ import annotations

import argparse
import getpass
import hashlib
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
from pathlib import Path


# ---- output ----
# Terminal output: one line per step, and advice when a step fails.

KEY, BASE = "SVC_API_KEY", "SVC_BASE_URL"


class Stop(Exception):
    """A step failed. Arguments: what happened, and what to do about it."""


def done(text: str) -> None:
    print(f"✓ {text}", flush=True)


def note(text: str) -> None:
    print(f"  {text}", flush=True)


def confirm(question: str, options: argparse.Namespace) -> bool:
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise Stop(question, "Confirm with --yes.")
    return input(f"? {question} [y/N] ").strip().lower() in ("y", "yes")


# ---- files ----
# Writes files in the home of the host: atomically, and only if they differ.

def write_file(path: Path, data: bytes, mode: int = 0o644) -> bool:
    """Atomic. Returns whether anything changed."""
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
    lines = path.read_text(encoding="utf-8-sig").splitlines() if path.exists() else []
    pairs = (re.match(r"\s*(?:export\s+)?(\w+)=(.*)$", line) for line in lines)
    return {pair[1]: pair[2].strip().strip("\"'") for pair in pairs if pair}


def write_env(path: Path, values: dict[str, str]) -> bool:
    """Replaces the line of each variable, or appends one. An empty value removes the line."""
    text = path.read_bytes().decode("utf-8") if path.exists() else ""
    left = dict(values)
    lines = []
    for line in text.splitlines(keepends=True):
        found = re.match(r"\s*(?:export\s+)?(\w+)=", line.lstrip("\ufeff"))
        name = found[1] if found else ""
        if name not in values:
            lines.append(line)
        elif left.pop(name, ""):
            lines.append(f"{name}={values[name]}\n")
    added = [f"{name}={value}\n" for name, value in left.items() if value]
    if added and lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return write_file(path, "".join([*lines, *added]).encode(), 0o600)


def write_folder(path: Path, files: dict[str, bytes]) -> bool:
    """Removes all other files, because the host runs every Python file that it finds in a plugin."""
    stale = [one for one in path.glob("*.*") if one.is_file() and one.name not in files]
    for one in stale:
        one.unlink()
    return any([write_file(path / name, data) for name, data in files.items()]) or bool(stale)


# ---- deployment ----
# The public files of a deployment. They need no key.

class Deployment:
    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Stop(f"{address!r} is no address.", "Give the full URL, such as https://svc.example")
        self.base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.is_open = parts.scheme == "http" and _is_public(parts.hostname)
        self.is_private = parts.scheme == "http" or not _is_public(parts.hostname)

    def get(self, path: str) -> bytes:
        try:
            with urllib.request.urlopen(self.base + path, timeout=20) as answer:
                body, sha256 = answer.read(), answer.headers.get("x-content-sha256")
        except urllib.error.HTTPError as error:
            advice = "Check the address. If it is correct, the deployment is down, or older than this script."
            raise Stop(f"{self.base}{path} answered {error.code}.", advice) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            advice = "Check the address, and that this machine can reach it (proxies: HTTPS_PROXY)."
            if isinstance(reason, ssl.SSLCertVerificationError):
                advice = "Set SSL_CERT_FILE to the file of your certificate authority, and run again."
            raise Stop(f"{self.base} cannot be reached: {reason}", advice) from None
        if sha256 and sha256 != hashlib.sha256(body).hexdigest():
            raise Stop(
                f"{path} was damaged in transit.", "Run again. If it fails again, a proxy rewrites files."
            )
        return body

    def get_json(self, path: str) -> dict:
        try:
            return json.loads(self.get(path))
        except ValueError:
            raise Stop(f"{self.base} is not a deployment of Atelier.", "Check the address.") from None

    def folder(self, index: str, entry: dict) -> dict[str, bytes]:
        """The files of a plugin or a skill. Names become local paths, so they are validated first."""
        for name in (entry["name"], *entry["files"]):
            if not re.fullmatch(r"\w[\w.-]*", name):
                raise Stop(
                    f"{index} lists an invalid file name: {name!r}.", "Tell the operator of the deployment."
                )
        return {file: self.get(f"{index}/{entry['name']}/{file}") for file in entry["files"]}


def _is_public(host: str) -> bool:
    """Whether all its addresses are public: Hermes installs skills from public addresses only."""
    try:
        found = {one[4][0] for one in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return all(ipaddress.ip_address(str(one).split("%")[0]).is_global for one in found)


# ---- host ----
# Runs the commands of the agent host on this machine.

class Host:
    """Hermes Agent on this machine. Its commands always exit with 0, so their output is checked."""

    def __init__(self, home: str | None) -> None:
        self.env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", "PYTHONUTF8": "1"}
        if home:
            self.env["HERMES_HOME"] = str(Path(home).expanduser().resolve())
        self._hermes = _find_program("hermes", "Install Hermes Agent 0.19 or newer, with its mcp extra")
        self.uv = _find_program("uv", "Install uv (docs.astral.sh/uv)")
        self.version = self.run("--version").split("\n")[0].strip()
        self.env_file = Path(self.run("config", "env-path").strip().split("\n")[-1])
        self.home = self.env_file.parent
        self.script = self.home / "svc" / "svc_mcp.py"

    def run(self, *args: str, answers: str = "", seconds: int = 300) -> str:
        return _run([self._hermes, *args], self.env, answers, seconds)

    def setting(self, key: str) -> str:
        text = self.run("config", "get", key, "--json").strip()
        return "" if text.startswith("Config key not set") or text in ('""', "null") else text

    def set(self, key: str, value: str) -> None:
        self.run_expecting("Set ", "config", "set", key, value)

    def run_expecting(self, word: str, *args: str, answers: str = "") -> str:
        """The output, which must contain the word that means success."""
        output = self.run(*args, answers=answers)
        if word not in output:
            advice = f"See {self.home / 'logs'}, or run it by hand: hermes {' '.join(args)}"
            raise Stop(f"hermes {' '.join(args[:3])} failed: {output.strip()[-400:]}", advice)
        return output

    def call_tool(self, key: str, base: str, tool: str, arguments: dict | None = None) -> dict:
        """Runs one tool of the client in a new process. This also fills the uv cache for the host."""
        args = [self.uv, "run", "--script", str(self.script), "call", tool, json.dumps(arguments or {})]
        output = _run(args, {**self.env, KEY: key, BASE: base}, "", 300, only_stdout=True)
        try:
            return json.loads(output)
        except ValueError:
            advice = f"Run it by hand to see why: {self.uv} run --script {self.script} call {tool}"
            if "certificate" in output:
                advice = (
                    "Set SSL_CERT_FILE to your certificate authority, or UV_SYSTEM_CERTS=1, and run again."
                )
            last = "\n  ".join(output.strip().splitlines()[-5:])
            raise Stop(f"The client does not start:\n  {last}", advice) from None


def _find_program(name: str, advice: str) -> str:
    found = shutil.which(name) or (os.environ.get("UV") if name == "uv" else None)
    if not found:
        raise Stop(f"{name} is not on PATH.", f"{advice}, open a new terminal and run again.")
    return str(Path(found).absolute())


def _run(args: list[str], env: dict, answers: str, seconds: int, only_stdout: bool = False) -> str:
    try:
        ended = subprocess.run(
            args,
            env=env,
            input=answers,
            capture_output=True,
            timeout=seconds,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        raise Stop(
            f"{Path(args[0]).name} took longer than {seconds} s.", "Check the network, and run again."
        ) from None
    both = ended.stdout if only_stdout and ended.stdout.strip() else ended.stdout + ended.stderr
    return re.sub(r"\x1b\[[0-9;]*m", "", both)


# ---- server ----
# Downloads the client, checks the key, and registers the MCP server svc.

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


# ---- extras ----
# Installs plugins and skills, and makes a first picture.

DISCOVERY_SECONDS = 10  # The default of the host is 1.5 s, and uv alone takes 1 s.
PICTURE_CREDITS = 400
PICTURE_ARGUMENTS = {"prompt": "a white ceramic mug on a wooden table, soft morning light, photograph"}
PICTURE_MINUTES = 16


def install_plugins(host: Host, deployment: Deployment) -> None:
    """`svc_toolset` for every session; `svc_memory` only if there is no other memory provider."""
    provider = host.setting("memory.provider").strip('"')
    wanted = ["svc_toolset", *(["svc_memory"] if provider in ("", "svc_memory") else [])]
    index = {one["name"]: one for one in deployment.get_json("/api/mcp/plugins/index.json")["plugins"]}
    for name in wanted:
        if name not in index:
            raise Stop(f"{deployment.base} has no plugin {name}.", "Skip the plugins with --no-plugins.")
        files = deployment.folder("/api/mcp/plugins", index[name])
        changed = write_folder(host.home / "plugins" / name, files)
        done(f"Plugin {name}: {'installed' if changed else 'already installed'}")
    if "svc_toolset" not in host.setting("plugins.enabled"):
        host.run_expecting("enabled", "plugins", "enable", "svc_toolset", "--no-allow-tool-override")
    if not provider:
        host.set("memory.provider", "svc_memory")
        note("svc_memory is now the memory provider of Hermes; to undo: hermes memory off")
    elif provider != "svc_memory":
        note(f"Your memory provider {provider} stays; svc_toolset adds the recall to it.")
    if float(host.setting("mcp_discovery_timeout") or 0) < DISCOVERY_SECONDS:
        host.set("mcp_discovery_timeout", str(DISCOVERY_SECONDS))
        note(
            f"A session now waits up to {DISCOVERY_SECONDS} s for its tools, so that the first turn has them."
        )


def install_skills(host: Host, deployment: Deployment) -> None:
    address = "/.well-known/skills"
    entries = deployment.get_json(f"{address}/index.json")["skills"]
    missing = {}
    for entry in entries:
        name, files = entry["name"], deployment.folder(address, entry)
        if is_installed(host.home / "skills" / "svc" / name, files):
            done(f"Skill {name}: already installed")
        else:
            missing[name] = files
    if missing and deployment.is_private:
        note("The installer of Hermes refuses private addresses, so the skills are copied without its scan.")
    elif missing:
        note("Hermes downloads and scans each skill; this takes up to a minute per skill.")
    for name, files in missing.items():
        if not deployment.is_private and install_by_host(host, f"{deployment.base}{address}/{name}", name):
            done(f"Skill {name}: downloaded, scanned and installed by Hermes")
        else:
            write_folder(host.home / "skills" / "svc" / name, files)
            done(f"Skill {name}: copied, checksums verified")


def is_installed(folder: Path, files: dict[str, bytes]) -> bool:
    return all((folder / name).exists() and (folder / name).read_bytes() == files[name] for name in files)


def install_by_host(host: Host, address: str, name: str) -> bool:
    host.run("skills", "uninstall", name, answers="y\n")  # Hermes does not replace an older version.
    output = host.run("skills", "install", f"well-known:{address}", "--category", "svc", "--yes")
    if "blocked" in output:
        raise Stop(f"The scanner of Hermes rejects {name}.", "Tell the operator, or skip: --no-skills.")
    return "Installed:" in output


def make_picture(host: Host, key: str, base: str) -> None:
    """The client_ref is fixed, so a second run finds the same picture. Failed jobs are refunded."""
    for number in range(1, 4):
        job = host.call_tool(
            key, base, "generate_image", {**PICTURE_ARGUMENTS, "client_ref": f"first-picture-{number}"}
        )
        if not job.get("ok"):
            raise Stop(f"No picture: {job.get('message')}", job.get("hint") or "Run again.")
        media, until = {"waiting": True}, time.monotonic() + PICTURE_MINUTES * 60
        while media.get("waiting") and time.monotonic() < until:
            time.sleep(min(media.get("pollAfterSeconds", 1), 10))
            media = host.call_tool(key, base, "get_media", {"media_id": job["id"]})
        if media.get("status") == "completed":
            paid = "nothing, it existed already" if job.get("replayed") else f"{media['creditsCost']} credits"
            return done(f"First picture: {media['videoUrl']} (charged: {paid})")
        if not job.get("replayed"):
            reason = media.get("errorMessage") or media.get("message")
            raise Stop(f"No picture: {reason}", "Failed jobs are refunded. Run again for another try.")
    raise Stop("The first picture failed three times.", "Ask the operator of the deployment.")


# ---- main ----
# Entry point: connects the host step by step, or removes everything again.

def remove(host: Host) -> None:
    """Removes what connecting installed, and nothing else."""
    host.run("mcp", "remove", "svc", answers="y\n")
    host.run("plugins", "disable", "svc_toolset")
    if "svc_memory" in host.setting("memory.provider"):
        host.run("memory", "off")
    skills = [one.parent for one in (host.home / "skills" / "svc").glob("*/SKILL.md") if is_our_skill(one)]
    for skill in skills:
        host.run("skills", "uninstall", skill.name, answers="y\n")
    plugins = [host.home / "plugins" / name for name in ("svc_memory", "svc_toolset")]
    for folder in (*skills, *plugins, host.script.parent):
        shutil.rmtree(folder, ignore_errors=True)
    if host.env_file.exists():
        write_env(host.env_file, {KEY: "", BASE: ""})
    done(f"Removed the server, the plugins, the skills and both lines of {host.env_file}")
    note("mcp_discovery_timeout is unchanged. The key is still valid: revoke it in the dashboard.")


def is_our_skill(skill: Path) -> bool:
    return "requires_toolsets: [svc]" in skill.read_text(encoding="utf-8")


def connect(options: argparse.Namespace) -> None:
    host = Host(options.home)
    done(f"{host.version}, home {host.home}")
    if options.remove:
        return remove(host)
    deployment = Deployment(options.address)
    version = deployment.get_json("/api/version")
    if deployment.is_open:
        note("This connection is not encrypted: anyone on the network path can read your key.")
    if read_env(host.env_file).get(BASE, deployment.base) != deployment.base and not confirm(
        "This host is connected to another deployment. Replace it?", options
    ):
        raise Stop("Nothing was changed.", "To connect both, use another --home.")
    install_client(host, deployment, version)
    key = find_key(host, deployment.base)
    check_key(host, key, deployment.base)
    changed = write_env(host.env_file, {KEY: key, BASE: deployment.base})
    done(f"{KEY} and {BASE}: {'written to' if changed else 'already in'} {host.env_file}")
    register_server(host, options.extra_tools)
    if not options.no_plugins:
        install_plugins(host, deployment)
    if not options.no_skills:
        install_skills(host, deployment)
    is_asked = options.picture is None and not options.yes and sys.stdin.isatty()
    price = f"a first picture for {PICTURE_CREDITS} credits"
    if options.picture or (is_asked and confirm(f"Make {price}?", options)):
        note(f"Making {price}, charged once; this takes a moment.")
        make_picture(host, key, deployment.base)
    print('\nConnected. Start a new session, and say: "Make a product creative with svc."')


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    parser = argparse.ArgumentParser(description="Connects a Hermes Agent to a deployment of Atelier.")
    parser.add_argument("address", nargs="?", help="URL of the deployment, such as https://svc.example")
    parser.add_argument("--home", help="home folder of Hermes; default: the one that hermes uses")
    parser.add_argument("--no-plugins", action="store_true", help="do not install the plugins")
    parser.add_argument("--no-skills", action="store_true", help="do not install the skills")
    parser.add_argument("--extra-tools", action="store_true", help="enable five extra tools")
    picture = argparse.BooleanOptionalAction
    parser.add_argument(
        "--picture", action=picture, help=f"make a first picture for {PICTURE_CREDITS} credits"
    )
    parser.add_argument("--yes", action="store_true", help="ask no questions")
    parser.add_argument("--remove", action="store_true", help="remove everything that was installed")
    options = parser.parse_args()
    if not options.address and not options.remove:
        parser.error("the address is missing: connect.py https://svc.example")
    try:
        connect(options)
    except Stop as stop:
        message, advice = stop.args
        print(f"✗ {message}\n  → {advice}", flush=True)
        return 1
    except OSError as error:
        print(f"✗ {error}\n  → Check the permissions of that file, and run again.", flush=True)
        return 1
    except KeyboardInterrupt:
        print("\n✗ Interrupted.\n  → Run it again; completed steps are kept.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
