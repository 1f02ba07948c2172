"""Finds parts of the marketing guide: a section (`D`) or a sub-section (`D2`), each with its legend."""

from __future__ import annotations

import re

from guide import GUIDE


def guide_markdown(section: str) -> str:
    """Returns the whole guide for "", a part with the legend, or "" if there is no such part.

    The legend explains the marks and how to read the tables; a part without it is misread.
    """
    if not section:
        return "\n".join(text for _, text in sorted(GUIDE.items()))
    part = GUIDE.get(section) or _sub_section(section)
    return f"{GUIDE['']}\n{part}" if part else ""


def guide_parts() -> list[str]:
    """Returns the names of all sections, each followed by its sub-sections."""
    return [part for name in sorted(filter(None, GUIDE)) for part in (name, *_split(GUIDE[name])[1])]


def _sub_section(name: str) -> str:
    """Returns a sub-section after the introduction of its section, which holds for all of them."""
    introduction, parts = _split(GUIDE.get(name[:1]) or "")
    return f"{introduction}{parts[name]}" if name in parts else ""


def _split(text: str) -> tuple[str, dict[str, str]]:
    """Returns the text before the first sub-section, and the sub-sections by their names."""
    introduction, *parts = re.split(r"(?m)^(?=## [A-Z]\d\. )", text)
    return introduction, {part[3:].split(".")[0]: part for part in parts}
