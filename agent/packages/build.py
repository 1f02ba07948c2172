#!/usr/bin/env python3
"""Writes the plugin for Claude Code and the skills of the standard. `--check` fails if a file is stale."""

from __future__ import annotations

import sys
from pathlib import Path

from claude_plugin import plugin_files

ROOT = Path(__file__).resolve().parents[2]


def build(root: Path, check: bool) -> int:
    files = plugin_files(root)
    folder = root / "agent" / "claude-code"
    present = {str(path.relative_to(root)) for path in folder.rglob("*") if path.is_file()}
    stale = sorted(present - set(files) - {"agent/claude-code/README.md"})
    for name, text in files.items():
        path = root / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    for name in stale:
        if name not in files and not check:
            (root / name).unlink()
    if check and stale:
        print(f"{', '.join(stale)}: stale, run pnpm agent:write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(build(ROOT, sys.argv[1:] == ["--check"]))
