"""Remembers what the configuration of Hermes was, so that --remove can bring it back byte for byte."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from files import write_env, write_file
from host import Host
from output import KEY_VARIABLE, URL_VARIABLE
from receipt import Receipt


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
