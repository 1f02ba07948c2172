"""Writes the skills with the front matter of the Agent Skills standard, for hosts other than Hermes.

Hermes shows the first 60 characters of a description, and hides the skills while the server is missing. Other
hosts decide by the description alone, so it says when to use the skill.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
DESCRIPTIONS = json.loads((HERE / "skill_descriptions.json").read_text(encoding="utf-8"))
COMPATIBILITY = (
    "Needs the tools of the MCP server svc. Steps on the ads platform need the owner's access token."
)


def write_standard_skill(source: Path) -> str:
    """Returns SKILL.md with other front matter and the same body."""
    name = source.parent.name
    _, front, body = re.split(r"^---\n", source.read_text(encoding="utf-8"), maxsplit=2, flags=re.MULTILINE)
    fields = dict(re.findall(r"^ *(\w+): *(\S.*)$", front, flags=re.MULTILINE))
    if fields["name"] != name:
        raise ValueError(f"{source}: its name is {fields['name']}")
    metadata = {
        "author": fields["author"],
        "version": fields["version"],
        "category": fields["category"],
        "tags": fields["tags"].strip("[]"),
    }
    lines = [
        f"name: {name}",
        f"description: {json.dumps(DESCRIPTIONS[name])}",
        f"license: {fields['license']}",
        f"compatibility: {json.dumps(COMPATIBILITY)}",
        "metadata:",
        # The standard wants texts here, and YAML would read 1.10 as a number.
        *(f"  {key}: {json.dumps(value)}" for key, value in metadata.items()),
    ]
    return "---\n" + "\n".join(lines) + "\n---\n" + body
