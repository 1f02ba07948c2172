"""Writes files in the home directory of the host: atomically, and only if they differ."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path


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
