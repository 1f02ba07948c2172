"""Remembers what was written, so that it can be taken back byte for byte. The key is never part of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from files import write_file


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
