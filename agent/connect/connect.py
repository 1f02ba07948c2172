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


# ---- host ----
# Runs the commands of Hermes Agent, the agent host on this machine.

class Host:
    """Hermes Agent on this machine. Its commands always exit with 0, so success is read from their output."""

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

    def run(self, *args: str, stdin: str = "", seconds: int = 300) -> str:
        return _run([self._hermes, *args], self.env, stdin, seconds)

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

    def call_tool(self, key: str, base_url: str, tool: str, arguments: dict | None = None) -> dict:
        """Runs one tool of the client in a new process. uv then caches its packages for the host as well."""
        args = [self.uv, "run", "--script", str(self.script), "call", tool, json.dumps(arguments or {})]
        output = _run(
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


def _find_program(name: str, advice: str) -> str:
    found = shutil.which(name) or (os.environ.get("UV") if name == "uv" else None)
    if not found:
        raise StepFailed(f"{name} is not on PATH.", f"{advice}, open a new terminal and run again.")
    return str(Path(found).absolute())


def _run(args: list[str], env: dict, stdin: str, seconds: int, only_stdout: bool = False) -> str:
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


def find_key(host: Host, base_url: str) -> str:
    """Returns the key from the environment, from an earlier run for this deployment, or from the user."""
    stored = read_env(host.env_file)
    key = os.environ.get(KEY_VARIABLE, "") or (
        stored.get(KEY_VARIABLE, "") if stored.get(URL_VARIABLE) == base_url else ""
    )
    if not key and not sys.stdin.isatty():
        raise StepFailed("There is no key.", f"Set it as {KEY_VARIABLE} in the environment.")
    return key.strip() or getpass.getpass("? API key (hsk_..., not shown): ").strip()


def install_client(host: Host, deployment: Deployment, version: dict) -> None:
    data = deployment.download("/api/mcp/svc_mcp.py")
    sha256 = hashlib.sha256(data).hexdigest()
    if sha256 != version.get("clientSha256"):
        raise StepFailed(
            "The client does not match the checksum in /api/version.", "Wait a minute and run again."
        )
    saved = "saved to" if write_file(host.script, data) else "already in"
    done(f"Client {version['clientVersion']}: {saved} {host.script} (sha256 {sha256[:12]}...)")


def check_key(host: Host, key: str, base_url: str) -> None:
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


def register_server(host: Host, extra: bool) -> None:
    env = {
        KEY_VARIABLE: f"${{{KEY_VARIABLE}}}",
        URL_VARIABLE: f"${{{URL_VARIABLE}}}",
        TOOLS_VARIABLE: ALL_EXTRA_TOOLS if extra else REPORT_TOOL,
    }
    network_env = {name: os.environ[name] for name in NETWORK_VARIABLES if os.environ.get(name)}
    if any("@" in value for value in network_env.values()):
        note(
            "The proxy has a password, which must not be in config.yaml: the README explains how to pass it."
        )
    env |= {name: value for name, value in network_env.items() if "@" not in value}
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


def make_picture(host: Host, key: str, base_url: str) -> None:
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


# ---- main ----
# Entry point: connects the host step by step, or removes what was installed.

def remove(host: Host) -> None:
    """Removes what connecting installed, and nothing else."""
    if not has_installed(host):
        note(f"Nothing of svc is installed in {host.home}, so nothing was removed.")
        return
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
    if host.env_file.exists():
        write_env(host.env_file, {KEY_VARIABLE: "", URL_VARIABLE: ""})
    done(f"Removed the server, the plugins, the skills and both lines of {host.env_file}")
    note("mcp_discovery_timeout is unchanged. The key is still valid: revoke it in the dashboard.")


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
    host = Host(options.home)
    done(f"{host.version}, home {host.home}")
    if options.remove:
        return remove(host)
    deployment = Deployment(options.address)
    version = deployment.download_json("/api/version")
    if deployment.is_unencrypted:
        note("This connection is not encrypted: anyone on the network path can read your key.")
    if read_env(host.env_file).get(URL_VARIABLE, deployment.base_url) != deployment.base_url and not confirm(
        "This host is connected to another deployment. Replace it?", options
    ):
        raise StepFailed("Nothing was changed.", "To connect both, use another --home.")
    install_client(host, deployment, version)
    key = find_key(host, deployment.base_url)
    check_key(host, key, deployment.base_url)
    changed = write_env(host.env_file, {KEY_VARIABLE: key, URL_VARIABLE: deployment.base_url})
    done(f"{KEY_VARIABLE} and {URL_VARIABLE}: {'written to' if changed else 'already in'} {host.env_file}")
    register_server(host, options.extra_tools)
    if not options.no_plugins:
        install_plugins(host, deployment)
    if not options.no_skills:
        install_skills(host, deployment)
    may_ask = options.picture is None and not options.yes and sys.stdin.isatty()
    offer = f"a first picture for {PICTURE_CREDITS} credits"
    if options.picture or (may_ask and confirm(f"Make {offer}?", options)):
        note(f"Making {offer}, charged once; this takes a moment.")
        make_picture(host, key, deployment.base_url)
    print('\nConnected. Start a new session, and say: "Make a product creative with svc."')


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    parser = argparse.ArgumentParser(description="Connects a Hermes Agent to a deployment of Atelier.")
    parser.add_argument("address", nargs="?", help="URL of the deployment, such as https://svc.example")
    parser.add_argument(
        "--home", help="home directory of Hermes; default: the one that the command hermes uses"
    )
    parser.add_argument("--no-plugins", action="store_true", help="do not install the plugins")
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
