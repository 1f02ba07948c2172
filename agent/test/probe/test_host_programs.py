"""Packages of hosts are installed without their scripts; the probe runs the one that links a binary."""

from __future__ import annotations

from pathlib import Path

from host_programs import PROGRAMS, HostPrograms

SCRIPT = "require('node:fs').appendFileSync('linked.txt', 'x')"


def test_a_package_is_linked_to_its_binary_once(tmp_path: Path) -> None:
    modules = tmp_path / "node_modules"
    for path in PROGRAMS.values():
        (modules / path).parent.mkdir(parents=True, exist_ok=True)
        (modules / path).touch()
    package = modules / "@anthropic-ai" / "claude-code"
    package.mkdir()
    (package / "install.cjs").write_text(SCRIPT, encoding="utf-8")
    for _ in range(2):
        HostPrograms(tmp_path, tmp_path)
    assert (package / "linked.txt").read_text(encoding="utf-8") == "x"
