"""Paths of the files and folders of this repository that the tests and the measurements use."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLIENT_FOLDER = ROOT / "agent" / "client"
CLIENT_FILE = CLIENT_FOLDER / "svc_mcp.py"
CONNECT_FILE = ROOT / "agent" / "connect" / "connect.py"
PLUGINS = ROOT / "agent" / "plugins"
GUIDE = ROOT / "agent" / "guide"
README = ROOT / "agent" / "README.md"
TRANSCRIPTS = ROOT / "agent" / "transcripts"
CONTRACT = ROOT / "contract"
SKILLS = ROOT / "skills"
SKILL_NAMES = sorted(path.name for path in SKILLS.iterdir() if path.is_dir())
