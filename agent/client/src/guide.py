"""Loads the sections of the marketing guide. In the built file, their text replaces this module."""

from __future__ import annotations

from pathlib import Path

GUIDE_VERSION = "v25.0"


def _read_guide() -> dict[str, str]:
    """Returns the sections by the first letter of their file names; the introduction has the key ''."""
    folder = Path(__file__).resolve().parents[2] / "guide"
    files = sorted(folder.glob("?-*.md"))
    return {file.name[0].upper().replace("0", ""): file.read_text(encoding="utf-8") for file in files}


GUIDE = _read_guide()
