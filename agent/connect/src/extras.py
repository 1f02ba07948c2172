"""Installs the plugins and the skills, and makes a first picture to show that everything works."""

from __future__ import annotations

import time
from pathlib import Path

from deployment import Deployment
from files import write_folder
from host import Host
from local_client import LocalClient
from output import StepFailed, done, note

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
