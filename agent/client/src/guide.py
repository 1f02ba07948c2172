"""The marketing guide by its sections. In the built file their text stands in this module's place."""

from __future__ import annotations

from pathlib import Path

GUIDE_VERSION = "v25.0"


def _read_guide() -> dict[str, str]:
    """By the letter of each file's name; what comes before section A has none."""
    folder = Path(__file__).resolve().parents[2] / "guide"
    files = sorted(folder.glob("?-*.md"))
    return {file.name[0].upper().replace("0", ""): file.read_text(encoding="utf-8") for file in files}


GUIDE = _read_guide()
