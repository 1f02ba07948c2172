"""The plugin folder for Claude Code and the skills of the standard are what their sources say."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from repo_paths import CLIENT_FILE, ROOT, SKILL_NAMES

PLUGIN = ROOT / "agent" / "claude-code"
BUILD = "agent/packages/build.py"


def read_json(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def build(root: Path, *args: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, str(root / BUILD), *args], capture_output=True, text=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A copy of the sources that a test can change."""
    for name in ("agent/packages", "agent/claude-code", "skills", ".claude-plugin"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "agent/client").mkdir()
    shutil.copy(CLIENT_FILE, tmp_path / "agent/client")
    return tmp_path


def test_the_committed_plugin_is_up_to_date() -> None:
    done = build(ROOT, "--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "changed",
    [
        "agent/client/svc_mcp.py",
        "skills/scale-a-winner/SKILL.md",
        "agent/claude-code/.mcp.json",
        "agent/claude-code/left-over.txt",
    ],
)
def test_a_change_makes_it_stale_and_writing_repairs_it(changed: str, repository: Path) -> None:
    with (repository / changed).open("a", encoding="utf-8") as file:
        file.write("# more\n")
    done = build(repository, "--check")
    assert done.returncode == 1 and "stale" in done.stderr
    assert build(repository).returncode == 0 and build(repository, "--check").returncode == 0
    assert not (repository / "agent/claude-code/left-over.txt").exists()


def test_the_plugin_starts_the_client_that_it_contains() -> None:
    assert (PLUGIN / "svc_mcp.py").read_bytes() == CLIENT_FILE.read_bytes()
    server = read_json(PLUGIN / ".mcp.json")["mcpServers"]["svc"]
    assert server["args"][-1] == "${CLAUDE_PLUGIN_ROOT}/svc_mcp.py"
    asked = read_json(PLUGIN / ".claude-plugin" / "plugin.json")["userConfig"]
    used = {value.removeprefix("${user_config.").rstrip("}") for value in server["env"].values()}
    assert used >= set(asked) and asked["api_key"]["sensitive"] is True


def test_the_marketplace_leads_to_the_plugin() -> None:
    (plugin,) = read_json(ROOT / ".claude-plugin" / "marketplace.json")["plugins"]
    assert (ROOT / plugin["source"]).resolve() == PLUGIN
    assert plugin["name"] == read_json(PLUGIN / ".claude-plugin" / "plugin.json")["name"]


@pytest.mark.parametrize("name", SKILL_NAMES)
def test_the_front_matter_is_that_of_the_standard(name: str) -> None:
    text = (PLUGIN / "skills" / name / "SKILL.md").read_text(encoding="utf-8")
    front = yaml.safe_load(text.split("---\n")[1])
    assert set(front) == {"name", "description", "license", "compatibility", "metadata"}
    assert front["name"] == name and len(front["compatibility"]) <= 500
    assert 0 < len(front["description"]) <= 1024 and "Use when" in front["description"]
    assert all(isinstance(one, str) for pair in front["metadata"].items() for one in pair)
    assert len(text.splitlines()) < 500
