#!/usr/bin/env python3
"""Joins src/*.py and the guide into the one file that a deployment serves. `--check`: is it fresh?"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from join_modules import JoinError, join_modules, write_or_check

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "src"
TARGET = HERE / "svc_mcp.py"

# In this order: each stands on those before it. The guide is data, and comes after all code.
MODULES = [
    *(
        "settings",
        "wire",
        "retry",
        "shapes",
        "params",
        "failures",
        "files",
        "polling",
        "validate",
        "calls",
        "tool_builders",
    ),
    *(
        "tools_system",
        "tools_content",
        "tools_generate",
        "tools_knowledge",
        "tools_extra",
        "toolbox",
        "serve",
    ),
]
DATA = "guide"

HEAD = '''\
#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.10"
# dependencies = ["mcp>=1.26,<3"]
# ///
"""The svc tools for an agent: one file, served by the deployment. Built from small modules; do not edit.

Environment: SVC_API_KEY, SVC_BASE_URL, and SVC_EXTRA_TOOLS=1 for five more tools.
Without arguments it speaks MCP on standard input and output; `call TOOL ['{"a": "json"}']` runs one tool.
"""

from __future__ import annotations

'''
TAIL = '\n\nif __name__ == "__main__":\n    sys.exit(main(sys.argv[1:]))\n'


def build() -> str:
    return HEAD + join_modules(SOURCE, MODULES, DATA) + _guide_source() + TAIL


def _guide_source() -> str:
    """As text that can be read where it stands."""
    sys.path.insert(0, str(SOURCE))
    sys.dont_write_bytecode = True
    from guide import GUIDE, GUIDE_VERSION

    parts = [f'\n\n# ---- guide ----\n\nGUIDE_VERSION = "{GUIDE_VERSION}"\nGUIDE = {{}}\n']
    for name, text in sorted(GUIDE.items()):
        if '"""' in text or not text.endswith("\n"):
            raise JoinError(f'guide {name}: must end with a line feed and have no """')
        parts.append(f'GUIDE["{name}"] = r"""{text}"""\n')
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write_or_check(TARGET, build()))
