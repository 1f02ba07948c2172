from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from repo_paths import CLIENT_FILE, CLIENT_FOLDER, GUIDE


@pytest.fixture
def client_copy(tmp_path: Path) -> Path:
    """A copy of the client and the guide that a test can break."""
    shutil.copytree(CLIENT_FOLDER, tmp_path / "client", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(GUIDE, tmp_path / "guide")
    shutil.copy(CLIENT_FOLDER.parent / "join_modules.py", tmp_path)
    return tmp_path / "client"


def build(client: Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(client / "build.py"), *arguments], capture_output=True, text=True, timeout=30
    )


def test_the_committed_file_is_up_to_date() -> None:
    done = build(CLIENT_FOLDER, "--check")
    assert done.returncode == 0, done.stderr


def test_building_twice_gives_the_same_bytes(client_copy) -> None:
    build(client_copy)
    first = (client_copy / "svc_mcp.py").read_bytes()
    build(client_copy)
    assert (client_copy / "svc_mcp.py").read_bytes() == first and b"\r" not in first
    assert build(client_copy, "--check").returncode == 0


@pytest.mark.parametrize("file", ["client/src/retry.py", "guide/c-core.md"])
def test_a_change_makes_it_stale(file, client_copy) -> None:
    with (client_copy.parent / file).open("a", encoding="utf-8") as opened:
        opened.write("# more\n")
    done = build(client_copy, "--check")
    assert done.returncode == 1 and "stale" in done.stderr


@pytest.mark.parametrize(
    ("file", "line", "words"),
    [
        ("retry.py", "VERSION = 2", "VERSION is defined in settings and in retry"),
        ("retry.py", "import settings", "must be plain and not of ours"),
        ("retry.py", "import json as j", "must be plain"),
        ("retry.py", "from calls import Call", "does not come from calls before it"),
        ("settings.py", "json = 1", "both imported and defined"),
        ("another.py", "x = 1", "does not name what is in src"),
    ],
)
def test_modules_that_cannot_be_joined_safely_are_refused(file, line, words, client_copy) -> None:
    with (client_copy / "src" / file).open("a", encoding="utf-8") as opened:
        opened.write(f"\n{line}\n")
    done = build(client_copy)
    assert done.returncode != 0 and words in done.stderr


def test_the_file_contains_the_guide_unchanged() -> None:
    text = CLIENT_FILE.read_text(encoding="utf-8")
    for file in GUIDE.glob("?-*.md"):
        assert file.read_text(encoding="utf-8") in text


def test_the_header_declares_the_requirements_for_uv() -> None:
    lines = CLIENT_FILE.read_text(encoding="utf-8").splitlines()
    assert lines[:5] == [
        "#!/usr/bin/env -S uv run --script",
        "# /// script",
        '# requires-python = ">=3.10"',
        '# dependencies = ["mcp>=1.26,<3"]',
        "# ///",
    ]
