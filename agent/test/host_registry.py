"""Our client as the host runs it: registered, connected and called by the host's own registry."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator

from hermes_home import CLIENT
from tools.mcp_tool import register_mcp_servers, shutdown_mcp_servers
from tools.registry import registry

CallTool = Callable[..., dict]


@contextlib.contextmanager
def connected_server(python: str, settings: dict[str, str]) -> Iterator[list[str]]:
    """The names under which the host knows the tools."""
    names = register_mcp_servers({"svc": {"command": python, "args": [str(CLIENT)], "env": settings}})
    try:
        yield names
    finally:
        shutdown_mcp_servers()


def call_raw(tool: str, **arguments: object) -> dict:
    entry = registry.get_entry(f"mcp__svc__{tool}")
    assert entry, f"the host knows no tool {tool}"
    return json.loads(entry.handler(arguments))


def call_tool(tool: str, **arguments: object) -> dict:
    """What the tool answered. The host tells errors of the protocol in another form; there must be none."""
    answer = call_raw(tool, **arguments)
    assert "structuredContent" in answer, answer
    return answer["structuredContent"]
