"""Entry point: connects the host step by step, or removes what was installed."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from deployment import Deployment
from extras import PICTURE_CREDITS, install_plugins, install_skills, make_picture
from file_host import FileHost
from files import read_env, write_env
from hermes_state import HermesState
from host import Host
from hosts import FINDERS, find_host
from local_client import LocalClient
from output import KEY_VARIABLE, URL_VARIABLE, StepFailed, confirm, done, note
from server import (
    check_key,
    find_key,
    install_client,
    register_remote,
    register_server,
)


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
