"""The files of the plugin for Claude Code: the MCP server, its settings and the skills in one folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

from standard_skills import write_standard_skill

DESCRIPTION = "Images, videos and the memory of ad results: the tools of svc, and five skills that use them."
AUTHOR = {"name": "Atelier"}


def plugin_files(root: Path) -> dict[str, str]:
    """Returns the text of each file, by its path in the repository."""
    client = (root / "agent" / "client" / "svc_mcp.py").read_text(encoding="utf-8")
    version = re.search(r'^VERSION = "(.+)"$', client, flags=re.MULTILINE)[1]
    folder = "agent/claude-code"
    skills = sorted((root / "skills").glob("*/SKILL.md"))
    return {
        ".claude-plugin/marketplace.json": _json(marketplace(folder)),
        f"{folder}/.claude-plugin/plugin.json": _json(manifest(version)),
        f"{folder}/.mcp.json": _json(servers()),
        f"{folder}/svc_mcp.py": client,
        **{f"{folder}/skills/{path.parent.name}/SKILL.md": write_standard_skill(path) for path in skills},
    }


def marketplace(folder: str) -> dict:
    plugin = {"name": "svc", "source": f"./{folder}", "description": DESCRIPTION}
    return {
        "name": "atelier",
        "owner": AUTHOR,
        "metadata": {"description": "Plugins of Atelier"},
        "plugins": [plugin],
    }


def manifest(version: str) -> dict:
    return {
        "name": "svc",
        "version": version,
        "description": DESCRIPTION,
        "author": AUTHOR,
        "license": "Apache-2.0",
        "userConfig": {
            "base_url": {
                "type": "string",
                "title": "Address",
                "description": "The address of the deployment, such as https://svc.example",
                "required": True,
            },
            "api_key": {
                "type": "string",
                "title": "API key",
                "description": "hsk_..., from the dashboard of the deployment",
                "required": True,
                # Claude Code then keeps it in its own store of secrets, not in a settings file.
                "sensitive": True,
            },
        },
    }


def servers() -> dict:
    """report_results is on: without it, the memory stays empty."""
    return {
        "mcpServers": {
            "svc": {
                "command": "uv",
                "args": ["run", "--script", "${CLAUDE_PLUGIN_ROOT}/svc_mcp.py"],
                "env": {
                    "SVC_API_KEY": "${user_config.api_key}",
                    "SVC_BASE_URL": "${user_config.base_url}",
                    "SVC_EXTRA_TOOLS": "report_results",
                },
            }
        }
    }


def _json(value: dict) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
