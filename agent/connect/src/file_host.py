"""Connects a host that is set up by files, or takes back what was written, byte for byte."""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
from pathlib import Path

from deployment import Deployment
from files import read_env, write_env, write_file
from hosts import INPUT, HostFiles
from json_text import cut_value, find_node, put_item, put_value
from local_client import LocalClient
from output import KEY_VARIABLE, URL_VARIABLE, StepFailed, confirm, done, note
from receipt import Receipt
from server import check_key, find_key, find_stored_key, install_client, server_env
from toml_text import cut_table, find_table, put_table

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
