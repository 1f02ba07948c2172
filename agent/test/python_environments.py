"""Finds the Python interpreters of the tests. `.ci/setup` creates one environment per interpreter."""

from __future__ import annotations

import os
import shutil

ENVIRONMENTS = {
    # name: variable that overrides the program on PATH
    "host": "AGENT_HOST_PYTHON",
    "mcp-1.26": "AGENT_MCP_126_PYTHON",
    "mcp-2.3": "AGENT_MCP_23_PYTHON",
}


def find_python(environment: str) -> str:
    program = f"agent-{environment}-python"
    found = os.environ.get(ENVIRONMENTS[environment]) or shutil.which(program)
    if not found:
        raise RuntimeError(f"{program} is not on PATH: put the last line of `.ci/setup` in front of it")
    return found
